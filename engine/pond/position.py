"""States of Ducks in the Pond as lines of text, like FEN for chess.

    2a 3 5 a1a1a1/-/b2/-/a3 -/-/-/b3 +4 5r6f6y

A line has seven fields with single blanks between them:

    who     1, 2a, 2b or 2?: number of seats, and with two seats the seat of day 1 (a is seat 0, b
            is seat 1, ? is undecided)
    day     1 to 6; 7 when the game is over
    sunny   the days made sunny by a 6, `-` for none
    rows    Mallard to Shoveler: seat and day of each filled box, `-` for an untouched row
    sets    Full House, 4-Kind, 5-Kind, Straight: seat and number of dice, `-` while open
    dice    unused values, then `+4` for a wild 4 that must be placed now, or `?6` for six dice
            about to be rolled
    spent   value and use of each used die: r row, h Full House, k 4-Kind, q 5-Kind, s Straight,
            c change, o re-roll, y sunny, f feeding area; in upper case for the wild die

`read` accepts only texts that `write` can write. It refuses a state in which `find_flaw` finds a
fault, such as a wrong number of dice, or a box filled by the wrong player.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.core import BadPosition
from engine.pond.flaws import find_flaw
from engine.pond.moves import (
    USES,
    Claimed,
    Dice,
    Filled,
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
    )
    wrong = find_flaw(state)
    if wrong is not None:
        raise BadPosition(f"{text!r} cannot be a position: {wrong}")
    if write(state) != text:
        raise BadPosition(f"{text!r} has parts not in order; it should be {write(state)!r}")
    return state


def _write_values(values: Dice) -> str:
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
        raise BadPosition(f"{text!r}: {unknown[0]!r} names no use of a die")
    return tuple(sorted(Spent(int(p[0]), NAMES[p[1].lower()], p[1].isupper()) for p in pairs))


def _split_pairs(field: str) -> list[str]:
    """Split a field into pairs of characters; `-` gives none."""
    return [] if field == "-" else [field[i : i + 2] for i in range(0, len(field), 2)]


def _read_first(who: str) -> Seat | None:
    """Read the seat of day 1; None while it is undecided."""
    return {"1": 0, "2a": 0, "2b": 1}.get(who)


def _read_row(field: str) -> Row:
    """Read the filled boxes of a row."""
    return tuple(Filled(SEATS.index(seat), int(day)) for seat, day in _split_pairs(field))


def _read_claimed(field: str) -> Claimed | None:
    """Read the seat that claimed a set, and its number of dice; None while the set is open."""
    return None if field == "-" else Claimed(SEATS.index(field[0]), int(field[1]))
