"""The sheet of Ducks in the Pond as text: day track, rows, sets, dice of the day, scores."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from cogs.display.words.emojis import Emojis
    from engine.pond.view import DayView, DieView, RowView, ScoreView, SetView, View

MARKS = ("❎", "🅾️")
"""Show whose box it is on a sheet of two: by the letter, not only by the colour."""
DONE, GONE = "✅", "✖️"
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}
USES = {
    **SET_NAMES,
    "change": "change",
    "reroll": "re-roll",
    "sunny": "sunny day",
    "feeding": "feeding area",
}
"""What a die was used for, in words; a die in a row has the name of the row."""


def describe_sheet(context: RenderContext) -> list[str]:
    """Return the parts of the sheet, each a paragraph."""
    view: View = context.view
    emojis = context.emojis
    parts = [
        " ".join(_show_day(emojis, day) for day in view.days),
        "\n".join(_show_row(emojis, view, row) for row in view.rows),
        _show_sets(emojis, view),
    ]
    if view.phase == "over":
        return parts
    if view.phase == "day":
        parts.append(_show_dice(emojis, view))
    return [*parts, _list_scores(context, view)]


def describe_uses(emojis: Emojis, dice: tuple[DieView, ...]) -> list[str]:
    """Return what the spent dice were used for: "3 3 Canvasback", "6 sunny day", with pictures."""
    spent = [die for die in dice if die.spent is not None]
    groups = groupby(sorted(spent, key=_name_use), key=_name_use)
    return [f"{' '.join(show_die(emojis, die) for die in group)} {use}" for use, group in groups]


def show_die(emojis: Emojis, die: DieView) -> str:
    """Return a die as a picture; the wild one is golden and has the word "wild"."""
    return f"{emojis[f'gold_{die.value}']} wild" if die.wild else emojis[f"white_{die.value}"]


def _mark_owner(view: View, seat: int) -> str:
    """Return the mark of who completed a row or set; a tick where there is but one player."""
    return MARKS[seat] if view.seats > 1 else DONE


def _name_use(die: DieView) -> str:
    """Return what a die was used for, in words."""
    return ROWS[die.value] if die.spent == "row" else USES[die.spent or ""]


def _show_day(emojis: Emojis, day: DayView) -> str:
    """Return a box of the day track: its weather, and whether it is past, now or to come."""
    picture = emojis[day.weather.lower().replace(" ", "_")]
    if day.phase == "past":
        return f"~~{day.day}~~{picture}"
    return f"[**{day.day}**{picture}]" if day.phase == "now" else f"{day.day}{picture}"


def _show_row(emojis: Emojis, view: View, row: RowView) -> str:
    """Return a duck, its three boxes, and what the row scores."""
    filled = [
        emojis[f"white_{row.value}"] if view.seats == 1 else MARKS[box.seat]
        for box in row.boxes
        if box is not None
    ]
    boxes = "".join(filled + [emojis["empty"]] * (len(row.boxes) - len(filled)))
    head = f"{emojis[row.key]} {boxes} "
    if row.seat is not None:
        return f"{head}{row.name} {_mark_owner(view, row.seat)} **+{row.points}**"
    if not row.possible:
        return f"{head}{GONE} ~~{row.name} {row.singly}/{row.one_roll}~~"
    if row.live == row.one_roll:
        return f"{head}{row.name} {row.singly}/**{row.one_roll}**"
    return f"{head}{row.name} **{row.singly}**/~~{row.one_roll}~~"


def _show_sets(emojis: Emojis, view: View) -> str:
    """Return the sets, two a line."""
    sets = [_show_set(emojis, view, claimed) for claimed in view.sets]
    return "\n".join("  ".join(sets[i : i + 2]) for i in range(0, len(sets), 2))


def _show_set(emojis: Emojis, view: View, claimed: SetView) -> str:
    """Return a set and what it scores."""
    values = "/".join(map(str, claimed.values))
    if claimed.seat is not None:
        return f"{_mark_owner(view, claimed.seat)} {claimed.name} **+{claimed.points}**"
    if not claimed.possible:
        return f"{GONE} ~~{claimed.name} {values}~~"
    return f"{emojis['empty']} {claimed.name} {values}"


def _show_dice(emojis: Emojis, view: View) -> str:
    """Return the unused dice of the day, large, and what the others were used for."""
    unused = " ".join(show_die(emojis, die) for die in view.dice if die.spent is None)
    lines = [f"# {unused}" if unused else "-# All dice of the day are used."]
    spent = describe_uses(emojis, view.dice)
    if spent:
        lines.append("-# used: " + " · ".join(spent))
    return "\n".join(lines)


def _list_scores(context: RenderContext, view: View) -> str:
    """Return the running scores; for a lone player also the rank."""
    if view.rank is not None:
        (score,) = view.scores
        rank = _describe_rank(score.total, view.rank)
        return f"{_format_score(context, score)}\n-# {rank}"
    lines: list[str] = []
    for score in view.scores:
        turn = "▶" if score.seat == view.seat else "▷"
        lines.append(f"{turn} {MARKS[score.seat]} {_format_score(context, score)}")
    return "\n".join(lines)


def _format_score(context: RenderContext, score: ScoreView) -> str:
    """Return a player's name, total, and points of rows and sets."""
    return f"{context.name(score.seat)} **{score.total}** · rows {score.left}, sets {score.right}"


def _describe_rank(total: int, rank: str) -> str:
    """Return the rank so far, and how far the next one is."""
    higher = [(points, name) for points, name in RANKS if points > total]
    if not higher:
        return f"{rank}!"
    points, name = min(higher)
    return f"{rank} so far · {points - total} to {name}"
