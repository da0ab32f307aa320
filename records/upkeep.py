"""A server's settings, resets of its boards, and deletion of its data after the bot has left."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.errors import asked_again
from db.query import Query, Write
from engine.core import BadSetup
from records.kept import ADD_COMPACTION
from records.standings import GAME_OF_BOARD, START
from records.values import (
    DEPARTURE,
    EVERY_GAME,
    GuildSettings,
    RecordsService,
    ResetPreview,
    mixed_board,
    solo_board,
    visible_guild,
)
from tables.model.time_control import TimeControl

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from db.connection import Database
    from db.query import Snowflake
    from db.store import Store
    from engine.core import AnyGame
    from records.kept import KeptRows
    from records.recorder import Recorder

SETTINGS_OF: Final = Query(str, "SELECT settings FROM guild_settings WHERE guild_id = :guild_id")

PUT_SETTINGS: Final = Write("""
    INSERT INTO guild_settings (guild_id, settings) VALUES (:guild_id, :settings)
    ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings
    """)


class SettingsService(RecordsService):
    """Reads and writes settings. Callers must apply them, because `Tables` does not know them."""

    @asked_again
    async def read(self, guild_id: int) -> GuildSettings:
        """Return the settings of a server.

        Default options are left out if the bot no longer has their game, option or value.
        """
        async with self._database.read_one() as store:
            found = await store.one(SETTINGS_OF, guild_id=guild_id)
        return self._parse(json.loads(found)) if found else GuildSettings()

    async def write(self, guild_id: int, settings: GuildSettings) -> None:
        """Store the settings of a server; raises BadSetup for an unknown game, option or value."""
        for key, options in settings.defaults.items():
            if key not in self._games:
                raise BadSetup("There is no game called {key} here.", key=repr(key))
            self._games[key].options(options)
        async with self._database.write() as store:
            store.run(PUT_SETTINGS, guild_id=guild_id, settings=_to_json(settings))

    def _parse(self, stored: Mapping[str, Any]) -> GuildSettings:
        defaults = {
            key: known_options(game, stored["defaults"].get(key, {}))
            for key, game in self._games.items()
        }
        return GuildSettings(
            channels=tuple(stored["channels"]),
            cancel_roles=tuple(stored["cancel_roles"]),
            defaults={key: chosen for key, chosen in defaults.items() if chosen},
            time_control=TimeControl(stored["time_control"]),
            threads=stored["threads"],
            language=stored.get("language", ""),
            off=tuple(stored.get("off", ())),
        )


def known_options(game: AnyGame, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the chosen options and values that the game still has."""
    return {
        option.key: chosen[option.key]
        for option in game.info.options
        if chosen.get(option.key) in {choice.value for choice in option.choices}
    }


def _to_json(settings: GuildSettings) -> str:
    return json.dumps(
        {
            "channels": settings.channels,
            "cancel_roles": settings.cancel_roles,
            "defaults": {key: dict(options) for key, options in settings.defaults.items()},
            "time_control": settings.time_control,
            "threads": settings.threads,
            "language": settings.language,
            "off": settings.off,
        }
    )


@dataclass(frozen=True, slots=True)
class OnBoards:
    """Numbers of people and ratings on boards, without computers."""

    people: int
    ratings: int


_GAME = GAME_OF_BOARD.format(board="played.board")


def _count_people(boards: str, on_board: str) -> str:
    """Return a query for the `OnBoards` of these boards since the last reset."""
    return f"""
    SELECT COUNT(DISTINCT CASE WHEN {on_board} THEN person_id END) AS people,
           COUNT(CASE WHEN last > begun AND board = replace(board, '/solo', '') THEN 1 END)
               AS ratings
    FROM (SELECT board, person_id, last, {START.format(game=_GAME)} AS begun
          FROM (SELECT board, person_id, MAX(result_id) AS last
                FROM finishes
                WHERE guild_id = :guild_id AND {boards} AND place IS NOT NULL
                      AND person_id NOT BETWEEN -99 AND -1
                      AND result_id > {START.format(game="'*'")}
                GROUP BY board, person_id) AS played) AS boards
    """  # noqa: S608 - built from constants


