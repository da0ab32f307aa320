"""What the list of finished tables looks like; a select opens the replay of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.controls.components import PageSelect
from cogs.display.controls.paging import ALL, REPLAY, TITLES, back_and_next, select, title_of
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import clean_name, count, plain_name
from cogs.interactions.parts import Items, Part, menu, menu_option, rows, text
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from records.model.boards import Entry, History

PAGES = "history"

DAILIES = "daily"
"""In the place of a game's key: one's own dailies."""

ROOM = 250
"""Characters for the players of one table; ten tables are on a page."""


def render_history(person_id: int, game: str, history: History, hidden: int = 0) -> MessageContent:
    """Return a page of finished tables.

    Args:
        person_id: whose; 0 for those of everybody.
        game: which game, or all.
        history: without the tables that the reader may not see.
        hidden: how many of these the page has.
    """
    head = "### 📜 Finished tables" + (f" of <@{person_id}>" if person_id else "")
    facts = ["your dailies" if game == DAILIES else title_of(game), count(history.tables, "table")]
    facts += [f"page {history.page} of {history.pages}"] if history.pages > 1 else []
    lines = [_format_entry(entry) for entry in history.entries]
    if hidden:
        lines.append(f"-# {count(hidden, 'table')} here: played where you cannot look.")
    lines = lines or ["No such table is finished yet."]
    items: Items = [text(f"{head}\n-# {' · '.join(facts)}"), text("\n".join(lines))]
    items += rows([_make_replay_select(history)]) if history.entries else []
    options = [(ALL, "All games"), *TITLES.items(), (DAILIES, "Your dailies")]
    items += rows([select("Which game", options, game, PAGES, "game", person_id)])
    items += rows(back_and_next(history.page, history.pages, PAGES, person_id, game))
    return framed(0x8A6FD1, *items)


def _format_entry(entry: Entry) -> str:
    """Return a table in two lines: which and when; then its players, best first."""
    when = f"<t:{int(entry.ended_at)}:d>"
    return f"`#{entry.table_id}` **{title_of(entry.game)}**, {when}\n-# {_list_players(entry)}"


def _list_players(entry: Entry) -> str:
    """Return everybody, or as many of the first as there is room for."""
    order = sorted(range(len(entry.names)), key=lambda seat: entry.places[seat])
    players = ""
    for number, seat in enumerate(order):
        player = _format_player(entry, seat)
        if len(players) + len(player) > ROOM:
            return f"{players} and {len(order) - number} more"
        players += f"{' · ' if players else ''}{player}"
    return players


def _format_player(entry: Entry, seat: int) -> str:
    """Return a player with place and score, or that the player left."""
    duck = "🦆 " if entry.people[seat] in COMPUTER_IDS else ""
    player = f"{duck}{plain_name(entry.names[seat])} ({entry.scores[seat]})"
    return f"{player}, left" if entry.left[seat] else f"{entry.places[seat]}. {player}"


def _make_replay_select(history: History) -> Part:
    """Return the select that opens a replay."""
    options = [
        menu_option(
            f"#{entry.table_id} {title_of(entry.game)}",
            str(entry.table_id),
            ", ".join(map(clean_name, entry.names))[:100],
        )
        for entry in history.entries
    ]
    return menu(PageSelect.of(REPLAY, "open"), options, "Step through a game again")
