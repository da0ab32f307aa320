"""Discord itself: the data of an interaction, permissions, and answers.

The names and contents in messages live here, too. This package knows no game and no board. All
other packages of `cogs` use it.
"""
