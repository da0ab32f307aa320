"""The wire: the only module that sends messages to Discord, and asks Discord about them.

`Wire` lists all calls. They take and return values, so the tests' wire can give any answer on
demand. `DiscordWire` sends them. Each call is one request, except that a direct message may first
open its channel.

Requests with an interaction's token do not count against Discord's limit of 50 a second for a bot
(Discord's documentation, "Rate Limits": endpoints of interactions are not bound to the bot's global
limit). They have their own limit of 5 in 2 seconds per token, which discord.py's webhook adapter
respects. discord.py sends all requests, so it waits for rate limits and tries again, but of
Discord's answers only the ids and the files are read: discord.py would make objects of the whole
message, which takes a fifth of the time of a click.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import async_context

from cogs.interactions.failures import FAILURES, PATIENCE, NotSent, passes
from cogs.interactions.letter import File, KeptFile

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    import aiohttp

    from cogs.interactions.letter import Attached, Form, Letter

Interaction = discord.Interaction[Any]

ORIGINAL: Final = "@original"
"""Discord's name for the first response, or for the clicked message that the response edits."""

LIFETIME: Final = 14.5 * 60
"""Seconds for which a token is used. Discord accepts it for 15 minutes."""

NEAR_END: Final = 3 * 60
"""Remaining seconds of a token below which it is worth replacing."""

LATEST: Final = 100
"""Messages of a channel that `list_messages` returns: as many as Discord allows."""

SLEEP_AFTER: Final = 7 * 24 * 60
"""Minutes without a message before Discord archives a thread: the longest time it allows."""

_COMPONENTS, _EPHEMERAL = 1 << 15, 1 << 6
"""Flags of a message: it consists of components, and only one person sees it."""


class Reply(IntEnum):
    """The kinds of a first response with a message, by Discord's numbers."""

    MESSAGE = 4
    DEFER_MESSAGE = 5
    DEFER_EDIT = 6
    EDIT = 7


_FORM: Final = 9
"""Discord's number for a first response that opens a form."""


@dataclass(frozen=True, slots=True)
class Token:
    """The token of an interaction, which can edit or delete a message.

    Attributes:
        text: The secret text of the token.
        target: The name of the message in requests with this token: `ORIGINAL`, or its id.
        expires_at: The end of its use, in monotonic seconds.
    """

    text: str = field(repr=False)
    target: str | int
    expires_at: float

    @classmethod
    def of(cls, interaction: Interaction, target: str | int = ORIGINAL) -> Token:
        age = time.time() - interaction.created_at.timestamp()
        expires_at = time.monotonic() + LIFETIME - max(age, 0.0)
        return cls(interaction.token, target, expires_at)

    @property
    def left(self) -> float:
        """Seconds until the end of its use; negative after the end."""
        return self.expires_at - time.monotonic()


@dataclass(frozen=True, slots=True)
class Mine:
    """A message that the bot's account can edit or delete."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Direct:
    """The direct messages with a person, as the place of a new message."""

    person_id: int


@dataclass(frozen=True, slots=True)
class Sent:
    """What Discord answered to a new message or an edit; without files unless any were named."""

    message_id: int = 0
    files: tuple[KeptFile, ...] = ()
    channel_id: int = 0


class Wire(Protocol):
    """All calls to Discord about messages. Each raises one of FAILURES."""

    async def respond(
        self, click: Interaction, reply: Reply, letter: Letter | None, *, private: bool = False
    ) -> Sent:
        """Send the first response to an interaction. The caller limits its time."""
        ...

    async def ask(self, click: Interaction, form: Form) -> None:
        """Open a form as the first response to a click. The caller limits its time."""
        ...

    async def edit(self, way: Token | Mine, letter: Letter) -> Sent:
        """Replace the content and the files of a message."""
        ...

    async def follow_up(self, token: Token, letter: Letter, *, private: bool = False) -> Sent:
        """Send a further message with the token of an interaction."""
        ...

    async def post(self, place: int | Direct, letter: Letter, nonce: str) -> Sent:
        """Send a message with the bot's account, to a channel or a person.

        Discord takes two posts with the same nonce, within some minutes, for one message. Raises
        NotSent if the channel of a person could not be opened, but may be later.
        """
        ...

    async def delete(self, way: Token | Mine) -> None: ...

    async def fetch_message(self, message: Mine) -> None:
        """Raise discord.NotFound unless a message exists."""
        ...

    async def list_messages(self, channel_id: int) -> Sequence[dict[str, Any]]:
        """Return the `LATEST` messages of a channel, as Discord sends them."""
        ...

    async def fetch_member(self, guild_id: int, person_id: int) -> discord.Member:
        """Return a member of a server that discord.py knows."""
        ...

    async def fetch_channel(self, channel_id: int) -> Any:  # noqa: ANN401 - channels of all types
        """Return a channel, with the id of its newest message."""
        ...

    async def open_thread(self, starter: Mine, name: str) -> None:
        """Open the thread of a message; its id is the message's id."""
        ...

    async def open_post(
        self, forum_id: int, name: str, letter: Letter, tags: Sequence[int]
    ) -> Sent:
        """Open a post in a forum. Its first message has the id of the post."""
        ...

    async def archive_thread(self, thread_id: int) -> None:
        """Archive a thread, unless discord.py does not know it: then it is archived already."""
        ...


