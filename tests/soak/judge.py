"""The judge keeps an account of everybody's time, independent of the bot's own.

A trial reports how long people could play, and how each table looks. From this the judge computes
how long each turn has lasted, without the bot's clock and the bot's notes.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from tables.clocks import GAME_AGE
from tables.model.table import Status
from tables.model.time_control import IDLE_AFTER, TimeControl
from tests.soak.tally import Figures

if TYPE_CHECKING:
    from tables.model.table import Table

GRACE = 120.0
"""Seconds within which the caretaker must move for a player whose time has run out."""

FAVOUR = 600.0
"""Seconds that each trouble may add to a turn, in favour of the player on turn."""

ROUNDING = 0.001
"""Seconds by which rounding may change a sum of times."""


@dataclass
class Weeks(Figures):
    """The figures of a trial of weeks.

    Attributes:
        games: games played to their end.
        days: length of all these games together.
        turns: turns that somebody got.
        clicks: moves of people, all made in time.
        late: turns that the caretaker made because the time had run out.
        handed: seats that others gave to the caretaker after two minutes of silence.
        kills: kills of the bot.
        failures: troubles in which calls to the disk failed.
        outages: troubles in which people could not reach the running bot.
        steps: steps of the clock.
        taken: turns and seats that were taken from somebody who was in time.
        hanging: tables where nothing happened after the time ran out, or that never ended.
    """

    games: int = 0
    days: float = 0.0
    turns: int = 0
    clicks: int = 0
    late: int = 0
    handed: int = 0
    kills: int = 0
    failures: int = 0
    outages: int = 0
    steps: int = 0
    taken: int = 0
    hanging: int = 0

    @property
    def is_good(self) -> bool:
        """True if nothing was taken from anybody, no table hangs, and nothing else is wrong."""
        return not (self.taken or self.hanging or self.wrong)

    def __str__(self) -> str:
        figures = asdict(self) | {"days": round(self.days), "wrong": len(self.wrong)}
        return ", ".join(f"{name} {value}" for name, value in figures.items())


@dataclass(frozen=True)
class Seen:
    """The reported state of a table whose game has begun.

    Attributes:
        seq: number of steps in its log.
        status: its status.
        time_control: its time control.
        waiting: seats that the table waits for.
        missed: by seat, turns in a row that the caretaker has made.
        away: by seat, true if the caretaker plays it.
        building: whether pyramids are built, for which there is twice the time.
    """

    seq: int
    status: Status
    time_control: TimeControl
    waiting: tuple[int, ...]
    missed: tuple[int, ...]
    away: tuple[bool, ...]
    building: bool

    @classmethod
    def of(cls, table: Table) -> Seen:
        seats = table.seats
        missed, away = (tuple(getattr(s, name) for s in seats) for name in ("missed", "caretaker"))
        view = table.game.view(table.state, None)
        building = getattr(view, "building", None) is not None
        who = table.waiting_on, missed, away
        return cls(table.seq, table.status, table.time_control, *who, building)

    @property
    def budget(self) -> float:
        """Seconds for a turn; 0 without a clock."""
        return (self.time_control.budget or 0) * (2 if self.building else 1)

    @property
    def clock_runs(self) -> bool:
        """True if a game with a clock waits for somebody, and people play at least two seats."""
        timed = self.time_control.budget is not None and bool(self.waiting)
        return timed and self.status is Status.PLAYING and self.away.count(False) > 1


class Judge:
    """Keeps the account, and compares the bot's acts with it.

    Attributes:
        found: the figures.
        live: numbers of the running tables.
    """

    def __init__(self) -> None:
        self.found = Weeks()
        self.live: set[int] = set()
        self._up = 0.0
        self._seen: dict[int, Seen] = {}
        self._since: dict[tuple[int, int], float] = {}
        self._limits: dict[int, float] = {}

    def pass_by(self, seconds: float) -> None:
        """Note that people could play for this long."""
        self._up += seconds

    def take_trouble(self, *, back: bool) -> None:
        """Note a trouble. If it is a long step `back` of the clock, turns may start again."""
        self._limits = {
            number: max(limit, self._limit(self._seen[number])) if back else limit + FAVOUR
            for number, limit in self._limits.items()
        }

    def see(self, number: int, seen: Seen, clicked: int | None) -> None:
        """Compare a table with the account; `clicked` is the seat that has just moved, or None."""
        before = self._seen.get(number)
        if before == seen:
            return
        self._seen[number] = seen
        if before is not None:
            self._judge(number, before, seen)
        self._begin_turns(number, before, seen, clicked)
        self._limits[number] = self._limit(seen)
        self._note_phase(number, seen)

    def find_hanging(self, *, at_end: bool = False) -> None:
        """Count the tables that should have gone on long ago, or at the end all unfinished ones."""
        for number in sorted(self.live):
            seen = self._seen[number]
            if at_end or (seen.clock_runs and self._up > self._limits[number]):
                self.found.hanging += 1
                self.found.wrong.append(f"table {number} hangs: {seen}")
                self.live.remove(number)

    def _limit(self, seen: Seen) -> float:
        """Return the time by which the caretaker must move if a table does not change."""
        return self._up + seen.budget + GRACE

    def _judge(self, number: int, before: Seen, now: Seen) -> None:
        """Compare the turns and seats taken from people with the time that they had."""
        for seat, missed in enumerate(now.missed):
            had = self._up - self._since.get((number, seat), self._up)
            if missed > before.missed[seat]:
                self.found.late += 1
                self._require(number, seat, had, before.budget)
            elif now.away[seat] > before.away[seat]:
                self.found.handed += 1
                self._require(number, seat, had, IDLE_AFTER)

    def _require(self, number: int, seat: int, had: float, budget: float) -> None:
        if had < budget - ROUNDING:
            self.found.taken += 1
            words = f"table {number}, seat {seat}: {had:.0f} of {budget:.0f} seconds"
            self.found.wrong.append(f"taken from somebody in time: {words}")

    def _begin_turns(
        self, number: int, before: Seen | None, now: Seen, clicked: int | None
    ) -> None:
        """Note the start of each turn. After a player's own move, a new turn starts."""
        for seat in now.waiting:
            missed = before is not None and now.missed[seat] > before.missed[seat]
            new = before is None or seat not in before.waiting
            alone = before is not None and before.away.count(False) < 2
            if new or missed or alone or seat == clicked:
                self._since[number, seat] = self._up
            self.found.turns += new or missed

    def _note_phase(self, number: int, seen: Seen) -> None:
        if seen.status is Status.PLAYING:
            self.live.add(number)
            return
        self.live.discard(number)
        if seen.status is Status.FINISHED:
            self.found.games += 1
        else:
            words = f"within {GAME_AGE / 86_400:.0f} days of play"
            self.found.wrong.append(f"table {number} was ended {words}: {seen.status}")
