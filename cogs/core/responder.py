"""One interaction, and the single first answer that it may have.

Discord takes the first responder within three seconds and only once; after that, further messages go
through the interaction's webhook for 15 minutes. An `Responder` hides the difference: whoever speaks
first answers, the rest follows up, and where nobody has spoken in time the answer is deferred.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
import discord

from cogs.core.errors import expected, sentence
from cogs.core.renderer import Page

log = logging.getLogger(__name__)

T = TypeVar("T")

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060

SEND_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request raises that Discord refuses, or that does not reach it."""

ANSWER_WITHIN = 3.0
"""Seconds that Discord allows; discord.py would go on trying a failing responder for 25."""

PATIENCE = ANSWER_WITHIN / 2
"""Seconds after which an interaction is deferred; half of what Discord allows."""


class TooLate(Exception):
    """Discord takes no first responder any more: too late, delivered twice, or out of order itself."""


class Responder:
    """The way to responder one interaction. Make it by `responding`."""

    def __init__(self, interaction: discord.Interaction[Any], *, private: bool) -> None:
        """Take an interaction that nobody has answered; `private`: a command's answer is."""
        self.interaction = interaction
        self._private = private
        self._lock = asyncio.Lock()
        self._spoken = False
        self._thinking = False

    @property
    def message_id(self) -> int | None:
        """The message that was clicked; None for a command."""
        return self.interaction.message.id if self.interaction.message else None

    @property
    def on_private(self) -> bool:
        """Whether the click came from a message that one person alone can see."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def tell(self, text: str) -> None:
        """Say a sentence to this person alone."""

        async def first() -> None:
            await self.interaction.response.send_message(text, ephemeral=True)

        async def later() -> None:
            await self.interaction.followup.send(text, ephemeral=True)

        await self._speak(first, later)

    async def update(self, page: Page) -> None:
        """Replace the message that was clicked."""

        async def first() -> None:
            await self.interaction.response.edit_message(
                view=page.view(), attachments=page.attachments()
            )

        async def later() -> None:
            await self.interaction.edit_original_response(
                view=page.view(), attachments=page.attachments()
            )

        await self._speak(first, later)

    async def show(self, page: Page, *, private: bool) -> int:
        """Send a new message, to everybody or to this person alone; returns its id."""

        async def first() -> int:
            callback = await self.interaction.response.send_message(
                view=page.view(),
                files=page.attachments(),
                ephemeral=private,
                allowed_mentions=page.pings(),
            )
            return callback.message_id or 0

        async def later() -> int:
            message = await self.interaction.followup.send(
                view=page.view(),
                files=page.attachments(),
                ephemeral=private,
                allowed_mentions=page.pings(),
                wait=True,
            )
            return message.id

        return await self._speak(first, later)

    async def send_file(self, text: str, file: discord.File) -> None:
        """Hand a file to this person alone."""

        async def first() -> None:
            await self.interaction.response.send_message(text, file=file, ephemeral=True)

        async def later() -> None:
            await self.interaction.followup.send(text, file=file, ephemeral=True)

        await self._speak(first, later)

    async def defer(self) -> None:
        """Tell Discord that the responder will come; does nothing once something was said."""
        async with self._lock:
            if self._spoken:
                return
            self._spoken = True
            self._thinking = self.interaction.message is None
            with contextlib.suppress(*SEND_ERRORS):
                await self.interaction.response.defer(ephemeral=self._private)

    async def settle(self) -> None:
        """See to it that the interaction has some responder, so that Discord shows no failure."""
        if not self._spoken:
            await self.defer()

    async def _speak(
        self, first: Callable[[], Awaitable[T]], later: Callable[[], Awaitable[T]]
    ) -> T:
        """Responder by `first` if nobody has spoken yet, else by `later`."""
        async with self._lock:
            if not self._spoken:
                said = await _in_time(first)
                self._spoken = True
                return said
        try:
            return await later()
        except discord.NotFound as error:
            raise TooLate(str(error)) from error

    async def clear_thinking(self) -> None:
        """Take away a public "is thinking", before a private sentence that must not fill it."""
        if self._thinking and not self._private:
            self._thinking = False
            await self.interaction.delete_original_response()


async def _in_time(first: Callable[[], Awaitable[T]]) -> T:
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            return await first()
    except (aiohttp.ClientError, OSError) as error:
        raise TooLate(str(error)) from error  # it may have been heard, so that no other is taken
    except (discord.HTTPException, discord.InteractionResponded) as error:
        if getattr(error, "code", ALREADY_ANSWERED) in (UNKNOWN_INTERACTION, ALREADY_ANSWERED):
            raise TooLate(str(error)) from error
        if isinstance(error, discord.DiscordServerError):
            raise TooLate(str(error)) from error
        raise


@contextlib.asynccontextmanager
async def responding(
    interaction: discord.Interaction[Any], *, private: bool = True
) -> AsyncGenerator[Responder, None]:
    """Responder an interaction in time, whatever happens inside; errors become one sentence.

    Args:
        interaction: one that nobody has answered.
        private: whether what a command will show is for the person alone.
    """
    responder = Responder(interaction, private=private)
    loop = asyncio.get_running_loop()
    deferring: set[asyncio.Task[None]] = set()
    timer = loop.call_later(PATIENCE, lambda: deferring.add(loop.create_task(responder.defer())))
    with interaction.client.under_way():
        try:
            yield responder
            await responder.ensure_acknowledged()
        except TooLate as error:
            log.info("interaction %s could not be answered: %s", interaction.id, error)
        except Exception as error:  # noqa: BLE001 - every error must reach the player as a sentence
            if isinstance(error, RuntimeError) and interaction.client.is_closed():
                log.info("interaction %s: the bot has stopped meanwhile: %s", interaction.id, error)
            else:
                await _apologise(responder, error)
        finally:
            timer.cancel()


async def _apologise(responder: Responder, error: Exception) -> None:
    """Tell the person what was refused, and the log what was not foreseen."""
    interaction = responder.interaction
    if not expected(error):
        log.error("interaction %s, %s: failed", interaction.id, _what(interaction), exc_info=error)
    try:
        await responder.clear_thinking()
        await responder.send_private(sentence(error))
    except (TooLate, *SEND_ERRORS) as failure:
        log.warning("interaction %s: no responder could be given: %s", interaction.id, failure)


def _what(interaction: discord.Interaction[Any]) -> str:
    """What was clicked, for the log: the kind of item and the table, not the move, which may be
    a secret.
    """
    custom_id = str((interaction.data or {}).get("custom_id", "a command"))
    return ":".join(custom_id.split(":")[:2])
