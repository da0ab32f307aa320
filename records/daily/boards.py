"""Boards and streaks of dailies, pure: who chose how well on a day, in a week, in a season.

They rank by accuracy alone, in whole numbers. Points are luck, and break no tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final, NamedTuple

from records.model.boards import Period
from records.model.scopes import period_start
from tables.model.advice import Grade
from tables.model.daily import day_of, midnight_of

BEST: Final = {Period.TODAY: 1, Period.WEEK: 5, Period.SEASON: 20}
"""How many of a person's days count in each time that has a board: the best of them."""


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
    """A person on a board: the sum of the accuracies that count, and of how many days.

    Equal sums share a place; who had nothing to decide has neither. The name is of the latest day.
    """

    place: int | None
    person: int
    name: str
    accuracy: int | None
    days: int
    perfect: int


def days_of(period: Period, day: str) -> tuple[str, str]:
    """Return the first and the last day of the time around a day."""
    begun = period_start(period, midnight_of(day)) or 0.0
    days = {Period.TODAY: 1, Period.WEEK: 7}.get(period, 31)
    following = period_start(period, begun + days * 86_400) or 0.0
    return day_of(begun), day_of(following - 1)


def rank(dailies: Iterable[GradedRow], period: Period) -> tuple[Line, ...]:
    """Return the lines of a board from all dailies of its time, the best first."""
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
    """Return what lines are sorted by: those that come to the same look the same."""
    return line.place is None, line.place or 0, line.name, -line.days, -line.perfect


def print_lines(lines: Iterable[Line]) -> str:
    """Return the lines as a text in columns; a star stands for each perfect daily."""
    return "\n".join(map(_print_line, lines))


def _print_line(line: Line) -> str:
    place = "-" if line.place is None else f"{line.place}."
    accuracy = "-" if line.accuracy is None else str(line.accuracy)
    stars = f" {'*' * line.perfect}" if line.perfect else ""
    days = f" ({line.days} days)" if line.days > 1 else ""
    name = line.name.replace("`", "'")
    return f"{place:>4} {accuracy:>4} {name}{stars}{days}"


def count_streak(finished: Iterable[str], today: str) -> int:
    """Return how many days a streak has, from the days that were finished, as `2026-11-24`.

    In each ISO week one missed day neither breaks a streak nor adds to it. Today is not missed yet.
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
