"""What is done without discord.py's public ways, as they cost more than all the rest of a click.

Interactions are read before discord.py reads them: it does not tell which message of the channel is
the newest, and makes objects of the whole message that was clicked, of which this bot reads little.
Of servers it keeps more than is asked for. It reads Discord's whole answer to a response. It has no
public place for any of these; all else goes by discord.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import aiohttp

    from cogs.interactions.interaction import Interaction
    from cogs.interactions.parts import Items

    Attached = Sequence[discord.Attachment | discord.File]
    """All files that a message has after an edit."""


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


# What Discord sends of a server, before discord.py keeps it.
#
# discord.py keeps every channel and role of every server, most of it of no use here: the bot asks
# only who may look into a channel, whether it may write there, and who has a role. discord.py has
# no public place to keep less.

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


# Edits of messages by clicks: of what Discord answers, only attachments are read.
#
# discord.py has Discord send the whole message back, and makes objects of it: that is a fifth of a
# click. The requests themselves go by discord.py, which waits for rate limits and tries again.

_EDIT: Final = discord.InteractionResponseType.message_update
_FLAGS: Final = discord.MessageFlags(components_v2=True).value
_NOBODY: Final = {"parse": list[str]()}
"""An edit notifies nobody."""


async def edit_clicked(
    interaction: Interaction, components: Items, attached: Attached
) -> list[discord.Attachment]:
    """Respond to a click by editing its message; return the files that it has then.

    Raises:
        discord.InteractionResponded, discord.HTTPException: as discord.py's own way does.
    """
    response: Any = interaction.response
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback?with_response={asks}",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
        asks="true" if attached else "false",
    )
    body = {"type": _EDIT.value, "data": _write(components, attached)}
    answer = await _send(interaction.client, route, body, attached)
    response._response_type = _EDIT  # noqa: SLF001 - so that discord.py knows of it
    return _read_files(interaction.client, answer["resource"]["message"]) if attached else []


async def edit_by_token(
    client: discord.Client,
    token: str,
    target: str | int,
    components: Items,
    attached: Attached,
) -> list[discord.Attachment]:
    """Edit a message by the token of an interaction; return the files that it has then.

    Args:
        client: who had the interaction.
        token: of the interaction.
        target: the message, as the token names it.
        components: of the message.
        attached: to the message.

    Raises:
        discord.HTTPException: as discord.py's own way does.
    """
    route = Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
        webhook_id=client.application_id,
        webhook_token=token,
        message_id=target,
    )
    return _read_files(client, await _send(client, route, _write(components, attached), attached))


def _read_files(client: discord.Client, message: dict[str, Any]) -> list[discord.Attachment]:
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    return [discord.Attachment(data=each, state=state) for each in message["attachments"]]


def follow_up_by(client: discord.Client, token: str) -> discord.Webhook:
    """Return what sends and deletes messages by the token of an interaction."""
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    data: Any = {"id": client.application_id, "type": 3, "token": token}
    return discord.Webhook.from_state(data, state)


async def _send(client: discord.Client, route: Route, body: Any, attached: Attached) -> Any:  # noqa: ANN401 - JSON
    """Send a request, with files as a form; return Discord's answer."""
    http, adapter = cast("Any", client.http), async_context.get()
    session: aiohttp.ClientSession = http._HTTPClient__session  # noqa: SLF001
    files = [each for each in attached if isinstance(each, discord.File)]
    if not files:
        return await adapter.request(route, session, proxy=http.proxy, payload=body)
    for file in files:
        file.reset()  # another request may have read it
    form = _to_form(body, files)
    return await adapter.request(route, session, proxy=http.proxy, multipart=form, files=files)


def _write(components: Items, attached: Attached) -> dict[str, Any]:
    """Return what a message is to become."""
    return {
        "components": components,
        "flags": _FLAGS,
        "allowed_mentions": _NOBODY,
        "attachments": _describe(attached) if attached else [],
    }


def _describe(attached: Attached) -> list[dict[str, Any]]:
    """Return what says of each file that it is kept, or which of those that are sent it is."""
    described, number = list[dict[str, Any]](), 0
    for each in attached:
        if isinstance(each, discord.File):
            described.append(each.to_dict(number))
            number += 1
        else:
            described.append(dict(each.to_dict()))
    return described


def _to_form(body: dict[str, Any], files: Sequence[discord.File]) -> list[dict[str, Any]]:
    """Return the fields of a form with files, by the names of aiohttp's arguments."""
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": orjson.dumps(body).decode()}]
    form += [
        {
            "name": f"files[{number}]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        }
        for number, file in enumerate(files)
    ]
    return form
