"""Commands that belong to no single game or feature, and a command line for hosts.

`cogs.app.games` builds the commands of each game.
"""
