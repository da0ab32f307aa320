"""Two processes play at the same tables in one file, and each is hit now and then.

Each process chooses its own moves, so the games cannot be predicted. But every step of a person
must come from one click, and every click that a process reported as done must be a step.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from db.errors import DatabaseError
from engine.core import RuleError
from players.games import GAMES
from tables.model.errors import TableError
from tables.model.table import Status
from tables.play.playing import Move
from tests.soak.file import find_differences, find_forced
from tests.soak.life import BEGIN, DISK, Blow, Life, Told, persist, read, start, wait
from tests.soak.story import Story
from tests.soak.sweep import JUMPS
from tests.soak.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tables.model.table import Table

    Play = Callable[[Life], Awaitable[None]]

_FAR = 400
"""Highest number of the call to the disk at which a process is hit."""

_CLICKS = 50
"""Clicks of a process, if no kill ends it earlier."""

_LIVES = 15
"""One more table of each game is opened for every 15 processes."""

_STEPS = "SELECT table_id, seq, seat, text FROM moves WHERE seat >= 0 AND NOT by_caretaker"


class Pair:
    """A file with tables of each game, and the reports of its processes.

    Args:
        seed: the seed of all random choices.
        folder: the folder of the files.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self._seed = seed
        self._folder = folder
        self._path = folder / "tables.db"
        self._chance = random.Random(seed)
        self._begun = 0
        self._clicks: set[tuple[str, ...]] = set()
        self._done: set[tuple[str, ...]] = set()
        self._tally = Tally()

    def run(self, lives: int) -> Tally:
        """Run `lives` processes, two at a time. Hit all but the last two, which play to the end."""
        self._tables = 1 + lives // _LIVES
        process, told = self._begin(Blow(), self._open_tables)
        self._take(wait(process, told))
        running: dict[int, Path] = {}
        for number in range(lives):
            last = number >= lives - 2
            blow, play = (Blow(), self._play_on) if last else (self._choose(), self._play)
            running.update([self._begin(blow, play)])
            if len(running) == 2:
                self._end(running)
            if not self._tally.is_good:
                break
        while running:
            self._end(running)
        self._tally.acts = len(self._done)
        for difference in find_differences(self._path):
            self._tally.wrong.append(f"the records differ from the logs: {difference}")
        return self._tally

    def _choose(self) -> Blow:
        """Draw a kill, or calls that fail."""
        return Blow(
            self._chance.randint(1, _FAR), self._chance.choice((0, 0, 0, 1, 20)), early=True
        )

    def _begin(self, blow: Blow, play: Play) -> tuple[int, Path]:
        """Begin a process; return its id and the file for its reports."""
        self._begun += 1
        told = self._folder / f"told-{self._begun}"
        jump = self._chance.choice(JUMPS) * self._chance.choice((1, -1))
        return start(Life(f"sqlite:///{self._path}", told, blow, now=BEGIN + jump), play), told

    def _end(self, running: dict[int, Path]) -> None:
        """Wait until one process has ended, and check the database against both reports."""
        ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        process = ended.si_pid if ended else 0
        for told in running.values():
            self._done.update(_words("done", read(told)))
        self._take(wait(process, running.pop(process)))
        steps = self._read_steps()
        for told in running.values():
            self._clicks.update(_words("click", read(told)))
        self._judge(steps)

    def _take(self, told: Told) -> None:
        """Note all reports of an ended process."""
        self._done.update(_words("done", told.lines))
        self._clicks.update(_words("click", told.lines))
        self._tally.kills += told.killed
        self._tally.errors += sum(int(number) for (number,) in told.of("end"))
        if not told.killed and told.status:
            self._tally.wrong.append(f"pair {self._seed}: a process ended with an error")

    def _read_steps(self) -> set[tuple[str, ...]]:
        """Return the steps made by clicks; another process may be using the file."""
        with closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as file:
            file.execute("BEGIN")  # so that all queries see the same log
            forced = find_forced(file)
            rows = [row for row in file.execute(_STEPS) if row[:2] not in forced]
            file.execute("COMMIT")
            steps = {tuple(map(str, row)) for row in rows}
            (answer,) = file.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            self._tally.wrong.append(f"pair {self._seed}: the file is damaged: {answer}")
        return steps

    def _judge(self, steps: set[tuple[str, ...]]) -> None:
        """Count lost clicks and doubled steps."""
        clicks = Counter((table, seat, text) for table, _, seat, text in self._clicks)
        made = Counter((table, seat, text) for table, _, seat, text in steps)
        self._tally.lost += len(self._done - steps)
        self._tally.doubled += (made - clicks).total()

    async def _open_tables(self, life: Life) -> None:
        """Begin some games of each kind."""
        for each in GAMES * self._tables:
            story, table = Story(each.info.key, self._seed), None
            while table is None or table.status is not Status.PLAYING:
                table = await story.act(life.tables, table)

    async def _play_on(self, life: Life) -> None:
        """Click here and there until all games are over."""
        chance = random.Random(f"{self._seed} {self._begun}")
        while live := await persist(life.tables.lookup.all_live):
            await _click(life, chance.choice(live), chance)

    async def _play(self, life: Life) -> None:
        """Click here and there for some time."""
        chance = random.Random(f"{self._seed} {self._begun}")
        for _ in range(_CLICKS):
            if live := await persist(life.tables.lookup.all_live):
                await _click(life, chance.choice(live), chance)


async def _click(life: Life, table: Table, chance: random.Random) -> None:
    """Make a move. Report it before the click, and again once it is done."""
    if not table.waiting_on:
        return  # the game has ended since the tables were listed
    seat = chance.choice(table.waiting_on)
    text = str(chance.choice(table.game.moves(table.state, seat)))
    drawn_for = table.drawn_for(seat)
    life.tell("click", table.id, drawn_for, seat, text)
    failed = DISK.failed
    try:
        after = await life.tables.do(table.id, Move(table.seats[seat].person, drawn_for, text))
    except (TableError, RuleError):
        return  # the other process was faster
    except DatabaseError:
        if DISK.failed == failed:
            raise
        return
    life.tell("done", table.id, after.since_click[0].seq, seat, text)


def _words(kind: str, lines: list[list[str]]) -> set[tuple[str, ...]]:
    """Return the words of the lines of one kind."""
    return {tuple(words) for name, *words in lines if name == kind}
