"""Writes databases: finished games for `bench.records`, or live tables for `bench.click`.

The bot's own services play some games of each kind. Then the rows of these games are copied, each
copy with other people and another time. The function that enters real games makes the results.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, fields, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from db.connection import Database
from db.query import columns_named, write_row
from db.store import SeatedPlayer, TableRow
from players.games import GAMES, game
from records.entering import Ended, Participant, enter
from records.recorder import replay_finished_game
from records.standings import Standing
from records.values import FinishRow, PlayerRow, ResultRow
from tables.model.table import Person, Status, Table
from tables.play.playing import Move
from tables.play.seating import Join, Start
from tables.service import Tables
from tables.storage.finished import read_log
from tests.records.rows import ENTERED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from players.core import FinishedGame

GUILD, CHANNEL = 4_711, 4_712
FIRST_PERSON = 10_000_000
BEGIN = 1_700_000_000.0
SPAN = 2 * 365 * 24 * 3600.0

_BATCH = 5_000
_SKEW = 1.4
"""Exponent that makes some people play more than others.

The most active of 5,000 people plays 6,600 of a million games: nine games a day for two years.
"""
_SCRATCH = 1
_KINDS = tuple((rules.info.key, seats) for rules in GAMES for seats in rules.seat_range({})[:2])
"""Each game with its two smallest numbers of seats."""
_PRAGMAS = ("journal_mode = MEMORY", "synchronous = OFF", "cache_size = -200000")
_COPIES = """
    WITH RECURSIVE copies (n) AS (VALUES (?1) UNION ALL SELECT n + ?1 FROM copies WHERE n < ?2)
"""
_COPY_MOVES = """
    INSERT INTO moves
    SELECT copies.id, seq, seat, text, moves.at + copies.at, by_caretaker, draws, player
    FROM copies CROSS JOIN moves ON moves.table_id = copies.model
    ORDER BY copies.id, seq
"""
_COPY_CONTRIBUTIONS = """
    INSERT INTO contributions
    SELECT copies.id, number, seats.person_id, kind, contributions.snowflake
    FROM copies
         CROSS JOIN contributions ON contributions.table_id = copies.model
         JOIN seats AS model
             ON model.table_id = copies.model AND model.person_id = contributions.person_id
         JOIN seats ON seats.table_id = copies.id AND seats.seat = model.seat
"""


@dataclass(frozen=True, slots=True)
class Model:
    """A played game: its rows, and the facts of its log."""

    row: TableRow
    seats: tuple[SeatedPlayer, ...]
    log: FinishedGame | None


Copy = tuple[Model, ResultRow, tuple[Participant, ...], float]
"""A model, the result and people of its copy, and the shift of all times in seconds."""


async def generate(url: str, games: int, players: int, *, each: int = 20) -> None:
    """Write a database of finished games.

    Args:
        url: the URL of a file that does not exist yet.
        games: number of finished games.
        players: number of people; some play far more than others.
        each: number of games of each kind that are played and then copied.
    """
    async with await Database.open(url) as database:
        models = await _play(database, each)
        path = database.name
    await asyncio.to_thread(_Writer(path, models, games, players).write)


async def write_live(url: str, guild_id: int, number: int) -> None:
    """Write a database of tables whose games have just begun and whose messages are up to date."""
    async with await Database.open(url) as database:
        tables = Tables(database, GAMES, time.time)
        for key, seats in _KINDS:
            people = [Person(1 + n, f"Player {n}") for n in range(seats)]
            await start_table(tables, key, guild_id, people)
        path = database.name
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE tables SET message_id = id, shown_revision = revision")
        for table in ("tables", "seats", "moves", "contributions"):
            key, *names = [name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")]
            columns = ", ".join([f"n + {key}", *names])
            copying = f"{_COPIES} INSERT INTO {table} SELECT {columns} FROM copies, {table}"
            file.execute(copying, (len(_KINDS), number - len(_KINDS)))


async def start_table(tables: Tables, key: str, guild_id: int, people: list[Person]) -> Table:
    """Open a table on a server for the first person, let the others join, and start it."""
    table = await tables.lobbies.open(key, {}, guild_id, CHANNEL, people[0], 1)
    for person in people[1:]:
        table = await tables.do(table.id, Join(person, 1 + person.id))
    return await tables.do(table.id, Start(people[0], 1))


async def _play(database: Database, each: int) -> list[Model]:
    """Play games of every kind, with random but sensible moves, and return these games."""
    choose, models = random.Random(1), list[Model]()
    tables = Tables(database, GAMES, count(BEGIN, 5).__next__)
    for key, seats in _KINDS * each:
        people = [Person(1 + n, f"Player {n}") for n in range(seats)]
        table = await start_table(tables, key, _SCRATCH, people)
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            text = _move(table, choose)
            table = await tables.do(table.id, Move(people[seat], table.seq, text))
        models.append(await _model(database, table.id))
    return models


def _move(table: Table, choose: random.Random) -> str:
    """Return the caretaker's move, or sometimes another legal move."""
    rules, seat = table.game, table.to_act[0]
    if not rules.info.hidden and choose.random() < 0.3:
        legal = [str(move) for move in rules.moves(table.state, seat)]
        return choose.choice([text for text in legal if text != "undo"])
    return str(rules.default(table.state, seat))


