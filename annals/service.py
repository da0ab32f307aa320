"""The annals of all servers: everything that can be asked of them and done to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from annals.model import (
        Board,
        Earned,
        Goal,
        GuildSettings,
        History,
        Kept,
        Losses,
        Period,
        SoloBoard,
        Sort,
        Stats,
    )
    from annals.replay import Replay
    from db.connection import Database
    from db.store import Store
    from tables.play import AnyGame
    from tables.record import Record


class Annals:
    """What servers remember.

    Args:
        database: open; whoever opened it closes it.
        games: that can be played.
        clock: gives the time in Unix seconds.
    """

    def __init__(
        self, database: Database, games: Iterable[AnyGame], clock: Callable[[], float]
    ) -> None:
        raise NotImplementedError

    async def keep(self, store: Store, record: Record) -> None:
        """Enter a finished table, within the transaction that ends it: `Tables(on_end=...)`."""
        raise NotImplementedError

    async def catch_up(self) -> int:
        """Enter finished tables that are not entered yet, at start; returns how many."""
        raise NotImplementedError

    async def leaderboard(
        self,
        guild_id: int | None,
        game_key: str | None,
        period: Period,
        sort: Sort,
        page: int,
        asker: int,
    ) -> Board:
        """A page of this server's players for one game or all (None); DMs (None) have an empty one.

        All games together have no rating and no best score: those sorts mean wins then.
        """
        raise NotImplementedError

    async def solo_board(
        self, guild_id: int | None, game_key: str, period: Period, sort: Sort, page: int, asker: int
    ) -> SoloBoard:
        """A page of those who played alone; Sort.PLACE orders by average, GAMES by games, else best."""
        raise NotImplementedError

    async def stats(
        self, guild_id: int | None, person_id: int, game_key: str | None = None
    ) -> Stats | None:
        """Everything about somebody here; None for somebody who has finished no game."""
        raise NotImplementedError

    async def achievements(self, guild_id: int | None, person_id: int) -> tuple[Earned, ...]:
        """What somebody has earned here, newest first."""
        raise NotImplementedError

    def goals(self, game_key: str | None = None) -> tuple[Goal, ...]:
        """All achievements that there are, of one game or of all."""
        raise NotImplementedError

    async def earned_at(self, table_id: int) -> tuple[Earned, ...]:
        """What was earned by the end of a table, by seat, to be told once on its final board."""
        raise NotImplementedError

    async def history(
        self, guild_id: int | None, person_id: int | None, game_key: str | None, page: int
    ) -> History:
        """Finished tables here, newest first; of one person where named. In DMs name the person."""
        raise NotImplementedError

    async def replay(self, table_id: int, guild_id: int | None) -> Replay:
        """A finished table to step through.

        Raises:
            NoSuchTable: there is none of that number here.
            WrongPhase: it is not finished, or its log no longer folds.
        """
        raise NotImplementedError

    async def about(self, person_id: int) -> Kept:
        """How much is kept about somebody."""
        raise NotImplementedError

    async def export(self, person_id: int) -> dict[str, Any]:
        """All of that, as values that `json` can write."""
        raise NotImplementedError

    async def forget(self, person_id: int) -> tuple[int, ...]:
        """Forget somebody, in one transaction; returns the live tables that changed by it.

        Lobbies are left; seats of running games go to the caretaker for good.
        """
        raise NotImplementedError

    async def settings(self, guild_id: int) -> GuildSettings:
        """What the admins of a server have decided."""
        raise NotImplementedError

    async def set_settings(self, guild_id: int, settings: GuildSettings) -> None:
        """Keep other settings; raises BadSetup for a game, option or value that is not there."""
        raise NotImplementedError

    async def losses(self, guild_id: int, game_key: str | None) -> Losses:
        """What `reset` would take away."""
        raise NotImplementedError

    async def reset(self, guild_id: int, game_key: str | None) -> Losses:
        """Begin the leaderboard of a game, or every one, anew; returns what is lost."""
        raise NotImplementedError

    async def guild_left(self, guild_id: int) -> None:
        """The bot has left a server: its data go after 30 days."""
        raise NotImplementedError

    async def guild_joined(self, guild_id: int) -> None:
        """The bot is (back) on a server: its data stay."""
        raise NotImplementedError

    async def purge(self) -> tuple[int, ...]:
        """Remove the data of servers left 30 days ago; returns which. To be called now and then."""
        raise NotImplementedError

    async def rebuild(self, *, repair: bool = False) -> tuple[str, ...]:
        """Compute everything anew from the log; returns what differs in words, empty when nothing.

        With `repair` it is put right in the same transaction.
        """
        raise NotImplementedError
