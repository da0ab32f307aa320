"""Three workers share twelve shards, and everything that can go wrong does, while people play.

Workers are killed, paused and replaced, their lines to Discord and to the database are cut, commits
are lost, and the PostgreSQL server is stopped for a while: see `blows.py`. A click may be lost with
the worker that received it, but a move that people have seen may not. If a click counts, the bot
must not ask the person to try again. Each step must come from one click. At the end each table must
have one board, and records and transcripts must agree with the logs. `witness.py` watches all
requests and answers.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from multiprocessing import get_context
from typing import TYPE_CHECKING

from sandbox import Sandbox
from sandbox.settings import ANSWER_WITHIN, Limits, Quota, Sharding
from tests.e2e.workers import SHARDS, Workers, add_guilds
from tests.people import controls
from tests.postgresql import Server
from tests.proxy import HOST, Line, Proxy, SandboxLine
from tests.soak.blows import plan
from tests.soak.bot import HANDS, BotTrial, end_clicks
from tests.soak.crowd import Crowd
from tests.soak.file import copy_in_use, find_differences, find_false_transcripts
from tests.soak.witness import LATE, Witness

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.e2e.process import Bot
    from tests.soak.blows import Blow
    from tests.soak.tally import Tally

WORKERS = 3
BUCKETS = 4
"""Buckets of session starts: few enough that workers wait, but less than a minute."""

MANY_STARTS = Quota(100_000, 86_400)
"""Session starts per day: a bot that is killed all the time needs more than 1,000."""

TABLES = 2
"""Tables that are open in each channel."""

PAUSE = 0.1
"""Seconds between two clicks: two cores must serve three workers and their judge."""

BOARDS = """
    SELECT id, message_id, revision, shown_revision FROM tables
    WHERE status <> 'cancelled' AND private IS NULL
