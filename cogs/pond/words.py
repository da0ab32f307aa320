"""Ducks in the Pond in words: its sheet, moves and their points, hints, and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.art.canvas import name_pieces
from cogs.display.pages.renderer import Chapter
from cogs.interactions.language import count, fit_name, plain_name
from cogs.interactions.parts import text
from engine.pond import DUCKS, RANKS, SETS
from engine.pond.moves import BOXES, Change, Claim, EndDay, Feed, Place, Reroll, Sunny, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext
    from engine.pond.position import DieView, PlanView, RowView, SetView, View
    from players.core import Assessed

DONE = "✅"
GONE = "✗"

CELLS = 12
"""Cells of the bar to the next rank."""
NEAR = 5
"""Most missing points that still count as close to a rank."""
NAME = 12
"""Columns for a player's name beside their points."""
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}


def describe_sheet(context: RenderContext) -> list[str]:
    """Return the text above the buttons of the rows, or the whole sheet if nobody can act."""
    view: View = context.view
    if view.phase == "over":
        return ["\n".join([*_list_rows(context), _show_sets(context)])]
    goal = _tell_goal(context, view)
    if context.moves:
        return goal
    sheet = "\n".join([*_list_rows(context), _show_sets(context)])
    return [*goal, sheet, *(_show_dice(context.emojis, view) if view.phase == "day" else ())]


def _list_rows(context: RenderContext) -> list[str]:
    return [" ".join(describe_row(context, row)) for row in context.view.rows]


def describe_uses(emojis: Emojis, dice: tuple[DieView, ...]) -> list[str]:
    """Return the uses of a day's dice: those in rows, and the names of sets."""
    placed = " ".join(_show_picture(emojis, die) for die in dice if die.spent == "row")
    sets = dict.fromkeys(SET_NAMES[die.spent] for die in dice if die.spent in SET_NAMES)
    return [*([f"{placed} in rows"] if placed else ()), *sets]


def _show_die(emojis: Emojis, die: DieView) -> str:
    """Return a die as a picture; a wild one is golden and has the word "wild"."""
    return _show_picture(emojis, die) + " wild" * die.wild


def _show_picture(emojis: Emojis, die: DieView) -> str:
    return emojis[f"{'gold' if die.wild else 'white'}_{die.value}"]


def show_unused(emojis: Emojis, view: View) -> str:
    """Return the unused dice as pictures."""
    return " ".join(_show_die(emojis, die) for die in view.dice if die.spent is None)


def _mark_owner(context: RenderContext, seat: int) -> str:
    """Return the mark of the player who completed a row or a set; a tick in a game for one."""
    if context.view.seats == 1:
        return DONE
    return f"({plain_name(fit_name(context.names[seat], NAME).strip())})"


def describe_days(context: RenderContext, view: View) -> str:
    """Return today with its dice, then the dice of later days, or the scores of two players."""
    today = view.days[view.day - 1]
    weather = context.emojis[today.weather.lower().replace(" ", "_")]
    shown = ", ".join(str(day.dice) for day in view.days if day.phase == "to come")
    now = f"Day {view.day} of {len(view.days)} · {weather} {count(today.dice, 'die', 'dice')}"
    if view.seats > 1:
        return " · ".join([now, *(f"{context.name(s.seat)} {s.total}" for s in view.scores)])
    return f"{now} today, then {shown}" if shown else f"{now}, the last day"


def describe_row(context: RenderContext, row: RowView) -> tuple[str, str]:
    """Return a duck with its three boxes, and its name with the row's points."""
    emojis = context.emojis
    filled = sum(box is not None for box in row.boxes)
    boxes = emojis[f"white_{row.value}"] * filled + emojis["empty"] * (len(row.boxes) - filled)
    return f"{emojis[row.key]} {boxes}", _describe_points(context, row)


def _describe_points(context: RenderContext, row: RowView) -> str:
    """Return a duck's name with the points of its row."""
    if row.seat is not None:
        return f"{row.name} **+{row.points}** {_mark_owner(context, row.seat)}"
    if not row.possible:
        return f"~~{row.name}~~"
    if row.live == row.one_roll:
        return f"{row.name} **{row.one_roll}** at once, else {row.singly}"
    return f"{row.name} **{row.singly}** when full"


def _show_sets(context: RenderContext) -> str:
    """Return the sets, two per line."""
    sets = [_show_set(context, claimed) for claimed in context.view.sets]
    return "\n".join(" · ".join(sets[i : i + 2]) for i in range(0, len(sets), 2))


def _show_set(context: RenderContext, claimed: SetView) -> str:
    """Return a set with its dice and its points."""
    head = f"{context.emojis['set_' + claimed.key.replace('-', '_')]} "
    if claimed.seat is not None:
        return f"{head}{claimed.name} **+{claimed.points}** {_mark_owner(context, claimed.seat)}"
    if not claimed.possible:
        return f"{head}~~{claimed.name}~~"
    return f"{head}{claimed.name} **{'/'.join(map(str, claimed.values))}**"


