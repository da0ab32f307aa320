"""Three workers that share twelve shards: killed, paused and replaced while people play.

On PostgreSQL the server is ended and started again, too. A click may be lost with the worker that
heard of it, but no move that people have seen. Each step is that of one click, and at the end each
table has one board, and the records are those of the logs. Workers that are replaced as a host does
lose no click at all.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

from engine import GAMES
from sandbox import Sandbox
from sandbox.settings import Limits, Quota, Sharding
from sandbox.world.model import FAILED
from tests.e2e.workers import SHARDS, Workers, add_guilds
from tests.people import controls
from tests.postgresql import Server
from tests.soak.bot import HANDS, BotTrial, end_clicks
from tests.soak.crowd import Crowd
from tests.soak.file import copy_in_use, find_differences
from workers.leases import DEAD_AFTER

if TYPE_CHECKING:
    from pathlib import Path

    from tests.soak.tally import Tally

WORKERS = 3
MANY_STARTS = Quota(100_000, 86_400)
"""How many sessions may begin in a day: a bot that is killed all the time needs more than 1,000."""

BOARDS = "SELECT id, message_id, revision, shown_revision FROM tables"
PATIENCE = 60.0
"""Seconds after which boards that are behind were to be brought up to date."""

SLOW = 15.0
"""Seconds after which a click has failed: not by a machine that starts processes all the time."""

REPLACED_EVERY = 5
"""After so many blows all workers are replaced, one by one."""

RESTARTED_EVERY = 20
"""At each blow of this number the server of PostgreSQL is ended, and started again."""


class WorkersTrial(BotTrial):
    """Three workers that are hit again and again.

    Args:
        seed: of everything that is chosen.
        folder: for the database and the workers' logs.
        engine: sqlite or postgresql.
    """

    def __init__(self, seed: int, folder: Path, engine: str) -> None:
        super().__init__(seed, folder)
        self._name = f"workers {engine} {seed}"
        self._stack = ExitStack()
        self._url = f"sqlite:///{self._path}"
        self._server: Server | None = None
        if engine == "postgresql":
            self._server = self._stack.enter_context(Server(safe=True))
            self._server.make_template()
            self._url = self._server.url(self._server.make())

    async def run(self, lives: int) -> Tally:
        """Give so many blows; it ends as soon as something is wrong."""
        sharding = Sharding(max_concurrency=SHARDS, starts=MANY_STARTS)
        with self._stack:
            async with (
                Sandbox(answer_within=SLOW, limits=Limits(), sharding=sharding) as self._box,
                Workers(self._box, self._folder, self._url, LOG_LEVEL="INFO") as self._workers,
            ):
                self._crowd = Crowd(
                    self._box.core, self._chance, add_guilds(self._box.core, len(GAMES))
                )
                for _ in range(WORKERS):
                    await self._workers.start()
                await self._workers.share(4, 4, 4)
                await self._play(lives)
                await self._find_boards()
                await self._judge()
            self._tally.acts = self._crowd.acts
            copied = await asyncio.to_thread(find_differences, self._folder / "copy.db")
            for difference in copied:
                self._complain(f"the records differ from the logs: {difference}")
            self._say_what_went_wrong()
        return self._tally

    async def _play(self, lives: int) -> None:
        """Have people click while the workers are hit."""
        hands = [asyncio.create_task(self._crowd.click_about()) for _ in range(HANDS)]
        for number in range(1, lives + 1):
            if number % REPLACED_EVERY == 0:
                await self._replace_all()
            await self._hit(number)
            await self._judge()
            if not self._tally.is_good:
                break
        await end_clicks(hands)

    async def _hit(self, number: int) -> None:
        """Kill a worker, pause one for so long that others take over, or end the server."""
        await asyncio.sleep(self._chance.uniform(0.2, 4))
        if self._server is not None and number % RESTARTED_EVERY == 0:
            await asyncio.to_thread(self._server.stop, self._chance.choice(("fast", "immediate")))
            await asyncio.to_thread(self._server.start)
            self._tally.cuts += 1
            return
        bot = self._chance.choice(self._workers.running)
        if self._chance.random() < 0.2:
            bot.send(signal.SIGSTOP)
            await asyncio.sleep(self._chance.choice((2, DEAD_AFTER + 6)))
            bot.send(signal.SIGCONT)
            self._tally.errors += 1
            return
        await self._workers.kill(bot)
        self._tally.kills += 1
        await asyncio.sleep(self._chance.choice((0, 1, DEAD_AFTER + 4)))
        await self._workers.start()

    async def _replace_all(self) -> None:
        """Replace each worker as a host does; no click fails by it."""
        await self._settle()
        before = self._count_failed()
        for old in list(self._workers.running):
            new = await self._workers.start()
            await new.wait_until(
                lambda new=new: self._workers.name_of(new) in self._workers.holders().values()
            )
            if status := await self._workers.stop(old):
                self._complain(f"a worker has ended with status {status}")
        if failed := self._count_failed() - before:
            self._complain(f"{failed} clicks failed while workers were replaced")

    async def _settle(self) -> None:
        """Wait until the workers hold all shards, and the clicks of a dead one have failed."""
        await self._workers.share(4, 4, 4)
        await asyncio.sleep(self._box.core.settings.answer_within)

    def _count_failed(self) -> int:
        made = self._box.core.interactions.values()
        return sum(interaction.state == FAILED for interaction in made)

    async def _find_boards(self) -> None:
        """Wait until each table has one board, which shows the newest; complain of others."""
        await self._workers.share(4, 4, 4)
        try:
            async with asyncio.timeout(PATIENCE):
                while wrong := self._wrong_boards():  # noqa: ASYNC110 - processes give no event
                    await asyncio.sleep(0.5)
        except TimeoutError:
            self._complain(f"boards that are missing, left behind or old: {wrong}")

    def _copy(self, target: Path) -> None:
        copy_in_use(self._url, target)

    def _wrong_boards(self) -> dict[int, object]:
        """Return the tables without exactly one board that is the newest, each with its boards."""
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
