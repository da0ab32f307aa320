"""The Bucket King (Alles im Eimer; 3 to 6 players), by the English rules and rulings B1 to B12.

Everybody builds a pyramid of fifteen buckets. Then animals attack: a player defends with cards of
the attacked colour, or loses a bucket and all that it carries.

    cards.py     animals, the deck, hands               pyramid.py   support, falls, parts
    moves.py     the moves and their notation           state.py     what a match consists of
    nature.py    deals and draws                        building.py  rules of building
    playing.py   rules of attack, defence and draw      view.py      what a seat sees
    hidden.py    how what is hidden is drawn anew       game.py      the Game that joins them
"""

from engine.buckets.game import Buckets

__all__ = ["Buckets"]
