"""The Bucket King (Alles im Eimer; 3 to 6 players), by the English rules and rulings B1 to B12.

Everybody builds a pyramid of fifteen buckets. Then animals attack. A player defends with cards of
the attacked colour, or loses a bucket and everything standing on it.

    pyramid.py   animals, the deck, hands; support, falls, parts of a pyramid
    moves.py     the moves and their notation; rules of attack, defence and draw
    state.py     the state of a match, and each seat's view of it
    game.py      building, drawing hidden things anew, and the rules as a `Game`
"""

from engine.buckets.game import Buckets

__all__ = ["Buckets"]