ON_BOARDS = Query(
    OnBoards, _count_people("board IN (:board, :alone, :mixed)", on_board="last > begun")
)
ON_ALL_BOARDS = Query(
    OnBoards, _count_people("TRUE", on_board="last > begun OR board = replace(board, '/', '')")
)
"""Query for all boards. It counts the players of a game that was reset, too: they are still on the
board of all games.
"""


LAST_RESULT: Final = Query(int, "SELECT COALESCE(MAX(id), 0) FROM results")

INSERT_RESET: Final = Write("""
    INSERT INTO resets (guild_id, game, after_result) VALUES (:guild_id, :game, :after_result)
    """)

RESULTS_OF_GAME: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game IN (:game, '*'))
    """,
)

RESULTS_SINCE_RESET: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game = '*')
    """,
)

LATEST_RESULT_OF: Final = Query(
    int,
    """
    SELECT COALESCE(MAX(id), 0) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
    """,
)

LATEST_RESULT: Final = Query(
    int,
    """
    SELECT COALESCE(MAX(id), 0) FROM results WHERE guild_id = :guild_id AND NOT unfinished
    """,
)

RESULTS_GONE_ALONE: Final = Query(
    int,
    """
    SELECT COUNT(*) FROM results
    WHERE guild_id = :guild_id AND game = :game AND NOT unfinished
          AND id > (SELECT COALESCE(MAX(after_result), 0) FROM resets
                    WHERE resets.guild_id = :guild_id AND resets.game = '*')
          AND id <= (SELECT COALESCE(MAX(after_result), 0) FROM resets
                     WHERE resets.guild_id = :guild_id AND resets.game = :game)
          AND (SELECT COUNT(*) FROM finishes WHERE finishes.result_id = results.id) = 1
    """,
)


class Resets(RecordsService):
    """Empties the boards of a server, for its admins."""

    @asked_again
    async def preview(self, guild_id: int, game_key: str | None) -> ResetPreview:
        """Return the effect that `reset` would have."""
        async with self._database.read_slow() as store:
            return await self._preview(store, guild_id, game_key)

    async def reset(self, guild_id: int, game_key: str | None, latest: int) -> ResetPreview | None:
        """Empty the boards of one game, or all boards, and return the effect.

        Args:
            guild_id: the server.
            game_key: the game; None for all boards.
            latest: `ResetPreview.latest` of the preview shown to the admin. If there is a newer
                result, nothing is done and None is returned.
        """
        async with self._database.write() as store:
            losses = await self._preview(store, guild_id, game_key)
            if losses.latest != latest:
                return None
            last = await store.value(LAST_RESULT)
            store.run(
                INSERT_RESET, guild_id=guild_id, game=game_key or EVERY_GAME, after_result=last
            )
        return losses

    async def _preview(self, store: Store, guild_id: int, game_key: str | None) -> ResetPreview:
        guild_id = await visible_guild(store, guild_id)
        if game_key is None:
            # Results of games played alone are not on the board of all games. After a reset of
            # their own game they are on no board, so the preview must not count them.
            alone = [key for key, game in self._games.items() if game.info.min_seats == 1]
            gone = sum(
                [
                    await store.value(RESULTS_GONE_ALONE, guild_id=guild_id, game=key)
                    for key in alone
                ]
            )
            games = await store.value(RESULTS_SINCE_RESET, guild_id=guild_id) - gone
            found = await store.one(ON_ALL_BOARDS, guild_id=guild_id)
        else:
            games = await store.value(RESULTS_OF_GAME, guild_id=guild_id, game=game_key)
            boards = {"alone": solo_board(game_key), "mixed": mixed_board(game_key)}
            found = await store.one(ON_BOARDS, guild_id=guild_id, board=game_key, **boards)
        on_boards = found or OnBoards(0, 0)
        return ResetPreview(
            players=on_boards.people,
            games=games,
            ratings=on_boards.ratings,
            latest=await store.value(
                LATEST_RESULT_OF if game_key else LATEST_RESULT, guild_id=guild_id, game=game_key
            ),
        )


KEEP_FOR: Final = 30 * 24 * 3600
"""Seconds from the bot's departure from a server until the server's data is deleted."""

_BATCH: Final = 50
"""Players or tables deleted in one transaction; clicks wait for one transaction at most."""


class _Known(NamedTuple):
    guild_id: Snowflake


