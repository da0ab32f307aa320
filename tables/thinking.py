"""Runs slow computations in separate processes: computers' moves, hints, reviews, transcripts.

A computer's move takes three calls: `Thinking.ask` returns a question, `Thinking.choose` finds the
move, and `Thinking.make` makes it. No state is kept between these calls, because even after a
restart the table shows that a computer has to move. If several callers ask for the same move, only
the first caller can make it.

A review by search takes half a minute. Reviews have their own processes, so that players and
computers do not wait for reviews. Transcripts are logs that people can check without the bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cachetools import LRUCache

from db.errors import asked_again
from db.query import Query
from engine.check import verify as verify_without
from engine.core import Seat
from engine.transcript import write_transcript
from players.core import Level
from players.games import can_hint, is_searched
from players.review import Review, review_log
from players.thinker import FAILURES, NICENESS, Gone, Process
from players.verification import decide, has_computers, verify
from tables.model.errors import ReviewPending, TableClosed, WrongPhase
from tables.model.table import Table
from tables.play.computers import Question, ask, read_seen
from tables.play.playing import MoveComputer
from tables.storage.finished import FinishedTable, make_transcript, read_finished
from tables.storage.lookup import TableService

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.connection import Database
    from engine.check import Verification
    from engine.transcript import Transcript
    from tables.storage.lookup import TableServices

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT: Final = 1.0
"""Seconds of processor time for a computer's move; docs/strength.md has the measured times."""

WAIT: Final = 9
"""Seconds of real time allowed per second of processor time; high, as a machine may be busy."""

MOST: Final = max(1, (os.cpu_count() or 2) - 1)
"""Limit on processes that compute at the same time; one core is left for clicks."""


class Thinkers:
    """Calls functions in other processes, which it starts on demand.

    Args:
        limit: seconds of processor time for a call.
        most: limit on processes that compute at the same time; further calls wait.
        niceness: the niceness of the processes, from 0 to 19.
    """

    def __init__(self, limit: float = LIMIT, most: int = MOST, niceness: int = NICENESS) -> None:
        self._limit = limit
        self._niceness = niceness
        self._free = asyncio.Semaphore(most)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        return tuple(process.pid for process in (*self._idle, *self._busy))

    async def run(
        self, call: Callable[..., T], *args: object, limit: float | None = None
    ) -> T | None:
        """Return the result of a call; None if its time runs out or the process dies.

        `limit`: seconds of processor time instead of the usual limit.
        """
        limit = limit or self._limit
        async with self._free:
            try:
                while self._idle:
                    with contextlib.suppress(Gone):
                        return await self._ask(self._idle.pop(), limit, call, args)
                return await self._ask(Process(self._niceness), limit, call, args)
            except FAILURES as error:
                log.warning("a call in another process has failed: %s", type(error).__name__)
                return None

    async def _ask(
        self, process: Process, limit: float, call: Callable[..., T], args: tuple[object, ...]
    ) -> T:
        """Return the answer of a process, and keep the process if it answers in time."""
        self._busy.add(process)
        try:
            answer = await asyncio.to_thread(process.ask, limit, WAIT * limit, call, args)
            self._idle.append(process)
            return answer
        finally:
            self._busy.discard(process)
            if process not in self._idle:
                process.end()

    async def close(self) -> None:
        """End the processes."""
        for process in (*self._idle, *self._busy):
            process.end()
        self._idle.clear()


# The query starts from the live tables, because they are few.
LIVE_BY_ITSELF: Final = Query(
    int,
    """
    SELECT id FROM tables
    WHERE status = 'playing' AND status IN ('lobby', 'playing')
          AND (replace(:paced, game, '') <> :paced OR EXISTS (
              SELECT 1 FROM seats WHERE seats.table_id = tables.id AND seats.level <> ''))
    ORDER BY id
    """,
)


