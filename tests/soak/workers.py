"""Three workers that share twelve shards: killed, paused and replaced while people play.

A click may be lost with the worker that heard of it, but no move that people have seen. Each step
is that of one click, and at the end each table has one board. Workers that are replaced as a host
does lose no click at all.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from sandbox import Sandbox
from sandbox.people import admin
from sandbox.settings import Limits, Sharding
from sandbox.world.model import FAILED
from tests.e2e.workers import SHARDS, Workers
from tests.people import controls
from tests.soak.bot import HANDS, BotTrial
from tests.soak.crowd import Crowd
from workers.leases import DEAD_AFTER

if TYPE_CHECKING:
    from pathlib import Path

    from tests.soak.tally import Tally

WORKERS = 3
PATIENCE = 60.0
"""Seconds after which boards that are behind were to be brought up to date."""

SLOW = 15.0
"""Seconds after which a click has failed: not by a machine that starts processes all the time."""

REPLACED_EVERY = 5
"""After so many kills all workers are replaced, one by one."""


class WorkersTrial(BotTrial):
    """Three workers that are hit again and again.

    Args:
        seed: of everything that is chosen.
        folder: for the database and the workers' logs.
    """

    async def run(self, lives: int) -> Tally:
        """Kill or pause so many workers in turn; it ends as soon as something is wrong."""
        self._name = f"workers {self._name}"
        sharding = Sharding(max_concurrency=SHARDS)
        async with Sandbox(answer_within=SLOW, limits=Limits(), sharding=sharding) as box:
            self._box = box
            self._crowd = Crowd(box.core, self._chance, self._make_guilds())
            async with Workers(box, self._folder, LOG_LEVEL="INFO") as self._workers:
                for _ in range(WORKERS):
                    await self._workers.start()
                await self._workers.share(4, 4, 4)
                hands = [asyncio.create_task(self._crowd.click_about()) for _ in range(HANDS)]
                for number in range(lives):
                    if number % REPLACED_EVERY == 0:
                        await self._replace_all()
                    await self._hit()
                    if not self._tally.is_good:
                        break
                for hand in hands:
                    hand.cancel()
                await asyncio.gather(*hands, return_exceptions=True)
                await self._find_boards()
                await self._judge()
                self._say_what_went_wrong()
        self._tally.acts = self._crowd.acts
        return self._tally

    def _make_guilds(self) -> list[int]:
        """Return servers with people in them, one for each of some shards."""
        core = self._box.core
        for number in range(5):
            core.world.add_empty_guild(number)
        guilds = list(core.world.guilds)[-5:]
        for guild_id in guilds:
            for person in core.world.list_people():
                body = {"do": "add_member", "guild_id": str(guild_id), "user_id": str(person.id)}
                admin.run(core, body)
        return guilds

    async def _hit(self) -> None:
        """Kill a worker, or pause one for so long that others take over."""
        await asyncio.sleep(self._chance.uniform(0.2, 4))
        bot = self._chance.choice(self._workers.running)
        if self._chance.random() < 0.2:
            bot.send(signal.SIGSTOP)
            await asyncio.sleep(self._chance.choice((2, DEAD_AFTER + 6)))
            bot.send(signal.SIGCONT)
            self._tally.errors += 1
        else:
            await self._workers.kill(bot)
            self._tally.kills += 1
            await asyncio.sleep(self._chance.choice((0, 1, DEAD_AFTER + 4)))
            await self._workers.start()
        await self._judge()

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
        """Copy the file while it is in use."""
        with (
            closing(sqlite3.connect(self._path)) as file,
            closing(sqlite3.connect(target)) as copied,
        ):
            file.backup(copied)

    def _wrong_boards(self) -> dict[int, object]:
        """Return the tables without exactly one board that is the newest, each with its boards."""
        boards: dict[int, list[int]] = {}
        for message in self._crowd.messages():
            found = controls({"components": message.components})
            tables = {control["custom_id"].split(":")[1] for control in found}
            for table in tables if message.viewer_id is None else ():
                boards.setdefault(int(table), []).append(message.id)
        rows = self._workers.rows("SELECT id, message_id, revision, shown_revision FROM tables")
        return {
            table: (boards.get(table), message_id, revision, shown)
            for table, message_id, revision, shown in rows
            if boards.get(table) != [message_id] or revision != shown
        }

    def _say_what_went_wrong(self) -> None:
        if not self._tally.is_good:
            for path in sorted(self._folder.glob("worker-*/bot.log")):
                sys.stderr.write(f"{path}\n{path.read_text(errors='replace')}")
