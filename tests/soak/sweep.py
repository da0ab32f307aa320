"""Plays one game, and hits it at every call to the disk, by a kill or by calls that fail.

First the game is played undisturbed. Then one process after another does the same act. The first
process is hit at its first call, the second at its second call, and so on, until a process ends
without a hit. After each process the file must have the undisturbed game up to this act or up to
the act before.
"""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING

from db.errors import DatabaseError
from engine.core import RuleError
from tables.model.errors import TableError
from tests.soak.file import copy, find_differences, look
from tests.soak.life import BEGIN, Blow, Life, Told, persist, start, wait
from tests.soak.story import NOWHERE, Position, Story, position
from tests.soak.tally import Tally

if TYPE_CHECKING:
    from pathlib import Path

    from tables.model.table import Table

JUMPS = (0.5, 30.0, 61.0, 3_600.0, 8 * 86_400.0, 3e8)
"""Steps of the clock, forward or back, in seconds."""


class Sweep:
    """A file, the game played in it, and the reports of its processes.

    Args:
        story: the game.
        folder: the folder of the files.
    """

    def __init__(self, story: Story, folder: Path) -> None:
        self._tally = Tally()
        self._story = story
        self._path, self._told = folder / "tables.db", folder / "told"
        self._undisturbed, self._before = folder / "undisturbed.db", folder / "before.db"
        self._chance = random.Random(story.seed)
        self._now = BEGIN
        self._positions = self._play_undisturbed()
        self._log = look(self._undisturbed).log

    def run(self, acts: int, stride: int, failures: int) -> Tally:
        """Hit acts of the game, from the first to the last, until something is wrong.

        Args:
            acts: number of acts that are hit; the others are done undisturbed.
            stride: 1 to hit each call of these acts, 2 for every other call, and so on.
            failures: number of calls that fail; 0 for a kill instead.
        """
        last = len(self._positions) - 1
        for number in spread(last, acts):
            if not self._tally.is_good:
                return self._tally
            if number:
                self._live(self._positions[number - 1], Blow())
            goal, early = self._positions[number], number in (0, 1, last)
            self._hit(goal, stride, failures, early=early)
        for difference in find_differences(self._path):
            self._tally.wrong.append(f"the records differ from the logs: {difference}")
        return self._tally

    def _play_undisturbed(self) -> list[Position]:
        """Play the whole game, and return the position after each act."""
        life = Life(f"sqlite:///{self._undisturbed}", self._told, Blow(), self._story.entropy)

        async def play(life: Life) -> None:
            table = None
            while table := await self._story.act(life.tables, table):
                life.tell("at", *position(table))

        told = wait(start(life, play), self._told)
        return [(int(seats), int(seq)) for seats, seq in told.of("at")]

    def _hit(self, goal: Position, stride: int, failures: int, *, early: bool) -> None:
        """Repeat an act, and hit it at one call after the other."""
        copy(self._path, self._before)
        for at in count(self._chance.randint(1, stride), stride):
            if self._live(goal, Blow(at, failures, early)) or not self._tally.is_good:
                return
            if look(self._path).position == goal:
                copy(self._before, self._path)

    def _live(self, goal: Position, blow: Blow) -> bool:
        """Let a process play up to a position; return whether it ended before the blow."""
        jump = self._chance.choice(JUMPS) * self._chance.choice((1, -1))
        life = Life(f"sqlite:///{self._path}", self._told, blow, self._story.entropy, self._now)
        self._now += jump + self._chance.choice(JUMPS)

        async def play(life: Life) -> None:
            await life.put_clock(self._now)
            await self._play(life, goal)
            await life.notice_clock()

        told = wait(start(life, play), self._told)
        self._judge(told, goal, blow)
        return told.untouched

    async def _play(self, life: Life, goal: Position) -> None:
        """Act until the position is reached, and repeat each click once."""
        table = await persist(lambda: self._story.find(life.tables))
        while not _is_at(table, goal):
            before = table
            try:
                table = await self._story.act(life.tables, before)
            except DatabaseError:
                table = await persist(lambda: self._story.find(life.tables))
            else:
                life.tell("at", *position(table))
                await self._click_again(life, before)

    async def _click_again(self, life: Life, before: Table | None) -> None:
        """Repeat a click, which must be refused; report if it is not."""
        if before is None:
            return  # the same command twice opens two tables
        try:
            await persist(lambda: self._story.act(life.tables, before))
        except (TableError, RuleError):
            return
        life.tell("twice")

    def _judge(self, told: Told, goal: Position, blow: Blow) -> None:
        """Count a process's reports, and check the file against them."""
        found = look(self._path)
        positions = [(int(seats), int(seq)) for seats, seq in told.of("at")]
        self._tally.kills += told.killed
        self._tally.errors += sum(int(number) for (number,) in told.of("end"))
        self._tally.acts += len(positions)
        self._tally.lost += found.position < max(positions, default=NOWHERE)
        self._tally.doubled += (found.position > goal) + len(told.of("twice"))
        wrong = [words[0] for words in told.of("wrong")]
        if not told.killed and told.status:
            wrong.append("a process ended with an error")
        if found.damage:
            wrong.append(f"the file is damaged: {found.damage}")
        if found.log != self._log[: len(found.log)]:
            wrong.append("the log is not that of the undisturbed game")
        self._tally.wrong += [f"{self._story} at {goal}, {blow}: {words}" for words in wrong]


def _is_at(table: Table | None, goal: Position) -> bool:
    return table is not None and position(table) >= goal


def spread(last: int, number: int) -> list[int]:
    """Return at most `number` numbers from 0 to `last`, at equal distances, ends included."""
    steps = min(number - 1, last)
    if steps < 1:
        return [0]
    return sorted({round(last * step / steps) for step in range(steps + 1)})
