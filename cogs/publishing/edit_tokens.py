"""Editing messages by the tokens of clicks.

Each interaction leaves a token that can edit its message for 15 minutes. Such requests do not count
against the 50 a second that Discord allows a bot (Discord's documentation, "Rate Limits": endpoints
of interactions are not bound to the bot's global limit). They have a limit of their own, 5 in 2
seconds a token, which discord.py's webhook adapter heeds. Tokens stay in memory and out of logs.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import discord
from cachetools import LRUCache

from cogs.interactions.raw.responses import edit_by_token, follow_up_by
from cogs.interactions.responder import ORIGINAL, PATIENCE

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from cogs.interactions.content import Attached, Attachments, MessageContent
    from cogs.interactions.interaction import Interaction

T = TypeVar("T")

LIFETIME: Final = 14.5 * 60
"""Seconds for which a token is used; Discord takes it for 15 minutes."""

NEAR_END: Final = 3 * 60
"""A token that has fewer seconds left is worth replacing."""

REMEMBERED: Final = 4096
"""How many tokens are kept."""

UNKNOWN_WEBHOOK: Final = 10015
INVALID_TOKEN: Final = 50027


@dataclass(frozen=True, slots=True)
class _Token:
    """A way to edit one message: the token, the message's name there, and its end."""

    text: str = field(repr=False)
    target: str | int
    expires_at: float


class EditTokens:
    """The newest token for each message.

    Args:
        client: who gets the interactions.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._tokens: LRUCache[int, _Token] = LRUCache(REMEMBERED)

    def keep(self, message_id: int, interaction: Interaction, target: str | int = ORIGINAL) -> None:
        """Keep the token of an interaction for a message.

        Args:
            message_id: the message that the token can edit.
            interaction: a click or command that has its first response.
            target: `ORIGINAL` for the message that was clicked or sent first, else its id.
        """
        age = time.time() - interaction.created_at.timestamp()
        expires_at = time.monotonic() + LIFETIME - max(age, 0.0)
        self._tokens[message_id] = _Token(interaction.token, target, expires_at)

    def forget(self, message_id: int) -> None:
        """Forget the token of a message that is gone."""
        self._tokens.pop(message_id, None)

    def can_edit(self, message_id: int) -> bool:
        """Return whether there is a token for a message."""
        return self._live(message_id) is not None

    def is_near_end(self, message_id: int | None) -> bool:
        """Return whether a message has no token, or one that soon expires."""
        token = self._tokens.get(message_id) if message_id is not None else None
        return token is None or token.expires_at - time.monotonic() < NEAR_END

    async def follow_up(self, message_id: int | None, content: MessageContent) -> int | None:
        """Send a new message by the token of another, and keep the token for it, too.

        Returns its id; None where there is no token. Raises what discord.py raises.
        """
        token = self._live(message_id) if message_id is not None else None
        if token is None:
            return None
        async with asyncio.timeout(PATIENCE):
            webhook = follow_up_by(self._client, token.text)
            sent = await webhook.send(**content.parts(), wait=True)
        self._tokens[sent.id] = _Token(token.text, sent.id, token.expires_at)
        return sent.id

    async def edit(self, message_id: int, content: MessageContent) -> MessageContent | None:
        """Edit a message, and return it as it is shown; None where no token can.

        Raises what discord.py raises.
        """
        token = self._live(message_id)
        if token is None:
            return None

        async def edit(drawn: MessageContent, attachments: Attached) -> Attachments:
            return await edit_by_token(
                self._client, token.text, token.target, drawn.items, attachments
            )

        return await self._try(message_id, content.update(message_id, (), edit))

    async def delete(self, message_id: int) -> bool:
        """Delete a message; False where no token can. Raises what discord.py raises."""
        token = self._live(message_id)
        if token is None:
            return False

        async def delete() -> bool:
            await follow_up_by(self._client, token.text).delete_message(cast("Any", token.target))
            return True

        return bool(await self._try(message_id, delete()))

    def _live(self, message_id: int) -> _Token | None:
        token = self._tokens.get(message_id)
        if token is not None and token.expires_at <= time.monotonic():
            del self._tokens[message_id]
            return None
        return token

    async def _try(self, message_id: int, request: Awaitable[T]) -> T | None:
        """Make a request; None, and the token forgotten, where Discord takes it no more."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await request
        except discord.HTTPException as error:
            if error.code not in (INVALID_TOKEN, UNKNOWN_WEBHOOK):
                raise
            self.forget(message_id)
            return None