# Every server with game tables, settings or a greeting. Each step of the recursion finds the next
# server in the index.
KNOWN_GUILDS: Final = Query(
    _Known,
    """
    WITH RECURSIVE guilds (guild_id) AS (
        SELECT MIN(guild_id) FROM tables
        UNION ALL
        SELECT (SELECT MIN(guild_id) FROM tables WHERE guild_id > guilds.guild_id)
        FROM guilds
        WHERE guilds.guild_id IS NOT NULL
    )
    SELECT guild_id FROM guilds WHERE guild_id IS NOT NULL
    UNION
    SELECT guild_id FROM guild_settings
    UNION
    SELECT guild_id FROM greeted
    """,
)

DEPARTED_GUILDS: Final = Query(int, "SELECT guild_id FROM departures")

DELETE_UNFINISHED: Final = Write("""
    DELETE FROM tables
    WHERE guild_id IS NULL AND status IN ('cancelled', 'abandoned') AND NOT forfeited
          AND ended_at < :before
    """)

DELETE_SETTINGS_OF_GUILD: Final = Write("DELETE FROM guild_settings WHERE guild_id = :guild_id")

DELETE_GREETED: Final = Write("DELETE FROM greeted WHERE guild_id = :guild_id")

BEGIN_REMOVAL: Final = Query(
    int,
    """
    UPDATE departures
    SET removing = (SELECT COALESCE(MAX(id), 0) FROM tables WHERE guild_id = :guild_id)
    WHERE guild_id = :guild_id
    RETURNING removing
    """,
)

# `players` has a name for every person with results on a server.
SOME_PLAYERS: Final = Query(
    int,
    """
    SELECT person_id FROM players WHERE guild_id = :guild_id ORDER BY person_id LIMIT :number
    """,
)

SOME_TABLES: Final = Query(
    int,
    """
    SELECT id FROM tables WHERE guild_id = :guild_id AND id <= :last ORDER BY id LIMIT :number
    """,
)

DELETE_TABLES: Final = Write("DELETE FROM tables WHERE id = :table_id")

DELETE_PLAYERS: Final = Write(
    "DELETE FROM players WHERE guild_id = :guild_id AND person_id = :person_id"
)

DELETE_RESETS: Final = Write("DELETE FROM resets WHERE guild_id = :guild_id")

END_REMOVAL: Final = Write("DELETE FROM departures WHERE guild_id = :guild_id")


INSERT_GREETED: Final = Query(
    int,
    """
    INSERT INTO greeted (guild_id) VALUES (:guild_id) ON CONFLICT (guild_id) DO NOTHING
    RETURNING guild_id
    """,
)

INSERT_DEPARTURE: Final = Write("""
    INSERT INTO departures (guild_id, left_at) VALUES (:guild_id, :left_at)
    ON CONFLICT (guild_id) DO NOTHING
    """)

# A departure stays if the deletion of the server's data has begun.
DELETE_DEPARTURE: Final = Write(
    "DELETE FROM departures WHERE guild_id = :guild_id AND removing IS NULL"
)

DEPARTED_BEFORE: Final = Query(
    int, "SELECT guild_id FROM departures WHERE left_at <= :left_at ORDER BY guild_id"
)


