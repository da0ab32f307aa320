"""A start with thousands of open tables at which nothing has changed."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bench.channel.figures import Figure
from bench.channel.requests import count_requests
from bench.programs import ours
from db.connection import Database
from engine import GAMES
from sandbox.changes import messages
from sandbox.people import admin
from sandbox.settings import Limits
from tables.model.table import Person
from tables.service import Tables

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from tables.model.table import Table

CHANNELS = 100
MOVES = 12
"""How many moves players have made at each table."""

SILENT = 3600.0
"""For so many seconds the tables have waited for players who were called."""

LOOK = 20.0
READY, MEMORY = 2.0, 120.0
"""The wanted seconds until ready, and megabytes after `LOOK` seconds."""

_FIRST = 1_000_000
_COPY = """
    CREATE TEMP TABLE copies (id INTEGER, model INTEGER, channel_id INTEGER, message_id INTEGER)
"""


async def measure_start(number: int) -> list[Figure]:
    """Start with so many open tables; returns the time, the edits and the memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "open.db"
        async with ours(Limits(), DATABASE_URL=f"sqlite:///{path}") as program:
            await program.until_said("emojis are in place")  # boards are drawn anew for new ones
            await program.stop()
            await _write(path, program.box.core, number)
            counted = count_requests(program.box.core)
            await program.start()
            await asyncio.sleep(LOOK)
            memory = program.megabytes
    return [
        Figure(f"start with {number} tables", program.seconds_to_ready, READY, "s"),
        Figure(f"requests for boards in the first {LOOK:.0f} s", counted.own, 0),
        Figure("memory then", memory, MEMORY, "MB"),
    ]


async def _write(path: Path, core: Core, number: int) -> None:
    """Write a database with open tables whose messages are in the sandbox."""
    places = _post(core, number)
    people = [Person(user.id, user.username) for user in core.world.list_people()]
    guild_id = next(iter(core.world.guilds))
    async with await Database.open(f"sqlite:///{path}") as database:
        tables = Tables(database, GAMES, lambda: time.time() - SILENT)
        models = [
            await _play(tables, game.info.key, people[: game.info.max_seats], guild_id)
            for game in GAMES
        ]
    await asyncio.to_thread(_copy, path, [model.id for model in models], places)


def _post(core: Core, number: int) -> list[tuple[int, int]]:
    """Post messages of the bot; returns their channels and ids."""
    world, places = core.world, list[tuple[int, int]]()
    guild_id = str(next(iter(world.guilds)))
    for name in range(CHANNELS):
        body = {"do": "create_channel", "guild_id": guild_id, "name": f"open {name}"}
        channel = world.channels[int(admin.run(core, body)["id"])]
        for _ in range(name, number, CHANNELS):
            message = messages.create(core, channel, world.bot.id)
            channel.messages[message.id] = message
            places.append((channel.id, message.id))
    return places


async def _play(tables: Tables, game: str, people: list[Person], guild_id: int) -> Table:
    """Play a game to its middle, and call those whom it waits for."""
    table = await tables.lobbies.open(game, {}, guild_id, 1, people[0], 1)
    for snowflake, person in enumerate(people[1:], 2):
        table = await tables.lobbies.join(table.id, person, snowflake)
    table = await tables.lobbies.start(table.id, people[0], 1)
    for _ in range(MOVES):
        seat = table.to_act[0]
        move = str(table.game.default(table.state, seat))
        table = await tables.games.act(table.id, table.seats[seat].person, table.seq, move)
        if table.status.over:  # the dice made it a short game
            return await _play(tables, game, people, guild_id)
    return await tables.messages.set_call(table.id, 1, table.waiting_on)


def _copy(path: Path, models: list[int], places: list[tuple[int, int]]) -> None:
    """Copy tables again and again, each with a message of its own; the models go."""
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(_COPY)
        rows = ((_FIRST + n, models[n % len(models)], *place) for n, place in enumerate(places))
        file.executemany("INSERT INTO copies VALUES (?, ?, ?, ?)", rows)
        own = {name: f"copies.{name}" for name in ("id", "channel_id", "message_id")}
        _copy_rows(file, "tables", "id", own | {"shown_revision": "source.revision"})
        for name in ("seats", "moves"):
            _copy_rows(file, name, "table_id", {"table_id": "copies.id"})
        for name, column in (("moves", "table_id"), ("seats", "table_id"), ("tables", "id")):
            file.execute(f"DELETE FROM {name} WHERE {column} < ?", (_FIRST,))  # noqa: S608 - of constants
        file.execute("UPDATE heartbeat SET seen_at = ?", (time.time(),))


def _copy_rows(file: sqlite3.Connection, table: str, key: str, other: dict[str, str]) -> None:
    """Copy the rows of the models; `other` says what takes the place of which column."""
    names = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(other.get(name, f"source.{name}") for name in names)
    sql = f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM copies"  # noqa: S608 - of constants
    file.execute(f"{sql} JOIN {table} AS source ON source.{key} = copies.model")
