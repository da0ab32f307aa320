"""Changes the world for bots and people, and announces each change to the gateway."""
