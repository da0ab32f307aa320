"""What a hint says of a move of The Bucket King, in one sentence made of the facts on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.words import NAMES, PLURALS, format_sum
from cogs.interactions.names import count
from engine.buckets.moves import Play, Remove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.buckets.view import BucketsView
    from players.core import Assessed


def name_move(move: object) -> str:
    """Return what a move does: "Play ducks 3 + 7 = 10"."""
    match move:
        case Play(cards):
            letter = cards[0][0]
            animals = NAMES[letter] if len(cards) == 1 else PLURALS[letter]
            return f"Play {animals} {format_sum(cards)}"
        case Remove(box):
            return f"Decline: give up bucket {box + 1}"
        case _:
            return str(move).capitalize()


def explain(view: BucketsView, moves: Sequence[Assessed]) -> str:
    """Say what the first of these moves keeps, and what it gives up at once."""
    best = moves[0]
    cards = best.move.cards if isinstance(best.move, Play) else ()
    kept = f"in the play-outs you keep {best.points:.1f} buckets with it"
    if isinstance(best.move, Remove) and view.playing is not None:
        lost = next(each.falls for each in view.playing.removals if each.box == best.move.box)
        return f"{count(len(lost), 'bucket')} {'goes' if len(lost) == 1 else 'go'} now, and {kept}."
    left = len(view.hand) - len(cards)
    return f"It leaves you {count(left, 'card')}, and {kept}."
