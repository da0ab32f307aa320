"""The sheet of Ducks in the Pond as text: day track, rows, sets, dice of the day, scores."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cogs.interactions.names import count, fit_name, plain_name
from engine.pond import DUCKS, RANKS, SETS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext
    from cogs.display.words.emojis import Emojis
    from engine.pond.view import DayView, DieView, RowView, ScoreView, SetView, View

DONE = "✅"
NAME = 12
"""How much of a name stands beside what its player has scored, in columns."""
ROWS = {duck.value: duck.name for duck in DUCKS}
SET_NAMES = {kind.key: kind.name for kind in SETS}


def describe_sheet(context: RenderContext, *, dice: bool) -> list[str]:
    """Return the parts of the sheet, each a paragraph; with the unused dice or without."""
    view: View = context.view
    emojis = context.emojis
    sheet = [
        *_list_days(emojis, view),
        *([] if context.focus else _explain_rows(view)),
        *(_show_row(context, row) for row in view.rows),
        _show_sets(context),
    ]
    if view.phase == "over":
        return ["\n".join(sheet)]
    sheet.append(_list_scores(context, view))
    shown = _show_dice(emojis, view, unused=dice) if view.phase == "day" else []
    return ["\n".join(sheet), *shown]


def describe_uses(emojis: Emojis, dice: tuple[DieView, ...]) -> list[str]:
    """Return what went into rows and sets: "3 3 Canvasback", with pictures."""
    placed = [die for die in dice if die.spent == "row" or die.spent in SET_NAMES]
    groups = groupby(sorted(placed, key=_name_use), key=_name_use)
    return [
        f"{' '.join(_show_picture(emojis, die) for die in group)} {use}" for use, group in groups
    ]


def _show_die(emojis: Emojis, die: DieView) -> str:
    """Return a die as a picture; the wild one is golden and has the word "wild"."""
    return _show_picture(emojis, die) + " wild" * die.wild


def _show_picture(emojis: Emojis, die: DieView) -> str:
    """Return a die as a picture alone."""
    return emojis[f"{'gold' if die.wild else 'white'}_{die.value}"]


def _mark_owner(context: RenderContext, seat: int) -> str:
    """Return who completed a row or a set; a tick where there is but one player."""
    if context.view.seats == 1:
        return DONE
    return f"({plain_name(fit_name(context.names[seat], NAME).strip())})"


def _name_use(die: DieView) -> str:
    """Return the name of the row or set that a die went into."""
    return ROWS[die.value] if die.spent == "row" else SET_NAMES[die.spent or ""]


def _list_days(emojis: Emojis, view: View) -> list[str]:
    """Return a line about the days to come: their weather, and their dice."""
    days = [day for day in view.days if day.phase == "to come"]
    shown = [f"{_show_weather(emojis, day)} {day.dice}" for day in days]
    return [f"-# Next days' dice: {' · '.join(shown)}"] if shown else []


def _show_weather(emojis: Emojis, day: DayView) -> str:
    """Return the weather of a day as a picture."""
    return emojis[day.weather.lower().replace(" ", "_")]


def _explain_rows(view: View) -> list[str]:
    """Return what the numbers of rows mean, as long as any row has two."""
    several = any(row.possible and not row.points and row.live == row.one_roll for row in view.rows)
    return ["-# Three dice fill a row. Points: **all on one day** (else)"] if several else []


def _show_row(context: RenderContext, row: RowView) -> str:
    """Return a duck, its three boxes, and what the row scores."""
    emojis = context.emojis
    filled = sum(box is not None for box in row.boxes)
    boxes = emojis[f"white_{row.value}"] * filled + emojis["empty"] * (len(row.boxes) - filled)
    head = f"{emojis[row.key]} {boxes} "
    if row.seat is not None:
        return f"{head}{row.name} **+{row.points}** {_mark_owner(context, row.seat)}"
    if not row.possible:
        return f"{head}~~{row.name}~~"
    if row.live == row.one_roll:
        return f"{head}{row.name} **{row.one_roll}** ({row.singly})"
    return f"{head}{row.name} **{row.singly}**"


def _show_sets(context: RenderContext) -> str:
    """Return the sets, two a line."""
    sets = [_show_set(context, claimed) for claimed in context.view.sets]
    return "\n".join(" · ".join(sets[i : i + 2]) for i in range(0, len(sets), 2))


def _show_set(context: RenderContext, claimed: SetView) -> str:
    """Return a set, which dice it takes, and what it scores."""
    head = f"{context.emojis['set_' + claimed.key.replace('-', '_')]} "
    if claimed.seat is not None:
        return f"{head}{claimed.name} **+{claimed.points}** {_mark_owner(context, claimed.seat)}"
    if not claimed.possible:
        return f"{head}~~{claimed.name}~~"
    return f"{head}{claimed.name} **{'/'.join(map(str, claimed.values))}**"


def _show_dice(emojis: Emojis, view: View, *, unused: bool) -> list[str]:
    """Return the unused dice of the day, large, if asked for; or that there are none."""
    dice = " ".join(_show_die(emojis, die) for die in view.dice if die.spent is None)
    if not dice:
        return ["-# All dice of the day are used."]
    return [f"# {dice}"] if unused else []


def _list_scores(context: RenderContext, view: View) -> str:
    """Return the running scores; for a lone player also the next rank."""
    if view.rank is not None:
        (score,) = view.scores
        ahead = [f" · {least} for {name}" for least, name in sorted(RANKS) if score.total < least]
        return f"{_format_score(context, score)}{''.join(ahead[:1])}"
    return "\n".join(
        f"{'▶ ' * (score.seat == view.seat)}{_format_score(context, score)}"
        for score in view.scores
    )


def _format_score(context: RenderContext, score: ScoreView) -> str:
    """Return a player's name and points."""
    return f"{context.name(score.seat)} · {count(score.total, 'point')}"


def list_ranks(total: int) -> str:
    """Return the ranks of a lone player with the points that they take, those reached ticked."""
    ranks = [f"{least} {name}{f' {DONE}' * (total >= least)}" for least, name in sorted(RANKS)]
    return f"-# {' · '.join(ranks)}"
