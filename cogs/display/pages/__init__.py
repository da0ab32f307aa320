"""The messages that every game shares: lobby, board, end, hints, rules, fair dice.

What is a game's own comes from its `Renderer`, in the package of the game.
"""
