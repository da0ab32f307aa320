"""Calls players who have not noticed their turn: a small message mentions them, with a link.

The board is edited in place, and an edit notifies nobody. So a message calls players who have not
acted for a while. The message is deleted when they act. Players who have just clicked at the table
are not called.
"""

from __future__ import annotations

import logging
import math
import time
from typing import TYPE_CHECKING, Final, Protocol

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
from tables.model.time_control import CALL_AFTER, CALL_UNHURRIED_AFTER
from tables.play.messages import SetCall
from tables.play.playing import TakeOver

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable

    import discord

    from cogs.interactions.known import Messages
    from cogs.interactions.language import Languages
    from cogs.publishing.live import Lives
    from cogs.publishing.outbox import Outbox
    from engine.core import Seat
    from tables.model.table import Table
    from tables.service import Tables

log = logging.getLogger(__name__)

AWAY_AFTER: Final = 180.0
"""Seconds without a click at the table after which a player is called as soon as the turn comes."""

HERE_FOR, UNHURRIED_HERE_FOR = CALL_AFTER, CALL_UNHURRIED_AFTER
"""Seconds after a click for which its player is not called, with a clock and without one."""


class Wishes(Protocol):
    """Knows when people want to be mentioned. A feature implements it."""

    def find_again(self, table: Table, now: float) -> Awaitable[Collection[Seat]]:
        """Return the seats of a table to call once more."""
        ...

    def find_silent(self, people: Collection[int]) -> Awaitable[Collection[int]]:
        """Return the ids of those people who want no mention at all."""
        ...


class Calls:
    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        outbox: Outbox,
        lives: Lives,
        languages: Languages,
        *,
        refresh: Callable[[Iterable[Table]], None],
    ) -> None:
        """Store what calls need; `refresh` queues tables whose messages should be updated."""
        self._client = client
        self._tables = tables
        self._outbox = outbox
        self._wire = outbox.messages.wire
        self._languages = languages
        self._refresh = refresh
        self._lives = lives
        self.wishes: Wishes | None = None
        """Set by a feature."""

    async def follow(self, table: Table, turns: tuple[Seat, ...], clicked_by: int | None) -> Table:
        """Delete an answered call; call players who probably do not see their turn.

        Args:
            table: The table in its present state.
            turns: The seats whose turn has just come.
            clicked_by: The id of the person who clicked at the table; None if nobody clicked.
        """
        if table.notified and not self._unanswered(table, clicked_by):
            still = {*table.waiting_on} & {*table.notified} - {*turns}
            # With a clock, each press has its own time, and so its own call.
            table = await self._clear(table, () if table.time_control.budget else still)
        away = tuple(
            seat
            for seat in turns
            if not table.is_paused(seat, self._tables.now())
            and (self._is_away(table, seat) or self._comes_later(table, seat, clicked_by))
        )
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
        waits = {
            seat: table.waiting.get(seat)
            for seat in table.waiting_on
            if not table.is_paused(seat, now)
        }
        before = now - table.time_control.call_after
        due = [
            seat
            for seat, since in waits.items()
            if since is not None and since <= before and seat not in table.notified
        ]
        again = await self.wishes.find_again(table, now) if self.wishes else ()
        due += [seat for seat in again if seat not in (*due, *table.reminded)]
        here = UNHURRIED_HERE_FOR if table.time_control.budget is None else HERE_FOR
        absent = tuple(seat for seat in due if self._idle_time(table, seat) >= here)
        if not absent:
            return table, bool(due)
        table, soon = await self._post(table, absent, tuple(again))
        return table, soon or len(absent) < len(due)

    async def may_mention(self, people: Iterable[int]) -> tuple[int, ...]:
        """Return those of the people whom a message may notify, in the same order."""
        asked = tuple(people)
        silent = await self.wishes.find_silent(asked) if self.wishes and asked else ()
        return tuple(person for person in asked if person not in silent)

    def _unanswered(self, table: Table, clicked_by: int | None) -> set[Seat]:
        """Return the called seats that the game still waits for, except the seat that has clicked.

        Players who have announced an absence are left out.
        """
        now, called = self._tables.now(), set(table.notified) & set(table.waiting_on)
        waiting = {seat for seat in called if not table.is_paused(seat, now)}
        return {seat for seat in waiting if table.seats[seat].person_id != clicked_by}

    def _idle_time(self, table: Table, seat: Seat) -> float:
        """Return the seconds since a player's last click at the table; infinite if unknown."""
        seen = self._lives.find(table.id).seen.get(table.seats[seat].person_id)
        return math.inf if seen is None else time.monotonic() - seen

    def _is_away(self, table: Table, seat: Seat) -> bool:
        """Return whether a player's clock runs and the last click is known to be long ago."""
        idle = self._idle_time(table, seat) if table.time_control.budget else 0.0
        return AWAY_AFTER < idle < math.inf

    def _comes_later(self, table: Table, seat: Seat, clicked_by: int | None) -> bool:
        """Return whether a player is not expected soon, because the table has a slow clock."""
        there = table.seats[seat].person_id == clicked_by
        return table.time_control.slow and not there and len(table.people) > 1

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
        earlier = tuple(sorted(self._unanswered(table, clicked_by=None) - {*seats}))
        reminded = (*half, *table.reminded)
        await self._outbox.look_below(table)
        if (await self._tables.lookup.get(table.id)).revision != table.revision:
            return table, True  # the table has changed meanwhile
        table = await self._clear(table)
        people = [*(table.seats[seat].person_id for seat in earlier), *heard]
        _ = self._languages.of(table.language)
        words = call_people(_, [f"<@{person}>" for person in people])
        words += f" · {_.title(table.game.info)} · {table_link(_, table)}"
        words += describe_clock(_, table, seats)
        message_id = None
        try:
            message_id = await self._send(table, MessageContent([text(words)], calls=heard))
            self._outbox.messages.note_own(message_id)
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
            seat: await find_gone(self._client, self._wire, table, table.seats[seat].person_id)
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
            sent = await self._outbox.follow_up(table.message_id, content)
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
            await send_once(lambda: self._wire.post(table.board_channel, letter, nonce))
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


# Direct messages.


async def send_direct(
    messages: Messages, person_id: int, content: MessageContent, nonce: str
) -> None:
    """Send a direct message as `send_once` does; raise one of FAILURES."""
    letter, in_words = await messages.compose(content)
    sent = await send_once(lambda: messages.wire.post(Direct(person_id), letter, nonce))
    messages.note_sent(sent, content, in_words=in_words, channel_id=sent.channel_id)
