"""What the list of finished tables looks like; each of them opens a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.core.components import PageSelect
from cogs.core.content import Items, MessageContent, rows, text
from cogs.core.names import count, plain_name
from cogs.core.paging import back_and_next, game_select, title_of
from cogs.records import replay_page

if TYPE_CHECKING:
    from records.model import Entry, History

PAGES = "history"

ROOM = 250
"""Characters for the players of one table; ten tables are on a page."""


def history_page(person_id: int, game: str, history: History) -> MessageContent:
    """A page of finished tables; `person_id` 0 for those of everybody."""
    head = "### 📜 Finished tables" + (f" of <@{person_id}>" if person_id else "")
    facts = [title_of(game), count(history.tables, "table")]
    facts += [f"page {history.page} of {history.pages}"] if history.pages > 1 else []
    lines = [_line(entry) for entry in history.entries] or ["No such table is finished yet."]
    items: Items = [text(f"{head}\n-# {' · '.join(facts)}"), text("\n".join(lines))]
    items += rows([_opener(history)]) if history.entries else []
    items += rows([game_select(game, PAGES, "game", person_id)])
    items += rows(back_and_next(history.page, history.pages, PAGES, person_id, game))
    return MessageContent([ui.Container(*items, accent_colour=0x8A6FD1)])


def _line(entry: Entry) -> str:
    """A table in two lines: which and when; then who, in the order of places."""
    when = f"<t:{int(entry.ended_at)}:d>"
    return f"`#{entry.table_id}` **{title_of(entry.game)}**, {when}\n-# {_players(entry)}"


def _players(entry: Entry) -> str:
    """Everybody, or as many of the first as there is room for."""
    order = sorted(range(len(entry.names)), key=lambda seat: entry.places[seat])
    said = ""
    for number, seat in enumerate(order):
        player = _player(entry, seat)
        if len(said) + len(player) > ROOM:
            return f"{said} and {len(order) - number} more"
        said += f"{' · ' if said else ''}{player}"
    return said


def _player(entry: Entry, seat: int) -> str:
    player = f"{plain_name(entry.names[seat])} ({entry.scores[seat]})"
    return f"{player}, left" if entry.left[seat] else f"{entry.places[seat]}. {player}"


def _opener(history: History) -> PageSelect:
    menu: ui.Select[Any] = ui.Select(
        placeholder="Step through a game again",
        options=[
            discord.SelectOption(
                label=f"#{entry.table_id} {title_of(entry.game)}",
                value=str(entry.table_id),
                description=", ".join(entry.names)[:100],
            )
            for entry in history.entries
        ],
    )
    return PageSelect.of(menu, replay_page.PAGES, "open")
