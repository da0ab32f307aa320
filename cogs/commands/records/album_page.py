"""The album of achievements: which ones a person has, and which are still missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cogs.display.art.charts import Badge, draw_album
from cogs.display.art.result_card import COLOURS
from cogs.display.controls.components import BACK, PageButton
from cogs.display.controls.paging import ALBUM, ALL, STATS, TITLES, back_and_next, game_select
from cogs.display.pages.end import describe_earned
from cogs.display.words.table_text import fit_lines
from cogs.interactions.content import Fragment, MessageContent, framed, picture
from cogs.interactions.names import count, plain_name
from cogs.interactions.parts import rows, text

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from records.model.people import Earned, Goal, Progress, Summary

PAGE = 3
"""Badges of which a page says what they ask for, so that a phone shows it whole."""

NEWEST, SHOWN = 8, 13
"""Badges in the picture of all games: the newest earned, and all; the closest is one of them."""

ROOM = 3600
"""Characters for the achievements of one table."""

COLOUR = 0xF0B232


def render_album(
    game: str, summary: Summary, goals: Sequence[Goal], page: int = 1, *, own: bool
) -> MessageContent:
    """Return a page of the album: badges of all games, or all of one, and what some ask for.

    `own`: the only reader is the person.
    """
    have = {each.key for each in summary.earned}
    of_game = {goal.key: goal for goal in goals}
    earned = [of_game[each.key] for each in summary.earned if each.key in of_game]
    near = {each.goal.key: each for each in summary.near if each.goal.key in of_game.keys() - have}
    missing = [each.goal for each in near.values()]
    missing += [goal for goal in goals if goal.key not in have and goal.key not in near]
    whose = "Your album" if own else f"Album of {plain_name(summary.name)}"
    pages = 1 if game == ALL else -(-len(goals) // PAGE)
    page = min(max(page, 1), pages)
    told = [*missing, *earned][PAGE * (page - 1) : PAGE * page]
    shown = [*earned, *missing] if game != ALL else [*earned[:NEWEST], *missing][:SHOWN]
    drawn = _draw(shown, near, have)
    back = PageButton.of(STATS, "show", summary.person_id, label=BACK)
    turning = back_and_next(page, pages, ALBUM, summary.person_id, game)
    return framed(
        COLOUR,
        text(f"### 🏅 {whose}: {len(earned)} of {len(goals)}"),
        *drawn.items,
        text(_tell_goals(told, near, have, several=game == ALL)),
        *rows([game_select(game, ALBUM, "game", summary.person_id)]),
        *rows([*turning, back]),
        pictures=drawn.pictures,
    )


def _draw(shown: Sequence[Goal], near: Mapping[str, Progress], have: Container[str]) -> Fragment:
    """Return the picture of badges; the closest one is large, and not in the grid as well."""
    first = next(iter(near.values()), None)
    badges = [_make_badge(goal, near, have) for goal in shown if not first or goal != first.goal]
    closest = first and _make_badge(first.goal, near, have)
    parts: list[str] = []
    if closest:
        parts.append(f"{closest.heading}: {closest.name}, {closest.done} of {closest.needed}.")
    for kind, group in (("Earned", True), ("Not yet earned", False)):
        names = ", ".join(badge.name for badge in badges if badge.earned == group)
        parts += [f"{kind}: {names}."] if names else []
    return picture("album", partial(draw_album, closest, tuple(badges)), " ".join(parts))


def _make_badge(goal: Goal, near: Mapping[str, Progress], have: Container[str]) -> Badge:
    colour = COLOURS[[*TITLES].index(goal.game) % len(COLOURS)]
    if goal.key in have:
        return Badge(goal.sign, goal.title, colour)
    far = near.get(goal.key)
    done, needed = (far.done, far.needed) if far else (0, 1)
    return Badge(goal.sign, goal.title, colour, done, needed)


def _tell_goals(
    told: Sequence[Goal], near: Mapping[str, Progress], have: Container[str], *, several: bool
) -> str:
    """Return what badges ask for, and how far those are that are not earned."""
    lines: list[str] = []
    for goal in told:
        far = near.get(goal.key)
        facts = [TITLES[goal.game]] if several else []
        facts += ["✓ earned"] if goal.key in have else []
        facts += [f"{far.done} of {far.needed}"] if far else []
        lines.append(" · ".join([f"{goal.sign} **{goal.title}**", *facts]))
        lines.append(f"-# {goal.words}")
    return "\n".join(lines)


def render_earned_at(table_id: int, earned: Sequence[Earned]) -> MessageContent:
    """Return all achievements that a table has earned, as many as there is room for."""
    head = f"### 🏅 Table #{table_id} · {count(len(earned), 'achievement')}"
    rest = "-# and {} more, in the albums of `/stats`"
    lines = fit_lines(map(describe_earned, earned), ROOM, rest)
    return framed(COLOUR, text(f"{head}\n{lines}"))
