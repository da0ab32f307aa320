"""How long a large server waits: every question that the annals answer, with a million games.

    python -m bench.annals [--games 1000000] [--players 5000] [--database FILE]

writes a database of so many finished games on one server (`bench.large`) and asks. A million take
some minutes and four gigabytes, in a temporary directory unless a file is named, which then stays
and is used again. The house aims at a second for any answer.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from annals.model import GuildSettings, Period, Sort
from annals.service import Annals
from bench.large import BEGIN, CHANNEL, FIRST_PERSON, GUILD, SPAN, generate
from db.connection import Database
from engine import GAMES
from tables.model import Person, Status
from tables.service import Tables

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    T = TypeVar("T")

LAST = 10**6
"""A page beyond every last one."""


def now() -> float:
    """The moment when all is asked: the last game has just ended."""
    return BEGIN + SPAN


class Questions:
    """Times answers and prints them; `slowest` is in milliseconds."""

    def __init__(self, annals: Annals) -> None:
        self.annals = annals
        self.slowest = 0.0

    async def ask(self, what: str, question: Callable[[], Awaitable[T]], times: int = 5) -> T:
        """Ask so often; prints the median and the worst; returns the last answer."""
        spent: list[float] = []
        answer = None
        for _ in range(times):
            start = time.perf_counter()
            answer = await question()
            spent.append(1000 * (time.perf_counter() - start))
        self.note(what, spent)
        return answer  # type: ignore[return-value] - asked at least once

    def note(self, what: str, spent: list[float]) -> None:
        """Print what was measured."""
        self.slowest = max(self.slowest, *spent)
        print(f"{what:<52} {statistics.median(spent):9.1f} {max(spent):9.1f}")


async def measure(url: str, players: int) -> None:
    """Ask everything that can be asked, and print how long it takes."""
    async with await Database.open(url) as database:
        asked = Questions(Annals(database, GAMES, now))
        print(f"\n{'milliseconds':<52} {'median':>9} {'worst':>9}")
        await _boards(asked, FIRST_PERSON + players - 1)
        await _person(asked, FIRST_PERSON, "who plays most")
        await _person(asked, FIRST_PERSON + players - 1, "who plays least")
        await _histories(asked)
        await _admins(asked)
        await _last_moves(asked, database)
        await asked.ask("catching up at start", asked.annals.catch_up, times=1)
        await asked.ask("forget who plays most", lambda: asked.annals.forget(FIRST_PERSON), times=1)
        await asked.annals.sweep()  # for which nobody waits
        await asked.ask("reset of ducks", lambda: asked.annals.reset(GUILD, "ducks"), times=1)
    print(f"{'the slowest answer':<52} {'':9} {asked.slowest:9.1f}")


async def _boards(asked: Questions, asker: int) -> None:
    board = asked.annals.leaderboard
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
        lambda: asked.annals.solo_board(GUILD, "pond", Period.ALL, Sort.SCORE, 1, asker),
    )


async def _person(asked: Questions, person: int, name: str) -> None:
    annals = asked.annals
    stats = await asked.ask(f"stats of {name}", lambda: annals.stats(GUILD, person))
    print(f"  ({stats.score.games if stats and stats.score else 0:,} games)")
    await asked.ask(f"stats of {name} in ducks", lambda: annals.stats(GUILD, person, "ducks"))
    await asked.ask(f"privacy show of {name}", lambda: annals.about(person))
    export = await asked.ask(f"privacy export of {name}", lambda: annals.export(person), times=2)
    print(f"  ({len(export):,} bytes)")


async def _histories(asked: Questions) -> None:
    annals = asked.annals
    for person, key, name in (
        (None, None, "of the server"),
        (None, "ducks", "of ducks"),
        (FIRST_PERSON, None, "of who plays most"),
        (FIRST_PERSON, "ducks", "of who plays most in ducks"),
    ):
        for page in (1, LAST):
            await asked.ask(
                f"history {name}, {'first' if page == 1 else 'last'} page",
                lambda p=person, k=key, n=page: annals.history(GUILD, p, k, n),
            )
    history = await annals.history(GUILD, None, "buckets", 1)
    table_id = history.entries[0].table_id
    replay = await asked.ask("replay of The Bucket King", lambda: annals.replay(table_id, GUILD))
    print(f"  ({replay.length} steps)")
    await asked.ask("achievements at a table", lambda: annals.earned_at(table_id))


async def _admins(asked: Questions) -> None:
    annals = asked.annals
    await asked.ask("settings", lambda: annals.settings(GUILD))
    await asked.ask("settings kept", lambda: annals.set_settings(GUILD, GuildSettings((1,))))
    await asked.ask("what a reset would take", lambda: annals.losses(GUILD, None))


async def _last_moves(asked: Questions, database: Database) -> None:
    """The click that ends a game of four, with everything that is entered by it."""
    tables = Tables(database, GAMES, now, on_end=asked.annals.keep)
    people = [Person(FIRST_PERSON + n, f"Player {n}") for n in range(4)]
    ends: list[float] = []
    for _ in range(5):
        table = await tables.open("ducks", {}, GUILD, CHANNEL, people[0], 1)
        for person in people[1:]:
            table = await tables.join(table.id, person, 1 + person.id)
        table = await tables.start(table.id, people[0])
        spent = 0.0
        while table.status is Status.PLAYING:
            seat = table.to_act[0]
            text = str(table.game.default(table.state, seat))
            start = time.perf_counter()
            table = await tables.act(table.id, people[seat], table.seq, text)
            spent = 1000 * (time.perf_counter() - start)
        ends.append(spent)
    asked.note("the move that ends a game of four", ends)


async def main() -> None:
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
        await measure(f"sqlite:///{path}", chosen.players)


if __name__ == "__main__":
    asyncio.run(main())
