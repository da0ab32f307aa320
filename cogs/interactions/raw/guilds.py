"""What Discord sends of a server, before discord.py keeps it.

discord.py keeps every channel and role of every server, most of it of no use here: the bot asks
only who may look into a channel, whether it may write there, and who has a role. discord.py has no
public place to keep less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Callable

_EVENTS: Final = ("GUILD_CREATE", "GUILD_UPDATE")

_ASKED: Final = discord.Permissions(
    view_channel=True, connect=True, send_messages=True, send_messages_in_threads=True
).value
"""The permissions about which a cached channel is asked."""


def keep_little(client: discord.Client) -> None:
    """Let a client keep no names and topics, and no overwrites but those about `_ASKED`."""
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    for event in _EVENTS:
        state.parsers[event] = _lightly(state.parsers[event])


def _lightly(read: Callable[[Any], None]) -> Callable[[Any], None]:
    def read_lightly(data: dict[str, Any]) -> None:
        _lighten(data)
        read(data)

    return read_lightly


def _lighten(guild: dict[str, Any]) -> None:
    """Remove from a server what nobody reads; a number that it has many times is one object."""
    numbers: dict[int, int] = {}

    def same(text: str) -> int:
        number = int(text)
        return numbers.setdefault(number, number)

    for role in guild.get("roles", ()):
        role |= {"name": "", "id": same(role["id"]), "permissions": same(role["permissions"])}
    for channel in guild.get("channels", ()):
        overwrites = [
            each | {name: same(each[name]) for name in ("id", "allow", "deny")}
            for each in channel.get("permission_overwrites", ())
            if (int(each["allow"]) | int(each["deny"])) & _ASKED
        ]
        channel |= {"name": "", "topic": None, "last_message_id": None, "id": same(channel["id"])}
        channel["permission_overwrites"] = overwrites
