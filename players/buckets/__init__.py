"""Players of The Bucket King.

rule.py       cards, hands and pyramids as small numbers, and a rule of thumb for them: easy and
             normal players
playouts.py   rounds played to their end by the rule, many at once
search.py     the hard player: plays out all moves on the same deals, which agree with its
             knowledge
facts.py      luck and achievements
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from engine.buckets import Buckets
from engine.buckets.moves import Auto, Confirm, Play, Remove
from engine.fairness import HmacSource
from players.buckets.facts import ACHIEVEMENTS, METER
from players.buckets.rule import choose_easy, choose_normal
from players.core import Assessed, Kit, Late, Level, Player, Search, Unit, Worth

if TYPE_CHECKING:
    from engine.buckets.moves import Move
    from players.core import Knowledge, Weighed

_ESTIMATE: Final = Late("players.buckets.search.estimate")
_WEIGH: Final = Late("players.buckets.search.weigh_decision")


def make_source(known: Knowledge) -> HmacSource:
    """Return a source for hints and reviews, derived from `known.seen` alone."""
    return HmacSource(sha256(repr(known.seen).encode()).digest(), len(known.seen))


def estimate(known: Knowledge, effort: float) -> tuple[Assessed, ...]:
    """Return the results of moves in play-outs, best first. Equal knowledge gives equal results.

    If no move needs a search, the result is one move, worth 0: the rule's move, or `auto` or
    `confirm` while the pyramid is built.
    """
    if known.view.building is not None:
        return (Assessed(Auto() if Auto() in known.moves else Confirm(), 0.0),)
    return _ESTIMATE(known, make_source(known), effort)


def weigh(known: Knowledge, made: Move, effort: float) -> Weighed | None:
    """Return the worth of a move and of the best move; None if the decision needs no search.

    Equal knowledge gives equal results.
    """
    return _WEIGH(known, made, make_source(known), effort)


def is_weighed(move: Move) -> bool:
    """Return whether a move belongs to a trick."""
    return isinstance(move, Play | Remove)


KIT: Final = Kit(
    rules=Buckets(),
    face="cogs.buckets.board",
    players={
        Level.EASY: Player(1, quick=True, choose=choose_easy),
        Level.NORMAL: Player(1, quick=True, choose=choose_normal),
        Level.HARD: Player(3, quick=False, choose=Late("players.buckets.search.choose_hard")),
    },
    worth=Worth(
        unit=lambda _: Unit.WIN,
        search=Search(estimate, weigh, is_weighed),
        turn=4,
    ),
    meter=METER,
    achievements=ACHIEVEMENTS,
)
