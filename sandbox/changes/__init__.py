"""What changes the world, for bots and for people alike; each change is told to the gateway."""
