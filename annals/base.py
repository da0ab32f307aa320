"""What all parts of the annals share: the database, the games, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.connection import Database
    from tables.play import AnyGame


class Base:
    """The ground that the parts of `Annals` stand on.

    Args:
        database: open; whoever opened it closes it.
        games: that can be played.
        clock: gives the time in Unix seconds.
    """

    def __init__(
        self, database: Database, games: Iterable[AnyGame], clock: Callable[[], float]
    ) -> None:
        self._database = database
        self._games = {game.info.key: game for game in games}
        self._now = clock
