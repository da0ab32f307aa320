"""The standings of dailies: accuracy, boards, streaks, reminders.

Each decision of a daily gets a mark. The ranked decisions together give one accuracy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.features.daily.dailies import DAILY, DailyRow
from cogs.features.daily.days import day_of, first_open, is_closed, midnight_of
from db.errors import asked_again
from db.query import Query, Write
from engine.core import CHANCE
from players.review import SMALL, review_log
from records.values import Period, RecordsService, ResultRow, period_start

if TYPE_CHECKING:
    from db.query import Transaction
    from engine.core import Seat
    from engine.transcript import Transcript
    from players.review import Decision, SeatReview

PERFECT: Final = 8
"""Fewest ranked decisions of a perfect daily."""

DAY_END: Final = "end day"
"""The move that ends a day of the game. The decisions of each day form a row of squares."""


@dataclass(frozen=True, slots=True)
class Grade:
    """Quality of play in a daily.

    Attributes:
        marks: a letter for each decision where something was at stake. `n`: the decision cost
            nothing. `u`: it cost at most a tenth of what a random move costs on average. `o`: it
            cost more. `/` stands between two days of the game.
        accuracy: the accuracy of the ranked decisions, computed as in a review and rounded; None if
            nothing was at stake.
        opening: the first decision, as in the log; empty without one.
    """

    marks: str
    accuracy: int | None
    opening: str = ""

    @property
    def ranked(self) -> str:
        """The marks of the ranked decisions."""
        return self.marks.replace("/", "")

    @property
    def perfect(self) -> bool:
        """Whether enough decisions were ranked, and none gave anything away."""
        return len(self.ranked) >= PERFECT and set(self.ranked) == {"n"}


def grade(own: SeatReview, moves: Sequence[tuple[Seat, str]]) -> Grade:
    """Return the grade of a seat, from its review and the game's moves.

    Everybody has the same first throw, so decisions before the second throw are not ranked.
    """
    throws = [seq for seq, (seat, _) in enumerate(moves) if seat == CHANCE]
    since = throws[1] if len(throws) > 1 else len(moves)
    ranked = replace(own, decisions=tuple(each for each in own.decisions if each.seq > since))
    ends = [seq for seq, (_, text) in enumerate(moves) if text == DAY_END]
    days = [""] * max(len(ends), 1)
    for each in filter(_has_cost, ranked.decisions):
        days[sum(end < each.seq for end in ends)] += _mark(each)
    known = ranked.accuracy if any(map(_has_cost, ranked.decisions)) else None
    opening = str(own.decisions[0].made.move) if own.decisions else ""
    return Grade("/".join(days), None if known is None else round(known), opening)


def _has_cost(decision: Decision) -> bool:
    return decision.at_random >= SMALL or bool(decision.cost)


def _mark(decision: Decision) -> str:
    if not decision.cost:
        return "n"
    return "u" if decision.cost <= decision.at_random / 10 else "o"


def grade_transcript(read: Transcript) -> Grade | None:
    """Return the grade of the first seat; None if it cannot be computed."""
    moves = [(step.seat, step.text) for step in read.steps]
    found = review_log(read.game, len(read.players), read.options, read.first, moves)
    return grade(found.seats[0], moves) if found.seats else None


# Boards and streaks of dailies, without I/O.

BEST: Final = {Period.TODAY: 1, Period.WEEK: 5, Period.SEASON: 20}
"""Number of a person's best days that count, by period."""


class GradedRow(NamedTuple):
    """A daily on the board of a server."""

    guild_id: int
    day: str
    person_id: int
    table_id: int
    name: str
    marks: str
    accuracy: int | None


class Line(NamedTuple):
    """A person on a board: the sum of the accuracies that count, and the number of days.

    People with equal sums share a place. A person without any ranked decision has no sum and no
    place. The name is from the person's latest daily.
    """

    place: int | None
    person: int
    name: str
    accuracy: int | None
    days: int
    perfect: int


def days_of(period: Period, day: str) -> tuple[str, str]:
    """Return the first and the last day of the period that contains a day."""
    begun = period_start(period, midnight_of(day)) or 0.0
    days = {Period.TODAY: 1, Period.WEEK: 7}.get(period, 31)
    following = period_start(period, begun + days * 86_400) or 0.0
    return day_of(begun), day_of(following - 1)


def rank(dailies: Iterable[GradedRow], period: Period) -> tuple[Line, ...]:
    """Return the lines of a board from all dailies of its period, the best first."""
    found: defaultdict[int, list[GradedRow]] = defaultdict(list)
    for daily in sorted(dailies, key=lambda each: each.day):
        found[daily.person_id].append(daily)
    lines: list[Line] = []
    for person, own in found.items():
        known = sorted(each.accuracy for each in own if each.accuracy is not None)
        accuracy = sum(known[-BEST[period] :]) if known else None
        perfect = sum(Grade(each.marks, each.accuracy).perfect for each in own)
        lines.append(Line(None, person, own[-1].name, accuracy, len(own), perfect))
    sums = sorted((each.accuracy for each in lines if each.accuracy is not None), reverse=True)
    placed = (
        line if line.accuracy is None else line._replace(place=1 + sums.index(line.accuracy))
        for line in lines
    )
    return tuple(sorted(placed, key=_order))


