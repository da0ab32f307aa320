"""Watchers of a table: the decisions that they see, and the result card that they get.

A watcher's row remains until the card is sent. The time of the first attempt is stored before the
attempt. If the process is killed, the bot therefore knows that the card may have been sent. It
sends the card again only while Discord would recognise the duplicate.

Watchers see the values of finished decisions, never of an open decision. While a seat can act or
undo, its earlier decisions stay hidden, too, because their values could help with the next
decision. Games with hidden information show no values.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache

from db.errors import asked_again
from db.query import Query, Write
from engine.core import CHANCE, fold
from players.core import know
from players.games import can_assess, find_hint
from tables.model.errors import UNREADABLE, AlreadySeated, TableClosed, TableError, WrongPhase
from tables.model.table import Status
from tables.storage.lookup import TableService
from tables.thinking import Adviser

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat, Transition
    from players.core import Assessed
    from tables.model.table import Table
    from tables.service import Tables

WATCHERS: Final = 50
"""Limit on the watchers of a table."""

TRIED_FOR: Final = 120.0
"""Seconds during which sending is retried, because Discord still recognises a duplicate."""


IS_WATCHING: Final = Query(
    int, "SELECT 1 FROM watchers WHERE table_id = :table_id AND person_id = :person_id"
)

INSERT_WATCHER: Final = Write(
    "INSERT INTO watchers (table_id, person_id, language) VALUES (:table_id, :person_id, :language)"
)


@dataclass(frozen=True, slots=True)
class WatcherRow:
    """A person who watches a table that is over, with the table's server and status.

    `sent_at` is the time of the first attempt to send the card, in Unix seconds; None before that.
    """

    table_id: int
    person_id: int
    language: str
    sent_at: float | None
    guild_id: int | None
    status: str


# The query reads all watchers. They are few, because a row is deleted once its card is sent.
WATCHERS_OF_ENDED: Final = Query(
    WatcherRow,
    """
    SELECT table_id, person_id, language, sent_at,
           (SELECT guild_id FROM tables WHERE id = table_id),
           (SELECT status FROM tables WHERE id = table_id)
    FROM watchers
    WHERE (SELECT status FROM tables WHERE id = table_id) NOT IN ('lobby', 'playing')
    ORDER BY table_id, person_id
    """,
    table="table_id",
)

SET_SENT_AT: Final = Write("""
    UPDATE watchers SET sent_at = :sent_at
    WHERE table_id = :table_id AND person_id = :person_id AND sent_at IS NULL
    """)

DELETE_WATCHER: Final = Write(
    "DELETE FROM watchers WHERE table_id = :table_id AND person_id = :person_id"
)

COUNT_WATCHERS: Final = Query(int, "SELECT COUNT(*) FROM watchers WHERE table_id = :table_id")


class TooManyWatchers(TableError):
    """The table already has `WATCHERS` watchers."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A person who should get the result card of a finished table, in their language."""

    table_id: int
    person_id: int
    language: str


