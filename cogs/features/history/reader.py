"""Lists of finished tables."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from db.errors import asked_again
from db.query import Query
from records.entering import rank_finishers, to_finisher
from records.values import PAGE, RecordsService, ResultRow, page_within, visible_guild

if TYPE_CHECKING:
    from collections.abc import Mapping

    from db.store import Store


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished table in the history.

    Attributes:
        table_id: the number of the table.
        channel_id: the channel where it was played.
        game: the key of its game.
        ended_at: Unix seconds.
        people: ids by seat; negative for forgotten people and for computers.
        names: by seat.
        places: by seat; those who left come last, the first to leave at the end.
        scores: by seat; None if the game is forfeited.
        left: by seat, whether the person has left, or the caretaker played there at the end.
        name: a name to show instead of the game's title; empty for the title.
    """

    table_id: int
    channel_id: int
    game: str
    ended_at: float
    people: tuple[int, ...]
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int | None, ...]
    left: tuple[bool, ...]
    name: str = ""

    @property
    def forfeited(self) -> bool:
        """Whether the game ended early and made a player lose, so that it has no scores."""
        return None in self.scores


@dataclass(frozen=True, slots=True)
class History:
    """A page of finished tables, newest first, and `tables`, the number of tables on all pages.

    `page` and `pages` are as in `records.values.Board`.
    """

    entries: tuple[Entry, ...]
    page: int
    pages: int
    tables: int


HISTORY_COUNT: Final = Query(
    int, "SELECT COUNT(*) FROM results WHERE guild_id = :guild_id AND NOT unfinished"
)

HISTORY: Final = Query(
    ResultRow,
    """
    SELECT id, table_id, guild_id, game, ended_at FROM results
    WHERE id IN (SELECT id FROM results WHERE guild_id = :guild_id AND NOT unfinished
                 ORDER BY id DESC LIMIT :number OFFSET :skip)
    ORDER BY id DESC
    """,
)

HISTORY_COUNT_OF_GAME: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
    """,
)

HISTORY_OF_GAME: Final = Query(
    ResultRow,
    """
    SELECT id, table_id, guild_id, game, ended_at FROM results
    WHERE id IN (SELECT id FROM results
                 WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
                 ORDER BY id DESC LIMIT :number OFFSET :skip)
    ORDER BY id DESC
    """,
)

HISTORY_COUNT_OF_PERSON: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM finishes
    WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
    """,
)

HISTORY_OF_PERSON: Final = Query(
    ResultRow,
    """
    SELECT id, table_id, guild_id, game, ended_at FROM results
    WHERE id IN (SELECT result_id FROM finishes
                 WHERE person_id = :person_id AND guild_id = :guild_id AND place IS NOT NULL
                 ORDER BY result_id DESC LIMIT :number OFFSET :skip)
    ORDER BY id DESC
    """,
)

HISTORY_COUNT_OF_BOTH: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM finishes
    WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game AND place IS NOT NULL
    """,
)

HISTORY_OF_BOTH: Final = Query(
    ResultRow,
    """
    SELECT id, table_id, guild_id, game, ended_at FROM results
    WHERE id IN (SELECT result_id FROM finishes
                 WHERE person_id = :person_id AND guild_id = :guild_id AND game = :game
                       AND place IS NOT NULL
                 ORDER BY result_id DESC LIMIT :number OFFSET :skip)
    ORDER BY id DESC
    """,
)

_LISTS: Final = {
    (False, False): (HISTORY_COUNT, HISTORY),
    (False, True): (HISTORY_COUNT_OF_GAME, HISTORY_OF_GAME),
    (True, False): (HISTORY_COUNT_OF_PERSON, HISTORY_OF_PERSON),
    (True, True): (HISTORY_COUNT_OF_BOTH, HISTORY_OF_BOTH),
}
"""Queries that count and list finished tables, by whether a person and a game are chosen."""


NONE: Final[Mapping[ResultRow, str]] = MappingProxyType({})


class HistoryReader(RecordsService):
    @asked_again
    async def page(
        self,
        guild_id: int | None,
        person_id: int | None,
        game_key: str | None,
        page: int,
        own: Mapping[ResultRow, str] = NONE,
    ) -> History:
        """Return a page of finished tables of a server, newest first.

        The caller then removes the tables that the reader may not see, with
        `cogs.interactions.interaction.find_visible`.

        Args:
            guild_id: the server; None for direct messages. With None, `person_id` is needed, or
                the page is empty: only the player may see tables in direct messages.
            person_id: the player; None for everybody.
            game_key: the game; None for all games.
            page: 1 is the first; a page beyond the last gives the last.
            own: the reader's finished tables that belong to no server, each with its name. They
                are listed among the others.
        """
        if guild_id is None and person_id is None:
            return History((), 1, 1, 0)
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            count, listing = _LISTS[person_id is not None, game_key is not None]
            which = {"guild_id": guild, "person_id": person_id, "game": game_key}
            tables = len(own) + await store.value(count, **which)
            page, pages = page_within(page, tables)
            skip = (page - 1) * PAGE
            before = min(skip, len(own))  # earlier pages have at most this many tables of `own`
            some = await store.all(listing, **which, number=PAGE + before, skip=skip - before)
            results = sorted([*own, *some], key=lambda each: -each.ended_at)
            shown = results[before : before + PAGE]
            entries = [await _read_entry(store, result, own.get(result, "")) for result in shown]
        return History(tuple(entries), page, pages, tables)

    @asked_again
    async def page_of(self, own: Mapping[ResultRow, str], page: int) -> History:
        """Return a page of only the tables in `own`, in their order; arguments as for `page`."""
        page, pages = page_within(page, len(own))
        shown = [*own.items()][(page - 1) * PAGE : page * PAGE]
        async with self._database.read_slow() as store:
            entries = [await _read_entry(store, result, name) for result, name in shown]
        return History(tuple(entries), page, pages, len(own))


async def _read_entry(store: Store, result: ResultRow, name: str) -> Entry:
    row = await store.table(result.table_id)
    finishers = [to_finisher(seat) for seat in await store.seats(result.table_id)]
    return Entry(
        table_id=result.table_id,
        channel_id=row.channel_id if row else 0,  # the table may just have been deleted
        game=result.game,
        ended_at=result.ended_at,
        people=tuple(finisher.person_id for finisher in finishers),
        names=tuple(finisher.name for finisher in finishers),
        places=rank_finishers(finishers),
        scores=tuple(finisher.score for finisher in finishers),
        left=tuple(bool(finisher.left) for finisher in finishers),
        name=name,
    )