class DiscordWire:
    """The `Wire` to Discord itself."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def respond(
        self, click: Interaction, reply: Reply, letter: Letter | None, *, private: bool = False
    ) -> Sent:
        """Send the first response. The answer is read only if it has an id or files."""
        asks = reply is Reply.MESSAGE or bool(letter and letter.attached)
        route = _callback(click, asks=asks)
        body: dict[str, Any] = {"type": reply.value}
        if letter is not None:
            body["data"] = _write(letter, private=private)
        elif private and reply is Reply.DEFER_MESSAGE:
            body["data"] = {"flags": _EPHEMERAL}
        answer = await self._ask_by_token(route, body, letter)
        return _read(answer["resource"]["message"]) if asks else Sent()

    async def ask(self, click: Interaction, form: Form) -> None:
        data = {"custom_id": form.custom_id, "title": form.title, "components": [*form.items]}
        await self._ask_by_token(_callback(click), {"type": _FORM, "data": data})

    async def edit(self, way: Token | Mine, letter: Letter) -> Sent:
        async with asyncio.timeout(PATIENCE):
            if isinstance(way, Token):
                route = self._webhook("PATCH", way, "/messages/{message_id}", way.target)
                answer = await self._ask_by_token(route, _write(letter), letter)
            else:
                path = "/channels/{channel_id}/messages/{message_id}"
                answer = await self._ask(_route("PATCH", path, way), _write(letter), letter)
        return _read(answer)

    async def follow_up(self, token: Token, letter: Letter, *, private: bool = False) -> Sent:
        async with asyncio.timeout(PATIENCE):
            route = self._webhook("POST", token, "?wait=true")
            return _read(await self._ask_by_token(route, _write(letter, private=private), letter))

    async def post(self, place: int | Direct, letter: Letter, nonce: str) -> Sent:
        channel_id = await self._open(place) if isinstance(place, Direct) else place
        body = _write(letter) | {"nonce": nonce, "enforce_nonce": True}
        async with asyncio.timeout(PATIENCE):
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
            return _read(await self._ask(route, body, letter))

    async def _open(self, direct: Direct) -> int:
        """Return the channel of direct messages with a person."""
        try:
            async with asyncio.timeout(PATIENCE):
                route = Route("POST", "/users/@me/channels")
                opened = await self._ask(route, {"recipient_id": direct.person_id})
        except FAILURES as error:
            raise (NotSent(str(error)) if passes(error) else error) from error
        return int(opened["id"])

    async def delete(self, way: Token | Mine) -> None:
        async with asyncio.timeout(PATIENCE):
            if isinstance(way, Token):
                route = self._webhook("DELETE", way, "/messages/{message_id}", way.target)
                await self._ask_by_token(route)
            else:  # discord.py knows more limits for this than for other requests
                await self._find(way).delete()

    async def fetch_message(self, message: Mine) -> None:
        async with asyncio.timeout(PATIENCE):
            await self._find(message).fetch()

    async def list_messages(self, channel_id: int) -> Sequence[dict[str, Any]]:
        path = f"/channels/{{channel_id}}/messages?limit={LATEST}"
        async with asyncio.timeout(PATIENCE):
            return await self._ask(Route("GET", path, channel_id=channel_id))

    async def fetch_member(self, guild_id: int, person_id: int) -> discord.Member:
        guild = self._client.get_guild(guild_id)
        assert guild is not None  # noqa: S101 - see `Wire`
        async with asyncio.timeout(PATIENCE):
            return await guild.fetch_member(person_id)

    async def fetch_channel(self, channel_id: int) -> Any:  # noqa: ANN401 - channels of all types
        async with asyncio.timeout(PATIENCE):
            return await self._client.fetch_channel(channel_id)

    async def open_thread(self, starter: Mine, name: str) -> None:
        path = "/channels/{channel_id}/messages/{message_id}/threads"
        body = {"name": name, "auto_archive_duration": SLEEP_AFTER}
        async with asyncio.timeout(PATIENCE):
            await self._ask(_route("POST", path, starter), body)

    async def open_post(
        self, forum_id: int, name: str, letter: Letter, tags: Sequence[int]
    ) -> Sent:
        path = "/channels/{channel_id}/threads?use_nested_fields=1"
        body = {"name": name, "auto_archive_duration": SLEEP_AFTER, "applied_tags": [*tags]}
        async with asyncio.timeout(PATIENCE):
            route = Route("POST", path, channel_id=forum_id)
            opened = await self._ask(route, body | {"message": _write(letter)}, letter)
        return _read(opened["message"])

    async def archive_thread(self, thread_id: int) -> None:
        thread = self._client.get_channel(thread_id)
        if isinstance(thread, discord.Thread):
            async with asyncio.timeout(PATIENCE):
                await thread.edit(archived=True)

    def _find(self, message: Mine) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(message.channel_id)
        return channel.get_partial_message(message.message_id)

    def _webhook(self, method: str, token: Token, path: str, target: str | int = "") -> Route:
        return Route(
            method,
            "/webhooks/{webhook_id}/{webhook_token}" + path,
            webhook_id=self._client.application_id,
            webhook_token=token.text,
            message_id=target,
        )

    def _ask_by_token(
        self, route: Route, body: dict[str, Any] | None = None, letter: Letter | None = None
    ) -> Awaitable[Any]:
        """Send a request with an interaction's token, with files as a form."""
        http, adapter = cast("Any", self._client.http), async_context.get()
        session: aiohttp.ClientSession = http._HTTPClient__session  # noqa: SLF001
        form = _make_form(body, letter) if letter and letter.attached else None
        payload = None if form else body
        return adapter.request(route, session, proxy=http.proxy, payload=payload, multipart=form)

    async def _ask(
        self, route: Route, body: dict[str, Any] | None = None, letter: Letter | None = None
    ) -> Any:  # noqa: ANN401 - JSON
        """Send a request with the bot's account, with files as a form."""
        if letter and (form := _make_form(body, letter)):
            return await self._client.http.request(route, form=form)
        sent: dict[str, Any] = {} if body is None else {"json": body}
        return await self._client.http.request(route, **sent)