class Thinking(TableService):
    """Asks computers for their moves, and makes them.

    Attributes:
        thinkers: the processes for moves, and for hints that somebody waits for.
        advisers: a process for tips, so that no move waits for them.
    """

    def __init__(self, shared: TableServices) -> None:
        super().__init__(shared)
        self.thinkers = Thinkers()
        self.advisers = Thinkers(ADVICE_LIMIT, most=1, niceness=SEARCH_NICENESS)

    async def close(self) -> None:
        """End the processes."""
        await self.thinkers.close()
        await self.advisers.close()

    @asked_again
    async def find(self) -> list[Table]:
        """Return the tables of this process at which the bot has to move."""
        paced = [game.info.key for game in self._repository.games if game.info.paced]
        async with self._database.read_slow() as store:
            numbers = await store.all(LIVE_BY_ITSELF, paced=" ".join(paced))
        tables = await self._lookup.get_all(numbers)
        return [t for t in tables if t.thinking is not None and self._looks_after(t.guild_id)]

    @asked_again
    async def ask(self, table_id: int) -> Question | None:
        """Return the question for the move that the bot has to make; None if there is none.

        Raises:
            NoSuchTable: no table has that number.
            TableClosed: the log can no longer be read, so the table is closed.
        """
        try:
            return await self._ask(table_id)
        except TableClosed:
            await self._lookup.get_anew([table_id])
            raise

    async def _ask(self, table_id: int) -> Question | None:
        async with self._database.read() as store:
            stored = await self._repository.load(store, table_id, even_broken=True)
            seat, progress = stored.thinking, stored.progress
            if seat is None or progress is None:
                return None
            seen = read_seen(stored, await store.moves(table_id), seat)
        level = Level(stored.seats[seat].level or Level.NORMAL)
        return ask(stored, progress.match, seat, progress.seq, level, seen)

    async def choose(self, question: Question) -> Any:  # noqa: ANN401 - a game's move
        """Return the computer's move; None if the choice failed (`make` then uses another move)."""
        if question.forced or question.player.quick:
            return question.choose()
        return await self.thinkers.run(decide, question.player, question.known, question.source)

    async def make(self, question: Question, move: Any) -> Table:  # noqa: ANN401 - a game's move
        """Make the chosen move; raises StaleClick if the game has gone on since the question."""
        return await self._writer.do(question.stored.id, MoveComputer(question, move))


ADVICE_LIMIT: Final = 5.0
"""Seconds of processor time for the values of moves, enough even on a slow machine."""


class Adviser(TableService):
    """Computes values of moves in another process.

    Args:
        shared: the services of all parts.
        thinking: owns the processes.
    """

    def __init__(self, shared: TableServices, thinking: Thinking) -> None:
        super().__init__(shared)
        self._thinking = thinking

    async def _weigh(self, call: Callable[..., T], *args: object) -> T | None:
        """Return the result of a call in another process; None if its time runs out."""
        return await self._thinking.thinkers.run(call, *args, limit=ADVICE_LIMIT)


@dataclass(frozen=True, slots=True)
class Regret:
    """The cost of the decisions of one seat at a finished table.

    Attributes:
        seat: the seat.
        decisions: the number of decisions.
        given_away: the total cost, in the unit of the game.
        at_random: the total cost that random moves would have on average.
    """

    seat: Seat
    decisions: int
    given_away: float
    at_random: float


REVIEW_LIMIT: Final = 60.0
"""Seconds of processor time for an exact review, which takes under a second on a good machine."""

SEARCH_LIMIT: Final = 900.0
"""Seconds of processor time for a review by search, enough for long games on slow machines."""

SEARCH_NICENESS: Final = 15
"""Niceness of a search, so that clicks, computers and other reviews get the processor first."""

PATIENCE: Final = 1.0
"""Seconds to wait for a review by search before the person is asked to come back later."""

LONG_PATIENCE: Final = 10.0
"""Seconds to wait for an exact review before the person is asked to come back later.

An exact review usually takes under a second.
"""

KEPT: Final = 64
"""Cache size in reviews; the players of a table often ask for the same review."""


def can_review(game_key: str) -> bool:
    """Return whether the bot can compute the values of a game's moves."""
    return can_hint(game_key)


