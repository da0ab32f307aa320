"""Texts of Ducks in the Pond: the sheet, the moves with their points, hints, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.display.table_text import EMPTY, draw_bar
from cogs.interactions.language import fit_name, plain_name
from cogs.interactions.parts import text
from engine.core import N_
from engine.pond import DUCKS, LOWEST_RANK, RANKS, SETS
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.core import Seat
    from engine.pond.view import DieView, RowView, SetView, View

DONE = "✅"

CELLS = 6
"""Cells of the bar to the next rank."""
NEAR = 5
"""Largest gap to the next rank, in points, that counts as close."""
NAME = 12
"""Width of a player's name beside the points, in columns."""
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}


def describe_board(context: RenderContext, dice: str, told: str) -> str:
    """Return what a page is for, else a lone player's goal, and the unused dice in large type."""
    view: View = context.view
    goal = _tell_goal(context, view) if view.phase != "over" else []
    large = [f"# {dice}"] if dice and view.phase == "day" else []
    return "\n".join([*([f"**{told}**"] if told else goal), *large])


def describe_sheet(context: RenderContext) -> str:
    """Return the whole sheet, for readers without buttons."""
    lines = [" ".join(describe_row(context, row)) for row in context.view.rows]
    return "\n".join([*lines, *describe_sets(context)])


def describe_uses(context: RenderContext, dice: tuple[DieView, ...]) -> list[str]:
    """Return how the dice of a day were used: the dice in rows, and the names of claimed sets."""
    _ = context.language
    placed = " ".join(_show_picture(context.emojis, die) for die in dice if die.spent == "row")
    sets = dict.fromkeys(_(SET_NAMES[die.spent]) for die in dice if die.spent in SET_NAMES)
    return [*([_("{dice} in rows", dice=placed)] if placed else ()), *sets]


def _show_die(context: RenderContext, die: DieView) -> str:
    """Return a die as a picture; a wild die is golden, with the word "wild" after it."""
    picture = _show_picture(context.emojis, die)
    return f"{picture} {context.language('wild')}" if die.wild else picture


def _show_picture(emojis: Emojis, die: DieView) -> str:
    return emojis[f"{'gold' if die.wild else 'white'}_die_{die.value}"]


def show_dice(
    context: RenderContext, dice: Iterable[DieView], picked: Iterable[DieView] = ()
) -> str:
    """Return dice as pictures; picked dice are golden."""
    return " ".join(
        context.emojis[f"gold_die_{die.value}"]
        if any(die is each for each in picked)
        else _show_die(context, die)
        for die in dice
    )


def _mark_owner(context: RenderContext, seat: int) -> str:
    """Return the name of the player who completed a row or a set; in a game for one, a tick."""
    if context.view.seats == 1:
        return DONE
    return f"({plain_name(fit_name(context.names[seat], NAME).strip())})"


def describe_days(context: RenderContext, view: View) -> str:
    """Return the number of today, its weather and its number of dice, and then one more fact.

    With two players this is the scores. Alone, it is the numbers of dice of the later days.
    """
    today = view.days[view.day - 1]
    weather = context.emojis[today.weather.lower().replace(" ", "_")]
    _ = context.language
    shown = _.join([str(day.dice) for day in view.days if day.phase == "to come"], "commas")
    dice = f"{weather} {_.plural('{n} die', '{n} dice', today.dice)}"
    if view.seats > 1:
        more = [f"{context.name(s.seat)} {s.total}" for s in view.scores]
    else:
        more = [_("then {later}", later=shown) if shown else _("the last day")]
    return " · ".join([_("Day {day}/{days}", day=view.day, days=len(view.days)), dice, *more])


def describe_row(context: RenderContext, row: RowView) -> tuple[str, str]:
    """Return a duck with its three boxes, and the row's points."""
    emojis = context.emojis
    filled = sum(box is not None for box in row.boxes)
    boxes = emojis[f"white_die_{row.value}"] * filled + EMPTY * (len(row.boxes) - filled)
    return f"{emojis[row.key]} {boxes}", _describe_points(context, row)


def _describe_points(context: RenderContext, row: RowView) -> str:
    _ = context.language
    if row.seat is not None:
        return f"**+{row.points}** {_mark_owner(context, row.seat)}"
    if not row.possible:
        return _("too late")
    if row.live != row.one_roll:
        return _("**{points}** when full", points=row.singly)
    if row is next(each for each in context.view.rows if _is_open(each)):
        return _("**{points}** points today, else {less}", points=row.one_roll, less=row.singly)
    return _("**{points}**, else {less}", points=row.one_roll, less=row.singly)


