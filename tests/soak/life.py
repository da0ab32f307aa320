"""A process that plays through the services, the blow that hits it, and its reports.

Each such process is a fork of the trial's process, which itself never opens a database in use. A
forked process reports by a line in a file. It writes the line before it does anything else, so the
line survives a kill.
"""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cogs.app.feature import list_on_result
from cogs.features import FEATURES
from db.connection import Database
from db.errors import DatabaseError
from players.games import GAMES
from records.service import Records
from tables.service import Tables
from tests.soak.disk import Disk

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

T = TypeVar("T")

BEGIN = 1_700_000_000.0
"""First time of the clock, in Unix seconds."""

DISK = Disk()
"""The disk of this process and of its forks."""


@dataclass(frozen=True)
class Blow:
    """A blow that hits a process.

    Attributes:
        at: number of the call to the disk that is hit, from 1; 0 for no blow.
        failures: number of calls that fail, beginning with that call; 0 for a kill instead.
        early: true if the calls that open the file count, too.
    """

    at: int = 0
    failures: int = 0
    early: bool = False

    def prepare(self, *, early: bool) -> None:
        """Begin to count calls, if this blow counts from this moment."""
        if self.at and early is self.early:
            if self.failures:
                DISK.fail_at(self.at, self.failures)
            else:
                DISK.kill_at(self.at)


class Life:
    """The life of a process, which does what the bot does, but without Discord.

    Args:
        url: the URL of the database.
        told: the file for the process's reports.
        blow: the blow that hits the process.
        entropy: makes the secrets of new tables.
        now: the time on the process's clock.

    Attributes:
        now: the time on the process's clock.
        tables: the services, once the process has started.
    """

    def __init__(
        self,
        url: str,
        told: Path,
        blow: Blow,
        entropy: Callable[[int], bytes] = os.urandom,
        now: float = BEGIN,
    ) -> None:
        self._url = url
        self._told = told
        self._blow = blow
        self._entropy = entropy
        self.now = now

    def tell(self, *words: object) -> None:
        """Report something, which must stay true from then on."""
        with self._told.open("a") as file:
            file.write("\t".join(map(str, words)) + "\n")

    async def run(self, play: Callable[[Life], Awaitable[None]]) -> None:
        """Start the process, play, and end."""
        self._told.unlink(missing_ok=True)
        self._blow.prepare(early=True)
        database = await persist(lambda: Database.open(self._url))
        async with database:
            on_result = list_on_result(FEATURES, ())
            records = Records(database, GAMES, self._clock, on_result=on_result)
            on_end = records.recorder
            self.tables = Tables(database, GAMES, self._clock, self._entropy, on_end=on_end)
            await persist(self.tables.heartbeat.beat)
            await persist(records.recorder.catch_up)
            self._blow.prepare(early=False)
            await play(self)
        self.tell("end", DISK.failed)

    async def put_clock(self, now: float) -> None:
        """Let the clock jump; the bot looks for old tables before it notices the jump."""
        self.now = now
        await self._expire()

    async def notice_clock(self) -> None:
        """Let the bot notice that its clock has jumped."""
        await persist(self.tables.heartbeat.beat)
        await self._expire()

    async def _expire(self) -> None:
        """End old tables, and report each as wrong: a jump of the clock must not make them old."""
        for table in await persist(self.tables.maintenance.expire):
            self.tell("wrong", f"table {table.id} was ended by a jump of the clock")

    def _clock(self) -> float:
        return self.now


async def persist(call: Callable[[], Awaitable[T]]) -> T:
    """Repeat a call until the disk lets it succeed. Raise DatabaseError if no disk call failed."""
    while True:
        failed = DISK.failed
        try:
            return await call()
        except DatabaseError:
            if DISK.failed == failed:
                raise


@dataclass(frozen=True)
class Told:
    """All reports of a process.

    Attributes:
        lines: the words of each line.
        status: the process's exit status, or the negative number of the signal that killed it.
    """

    lines: list[list[str]]
    status: int

    def of(self, kind: str) -> list[list[str]]:
        """Return the lines of one kind, without its name."""
        return [words for name, *words in self.lines if name == kind]

    @property
    def killed(self) -> bool:
        return self.status == -signal.SIGKILL

    @property
    def untouched(self) -> bool:
        """True if the process reached its end without a failed call."""
        return self.of("end") == [["0"]]


def start(life: Life, play: Callable[[Life], Awaitable[None]]) -> int:
    """Begin a life in a fork of this process, and return its id."""
    if process := os.fork():
        return process
    status = 1
    try:
        asyncio.run(life.run(play))
        status = 0
    except BaseException:  # noqa: BLE001 - the exit status shows it
        traceback.print_exc()
    finally:
        os._exit(status)


def wait(process: int, told: Path) -> Told:
    """Wait until a process has ended, and return its reports."""
    _, status = os.waitpid(process, 0)
    return Told(read(told), os.waitstatus_to_exitcode(status))


def read(told: Path) -> list[list[str]]:
    """Return the lines that a process has reported so far."""
    return [line.split("\t") for line in told.read_text().splitlines()] if told.exists() else []