"""
PROCESSED = "SELECT interaction_id FROM processed_interactions"
PATIENCE = 60.0
"""Seconds within which outdated boards must be brought up to date."""

LOSSES = 10
"""Commits lost in one blow, a second apart."""

JUDGED_EVERY = 10
"""Blows between two checks of the database against what people have seen."""


class WorkersTrial(BotTrial):
    """Three workers that are hit again and again.

    Args:
        seed: the seed of all random choices.
        folder: the folder of the database and the workers' logs.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed, folder)
        self._name = f"workers {seed}"
        self._seed = seed
        self._stack = ExitStack()
        self._server = self._stack.enter_context(Server(safe=True))
        self._server.make_template()
        self._url = self._server.url(self._server.make())
        self._lines: dict[Bot, tuple[Line, Proxy]] = {}
        self._blows: dict[str, Callable[[Blow, Bot], Awaitable[None]]] = {
            "kill": self._kill,
            "pause": self._pause,
            "replace": self._replace_all,
            "cut discord": self._cut_discord,
            "cut database": self._cut_database,
            "lose commits": self._lose_commits,
            "stop server": self._stop_server,
        }

    async def run(self, lives: int) -> Tally:
        """Hit the workers with `lives` blows; stop as soon as something is lost or doubled."""
        sharding = Sharding(max_concurrency=BUCKETS, starts=MANY_STARTS)
        self._beside = ProcessPoolExecutor(1, get_context("spawn"))
        with self._stack, self._beside:
            async with (
                Sandbox(answer_within=ANSWER_WITHIN, limits=Limits(), sharding=sharding) as box,
                AsyncExitStack() as self._opened,
                Workers(box, self._folder, self._url, LOG_LEVEL="INFO") as self._workers,
            ):
                self._box, self._witness = box, Witness(box.core)
                self._guilds = add_guilds(box.core, SHARDS)
                self._crowd = Crowd(box.core, self._chance, self._guilds, TABLES, PAUSE)
                for _ in range(WORKERS):
                    await self._start()
                await self._share()
                await self._play(lives)
                await self._find_boards()
                await self._judge()
                await self._hear_witness(at_end=True)
            self._tally.acts = self._crowd.acts
            for find in (find_differences, find_false_transcripts):
                for words in await asyncio.to_thread(find, self._folder / "copy.db"):
                    self._complain(f"the records or transcripts differ from the logs: {words}")
            self._say_what_went_wrong()
        return self._tally

    async def _start(self) -> Bot:
        """Start one more worker, with its own lines to Discord and to the database."""
        line = await self._opened.enter_async_context(SandboxLine(self._box))
        proxy = await self._opened.enter_async_context(Proxy(self._url))
        settings = {"DISCORD_API_BASE": line.api_base, "DATABASE_URL": proxy.url}
        bot = await self._workers.start(**settings)
        self._lines[bot] = line, proxy
        return bot

    async def _play(self, lives: int) -> None:
        """Let people click while the workers are hit."""
        hands = [asyncio.create_task(self._crowd.click_about()) for _ in range(HANDS)]
        blows = plan(self._seed, lives)
        for number, blow in enumerate(blows, start=1):
            await asyncio.sleep(blow.pause)
            running = self._workers.running
            await self._blows[blow.kind](blow, running[blow.who % len(running)])
            await self._hear_witness()
            if number % JUDGED_EVERY == 0:
                await self._judge()
            if self._tally.lost or self._tally.doubled:
                break
        await end_clicks(hands)

    # Blows

    async def _kill(self, blow: Blow, bot: Bot) -> None:
        """Kill a worker, and start another one: at once, or after others have taken over."""
        self._witness.end(self._host(bot))
        await self._workers.kill(bot)
        self._tally.kills += 1
        await asyncio.sleep(blow.seconds)
        await self._start()

    async def _pause(self, blow: Blow, bot: Bot) -> None:
        with self._witness.trouble([self._host(bot)]):
            bot.send(signal.SIGSTOP)
            await asyncio.sleep(blow.seconds)
            bot.send(signal.SIGCONT)
        self._tally.errors += 1

    async def _replace_all(self, _blow: Blow, _bot: Bot) -> None:
        """Replace each worker as a host does. Meanwhile, each click must reach a worker."""
        await self._share()
        await self._connect()
        self._witness.unheard.clear()
        for old in list(self._workers.running):
            new = await self._start()
            await new.wait_until(
                lambda new=new: self._workers.name_of(new) in self._workers.holders().values()
            )
            if status := await self._workers.stop(old):
                self._complain(f"a worker has ended with status {status}")
            self._witness.end(self._host(old))
        if unheard := len(self._witness.unheard):
            self._complain(f"{unheard} clicks reached no worker while workers were replaced")

    async def _cut_discord(self, blow: Blow, bot: Bot) -> None:
        await self._cut(self._lines[bot][0], blow, bot)

    async def _cut_database(self, blow: Blow, bot: Bot) -> None:
        await self._cut(self._proxy(bot), blow, bot)

    async def _cut(self, line: Line, blow: Blow, bot: Bot) -> None:
        with self._witness.trouble([self._host(bot)]):
            await line.cut(silent=blow.hard)
            await asyncio.sleep(blow.seconds)
            if blow.hard and line is self._lines[bot][0]:
                self._witness.mend()
            await line.mend()
        self._tally.errors += 1

    async def _lose_commits(self, blow: Blow, bot: Bot) -> None:
        """Lose commits or only their answers; all other statements reach the database."""
        for _ in range(LOSSES):
            self._proxy(bot).lose(b"COMMIT", arrives=blow.hard)
            await bot.wait_until(lambda: not self._proxy(bot).loses)
            self._tally.errors += 1
            await asyncio.sleep(1)

    async def _stop_server(self, blow: Blow, _bot: Bot) -> None:
        with self._witness.trouble(map(self._host, self._workers.running)):
            mode = "immediate" if blow.hard else "fast"
            await asyncio.to_thread(self._server.stop, mode)
            await asyncio.sleep(blow.seconds)
            await asyncio.to_thread(self._server.start)
        self._tally.cuts += 1

    def _host(self, bot: Bot) -> str:
        """Return the address from which a worker reaches the sandbox."""
        return f"{HOST}:{self._lines[bot][0].port}"

    def _proxy(self, bot: Bot) -> Proxy:
        return self._lines[bot][1]

    # Checks

    async def _share(self) -> None:
        """Wait until the workers hold all shards."""
        try:
            await self._workers.share(4, 4, 4)
        except TimeoutError:
            self._complain(f"the shards are not shared: {self._workers.holders()}")

    async def _connect(self) -> None:
        """Wait until each server's events reach a worker: a line may just have been cut."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(map(self._witness.find_hearers, self._guilds)):  # noqa: ASYNC110 - as below
                    await asyncio.sleep(0.1)
        except TimeoutError:
            self._complain("the events of some servers reach no worker")

    async def _hear_witness(self, *, at_end: bool = False) -> None:
        """Add the witness's findings to the tally."""
        witness, tally = self._witness, self._tally
        if at_end:
            await asyncio.sleep(LATE)
            for words in witness.find_shared():
                tally.shared += 1
                self._complain(words)
        processed = {number for (number,) in self._workers.database.select(PROCESSED)}
        for number in witness.denied.keys() & processed:
            tally.denied += 1
            words = witness.denied.pop(number)
            self._complain(f"a click that changed something was refused ({number}): {words}")
        for words in witness.find_unanswered():
            tally.unanswered += 1
            self._complain(words)
        for found in (witness.early, witness.limited):
            tally.early += len(witness.early) if found is witness.early else 0
            tally.limited += len(witness.limited) if found is witness.limited else 0
            while found:
                self._complain(found.pop(0))

    async def _find_boards(self) -> None:
        """Wait until each table has exactly one board, up to date. Report all other tables."""
        await self._share()
        try:
            async with asyncio.timeout(PATIENCE):
                while wrong := self._wrong_boards():  # noqa: ASYNC110 - processes give no event
                    await asyncio.sleep(0.5)
        except TimeoutError:
            self._complain(f"boards that are missing, left behind or old: {wrong}")

    def _copy(self, target: Path) -> None:
        copy_in_use(self._url, target)

    def _wrong_boards(self) -> dict[int, object]:
        """Return the tables that do not have exactly one up-to-date board, with their boards."""
        boards: dict[int, list[int]] = {}
        for message in self._crowd.messages():
            found = controls({"components": message.components})
            tables = {control["custom_id"].split(":")[1] for control in found}
            for table in filter(str.isdigit, tables) if message.viewer_id is None else ():
                boards.setdefault(int(table), []).append(message.id)
        rows = self._workers.database.select(BOARDS)
        return {
            table: (boards.get(table), message_id, revision, shown)
            for table, message_id, revision, shown in rows
            if boards.get(table) != [message_id] or revision != shown
        }

    def _say_what_went_wrong(self) -> None:
        if not self._tally.is_good:
            for path in sorted(self._folder.glob("worker-*/bot.log")):
                sys.stderr.write(f"{path}\n{path.read_text(errors='replace')}")
