"""The Bucket King (Alles im Eimer; 3 to 6 players), by the English rules and rulings B1 to B12.

Everybody builds a pyramid of fifteen buckets. Then animals attack: a player defends with cards of
the attacked colour, or loses a bucket and all that it carries.

    pyramid.py   animals, the deck, hands; support, falls, parts of a pyramid
    moves.py     the moves and their notation, deals and draws
    state.py     what a match consists of, and what a seat sees of it
    playing.py   rules of attack, defence and draw
    game.py      rules of building, how what is hidden is drawn anew, the Game that joins them
"""

from engine.buckets.game import Buckets

__all__ = ["Buckets"]
