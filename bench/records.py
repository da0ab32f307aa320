"""Measures every query of the records on a server with a million games.

    python -m bench.records [--games 1000000] [--database FILE] [--postgresql]

It writes a database of finished games on one server (`bench.large`) and runs every query. A million
games take some minutes, and four gigabytes in a temporary directory. With `--database`, the file
stays, and the next run uses it.

After the large server it measures a server of 50,000 players with 60,000 games, and the deletion of
that server's data. With `--postgresql` it first copies both databases to a PostgreSQL server. The
limit for an answer is a second; the exit status is 1 if an answer takes longer.
"""

from __future__ import annotations

import argparse
import asyncio
import runpy
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.app.feature import list_on_result
from cogs.commands.privacy import make_file
from cogs.features import FEATURES
from db.backends.backend import path_of
from db.connection import Database
from db.copies import copy
from players.games import GAMES
from records.service import Records
from records.upkeep import KEEP_FOR
from records.values import GuildSettings
from tables.model.table import Person, Status
from tables.play.playing import Move
from tables.service import Tables
from tests.bench.large import BEGIN, FIRST_PERSON, GUILD, SPAN, generate, start_table
from tests.bench.people import SEATS
from tests.postgresql import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


Question = tuple[str, Callable[[], Awaitable[object]]]
"""A name, and a function that asks the question."""

LIMIT = 1000.0
"""Limit for every answer in milliseconds, on a server of any size."""


class Questions:
    """Measures answers, and prints the median and the longest time for each question."""

    def __init__(self) -> None:
        self._late: list[str] = []
        self._asked = 0

    async def ask(
        self, what: str, question: Callable[[], Awaitable[object]], times: int = 5
    ) -> None:
        """Ask a question several times, and print how long the answers took."""
        spent: list[float] = []
        for _ in range(times):
            start = time.perf_counter()
            await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.note(what, spent)

    def note(self, what: str, spent: list[float]) -> None:
        """Print the median and the longest time, and whether the longest is within the limit."""
        self._asked += 1
        said = "held" if max(spent) <= LIMIT else "NOT HELD"
        if said == "NOT HELD":
            self._late.append(what)
        print(f"{what:<52} {statistics.median(spent):9.1f} {max(spent):9.1f} ms  {said}")

    def verdict(self) -> int:
        """Print how many answers came within the limit, and return an exit status."""
        held = self._asked - len(self._late)
        print(f"\nlimit {LIMIT:g} ms: {held} of {self._asked} answers within the limit")
        for what in self._late:
            print(f"NOT HELD: {what}")
        return int(bool(self._late))


ASKERS = tuple(
    runpy.run_path(str(path))["ask"]
    for path in sorted(Path(__file__).parents[1].glob("tests/cogs/features/*/asked.py"))
)
"""Functions that each yield one feature's questions about a server's records."""

SOME = GAMES[0].info.key
"""Game for the questions about a single game."""

MANY, CROWD, CROWDED = 5_000, 50_000, 60_000
"""Players of the large server; players and games of the crowded server."""

LEAVING = 60.0
"""Seconds after which a task is stopped, if other people's waits are measured during the task."""


def now() -> float:
    """Return the time at which all questions are asked, in Unix seconds: after the last game."""
    return BEGIN + SPAN


async def measure(asked: Questions, url: str, players: int) -> None:
    """Ask every question and print the times."""
    async with await Database.open(url) as database:
        records = Records(database, GAMES, now, on_result=list_on_result(FEATURES, ()))
        questions = list(_questions(records, FIRST_PERSON + players - 1))
        for what, question in questions:
            await asked.ask(what, question)
        tables = Tables(database, GAMES, now, on_end=records.recorder)
        for game, seats in SEATS.items():
            await _last_moves(asked, tables, game, seats)
        await _meanwhile(asked, tables, questions)
        await asked.ask("catching up at start", records.recorder.catch_up, times=1)
        await asked.ask("the hourly update of the servers", lambda: records.guilds.update([GUILD]))
        # The bot also reads ahead while it asks a person to confirm.
        await records.privacy.read_ahead(FIRST_PERSON)
        forget = partial(records.privacy.forget, FIRST_PERSON)
        await asked.ask("forgetting the person who plays most", forget, times=1)
        losses = await records.resets.preview(GUILD, SOME)
        reset = partial(records.resets.reset, GUILD, SOME, losses.latest)
        await asked.ask(f"reset of {SOME}", reset, times=1)


async def leave(asked: Questions, url: str) -> None:
    """Delete all data of the server while other people play."""
    async with await Database.open(url) as database:
        records = Records(database, GAMES, lambda: now() + KEEP_FOR)
        await Records(database, GAMES, now).guilds.mark_left(GUILD)
        spent = await _open_during(database, records.guilds.purge)
    asked.note("a table opened while a server's data is removed", spent)


