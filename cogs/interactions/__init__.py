"""Discord itself: what comes with an interaction, who may do it, and how it is answered.

Also the names and the contents that every message consists of. It knows no game and no board; all
other packages of `cogs` use it.
"""