def _is_open(row: RowView) -> bool:
    """Return whether a row can still be filled with the dice of one day."""
    return row.seat is None and row.possible and row.live == row.one_roll


def describe_sets(context: RenderContext) -> list[str]:
    """Return the sets with their points in a small line, without those for which it is too late."""
    _ = context.language
    sets = [each for each in context.view.sets if each.possible or each.seat is not None]
    told = " · ".join(_show_set(context, each) for each in sets)
    return [f"-# {_.label(_('Sets'), told)}"] if sets else []


def _show_set(context: RenderContext, claimed: SetView) -> str:
    """Return the name of a set and its points."""
    name = context.language(claimed.name)
    if claimed.seat is not None:
        return f"{name} **+{claimed.points}** {_mark_owner(context, claimed.seat)}"
    return f"{name} **{'/'.join(map(str, claimed.values))}**"


def _tell_goal(context: RenderContext, view: View) -> list[str]:
    """Return a lone player's score, with a bar of the progress to the next rank."""
    if view.rank is None:
        return []
    (score,) = view.scores
    goal = _draw_goal(context, score.total, view.rank)
    return [f"-# {context.name(0)} **{score.total}** {goal}"]


def _draw_goal(context: RenderContext, total: int, rank: str) -> str:
    """Return the progress bar to the next rank; at the best rank, only its name."""
    _, goals = context.language, sorted(each for each in RANKS if each[0] > total)
    if not goals:
        return _("· {rank}!", rank=_(rank))
    least, name = goals[0]
    return f"{draw_bar(total * CELLS // least, CELLS)} **{least}** {_(name)}"


def name_best(_: Language, view: View, seat: Seat) -> str:
    """Name the row or the set by which a player has scored most; empty if there is none."""
    own = [each for each in (*view.rows, *view.sets) if each.seat == seat]
    best = max(own, key=lambda each: each.points, default=None)
    return _("Most: {name} +{points}", name=_(best.name), points=best.points) if best else ""


def tell_ranks(_: Language, total: int) -> str:
    """Return all ranks, worst first, with a lone player's own; first, how few points lack for more.

    The lowest rank's name sounds better than the next one's, so all of them are shown.
    """
    ranks = [(0, LOWEST_RANK), *sorted(RANKS)]
    own = max(each for each in ranks if each[0] <= total)
    named = [
        f"**{_(each[1])}**" if each == own else f"{each[0] or ''} {_(each[1])}".strip()
        for each in ranks
    ]
    ladder = f"-# {' → '.join(named)}"
    by, name = min(((n - total, name) for n, name in RANKS if n > total), default=(0, ""))
    if not 0 < by <= NEAR:
        return ladder
    amount = _.plural("{n} point", "{n} points", by)
    told = _("{rank}: {amount} short!", rank=_(name), amount=amount)
    return f"**{_('So close!')} {told}**\n{ladder}"


