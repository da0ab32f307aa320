"""Users, guilds, channels and messages: what they are, how they change, who may do what."""
