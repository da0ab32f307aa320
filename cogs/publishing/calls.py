"""Calls players who have not noticed their turn: a small message mentions them, with a link.

The board is edited in place, and an edit notifies nobody. So a message calls players who have not
acted for a while. The message is deleted when they act. Players who have just clicked at the table
are not called.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Protocol

from cogs.display.table_text import (
    call_people,
    describe_clock,
    table_link,
)
from cogs.interactions.content import MessageContent
from cogs.interactions.failures import (
    FAILURES,
    is_untaken,
    nonce_of,
    passes,
    send_once,
)
from cogs.interactions.interaction import find_gone
from cogs.interactions.parts import text
from cogs.interactions.wire import Direct
from cogs.publishing.due import find_absent, find_away, find_due, find_unanswered
from tables.play.messages import SetCall
from tables.play.playing import TakeOver

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable

    from cogs.interactions.known import Messages
    from cogs.publishing.outbox import Outbox
    from cogs.publishing.tools import Tools
    from engine.core import Seat
    from tables.model.table import Table

log = logging.getLogger(__name__)


class Wishes(Protocol):
    """Knows when people want to be mentioned. A feature implements it."""

    def find_again(self, table: Table, now: float) -> Awaitable[Collection[Seat]]:
        """Return the seats of a table to call once more."""
        ...

    def find_silent(self, people: Collection[int]) -> Awaitable[Collection[int]]:
        """Return the ids of those people who want no mention at all."""
        ...


class Calls:
    """Calls people.

    Attributes:
        wishes: Knows when people want to be mentioned; None without this feature.
    """

    def __init__(
        self, tools: Tools, outbox: Outbox, refresh: Callable[[Iterable[Table]], None]
    ) -> None:
        """Store what calls need; `refresh` queues tables whose messages should be updated."""
        self._tools = tools
        self._refresh = refresh
        self._tables = tools.tables
        self._outbox = outbox
        self.wishes: Wishes | None = None

    async def follow(self, table: Table, turns: tuple[Seat, ...], clicked_by: int | None) -> Table:
        """Delete an answered call; call players who probably do not see their turn.

        Args:
            table: The table in its present state.
            turns: The seats whose turn has just come.
            clicked_by: The id of the person who clicked at the table; None if nobody clicked.
        """
        now = self._tables.now()
        if table.notified and not find_unanswered(table, clicked_by, now):
            still = {*table.waiting_on} & {*table.notified} - {*turns}
            # With a clock, each press has its own time, and so its own call.
            table = await self._clear(table, () if table.time_control.budget else still)
        seen, clock = self._tools.lives.find(table.id).seen, time.monotonic()
        away = find_away(table, turns, clicked_by, seen, now=now, clock=clock)
        if away and table.call_id is None:
            table, _ = await self._post(table, away)
        return table

    async def call(self, table: Table, now: float) -> tuple[Table, bool]:
        """Call players who have not reacted to their turn and were not called for it before.

        Players who wish it are called once more. Players who announced an absence are not called.

        Args:
            table: The table in its present state.
            now: Unix seconds.

        Returns the table, and whether the caller should try again soon: a player to call has just
        clicked or is gone, the table has changed, or Discord failed.
        """
        again = await self.wishes.find_again(table, now) if self.wishes else ()
        due = find_due(table, again, now)
        seen = self._tools.lives.find(table.id).seen
        absent = find_absent(table, due, seen, time.monotonic())
        if not absent:
            return table, bool(due)
        table, soon = await self._post(table, absent, tuple(again))
        return table, soon or len(absent) < len(due)

    async def may_mention(self, people: Iterable[int]) -> tuple[int, ...]:
        """Return those of the people whom a message may notify, in the same order."""
        asked = tuple(people)
        silent = await self.wishes.find_silent(asked) if self.wishes and asked else ()
        return tuple(person for person in asked if person not in silent)

    async def _post(
        self, table: Table, seats: tuple[Seat, ...], half: tuple[Seat, ...] = ()
    ) -> tuple[Table, bool]:
        """Post a call in place of an earlier one; return the table, and whether to try again.

        As a guest, the bot calls nobody. If an attempt fails but Discord may have accepted the
        message, the seats count as called, and the message is unknown. `half`: the seats that have
        used half of their time.
        """
        if table.guest is not None:
            return table, False
        if await self._give_up(table, seats):
            return table, True
        heard = await self.may_mention(table.seats[seat].person_id for seat in seats)
        seats = tuple(seat for seat in seats if table.seats[seat].person_id in heard)
        if not seats:
            return table, False
        unanswered = find_unanswered(table, None, self._tables.now())
        earlier = tuple(sorted(unanswered - {*seats}))
        reminded = (*half, *table.reminded)
        await self._outbox.look_below(table)
        if (await self._tables.lookup.get(table.id)).revision != table.revision:
            return table, True  # the table has changed meanwhile
        table = await self._clear(table)
        people = [*(table.seats[seat].person_id for seat in earlier), *heard]
        _ = self._tools.languages.of(table.language)
        words = call_people(_, [f"<@{person}>" for person in people])
        words += f" · {_.title(table.game.info)} · {table_link(_, table)}"
        words += describe_clock(_, table, seats)
        message_id = None
        try:
            message_id = await self._send(table, MessageContent([text(words)], calls=heard))
            self._tools.messages.note_own(message_id)
        except FAILURES as error:
            log.warning("table %s: nobody could be called: %s", table.id, error)
            if is_untaken(error) or not passes(error):
                return table, passes(error)
        called = await self._tables.do(table.id, SetCall(message_id, (*earlier, *seats), reminded))
        return called, False

    async def _give_up(self, table: Table, seats: Iterable[Seat]) -> bool:
        """Let the caretaker play for people who are gone, instead of calling them.

        Returns whether anybody is gone. Then the board is redrawn, and the caller should try again
        to call the other players.
        """
        if len(table.present) < 2:
            return False
        found = {
            seat: await find_gone(
                self._tools.client, self._tools.messages.wire, table, table.seats[seat].person_id
            )
            for seat in seats
        }
        gone = {seat: why for seat, why in found.items() if why is not None}
        for seat, why in gone.items():
            log.info("table %s: the caretaker takes a seat over: %s", table.id, why)
            await self._tables.do(table.id, TakeOver(seat, why))
        if gone:
            self._refresh([table])
        return bool(gone)

    async def _send(self, table: Table, content: MessageContent) -> int:
        """Send a message that notifies; return its id.

        If the table's message has a token, the call is a follow-up. A follow-up is a new message,
        so it notifies (Discord's documentation, "Receiving and Responding to Interactions"). The
        first follow-up of a deferred command would be an edit, and notify nobody. Therefore tokens
        are kept only after the response. Without a token the bot posts as itself.
        """
        try:
            sent = await self._tools.messages.follow_up(table.message_id or 0, content)
        except FAILURES as error:
            if passes(error) and not is_untaken(error):
                raise  # a follow-up has no nonce, so a second attempt could post it twice
            log.info("table %s: called without a token: %s", table.id, error)
        else:
            if sent is not None:
                return sent
        nonce = nonce_of("call", table.board_channel, table.id, table.revision, content.calls)
        letter = content.letter()
        return (
            await send_once(
                lambda: self._tools.messages.wire.post(table.board_channel, letter, nonce)
            )
        ).message_id

    async def _clear(self, table: Table, still: Collection[Seat] = ()) -> Table:
        """Delete the call, if there is one, and forget the called and reminded seats.

        Seats in `still` have moved but are still on turn, so that they are not called again.
        """
        if table.call_id is not None:
            await self._outbox.delete(table, table.call_id)
        elif {*table.notified} == {*still}:
            return table
        return await self._tables.do(table.id, SetCall(None, tuple(sorted(still))))


async def send_direct(
    messages: Messages, person_id: int, content: MessageContent, nonce: str
) -> None:
    """Send a direct message as `send_once` does; raise one of FAILURES."""
    letter, in_words = await messages.compose(content)
    sent = await send_once(lambda: messages.wire.post(Direct(person_id), letter, nonce))
    messages.note_sent(sent, content, in_words=in_words, channel_id=sent.channel_id)
