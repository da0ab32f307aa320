"""Words of Ducks in a Bucket: hands, moves, hints, and the rules."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.display.table_text import in_tenths
from cogs.interactions.language import ENGLISH, count, join_names
from cogs.interactions.parts import text
from engine.ducks import Promote, Roll, Stop, ThrowAway
from engine.ducks.inning import chance_to_win, count_empty

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from engine.ducks import Hand, View
    from engine.ducks.inning import Dice


WORDS = ("no", "one", "two", "three", "four", "five")


def name_hand(hand: Hand | None) -> str:
    """Return the name of a hand; None is a lost bucket."""
    return "goose egg" if hand is None else hand.rank


def add_article(hand: Hand | None) -> str:
    """Return a hand with its article, for use within a sentence: "one pair", "a straight"."""
    name = name_hand(hand)
    return f"a {name}" if name in {"full house", "straight", "goose egg"} else name


def label_move(view: View, move: object) -> str:
    """Return the label of a move's button."""
    match move:
        case Promote(dice):
            return f"Promote {_name_dice(dice, view.dice)}"
        case Roll():
            return f"Roll {_name_left(view.left)}"
        case Stop():
            return f"Stop: {name_hand(view.hand)}"
        case ThrowAway() if view.left > 1:
            return f"Throw one away, roll {_name_left(view.left - 1)}"
        case _:
            return "Lose the bucket"


def _name_left(left: int) -> str:
    return count(left, "die", "dice")


def _name_dice(dice: Dice, rolled: Dice) -> str:
    """Name some of the rolled dice: "both 5s", "2 and 3", "two 1s and 4"."""
    if len(set(dice)) == 1:
        return _name_alike(len(dice), dice[0], rolled.count(dice[0]))
    alike = Counter(dice).items()
    return join_names([f"{WORDS[n]} {die}s" if n > 1 else str(die) for die, n in alike])


def _name_alike(number: int, die: int, rolled: int) -> str:
    """Name `number` dice of one value; `rolled`: how many show this value."""
    if number < rolled:
        return f"{WORDS[number]} {die}{'s' * (number > 1)}"
    every = {1: "the", 2: "both"}.get(rolled, f"all {WORDS[rolled]}")
    return f"{every} {die}{'s' * (rolled > 1)}"


# Hints: one sentence with the reason for the best move, from facts on the board.


def count_later(view: View) -> int:
    """Return the number of seats that play after this one in the round."""
    return len(view.order) - len(view.innings) - 1


def name_loss(view: View) -> str:
    """Return the loss by a roll without a promotion."""
    return "the bucket" if view.press == "bust" or view.left == 1 else "a die"


def count_left(view: View, move: object) -> int:
    """Return the number of white dice outside the bucket after a move."""
    match move:
        case Promote(dice):
            return view.left - len(dice)
        case ThrowAway():
            return view.left - 1
        case _:
            return view.left


def explain(context: RenderContext, move: object) -> str:
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
    """Say what these dice make of the hand in the bucket."""
    promotion = next(each for each in view.promotions if each.dice == dice)
    hand, left = add_article(promotion.hand), view.left - len(dice)
    if promotion.ends:
        ahead = ", ahead of every hand so far" if promotion.beats and view.best else ""
        return f"These are the last dice: you have {hand}{ahead}."
    more = f"{count(left, 'die', 'dice')} {'is' if left == 1 else 'are'} left to make more of it"
    return f"The bucket then holds {hand}, and {more}."


def _tell_risk(view: View) -> str:
    """Tell the chance that the next roll promotes nothing, and the loss."""
    ways, of = count_empty(view.left)
    return f"The next roll loses {name_loss(view)} {in_tenths(ENGLISH, ways / of)} times"


