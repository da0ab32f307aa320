"""Plays week-long games with players who come at random hours. Each must get their whole time.

The test moves the clock instead of sleeping. Some players come just before their time runs out.
Meanwhile the bot is killed, its disk fails, Discord is out of reach, and the clock steps. A judge
keeps an independent account: see `judge.py`.
"""

from __future__ import annotations

import heapq
import logging
import os
import random
import signal
from contextlib import ExitStack
from typing import TYPE_CHECKING

from db.errors import DatabaseError
from players.games import GAMES
from tables.model.errors import NotIdle
from tables.model.table import Person, Status
from tables.model.time_control import TimeControl
from tables.play.lobby import Settle
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Join, Start
from tests.postgresql import Server
from tests.soak.judge import Judge, Seen, Weeks
from tests.soak.life import BEGIN, DISK, Blow, Life, persist, start, wait

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from engine.core import AnyGame
    from tables.model.table import Table

HOUR, DAY = 3600.0, 86_400.0
HORIZON = 100 * DAY
"""Seconds after which every game must be over."""

BEAT = 45.0
"""Seconds between two beats of the bot, as on a busy machine; deadlines get extra beats."""

CLOSE = 1.0
"""Seconds from a deadline to the bot's extra beats before and after it."""

GAPS = {"ducks": 5.0, "pond": 28.0, "trophy": 5.0, "buckets": 2.0, "buckdice": 5.0}
"""Mean hours between two visits of a player, by game, so that games take a week."""

TIME_CONTROLS = (TimeControl.NONE, TimeControl.RELAXED, TimeControl.DAY, TimeControl.DAYS)

LIFE, TROUBLE = 8 * HOUR, 5 * HOUR
"""Mean seconds until the bot is killed, and until it is in trouble."""

AWAY = (5.0, 40.0, 59.0, 61.0, 600.0, HOUR, 9 * HOUR, 2 * DAY)
"""Seconds for which the bot is down or out of reach."""

WAITS = 0.2
"""Share of the visitors during an outage who come as soon as the bot is back."""

STEPS = (1.0, 59.0, 61.0, HOUR, DAY, 3 * DAY)
"""Steps of the clock, forward or back, in seconds."""

MINUTE = 60.0
"""Longest gap, in seconds, that the bot does not take for an outage."""

Visit = tuple[float, int, int, bool]
"""A visit: its time, table and seat, and whether it is just before the time runs out."""


