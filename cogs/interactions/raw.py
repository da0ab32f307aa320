"""Code that bypasses discord.py's public API where the API lacks data or is too slow.

discord.py does not expose the newest message of an interaction's channel. It makes objects of the
whole clicked message, though this bot reads little of it. It keeps more data about servers than the
bot needs. It has no public hooks to change any of this. Besides this module and `wire`, all code
uses discord.py's public API.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.interactions.interaction import Interaction

LAST_MESSAGE_ID: Final = "last_message_id"

COMPONENTS: Final = "components"
"""Key in a click's extras for the components of the clicked message."""

READ: Final = ("id", "type", "content", "flags", "attachments")
"""Fields kept of the clicked message. discord.py needs the first three, this bot the others."""

_EVENT: Final = "INTERACTION_CREATE"

_CLICKS: Final = discord.InteractionType.component.value, discord.InteractionType.modal_submit.value


def read_clicks(client: discord.Client) -> None:
    """Make a client read clicks faster, and note the newest message of each interaction's channel.

    `find_last_message` returns the id of that message. Of a clicked message, discord.py reads only
    the fields `READ`, and the click's extras hold the components as Discord sends them. Clicks and
    forms reach only the client's `on_interaction`, and no `discord.ui.View`.
    """
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    read_any = state.parsers[_EVENT]

    def read(data: dict[str, Any]) -> None:
        # The id goes into `data`, because discord.py passes it on unchanged.
        channel: dict[str, Any] = data.get("channel") or {}
        last = channel.get(LAST_MESSAGE_ID)
        data.setdefault("data", {})[LAST_MESSAGE_ID] = None if last is None else int(last)
        if data["type"] not in _CLICKS:
            read_any(data)
            return
        message = data.get("message")
        if message is not None:  # a form opened by a command has none
            data["message"] = {key: message[key] for key in READ if key in message}
        click: Any = discord.Interaction(data=data, state=state)  # type: ignore[reportArgumentType]
        click.extras[COMPONENTS] = message.get("components", ()) if message else ()
        client.dispatch("interaction", click)

    state.parsers[_EVENT] = read


def find_last_message(interaction: Interaction) -> int | None:
    """Return the id of the channel's newest message at the interaction; None if it is unknown."""
    data: Any = interaction.data
    return data[LAST_MESSAGE_ID]


# Servers as Discord sends them, before discord.py keeps them.
#
# discord.py keeps every channel and role of every server. The bot only needs to know who may read a
# channel, whether the bot may write there, and who has a role. discord.py has no public setting to
# keep less.

_EVENTS: Final = ("GUILD_CREATE", "GUILD_UPDATE")

_ASKED: Final = discord.Permissions(
    view_channel=True, connect=True, send_messages=True, send_messages_in_threads=True
).value
"""Permissions that the bot checks in cached channels."""


def keep_little(client: discord.Client) -> None:
    """Make a client drop the names of roles and channels, all topics, and most overwrites.

    Only overwrites that concern `_ASKED` are kept.
    """
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    for event in _EVENTS:
        state.parsers[event] = _lightly(state.parsers[event])


def _lightly(read: Callable[[Any], None]) -> Callable[[Any], None]:
    def read_lightly(data: dict[str, Any]) -> None:
        _lighten(data)
        read(data)

    return read_lightly


def _lighten(guild: dict[str, Any]) -> None:
    """Save memory: remove unused data from a server, and use one object for equal numbers."""
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
