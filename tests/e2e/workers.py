"""Several processes of the bot that share one database, as a host runs them."""

from __future__ import annotations

import signal
from collections import Counter
from typing import TYPE_CHECKING, Self

import psutil

from sandbox.people import admin
from tests.e2e.process import LISTED, Bot
from tests.rows import Rows

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox import Sandbox
    from sandbox.state.core import Core

SHARDS = 12


def add_guilds(core: Core, number: int) -> list[int]:
    """Add `number` servers with everybody in them, one for each of the first shards.

    Returns their ids.
    """
    for each in range(number):
        core.world.add_empty_guild(each)
    guilds = list(core.world.guilds)[-number:]
    for guild_id in guilds:
        for person in core.world.list_people():
            body = {"do": "add_member", "guild_id": str(guild_id), "user_id": str(person.id)}
            admin.run(core, body)
    return guilds


class Workers:
    """Processes on one database, each with a folder and a log of its own.

    Args:
        box: the sandbox to log in to.
        folder: where each process gets its own folder.
        url: the URL of the database, on PostgreSQL.
        command, clock: as in `Bot`.
        settings: more environment variables for all processes.
    """

    def __init__(
        self,
        box: Sandbox,
        folder: Path,
        url: str,
        *command: str,
        clock: Path | None = None,
        **settings: str,
    ) -> None:
        self._box = box
        self._folder = folder
        self._command = command
        self._clock = clock
        self._settings = {"DATABASE_URL": url, "SHARDS": str(SHARDS), **settings}
        self.database = Rows(url)
        self.running: list[Bot] = []
        self._begun = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for bot in self.running:
            await bot.kill()
        self.database.close()

    async def start(self, **settings: str) -> Bot:
        """Start one more worker, with settings of its own. The first worker makes the database."""
        self._begun += 1
        folder = self._folder / f"worker-{self._begun}"
        folder.mkdir()
        more = self._settings | settings
        bot = Bot(self._box, folder, *self._command, clock=self._clock, **more)
        await bot.start()
        self.running.append(bot)
        if len(self.running) == 1:
            await bot.ready(listed=False)
        if self._begun == 1:  # later workers find the commands already listed
            await bot.wait_until(lambda: any(LISTED in one.said() for one in self.running))
        return bot

    async def stop(self, bot: Bot) -> int:
        """Stop a worker as its host does, and return its exit status."""
        self.running.remove(bot)
        return await bot.stop()

    async def kill(self, bot: Bot) -> None:
        """Kill a worker, as a power cut would."""
        self.running.remove(bot)
        await bot.kill()

    def moves(self, table: int) -> list[tuple]:
        """The log of a table."""
        return self.database.select(
            f"SELECT seq, seat, text FROM moves WHERE table_id = {table} ORDER BY seq"
        )

    def holders(self) -> dict[int, str]:
        """Return the worker that holds each shard, by shard; "" for a free shard."""
        return dict(self.database.select("SELECT shard, holder FROM shards"))

    def shared(self) -> list[int]:
        """Return the sorted counts of shards that processes hold; empty unless they hold all."""
        held = Counter(self.holders().values())
        mine = [held.pop(self.name_of(bot), 0) for bot in self.running]
        return sorted(mine) if not held else []

    def name_of(self, bot: Bot) -> str:
        """The id of a process in the table `workers`, or "?" if it is not there."""
        names = [name for (name,) in self.database.select("SELECT id FROM workers")]
        return next((name for name in names if f":{bot.pid}:" in name), "?")

    def holder_of(self, guild_id: str) -> Bot:
        """The process that gets the events of a server."""
        holder = self.holders()[(int(guild_id) >> 22) % SHARDS]
        return next(bot for bot in self.running if self.name_of(bot) == holder)

    async def pause(self, bot: Bot) -> None:
        """Pause a process, and wait until it stands still."""
        bot.send(signal.SIGSTOP)
        await bot.wait_until(lambda: psutil.Process(bot.pid).status() == psutil.STATUS_STOPPED)

    async def share(self, *counts: int) -> None:
        """Wait until the processes hold these numbers of shards, given in rising order."""
        await self.running[0].wait_until(lambda: self.shared() == list(counts))
