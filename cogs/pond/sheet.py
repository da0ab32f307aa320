"""The sheet of Ducks in the Pond as text: day track, rows, sets, dice of the day, scores."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from cogs.interactions.names import count, fit_name, plain_name
from engine.pond import DUCKS, LOWEST_RANK, RANKS, SETS

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
        *_explain_rows(view),
        *(_show_row(context, row) for row in view.rows),
        _show_sets(context),
    ]
    parts = ["\n".join(sheet)]
    if view.phase == "over":
        return parts
    shown = _show_dice(emojis, view, unused=dice) if view.phase == "day" else []
    return [*parts, *shown, _list_scores(context, view)]


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
    shown = [
        f"{_show_weather(emojis, day)} {day.dice}{' dice' * (not i)}" for i, day in enumerate(days)
    ]
    return [f"-# Then: {' · '.join(shown)}"] if shown else []


def _show_weather(emojis: Emojis, day: DayView) -> str:
    """Return the weather of a day as a picture."""
    return emojis[day.weather.lower().replace(" ", "_")]


def _explain_rows(view: View) -> list[str]:
    """Return what the numbers of rows mean, as long as any row has two."""
    several = any(row.possible and not row.points and row.live == row.one_roll for row in view.rows)
    return ["-# Full row: **points** if filled on one day, else (these)"] if several else []


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
    """Return a set and what it scores."""
    if claimed.seat is not None:
        return f"{claimed.name} **+{claimed.points}** {_mark_owner(context, claimed.seat)}"
    if not claimed.possible:
        return f"~~{claimed.name}~~"
    least, most = claimed.values[0], claimed.values[-1]
    return f"{claimed.name} **{least}**" + (f" to **{most}**" if most > least else "")


def _show_dice(emojis: Emojis, view: View, *, unused: bool) -> list[str]:
    """Return the unused dice of the day, large, if asked for; or that there are none."""
    dice = " ".join(_show_die(emojis, die) for die in view.dice if die.spent is None)
    if not dice:
        return ["-# All dice of the day are used."]
    return [f"# {dice}"] if unused else []


def _list_scores(context: RenderContext, view: View) -> str:
    """Return the running scores; for a lone player also the rank."""
    if view.rank is not None:
        (score,) = view.scores
        return f"{_format_score(context, score)}\n-# {_describe_rank(score.total, view.rank)}"
    return "\n".join(
        f"{'▶ ' * (score.seat == view.seat)}{_format_score(context, score)}"
        for score in view.scores
    )


def _format_score(context: RenderContext, score: ScoreView) -> str:
    """Return a player's name and points."""
    return f"{context.name(score.seat)} · {count(score.total, 'point')}"


def _describe_rank(total: int, rank: str) -> str:
    """Return the rank that is reached, if any, and how far the next one is."""
    higher = [(points, name) for points, name in RANKS if points > total]
    if not higher:
        return f"{rank}!"
    points, name = min(higher)
    more = f"{points - total} more points make a {name}"
    return more if rank == LOWEST_RANK else f"{rank} already, {more}"
