"""Names and buttons that private pages share: leaderboards, statistics, history, settings, ...

Only the person who asked sees a page. Its buttons and selects hold all that the next page needs
(`PageButton`, `PageSelect`). A page can be shared as a message without controls.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from discord import app_commands

from cogs.display.controls.components import BACK, PageButton, PageSelect, back_button
from cogs.interactions.errors import Declined, UnknownControl
from cogs.interactions.names import cut
from cogs.interactions.parts import Component, Items, menu, menu_option
from players.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.controls.components import Texts
    from cogs.interactions.interaction import Interaction

ALL = "all"
"""All games together, in place of a game's key."""

REPLAY = "replay"
"""The pages of a replay."""

REVIEW = "review"
"""The pages of a review."""

MORE = "more"
"""The page behind ⋯, in place of a way back."""

EVERYBODY = "p"
"""The public view of a replay, in place of a seat's number."""

CANCEL = "cancel"
"""The page that asks before it cancels a game."""

PLAY = "play"
"""The chooser of games."""

SETTINGS = "settings"
"""The pages of a server's settings."""

LARGEST = 2**63 - 1
"""Largest number that a column of the database holds."""

TITLES = {game.info.key: game.info.title for game in GAMES}
GAME_CHOICES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]


def read_number(text: str) -> int:
    """Return a number from a page's args; raises UnknownControl if no column can hold it."""
    if not re.fullmatch("-?[0-9]{1,19}", text) or not -LARGEST <= int(text) <= LARGEST:
        raise UnknownControl
    return int(text)


def read_chosen(
    interaction: Interaction, kind: str, values: Texts, *, most: int
) -> tuple[int, ...]:
    """Return the ids of chosen channels or roles; raises UnknownControl unless Discord knows them.

    Discord describes in `resolved` what was chosen on this server.
    """
    clicked = cast("dict[str, Any]", interaction.data or {})
    known = clicked.get("resolved", {}).get(kind, {})
    if len(values) > most or not known.keys() >= set(values):
        raise UnknownControl
    return tuple(map(read_number, values))


def key_of(text: str) -> str | None:
    """Return a game's key, or None for all games; raises Declined for a game that is gone."""
    if text != ALL and text not in TITLES:
        raise Declined("This game is not played here any more.")
    return None if text == ALL else text


def title_of(text: str) -> str:
    """Return the title of a game; "all games" for any other text."""
    return TITLES.get(text, "all games")


def lead_back(way: str, table_id: int = 0) -> Items:
    """Return the button to the page that this one was opened from; empty for a public message.

    Args:
        way: "more" for the page behind ⋯, else a set of pages and its args, joined by `-`. A page
            that a replay opened has `replay-` followed by the way back from the replay.
        table_id: the table of the page.

    Raises:
        UnknownControl: for any other way.
    """
    pages, _, rest = way.partition("-")
    args = rest.split("-") if rest else []
    if pages == REPLAY:
        return [PageButton.of(REPLAY, "turning", table_id, rest, label=BACK)]
    if not way:
        return []
    if way == MORE:
        return [back_button(table_id)]
    try:
        return [PageButton.of(pages, *args, label=BACK)]
    except ValueError:
        raise UnknownControl from None


def select(
    placeholder: str, options: Iterable[tuple[str, str]], chosen: str, pages: str, *args: str | int
) -> Component:
    """Return a select of values and their labels; the present value is chosen."""
    offered = [
        menu_option(cut(label, 100), value, default=value == chosen) for value, label in options
    ]
    return menu(PageSelect.of(pages, *args), offered, placeholder)


def game_select(chosen: str, pages: str, *args: str | int) -> Component:
    """Return a select of all games together and each single game."""
    options = [(ALL, "All games"), *TITLES.items()]
    return select("Which game", options, chosen, pages, *args)


def back_and_next(page: int, last: int, pages: str, *args: str | int) -> Items:
    """Return buttons to the previous and next page; its number is their last arg."""
    if last == 1:
        return []
    return [
        PageButton.of(pages, "back", *args, page - 1, label="◀ Previous", disabled=page <= 1),
        PageButton.of(pages, "on", *args, page + 1, label="Next ▶", disabled=page >= last),
    ]