async def _open_during(database: Database, work: Callable[[], Awaitable[object]]) -> list[float]:
    """Open tables during some work, and return the milliseconds that each opening took."""
    tables, numbers = Tables(database, GAMES, now), count(1)

    def open_one() -> Awaitable[object]:
        number = next(numbers)  # a new channel and person, because limits apply to each
        return tables.lobbies.open(SOME, {}, GUILD + 1, number, Person(number, "Player"), 1)

    return await _ask_during(work, open_one)


async def _ask_during(
    work: Callable[[], Awaitable[object]], question: Callable[[], Awaitable[object]]
) -> list[float]:
    """Ask again and again during some work, and return the milliseconds of each answer."""
    task, spent = asyncio.ensure_future(work()), list[float]()
    end = time.perf_counter() + LEAVING
    while not task.done() and time.perf_counter() < end:
        start = time.perf_counter()
        await question()
        spent.append(1000 * (time.perf_counter() - start))
        await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.wait([task])
    if not task.cancelled():
        task.result()
    return spent


def _questions(records: Records, rare: int) -> Iterator[Question]:
    """Yield the questions about the most active player, and about `rare`, who plays the least."""
    for ask in ASKERS:
        yield from ask(records, GUILD, FIRST_PERSON, rare)
    for key in (SOME, None):
        what = f"preview of a reset of {key or 'all games'}"
        yield what, partial(records.resets.preview, GUILD, key)
    yield "privacy show", partial(records.privacy.counts, FIRST_PERSON)
    yield "/privacy: the file", partial(_export, records)
    yield "settings", partial(records.settings.read, GUILD)
    yield "settings kept", partial(records.settings.write, GUILD, GuildSettings((1,)))


async def _export(records: Records) -> None:
    everything = await records.privacy.export(FIRST_PERSON)
    await asyncio.to_thread(make_file, everything)


async def _last_moves(asked: Questions, tables: Tables, game: str, seats: int) -> None:
    """Measure the move that ends a game and enters the results."""
    people = [Person(FIRST_PERSON + n, f"Player {n}") for n in range(seats)]
    ends: list[float] = []
    for _ in range(5):
        table = await start_table(tables, game, GUILD, people)
        spent = 0.0
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            text = str(table.game.default(table.state, seat))
            start = time.perf_counter()
            table = await tables.do(table.id, Move(people[seat], table.drawn_for(seat), text))
            spent = 1000 * (time.perf_counter() - start)
        ends.append(spent)
    asked.note(f"the move that ends {game} of {seats}", ends)


async def _meanwhile(asked: Questions, tables: Tables, questions: list[Question]) -> None:
    """Measure the time to read a table while other people ask all these questions."""
    people = [Person(FIRST_PERSON + n, "Player") for n in (0, 1)]
    table = await start_table(tables, SOME, GUILD, people)

    async def look_into_books() -> None:
        for _, question in questions:
            await question()

    spent = await _ask_during(look_into_books, lambda: tables.lookup.get(table.id))
    asked.note("a table shown while others ask all questions", spent)


def _generate(path: Path, games: int, players: int) -> str:
    """Return the URL of a database with these games; write the database if it does not exist."""
    url = f"sqlite:///{path}"
    if not path.exists():
        start = time.perf_counter()
        asyncio.run(generate(url, games, players))
        spent, size = time.perf_counter() - start, path.stat().st_size / 2**30
        print(f"{games:,} games written in {spent:.0f} s, {size:.2f} GB")
    return url


def _copied(server: Server | None, url: str) -> str:
    """Copy a database to the server and return the copy's URL; without a server return `url`."""
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
    parser.add_argument("--database", type=Path, help="a file to keep; made if it is missing")
    parser.add_argument("--postgresql", action="store_true", help="ask on a server of PostgreSQL")
    chosen = parser.parse_args()
    asked = Questions()
    with ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(Server(safe=True)) if chosen.postgresql else None
        path = chosen.database or Path(directory) / "records.db"
        url = _copied(server, _generate(path, chosen.games, MANY))
        print(f"\n{chosen.games:,} games")
        asyncio.run(measure(asked, url, MANY))
        url = _copied(server, _generate(Path(directory) / "crowd.db", CROWDED, CROWD))
        print(f"\n{CROWDED:,} games of {CROWD:,} players")
        asyncio.run(measure(asked, url, CROWD))
        asyncio.run(leave(asked, url))
    return asked.verdict()


if __name__ == "__main__":
    sys.exit(main())
