"""What the private pages of the bot share: leaderboards, statistics, history, replays, settings.

Pages are private to whoever asked. Their buttons and selects hold all that is needed to show the
next one (`PageButton`, `PageSelect`). A page can be shared as a message without controls.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discord import app_commands

from cogs.display.controls.components import BACK, PageButton, PageSelect, back_button
from cogs.interactions.errors import Declined, UnknownControl
from cogs.interactions.names import cut
from cogs.interactions.parts import Component, Items, menu, menu_option
from players.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = "all"
"""In the place of a game's key: all games together."""

HISTORY = "history"
"""The pages of finished tables."""

REPLAY = "replay"
"""The pages of a replay."""

REVIEW = "review"
"""The pages of a review."""

MORE = "more"
"""In the place of a way back: the page behind ⋯."""

EVERYBODY = "p"
"""In a replay, in the place of a seat's number: what everybody could see."""

CANCEL = "cancel"
"""The question before a game is cancelled."""

PLAY = "play"
"""The chooser of games."""

DAILY = "daily"
"""The pages of the daily."""

STATS = "stats"
"""The pages of statistics."""

ALBUM = "album"
"""The pages of achievements."""

LARGEST = 2**63 - 1
"""The largest number that the database holds."""

TITLES = {game.info.key: game.info.title for game in GAMES}
GAME_CHOICES = [app_commands.Choice(name=title, value=key) for key, title in TITLES.items()]


def read_number(text: str) -> int:
    """Return a number in a page's args; raises UnknownControl for one that no column holds."""
    if not re.fullmatch("-?[0-9]{1,19}", text) or not -LARGEST <= int(text) <= LARGEST:
        raise UnknownControl
    return int(text)


def key_of(text: str) -> str | None:
    """Return a game's key, None for all games; raises Declined for a game that is gone."""
    if text != ALL and text not in TITLES:
        raise Declined("This game is not played here any more.")
    return None if text == ALL else text


def title_of(text: str) -> str:
    """Return what a game, or all of them, is called."""
    return TITLES.get(text, "all games")


def lead_back(way: str, table_id: int = 0) -> Items:
    """Return the button to where a page was opened from; none where a public message led to it.

    Args:
        way: "more" for the page behind ⋯, else a set of pages and its args, after `-` each; what a
            replay has led to begins with `replay-`, and goes on with the way of the replay.
        table_id: of what is shown.

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
    """Return a select of values and their labels, with the present one chosen."""
    offered = [
        menu_option(cut(label, 100), value, default=value == chosen) for value, label in options
    ]
    return menu(PageSelect.of(pages, *args), offered, placeholder)


def game_select(chosen: str, pages: str, *args: str | int) -> Component:
    """Return a select of all games together and each of them."""
    options = [(ALL, "All games"), *TITLES.items()]
    return select("Which game", options, chosen, pages, *args)


def back_and_next(page: int, last: int, pages: str, *args: str | int) -> Items:
    """Return buttons to the pages before and after; the page's number comes last in their args."""
    if last == 1:
        return []
    return [
        PageButton.of(pages, "back", *args, page - 1, label="◀ Previous", disabled=page <= 1),
        PageButton.of(pages, "on", *args, page + 1, label="Next ▶", disabled=page >= last),
    ]
