"""The list of finished tables; a button beside each opens its replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import (
    ALL,
    HISTORY,
    REPLAY,
    TITLES,
    back_and_next,
    select,
    title_of,
)
from cogs.display.words.ranking import MEDALS
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import count, plain_name
from cogs.interactions.parts import Items, Part, beside, rows, text
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from engine.core import Seat
    from records.model.boards import Entry, History

DAILIES = "daily"
"""In the place of a game's key: one's own dailies."""

ROOM = 250
"""Characters for the players of one table; ten tables are on a page."""


def render_history(
    reader: int, person_id: int, game: str, history: History, hidden: int = 0
) -> MessageContent:
    """Return a page of finished tables.

    Args:
        reader: the id of who reads it, whose results are marked.
        person_id: whose; 0 for those of everybody.
        game: which game, or all.
        history: without the tables that the reader may not see.
        hidden: how many of these the page has.
    """
    head = "### 📜 Finished tables" + (f" of <@{person_id}>" if person_id else "")
    facts = ["your dailies" if game == DAILIES else title_of(game), count(history.tables, "table")]
    facts += [f"page {history.page} of {history.pages}"] if history.pages > 1 else []
    items: Items = [text(f"{head}\n-# {' · '.join(facts)}")]
    way = f"{HISTORY}-to-{person_id}-{game}-{history.page}"
    items += [_make_entry(entry, reader, way) for entry in history.entries]
    if hidden:
        items.append(text(f"-# {count(hidden, 'table')} here: played where you cannot look."))
    elif not history.entries:
        items.append(text("No such table is finished yet."))
    options = [(ALL, "All games"), *TITLES.items(), (DAILIES, "Your dailies")]
    items += rows([select("Which game", options, game, HISTORY, "game", person_id)])
    items += rows(back_and_next(history.page, history.pages, HISTORY, person_id, game))
    return framed(0x8A6FD1, *items)


def _make_entry(entry: Entry, reader: int, way: str) -> Part:
    """Return a table: the reader's medal, which and when, and its players; beside it Open."""
    own = entry.people.index(reader) if reader in entry.people else None
    won = own is not None and not (entry.forfeited or entry.left[own] or len(entry.people) == 1)
    medal = MEDALS.get(entry.places[own], "") if won and own is not None else ""
    when = f"<t:{int(entry.ended_at)}:R>{', broken off' if entry.forfeited else ''}"
    title = "🌅 **Daily**" if entry.daily else f"**{title_of(entry.game)}**"
    head = f"{medal} {title} · {when}".lstrip()
    told = f"{head}\n-# {_list_players(entry, own)}"
    if entry.forfeited:
        return text(told)
    return beside(told, PageButton.of(REPLAY, "turning", entry.table_id, way, label="Open"))


def _list_players(entry: Entry, own: Seat | None) -> str:
    """Return everybody, or as many of the first as there is room for."""
    order = sorted(range(len(entry.names)), key=lambda seat: entry.places[seat])
    players = ""
    for number, seat in enumerate(order):
        player = _format_player(entry, seat, own)
        if len(players) + len(player) > ROOM:
            return f"{players} and {len(order) - number} more"
        players += f"{' · ' if players else ''}{player}"
    return players


def _format_player(entry: Entry, seat: Seat, own: Seat | None) -> str:
    """Return a player with place and score, or that the player left."""
    duck = "🦆 " if entry.people[seat] in COMPUTER_IDS else ""
    player = "**You**" if seat == own else f"{duck}{plain_name(entry.names[seat])}"
    player += "" if entry.forfeited else f" ({entry.scores[seat]})"
    return f"{player}, left" if entry.left[seat] else f"{entry.places[seat]}. {player}"
