"""What a large server costs: a database of so many finished games, and how long its answers take.

    python -m bench.annals [--games 1000000] [--players 5000] [--database FILE]

Some games of each kind are played by the services themselves. Then as many tables as wanted are
written with their logs, each with other people and at another time, in rows that play would have
written; what is summed up of them comes from the ledger that sums up real games. A check of such a
database (`python -m annals check`) finds no difference. A million games take some minutes and four
gigabytes, in a temporary directory unless a file is named, which then stays.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from annals.facts import Facts, facts_of
from annals.ledger import Finished, Ledger
from annals.model import GuildSettings, Period, Sort
from annals.service import Annals
from annals.standings import Finisher
from db.annals_rows import ResultRow
from db.connection import Database
from db.store import SeatRow, TableRow
from engine import GAMES, game
from tables.model import Person, Status
from tables.service import Tables

GUILD, CHANNEL = 4_711, 4_712
FIRST_PERSON = 10_000_000
BEGIN = 1_700_000_000.0
SPAN = 2 * 365 * 24 * 3600.0
BATCH = 5_000
SCRATCH_GUILD = 1
KINDS = (
    ("ducks", 2, {}), ("ducks", 3, {}), ("ducks", 4, {}), ("pond", 1, {}), ("pond", 2, {}),
    ("trophy", 3, {}), ("trophy", 4, {}), ("buckets", 3, {}), ("buckdice", 3, {}),
    ("buckdice", 4, {"game": "pot"}),
)  # fmt: skip


@dataclass(frozen=True)
class Model:
    """A game that was played: its rows, and what its log tells."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    facts: Facts


class Ticking:
    """A clock that goes on by five seconds whenever it is looked at."""

    def __init__(self):
        self.time = BEGIN

    def __call__(self):
        self.time += 5
        return self.time


async def play_models(database, each, seed):
    """Play games of every kind, by chance but not foolishly, and keep nothing of them."""
    choose, clock = random.Random(seed), Ticking()
    tables, models = Tables(database, GAMES, clock), []
    for key, seats, options in KINDS * each:
        people = [Person(1 + n, f"Player {n}") for n in range(seats)]
        table = await tables.open(key, options, SCRATCH_GUILD, CHANNEL, people[0], len(models))
        for person in people[1:]:
            table = await tables.join(table.id, person, 100_000 + len(models) * 10 + person.id)
        table = await tables.start(table.id, people[0])
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            move = table.game.default(table.state, seat)
            if key != "buckets" and choose.random() < 0.3:
                legal = table.game.moves(table.state, seat)
                move = choose.choice([move for move in legal if str(move) != "undo"])
            table = await tables.act(table.id, people[seat], table.seq, str(move))
        async with database.read() as store:
            row, rows = await store.table(table.id), await store.seats(table.id)
            moves = await store.moves(table.id)
        options = json.loads(row.options)
        models.append(Model(row, rows, facts_of(game(key), options, seats, row.first, moves)))
    return models


def _columns(row, *leave_out):
    return [name for name in type(row).__slots__ if name not in leave_out]


def _insert(connection, table, names, rows):
    sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    connection.executemany(sql, rows)


def people_of(choose, count, players):
    """So many people, some of whom play far more than others."""
    found = set()
    while len(found) < count:
        found.add(int(players * choose.random() ** 2))
    return choose.sample(sorted(found), count)


