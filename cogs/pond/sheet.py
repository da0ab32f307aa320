"""The sheet of Ducks in the Pond as text: day track, rows, sets, dice of the day, scores."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis
    from cogs.core.renderer import RenderContext
    from engine.pond.view import DayView, DieView, RowView, ScoreView, SetView, View

MARKS = ("❎", "🅾️")
"""Whose box it is on a sheet of two: told by the letter, not by the colour."""
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
"""What a die was used for, in words; one in a row is told by the row's name."""


def sheet(context: RenderContext) -> list[str]:
    """The parts of the sheet, each a paragraph."""
    view: View = context.view
    emojis = context.emojis
    parts = [
        " ".join(_day(emojis, day) for day in view.days),
        "\n".join(_row(emojis, view, row) for row in view.rows),
        _sets(emojis, view),
    ]
    if view.phase == "over":
        return parts
    if view.phase == "day":
        parts.append(_dice(emojis, view))
    return [*parts, _scores(context, view)]


def used(emojis: Emojis, dice: tuple[DieView, ...]) -> list[str]:
    """What the spent dice were used for: "3 3 Canvasback", "6 sunny day", with pictures."""
    spent = [die for die in dice if die.spent is not None]
    groups = groupby(sorted(spent, key=_use), key=_use)
    return [f"{' '.join(show_die(emojis, die) for die in group)} {use}" for use, group in groups]


def show_die(emojis: Emojis, die: DieView) -> str:
    """A die; the wild one in gold and with a word."""
    return f"{emojis[f'gold_{die.value}']} wild" if die.wild else emojis[f"white_{die.value}"]


def _by(view: View, seat: int) -> str:
    """Who completed a row or a set: a player's mark, or a tick where there is but one player."""
    return MARKS[seat] if view.seats > 1 else DONE


def _use(die: DieView) -> str:
    return ROWS[die.value] if die.spent == "row" else USES[die.spent or ""]


def _day(emojis: Emojis, day: DayView) -> str:
    """A box of the day track: its weather, and whether it is over, now or to come."""
    picture = emojis[day.weather.lower().replace(" ", "_")]
    if day.phase == "past":
        return f"~~{day.day}~~{picture}"
    return f"[**{day.day}**{picture}]" if day.phase == "now" else f"{day.day}{picture}"


def _row(emojis: Emojis, view: View, row: RowView) -> str:
    """A duck, its three boxes, and what the row scores."""
    filled = [
        emojis[f"white_{row.value}"] if view.seats == 1 else MARKS[box.seat]
        for box in row.boxes
        if box is not None
    ]
    boxes = "".join(filled + [emojis["empty"]] * (len(row.boxes) - len(filled)))
    head = f"{emojis[row.key]} {boxes} "
    if row.seat is not None:
        return f"{head}{row.name} {_by(view, row.seat)} **+{row.points}**"
    if not row.possible:
        return f"{head}{GONE} ~~{row.name} {row.singly}/{row.one_roll}~~"
    if row.live == row.one_roll:
        return f"{head}{row.name} {row.singly}/**{row.one_roll}**"
    return f"{head}{row.name} **{row.singly}**/~~{row.one_roll}~~"


def _sets(emojis: Emojis, view: View) -> str:
    """The right side, two sets a line."""
    sets = [_set(emojis, view, claimed) for claimed in view.sets]
    return "\n".join("  ".join(sets[i : i + 2]) for i in range(0, len(sets), 2))


def _set(emojis: Emojis, view: View, claimed: SetView) -> str:
    values = "/".join(map(str, claimed.values))
    if claimed.seat is not None:
        return f"{_by(view, claimed.seat)} {claimed.name} **+{claimed.points}**"
    if not claimed.possible:
        return f"{GONE} ~~{claimed.name} {values}~~"
    return f"{emojis['empty']} {claimed.name} {values}"


def _dice(emojis: Emojis, view: View) -> str:
    """The unused dice of the day, large, and what the others were used for."""
    unused = " ".join(show_die(emojis, die) for die in view.dice if die.spent is None)
    lines = [f"# {unused}" if unused else "-# All dice of the day are used."]
    spent = used(emojis, view.dice)
    if spent:
        lines.append("-# used: " + " · ".join(spent))
    return "\n".join(lines)


def _scores(context: RenderContext, view: View) -> str:
    """The running scores, and a lone player's rank."""
    if view.rank is not None:
        return f"{_score(context, view.scores[0])}\n-# {_rank(view.scores[0].total, view.rank)}"
    lines = (
        f"{'▶' if score.seat == view.seat else '▷'} {MARKS[score.seat]} {_score(context, score)}"
        for score in view.scores
    )
    return "\n".join(lines)


def _score(context: RenderContext, score: ScoreView) -> str:
    return f"{context.name(score.seat)} **{score.total}** · rows {score.left}, sets {score.right}"


def _rank(total: int, rank: str) -> str:
    """The rank so far, and how far the next one is."""
    higher = [(points, name) for points, name in RANKS if points > total]
    if not higher:
        return f"{rank}!"
    points, name = min(higher)
    return f"{rank} so far · {points - total} to {name}"
