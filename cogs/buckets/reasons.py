"""Facts of The Bucket King that make one move better than another, each in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.buckets.cards import VALUES, of_colour, total
from engine.buckets.moves import Play, Remove
from engine.buckets.pyramid import count_loss
from players.review import Why

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.buckets.view import BucketsView, PlayingView
    from players.review import Reason


def tell_fact(context: RenderContext, reason: Reason) -> str:
    """Return the first fact that holds for the better move alone; empty if there is none."""
    stage: PlayingView | None = context.view.playing
    if stage is None or reason.why in {Why.WINS, Why.LOSES}:
        return ""
    match reason.best.move, reason.other.move:
        case Play(), Remove():
            beat = stage.trick.beat if stage.trick else 0
            return context.language("It beats {sum}, and no bucket falls.", sum=beat)
        case Play() as best, Play() as other:
            return _praise_play(context, stage, best, other)
        case Remove(box), other:
            return _praise_loss(context, stage, box, other)
        case _:
            return ""


def _praise_play(context: RenderContext, stage: PlayingView, best: Play, other: Play) -> str:
    view: BucketsView = context.view
    _, mine, theirs = context.language, total(best.cards), total(other.cards)
    if mine < theirs:
        return _("Higher cards stay.")
    if mine > theirs:
        carried = stage.trick.carried[stage.turn] if stage.trick else 0
        return _("The next player has to beat {sum}.", sum=carried + mine)
    if len(best.cards) < len(other.cards):
        return _("It takes fewer cards.")
    if max(VALUES[each] for each in best.cards) < max(VALUES[each] for each in other.cards):
        return _("Higher cards stay.")
    left, rest = (len(of_colour(view.hand, each.cards[0][0])) for each in (best, other))
    return _("This animal has the most cards left.") if left > rest else ""


def _praise_loss(context: RenderContext, stage: PlayingView, box: int, other: object) -> str:
    _, pyramid = context.language, stage.pyramids[stage.turn]
    falls = count_loss(pyramid, box)
    if not isinstance(other, Remove):
        return _("All cards stay in the hand.")
    if falls >= count_loss(pyramid, other.box):
        return ""
    return _("Nothing else falls with it.") if falls == 1 else _("Fewer buckets fall.")
