"""One interaction, and its single first response.

Discord accepts one first response, within three seconds. Further messages go through the
interaction's webhook for 15 minutes. A `Responder` hides the difference: the first call responds,
and later calls follow up. If no call comes in time, the response is deferred.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from prometheus_client import Counter, Histogram

from cogs.interactions.failures import (
    ALREADY_ACKNOWLEDGED,
    COUNTS,
    SEND_ERRORS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    AnsweredElsewhere,
    Declined,
    TooLate,
    code_of,
    is_broken,
    is_refusal,
    sentence,
)
from cogs.interactions.interaction import (
    Item,
    handling,
    home_of,
    name_use,
    person_of,
    require_public,
)
from cogs.interactions.letter import KeptFile, Letter
from cogs.interactions.wire import ORIGINAL, Reply, Sent, Token
from tables.model.errors import AlreadyHandled, Unsure

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.known import Messages
    from cogs.interactions.language import Language
    from cogs.interactions.letter import File, Form
    from cogs.interactions.wire import Wire

log = logging.getLogger(__name__)

RESPOND_WITHIN = 3.0
"""Seconds that Discord allows for the first response; discord.py itself retries for 25 seconds."""

DEFER_AFTER = RESPOND_WITHIN / 2
"""Seconds after which an interaction without a response is deferred."""

ANSWERED: Final = Histogram(
    "ducks_answer_seconds",
    "Seconds from the arrival of an interaction to the end of its first response",
    ("game", "kind"),
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 1.5, 3.0),
)
REFUSED: Final = Counter("ducks_refusals", "Interactions that were refused or failed", ("reason",))


class Responder:
    """Responds to one interaction. Created by `responding`.

    Attributes:
        person: The person who clicked or typed.
        language: The person's language.
        message_id: The id of the clicked message; None for a command.
        on_private: Whether only one person can see the clicked message.
        public_id: The id of the clicked message, if everybody can see it.
        files: The files of the clicked message at the time of the click.
    """

    def __init__(self, interaction: Interaction, *, private: bool) -> None:
        """Create a responder; `private`: whether only the person sees a deferred response."""
        self.interaction = interaction
        self.person = person_of(interaction)
        self.language: Language = interaction.client.services.languages.of(interaction.locale)
        message = interaction.message
        self.message_id = message.id if message else None
        self.on_private = message is not None and message.flags.ephemeral
        self.public_id = None if self.on_private else self.message_id
        attached = message.attachments if message else ()
        self.files = tuple(KeptFile(each.id, each.filename) for each in attached)
        self._messages: Messages = interaction.client.services.messages
        self._wire: Wire = self._messages.wire
        self._private = private
        self._lock = asyncio.Lock()
        self._acknowledged = False
        self._refused = False
        self._answered_elsewhere = False
        self._thinking = False
        self._sent_id: int | None = None
        self.told = False
        """Whether this interaction has shown something to its person."""
        self.on_refusal: Callable[[Responder, str], Awaitable[None]] | None = None
        """Shows the reason for a refusal; if None, a private line shows it."""
        self._arrived = time.perf_counter()
        self.answered_after: float | None = None
        """Seconds from the arrival to the end of the first response; None without one."""

    @property
    def done(self) -> bool:
        """Whether this process has committed the request."""
        return self.interaction.client.services.tables.has_done(self.interaction.id)

    async def send_private(self, text: str, *files: File) -> None:
        """Send a sentence to this person alone, with files if any are given."""
        await self._send(Letter(words=text, attached=files), private=True)

    async def refuse(self, text: str) -> None:
        """Show why a press or command was refused.

        After a press, the line soon disappears. After a command, the line stays.
        """
        sent = await self._send(Letter(words=text), private=True)
        if self.interaction.message is not None:
            self._messages.note(sent.message_id, token=self._token_of(sent.message_id))
            self._messages.note_line(self.person.id, sent.message_id)

    async def edit(self, content: MessageContent) -> None:
        """Replace the clicked message; raise discord.NotFound if it is gone."""
        content = self.interaction.client.services.left_out.take_from(content)
        clicked = self.message_id or 0
        await self._messages.edit(clicked, content, self, self.files)
        self._messages.note(clicked, token=self._token_of(clicked))

    async def delete_clicked(self) -> None:
        """Delete the clicked private message."""
        if await self.ensure_acknowledged():
            await self._wire.delete(Token.of(self.interaction))

    async def replace(self, content: MessageContent) -> int:
        """Edit the clicked private message, or send a new one if it is gone.

        Returns the id of the message with the content.
        """
        try:
            await self.edit(content)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return await self.send(content, private=True)
        self._messages.note(self.message_id or 0, page_of=None)
        return self.message_id or 0

    async def send(self, content: MessageContent, *, private: bool) -> int:
        """Send a new message, to everybody or only to this person; return its id."""
        content = self.interaction.client.services.left_out.take_from(content)
        letter, in_words = await self._messages.compose(content)
        sent = await self._send(letter, private=private)
        token = self._token_of(sent.message_id)
        self._messages.note_sent(sent, content, in_words=in_words, token=token)
        return sent.message_id

    async def _send(self, letter: Letter, *, private: bool) -> Sent:
        return await self.respond(Reply.MESSAGE, letter, private=private)

    def _token_of(self, message_id: int) -> Token:
        """Return the interaction's token as one that edits a sent or clicked message."""
        own = message_id in (self._sent_id, self.message_id)
        return Token.of(self.interaction, ORIGINAL if own else message_id)

    async def send_page(self, content: MessageContent, *, shared: bool = False) -> None:
        """Replace the clicked private page; if none was clicked, or if `shared`, send a new one.

        Raises Declined if this person may not share here.
        """
        if shared:
            require_public(self.interaction)
        if self.on_private and not shared:
            await self.replace(content)
        else:
            await self.send(content, private=not shared)

    async def ensure_acknowledged(self) -> bool:
        """Defer the response if there is none yet, because Discord shows a failure if none comes.

        Returns whether Discord has accepted a response.
        """
        async with self._lock:
            if not self._acknowledged:
                self._acknowledged = True
                self._thinking = self.interaction.message is None
                try:
                    kind = Reply.DEFER_MESSAGE if self._thinking else Reply.DEFER_EDIT
                    await self._wire.respond(self.interaction, kind, None, private=self._private)
                except SEND_ERRORS as error:
                    self._refused = True
                    code = code_of(error)
                    self._answered_elsewhere = code == ALREADY_ACKNOWLEDGED
                else:
                    self.answered_after = time.perf_counter() - self._arrived
            return not self._refused

    async def ask(self, form: Form) -> None:
        """Open a form. Raises Declined if the click had to be answered before."""
        async with self._lock:
            if self._acknowledged:
                raise Declined("That took too long. Please press again.")
            self._acknowledged = self.told = True
            async with _in_time():
                await self._wire.ask(self.interaction, form)
            self.answered_after = time.perf_counter() - self._arrived

    async def clear_thinking(self) -> None:
        """Delete a public "is thinking"; a sentence that replaces it would be public, too."""
        if self._thinking and not self._private:
            self._thinking = False
            await self._wire.delete(Token.of(self.interaction))

    async def respond(self, reply: Reply, letter: Letter, *, private: bool = False) -> Sent:
        """Respond for the first time, or edit or follow up if there is a response already.

        Another process may have received the same interaction, and responded to it or deferred it.
        Then only the process that did the work sends a follow-up.
        """
        async with self._lock:
            if not self._acknowledged:
                try:
                    async with _in_time():
                        sent = await self._wire.respond(
                            self.interaction, reply, letter, private=private
                        )
                except AnsweredElsewhere:
                    self._acknowledged = self._refused = self._answered_elsewhere = True
                else:
                    self._acknowledged = self.told = True
                    self.answered_after = time.perf_counter() - self._arrived
                    if reply is Reply.MESSAGE:
                        self._sent_id = sent.message_id
                    return sent
        if self._answered_elsewhere and not self.done:  # a follow-up would be a second answer
            raise TooLate("it was already answered")
        token = Token.of(self.interaction)
        try:
            if reply is Reply.EDIT:
                sent = await self._wire.edit(token, letter)
            else:
                sent = await self._wire.follow_up(token, letter, private=private)
        except (discord.NotFound, TimeoutError) as error:
            if code_of(error) == UNKNOWN_MESSAGE:
                raise
            raise TooLate(str(error)) from error
        self.told = True
        return sent


