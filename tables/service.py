"""All tables of a bot: one object with a part for each subject."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tables.changes import Endings, Lobbies
from tables.clocks import GAME_AGE, LOBBY_AGE, Maintenance
from tables.model.time_control import IDLE_AFTER
from tables.play.heartbeat import Heartbeat
from tables.play.messages import Messages
from tables.play.playing import LONGEST as LONGEST_ABSENCE
from tables.play.seating import leave_all
from tables.storage.lookup import TableLookup, TableServices, is_damage
from tables.storage.repository import TableRepository
from tables.storage.writer import Limits, TableWriter
from tables.thinking import Reviews, Thinking, Transcripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from engine.core import AnyGame
    from tables.storage.writer import OnEnd

__all__ = [
    "GAME_AGE",
    "IDLE_AFTER",
    "LOBBY_AGE",
    "LONGEST_ABSENCE",
    "Tables",
    "is_damage",
    "leave_all",
]


class Tables:
    """All tables of a bot.

    Args:
        database: open; the caller closes it.
        games: the games that can be played.
        clock: returns the time in Unix seconds.
        entropy: returns a given number of unpredictable bytes.
        on_end: records each finished or forfeited game in the transaction that ends it. After a
            rollback, it is called again for the next attempt.
        limits: the limits on open tables.
        looks_after: takes the id of a server, or None for direct messages; returns whether this
            process keeps the server's tables up to date.

    Attributes:
        now: returns the time in Unix seconds.
        shared: the services that all parts use, including parts in features.
        do: applies an `Act` to a table; see `TableWriter.do`.
        lookup: finds tables by number, channel or person.
        lobbies: opens tables.
        endings: opens rematches, and withdraws tables that could not be shown.
        messages: stores the live messages of tables.
        transcripts: writes and verifies the logs of tables.
        maintenance: finds tables that need attention, and ends tables that nobody uses.
        heartbeat: records when the bot was last running.
        thinking: asks computers for their moves, and makes them.
        reviews: computes the costs of decisions in finished games.
    """

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        *,
        on_end: OnEnd | None = None,
        limits: Limits | None = None,
        looks_after: Callable[[int | None], bool] = lambda _: True,
    ) -> None:
        self.now = clock
        self._repository = repository = TableRepository(games)
        self.heartbeat = Heartbeat(database, clock, looks_after)
        aging, limits = self.heartbeat.now, limits or Limits()
        self._writer = writer = TableWriter(
            database, repository, limits, clock, aging, entropy, on_end
        )
        self.do = writer.do
        self.lookup = TableLookup(database, repository, writer)
        self.shared = shared = TableServices(
            database, repository, self.lookup, writer, clock, aging, looks_after
        )
        self.lobbies = Lobbies(shared)
        self.endings = Endings(shared, self.lobbies)
        self.messages = Messages(shared)
        self.transcripts = Transcripts(shared)
        self.thinking = Thinking(shared)
        self.reviews = Reviews(database)
        self.maintenance = Maintenance(shared)

    def has_done(self, click: int) -> bool:
        """Return whether this process has lately carried out an interaction."""
        return self._writer.has_done(click)
