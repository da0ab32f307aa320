"""A `House` for tests: a real database, two small games, and a clock that tests move by hand."""

from __future__ import annotations

import hashlib
import itertools

from db.backends.backend import RECORDS
from db.backends.sqlite_transaction import SqliteTransaction
from db.connection import Database
from tables.model.table import Person, Status
from tables.play.playing import Move, SetAbsence
from tables.play.seating import Join, Start
from tables.service import Tables
from tables.storage.writer import Limits
from tests.tables.games import Heaps, Pig

ANNA, BEN, CLEO, DORA, EMIL = (
    Person(1_000 + number, name)
    for number, name in enumerate(("Anna", "Ben", "Cleo", "Dora", "Emil"))
)
GUILD, CHANNEL = 77, 770


class Clock:
    """Stands still until it is moved."""

    def __init__(self):
        self.time = 1_700_000_000.0

    def __call__(self):
        return self.time

    def pass_by(self, seconds):
        self.time += seconds


async def run(store, sql, values=()):
    """Return the rows of a statement with `?` for each value, on either backend."""
    if isinstance(store.raw, SqliteTransaction):
        return await store.raw.fetch(sql, values)
    return await store.raw.fetch(sql.replace("?", "%s"), values)


async def table_names(store):
    """Return the names of the database's tables, except the table of migrations."""
    if isinstance(store.raw, SqliteTransaction):
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    else:
        sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema"
    return {name for (name,) in await run(store, sql) if name != RECORDS}


class House:
    """The services of tables, and shortcuts for what many tests do."""

    def __init__(self, database, clock, games, limits=None, url=None):
        self.database = database
        self.url = url
        self.clock = clock
        self._secrets = itertools.count()
        limits = limits or Limits(lobbies_in_channel=99)
        self.tables = Tables(database, games, clock, self._entropy, limits=limits)
        self.others = []
        self._limits = limits
        self._snowflakes = itertools.count(5_000)

    def _entropy(self, count):
        """Return a new secret each time, with the same sequence in every run."""
        return hashlib.shake_128(str(next(self._secrets)).encode()).digest(count)

    async def lobby(self, *people, game="pig", **options):
        table = await self.tables.lobbies.open(
            game, options, GUILD, CHANNEL, people[0], next(self._snowflakes)
        )
        for person in people[1:]:
            table = await self.tables.do(table.id, Join(person, next(self._snowflakes)))
        return table

    async def game(self, *people, game="pig", **options):
        table = await self.lobby(*people, game=game, **options)
        return await self.tables.do(table.id, Start(people[0], next(self._snowflakes)))

    async def act(self, table, text):
        """Make a move for the first of the seats to act."""
        person = table.seats[table.to_act[0]].person
        return await self.tables.do(table.id, Move(person, table.seq, text))

    async def be_away(self, person, seconds):
        """Mark a person as away for these seconds; return the first of the person's tables."""
        until = self.clock.time + seconds
        found = await self.tables.lookup.live_of(person.id)
        changed = [await self.tables.do(each.id, SetAbsence(person, until)) for each in found]
        return next(iter(changed), None)

    async def finish(self, table):
        while table.status is Status.PLAYING:
            table = await self.act(table, "hold")
        return table

    async def steps(self, table_id):
        """Return the log of a table as the database has it."""
        async with self.database.read() as store:
            return list(await store.moves(table_id))

    async def rows(self, sql, *values):
        async with self.database.read() as store:
            return [tuple(row) for row in await run(store, sql, values)]

    async def table_names(self):
        async with self.database.read() as store:
            return await table_names(store)

    async def tamper(self, sql, *values):
        async with self.database.write() as store:
            await run(store, sql, values)

    async def restarted(self, *games):
        """Return a second `House` on a new connection to the database, with nothing in memory."""
        database = await Database.open(self.url)
        self.others.append(database)
        house = House(database, self.clock, games or (Pig(), Heaps()), self._limits, self.url)
        house.others = self.others  # the fixture closes all databases in this list
        return house
