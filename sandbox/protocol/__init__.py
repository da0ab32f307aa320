"""Discord's API as such: JSON values, its errors, and what it accepts in commands and components.

It knows nothing of the world.
"""