def _tell_chance(context: RenderContext) -> str:
    """Tell the chance to get the best hand by rolling on; empty if no hand is to beat."""
    view: View = context.view
    if view.best is None or view.best.hand is None:
        return ""
    bust, target, name = view.press == "bust", view.best.hand.strength, context.name(view.best.seat)
    chance = chance_to_win(view.bucket, view.left, target, wild=view.wild, bust=bust)
    if not chance:
        return f", and you cannot beat {name} any more"
    does = "stays ahead of" if view.beats else "beats"
    return f", and rolling on {does} {name} {in_tenths(context.language, chance)} times"


# The rules in our own words, with pictures of examples.

THREE_LINES = (
    (
        "Roll five white dice and the blue **Boss**. **Promote** dice that match it or add up to "
        "it: for a 5, 5s or 2+3."
    ),
    (
        "Then **stop**, or **roll** the rest. Promote nothing and you lose a die; lose the last "
        "and you score nothing."
    ),
    "The best poker hand in a bucket scores most, with each 2 wild. The most points win.",
)

RANKS = (
    ("Five of a kind", (6, 6, 6, 6, 6)),
    ("Four of a kind", (4, 4, 4, 4, 1)),
    ("Straight", (1, 2, 3, 4, 5)),
    ("Full house", (5, 5, 5, 3, 3)),
    ("Three of a kind", (3, 3, 3, 6, 1)),
    ("Two pair", (6, 6, 4, 4, 1)),
    ("One pair", (5, 5, 6, 4, 1)),
    ("No pair", (6, 5, 4, 3, 1)),
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    goose_egg = f"{emojis['goose_egg']} goose egg"
    inning = (
        "Roll five white dice and the blue **Boss**. The Boss decides what you may promote "
        "into your bucket, one way per roll:\n"
        "- **Matching**: as many dice as you like that show the same as the Boss.\n"
        "- **Adding**: one set of two or more dice that add up to the Boss.\n"
        f"{_show_roll(emojis, 5, 1, 2, 3, 5, 5)} → {_show_ways(emojis, (5,), (5, 5), (2, 3))}\n"
        f"{_show_roll(emojis, 2, 1, 1, 2, 4, 6)} → {_show_ways(emojis, (2,), (1, 1))}\n"
        f"{_show_roll(emojis, 2, 3, 4, 5, 6, 6)} → nothing"
    )
    going_on = (
        "After a promotion **stop**, and your hand counts, or **roll** the dice outside the "
        "bucket and the Boss again.\n"
        "If you promote nothing, one die is thrown away and you must roll on. Without dice left "
        f"the bucket is lost: a {goose_egg}, no points.\n"
        f"{emojis['duck']} **Ducks are wild**: a 2 in the bucket takes whatever value makes the "
        "best hand. Outside it is a plain 2."
    )
    hands = (
        f"Best first:\n{_list_ranks(emojis)}\n-# Equal hands: the higher dice, then the others, "
        "then who went first. A straight beats a full house here."
    )
    points = (
        "The best hand scores as many points as there are players, the next one less, and so on; "
        "goose eggs score 0. "
        "Another player goes first in each round, and the game ends when everybody has done so "
        "once (or twice, as the table is set up).\n"
        "-# Designed by James Ernest, Joe Kisenwether and John Kovalic, published by Crab "
        "Fragment Labs. This is an unofficial fan implementation."
    )
    return (
        Chapter("Your inning", [text(inning)]),
        Chapter("Going on", [text(going_on)]),
        Chapter("Hands", [text(hands)]),
        Chapter("Points", [text(points)]),
    )


def _show_roll(emojis: Emojis, boss: int, *dice: int) -> str:
    """Return a roll as pictures, the Boss last."""
    return f"{_show_dice(emojis, dice)}  {emojis[f'boss_{boss}']}"


def _show_ways(emojis: Emojis, *ways: tuple[int, ...]) -> str:
    return " or ".join(_show_dice(emojis, dice) for dice in ways)


def _list_ranks(emojis: Emojis) -> str:
    return "\n".join(
        f"{i}. {name}  {_show_dice(emojis, dice)}" for i, (name, dice) in enumerate(RANKS, start=1)
    )


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    return " ".join(emojis[f"white_{die}"] for die in dice)
