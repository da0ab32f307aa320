"""Which interaction is being handled, for the lines of the log and for the figures."""

from __future__ import annotations

import contextlib
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

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


@contextlib.contextmanager
def handling(interaction: Interaction) -> Generator[None]:
    """Have `now_handled` tell of an interaction within the block."""
    table_id = _find_table(interaction)
    ids = {"interaction": interaction.id, "guild": interaction.guild_id, "table": table_id}
    token = _handled.set({name: number for name, number in ids.items() if number is not None})
    try:
        yield
    finally:
        _handled.reset(token)


def name_game(interaction: Interaction) -> str:
    """Return the key of the game that an interaction is about, or "none"."""
    if isinstance(interaction.command, discord.app_commands.Command):
        word = interaction.command.qualified_name.partition(" ")[0]
        return word if word in _KEYS else "none"
    table_id = _find_table(interaction)
    lookup = interaction.client.services.tables.lookup
    return (table_id is not None and lookup.key_of(table_id)) or "none"


def name_kind(interaction: Interaction) -> str:
    """Return what was used: a command, or an item of a message by what it is for."""
    custom_id = _custom_id(interaction)
    return "command" if custom_id is None else KINDS.get(custom_id.partition(":")[0], "unknown")


def name_for_log(interaction: Interaction) -> str:
    """Return the kind of item and the table that were clicked; the move may be a secret."""
    custom_id = _custom_id(interaction)
    return "a command" if custom_id is None else ":".join(custom_id.split(":")[:2])


def _find_table(interaction: Interaction) -> int | None:
    """Return the number of the table whose item was clicked."""
    kind, _, rest = (_custom_id(interaction) or "").partition(":")
    number = rest.partition(":")[0]
    known = KINDS.get(kind, "page") != "page" and number.isascii() and number.isdecimal()
    return int(number) if known else None


def _custom_id(interaction: Interaction) -> str | None:
    custom_id = (interaction.data or {}).get("custom_id")
    return None if custom_id is None else str(custom_id)