def label_set(each: SetView, gain: int) -> str:
    """Return the label of a set's button: its name with its points, or that it is gone."""
    if gain:
        return f"{each.name}: +{gain}"
    if each.seat is not None:
        return f"{each.name} ✓"
    least, most = each.values[0], each.values[-1]
    worth = f"{least}" if least == most else f"{least} to {most}"
    return f"{each.name} {worth if each.possible else GONE}"


def _show_dice(emojis: Emojis, view: View) -> list[str]:
    """Return the unused dice of the day, large; or a sentence that there are none."""
    dice = show_unused(emojis, view)
    return [f"# {dice}" if dice else "-# All dice of the day are used."]


def _tell_goal(context: RenderContext, view: View) -> list[str]:
    """Return the running score of a lone player, and the way to the next rank."""
    if view.rank is None:
        return []
    (score,) = view.scores
    goal = _draw_goal(context.emojis, score.total, view.rank)
    return [f"{context.name(0)} **{score.total}** {goal}"]


def _draw_goal(emojis: Emojis, total: int, rank: str) -> str:
    """Return a bar that is full at the next rank; at the best rank its name."""
    goals = sorted(each for each in RANKS if each[0] > total)
    if not goals:
        return f"points: {rank}!"
    (least, name), *_ = goals
    bar = "".join(emojis[key] for key in name_pieces(total * CELLS // least, CELLS))
    return f"{bar} goal **{least}**: {name}"


def tell_short(total: int) -> str:
    """Say how many points a lone player lacks for the next rank; empty at the best one."""
    short = sorted((least - total, name) for least, name in RANKS if least > total)
    if not short:
        return ""
    by, name = short[0]
    words = f"{count(by, 'point')} short of {name}"
    return f"\n**So close: {words}!**" if by <= NEAR else f"\n{words[0].upper()}{words[1:]}"


def describe_move(move: object, show: Callable[[int], str] = str) -> str:
    """Return a move in a few words; `show` writes a die."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([show(value)] * count)
            return f"{dice}{' wild' if wild else ''} into {ROWS[value]}"
        case Claim(key, values, _):
            return f"{SET_NAMES[key]} {' '.join(map(show, values))}"
        case EndDay():
            return "End day"
        case _:
            return _describe_spending(move, show)


def _describe_spending(move: object, show: Callable[[int], str]) -> str:
    """Return the dice that an ability takes, and its effect."""
    match move:
        case Change(value, to):
            return f"Spend a {show(1)}: {show(value)} becomes {show(to)}"
        case Reroll(values):
            return f"Spend a {show(3)}: re-roll {' '.join(map(show, values))}"
        case Sunny():
            return f"Spend a {show(6)}: six dice next day"
        case Feed((first, second), wild):
            return f"{show(first)} and {show(second)} become a wild {show(wild)}"
        case _:
            return str(move)


def describe_ability(move: object, of: int = 0) -> str:
    """Return the effect of an ability; `of`: the number of unused dice it can choose from."""
    match move:
        case Change(value, to):
            return f"{value} to {to}"
        case Reroll(values) if of:
            alone = len(values) == of - 1
            return f"Re-roll {'all others' if alone else count(len(values), 'die', 'dice')}"
        case Reroll(values):
            return f"Re-roll {' '.join(map(str, values))}"
        case Sunny():
            return "Six dice next day"
        case _:
            return str(move)


def describe_gain(view: View, move: object) -> str:
    """Return the points that a move scores at once; empty for none."""
    gain = count_gain(view, move)
    return f": +{gain}" if gain else ""


def count_gain(view: View, move: object) -> int:
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return row.live if row.boxes.count(None) == move.count else 0
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return kind.values[kind.sizes.index(len(move.values))]
    return 0


# Hints: facts on the sheet that make a move the best.


def explain(view: View, moves: Sequence[Assessed]) -> str:
    """Say why the first of these moves is the best; if there is only one other, compare them."""
    best, *others = moves
    reason = _give_reason(view, best.move)
    if view.seats > 1:
        return reason
    if len(others) != 1:
        return f"{reason} It leads to about {best.points:.0f} points at the end."
    (other,) = others
    ends = "a little less" if round(best.points) == round(other.points) else f"{other.points:.0f}"
    return f"{reason} It leads to about {best.points:.0f} points, {_go_on(other.move)} to {ends}."


def _give_reason(view: View, move: object) -> str:
    """Return one sentence, made of facts on the sheet."""
    if gain := count_gain(view, move):
        return f"It scores {gain} at once."
    match move:
        case EndDay():
            return "No other use of the dice is worth the box that it takes."
        case Place(value, count):
            row = view.rows[value - 1]
            filled = BOXES - row.boxes.count(None) + count
            return f"{row.name} then has {filled} of {BOXES} boxes, and scores when it is full."
        case Reroll():
            return "New dice are worth more on average than these."
        case Sunny():
            return "Six dice on your next day are worth more than any other use of this 6."
        case _:
            return _explain_step(view, move)


def weigh_looks(view: View, move: object) -> int:
    """Return a rank of how natural a move looks: it scores, or begins a plan that scores, cheaply.

    A move spends at most six dice, so the dice only break ties.
    """
    dice = len(getattr(move, "dice", ()))
    begins = any(plan.points for plan in view.plans if str(move) in plan.moves[:1])
    return 20 * count_gain(view, move) + 10 * begins - dice


def _explain_step(view: View, move: object) -> str:
    """Tell all steps that follow a change or a feeding, in one sentence."""
    plan = find_plan(view, move)
    if plan is None:
        return "The dice can then do more than now."
    _, *others = (_go_on(parse(text)) for text in plan.moves)
    gain = f", for {plan.points} points" if plan.points else ""
    return f"Then {', then '.join(others)}{gain}."


def _go_on(move: object) -> str:
    """Return a move in the form for the middle of a sentence."""
    return describe_move(move).replace("Spend", "spend").replace("End", "end")


def find_plan(view: View, move: object) -> PlanView | None:
    """Return the plan of several steps that a move begins; None without one."""
    begun = (each for each in view.plans if str(move) in each.moves[:1] and len(each.moves) > 1)
    return next(begun, None)


# The rules in our own words, with pictures.

THREE_LINES = (
    "Six days: six dice on the first, one fewer each day. Two players take turns on one sheet.",
    "Three dice of a number fill its duck's row, best on one day. A set takes dice of one day.",
    (
        "Tap dice for more: a 1 changes a die by one, a 3 re-rolls others, a 6 brings six dice "
        "next day, two make a wild one."
    ),
)


def describe_rules(emojis: Emojis) -> tuple[Chapter, ...]:
    two = (
        "They share the sheet and take turns, a day each; the higher roll starts, in a rematch "
        "the winner. Whoever fills the last box of a row, or claims a set, scores it."
    )
    alone = (
        f"{_list_ranks()}\n"
        "-# Ducks in the Pond was designed by Etien. This is an unofficial fan implementation."
    )
    return (
        Chapter("Rows", [text(_describe_rows(emojis))]),
        Chapter("Sets", [text(_describe_sets(emojis))]),
        Chapter("Abilities", [text(_describe_abilities(emojis))]),
        Chapter("Alone or in twos", [text(f"**Two players**: {two[0].lower()}{two[1:]}\n{alone}")]),
    )


def _describe_rows(emojis: Emojis) -> str:
    """Return the rows with their points."""
    head = (
        "Each duck takes three dice of its number. A full row scores: the higher value if all "
        "three came on one day, else the lower."
    )
    lines = [f"{emojis[duck.key]} {duck.name} {duck.singly}/**{duck.one_roll}**" for duck in DUCKS]
    return "\n".join([head, *lines])


def _describe_sets(emojis: Emojis) -> str:
    """Return the sets with examples and points."""
    example = {
        "full-house": (2, 2, 2, 6, 6),
        "4-kind": (4, 4, 4, 4),
        "5-kind": (5, 5, 5, 5, 5),
        "straight": (3, 4, 5),
    }
    head = "Claim a whole set at once, with dice of one day. Each set can be claimed only once."
    return (
        head
        + "\n"
        + "\n".join(
            f"{' '.join(emojis[f'white_{die}'] for die in example[kind.key])} {kind.name} "
            f"**{'/'.join(map(str, kind.points.values()))}**"
            + (" for 3, 4 or 5 dice; one in the whole game" if len(kind.points) > 1 else "")
            for kind in SETS
        )
    )


def _describe_abilities(emojis: Emojis) -> str:
    """Return the uses of dice besides rows and sets."""
    one, two, three, five, six = (emojis[f"white_{die}"] for die in (1, 2, 3, 5, 6))
    return (
        f"{one} changes another die by one: {one} {five} makes a {six}. Any number of times.\n"
        f"{three} re-rolls any of your other dice, once a day.\n"
        f"{six} makes your next day sunny: six dice.\n"
        f"**Any two dice** become one wild die, once a day, and you say what it shows, from 1 to "
        f"5: {two} {six} can become a {emojis['gold_4']}."
    )


def _list_ranks() -> str:
    """Return the ranks of a lone player with their points."""
    ranks = sorted(RANKS)
    higher = ", ".join(f"{points} a {name}" for points, name in ranks[1:])
    return f"{ranks[0][0]} points make a {ranks[0][1]}, {higher}."
