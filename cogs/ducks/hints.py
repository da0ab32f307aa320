"""Why a move of Ducks in a Bucket is the best, in one sentence made of the facts on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.words.amounts import in_tenths
from cogs.ducks.words import add_article
from cogs.interactions.names import count
from engine.ducks import Promote, Roll, Stop, ThrowAway
from engine.ducks.odds import chance_to_win, count_empty

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from engine.ducks import View


def count_later(view: View) -> int:
    """Return how many seats play after this one in the round."""
    return len(view.order) - len(view.innings) - 1


def name_loss(view: View) -> str:
    """Return what a roll loses that promotes nothing."""
    return "the bucket" if view.press == "bust" or view.left == 1 else "a die"


def count_left(view: View, move: object) -> int:
    """Return how many white dice a move leaves outside the bucket."""
    match move:
        case Promote(dice):
            return view.left - len(dice)
        case ThrowAway():
            return view.left - 1
        case _:
            return view.left


def explain(context: RenderContext, move: object) -> str:
    """Say why this move is the best."""
    view: View = context.view
    match move:
        case Stop() if not count_later(view) and view.beats:
            return "Your bucket is ahead, and nobody plays after you in this round."
        case Stop():
            still = (
                "" if view.beats else " A lower hand still scores, and an empty bucket does not."
            )
            return f"{_tell_risk(view)}{_tell_chance(context)}.{still}"
        case Roll() if view.best is not None and not view.beats:
            return f"Your bucket is behind{_tell_chance(context)}."
        case Roll():
            return f"{_tell_risk(view)}, but a better hand is worth that."
        case Promote(dice):
            return _explain_promotion(view, dice)
        case _:
            fresh = count(view.left - 1, "die", "dice")
            return f"{fresh} rolled anew can do more than any promotion now."


def _explain_promotion(view: View, dice: tuple[int, ...]) -> str:
    """Say what the bucket holds with these dice."""
    promotion = next(each for each in view.promotions if each.dice == dice)
    hand, left = add_article(promotion.hand), view.left - len(dice)
    if promotion.ends:
        ahead = ", ahead of every hand so far" if promotion.beats and view.best else ""
        return f"These are the last dice: you have {hand}{ahead}."
    more = f"{count(left, 'die', 'dice')} {'is' if left == 1 else 'are'} left to make more of it"
    return f"The bucket then holds {hand}, and {more}."


def _tell_risk(view: View) -> str:
    """Say how likely the next roll is to promote nothing, and what that does."""
    ways, of = count_empty(view.left)
    return f"The next roll loses {name_loss(view)} {in_tenths(ways / of)} times"


def _tell_chance(context: RenderContext) -> str:
    """Say how likely rolling on ends ahead; nothing without a hand to beat."""
    view: View = context.view
    if view.best is None or view.best.hand is None:
        return ""
    bust, target, name = view.press == "bust", view.best.hand.strength, context.name(view.best.seat)
    chance = chance_to_win(view.bucket, view.left, target, wild=view.wild, bust=bust)
    if not chance:
        return f", and you cannot beat {name} any more"
    does = "stays ahead of" if view.beats else "beats"
    return f", and rolling on {does} {name} {in_tenths(chance)} times"
