"""All that one stand-in holds: the world, sessions of the gateway, limits, faults.

`core` connects them.
"""
