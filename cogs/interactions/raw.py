"""Code that bypasses discord.py's public API where the API lacks data or is too slow.

discord.py does not expose the newest message of an interaction's channel. It makes objects of the
whole clicked message, though this bot reads little of it. It keeps more data about servers than the
bot needs, and reads Discord's whole answer to a response. It has no public hooks to change any of
this. All other code uses discord.py's public API.
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
    """All files on a message after an edit."""


LAST_MESSAGE_ID: Final = "last_message_id"

COMPONENTS: Final = "components"
"""Key in a click's extras for the components of the clicked message."""

READ: Final = ("id", "type", "content", "flags", "attachments")
"""Fields kept of the clicked message. discord.py needs the first three, this bot the others."""

_EVENT: Final = "INTERACTION_CREATE"

_CLICK: Final = discord.InteractionType.component.value


def read_clicks(client: discord.Client) -> None:
    """Make a client read clicks faster, and note the newest message of each interaction's channel.

    `find_last_message` returns the id of that message. Of a clicked message, discord.py reads only
    the fields `READ`, and the click's extras hold the components as Discord sends them. Clicks
    reach only the client's `on_interaction`, and no `discord.ui.View`.
    """
    state: Any = client._connection  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    read_any = state.parsers[_EVENT]

    def read(data: dict[str, Any]) -> None:
        # The id goes into `data`, because discord.py passes it on unchanged.
        channel: dict[str, Any] = data.get("channel") or {}
        last = channel.get(LAST_MESSAGE_ID)
        data.setdefault("data", {})[LAST_MESSAGE_ID] = None if last is None else int(last)
        if data["type"] != _CLICK:
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


# Edits of messages by clicks. The edits read only the attachments in Discord's answer.
#
# discord.py would make objects of the whole message in the answer, which takes a fifth of the time
# of a click. discord.py still sends the requests, so it waits for rate limits and tries again.

_EDIT: Final = discord.InteractionResponseType.message_update
_FLAGS: Final = discord.MessageFlags(components_v2=True).value
_NOBODY: Final = {"parse": list[str]()}
"""Allowed mentions of an edit: none."""


async def edit_clicked(
    interaction: Interaction, components: Items, attached: Attached
) -> list[discord.Attachment]:
    """Respond to a click by editing its message; return the files on the message after the edit.

    Raises:
        discord.InteractionResponded, discord.HTTPException: As discord.py's own method does.
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
    response._response_type = _EDIT  # noqa: SLF001 - makes `is_done` true
    return _read_files(interaction.client, answer["resource"]["message"]) if attached else []


async def edit_by_token(
    client: discord.Client,
    token: str,
    target: str | int,
    components: Items,
    attached: Attached,
) -> list[discord.Attachment]:
    """Edit a message with the token of an interaction; return its files after the edit.

    Args:
        client: The client that received the interaction.
        token: The token of the interaction.
        target: The id of the message, or `@original`.
        components: The new components.
        attached: All files on the message after the edit.

    Raises:
        discord.HTTPException: As discord.py's own method does.
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
    """Return a webhook that sends and deletes messages with the token of an interaction."""
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
        file.reset()  # an earlier request may have read the file
    form = _to_form(body, files)
    return await adapter.request(route, session, proxy=http.proxy, multipart=form, files=files)


def _write(components: Items, attached: Attached) -> dict[str, Any]:
    return {
        "components": components,
        "flags": _FLAGS,
        "allowed_mentions": _NOBODY,
        "attachments": _describe(attached) if attached else [],
    }


def _describe(attached: Attached) -> list[dict[str, Any]]:
    """Return the list of attachments: kept files by id, new files by their index in the form."""
    described, number = list[dict[str, Any]](), 0
    for each in attached:
        if isinstance(each, discord.File):
            described.append(each.to_dict(number))
            number += 1
        else:
            described.append(dict(each.to_dict()))
    return described


def _to_form(body: dict[str, Any], files: Sequence[discord.File]) -> list[dict[str, Any]]:
    """Return the fields of a form with files, as arguments for aiohttp."""
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
