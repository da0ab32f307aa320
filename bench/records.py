"""Measures every answer of the records on a server with a million games.

    python -m bench.records [--games 1000000] [--players 5000] [--database FILE] [--postgresql]

It writes a database of so many finished games on one server (`bench.large`) and asks everything. A
million games take some minutes and four gigabytes in a temporary directory. With `--database` the
file stays and is used again. Then it measures a server of 50,000 players with 60,000 games, and the
deletion of that server. With `--postgresql` both are copied to a server of PostgreSQL first. The
limit for an answer is a second; the exit status is 1 if one is late.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.asking import Questions
from bench.large import BEGIN, CHANNEL, FIRST_PERSON, GUILD, SPAN, generate
from bench.shown import shown
from db.connection import Database
from db.copy import copy
from db.engines.url import path_of
from engine import GAMES
from records.model.boards import Period, Sort
from records.model.guilds import GuildSettings
from records.service import Records
from records.upkeep.guilds import KEEP_FOR
from tables.model.table import Person, Status
from tables.service import Tables
from tests.postgresql import Server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tables.model.table import Table

LAST = 10**6
"""A page number beyond every last page."""

CROWD, CROWDED = 50_000, 60_000
"""The players and the games of the server with very many players."""

ENDS = (("ducks", 4), ("pond", 2), ("trophy", 4), ("buckets", 4), ("buckdice", 4))

LEAVING = 60.0
"""For so many seconds of a long work it is measured whether others have to wait."""


def now() -> float:
    """Return the time of all questions, in Unix seconds: the last game has just ended."""
    return BEGIN + SPAN


async def measure(asked: Questions, url: str, players: int) -> None:
    """Ask everything, and print how long it takes."""
    async with await Database.open(url) as database:
        records = Records(database, GAMES, now)
        await _boards(asked, records, FIRST_PERSON + players - 1)
        await _person(asked, records, FIRST_PERSON, "who plays most")
        await _person(asked, records, FIRST_PERSON + players - 1, "who plays least")
        await _histories(asked, records)
        await shown(asked, records)
        await _admins(asked, records)
        tables = Tables(database, GAMES, now, on_end=records.recorder.record_result)
        for game, seats in ENDS:
            await _last_moves(asked, tables, game, seats)
        await _meanwhile(asked, tables, records)
        await asked.ask("catching up at start", records.recorder.catch_up, times=1)
        await asked.ask("which servers there are, hourly", lambda: records.guilds.update([GUILD]))
        await records.privacy.read_ahead(
            FIRST_PERSON
        )  # as when the person is asked for confirmation
        await asked.ask(
            "forget who plays most", lambda: records.privacy.forget(FIRST_PERSON), times=1
        )
        await asked.ask("sweeping after it", records.privacy.sweep, times=1, waited_for=False)
        losses = await records.resets.preview(GUILD, "ducks")
        reset = records.resets.reset
        await asked.ask("reset of ducks", lambda: reset(GUILD, "ducks", losses.latest), times=1)


async def leave(asked: Questions, url: str) -> None:
    """Delete all data of the server, while others play."""
    async with await Database.open(url) as database:
        records = Records(database, GAMES, lambda: now() + KEEP_FOR)
        tables = Tables(database, GAMES, now)
        await Records(database, GAMES, now).guilds.mark_left(GUILD)
        spent = await _waits(tables, records.guilds.purge)
    asked.note("a table opened while a server's data are removed", spent)


async def _waits(tables: Tables, work: Callable[[], Awaitable[object]]) -> list[float]:
    """Return how many milliseconds others wait for a new table while some work is done."""
    task, spent = asyncio.ensure_future(work()), list[float]()
    end = time.perf_counter() + LEAVING
    while not task.done() and time.perf_counter() < end:
        start = time.perf_counter()
        await tables.lobbies.open("ducks", {}, GUILD + 1, CHANNEL, Person(1, "Player"), 1)
        spent.append(1000 * (time.perf_counter() - start))
        await asyncio.sleep(0.01)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    return spent


async def _boards(asked: Questions, records: Records, asker: int) -> None:
    board = records.leaderboards.page
    for key in ("ducks", None):
        for period in Period:
            for sort in Sort if period is Period.ALL else (Sort.WINS, Sort.RATING):
                await asked.ask(
                    f"leaderboard {key or 'all games'}, {period.name.lower()}, {sort}",
                    lambda k=key, p=period, s=sort: board(GUILD, k, p, s, 1, asker),
                )
    last = await asked.ask(
        "leaderboard all games, last page",
        lambda: board(GUILD, None, Period.ALL, Sort.WINS, LAST, asker),
    )
    print(f"  ({last.players:,} players, own rank {last.own.rank if last.own else None})")
    await asked.ask(
        "solo board of the pond",
        lambda: records.leaderboards.solo_page(GUILD, "pond", Period.ALL, Sort.SCORE, 1, asker),
    )


async def _person(asked: Questions, records: Records, person: int, name: str) -> None:
    stats = await asked.ask(f"stats of {name}", lambda: records.stats.read(GUILD, person))
    print(f"  ({stats.score.games if stats and stats.score else 0:,} games)")
    await asked.ask(f"stats of {name} in ducks", lambda: records.stats.read(GUILD, person, "ducks"))
    await asked.ask(f"privacy show of {name}", lambda: records.privacy.counts(person))
    export = await asked.ask(
        f"privacy export of {name}", lambda: records.privacy.export(person), times=2
    )
    print(f"  ({len(export):,} bytes)")


async def _histories(asked: Questions, records: Records) -> None:
    for person, key, name in (
        (None, None, "of the server"),
        (None, "ducks", "of ducks"),
        (FIRST_PERSON, None, "of who plays most"),
        (FIRST_PERSON, "ducks", "of who plays most in ducks"),
    ):
        for page in (1, LAST):
            await asked.ask(
                f"history {name}, {'first' if page == 1 else 'last'} page",
                lambda p=person, k=key, n=page: records.history.page(GUILD, p, k, n),
            )
    history = await records.history.page(GUILD, None, "buckets", 1)
    table_id = history.entries[0].table_id
    replay = await asked.ask(
        "replay of The Bucket King", lambda: records.history.replay(table_id, GUILD)
    )
    print(f"  ({replay.length} steps)")
    await asked.ask("achievements at a table", lambda: records.stats.earned_at(table_id))


async def _admins(asked: Questions, records: Records) -> None:
    await asked.ask("settings", lambda: records.settings.read(GUILD))
    await asked.ask("settings kept", lambda: records.settings.write(GUILD, GuildSettings((1,))))
    await asked.ask(
        "what a reset of ducks would take", lambda: records.resets.preview(GUILD, "ducks")
    )
    await asked.ask("what a reset of all would take", lambda: records.resets.preview(GUILD, None))


async def _last_moves(asked: Questions, tables: Tables, game: str, seats: int) -> None:
    """Measure the click that ends a game, with all its records."""
    people = [Person(FIRST_PERSON + n, f"Player {n}") for n in range(seats)]
    ends: list[float] = []
    for _ in range(5):
        table = await _started(tables, game, people)
        spent = 0.0
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            text = str(table.game.default(table.state, seat))
            start = time.perf_counter()
            table = await tables.games.act(table.id, people[seat], table.drawn_for(seat), text)
            spent = 1000 * (time.perf_counter() - start)
        ends.append(spent)
    asked.note(f"the move that ends {game} of {seats}", ends)


async def _started(tables: Tables, game: str, people: list[Person]) -> Table:
    table = await tables.lobbies.open(game, {}, GUILD, CHANNEL, people[0], 1)
    for person in people[1:]:
        table = await tables.lobbies.join(table.id, person, 1 + person.id)
    return await tables.lobbies.start(table.id, people[0], 1)


async def _meanwhile(asked: Questions, tables: Tables, records: Records) -> None:
    """Measure how long a table takes to read while others ask the slowest questions."""
    table = await _started(tables, "ducks", [Person(FIRST_PERSON + n, "Player") for n in (0, 1)])
    spent: list[float] = []

    async def look() -> None:
        while True:
            start = time.perf_counter()
            await tables.lookup.get(table.id)
            spent.append(1000 * (time.perf_counter() - start))
            await asyncio.sleep(0.005)

    looking = asyncio.create_task(look())
    for _ in range(3):
        await records.leaderboards.page(GUILD, None, Period.ALL, Sort.PLACE, LAST, FIRST_PERSON)
        await records.privacy.export(FIRST_PERSON)
    looking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await looking
    asked.note("a table shown while others look into books", spent)


def _generate(path: Path, games: int, players: int) -> str:
    """Return the URL of a database of so many games, which is written if it does not exist."""
    url = f"sqlite:///{path}"
    if not path.exists():
        start = time.perf_counter()
        asyncio.run(generate(url, games, players))
        spent, size = time.perf_counter() - start, path.stat().st_size / 2**30
        print(f"{games:,} games written in {spent:.0f} s, {size:.2f} GB")
    return url


def _copied(server: Server | None, url: str) -> str:
    """Return the URL of a copy on the server; of the file itself without one."""
    if server is None:
        return url
    name = f"records_{Path(path_of(url)).stem}"
    server.run(f"CREATE DATABASE {name}")
    start = time.perf_counter()
    asyncio.run(copy(url, server.url(name)))
    print(f"copied in {time.perf_counter() - start:.0f} s, {asyncio.run(_size(server.url(name)))}")
    return server.url(name)


async def _size(url: str) -> str:
    async with await Database.open(url) as database:
        return f"{await database.size() / 2**30:.2f} GB"


def main() -> int:
    """Generate and measure, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench.records")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=5_000)
    parser.add_argument("--database", type=Path, help="a file that stays; made if it is not there")
    parser.add_argument("--postgresql", action="store_true", help="ask on a server of PostgreSQL")
    chosen = parser.parse_args()
    asked = Questions()
    with contextlib.ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(Server(safe=True)) if chosen.postgresql else None
        path = chosen.database or Path(directory) / "records.db"
        url = _copied(server, _generate(path, chosen.games, chosen.players))
        asked.head(f"{chosen.games:,} games")
        asyncio.run(measure(asked, url, chosen.players))
        url = _copied(server, _generate(Path(directory) / "crowd.db", CROWDED, CROWD))
        asked.head(f"{CROWDED:,} games of {CROWD:,} players")
        asyncio.run(measure(asked, url, CROWD))
        asyncio.run(leave(asked, url))
    return asked.verdict()


if __name__ == "__main__":
    sys.exit(main())
