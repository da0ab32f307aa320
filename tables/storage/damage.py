"""What the rows of a table say is held against what they can mean.

`db` reads rows of the right types. What words mean, which seats there are, and what the secret
proves, it does not know. What cannot be is replaced here by what means nothing. So a table that is
over can be shown, whatever its rows hold; a live one is not played on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.query import read_called, read_object, read_waiting
from engine.errors import BadSetup
from engine.proof.fairness import commitment
from players.core import Level
from tables.model.daily import read_name
from tables.model.pace import PACES, Pace
from tables.model.table import MOST_UNDONE, Gone, SeatedPlayer, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import ContributionRow, TableRow
    from engine.core import AnyGame

_STATUSES: Final = frozenset(map(str, Status))
_LEVELS: Final = frozenset(("", *map(str, Level)))
_REASONS: Final = frozenset(("", *map(str, Gone)))
_KINDS: Final = frozenset(("seat", "salt", "start"))


def mend(
    row: TableRow,
    players: tuple[SeatedPlayer, ...],
    contributions: tuple[ContributionRow, ...],
    game: AnyGame,
) -> tuple[TableRow, tuple[SeatedPlayer, ...], tuple[ContributionRow, ...], bool]:
    """Return the rows with nothing in them that cannot be, and whether nothing was."""
    mended = (
        _mend_row(row, game, len(players)),
        tuple(map(_mend_seat, players)),
        tuple(each for each in contributions if each.kind in _KINDS),
    )
    same = mended == (row, players, contributions)
    return *mended, same and _counts(players) and _is_committed_to(row)


def _mend_row(row: TableRow, game: AnyGame, seats: int) -> TableRow:
    there = range(seats)
    called = read_called(row.called).keys() <= {*there}
    waiting = read_waiting(row.waiting).keys() <= {*there}
    return row._replace(
        status=row.status if row.status in _STATUSES else Status.PLAYING,
        pace=row.pace if row.pace in PACES else Pace.NONE,
        options=row.options if _are_options(game, row.options) else "{}",
        called=row.called if called else "",
        waiting=row.waiting if waiting else "",
        undone=row.undone if row.undone in range(MOST_UNDONE + 1) else 0,
        undone_by=row.undone_by if row.undone_by in there else None,
        rematch_of=row.rematch_of if 0 < (row.rematch_of or 0) < row.id else None,
        daily=read_name(row.daily),
    )


def _mend_seat(seat: SeatedPlayer) -> SeatedPlayer:
    if seat.level in _LEVELS and seat.gone in _REASONS:
        return seat
    return replace(seat, level="", gone="")


def _are_options(game: AnyGame, text: str) -> bool:
    try:
        game.options(read_object(text))
    except BadSetup:
        return False
    return True


def _counts(seats: Sequence[SeatedPlayer]) -> bool:
    """Return whether there are seats, numbered from 0 on."""
    return bool(seats) and all(number == seat.seat for number, seat in enumerate(seats))


def _is_committed_to(row: TableRow) -> bool:
    """Return whether the secret is the one of which people have seen the hash."""
    return commitment(bytes.fromhex(row.secret)) == row.commitment
