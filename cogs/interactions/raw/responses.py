"""The response that edits the message that was clicked, of which Discord's answer is not read.

discord.py has Discord send the whole message back, and makes objects of it: that is a fifth of a
click. The request itself goes by discord.py, which waits for rate limits and tries again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
import orjson
from discord.webhook.async_ import async_context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.interactions.interaction import Interaction
    from cogs.interactions.parts import Items

_EDIT: Final = discord.InteractionResponseType.message_update
_FLAGS: Final = discord.MessageFlags(components_v2=True).value
_NOBODY: Final = {"parse": list[str]()}
"""An edit notifies nobody."""


async def edit_clicked(
    interaction: Interaction,
    components: Items,
    attachments: Sequence[discord.Attachment | discord.File],
) -> None:
    """Respond to a click by editing its message; `attachments`: all that it has then.

    Raises:
        discord.InteractionResponded, discord.HTTPException: as discord.py's own way does.
    """
    response: Any = interaction.response
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    files = [each for each in attachments if isinstance(each, discord.File)]
    data = {
        "components": components,
        "flags": _FLAGS,
        "allowed_mentions": _NOBODY,
        "attachments": _describe(attachments),
    }
    body = {"type": _EDIT.value, "data": data}
    sent: dict[str, Any] = (
        {"multipart": _to_form(body, files), "files": files} if files else {"payload": body}
    )
    route: Any = discord.http.Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    session = interaction._session  # type: ignore[reportPrivateUsage]  # noqa: SLF001
    await async_context.get().request(route, session, **sent)
    response._response_type = _EDIT  # noqa: SLF001 - so that discord.py knows of it


def _describe(attachments: Sequence[discord.Attachment | discord.File]) -> list[dict[str, Any]]:
    """Return what says of each attachment that it is kept, or in which file it comes."""
    described, number = list[dict[str, Any]](), 0
    for each in attachments:
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