def _order(line: Line) -> tuple[bool, int, str, int, int]:
    """Return a sort key; only lines that look the same have equal keys, so the order is fixed."""
    return line.place is None, line.place or 0, line.name, -line.days, -line.perfect


def print_lines(lines: Iterable[Line]) -> str:
    """Return the lines as text in columns, with a star for each perfect daily."""
    return "\n".join(map(_print_line, lines))


def _print_line(line: Line) -> str:
    place = "-" if line.place is None else f"{line.place}."
    accuracy = "-" if line.accuracy is None else str(line.accuracy)
    stars = f" {'*' * line.perfect}" if line.perfect else ""
    days = f" ({line.days} days)" if line.days > 1 else ""
    name = line.name.replace("`", "'") or "somebody"
    return f"{place:>4} {accuracy:>4} {name}{stars}{days}"


def count_streak(finished: Iterable[str], today: str) -> int:
    """Return the length of a streak in days; `finished` has days such as `2026-11-24`.

    In each ISO week one missed day neither breaks a streak nor adds to it. Today never counts as
    missed.
    """
    days = {date.fromisoformat(day) for day in finished}
    day, missed, length = date.fromisoformat(today), set[tuple[int, int]](), 0
    if day not in days:
        day -= timedelta(1)
    while days and day >= min(days):
        week = day.isocalendar()[:2]
        if day in days:
            length += 1
        elif week in missed:
            break
        else:
            missed.add(week)
        day -= timedelta(1)
    return length


IN_VAIN: Final = 3
"""Reminders that a person can ignore in a row; after that, no more are sent."""


class Standing(NamedTuple):
    """The facts that a person's pages show about a day's daily.

    Attributes:
        daily: the row of the daily; None before the daily has begun.
        lines: the day's board on which the daily counts.
        closed: whether the board is final.
        days: the days whose daily the person has finished.
        streak: the length of the streak in days.
        openings: how many dailies of that day, on all servers, have the same first decision, and
            how many have any known first decision. Both are 0 before the grade is known.
        reminder: the minute of the UTC day at which the reminder comes; None without a reminder.
        played: the accuracies of the dailies of that day on the server where the page is shown.
    """

    daily: DailyRow | None
    lines: Sequence[Line]
    closed: bool
    days: frozenset[str]
    streak: int
    openings: tuple[int, int]
    reminder: int | None
    played: tuple[int | None, ...] = ()

    @property
    def grade(self) -> Grade | None:
        """The grade of the daily; None until it is known."""
        found = self.daily
        if found is None or found.marks is None:
            return None
        return Grade(found.marks, found.accuracy, found.opening or "")


class Days(NamedTuple):
    """All finished dailies of a person: their number, the streak in days, the best accuracy."""

    finished: int
    streak: int
    best: int | None


GRADED: Final = Query(
    GradedRow,
    """
    SELECT dailies.guild_id, dailies.day, dailies.person_id, dailies.table_id, seats.name,
           dailies.marks, dailies.accuracy
    FROM dailies
    JOIN seats ON seats.table_id = dailies.table_id AND seats.person_id = dailies.person_id
    WHERE dailies.guild_id = :guild_id AND dailies.day BETWEEN :first AND :last
          AND dailies.marks IS NOT NULL
    ORDER BY dailies.day, dailies.table_id
    """,
)


async def read_graded(
    store: Transaction, guild_id: int, first: str, last: str
) -> tuple[GradedRow, ...]:
    """Return a server's graded dailies from the first to the last day, by day and table."""
    return await store.all(GRADED, guild_id=guild_id, first=first, last=last)


class Known(NamedTuple):
    """A fact about a person's dailies; the meaning of `number` depends on `kind`."""

    kind: str
    day: str
    number: int | None


# One query, so that a daily that has not begun needs one round trip to the database.
KNOWN: Final = Query(
    Known,
    """
    SELECT 'accuracy', dailies.day, dailies.accuracy
    FROM dailies JOIN tables ON tables.id = dailies.table_id
    WHERE dailies.person_id = :person_id AND tables.status = 'finished'
    UNION ALL
    SELECT 'table', day, table_id FROM dailies WHERE person_id = :person_id AND day = :day
    UNION ALL
    SELECT 'reminder', '', minute FROM daily_reminders WHERE person_id = :person_id
    UNION ALL
    SELECT 'played', day, accuracy FROM dailies
    WHERE guild_id = :guild_id AND day = :day AND marks IS NOT NULL
    """,
)

