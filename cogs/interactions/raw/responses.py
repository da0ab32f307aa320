"""Edits of messages by clicks: of what Discord answers, only attachments are read.

discord.py has Discord send the whole message back, and makes objects of it: that is a fifth of a
click. The requests themselves go by discord.py, which waits for rate limits and tries again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

if TYPE_CHECKING:
    from collections.abc import Sequence

    import aiohttp

    from cogs.interactions.interaction import Interaction
    from cogs.interactions.parts import Items

    Attached = Sequence[discord.Attachment | discord.File]
    """All files that a message has after an edit."""

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