class Watchers(TableService):
    """Knows the watchers of each table."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared)

    async def turn(
        self,
        table: Table,
        person_id: int,
        language: str,
        *,
        wanted: bool | None = None,
        click: int | None = None,
    ) -> bool:
        """Begin or stop watching a table; return whether the person watches it now.

        `wanted`: whether the person wants to watch; None reverses the present state.

        Raises:
            AlreadySeated: the person sits there.
            WrongPhase: the game is not being played.
            TooManyWatchers: the table already has `WATCHERS` watchers.
        """
        require_spectator(table, person_id)
        if table.status is not Status.PLAYING:
            raise WrongPhase("Only a game that is being played can be watched.")
        async with self._writer.write(click) as store:
            watches = (
                await store.one(IS_WATCHING, table_id=table.id, person_id=person_id) is not None
            )
            if watches == wanted:
                return watches
            if watches:
                store.run(DELETE_WATCHER, table_id=table.id, person_id=person_id)
                return False
            if await store.value(COUNT_WATCHERS, table_id=table.id) >= WATCHERS:
                raise TooManyWatchers(
                    "{most} people already watch this table. That is the limit.", most=WATCHERS
                )
            store.run(INSERT_WATCHER, table_id=table.id, person_id=person_id, language=language)
            return True

    @asked_again
    async def watches(self, table_id: int, person_id: int) -> bool:
        async with self._database.read_one() as store:
            return await store.one(IS_WATCHING, table_id=table_id, person_id=person_id) is not None

    async def find_due(self, most: int) -> list[Watcher]:
        """Return up to `most` watchers to whom this process should send a card now.

        Rows of watchers who get no card are deleted. A table without a result has no card. After
        `TRIED_FOR` seconds there is no further attempt, because it could send the card twice.
        """
        async with self._database.read_one() as store:
            found = await store.all(WATCHERS_OF_ENDED)
        own = [row for row in found if self._looks_after(row.guild_id)]
        due = [row for row in own if row.status == Status.FINISHED and self._may_send(row)]
        for row in set(own) - set(due):
            await self.forget(Watcher(row.table_id, row.person_id, row.language))
        return [Watcher(row.table_id, row.person_id, row.language) for row in due[:most]]

    async def note_sending(self, watcher: Watcher) -> None:
        """Store the time of the first attempt to send a card; later attempts do not change it."""
        async with self._database.write() as store:
            store.run(
                SET_SENT_AT,
                table_id=watcher.table_id,
                person_id=watcher.person_id,
                sent_at=self._now(),
            )

    async def put_off(self, watcher: Watcher) -> None:
        """Clear the time of the first attempt, because Discord did not accept the card."""
        async with self._database.write() as store:
            store.run(DELETE_WATCHER, table_id=watcher.table_id, person_id=watcher.person_id)
            store.run(INSERT_WATCHER, **asdict(watcher))

    async def forget(self, watcher: Watcher) -> None:
        """Note that a card was sent, or cannot be sent."""
        async with self._database.write() as store:
            store.run(DELETE_WATCHER, table_id=watcher.table_id, person_id=watcher.person_id)

    def _may_send(self, row: WatcherRow) -> bool:
        return row.sent_at is None or 0 <= self._now() - row.sent_at <= TRIED_FOR


def require_spectator(table: Table, person_id: int) -> None:
    """Raise AlreadySeated for a person who sits at the table."""
    if table.seat_of(person_id) is not None:
        raise AlreadySeated("You sit at this table, so you cannot watch it too.")


REMEMBERED: Final = 64
"""Cache size: decisions whose values are kept, because several spectators ask for the same one."""


@dataclass(frozen=True, slots=True)
class ToldDecision:
    """A decision of a turn that is over.

    Attributes:
        table: the table before the decision.
        seat: the seat that decided.
        made: the move.
        moves: all moves with their values, the best first.
    """

    table: Table
    seat: Seat
    made: Any
    moves: tuple[Assessed, ...]


class ToldDecisions(Adviser):
    """Finds the last decision of a turn that is over, with the values of its moves."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.shared, tables.thinking)
        self._weighed: LRUCache[tuple[int, int], ToldDecision] = LRUCache(REMEMBERED)

    @asked_again
    async def find(self, table: Table, person_id: int) -> ToldDecision | None:
        """Return the last decision of a turn that is over; None if there is nothing to show.

        Raises:
            AlreadySeated: the person sits at the table.
            TableClosed: the log cannot be read.
        """
        require_spectator(table, person_id)
        if table.state is None or not can_assess(table.game.info.key):
            return None
        async with self._database.read() as store:
            rows = await store.moves(table.id)
        log = ((row.seat, row.text) for row in rows[: table.seq])
        steps = fold(table.game, len(table.seats), table.options, table.first, log)
        try:
            found = find_last(steps, table)
        except Exception:  # noqa: BLE001 - any error's text may quote a move
            raise TableClosed(UNREADABLE) from None
        return None if found is None else await self._tell(table, *found)

    async def _tell(self, table: Table, seq: int, step: Transition) -> ToldDecision | None:
        """Return a decision with the values of its moves; None if they are not found in time."""
        told = self._weighed.get((table.id, seq))
        if told is not None:
            return told
        known = know(table.game, table.options, step.before, step.seat)
        moves = await self._weigh(find_hint, table.game.info.key, known)
        if moves is None:
            return None
        told = ToldDecision(table.in_state(step.before), step.seat, step.move, moves)
        self._weighed[table.id, seq] = told
        return told


def find_last(steps: Iterable[Transition], table: Table) -> tuple[int, Transition] | None:
    """Return the last decision of a seat that can neither act nor undo now, with its seq.

    An undone move does not count. In the log, an undo leads back to the state before that move.
    """
    made: list[tuple[int, Transition]] = []
    for seq, step in enumerate(steps):
        if made and step.after == made[-1][1].before:
            made.pop()
        elif step.seat != CHANCE:
            made.append((seq, step))
    return next((each for each in reversed(made) if _is_told(each[1], table)), None)


def _is_told(step: Transition, table: Table) -> bool:
    deciding = {*table.to_act, *(move.seat for move in table.undoable)}
    return step.seat not in deciding and len(table.game.moves(step.before, step.seat)) > 1
