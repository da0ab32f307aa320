"""The Bucket King (Alles im Eimer; 3 to 6 players), by the English rules and rulings B1 to B12.

Everybody builds a pyramid of fifteen buckets. Then animals attack. A player defends with cards of
the attacked colour, or loses a bucket and everything standing on it.

    cards.py      animals, the deck, hands
    pyramid.py    support, falls, parts of a pyramid
    moves.py      the moves and their notation
    draws.py      nature's draws of cards
    state.py      the state of a match
    view.py       each seat's view of it
    building.py   all players build at the same time
    tricks.py     attack, defence and draw
    hidden.py     hidden things drawn anew
    game.py       the rules as a `Game`
"""

from engine.buckets.game import Buckets

__all__ = ["Buckets"]