class Guilds:
    """Stores which servers the bot has left, and deletes their data.

    Args:
        database: open; the caller closes it.
        clock: returns the time in Unix seconds.
        recorder: enters the results of finished tables that had to wait for a deletion.
        rows: the statements that find and delete the features' data.
    """

    def __init__(
        self, database: Database, clock: Callable[[], float], recorder: Recorder, rows: KeptRows
    ) -> None:
        self._database = database
        self._now = clock
        self._recorder = recorder
        self._rows = rows

    async def claim_greeting(self, guild_id: int) -> bool:
        """Claim the greeting of a server; return False if the server was greeted before.

        The claim is stored before the greeting is sent. If the process is killed in between, the
        server gets no greeting, but no server ever gets two.
        """
        async with self._database.write() as store:
            return await store.one(INSERT_GREETED, guild_id=guild_id) is not None

    async def mark_left(self, guild_id: int) -> None:
        """Note that the bot has left a server. The server's data is deleted after 30 days."""
        async with self._database.write() as store:
            store.run(INSERT_DEPARTURE, guild_id=guild_id, left_at=self._now())

    async def mark_joined(self, guild_id: int) -> None:
        """Note that the bot is on a server. The server's data stays unless deletion has begun."""
        async with self._database.write() as store:
            store.run(DELETE_DEPARTURE, guild_id=guild_id)

    async def update(
        self, present: Collection[int], changed: Collection[int] = ()
    ) -> frozenset[int]:
        """Note that the bot is on these servers and no others; call this before each `purge`.

        This catches up on servers that the bot joined or left while it was offline. A server that
        is missing by mistake keeps its data if it is present again within 30 days.

        Args:
            present: the servers listed by Discord.
            changed: servers joined or left after the listing began. These changes are already
                noted. More servers may be added during the call.

        Returns:
            The servers that the bot has left and that still have data.
        """
        async with self._database.read_slow() as store:  # a slow read must not delay writers
            found = [row.guild_id for row in await store.all(KNOWN_GUILDS)]
            found += [n for query in self._rows.servers for n in await store.all(query)]
            known = frozenset(found) - {0}
            departed = frozenset(await store.all(DEPARTED_GUILDS))
        async with self._database.write() as store:
            for guild_id in departed.intersection(present).difference(changed):
                store.run(DELETE_DEPARTURE, guild_id=guild_id)
            for guild_id in known - departed - set(present) - set(changed):
                store.run(INSERT_DEPARTURE, guild_id=guild_id, left_at=self._now())
        return (known | departed) - set(present) - set(changed)

    async def purge(self) -> tuple[int, ...]:
        """Delete the data of servers left at least 30 days ago, and return these servers.

        Call this regularly. A series of short transactions deletes first the players, then the
        tables. A deletion that has begun continues to its end, even if the bot restarts or joins
        the server again. During the deletion all records of the server appear empty. Tables opened
        in that time stay, and their results are recorded after the deletion.
        """
        before = self._now() - KEEP_FOR
        async with self._database.read_slow() as store:
            guilds = await store.all(DEPARTED_BEFORE, left_at=before)
        deleted = [guild_id for guild_id in guilds if await self._delete(guild_id, before)]
        await self._recorder.catch_up()
        return tuple(deleted)

    async def delete_unfinished(self) -> None:
        """Delete tables without a server that ended without a result at least 30 days ago."""
        async with self._database.write() as store:
            store.run(DELETE_UNFINISHED, before=self._now() - KEEP_FOR)

    async def _delete(self, guild_id: int, before: float) -> bool:
        """Delete all data of a server, and return True; return False if the bot is back."""
        last = await self._begin(guild_id, before)
        if last is None:
            return False
        while await self._delete_some(guild_id, last):
            pass
        return True

    async def _begin(self, guild_id: int, before: float) -> int | None:
        """Begin a deletion, and return the last table's number; None if the bot is back."""
        async with self._database.write() as store:
            departure = await store.one(DEPARTURE, guild_id=guild_id)
            if departure is None or departure.left_at > before:
                return None
            if departure.removing is not None:
                return departure.removing
            # Settings and the greeting are deleted first, because the server may get new ones
            # before the deletion ends.
            for write in (DELETE_SETTINGS_OF_GUILD, DELETE_GREETED, *self._rows.chosen):
                store.run(write, guild_id=guild_id)
            return await store.value(BEGIN_REMOVAL, guild_id=guild_id)

    async def _delete_some(self, guild_id: int, last: int) -> bool:
        """Delete some players or tables, and return whether there may be more."""
        async with self._database.write() as store:
            if players := await store.all(SOME_PLAYERS, guild_id=guild_id, number=_BATCH):
                ids = [{"guild_id": guild_id, "person_id": person_id} for person_id in players]
                for write in (*self._rows.off_players, DELETE_PLAYERS):
                    store.run_each(write, ids)
                return True
            if tables := await store.all(SOME_TABLES, guild_id=guild_id, last=last, number=_BATCH):
                numbers = [{"table_id": number} for number in tables]
                for write in (*self._rows.off_table, DELETE_TABLES):
                    store.run_each(write, numbers)
                return True
            for write in (*self._rows.off_server, DELETE_RESETS, END_REMOVAL):
                store.run(write, guild_id=guild_id)
            store.run(ADD_COMPACTION)
            return False