def _callback(click: Interaction, *, asks: bool = False) -> Route:
    """Return the route of a first response; `asks`: whether Discord answers with its message."""
    return Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback?with_response={asks}",
        webhook_id=click.id,
        webhook_token=click.token,
        asks="true" if asks else "false",
    )


def _route(method: str, path: str, message: Mine) -> Route:
    return Route(method, path, channel_id=message.channel_id, message_id=message.message_id)


def _read(message: dict[str, Any]) -> Sent:
    files = tuple(KeptFile(int(each["id"]), each["filename"]) for each in message["attachments"])
    return Sent(int(message["id"]), files, int(message["channel_id"]))


def _write(letter: Letter, *, private: bool = False) -> dict[str, Any]:
    """Return the body of a message that notifies only the users in `Letter.calls`."""
    mentions = {"parse": list[str](), "users": [str(user) for user in letter.calls]}
    flags = _EPHEMERAL if private else 0
    attached = _describe(letter.attached) if letter.attached else []
    body = {"allowed_mentions": mentions, "attachments": attached}
    if letter.words:
        return body | {"content": letter.words, "flags": flags}
    return body | {"components": letter.items, "flags": flags | _COMPONENTS}


def _describe(attached: Attached) -> list[dict[str, Any]]:
    """Return the list of attachments: kept files by id, new files by their index in the form."""
    described, number = list[dict[str, Any]](), 0
    for each in attached:
        if isinstance(each, KeptFile):
            described.append({"id": str(each.id)})
            continue
        described.append({"id": number, "filename": each.filename, "description": each.alt})
        number += 1
    return described


def _make_form(body: dict[str, Any] | None, letter: Letter) -> list[dict[str, Any]]:
    """Return the fields of a form with files, as arguments for aiohttp; empty without new files."""
    files = [each for each in letter.attached if isinstance(each, File)]
    if not files:
        return []
    form: list[dict[str, Any]] = [{"name": "payload_json", "value": orjson.dumps(body).decode()}]
    form += [
        {
            "name": f"files[{number}]",
            "value": file.data,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        }
        for number, file in enumerate(files)
    ]
    return form
