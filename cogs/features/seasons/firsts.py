"""Finished seasons: their winners, and the servers where they still have to be announced.

The time of the first attempt to send an announcement is stored before the attempt. If the process
is killed, the bot therefore knows that the message may have been sent. It sends the message again
only while Discord would recognise the duplicate.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from db.errors import asked_again
from db.query import Query, Write
from records.standings import GAME_OF_BOARD, START, count_up, last_before
from records.values import (
    ANONYMOUS,
    Period,
    RecordsService,
    bucket_of,
    period_end,
    period_start,
    visible_guild,
)

TOLD_FROM: Final = 26 * 3600.0
"""Seconds between the end of a season and its announcement: on the 2nd at 02:00 UTC."""

TOLD_UNTIL: Final = TOLD_FROM + 48 * 3600.0
"""Seconds from the end of a season until a missed announcement is given up."""

TRIED_FOR: Final = 120.0
"""Seconds during which sending is retried, because Discord still recognises a duplicate."""


_PLAYED: Final = f"""result_id > {last_before(":since")} AND result_id <= {last_before(":until")}
          AND result_id > {START.format(game=GAME_OF_BOARD.format(board="finishes.board"))}
          AND person_id NOT BETWEEN -99 AND -1 AND NOT hinted"""

FIRSTS_OF_SEASON = Query(
    tuple[str, int, str | None],
    f"""
    SELECT ranked.board, ranked.place, players.name
    FROM (SELECT board, person_id, COUNT(*) OVER (PARTITION BY board) AS people,
                 RANK() OVER (PARTITION BY board ORDER BY
                              CASE WHEN board <> replace(board, '/solo', '') THEN best
                                   ELSE wins END DESC) AS place
          FROM ({count_up(_PLAYED)}) AS standings
          WHERE games >= 5) AS ranked
        LEFT JOIN players
            ON players.guild_id = :guild_id AND players.person_id = ranked.person_id
    WHERE ranked.people >= 3
          AND ranked.place <= CASE WHEN ranked.board <> replace(ranked.board, '/', '') THEN 1
                                   ELSE 3 END
    ORDER BY ranked.board, ranked.place, players.name
    """,  # noqa: S608 - built from constants
)
"""Query for the winners of a season, by board and place.

A board counts if at least three people have `STEADY` or more games there. The first three places
win. On boards of games played alone or with ducks, only the first place wins.
"""


class SeasonWinner(NamedTuple):
    """A winner of a season on a board."""

    board: str
    place: int
    name: str


def find_season(at: float) -> str | None:
    """Return the season to announce at a time; None if it is too early or too late."""
    begun = period_start(Period.SEASON, at) or 0.0
    told = TOLD_FROM <= at - begun < TOLD_UNTIL
    return bucket_of(Period.SEASON, begun - 1) if told else None


# Stores the time of the first attempt. Later attempts do not change it. A time of 0 ends them.
NOTE_SEASON: Final = Write("""
    UPDATE season_channels SET season = :season, tried_at = :tried_at
    WHERE guild_id = :guild_id AND (season < :season OR :tried_at = 0)
    """)

# Announcements tried after `since` are repeated: Discord still recognises a duplicate of them.
SEASONS_TO_TELL: Final = Query(
    tuple[int, int],
    """
    SELECT guild_id, channel_id FROM season_channels
    WHERE channel_id IS NOT NULL
          AND (season < :season OR (season = :season AND tried_at >= :since))
    """,
)

CHANNEL_OF: Final = Query(
    int,
    """
    SELECT channel_id FROM season_channels
    WHERE guild_id = :guild_id AND channel_id IS NOT NULL
    """,
)

PUT_CHANNEL: Final = Write("""
    INSERT INTO season_channels (guild_id, channel_id) VALUES (:guild_id, :channel_id)
    ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id
    """)


class Seasons(RecordsService):
    """Knows the winners of each season, and where they still have to be announced."""

    @asked_again
    async def channel(self, guild_id: int) -> int | None:
        """Return a server's channel for announcements; None if winners are not announced."""
        async with self._database.read_one() as store:
            return await store.one(CHANNEL_OF, guild_id=guild_id)

    async def choose(self, guild_id: int, channel_id: int | None) -> None:
        """Choose the channel for a server's announcements; None switches them off."""
        async with self._database.write() as store:
            store.run(PUT_CHANNEL, guild_id=guild_id, channel_id=channel_id)

    @asked_again
    async def firsts(self, guild_id: int, season: str) -> tuple[SeasonWinner, ...]:
        """Return the winners of a season on a server, by board and place."""
        async with self._database.read_slow() as store:
            guild = await visible_guild(store, guild_id)
            begun = datetime.strptime(season, "%Y-%m").replace(tzinfo=UTC).timestamp()
            until = period_end(Period.SEASON, begun)
            rows = await store.all(FIRSTS_OF_SEASON, guild_id=guild, since=begun, until=until)
        return tuple(SeasonWinner(board, place, name or ANONYMOUS) for board, place, name in rows)

    async def find_due(self) -> tuple[str, dict[int, int]]:
        """Return the season to announce now, and the channel of each server where it is due."""
        season = find_season(self._now())
        if season is None:
            return "", {}
        async with self._database.read_one() as store:
            since = self._now() - TRIED_FOR
            return season, dict(await store.all(SEASONS_TO_TELL, season=season, since=since))

    async def note(self, guild_id: int, season: str, *, ended: bool = False) -> None:
        """Note that an announcement is about to be sent; with `ended`, that it needs no more tries.

        With an empty season and `ended`, forget the attempt, so that the announcement is due again.
        """
        async with self._database.write() as store:
            store.run(
                NOTE_SEASON,
                guild_id=guild_id,
                season=season,
                tried_at=0.0 if ended else self._now(),
            )
