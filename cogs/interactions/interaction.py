"""What Discord hands over with each click and each command, and how many are heard."""

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
    """Return who clicked or typed."""
    return Person(interaction.user.id, clean_name(interaction.user.display_name))


def is_guest(interaction: Interaction) -> bool:
    """Return whether the bot is no member of this place: a person has brought it by user install.

    Then it can answer what people click and type, for 15 minutes each, and do nothing by itself.
    """
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not interaction.is_guild_integration()


def home_of(interaction: Interaction) -> int | None:
    """Return the server, where the bot is a member of it; None in messages of any kind."""
    return None if is_guest(interaction) else interaction.guild_id


def guest_of(interaction: Interaction) -> int | None:
    """Return where the bot is a guest, as `Table.guest` says it; None where it is a member."""
    return interaction.guild_id or 0 if is_guest(interaction) else None


def is_kept_private(interaction: Interaction) -> bool:
    """Return whether only this person would see an answer: so some servers want it of guests."""
    in_server = interaction.guild_id is not None
    return in_server and is_guest(interaction) and not interaction.permissions.use_external_apps


def require_known(user: discord.abc.User | discord.Object | None) -> None:
    """Raise Declined for a user that Discord has not described: there is nobody of that id."""
    if isinstance(user, discord.Object):
        raise Declined("I do not know this person.")


class ClickRate:
    """Counts the clicks of each person in the present second: one too many does no work.

    Args:
        most: how many clicks of one person are heard in a second.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._second = 0
        self._clicks: Counter[int] = Counter()

    def count(self, person_id: int) -> None:
        """Count a click; raises Declined for one that is too many."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._clicks.clear()
        self._clicks[person_id] += 1
        if self._clicks[person_id] > self._most:
            raise Declined("You click faster than I can follow: this click has done nothing.")


# Which interaction is being handled, for the lines of the log and for the figures.

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
"""What an item is for, by the beginning of its id: see `cogs.display.controls.components`."""

_KEYS: Final = frozenset(game.info.key for game in GAMES)
_NOTHING: Final[Mapping[str, int]] = {}
_handled: ContextVar[Mapping[str, int]] = ContextVar("handled", default=_NOTHING)


def now_handled() -> Mapping[str, int]:
    """Return the ids of the interaction that the current task handles, by name; or none."""
    return _handled.get()


class Item(NamedTuple):
    """The control that was clicked; a command has neither kind nor table.

    Attributes:
        kind: how its id begins, as in `KINDS`.
        table_id: the table that its id names.
    """

    kind: str | None = None
    table_id: int | None = None

    def __str__(self) -> str:
        """Return what a log may say of it; the move may be a secret."""
        if self.kind is None:
            return "a command"
        return self.kind if self.table_id is None else f"{self.kind}:{self.table_id}"


def read_item(interaction: Interaction) -> Item:
    """Return which item was clicked."""
    custom_id = (interaction.data or {}).get("custom_id")
    if custom_id is None:
        return Item()
    kind, number, *_ = *str(custom_id).split(":", 2), ""
    known = KINDS.get(kind, "page") != "page" and number.isascii() and number.isdecimal()
    return Item(kind, int(number) if known else None)


@contextlib.contextmanager
def handling(interaction: Interaction) -> Generator[Item]:
    """Have `now_handled` tell of an interaction within the block; yield its item."""
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
    """Return the key of the game that an interaction is about, or "none", and what was used.

    That is a command, or an item of a message by what it is for.
    """
    if item.kind is not None:
        lookup = interaction.client.services.tables.lookup
        game = item.table_id is not None and lookup.key_of(item.table_id)
        return game or "none", KINDS.get(item.kind, "unknown")
    command = interaction.command
    named = isinstance(command, discord.app_commands.Command)
    word = command.qualified_name.partition(" ")[0] if named else ""
    return word if word in _KEYS else "none", "command"
