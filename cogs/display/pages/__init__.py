"""The messages that all games share: lobby, board, end, rules, fair dice.

The `Renderer` in a game's package supplies the parts that differ from game to game.
"""
