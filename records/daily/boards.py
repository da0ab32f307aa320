"""Boards of dailies, pure: who played how well on a day, in a week, in a month.

They rank by accuracy alone, in whole numbers. Points are luck, and break no tie.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tables.model.advice import Grade


class Span(StrEnum):
    """The time that a board is about."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


BEST: Final = {Span.DAY: 1, Span.WEEK: 5, Span.MONTH: 20}
"""How many of a person's days count, the best of them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished daily.

    Attributes:
        person: a number that is the same for all dailies of a person.
        day: in UTC: `2026-11-24`.
        name: at the start of the game.
        grade: how well it was played.
    """

    person: int
    day: str
    name: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Line:
    """A person on a board.

    Attributes:
        place: equal sums share it; None where nothing was at stake.
        person, name: as in `Entry`, the name of the latest day.
        accuracy: the sum over the days that count.
        days: how many dailies were finished.
        perfect: how many of them were perfect.
    """

    place: int | None
    person: int
    name: str
    accuracy: int | None
    days: int
    perfect: int


def days_of(span: Span, day: str) -> tuple[str, str]:
    """Return the first and the last day of the time around a day."""
    first = last = date.fromisoformat(day)
    if span is Span.WEEK:
        first -= timedelta(first.weekday())
        last = first + timedelta(6)
    elif span is Span.MONTH:
        first = first.replace(day=1)
        last = (first + timedelta(31)).replace(day=1) - timedelta(1)
    return first.isoformat(), last.isoformat()


def name_span(span: Span, day: str) -> str:
    """Return what the time around a day is called: `2026-11-24`, `2026-W48`, `2026-11`."""
    if span is Span.WEEK:
        year, week, _ = date.fromisoformat(day).isocalendar()
        return f"{year:04}-W{week:02}"
    return day if span is Span.DAY else day[:7]


def rank(entries: Iterable[Entry], span: Span) -> tuple[Line, ...]:
    """Return the lines of a board from all dailies of its time, the best first."""
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda each: each.day):
        found[entry.person].append(entry)
    sums = {person: _add_up(own, BEST[span]) for person, own in found.items()}
    placed = [each for each in sums.values() if each is not None]
    lines = [
        Line(
            None
            if sums[person] is None
            else 1 + sum(each > (sums[person] or 0) for each in placed),
            person,
            own[-1].name,
            sums[person],
            len(own),
            sum(each.grade.perfect for each in own),
        )
        for person, own in found.items()
    ]
    return tuple(sorted(lines, key=_order))


def _add_up(own: Sequence[Entry], most: int) -> int | None:
    """Return the sum of the best accuracies; None where there is none."""
    known = sorted(e.grade.accuracy for e in own if e.grade.accuracy is not None)
    return sum(known[-most:]) if known else None


def _order(line: Line) -> tuple[bool, int, str, int, int]:
    """Return what lines are sorted by: those that come to the same look the same."""
    return line.place is None, line.place or 0, line.name, -line.days, -line.perfect


def print_lines(lines: Iterable[Line], span: Span) -> str:
    """Return the lines as a text in columns; a star stands for each perfect daily."""
    return "\n".join(_print_line(line, span) for line in lines)


def _print_line(line: Line, span: Span) -> str:
    place = "-" if line.place is None else f"{line.place}."
    accuracy = "-" if line.accuracy is None else str(line.accuracy)
    days = f" ({line.days} days)" if span is not Span.DAY and line.days > 1 else ""
    name = line.name.replace("`", "'")
    return (
        f"{place:>4} {accuracy:>4} {name}{' ' + '*' * line.perfect if line.perfect else ''}{days}"
    )
