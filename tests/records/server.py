"""A server for tests: a real database, the real games, and people who play random games."""

from __future__ import annotations

import hashlib
import itertools
import random
import runpy
from dataclasses import replace
from pathlib import Path

from cogs.app.feature import list_kept, list_on_result
from cogs.features import FEATURES
from db.query import Query
from engine.core import CHANCE
from players.games import GAMES
from records.service import Records
from records.standings import Standing, sum_up
from tables.model.table import Person, Status
from tables.play.playing import Move
from tables.play.seating import Join, Start
from tables.service import Tables
from tables.storage.act import Moment
from tests.tables.house import Clock, House

ANNA, BEN, CLEO, DORA = (
    Person(1_000 + number, name) for number, name in enumerate(("Anna", "Ben", "Cleo", "Dora"))
)
GUILD, CHANNEL = 77, 770
OPTIONS = {"trophy": {"two_hunters": "on"}}

_READING = [
    runpy.run_path(str(path))
    for path in sorted(Path(__file__).parents[1].glob("cogs/features/*/readers.py"))
]
READERS = {name: make for each in _READING for name, make in each["READERS"].items()}
"""Functions that make a feature's reader of records, by the name of its attribute in `Server`."""

TELL = [each["tell"] for each in _READING if "tell" in each]
"""Functions that yield what a feature shows about a server and people; empty items show nothing."""

OF_BOARD = Query(Standing, sum_up("board = :board"))
OF_ALL_GAMES = Query(Standing, sum_up("TRUE", whole=True))

__all__ = ["ANNA", "BEN", "CHANNEL", "CLEO", "DORA", "GUILD", "Clock", "Server"]


class Server:
    """Tables with records, and shortcuts for what many tests do."""

    def __init__(self, database, clock, seed=0, games=GAMES, url=None, without=(), **more):
        self.database = database
        self.url = url
        self.clock = clock
        on_result = list_on_result(FEATURES, without)
        self.records = Records(database, games, clock, list_kept(FEATURES), on_result)
        vars(self).update({name: make(self.records.shared) for name, make in READERS.items()})
        on_end = self.records.recorder
        self.tables = Tables(database, games, clock, self._entropy, on_end=on_end, **more)
        self.random = random.Random(seed)
        self.channel = CHANNEL
        self._secrets = itertools.count(seed * 1_000_000)
        self._snowflakes = itertools.count(5_000)

    def _entropy(self, count):
        return hashlib.shake_128(str(next(self._secrets)).encode()).digest(count)

    async def lobby(self, game, /, *people, guild=GUILD, **options):
        chosen = {**OPTIONS.get(game, {}), **options}
        table = await self.tables.lobbies.open(
            game, chosen, guild, self.channel, people[0], next(self._snowflakes)
        )
        for person in people[1:]:
            table = await self.tables.do(table.id, Join(person, next(self._snowflakes)))
        return table

    async def start(self, game, /, *people, guild=GUILD, **options):
        table = await self.lobby(game, *people, guild=guild, **options)
        return await self.tables.do(table.id, Start(people[0], next(self._snowflakes)))

    def choose(self, table):
        """Choose a move; return the person who acts, the step's number and the move's text.

        Moves are random. But in The Bucket King, where random play hardly ends, most are defaults.
        """
        seat = self.random.choice([s for s in table.to_act if not table.seats[s].caretaker])
        legal = [move for move in table.game.moves(table.state, seat) if str(move) != "undo"]
        move = self.random.choice(legal)
        if table.game.info.key == "buckets" and self.random.random() < 0.7:
            move = table.game.default(table.state, seat)
        return table.seats[seat].person, table.seq, str(move)

    async def move(self, table):
        """Make a move for one of the seats to act."""
        return await self.tables.do(table.id, Move(*self.choose(table)))

    async def finish(self, table):
        """Play on to the end. Only the last move is a normal click.

        The other moves are made in memory and saved in one transaction, which is faster.
        """
        if table.status is not Status.PLAYING:
            return table
        repository = self.tables._repository
        async with self.database.write() as store:
            before = now = await repository.load(store, table.id)
            made = {}
            while True:
                chosen = self.choose(now)
                after = Move(*chosen).apply(now, Moment(self.clock(), self.clock()))
                if after.status.over:
                    break
                now = after
                made |= {move.seq: move for move in now.progress.recent}
            whole = replace(now.progress, recent=tuple(made.values()))
            await repository.save(store, before, replace(now, progress=whole))
        repository.forget(table.id)
        return await self.tables.do(table.id, Move(*chosen))

    async def play(self, game, /, *people, guild=GUILD, **options):
        return await self.finish(await self.start(game, *people, guild=guild, **options))

    async def standings(self, board=None, guild=GUILD):
        """Return the standings on a board by person; None is the board of all games together."""
        async with self.database.read() as store:
            if board is None:
                rows = await store.all(OF_ALL_GAMES, guild_id=guild)
            else:
                rows = await store.all(OF_BOARD, guild_id=guild, board=board)
        return {row.person_id: row for row in rows if row.games}

    async def tell(self, *people, guild=GUILD):
        """Return everything that features show about a server and these people."""
        return [each for tell in TELL async for each in tell(self, guild, people)]

    async def reset(self, game):
        """Reset a game's boards on GUILD, or all boards, as an admin who has seen the losses."""
        losses = await self.records.resets.preview(GUILD, game)
        return await self.records.resets.reset(GUILD, game, losses.latest)

    async def differences(self):
        """Return the differences between the records and the logs."""
        from tests.records.rows import find_differences  # noqa: PLC0415 - runs code of all features

        return await find_differences(self.database, GAMES)

    rows, tamper, steps, table_names = House.rows, House.tamper, House.steps, House.table_names


def folded(game, texts, seats, options=None, first=None):
    """Yield the transitions of a log written by hand, a list of seats and texts of moves."""
    state = game.start(seats, options or {}, first)
    for seat, text in texts:
        move = game.parse(text)
        after = game.apply(state, CHANCE if seat is None else seat, move)
        yield state, seat, move, after
        state = after
