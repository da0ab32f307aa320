"""A state of Ducks in the Pond as a line of text, and back; chess has FEN for this.

    2a 3 5 a1a1a1/-/b2/-/a3 -/-/-/b3 +4 5r6f6y

Seven fields with single blanks between them:

    who     seats, and with two who rolls on day 1 (a: seat 0, b: seat 1, ?: open): 1, 2a, 2b, 2?
    day     1 to 6; 7 when the game is over
    sunny   the days that a 6 has made sunny, `-` for none
    rows    Mallard to Shoveler: seat and day of each filled box, `-` for an untouched row
    sets    Full House, 4-Kind, 5-Kind, Straight: seat and number of dice, `-` while open
    dice    unused values, then `+4` for a wild die that waits, or `?6` for dice about to be rolled
    spent   value and use of each used die: r row, h Full House, k 4-Kind, q 5-Kind, s Straight,
            c change, o re-roll, y sunny, f feeding area; in upper case for the wild die

A position leaves out the undo history. `read` takes only what `write` writes, and only states that
keep the rules: every die lies somewhere, and every mark is of its player's day.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.errors import BadPosition
from engine.pond.check import find_flaw
from engine.pond.sheet import (
    USES,
    Claimed,
    Dice,
    Mark,
    Row,
    Spent,
    State,
)

if TYPE_CHECKING:
    from engine.core import Seat

SEATS: Final = "ab"
LETTERS: Final = dict(zip(USES, "rhkqscoyf", strict=True))
NAMES: Final = {letter: use for use, letter in LETTERS.items()}
PATTERN: Final = re.compile(
    r"(?P<who>1|2[ab?]) (?P<day>[1-7]) (?P<sunny>-|[2-6]{1,5})"
    r" (?P<rows>(?:-|(?:[ab][1-6]){1,3})(?:/(?:-|(?:[ab][1-6]){1,3})){4})"
    r" (?P<sets>(?:-|[ab][3-5])(?:/(?:-|[ab][3-5])){3})"
    r" (?P<dice>-|[1-6]{0,6}(?:\+[1-5]|\?[1-6])?) (?P<spent>-|(?:[1-6][a-zA-Z]){1,6})"
)


def write(state: State) -> str:
    """Write a state without its undo history."""
    who = str(state.seats)
    if state.seats > 1:
        who += "?" if state.first is None else SEATS[state.first]
    rows = "/".join("".join(f"{SEATS[m.seat]}{m.day}" for m in row) or "-" for row in state.rows)
    sets = "/".join("-" if c is None else f"{SEATS[c.seat]}{c.size}" for c in state.sets)
    dice = _write_values(state.free)
    dice += f"+{state.wild}" if state.wild else f"?{state.rolling}" if state.rolling else ""
    spent = "".join(map(_write_spent, state.spent))
    day, sunny = str(state.day), _write_values(state.sunny)
    return " ".join((who, day, sunny or "-", rows, sets, dice or "-", spent or "-"))


def read(text: str) -> State:
    """Read a line of `write`; raises BadPosition for any other text."""
    found = PATTERN.fullmatch(text)
    if found is None:
        raise BadPosition(f"{text!r} is not written like a position of this game")
    who, dice = found["who"], found["dice"]
    free, _, rolling = dice.partition("?")
    free, _, wild = free.partition("+")
    state = State(
        seats=int(who[0]),
        first=_read_first(who),
        day=int(found["day"]),
        sunny=_read_values(found["sunny"]),
        rows=tuple(_read_row(row) for row in found["rows"].split("/")),
        sets=tuple(_read_claimed(claimed) for claimed in found["sets"].split("/")),
        free=_read_values(free),
        wild=int(wild or 0),
        spent=_read_spent(text, found["spent"]),
        rolling=int(rolling or 0),
        back=None,
    )
    wrong = find_flaw(state)
    if wrong is not None:
        raise BadPosition(f"{text!r} cannot be: {wrong}")
    if write(state) != text:
        raise BadPosition(f"{text!r} is not in order; it should be {write(state)!r}")
    return state


def _write_values(values: Dice) -> str:
    """Write values as digits."""
    return "".join(map(str, values))


def _read_values(digits: str) -> Dice:
    """Read digits, or `-` for none."""
    return () if digits == "-" else tuple(sorted(int(digit) for digit in digits))


def _write_spent(die: Spent) -> str:
    """Write a used die: its value and the letter of its use."""
    letter = LETTERS[die.use]
    return f"{die.value}{letter.upper() if die.wild else letter}"


def _read_spent(text: str, field: str) -> tuple[Spent, ...]:
    """Read the used dice; raises BadPosition for an unknown letter."""
    pairs = _split_pairs(field)
    unknown = [pair for pair in pairs if pair[1].lower() not in NAMES]
    if unknown:
        raise BadPosition(f"{text!r}: {unknown[0]!r} is no use of a die")
    return tuple(sorted(Spent(int(p[0]), NAMES[p[1].lower()], p[1].isupper()) for p in pairs))


def _split_pairs(field: str) -> list[str]:
    """Split a field into pairs of characters; `-` has none."""
    return [] if field == "-" else [field[i : i + 2] for i in range(0, len(field), 2)]


def _read_first(who: str) -> Seat | None:
    """Read who rolls on day 1; None while it is open."""
    return {"1": 0, "2a": 0, "2b": 1}.get(who)


def _read_row(field: str) -> Row:
    """Read the filled boxes of a row."""
    return tuple(Mark(SEATS.index(seat), int(day)) for seat, day in _split_pairs(field))


def _read_claimed(field: str) -> Claimed | None:
    """Read who took a set, and with how many dice."""
    return None if field == "-" else Claimed(SEATS.index(field[0]), int(field[1]))
