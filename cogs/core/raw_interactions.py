"""What Discord sends with a click, before discord.py reads it.

discord.py does not tell which message of the channel is the newest: it keeps such an id for each
channel, but learns of new messages only with an intent that this bot does not ask for. And it makes
objects of the whole message that was clicked, which cost a twentieth of a click, and of which this
bot reads little. discord.py has no public place for either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from collections.abc import Mapping

LAST_MESSAGE_ID: Final = "last_message_id"
"""The key in the extras of a click for the newest message of its channel: an id, or None."""

COMPONENTS: Final = "components"
"""The key in the extras of a click for the components of the message that was clicked."""

READ: Final = ("id", "type", "content", "flags", "attachments")
"""What discord.py gets to know of the message that was clicked; it asks for the first three."""

_EVENT: Final = "INTERACTION_CREATE"

_CLICKS: Final = (
    discord.InteractionType.component.value,
    discord.InteractionType.modal_submit.value,
)


def read_clicks(client: discord.Client) -> None:
    """Let a client note in the `extras` of each click which message of its channel is the newest.

    It is as Discord knows it at the click. Of the message that was clicked, discord.py reads `READ`
    alone; its components are noted as Discord sends them. No `discord.ui.View` is told of a click
    or of a form any more: it reaches the client's `on_interaction` alone.
    """
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    read_any = state.parsers[_EVENT]

    def read(data: dict[str, Any]) -> None:
        if data["type"] not in _CLICKS:
            read_any(data)
            return
        message = data.get("message")
        if message is not None:  # a form that a command has opened has none
            data["message"] = {key: message[key] for key in READ if key in message}
        click: Any = discord.Interaction(data=data, state=state)  # type: ignore[reportArgumentType]
        click.extras[COMPONENTS] = message.get("components", ()) if message else ()
        click.extras[LAST_MESSAGE_ID] = _find_last_message_id(data)
        client.dispatch("interaction", click)

    state.parsers[_EVENT] = read


def _find_last_message_id(data: Mapping[str, Any]) -> int | None:
    """Return the id of the newest message in the channel of a click; None where it is not told."""
    channel: Mapping[str, Any] | None = data.get("channel")
    found = channel.get("last_message_id") if channel else None
    return None if found is None else int(found)