ACCURACIES: Final = Query(
    tuple[str, int | None],
    """
    SELECT dailies.day, dailies.accuracy FROM dailies JOIN tables ON tables.id = dailies.table_id
    WHERE dailies.person_id = :person_id AND tables.status = 'finished'
    """,
)

FINISHED_DAILIES: Final = Query(
    ResultRow,
    """
    SELECT 0, dailies.table_id, 0, tables.game, tables.ended_at
    FROM dailies JOIN tables ON tables.id = dailies.table_id
    WHERE dailies.person_id = :person_id AND tables.status = 'finished'
    ORDER BY dailies.day DESC
    """,
)

UNGRADED_DAILIES: Final = Query(
    int,
    """
    SELECT dailies.table_id FROM dailies CROSS JOIN tables
    WHERE dailies.marks IS NULL AND tables.id = dailies.table_id AND tables.status = 'finished'
    LIMIT 5
    """,
)

GRADE_DAILY: Final = Write("""
    UPDATE dailies SET marks = :marks, accuracy = :accuracy, opening = :opening
    WHERE table_id = :table_id
    """)

SHARE_DAILY: Final = Query(
    int,
    """
    UPDATE dailies SET shared = TRUE WHERE person_id = :person_id AND day = :day AND NOT shared
    RETURNING table_id
    """,
)

# Up to five people to remind, who have not begun the day's daily. Reminders for the same minute are
# spread over ten minutes. After an outage of the bot, reminders come up to an hour late.
CLAIM_REMINDERS: Final = Query(
    tuple[int, int, str],
    """
    UPDATE daily_reminders SET sent_day = :day, in_vain = in_vain + 1
    WHERE person_id IN (
        SELECT person_id FROM daily_reminders
        WHERE minute BETWEEN :minute - 60 AND :minute AND sent_day < :day
              AND (minute + person_id - 10 * (person_id / 10) <= :minute OR :minute = 1439)
              AND NOT EXISTS (SELECT 1 FROM dailies JOIN tables ON tables.id = dailies.table_id
                              WHERE dailies.person_id = daily_reminders.person_id
                                    AND dailies.day = :day AND tables.started_at IS NOT NULL)
        LIMIT 5)
    RETURNING person_id, in_vain, language
    """,
)

COUNT_LEFT: Final = Query(
    int,
    """
    SELECT (SELECT COUNT(*) FROM daily_marks WHERE day < :before)
           + (SELECT COUNT(*) FROM dailies JOIN tables ON tables.id = dailies.table_id
              WHERE dailies.marks IS NULL AND dailies.day < :before
                    AND tables.status <> 'finished')
    """,
)

DELETE_MARKS: Final = Write("DELETE FROM daily_marks WHERE day < :before")

DELETE_UNFINISHED: Final = Write("""
    DELETE FROM dailies
    WHERE marks IS NULL AND day < :before
          AND EXISTS (SELECT 1 FROM tables
                      WHERE tables.id = dailies.table_id AND tables.status <> 'finished')
    """)

RELEASE_REMINDER: Final = Write("""
    UPDATE daily_reminders SET sent_day = '', in_vain = in_vain - 1 WHERE person_id = :person_id
    """)

DELETE_REMINDER: Final = Query(
    int, "DELETE FROM daily_reminders WHERE person_id = :person_id RETURNING person_id"
)

# Number of dailies of a day with this first decision, and number with any known first decision.
COUNT_OPENINGS: Final = Query(
    tuple[int, int],
    """
    SELECT COUNT(CASE WHEN opening = :opening THEN 1 END), COUNT(*) FROM dailies
    WHERE day = :day AND opening IS NOT NULL
    """,
)

PUT_DAILY_ON: Final = Write(
    "UPDATE dailies SET guild_id = :guild_id WHERE person_id = :person_id AND day = :day"
)

PUT_REMINDER: Final = Write("""
    INSERT INTO daily_reminders (person_id, minute, sent_day, language)
    VALUES (:person_id, :minute, :sent_day, :language)
    """)


