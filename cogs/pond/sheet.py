"""The sheet of Ducks in the Pond as text: days, rows, sets, dice, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.art.common import name_pieces
from cogs.interactions.names import count, fit_name, plain_name
from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from cogs.display.words.emojis import Emojis
    from engine.pond.view import DieView, RowView, SetView, View

DONE = "✅"
GONE = "✗"

CELLS = 12
"""Cells of the bar to the next rank."""
NEAR = 5
"""Most points short of a rank that still count as close."""
NAME = 12
"""Columns of a player's name beside what they have scored."""
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}


def describe_sheet(context: RenderContext) -> list[str]:
    """Return the text above the rows, which are controls; the whole sheet if nobody can act."""
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
    """Return who completed a row or a set; only a tick in a game for one."""
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
    """Return the sets, two a line."""
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
    """Return the unused dice of the day, large; or that there are none."""
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
    """Return a bar that is full at the next rank; or the best rank."""
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