@contextlib.asynccontextmanager
async def _in_time() -> AsyncGenerator[None]:
    """Limit the time of a first response in the block; raise TooLate if Discord accepts none."""
    try:
        async with asyncio.timeout(RESPOND_WITHIN):
            yield
    except (aiohttp.ClientError, OSError) as error:
        raise TooLate(
            str(error)
        ) from error  # if Discord received the response, it accepts no other
    except discord.HTTPException as error:
        code = error.code
        if code == ALREADY_ACKNOWLEDGED:
            raise AnsweredElsewhere(str(error)) from error
        if code == UNKNOWN_INTERACTION or isinstance(error, discord.DiscordServerError):
            raise TooLate(str(error)) from error
        raise


@contextlib.asynccontextmanager
async def responding(
    interaction: Interaction, *, private: bool = True
) -> AsyncGenerator[Responder, None]:
    """Respond to an interaction in time, whatever happens in the block. Errors become a sentence.

    Args:
        interaction: An interaction without a response.
        private: Whether only this person sees the result of a command.
    """
    responder = Responder(interaction, private=private)
    loop = asyncio.get_running_loop()
    deferring: set[asyncio.Task[bool]] = set()
    timer = loop.call_later(
        DEFER_AFTER, lambda: deferring.add(loop.create_task(responder.ensure_acknowledged()))
    )
    interaction.client.services.messages.clear_line(interaction.user.id)
    with interaction.client.under_way(), handling(interaction) as item:
        try:
            recorder = interaction.client.services.records.recorder
            await recorder.note_name(home_of(interaction), responder.person)
            yield responder
            await responder.ensure_acknowledged()
        except AlreadyHandled:
            log.info("interaction %s was handled by another process", interaction.id)
        except TooLate as error:
            REFUSED.labels("TooLate").inc()
            log.info("interaction %s could not be answered: %s", interaction.id, error)
        except Exception as error:  # noqa: BLE001 - every error must reach the player as a sentence
            if isinstance(error, RuntimeError) and interaction.client.is_closed():
                log.info("interaction %s: the bot stopped meanwhile: %s", interaction.id, error)
            else:
                await _apologise(responder, item, error)
        finally:
            timer.cancel()
            if responder.answered_after is not None:
                ANSWERED.labels(*name_use(interaction, item)).observe(responder.answered_after)


