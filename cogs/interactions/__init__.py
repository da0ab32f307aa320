"""Discord itself: the data of an interaction, permissions, answers, names and contents of messages.

This package knows no game and no board. All other packages of `cogs` use it.
"""
