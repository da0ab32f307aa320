"""The records of all servers: one object with a part for each subject.

Pure functions in `entering` derive the records from seats and moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.kept import KeptRows
from records.privacy import Privacy
from records.recorder import Recorder
from records.replay import Replays
from records.upkeep import Guilds, Resets, SettingsService
from records.values import RecordServices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from engine.core import AnyGame
    from records.entering import OnResult
    from records.kept import Kept


class Records:
    """The records of finished tables.

    Args:
        database: open; the caller closes it.
        games: the games that can be played.
        clock: returns the time in Unix seconds.
        kept: the features' data about people.
        on_result: the rows that features add when a game ends.

    Attributes:
        shared: the database, games and clock for all parts, including the parts of features.
        recorder: records finished tables; it is the `on_end` of `Tables`.
        replays: finished games, move by move.
        privacy: shows, exports and forgets the data of one person.
        settings: the settings of servers.
        resets: empties leaderboards.
        guilds: notes which servers the bot is on, and deletes the data of servers that it left.
    """

    def __init__(
        self,
        database: Database,
        games: Iterable[AnyGame],
        clock: Callable[[], float],
        kept: Iterable[Kept] = (),
        on_result: Iterable[OnResult] = (),
    ) -> None:
        shared = RecordServices(database, {game.info.key: game for game in games}, clock)
        self.shared = shared
        self.recorder = Recorder(shared, on_result)
        self.replays = Replays(shared)
        rows = KeptRows(kept)
        self.privacy = Privacy(shared, self.recorder, rows)
        self.settings = SettingsService(shared)
        self.resets = Resets(shared)
        self.guilds = Guilds(database, clock, self.recorder, rows)
