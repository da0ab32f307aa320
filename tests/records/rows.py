"""Rows of the records, written by hand or computed anew from the logs."""

from __future__ import annotations

import runpy
from dataclasses import astuple
from pathlib import Path

from records.entering import enter_unfinished
from records.recorder import INSERT_FINISH, INSERT_RESULT, PUT_PLAYER, enter_table
from records.values import EVERY_GAME, ResultRow, game_of, is_mixed, is_solo
from tables.storage.finished import read_log

INSERT_TABLE = """
    INSERT INTO tables (game, rules_version, settled, guild_id, channel_id, opener_id, opener_name,
                        status, secret, commitment, opened_at, ended_at, changed_at)
    VALUES (:game, 1, '{}', :guild_id, 2, 1, 'P1', 'finished', '00', '00', :at, :at, :at)
    RETURNING id
"""
DELETE_FINISHES = """
    DELETE FROM finishes
    WHERE guild_id = :guild_id AND person_id = :person_id AND board = :board
"""
RESULTS = "SELECT id, table_id, guild_id, game, ended_at FROM results ORDER BY id"
RESETS = "SELECT after_result, guild_id, game FROM resets ORDER BY after_result"
REMOVED = "SELECT guild_id FROM departures WHERE removing IS NOT NULL"

ENTERED = tuple(
    runpy.run_path(str(path))["Entered"]
    for path in sorted(Path(__file__).parents[1].glob("cogs/features/*/entered.py"))
)
"""Classes that compute features' rows. `add` takes a game, `rows` returns all rows by table."""


async def put_standings(store, guild_id, board, rows, at):
    """Put people on a board. A row is person, games, wins, places, best, streak, mu.

    People share the games, which all ended at the same time. A person who is already on the board
    loses the earlier games.
    """
    board = "ducks" if board == EVERY_GAME else board
    game = game_of(board)
    results = []
    for _ in range(max(row[1] for row in rows)):
        made = await store.raw.fetch(INSERT_TABLE, {"game": game, "guild_id": guild_id, "at": at})
        where = {"guild_id": guild_id, "game": game, "ended_at": at, "unfinished": False}
        results.append(await store.one(INSERT_RESULT, table_id=made[0][0], **where))
    store.raw.put("UPDATE results SET reviewed = TRUE", [{}])
    for person_id, games, wins, places, best, streak, mu in rows:
        mine = {"guild_id": guild_id, "person_id": person_id, "board": board}
        store.raw.put(DELETE_FINISHES, [mine])
        won = max(streak, int(wins == games))
        streaks = [*(n < wins - bool(won) for n in range(games - 1)), won]
        for number, (result, after) in enumerate(zip(results, map(int, streaks), strict=False)):
            store.run(
                INSERT_FINISH,
                result_id=result,
                person_id=person_id,
                guild_id=guild_id,
                game=game,
                board=board,
                place=places - games + 1 if number == 0 else 1,
                score=best if number == 0 else 0,
                mu=None if is_solo(board) else mu,
                sigma=None if is_solo(board) else 1.0,
                streak=after,
                streak_all=None if is_solo(board) or is_mixed(board) else after,
                hinted=False,
                parted=False,
            )
        store.run(PUT_PLAYER, guild_id=guild_id, person_id=person_id, name=f"P{person_id}")


async def find_differences(database, games):
    """Return the rows that are missing in the records or differ from the logs.

    Servers whose data are being removed are left out.
    """
    games = {game.info.key: game for game in games}
    kept, finishes, entered = {}, [], [make() for make in ENTERED]
    async with database.read() as store:
        fetch = store.raw.fetch
        resets, removed = list(await fetch(RESETS, {})), [n for (n,) in await fetch(REMOVED, {})]
        for result in [ResultRow(*row) for row in await fetch(RESULTS, {})]:
            if result.guild_id in removed:
                continue
            while resets and resets[0][0] < result.id:
                _empty(kept, *resets.pop(0)[1:])
            table = await read_log(store, await store.table(result.table_id))
            if table.row.forfeited and len(table.seats) == 1:
                finishes.append(enter_unfinished(result, table.seats[0].person_id))
                continue
            standings = kept.setdefault(result.guild_id, {})
            ended, rows = enter_table(games.get(result.game), result, table, standings)
            finishes += rows
            for each in entered:
                each.add(ended)
        wanted = {"finishes": finishes}
        for each in entered:
            wanted |= each.rows()
        found = []
        for name, rows in wanted.items():
            stored = await fetch(f"SELECT * FROM {name} WHERE guild_id NOT IN ({REMOVED})", {})
            found += sorted({*map(_text, stored)} ^ {_text(astuple(row)) for row in rows})
    return tuple(found)


def _empty(kept, guild_id, game):
    standings = kept.get(guild_id, {})
    for key in list(standings):
        if game in {EVERY_GAME, game_of(key[0])}:
            del standings[key]


def _text(row):
    """Return a row as text; numbers lose rounding errors, and booleans are 0 and 1 as on SQLite."""
    numbers = (int(each) if isinstance(each, bool) else each for each in row)
    return " ".join(f"{each:.6g}" if isinstance(each, float) else str(each) for each in numbers)
