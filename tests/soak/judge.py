"""An account of everybody's time, kept apart from the bot's own.

It is told how long people could play, and what is to be seen of each table. So it knows for how
long each turn has lasted, without the bot's clock and without what the bot has written down.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from tables.clocks import GAME_AGE
from tables.model.table import Status
from tables.model.time_control import IDLE_AFTER, TimeControl
from tests.soak.tally import Figures

if TYPE_CHECKING:
    from tables.model.table import Table

GRACE = 120.0
"""Seconds after which the caretaker was to move for somebody whose time has run out."""

FAVOUR = 600.0
"""By how many seconds each trouble may make a turn longer, in favour of who is waited for."""

ROUNDING = 0.001
"""Seconds by which sums of times may differ that are the same."""


@dataclass
class Weeks(Figures):
    """What has become of games.

    Attributes:
        games: that were played to their end.
        days: for how long, all together.
        turns: that came to somebody.
        clicks: moves of people, all of them made in time.
        late: turns that the caretaker has made, as the time had run out.
        handed: seats that others have given to the caretaker, after two minutes of silence.
        kills: of the bot.
        failures: calls to the disk that failed.
        outages: times in which the bot ran, and people could not reach it.
        steps: of the clock.
        taken: turns and seats that were taken from somebody who was in time.
        hanging: tables at which nothing happened though the time had run out, or that never ended.
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
        """Whether nothing was taken from anybody, no table hangs, and nothing else is wrong."""
        return not (self.taken or self.hanging or self.wrong)

    def __str__(self) -> str:
        figures = asdict(self) | {"days": round(self.days), "wrong": len(self.wrong)}
        return ", ".join(f"{name} {value}" for name, value in figures.items())


@dataclass(frozen=True)
class Seen:
    """What is to be seen of a table that is being played, or was.

    Attributes:
        seq: how many moves its log has.
        status: the phase.
        time_control: how much time a turn has.
        waiting: the seats of people without whom the game does not go on.
        missed: by seat, how many turns in a row the caretaker has made.
        away: by seat, whether the caretaker plays it.
    """

    seq: int
    status: Status
    time_control: TimeControl
    waiting: tuple[int, ...]
    missed: tuple[int, ...]
    away: tuple[bool, ...]

    @classmethod
    def of(cls, table: Table) -> Seen:
        """Return what is to be seen of a table."""
        seats = table.seats
        missed, away = (tuple(getattr(s, name) for s in seats) for name in ("missed", "caretaker"))
        return cls(table.seq, table.status, table.time_control, table.waiting_on, missed, away)

    @property
    def clock_runs(self) -> bool:
        """Whether somebody is waited for, with a clock, by somebody else."""
        timed = self.time_control.budget is not None and bool(self.waiting)
        return timed and self.status is Status.PLAYING and self.away.count(False) > 1


class Judge:
    """Keeps the account, and compares.

    Attributes:
        found: the figures.
        live: the numbers of the tables that are being played.
    """

    def __init__(self) -> None:
        self.found = Weeks()
        self.live: set[int] = set()
        self._up = 0.0
        self._seen: dict[int, Seen] = {}
        self._since: dict[tuple[int, int], float] = {}
        self._spent: defaultdict[tuple[int, int], float] = defaultdict(float)
        self._limits: dict[int, float] = {}

    def pass_by(self, seconds: float) -> None:
        """Take note that people could play for so long."""
        self._up += seconds

    def take_trouble(self, *, back: bool) -> None:
        """Take note of a trouble; after a long step `back` of the clock turns may begin anew."""
        self._limits = {
            number: max(limit, self._limit(self._seen[number])) if back else limit + FAVOUR
            for number, limit in self._limits.items()
        }

    def see(self, number: int, seen: Seen, clicked: int | None) -> None:
        """Hold a table to the account; `clicked`: the seat that has just moved, if one has."""
        before = self._seen.get(number)
        if before == seen:
            return
        self._seen[number] = seen
        if before is not None:
            self._judge(number, before, seen)
            self._spend(number, before, clicked)
        self._begin_turns(number, before, seen, clicked)
        self._limits[number] = self._limit(seen)
        self._note_phase(number, seen)

    def find_hanging(self, *, at_end: bool = False) -> None:
        """Count the tables that were to go on long ago; at the end all that are not over."""
        for number in sorted(self.live):
            seen = self._seen[number]
            if at_end or (seen.clock_runs and self._up > self._limits[number]):
                self.found.hanging += 1
                self.found.wrong.append(f"table {number} hangs: {seen}")
                self.live.remove(number)

    def _limit(self, seen: Seen) -> float:
        """Return when the caretaker must have moved at a table that does not change any more."""
        return self._up + (seen.time_control.budget or 0) + seen.time_control.time_bank + GRACE

    def _judge(self, number: int, before: Seen, now: Seen) -> None:
        """Compare what was taken from people with the time that they had."""
        for seat, missed in enumerate(now.missed):
            had = self._up - self._since.get((number, seat), self._up)
            if missed > before.missed[seat]:
                self.found.late += 1
                bank = max(0.0, before.time_control.time_bank - self._spent[number, seat])
                self._require(number, seat, had, (before.time_control.budget or 0) + bank)
                self._spent[number, seat] = before.time_control.time_bank
            elif now.away[seat] > before.away[seat]:
                self.found.handed += 1
                self._require(number, seat, had, IDLE_AFTER)

    def _spend(self, number: int, before: Seen, clicked: int | None) -> None:
        """Note what the turn of whoever has clicked has taken of the bank."""
        if clicked is not None and before.clock_runs:
            had = self._up - self._since.get((number, clicked), self._up)
            self._spent[number, clicked] += max(0.0, had - (before.time_control.budget or 0))

    def _require(self, number: int, seat: int, had: float, budget: float) -> None:
        if had < budget - ROUNDING:
            self.found.taken += 1
            words = f"table {number}, seat {seat}: {had:.0f} of {budget:.0f} seconds"
            self.found.wrong.append(f"taken from somebody in time: {words}")

    def _begin_turns(
        self, number: int, before: Seen | None, now: Seen, clicked: int | None
    ) -> None:
        """Note since when people are waited for: those whose turn has come, or who have moved."""
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