class Reviews:
    """Reviews finished games.

    Args:
        database: open; the caller closes it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thinkers = Thinkers(REVIEW_LIMIT, most=1)
        self._searchers = Thinkers(SEARCH_LIMIT, most=1, niceness=SEARCH_NICENESS)
        self._asked: dict[int, asyncio.Task[Review | None]] = {}
        self._kept: LRUCache[int, Review] = LRUCache(KEPT)

    async def get(self, table_id: int, guild_id: int | None) -> Review | None:
        """Return the review of a game; None if the bot cannot compute the values of its moves.

        Args:
            table_id: the number of the table.
            guild_id: the server; None stands for direct messages.

        Raises:
            NoSuchTable: no table of this server has that number.
            WrongPhase: the game is not finished, or its review took too long or failed.
            ReviewPending: the review is still being computed.
        """
        return (await self.find(table_id, guild_id))[1]

    @asked_again
    async def find(
        self, table_id: int, guild_id: int | None, *, waiting: bool = False
    ) -> tuple[FinishedTable, Review | None]:
        """Return a table with its review; arguments and errors are as in `get`.

        `waiting`: whether to wait until the review is complete.
        """
        async with self._database.read_slow() as store:
            table = await read_finished(store, table_id, guild_id)
        if not can_review(table.row.game):
            return table, None
        try:
            patience = PATIENCE if is_searched(table.row.game) else LONG_PATIENCE
            async with asyncio.timeout(None if waiting else patience):
                answer = await self._ask(table)
        except TimeoutError:
            raise ReviewPending("This review is still being computed.") from None
        if answer is None or not answer.seats:
            raise WrongPhase("This game cannot be reviewed just now.")
        return table, answer

    def peek(self, table_id: int) -> Review | None:
        """Return the review of a game if it is still in the cache."""
        found = self._kept.get(table_id)
        return found if found and found.seats else None

    async def find_regrets(self, table: FinishedTable) -> tuple[Regret, ...] | None:
        """Return the costs of each seat's decisions.

        Return an empty tuple if the costs cannot be computed, or if the game was forfeited. Return
        None if the time ran out or the process ended; then a later call may succeed.
        """
        if not can_review(table.row.game) or table.row.forfeited:
            return ()
        answer = await self._ask(table)
        return None if answer is None else sum_up(answer, table)

    async def _ask(self, table: FinishedTable) -> Review | None:
        """Return the result of `review_log`; None if the call failed or its time ran out.

        Callers that ask for the same review share one computation. The computation goes on even if
        all callers stop waiting.
        """
        number = table.row.id
        if number in self._kept:
            return self._kept[number]
        if number not in self._asked:
            self._asked[number] = asyncio.create_task(self._review(table))
        return await asyncio.shield(self._asked[number])

    async def _review(self, table: FinishedTable) -> Review | None:
        thinkers = self._searchers if is_searched(table.row.game) else self._thinkers
        try:
            found = await thinkers.run(review_log, *_question(table))
            if found is not None:
                self._kept[table.row.id] = found
            return found
        finally:
            del self._asked[table.row.id]

    async def close(self) -> None:
        """End the processes."""
        asked = tuple(self._asked.values())
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await self._thinkers.close()
        await self._searchers.close()


def find_regrets(table: FinishedTable) -> tuple[Regret, ...]:
    """Return the costs as `Reviews.find_regrets` does, but computed in this process."""
    if table.row.forfeited:
        return ()
    return sum_up(review_log(*_question(table)), table)


def sum_up(found: Review, table: FinishedTable) -> tuple[Regret, ...]:
    """Return the costs of each seat's decisions, except those that the caretaker made."""
    regrets: list[Regret] = []
    for seat, review in enumerate(found.seats):
        own = [each for each in review.decisions if not table.log[each.seq].by_caretaker]
        costs = (each.cost for each in own)
        regrets.append(Regret(seat, len(own), sum(costs), sum(each.at_random for each in own)))
    return tuple(regrets)


def _question(
    table: FinishedTable,
) -> tuple[str, int, dict[str, str], Seat | None, list[tuple[Seat, str]]]:
    """Return the arguments of `review_log`."""
    row = table.row
    return row.game, len(table.seats), dict(row.settled), row.first, _list_moves(table)


def _list_moves(table: FinishedTable) -> list[tuple[Seat, str]]:
    return [(move.seat, move.text) for move in table.log]


CHECK_LIMIT: Final = 120.0
"""Seconds of processor time to recompute all moves of computers, in a separate process."""


class Transcripts(TableService):
    """Writes and verifies the logs of tables."""

    async def text(self, table_id: int) -> str:
        """Return the log as a text to check offline; it shows the secret once the game is over.

        Raises:
            NoSuchTable: as in `TableLookup.get`.
            WrongPhase: no game has begun, or the game has hidden moves and is not over.
        """
        return write_transcript(await self._read(table_id))

    async def verify(self, table_id: int) -> Verification:
        """Replay the log. Once the game is over, also recompute the moves of nature and computers.

        The computers' moves are recomputed in another process. If this takes too long, they are not
        verified.

        Raises:
            NoSuchTable, WrongPhase: as in `text`.
        """
        transcript = await self._read(table_id)
        if not has_computers(transcript):
            return verify(transcript, self._repository.games)
        thinkers = Thinkers(CHECK_LIMIT)
        try:
            found = await thinkers.run(verify, transcript)
        finally:
            await thinkers.close()
        return found or verify_without(transcript, self._repository.games)

    @asked_again
    async def _read(self, table_id: int) -> Transcript:
        await self._lookup.get(table_id)
        async with self._database.read() as store:
            stored = await self._repository.read(
                store, table_id
            )  # verify the stored log, not the cached table
            _require_log(stored)
            return make_transcript(stored, await store.moves(table_id))


def _require_log(stored: Table) -> None:
    """Raise WrongPhase unless the table's log is public."""
    over = stored.status.over
    if stored.started_at is None:
        raise WrongPhase(
            "No game has begun at table #{table}, so there is nothing to show or to check.",
            table=stored.id,
        )
    if stored.game.info.hidden and not over:
        raise WrongPhase(
            "The log of table #{table} contains hidden moves, so you can see it only when the game "
            "is over.",
            table=stored.id,
        )
