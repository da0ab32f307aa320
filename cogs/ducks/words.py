"""Texts of Ducks in a Bucket: hands, moves, hints, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.language import begin_with_capital
from cogs.interactions.parts import text
from engine.core import N_
from engine.ducks import Promote, Roll, Stop, ThrowAway

if TYPE_CHECKING:
    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from engine.ducks import Hand, View


GOOSE_EGG = N_("goose egg")

HANDS = {
    "five of a kind": N_("five of a kind"),
    "four of a kind": N_("four of a kind"),
    "straight": N_("straight"),
    "full house": N_("full house"),
    "three of a kind": N_("three of a kind"),
    "two pair": N_("two pair"),
    "one pair": N_("one pair"),
    "no pair": N_("no pair"),
}
"""Names of hands, by their ranks."""


KINDS = {
    "one pair": (
        N_("a pair of ones"),
        N_("a pair of twos"),
        N_("a pair of threes"),
        N_("a pair of fours"),
        N_("a pair of fives"),
        N_("a pair of sixes"),
    ),
    "three of a kind": (
        N_("three ones"),
        N_("three twos"),
        N_("three threes"),
        N_("three fours"),
        N_("three fives"),
        N_("three sixes"),
    ),
    "four of a kind": (
        N_("four ones"),
        N_("four twos"),
        N_("four threes"),
        N_("four fours"),
        N_("four fives"),
        N_("four sixes"),
    ),
    "five of a kind": (
        N_("five ones"),
        N_("five twos"),
        N_("five threes"),
        N_("five fours"),
        N_("five fives"),
        N_("five sixes"),
    ),
}
"""Hands of one number: a name for each number from 1 to 6."""


ALIKE = {
    1: N_("Promote one {die}"),
    2: N_("Promote two {die}s"),
    3: N_("Promote three {die}s"),
    4: N_("Promote four {die}s"),
    5: N_("Promote five {die}s"),
}
"""Labels for promoting dice that match the Boss, by the number of dice."""


def name_hand(_: Language, hand: Hand | None) -> str:
    """Return the name of a hand with its numbers; `hand` is None for a lost bucket."""
    if hand is None:
        return _(GOOSE_EGG)
    most, least = hand.values[0], hand.values[-1]
    match hand.rank:
        case "no pair":
            return _("{die} high", die=most)
        case "two pair":
            return _("two pair, {high} and {low}", high=most, low=hand.values[2])
        case "full house":
            return _("full house, {three} and {two}", three=most, two=least)
        case "straight":
            return _("straight to {die}", die=most)
        case kind:
            return _(KINDS[kind][most - 1])


def label_move(_: Language, view: View, move: object) -> str:
    """Return the label of a move's button."""
    match move:
        case Promote(dice):
            if {*dice} == {view.boss}:
                return _(ALIKE[len(dice)], die=dice[0])
            return _("Promote {dice}", dice=_.join([*map(str, dice)]))
        case Roll():
            return _.plural("Roll {n} die", "Roll {n} dice", view.left)
        case Stop():
            return _("Stop: {hand}", hand=name_hand(_, view.hand))
        case ThrowAway() if view.left > 1:
            label = N_("None: lose a die") if view.promotions else N_("Roll only {n}")
            return _(label, n=view.left - 1)
        case _:
            return _("Lose the bucket")


def loses_bucket(view: View) -> bool:
    """Return whether a roll without a promotion loses the bucket, and not only a die."""
    return view.press == "bust" or view.left == 1


def count_left(view: View, move: object) -> int:
    """Return the number of white dice outside the bucket after a move."""
    match move:
        case Promote(dice):
            return view.left - len(dice)
        case ThrowAway():
            return view.left - 1
        case _:
            return view.left


# The rules in our own words, with pictures of examples.