async def _model(database: Database, table_id: int) -> Model:
    async with database.read() as store:
        row = await store.table(table_id)
        if row is None:
            raise LookupError(table_id)
        table = await read_log(store, row)
    return Model(row, table.seats, replay_finished_game(game(row.game), table))


class _Writer:
    """Writes copies of models, on its own connection."""

    def __init__(self, path: str, models: list[Model], games: int, players: int) -> None:
        self._path, self._models, self._games, self._players = path, models, games, players
        self._choose = random.Random(1)
        self._standings = dict[tuple[str, int], Standing]()
        self._entered = [make() for make in ENTERED]
        self._first = 1 + max(model.row.id for model in models)

    def write(self) -> None:
        """Write the tables with seats, logs, results and all sums."""
        self._connection = sqlite3.connect(self._path)
        run = self._connection.execute
        for pragma in _PRAGMAS:
            run(f"PRAGMA {pragma}")
        run("CREATE TEMP TABLE copies (id INTEGER PRIMARY KEY, model INTEGER, at REAL)")
        for start in range(0, self._games, _BATCH):
            self._batch(range(start, min(start + _BATCH, self._games)))
        for table in ("moves", "contributions", "seats"):
            run(f"DELETE FROM {table} WHERE table_id < ?", (self._first,))
        run("DELETE FROM tables WHERE id < ?", (self._first,))
        self._sums()
        self._connection.commit()
        run("PRAGMA journal_mode = WAL")
        self._connection.close()

    def _batch(self, numbers: range) -> None:
        """Write some tables and commit."""
        copies = [self._copy(number) for number in numbers]
        finishes = list[FinishRow]()
        for model, result, finishers, _ in copies:
            rows = enter(result, finishers, self._standings)
            finishes += rows
            after = tuple(self._standings[row.board, row.person_id] for row in rows)
            for entered in self._entered:
                entered.add(Ended(result, finishers, after, model.log))
        tables = (write_row(TableRow, _table(*copy)).values() for copy in copies)
        self._insert("tables", columns_named(TableRow), tables)
        names = ("table_id", *columns_named(SeatedPlayer))
        self._insert("seats", names, (seat for copy in copies for seat in _seats(*copy[:3])))
        self._rows("results", [result for _, result, _, _ in copies])
        self._rows("finishes", finishes)
        ids = ((result.table_id, model.row.id, shift) for model, result, _, shift in copies)
        self._insert("copies", ("id", "model", "at"), ids)
        self._connection.execute(_COPY_MOVES)
        self._connection.execute(_COPY_CONTRIBUTIONS)
        self._connection.execute("DELETE FROM copies")
        self._connection.commit()

    def _copy(self, number: int) -> Copy:
        """Return a random model, and the result, people and shift of its copy."""
        model = self._choose.choice(self._models)
        shift = SPAN * number / self._games + BEGIN - (model.row.ended_at or 0)
        at = (model.row.ended_at or 0) + shift
        result = ResultRow(1 + number, self._first + number, GUILD, model.row.game, at)
        finishers = tuple(
            Participant(
                FIRST_PERSON + n, f"Player {n}", seat.place or 1, seat.score or 0, left=False
            )
            for n, seat in zip(self._people(len(model.seats)), model.seats, strict=True)
        )
        return model, result, finishers, shift

    def _people(self, number: int) -> list[int]:
        """Return `number` different people; low numbers come more often."""
        found = set[int]()
        while len(found) < number:
            found.add(int(self._players * self._choose.random() ** _SKEW))
        return self._choose.sample(sorted(found), number)

    def _sums(self) -> None:
        people = range(FIRST_PERSON, FIRST_PERSON + self._players)
        self._rows("players", [PlayerRow(GUILD, n, f"Player {n - FIRST_PERSON}") for n in people])
        for entered in self._entered:
            for table, rows in entered.rows().items():
                self._rows(table, rows)

    def _rows(self, table: str, rows: Sequence[Any]) -> None:
        names = [field.name for field in fields(rows[0])]
        self._insert(table, names, ([getattr(row, name) for name in names] for row in rows))

    def _insert(self, table: str, names: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
        marks = ", ".join("?" * len(names))
        sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
        self._connection.executemany(sql, map(tuple, rows))


def _table(
    model: Model, result: ResultRow, finishers: Sequence[Participant], shift: float
) -> TableRow:
    row, opener = model.row, finishers[0]
    times = ("opened_at", "started_at", "ended_at", "changed_at")
    return replace(
        row,
        id=result.table_id,
        guild_id=GUILD,
        opener_id=opener.person_id,
        opener_name=opener.name,
        **{name: getattr(row, name) + shift for name in times},
    )


def _seats(
    model: Model, result: ResultRow, finishers: Sequence[Participant]
) -> Iterable[Sequence[Any]]:
    """Yield the rows of a copy's seats, each with the table's number first."""
    for seat, one in zip(model.seats, finishers, strict=True):
        own = replace(seat, person_id=one.person_id, name=one.name)
        yield result.table_id, *write_row(SeatedPlayer, own).values()
