"""What a hint says of a move of The Bucket King, in one sentence made of the facts on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.words import NAMES, PLURALS, describe_pyramid, format_sum
from cogs.interactions.names import count
from engine.buckets.moves import Auto, Confirm, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import build_for, rank_colours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.buckets.view import BucketsView
    from players.core import Assessed


def name_move(move: object, built: str = "") -> str:
    """Return what a move does: "Play ducks 3 + 7 = 10"; `built` is the own pyramid so far."""
    match move:
        case Play(cards):
            letter = cards[0][0]
            animals = NAMES[letter] if len(cards) == 1 else PLURALS[letter]
            return f"Play {animals} {format_sum(cards)}"
        case Remove(box):
            return f"Decline: give up bucket {box + 1}"
        case Place(_, colour):
            return NAMES[colour].capitalize()
        case Auto():
            return "Build the rest for me" if built else "Build it for me"
        case Undo():
            return "Undo"
        case _:
            return str(move).capitalize()


def explain(view: BucketsView, moves: Sequence[Assessed]) -> str:
    """Say what the first of these moves keeps, and what it gives up at once."""
    best = moves[0]
    cards = best.move.cards if isinstance(best.move, Play) else ()
    kept = f"you end with about {count(round(best.points), 'bucket')}"
    if isinstance(best.move, Remove) and view.playing is not None:
        lost = next(each.falls for each in view.playing.removals if each.box == best.move.box)
        return (
            f"{count(len(lost), 'bucket')} {'falls' if len(lost) == 1 else 'fall'} now, and {kept}."
        )
    left = len(view.hand) - len(cards)
    return f"It leaves you {count(left, 'card')}, and {kept}."


def advise(view: BucketsView, move: object) -> str:
    """Say why a hint names one move alone."""
    match move:
        case Auto():
            return _advise_building(view)
        case Confirm():
            return "Every bucket is in its place."
        case Keep():
            return "More buckets stay."
        case _:
            return "There is nothing else to do."


def _advise_building(view: BucketsView) -> str:
    """Say how a duck would build, and why."""
    built = (view.building and view.building.built) or ""
    strong, next_strong, *_, weak = (PLURALS[colour] for colour in rank_colours(view.hand))
    return (
        f"A duck puts {strong} and {next_strong} low, as you hold the best cards of them, and "
        f"{weak} on top. Each animal stands in a column: with a lost bucket few others fall.\n"
        f"-# From the bottom: {describe_pyramid(build_for(view.hand, built))}"
    )
