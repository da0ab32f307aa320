"""Changes of the world, made by bots or people. Each change is told to the gateway."""