def write_games(path, models, games, players, seed, say):
    """Write the tables with seats, logs and results, and all that is summed up of them."""
    choose, ledger = random.Random(seed), Ledger()
    connection = sqlite3.connect(path)
    for pragma in ("journal_mode = MEMORY", "synchronous = OFF", "cache_size = -200000"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TEMP TABLE copies (id INTEGER PRIMARY KEY, model INTEGER, at REAL)")
    first = 1 + connection.execute("SELECT MAX(id) FROM tables").fetchone()[0]
    for start in range(0, games, BATCH):
        batch = range(start, min(start + BATCH, games))
        _write_batch(connection, ledger, models, batch, first, games, players, choose)
        if start and start % 100_000 == 0:
            say(f"{start:,} games")
    connection.execute("DELETE FROM tables WHERE guild_id = ?", (SCRATCH_GUILD,))
    connection.execute("DELETE FROM moves WHERE table_id < ?", (first,))
    connection.execute("DELETE FROM seats WHERE table_id < ?", (first,))
    _write_ledger(connection, ledger)
    connection.commit()
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def _write_batch(connection, ledger, models, batch, first, games, players, choose):
    tables, seats, results, finishes, copies = [], [], [], [], []
    names = _columns(models[0].row, "id", "revision")
    for number in batch:
        model, table_id = choose.choice(models), first + number
        shift = SPAN * number / games + BEGIN - model.row.ended_at
        people = people_of(choose, len(model.seats), players)
        finished = _copy(model, 1 + number, table_id, people, shift)
        finishes += ledger.enter(finished)
        tables.append((table_id, *_table(model.row, names, finished, shift)))
        seats += [
            (table_id, s.seat, one.person_id, one.name, s.snowflake, s.score, s.place)
            for s, one in zip(model.seats, finished.finishers, strict=True)
        ]
        result = finished.result
        results.append([getattr(result, name) for name in _columns(result)])
        copies.append((table_id, model.row.id, shift))
    ledger.new.clear()
    _insert(connection, "tables", ["id", *names], tables)
    seat = ["table_id", "seat", "person_id", "name", "snowflake", "score", "place"]
    _insert(connection, "seats", seat, seats)
    _insert(connection, "results", ResultRow.__slots__, results)
    rows = [[getattr(row, name) for name in _columns(row)] for row in finishes]
    _insert(connection, "finishes", _columns(finishes[0]), rows)
    _insert(connection, "copies", ["id", "model", "at"], copies)
    connection.execute(
        "INSERT INTO moves SELECT copies.id, seq, seat, text, moves.at + copies.at, by_caretaker "
        "FROM copies CROSS JOIN moves ON moves.table_id = copies.model ORDER BY copies.id, seq"
    )
    connection.execute("DELETE FROM copies")
    connection.commit()


def _copy(model, result_id, table_id, people, shift):
    """The same game, by other people at another time."""
    result = ResultRow(result_id, table_id, GUILD, model.row.game, model.row.ended_at + shift)
    finishers = tuple(
        Finisher(FIRST_PERSON + person, f"Player {person}", seat.place, seat.score, left=False)
        for person, seat in zip(people, model.seats, strict=True)
    )
    return Finished(result, finishers, model.facts)


def _table(row, names, finished, shift):
    opener = finished.finishers[0]
    other = {
        "guild_id": GUILD,
        "opener_id": opener.person_id,
        "opener_name": opener.name,
        "opened_at": row.opened_at + shift,
        "started_at": row.started_at + shift,
        "ended_at": row.ended_at + shift,
        "changed_at": row.changed_at + shift,
    }
    return [other.get(name, getattr(row, name)) for name in names]


def _write_ledger(connection, ledger):
    parts = {
        "players": ledger.players.values(),
        "standings": [row for rows in ledger.standings.values() for row in rows.values()],
        "ratings": ledger.ratings.values(),
        "luck": ledger.luck.values(),
        "achievements": ledger.achievements.values(),
    }
    for table, rows in parts.items():
        names = _columns(next(iter(rows)))
        _insert(connection, table, names, [[getattr(row, n) for n in names] for row in rows])


async def generate(url, games, players, *, each=20, seed=1, say=print):
    """Write a database; the address names a new file."""
    async with await Database.open(url) as database:
        models = await play_models(database, each, seed)
        path = database.path
    say(f"{len(models)} games played, of {sum(1 for _ in models)} kinds and courses")
    await asyncio.to_thread(write_games, path, models, games, players, seed, say)


class Clockwork:
    """Times questions and prints them."""

    def __init__(self):
        self.slowest = 0.0

    async def ask(self, what, question, times=5):
        """Ask so often; print the median and the worst in milliseconds; returns an answer."""
        spent = []
        for _ in range(times):
            start = time.perf_counter()
            answer = await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.slowest = max(self.slowest, *spent)
        print(f"{what:<58} {statistics.median(spent):9.1f} {max(spent):9.1f}")
        return answer


async def measure(url, games, players):
    """Ask everything that a server asks, and print how long it takes."""
    async with await Database.open(url) as database:
        annals = Annals(database, GAMES, lambda: BEGIN + SPAN)
        clock = Clockwork()
        print(f"\n{'milliseconds':<58} {'median':>9} {'worst':>9}")
        heavy, rare = FIRST_PERSON, FIRST_PERSON + players - 1
        await _boards(annals, clock, rare)
        await _people(annals, clock, heavy, rare)
        await _histories(annals, clock, heavy, games)
        await _rest(annals, clock, database, heavy)
    print(f"{'the slowest answer':<58} {'':9} {clock.slowest:9.1f}")


async def _boards(annals, clock, asker):
    for key in ("ducks", None):
        for period in Period:
            for sort in (Sort.WINS, Sort.RATING) if period is not Period.ALL else Sort:
                name = f"leaderboard {key or 'all games'}, {period.name.lower()}, {sort}"
                await clock.ask(
                    name,
                    lambda k=key, p=period, s=sort: annals.leaderboard(GUILD, k, p, s, 1, asker),
                )
    last = await clock.ask(
        "leaderboard all games, last page",
        lambda: annals.leaderboard(GUILD, None, Period.ALL, Sort.WINS, 10**6, asker),
    )
    print(f"  ({last.players:,} players, {last.pages} pages, own rank {last.own.rank})")
    await clock.ask(
        "solo board of the pond",
        lambda: annals.solo_board(GUILD, "pond", Period.ALL, Sort.SCORE, 1, asker),
    )


async def _people(annals, clock, heavy, rare):
    for person, name in ((heavy, "who plays most"), (rare, "who plays least")):
        stats = await clock.ask(f"stats of {name}", lambda p=person: annals.stats(GUILD, p))
        print(f"  ({stats.score.games:,} games)")
        await clock.ask(
            f"stats of {name} in ducks", lambda p=person: annals.stats(GUILD, p, "ducks")
        )
        await clock.ask(f"privacy show of {name}", lambda p=person: annals.about(p))
        export = await clock.ask(
            f"privacy export of {name}", lambda p=person: annals.export(p), times=1
        )
        print(f"  ({len(json.dumps(export)):,} characters)")


async def _histories(annals, clock, heavy, games):
    for person, key, name in (
        (None, None, "of the server"), (None, "ducks", "of ducks"),
        (heavy, None, "of who plays most"), (heavy, "ducks", "of both"),
    ):  # fmt: skip
        for page in (1, 10**6):
            await clock.ask(
                f"history {name}, {'first' if page == 1 else 'last'} page",
                lambda p=person, k=key, n=page: annals.history(GUILD, p, k, n),
            )
    history = await annals.history(GUILD, None, "buckets", 1)
    table_id = history.entries[0].table_id
    replay = await clock.ask("replay of The Bucket King", lambda: annals.replay(table_id, GUILD))
    print(f"  ({replay.length} steps)")
    await clock.ask("achievements at a table", lambda: annals.earned_at(table_id))


async def _rest(annals, clock, database, heavy):
    await clock.ask("settings", lambda: annals.settings(GUILD))
    await clock.ask("settings kept", lambda: annals.set_settings(GUILD, GuildSettings((1,))))
    await clock.ask("what a reset would take", lambda: annals.losses(GUILD, None))
    await _last_move(annals, clock, database)
    await clock.ask("catching up at start", annals.catch_up, times=1)
    await clock.ask("forget who plays most", lambda: annals.forget(heavy), times=1)
    await clock.ask("reset of ducks", lambda: annals.reset(GUILD, "ducks"), times=1)


async def _last_move(annals, clock, database):
    """The click that ends a game of four, with everything that is entered by it."""
    tables = Tables(database, GAMES, lambda: BEGIN + SPAN, on_end=annals.keep)
    people = [Person(FIRST_PERSON + n, f"Player {n}") for n in range(4)]
    ends = []
    for _ in range(5):
        table = await tables.open("ducks", {}, GUILD, CHANNEL, people[0], 1)
        for person in people[1:]:
            table = await tables.join(table.id, person, 1 + person.id)
        table = await tables.start(table.id, people[0])
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            text = str(table.game.default(table.state, seat))
            start = time.perf_counter()
            table = await tables.act(table.id, people[seat], table.seq, text)
            spent = 1000 * (time.perf_counter() - start)
        ends.append(spent)
    clock.slowest = max(clock.slowest, *ends)
    name = "the move that ends a game of four"
    print(f"{name:<58} {statistics.median(ends):9.1f} {max(ends):9.1f}")


async def main():
    """Generate and measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.annals")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--database", type=Path, help="a file that stays; made if it is not there")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        path = chosen.database or Path(directory) / "annals.db"
        if not path.exists():
            start = time.perf_counter()
            await generate(f"sqlite:///{path}", chosen.games, chosen.players)
            spent, size = time.perf_counter() - start, path.stat().st_size / 2**30
            print(f"{chosen.games:,} games written in {spent:.0f} s, {size:.2f} GB")
        await measure(f"sqlite:///{path}", chosen.games, chosen.players)


if __name__ == "__main__":
    asyncio.run(main())
