"""The Bucket King (Alles im Eimer; 3 to 6 players), by the English rules and rulings B1 to B12.

Everybody builds a pyramid of fifteen buckets, then animals attack it: cards of the attacked colour
defend it, and who cannot or will not defend loses a bucket and all that it carried.

    cards.py     animals, the deck, handfuls            pyramid.py   support, falls, parts
    moves.py     the moves and their notation           state.py     what a match consists of
    nature.py    deals and draws                        building.py  rules of building
    playing.py   rules of attack, defence and draw      hidden.py    who may know what
    view.py      what a seat sees                       absent.py    what a caretaker plays
    game.py      the Game that joins them
"""

from engine.buckets.game import Buckets

__all__ = ["Buckets"]