class Trial:
    """A database with many tables, their people, and the bot's troubles.

    Args:
        seed: the seed of all random choices.
        games: number of games.
        hurry: factor on how often people and troubles come; 1 for games of a week.
        url: the URL of an empty database.
        folder: the folder for the reports of processes.
    """

    def __init__(self, seed: int, games: int, hurry: int, url: str, folder: Path) -> None:
        self._seed, self._games, self._hurry, self._url = seed, games, hurry, url
        self._told = folder / "told"
        self._on_file = url.startswith("sqlite")
        self._judge = Judge()
        self._chance = random.Random(f"weeks {seed}")
        self._lives = 0
        self._now = self._offset = 0.0
        self._visits: list[Visit] = []
        self._looks: list[float] = []

    def run(self) -> Weeks:
        """Play until all games are over, or something is wrong."""
        self._live(self._open_tables)
        while self._judge.live and self._now < HORIZON and self._judge.found.is_good:
            self._live(self._play)
            self._stay_down()
        found = self._judge.found
        if found.is_good:
            self._judge.find_hanging(at_end=True)
        found.wrong = [f"weeks {self._seed}: {words}" for words in found.wrong]
        return found

    def _live(self, play: Callable[[Life], Awaitable[None]]) -> None:
        """Run a process to its end, and handle its reports."""
        self._lives += 1
        self._chance = random.Random(f"weeks {self._seed} {self._lives}")
        life = Life(self._url, self._told, Blow(), now=BEGIN + self._now + self._offset)
        told = wait(start(life, play), self._told)
        for kind, *words in told.lines:
            getattr(self, f"_hear_{kind}")(*words)
        self._judge.found.kills += told.killed
        if not told.killed and told.status:
            self._judge.found.wrong.append("a process ended with an error")

    def _stay_down(self) -> None:
        """Let time pass without a process; the clock may step meanwhile."""
        while self._visits and self._visits[0][0] <= self._now:
            heapq.heappop(self._visits)
        self._now += self._chance.choice(AWAY)
        step = self._chance.choice((0, 0, 0, 1, -1)) * self._chance.choice(STEPS)
        self._offset += step
        self._judge.found.steps += bool(step)
        self._judge.take_trouble(back=step < -MINUTE)

    # The reports of a process

    def _hear_time(self, now: str, offset: str, up: str) -> None:
        self._now, self._offset = float(now), float(offset)
        self._judge.pass_by(float(up))
        self._judge.find_hanging()

    def _hear_trouble(self, kind: str, step: str) -> None:
        setattr(self._judge.found, kind, getattr(self._judge.found, kind) + 1)
        self._judge.take_trouble(back=float(step) < -MINUTE)

    def _hear_seen(self, number: str, clicked: str, *words: str) -> None:
        seq, status, time_control, building, *lists = words
        waiting, missed, away = (tuple(map(int, each.split())) for each in lists)
        seen = Seen(
            int(seq),
            Status(status),
            TimeControl(time_control),
            waiting,
            missed,
            tuple(map(bool, away)),
            building == "True",
        )
        self._judge.found.clicks += clicked != ""
        self._judge.see(int(number), seen, int(clicked) if clicked else None)
        if seen.status is Status.FINISHED:
            self._judge.found.days += self._now / DAY

    def _hear_person(self, number: str, seat: str, gap: str) -> None:
        """Draw all visits of a person."""
        chance, when = random.Random(f"{self._seed} {number} {seat}"), 0.0
        while (when := when + chance.expovariate(1 / float(gap))) < HORIZON:
            heapq.heappush(self._visits, (when, int(number), int(seat), False))

    def _hear_end(self, _failed: str) -> None:
        """Do nothing: a process ends by itself when no game is left."""

    # Steps of a process

    async def _open_tables(self, life: Life) -> None:
        """Begin games of all kinds, each with its own people."""
        for number in range(1, self._games + 1):
            game = GAMES[number % len(GAMES)]
            options, seats = self._choose_options(game)
            people = [Person(1000 * number + seat, f"Guest {seat}") for seat in range(seats)]
            table = await life.tables.lobbies.open(game.info.key, options, 7, number, people[0], 1)
            for person in people[1:]:
                await life.tables.do(table.id, Join(person, 1))
            await life.tables.do(
                table.id, Settle(people[0], time_control=self._chance.choice(TIME_CONTROLS))
            )
            self._tell(life, await life.tables.do(table.id, Start(people[0], 1)))
            for seat in range(seats):
                life.tell("person", table.id, seat, GAPS[game.info.key] * HOUR / self._hurry)

    def _choose_options(self, game: AnyGame) -> tuple[dict[str, str], int]:
        """Draw options and a number of players, at least two: a lone player has no clock."""
        while True:
            options = {
                each.key: self._chance.choice(each.choices).value for each in game.info.options
            }
            if several := [count for count in game.seat_range(options) if count > 1]:
                return options, self._chance.choice(several)

    async def _play(self, life: Life) -> None:
        """Let people come by until the bot is killed, or all games are over."""
        self._looks = []
        await self._look_around(life)
        ends = self._now + self._chance.expovariate(self._hurry / LIFE)
        trouble = self._now + self._chance.expovariate(self._hurry / TROUBLE)
        beat, armed = self._now, False
        while self._judge.live:
            coming = min([beat, *self._looks[:1], *(visit[0] for visit in self._visits[:1])])
            self._pass(life, max(0.0, coming - self._now))
            if self._now >= ends and not armed:
                armed = self._kill()
            elif self._now >= trouble and not armed:
                self._take_trouble(life)
                trouble = self._now + self._chance.expovariate(self._hurry / TROUBLE)
            while self._visits and self._visits[0][0] <= self._now:
                visit = heapq.heappop(self._visits)
                if visit[0] > self._now - MINUTE or self._chance.random() < WAITS:
                    await self._visit(life, *visit)
            if self._now >= min([beat, *self._looks[:1]]):
                beat = self._now + BEAT
                await self._look(life)

    async def _look_around(self, life: Life) -> None:
        """Report every table that still runs, as far as the judge knows."""
        for number in sorted(self._judge.live):
            self._tell(life, await persist(lambda number=number: life.tables.lookup.get(number)))

    def _pass(
        self, life: Life, seconds: float, *, up: float | None = None, step: float = 0.0
    ) -> None:
        """Let time pass; `up` is the part of it in which people can play, by default all."""
        self._now += seconds
        self._offset += step
        life.now = BEGIN + self._now + self._offset
        life.tell("time", self._now, self._offset, seconds if up is None else up)

    def _kill(self) -> bool:
        """Kill this process: with SQLite at one of its next calls to the disk, else now."""
        if not self._on_file:
            os.kill(os.getpid(), signal.SIGKILL)
        DISK.kill_at(self._chance.randint(1, 60))
        return True

    def _take_trouble(self, life: Life) -> None:
        """Start an outage, a step of the clock, or a failing disk."""
        kind = self._chance.choice(("outages", "steps", "failures"))
        step = self._chance.choice(STEPS) * self._chance.choice((1, -1))
        life.tell("trouble", kind, step if kind == "steps" else 0)
        if kind == "outages":
            away = self._chance.choice(AWAY)
            self._pass(life, away, up=away if away <= MINUTE else 0)
        elif kind == "steps":
            self._pass(life, 0, up=step if 0 < step <= MINUTE else 0, step=step)
        elif self._on_file:
            DISK.fail_at(self._chance.randint(1, 30), self._chance.randint(1, 8))

    async def _look(self, life: Life) -> None:
        """Do what the bot does every few seconds; if the disk fails, leave it for the next time."""
        while self._looks and self._looks[0] <= self._now:
            heapq.heappop(self._looks)
        failed = DISK.failed
        try:
            await life.tables.heartbeat.beat()
            ended = await life.tables.maintenance.expire() if self._chance.random() < 0.1 else []
            for table in ended + await life.tables.maintenance.move_late():
                self._tell(life, table)
        except DatabaseError:
            if DISK.failed == failed:
                raise
            await self._look_around(life)

    async def _visit(
        self, life: Life, _when: float, number: int, seat: int, punctual: bool
    ) -> None:
        """Let somebody come by, and move if it is their turn."""
        if number not in self._judge.live:
            return
        table = await persist(lambda: life.tables.lookup.get(number))
        if punctual and self._comes_later(life, table, seat):
            return
        if table.seats[seat].caretaker:
            person = table.seats[seat].person
            table = await persist(lambda: life.tables.do(number, TakeBack(person)))
            self._tell(life, table)
        for _ in range(self._chance.choice((1, 1000, 1000, 1000))):
            if seat in table.to_act:
                table = await self._click(life, table, seat)
        for other in set(table.waiting_on) - {seat}:
            table = await self._hand_over(life, table, seat, other)

    async def _click(self, life: Life, table: Table, seat: int) -> Table:
        """Make a random move."""
        text = str(self._chance.choice(table.game.moves(table.state, seat)))
        person, seq = table.seats[seat].person, table.drawn_for(seat)
        after = await persist(lambda: life.tables.do(table.id, Move(person, seq, text)))
        self._tell(life, after, seat)
        return after

    async def _hand_over(self, life: Life, table: Table, by: int, seat: int) -> Table:
        """Now and then, try to give an idle player's seat to the caretaker."""
        if table.seats[by].caretaker or self._chance.random() < 0.7:
            return table
        person = table.seats[by].person
        try:
            after = await persist(lambda: life.tables.do(table.id, HandOver(person, seat)))
        except NotIdle:
            return table
        self._tell(life, after)
        return after

    def _tell(self, life: Life, table: Table, clicked: int | None = None) -> None:
        """Report how a table looks, and plan visits just before its deadlines."""
        seen = Seen.of(table)
        lists = [
            " ".join(str(int(each)) for each in list_)
            for list_ in (seen.waiting, seen.missed, seen.away)
        ]
        life.tell(
            "seen",
            table.id,
            "" if clicked is None else clicked,
            seen.seq,
            seen.status,
            seen.time_control,
            seen.building,
            *lists,
        )
        if table.status is not Status.PLAYING:
            self._judge.live.discard(table.id)
        for seat in seen.waiting:
            self._look_closely(life, table, seat)
            if random.Random(f"{self._seed} {table.id} {seen.seq} {seat}").random() < 0.3:
                self._comes_later(life, table, seat)

    def _look_closely(self, life: Life, table: Table, seat: int) -> None:
        """Let the bot beat just before and after a deadline."""
        deadline = table.deadline(seat)
        for shift in () if deadline is None else (-CLOSE, CLOSE):
            heapq.heappush(self._looks, self._now + deadline - life.now + shift)

    def _comes_later(self, life: Life, table: Table, seat: int) -> bool:
        """Plan a visit just before a seat's deadline.

        Return False if there is no deadline, or if it is less than a minute away.
        """
        deadline = table.deadline(seat)
        left = 0.0 if deadline is None else deadline - life.now
        if left <= MINUTE:
            return False
        heapq.heappush(
            self._visits, (self._now + left - self._chance.uniform(1, 30), table.id, seat, True)
        )
        return True


def run(engine: str, seed: int, games: int, hurry: int, folder: Path) -> Weeks:
    """Play some games side by side, on one database, in forks of this process."""
    logging.disable()  # else the log has a line for each failing call
    with ExitStack() as stack:
        url = f"sqlite:///{folder / 'tables.db'}"
        if engine == "postgresql":
            server = stack.enter_context(Server())
            server.make_template()
            url = server.url(server.make())
        return Trial(seed, games, hurry, url, folder).run()