class Standings(RecordsService):
    """Stores the grades of dailies, ranks people by them, and schedules reminders."""

    @asked_again
    async def standing(self, person_id: int, day: str, guild_id: int = 0) -> Standing:
        now = self._now()
        async with self._database.read_one() as store:
            known = await store.all(KNOWN, person_id=person_id, day=day, guild_id=guild_id)
            begun = any(each.kind == "table" for each in known)
            daily = await store.one(DAILY, person_id=person_id, day=day) if begun else None
            opening = daily.opening if daily else None
            openings = (
                await store.value(COUNT_OPENINGS, day=day, opening=opening) if opening else (0, 0)
            )
        lines = await self.board(daily.guild_id, Period.TODAY, day) if daily else ()
        days = frozenset(each.day for each in known if each.kind == "accuracy")
        reminder = next((each.number for each in known if each.kind == "reminder"), None)
        played = tuple(each.number for each in known if each.kind == "played")
        streak = count_streak(days, day_of(now))
        return Standing(daily, lines, is_closed(day, now), days, streak, openings, reminder, played)

    @asked_again
    async def days(self, person_id: int) -> Days:
        """Return the summary of all finished dailies of a person, on all servers."""
        async with self._database.read_one() as store:
            found = dict(await store.all(ACCURACIES, person_id=person_id))
        streak = count_streak(found, day_of(self._now()))
        known = [accuracy for accuracy in found.values() if accuracy is not None]
        return Days(len(found), streak, max(known, default=None))

    @asked_again
    async def list_finished(self, person_id: int) -> tuple[ResultRow, ...]:
        """Return the tables of the dailies that a person has finished, the latest first."""
        async with self._database.read_one() as store:
            return await store.all(FINISHED_DAILIES, person_id=person_id)

    @asked_again
    async def board(self, guild_id: int, period: Period, day: str) -> tuple[Line, ...]:
        """Return a server's board of the period that contains a day.

        A person's name is the name from the start of their latest daily in the period.
        """
        if not guild_id:  # 0 stands for no board
            return ()
        async with self._database.read_one() as store:
            return rank(await read_graded(store, guild_id, *days_of(period, day)), period)

    @asked_again
    async def ungraded(self) -> tuple[int, ...]:
        """Return the numbers of up to five finished tables whose dailies have no grade."""
        async with self._database.read_one() as store:
            return await store.all(UNGRADED_DAILIES)

    async def close_days(self) -> None:
        """Delete unfinished dailies of closed days, and the rows of `daily_marks` for those days.

        Afterwards, the unfinished dailies count as never begun.
        """
        before = first_open(self._now())
        async with self._database.read_one() as store:
            left = await store.value(COUNT_LEFT, before=before)
        if left:
            async with self._database.write() as store:
                store.run(DELETE_MARKS, before=before)
                store.run(DELETE_UNFINISHED, before=before)

    async def grade(self, table_id: int, grade: Grade) -> None:
        """Store the grade of a finished daily; a second review would compute the same grade."""
        async with self._database.write() as store:
            store.run(
                GRADE_DAILY,
                table_id=table_id,
                marks=grade.marks,
                accuracy=grade.accuracy,
                opening=grade.opening,
            )

    async def put_on(self, person_id: int, day: str, guild_id: int) -> None:
        """Let a daily count on a server's board, unless its day is closed."""
        if not is_closed(day, self._now()):
            async with self._database.write() as store:
                store.run(PUT_DAILY_ON, person_id=person_id, day=day, guild_id=guild_id)

    async def share(self, person_id: int, day: str) -> bool:
        """Store that a daily is shared; return False if it was shared before."""
        async with self._database.write() as store:
            return await store.one(SHARE_DAILY, person_id=person_id, day=day) is not None

    async def turn_reminder(self, person_id: int, language: str) -> None:
        """Switch the reminder off; if it is off, switch it on, from tomorrow at this minute."""
        async with self._database.write() as store:
            if await store.one(DELETE_REMINDER, person_id=person_id) is None:
                minute, day = self._minute()
                new = {"minute": minute, "sent_day": day, "language": language}
                store.run(PUT_REMINDER, person_id=person_id, **new)

    async def claim_due(self) -> list[tuple[int, int, str]]:
        """Claim people to remind now; return their ids, numbers of reminders, and languages.

        These people want a reminder and have not begun the daily. The number counts the reminders
        in a row that a person has ignored, plus the new one. For people who have ignored `IN_VAIN`
        reminders in a row, the reminder is switched off instead. A claim holds for the whole day,
        so a person gets only one reminder a day.
        """
        async with self._database.write() as store:
            minute, day = self._minute()
            claimed = await store.all(CLAIM_REMINDERS, minute=minute, day=day)
            for person_id, in_vain, _language in claimed:
                if in_vain > IN_VAIN:
                    await store.one(DELETE_REMINDER, person_id=person_id)
            return [each for each in claimed if each[1] <= IN_VAIN]

    async def put_off_reminder(self, person_id: int) -> None:
        """Release a claim because Discord did not accept the message; another try follows soon."""
        async with self._database.write() as store:
            store.run(RELEASE_REMINDER, person_id=person_id)

    async def end_reminders(self, person_id: int) -> None:
        """Switch a person's reminder off."""
        async with self._database.write() as store:
            await store.one(DELETE_REMINDER, person_id=person_id)

    def _minute(self) -> tuple[int, str]:
        """Return the minute of the UTC day, and the day."""
        now = self._now()
        return int(now % 86_400) // 60, day_of(now)
