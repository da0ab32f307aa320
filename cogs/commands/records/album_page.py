"""The album of achievements: which ones a person has, and which are still missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import ALBUM, ALL, STATS, TITLES, game_select, title_of
from cogs.display.pages.end import describe_earned
from cogs.display.words.table_text import fit_lines
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import count
from cogs.interactions.parts import Items, rows, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.model.people import Earned, Goal

NEWEST = 5
"""How many achievements the page of all games names."""

BAR = 10
"""Signs of a bar; it is full only when nothing is missing."""

ROOM = 3600
"""Characters for the achievements of one table."""

COLOUR = 0xF0B232


def render_album(
    game: str, person_id: int, earned: Sequence[Earned], goals: Sequence[Goal]
) -> MessageContent:
    """Return a page of the album: of one game every achievement, of all games how many of each."""
    have = {each.key: each for each in earned}
    done = sum(goal.key in have for goal in goals)
    facts = f"{title_of(game)} · {done} of {len(goals)} achievements · games with ducks earn none"
    head = f"### 🏅 The album of <@{person_id}>\n-# {facts}"
    body = _list_games(earned, goals) if game == ALL else _list_goals(have, goals)
    items: Items = [text(head), *map(text, body)]
    items += rows([game_select(game, ALBUM, "game", person_id)])
    back = PageButton.of(STATS, "show", person_id, game, label="Statistics")
    return framed(COLOUR, *items, *rows([back]))


def _list_games(earned: Sequence[Earned], goals: Sequence[Goal]) -> list[str]:
    """Return how far the album of each game is, and the newest achievements."""
    have = {each.key for each in earned}
    games = dict.fromkeys(goal.game for goal in goals)
    lines: list[str] = []
    for key in games:
        of_game = [goal.key in have for goal in goals if goal.game == key]
        done = sum(of_game)
        filled = BAR * done // len(of_game)
        bar = "▰" * filled + "▱" * (BAR - filled)
        lines.append(f"`{bar}` {done}/{len(of_game)} **{TITLES[key]}**")
    newest = [f"🏅 **{each.title}**, <t:{int(each.at)}:d>" for each in earned[:NEWEST]]
    return ["\n".join(lines), *(["\n".join(["**Newest**", *newest])] if newest else [])]


def _list_goals(have: dict[str, Earned], goals: Sequence[Goal]) -> list[str]:
    """Return what a person has of a game, newest first, and then what is missing."""
    owned = sorted((have[goal.key] for goal in goals if goal.key in have), key=lambda e: -e.at)
    lines = [f"🏅 **{each.title}**: {each.words} <t:{int(each.at)}:d>" for each in owned]
    missing = [f"▫️ {goal.title}: {goal.words}" for goal in goals if goal.key not in have]
    parts = [lines, [f"**Still missing: {len(missing)}**", *missing] if missing else []]
    return ["\n".join(part) for part in parts if part]


def render_earned_at(table_id: int, earned: Sequence[Earned]) -> MessageContent:
    """Return all achievements that a table has earned, as many as there is room for."""
    head = f"### 🏅 Table #{table_id} · {count(len(earned), 'achievement')}"
    rest = "-# and {} more, in the albums of `/stats`"
    lines = fit_lines(map(describe_earned, earned), ROOM, rest)
    return framed(COLOUR, text(f"{head}\n{lines}"))
