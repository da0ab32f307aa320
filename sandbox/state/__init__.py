"""The state of one stand-in: the world, sessions of the gateway, limits, faults.

`core` connects these parts.
"""
