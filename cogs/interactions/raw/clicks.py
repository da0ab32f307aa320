"""What Discord sends with an interaction, before discord.py reads it.

discord.py does not tell which message of the channel is the newest: it keeps such an id for each
channel, but learns of new messages only with an intent that this bot does not ask for. And it makes
objects of the whole message that was clicked, which cost a twentieth of a click, and of which this
bot reads little. discord.py has no public place for either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

if TYPE_CHECKING:
    from cogs.interactions.interaction import Interaction

LAST_MESSAGE_ID: Final = "last_message_id"

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
    """Let a client note of each interaction which message of its channel is the newest.

    `find_last_message` gives it, as Discord knows it at that moment. Of the message that was
    clicked, discord.py reads `READ` alone; its components are noted as Discord sends them. No
    `discord.ui.View` is told of a click or of a form any more: it reaches the client's
    `on_interaction` alone.
    """
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    read_any = state.parsers[_EVENT]

    def read(data: dict[str, Any]) -> None:
        # Where discord.py leaves all as it is: in what was clicked or typed.
        channel: dict[str, Any] = data.get("channel") or {}
        last = channel.get(LAST_MESSAGE_ID)
        data.setdefault("data", {})[LAST_MESSAGE_ID] = None if last is None else int(last)
        if data["type"] not in _CLICKS:
            read_any(data)
            return
        message = data.get("message")
        if message is not None:  # a form that a command has opened has none
            data["message"] = {key: message[key] for key in READ if key in message}
        click: Any = discord.Interaction(data=data, state=state)  # type: ignore[reportArgumentType]
        click.extras[COMPONENTS] = message.get("components", ()) if message else ()
        client.dispatch("interaction", click)

    state.parsers[_EVENT] = read


def find_last_message(interaction: Interaction) -> int | None:
    """Return the id of the newest message in the channel then; None where Discord does not say."""
    data: Any = interaction.data
    return data[LAST_MESSAGE_ID]