THREE_LINES = (
    N_(
        "Roll five white dice and the blue **Boss**. **Promote** dice that match it or add up to "
        "it: if it shows 5, any 5s, or 2+3."
    ),
    N_(
        "Then **stop**, or **roll** the rest. Promote nothing and you lose a die; lose the last "
        "and you score nothing."
    ),
    N_("The best poker hand in a bucket scores most, with each 2 wild. The most points win."),
)

RANKS = {
    "five of a kind": (6, 6, 6, 6, 6),
    "four of a kind": (4, 4, 4, 4, 1),
    "straight": (1, 2, 3, 4, 5),
    "full house": (5, 5, 5, 3, 3),
    "three of a kind": (3, 3, 3, 6, 1),
    "two pair": (6, 6, 4, 4, 1),
    "one pair": (5, 5, 6, 4, 1),
    "no pair": (6, 5, 4, 3, 1),
}
"""An example of each rank, best first."""


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    fives = _show_ways(_, emojis, (5,), (5, 5), (2, 3))
    turn = "\n".join(
        [
            _(
                "Roll five white dice and the blue **Boss**. The Boss decides what you may promote "
                "into your bucket, one way per roll:\n"
                "- **Matching**: as many dice as you like that show the same as the Boss.\n"
                "- **Adding**: one set of two or more dice that add up to the Boss."
            ),
            f"{_show_roll(emojis, 5, 1, 2, 3, 5, 5)} → {fives}",
            f"{_show_roll(emojis, 2, 1, 1, 2, 4, 6)} → {_show_ways(_, emojis, (2,), (1, 1))}",
            f"{_show_roll(emojis, 2, 3, 4, 5, 6, 6)} → {_('nothing')}",
        ]
    )
    going_on = _(
        "After a promotion **stop**, and your hand counts, or **roll** the dice outside the "
        "bucket and the Boss again.\n"
        "If you promote nothing, one die is thrown away and you must roll on. If no dice are "
        "left, the bucket is lost and scores no points: {picture} goose egg.\n"
        "{duck} **Ducks are wild**: a 2 in the bucket takes whatever value makes the best hand. "
        "Outside the bucket, a 2 is a plain 2.",
        picture=emojis["goose_egg"],
        duck=emojis["duck"],
    )
    hands = "\n".join(
        [
            _("Best first:"),
            *_list_ranks(_, emojis),
            _(
                "-# Between hands of the same kind, the higher dice that make the hand win, then "
                "the higher other dice, then whoever went first. A straight beats a full house "
                "here."
            ),
        ]
    )
    points = _(
        "The best hand scores as many points as there are players, the next hand one point less, "
        "and so on: with three players 3, 2 and 1. Goose eggs score 0. In each round another "
        "player goes first. The game ends when everybody has gone first once (or twice, if the "
        "table is set up so).\n"
        "-# Designed by James Ernest, Joe Kisenwether and John Kovalic, published by Crab Fragment "
        "Labs. This is an unofficial fan implementation."
    )
    return (
        Chapter(_.sense("chapter of the rules", "Your turn"), [text(turn)]),
        Chapter(_("Stop or roll"), [text(going_on)]),
        Chapter(_("Hands"), [text(hands)]),
        Chapter(_("Points"), [text(points)]),
    )


def _show_roll(emojis: Emojis, boss: int, *dice: int) -> str:
    """Return a roll as pictures, the Boss last."""
    return f"{_show_dice(emojis, dice)}  {emojis[f'boss_die_{boss}']}"


def _show_ways(_: Language, emojis: Emojis, *ways: tuple[int, ...]) -> str:
    return _.join([_show_dice(emojis, dice) for dice in ways], "or")


def _list_ranks(_: Language, emojis: Emojis) -> list[str]:
    return [
        f"{i}. {begin_with_capital(_(HANDS[rank]))}  {_show_dice(emojis, dice)}"
        for i, (rank, dice) in enumerate(RANKS.items(), start=1)
    ]


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    return " ".join(emojis[f"white_die_{die}"] for die in dice)
