"""Facts of Ducks in a Bucket that make one move better than another, each in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.table_text import in_tenths
from cogs.ducks.words import count_left, loses_bucket, name_hand
from engine.ducks import DUCK, Promote, Roll, Stop, View
from engine.ducks.dice import SIDES
from engine.ducks.odds import count_empty
from players.review import Why

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.ducks import Hand
    from players.review import Reason


def tell_fact(context: RenderContext, reason: Reason) -> str:
    """Return the first fact that holds for the better move alone; empty if there is none."""
    if reason.why in {Why.WINS, Why.LOSES}:
        return ""
    match reason.best.move, reason.other.move:
        case Promote(dice), other:
            return _praise_promotion(context, dice, other)
        case Stop(), _:
            return _praise_stop(context)
        case Roll(), Stop():
            return _praise_roll(context)
        case _, Promote(dice):
            return _praise_throwing(context, dice)
        case _:
            return ""


def _has_rival(view: View) -> bool:
    """Return whether there is a hand to beat."""
    return view.best is not None and view.best.hand is not None


def _is_last(view: View) -> bool:
    """Return whether nobody plays after this inning in this round."""
    return len(view.innings) == len(view.order) - 1


def _praise_stop(context: RenderContext) -> str:
    view: View = context.view
    _, leads = context.language, view.beats and _has_rival(view)
    if leads and _is_last(view):
        return _("It wins the round.")
    if not leads and loses_bucket(view):
        return _("Roll and lose the bucket: {chance}", chance=_count_risk(context))
    return _("Another roll could lose it all.")


def _praise_roll(context: RenderContext) -> str:
    view: View = context.view
    _ = context.language
    if _has_rival(view) and not view.beats:
        return _("To stop now is not enough to lead.")
    if not _is_last(view) and view.hand is not None and _is_easy(view, view.hand):
        return _("That is easy to beat: {hand}.", hand=name_hand(_, view.hand))
    if loses_bucket(view):
        return _("Roll and lose the bucket: {chance}", chance=_count_risk(context))
    return _("A bad roll costs only one die.")


def _is_easy(view: View, hand: Hand) -> bool:
    """Return whether whoever plays next and tries nothing else beats a hand in half of all cases.

    `chance_to_win` gives the chances; it would take too long here.
    """
    pair = hand.rank == "one pair" and hand.values[0] < max(SIDES)
    return hand.rank == "no pair" or (pair and view.wild and view.press != "bust")


def _count_risk(context: RenderContext) -> str:
    ways, of = count_empty(context.view.left)
    return in_tenths(context.language, ways / of)


def _praise_promotion(context: RenderContext, dice: tuple[int, ...], other: object) -> str:
    """Compare a promotion with another one, or with throwing a die away."""
    view: View = context.view
    _ = context.language
    hands = {each.dice: each for each in view.promotions}
    mine, others = hands[dice], other.dice if isinstance(other, Promote) else ()
    theirs = hands.get(others)
    if _has_rival(view) and mine.beats and not (theirs and theirs.beats):
        return _("That takes the lead: {hand}.", hand=name_hand(_, mine.hand))
    if view.wild and dice.count(DUCK) > others.count(DUCK):
        return _("In the bucket, a 2 counts as any number.")
    if theirs is None:
        last = loses_bucket(view)
        return _("Otherwise the bucket is lost.") if last else _("Throwing away would cost a die.")
    if mine.hand.strength > theirs.hand.strength:
        return _("The better hand: {hand}.", hand=name_hand(_, mine.hand))
    return _("More dice stay for the next roll.") if len(dice) < len(others) else ""


def _praise_throwing(context: RenderContext, dice: tuple[int, ...]) -> str:
    """Compare throwing a die away with a promotion."""
    fewer = count_left(context.view, Promote(dice)) < context.view.left - 1
    return context.language("More dice stay for the next roll.") if fewer else ""