def describe_move(_: Language, move: object, show: Callable[[int], str] = str) -> str:
    """Return a move in a few words; `show` returns the text or picture of a die."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([show(value)] * count)
            return _.label(_(ROWS[value]), f"{dice} {_('wild')}" if wild else dice)
        case Claim(key, values):
            return _.label(_(SET_NAMES[key]), " ".join(map(show, values)))
        case EndDay():
            return _("End day")
        case _:
            return _describe_spending(_, move, show)


def _describe_spending(_: Language, move: object, show: Callable[[int], str]) -> str:
    """Return the dice that an ability uses, and its effect."""
    match move:
        case Change(value, to):
            spent, old, new = map(show, (1, value, to))
            return _("Spend a {die}: {old} becomes {new}", die=spent, old=old, new=new)
        case Reroll(values):
            dice = " ".join(map(show, values))
            return _("Spend a {die}: re-roll {dice}", die=show(3), dice=dice)
        case Sunny():
            return _("Spend a {die}: six dice next day", die=show(6))
        case Feed(values, wild):
            first, second, made = map(show, (*values, wild))
            return _("{one} and {two} become a wild {die}", one=first, two=second, die=made)
        case _:
            return str(move)


def describe_ability(_: Language, view: View, move: Reroll | Sunny) -> str:
    """Return the effect of an ability; the die that it spends is still unused."""
    match move:
        case Reroll(values) if len(values) + 1 == sum(die.spent is None for die in view.dice):
            return _("Re-roll all others")
        case Reroll(values):
            return _.plural("Re-roll {n} die", "Re-roll {n} dice", len(values))
        case Sunny() if view.seats == 1:
            return _("Six dice tomorrow")
        case _:
            return _("Six dice next day")


def describe_gain(view: View, move: object) -> str:
    """Return the points that a move scores at once, such as " (+15)"; empty if it scores none."""
    gain = count_gain(view, move)
    return f" (+{gain})" if gain else ""


def count_gain(view: View, move: object) -> int:
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return row.live if row.boxes.count(None) == move.count else 0
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return kind.values[kind.sizes.index(len(move.values))]
    return 0


# Hints: how natural a move looks.


def weigh_looks(view: View, move: object) -> int:
    """Return how natural a move looks: more if it scores or begins a plan that scores.

    Each die of the move subtracts 1. A move has at most six dice, so dice only break ties.
    """
    dice = len(getattr(move, "dice", ()))
    begins = any(plan.points for plan in view.plans if str(move) in plan.moves[:1])
    return 20 * count_gain(view, move) + 10 * begins - dice


# The rules in our own words, with pictures.

THREE_LINES = (
    N_("Six days: six dice on the first, one fewer each day. Two players take turns on one sheet."),
    N_(
        "Three dice of a number fill its duck's row. A row filled on one day scores more. A set "
        "takes dice of one day."
    ),
    N_(
        "Dice can do more: a 1 changes a die by one, a 3 re-rolls others, a 6 brings six dice next "
        "day, any two make a wild die."
    ),
)


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    players = _(
        "**Two players** share the sheet and take turns, a day each. The higher roll starts; in a "
        "rematch, the winner starts. Whoever fills the last box of a row, or claims a set, scores "
        "it.\n"
        "**Alone** you play for a rank. The ranks by points: {ranks}.\n"
        "-# Ducks in the Pond was designed by Etien. This is an unofficial fan implementation.",
        ranks=_.join([f"{points} {_(name)}" for points, name in sorted(RANKS)], "commas"),
    )
    return (
        Chapter(_("Rows"), [text(_describe_rows(_, emojis))]),
        Chapter(_("Sets"), [text(_describe_sets(_, emojis))]),
        Chapter(_("Abilities"), [text(_describe_abilities(_, emojis))]),
        Chapter(_("One or two players"), [text(players)]),
    )


def _describe_rows(_: Language, emojis: Emojis) -> str:
    """Return the rows with their points."""
    head = _(
        "Each duck takes three dice of its number. A full row scores the higher value if all three "
        "dice came on one day, else the lower value."
    )
    lines = [
        f"{emojis[duck.key]} {_(duck.name)} {duck.singly}/**{duck.one_roll}**" for duck in DUCKS
    ]
    return "\n".join([head, *lines])


def _describe_sets(_: Language, emojis: Emojis) -> str:
    """Return the sets with examples and points."""
    example = {
        "full-house": (2, 2, 2, 6, 6),
        "4-kind": (4, 4, 4, 4),
        "5-kind": (5, 5, 5, 5, 5),
        "straight": (3, 4, 5),
    }
    head = _("Claim a whole set at once, with dice of one day. Each set can be claimed only once.")
    lines = [
        f"{' '.join(emojis[f'white_die_{die}'] for die in example[kind.key])} {_(kind.name)} "
        f"**{'/'.join(map(str, kind.points.values()))}**"
        for kind in SETS
    ]
    note = _(
        "A straight is worth more with more dice: 3, 4 or 5. Only one straight can be claimed in "
        "the whole game."
    )
    return "\n".join([head, *lines, f"-# {note}"])


def _describe_abilities(_: Language, emojis: Emojis) -> str:
    """Return the uses of dice besides rows and sets."""
    one, two, three, five, six = (emojis[f"white_die_{die}"] for die in (1, 2, 3, 5, 6))
    return _(
        "{one} changes another die by one: {one} {five} makes a {six}. Any number of times.\n"
        "{three} re-rolls any of your other dice, once a day.\n"
        "{six} makes your next day sunny: six dice.\n"
        "**Any two dice** become one wild die, once a day, and you say what it shows, from 1 to "
        "5: {two} {six} can become a {wild}.",
        one=one,
        two=two,
        three=three,
        five=five,
        six=six,
        wild=emojis["gold_die_4"],
    )
