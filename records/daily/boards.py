"""Boards of dailies, pure: who chose how well on a day, in a week, in a month.

They rank by accuracy alone, in whole numbers. Points are luck, and break no tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tables.model.advice import Grade


class Span(StrEnum):
    """The time that a board is about."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


BEST: Final = {Span.DAY: 1, Span.WEEK: 5, Span.MONTH: 20}
"""How many of a person's days count, the best of them."""


class Entry(NamedTuple):
    """A finished daily; `person` is a number that is the same for all of a person's."""

    person: int
    day: str
    name: str
    grade: Grade


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
        return f"{date.fromisoformat(day):%G-W%V}"
    return day if span is Span.DAY else day[:7]


def rank(entries: Iterable[Entry], span: Span) -> tuple[Line, ...]:
    """Return the lines of a board from all dailies of its time, the best first."""
    found: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda each: each.day):
        found[entry.person].append(entry)
    sums = {person: _add_up(own, BEST[span]) for person, own in found.items()}
    placed = sorted((each for each in sums.values() if each is not None), reverse=True)
    lines = (
        Line(
            None if (own := sums[person]) is None else 1 + placed.index(own),
            person,
            dailies[-1].name,
            own,
            len(dailies),
            sum(each.grade.perfect for each in dailies),
        )
        for person, dailies in found.items()
    )
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
    stars = f" {'*' * line.perfect}" if line.perfect else ""
    days = f" ({line.days} days)" if span is not Span.DAY and line.days > 1 else ""
    name = line.name.replace("`", "'")
    return f"{place:>4} {accuracy:>4} {name}{stars}{days}"
