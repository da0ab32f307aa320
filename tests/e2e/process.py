"""The bot in a process of its own, with settings in the environment, much as its host runs it."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Self

from sandbox import Sandbox
from tests.e2e.forked import Forked
from tests.rows import Rows
from workers.leases import IDENTIFY_EVERY

ROOT = Path(__file__).parents[2]
READY, LISTED, EMOJIS = "ready as", "commands are in place", "emojis are in place"
PATIENCE = 60.0
MEASURE = "COVERAGE_PROCESS_CONFIG"
"""The variable that makes Coverage.py measure the processes of tests, too."""


class Bot:
    """A bot process that can be started, stopped and killed repeatedly on one database file.

    Args:
        box: the sandbox to log in to.
        folder: the working directory, which holds the database.
        command: the arguments for Python. By default Python runs `bot.py`.
        clock: the file of the clock that `bot.py` follows: see `clocked.py`.
        settings: more environment variables.
    """

    def __init__(
        self,
        box: Sandbox,
        folder: Path,
        *command: str,
        clock: Path | None = None,
        **settings: str,
    ) -> None:
        self.folder = folder
        self.database = folder / "ducks.db"
        self._command = command
        self._clock = clock
        self._url = settings.get("DATABASE_URL", f"sqlite:///{self.database}")
        self._held_to_pace = box.core.settings.sharding is not None
        self._answer_within = box.core.settings.answer_within
        self.log = folder / "bot.log"
        self._environment = {
            "PATH": os.environ["PATH"],
            "DISCORD_TOKEN": box.token,
            "DISCORD_API_BASE": box.api_base,
            "LOG_LEVEL": "DEBUG",
            "CLICKS_PER_SECOND": "1000000",  # tests click as fast as the machine can
            "DUCK_PAUSE": "0.1",  # tests need no pause to see a duck's move
            "DOUBLE_TAP": "0",
            **{name: os.environ[name] for name in (MEASURE,) if name in os.environ},
            **settings,
        }
        self._process: asyncio.subprocess.Process | Forked | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()
        sys.stdout.write(self.said())  # pytest shows it if the test has failed

    async def start(self) -> None:
        """Start the process. Its output goes to the log file."""
        if self._process is not None:
            self.skip_pace()
        said = self.said()
        self._ready, self._listed = said.count(READY), said.count(LISTED)
        if not self._command:
            self._process = Forked(
                self.folder,
                self._environment,
                self.log,
                self._answer_within,
                self._clock,
            )
            return
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._command,
                cwd=self.folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    async def ready(self, *, listed: bool = True) -> None:
        """Wait until the process says that it is ready. Fail with its log if it ends before.

        Args:
            listed: whether to wait also until Discord has the list of commands.
        """
        async with asyncio.timeout(PATIENCE):
            while not self._is_ready(listed=listed):
                assert self._process is not None
                assert self._process.returncode is None, self.said()
                await asyncio.sleep(0.05)

    def _is_ready(self, *, listed: bool) -> bool:
        said = self.said()
        there = said.count(LISTED) > self._listed or not listed
        return there and said.count(READY) > self._ready

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    def send(self, how: signal.Signals) -> None:
        """Send the process a signal, and do not wait."""
        assert self._process is not None
        self._process.send_signal(how)

    async def kill(self) -> None:
        """Kill the process, as a power cut would. This bot or another can then start at once."""
        self.skip_pace()
        await self._end(signal.SIGKILL)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop the process as a host does, and return its exit status."""
        return await self._end(how)

    async def begin_anew(self) -> None:
        """Stop the process, and start it again on the same file."""
        await self.stop()
        await self.start()
        await self.ready()

    def skip_pace(self) -> None:
        """Backdate session starts, so that the next session need not wait.

        Does nothing if the sandbox itself limits session starts.
        """
        if not self._held_to_pace:
            rows = Rows(self._url)
            rows.run(f"UPDATE session_starts SET at = at - {IDENTIFY_EVERY}")
            rows.close()

    async def wait_until(self, holds: Callable[[], object], within: float = PATIENCE) -> None:
        """Wait for a condition on the process's log or database."""
        async with asyncio.timeout(within):
            while not holds():  # noqa: ASYNC110 - another process gives no event
                await asyncio.sleep(0.02)

    async def look_around(self) -> None:
        """Wait for two rounds of the bot's repeated chores, which delete old interactions."""
        old = "SELECT * FROM processed_interactions WHERE interaction_id = 1"
        for _ in range(2):
            with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as file, file:
                file.execute("INSERT INTO processed_interactions VALUES (1)")
            await self.wait_until(lambda: not self.rows(old))

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        return await asyncio.wait_for(self._process.wait(), PATIENCE)

    def said(self) -> str:
        """Return everything that the bot has logged so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def let_wait(self, seconds: float) -> None:
        """Change the database as if every table had waited for these seconds longer."""

        def longer(waiting: str) -> str:
            pairs = (pair.split(":") for pair in waiting.split())
            return " ".join(f"{seat}:{float(since) - seconds!r}" for seat, since in pairs)

        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as file, file:
            file.create_function("longer", 1, longer)
            file.execute("UPDATE tables SET waiting = longer(waiting), revision = revision + 1")
            lobbies = "UPDATE tables SET changed_at = changed_at - ? WHERE status = 'lobby'"
            file.execute(lobbies, (seconds,))
            file.execute("UPDATE seats SET absent_until = absent_until - ?", (seconds,))

    def rows(self, select: str) -> list[tuple[object, ...]]:
        """Return the rows of a query."""
        with closing(sqlite3.connect(self.database)) as file:
            return file.execute(select).fetchall()

    def moves(self, table: int = 1) -> list[str]:
        """Return the move texts of a table's log."""
        with closing(sqlite3.connect(self.database)) as file:
            select = "SELECT text FROM moves WHERE table_id = ? ORDER BY seq"
            return [text for (text,) in file.execute(select, (table,))]
