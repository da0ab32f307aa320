"""The sheet of Ducks in the Pond as text: day track, rows, sets, dice of the day, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.emojis import Emojis
    from cogs.face import Look
    from engine.pond.view import DayView, DieView, RowView, SetView, View

FILLED = ("🟦", "🟧")
EMPTY = "⬜"
LETTERS = ("X", "O")
"""Beside the colour, whose box it is on a sheet of two."""


def sheet(look: Look) -> list[str]:
    """The parts of the sheet, each a paragraph."""
    view: View = look.view
    parts = [
        " ".join(_day(look, day) for day in view.days),
        "\n".join(_row(look.emojis, view, row) for row in view.rows),
        "\n".join(_set(view, claimed) for claimed in view.sets),
    ]
    if view.phase == "day":
        parts.append(_dice(look.emojis, view))
    return [*parts, _scores(look, view)]


def _day(look: Look, day: DayView) -> str:
    """A box of the day track: its weather, and whether it is over, now or to come."""
    picture = look.emojis[day.weather.lower().replace(" ", "_")]
    number = f"**{day.day}**" if day.phase == "now" else str(day.day)
    if day.phase == "past":
        return f"~~{number}~~{picture}"
    return f"[{number}{picture}]" if day.phase == "now" else f"{number}{picture}"


def _row(emojis: Emojis, view: View, row: RowView) -> str:
    boxes = "".join(EMPTY if box is None else _box(view, box.seat) for box in row.boxes)
    name = f"{emojis[row.key]} {boxes} {row.name} {row.value}s"
    if not row.possible:
        return f"{name} ~~{row.singly}/{row.one_roll}~~ can no longer be filled"
    values = (
        f"**{value}**" if value == row.live else str(value) for value in (row.singly, row.one_roll)
    )
    return f"{name} {'/'.join(values)}" + (f" ✅ **+{row.points}**" if row.points else "")


def _box(view: View, seat: int) -> str:
    return FILLED[seat] + (LETTERS[seat] if view.seats > 1 else "")


def _set(view: View, claimed: SetView) -> str:
    values = "/".join(map(str, claimed.values))
    if claimed.seat is not None:
        whose = f" {_box(view, claimed.seat)}" if view.seats > 1 else ""
        return f"✅{whose} {claimed.name} **+{claimed.points}**"
    if not claimed.possible:
        return f"✖ ~~{claimed.name} {values}~~"
    return f"{EMPTY} {claimed.name} {values}"


def _dice(emojis: Emojis, view: View) -> str:
    """The dice of the day: the unused ones large, the used ones with what they were used for."""
    unused = " ".join(_die(emojis, die) for die in view.dice if die.spent is None)
    used = [die for die in view.dice if die.spent is not None]
    lines = [f"# {unused}" if unused else "-# All dice of the day are used."]
    if used:
        lines.append("-# used: " + ", ".join(f"{die.value} for {die.spent}" for die in used))
    return "\n".join(lines)


def _die(emojis: Emojis, die: DieView) -> str:
    return emojis[f"{'gold' if die.wild else 'white'}_{die.value}"] + ("wild" if die.wild else "")


def _scores(look: Look, view: View) -> str:
    lines: list[str] = []
    for score in view.scores:
        mark = "▶ " if score.seat == view.seat and view.seats > 1 else ""
        box = f"{_box(view, score.seat)} " if view.seats > 1 else ""
        lines.append(
            f"{mark}{box}{look.name(score.seat)} **{score.total}** "
            f"(rows {score.left}, sets {score.right})"
        )
    if view.rank is not None:
        lines.append(f"-# {view.rank} so far")
    return "\n".join(lines)