async def _apologise(responder: Responder, item: Item, error: Exception) -> None:
    """Show the person a refusal or an apology, and log unexpected errors."""
    interaction = responder.interaction
    REFUSED.labels(type(error).__name__).inc()
    if is_broken(error) and item.table_id is not None:
        interaction.client.services.publisher.report_broken(item.table_id, error)
    elif isinstance(error, SEND_ERRORS):  # a failure of Discord or the channel, not a bug
        log.warning("interaction %s, %s: not accepted by Discord: %s", interaction.id, item, error)
    elif not is_refusal(error):
        log.error("interaction %s, %s: failed", interaction.id, item, exc_info=error)
    try:
        await responder.clear_thinking()
        words = sentence(error, responder.language)
        if not is_refusal(error):
            done = responder.done and not is_broken(error)
            await responder.send_private(responder.language(COUNTS) if done else words)
        elif not await _refuse(responder, error):
            await responder.refuse(words)
    except TooLate as failure:
        log.info("interaction %s could not be answered: %s", interaction.id, failure)
    except SEND_ERRORS as failure:
        log.warning("interaction %s: no answer could be given: %s", interaction.id, failure)


async def _refuse(responder: Responder, error: Exception) -> bool:
    """Show a refusal with `on_refusal`; return False if a line should show the refusal instead."""
    if responder.on_refusal is None or isinstance(error, Unsure):
        return False
    try:
        await responder.on_refusal(responder, sentence(error, responder.language))
    except (TooLate, *SEND_ERRORS):
        raise
    except Exception:
        log.exception(
            "interaction %s: no page for the refusal, so a line follows", responder.interaction.id
        )
        return False
    return True
