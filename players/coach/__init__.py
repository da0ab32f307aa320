"""What decisions cost: judged, reviewed after a game, and made into positions to practise on.

It compares moves with those of the best computer players, and makes none of its own.
"""
