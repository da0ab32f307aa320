"""The data of a click or a command, and the limit on the rate of clicks."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from cogs.interactions.errors import Declined
from cogs.interactions.names import clean_name
from players.games import GAMES
from tables.model.table import Person

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping


Interaction = discord.Interaction[Any]


def person_of(interaction: Interaction) -> Person:
    return Person(interaction.user.id, clean_name(interaction.user.display_name))


def is_guest(interaction: Interaction) -> bool:
    """Return whether the bot is no member here: a person brought it by user install.

    Then it can only answer each click and command, for 15 minutes.
    """
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not interaction.is_guild_integration()


def home_of(interaction: Interaction) -> int | None:
    """Return the server if the bot is a member of it; None for guests and in all messages."""
    return None if is_guest(interaction) else interaction.guild_id


def guest_of(interaction: Interaction) -> int | None:
    """Return the place where the bot is a guest, as in `Table.guest`; None where it is a member."""
    return interaction.guild_id or 0 if is_guest(interaction) else None


def is_kept_private(interaction: Interaction) -> bool:
    """Return whether only this person would see an answer: some servers hide those of guests."""
    in_server = interaction.guild_id is not None
    return in_server and is_guest(interaction) and not interaction.permissions.use_external_apps


def require_known(user: discord.abc.User | discord.Object | None) -> None:
    """Raise Declined for a user whom Discord has not described: nobody has that id."""
    if isinstance(user, discord.Object):
        raise Declined("I do not know this person.")


class ClickRate:
    """Counts the clicks of each person in the present second, and declines further ones.

    Args:
        most: Clicks of one person allowed in a second.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._second = 0
        self._clicks: Counter[int] = Counter()

    def count(self, person_id: int) -> None:
        """Count a click; raise Declined if there are too many."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._clicks.clear()
        self._clicks[person_id] += 1
        if self._clicks[person_id] > self._most:
            raise Declined("You click faster than I can follow: this click has done nothing.")


# The interaction that is being handled, for the log and the metrics.

KINDS: Final[Mapping[str, str]] = {
    "t1": "move",
    "h1": "move",
    "g1": "move",
    "l1": "look",
    "p1": "look",
    "a1": "table",
    "c1": "table",
    "n1": "page",
    "o1": "page",
    "f1": "form",
}
"""Purposes of items, by the beginning of their ids: see `cogs.display.controls.components`."""

_KEYS: Final = frozenset(game.info.key for game in GAMES)
_NOTHING: Final[Mapping[str, int]] = {}
_handled: ContextVar[Mapping[str, int]] = ContextVar("handled", default=_NOTHING)


def now_handled() -> Mapping[str, int]:
    """Return the ids of the interaction that the current task handles, by name, or none."""
    return _handled.get()


class Item(NamedTuple):
    """The control that was clicked. A command has neither kind nor table.

    Attributes:
        kind: The beginning of its id, as in `KINDS`.
        table_id: The table in its id.
    """

    kind: str | None = None
    table_id: int | None = None

    def __str__(self) -> str:
        """Return its form for a log, without the move, which may be a secret."""
        if self.kind is None:
            return "a command"
        return self.kind if self.table_id is None else f"{self.kind}:{self.table_id}"


def read_item(interaction: Interaction) -> Item:
    custom_id = (interaction.data or {}).get("custom_id")
    if custom_id is None:
        return Item()
    kind, number, *_ = *str(custom_id).split(":", 2), ""
    known = KINDS.get(kind, "page") != "page" and number.isascii() and number.isdecimal()
    return Item(kind, int(number) if known else None)


@contextlib.contextmanager
def handling(interaction: Interaction) -> Generator[Item]:
    """Make `now_handled` return an interaction within the block; yield its item."""
    item = read_item(interaction)
    ids = {"interaction": interaction.id}
    if interaction.guild_id is not None:
        ids["guild"] = interaction.guild_id
    if item.table_id is not None:
        ids["table"] = item.table_id
    token = _handled.set(ids)
    try:
        yield item
    finally:
        _handled.reset(token)


def name_use(interaction: Interaction, item: Item) -> tuple[str, str]:
    """Return the key of an interaction's game, or "none", and the command or the item's purpose."""
    if item.kind is not None:
        lookup = interaction.client.services.tables.lookup
        game = item.table_id is not None and lookup.key_of(item.table_id)
        return game or "none", KINDS.get(item.kind, "unknown")
    command = interaction.command
    named = isinstance(command, discord.app_commands.Command)
    word = command.qualified_name.partition(" ")[0] if named else ""
    return word if word in _KEYS else "none", "command"
