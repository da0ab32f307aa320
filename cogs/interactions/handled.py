"""Which interaction is being handled, for the lines of the log and for the figures."""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from engine import GAMES

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from cogs.interactions.interaction import Interaction

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
    """What was clicked; a command has neither kind nor table.

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
