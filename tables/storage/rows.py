"""From the rows of a table to the one value that everybody works on, and back."""

from __future__ import annotations

import json
from dataclasses import astuple
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from db.query import read_called, read_object, read_waiting, write_called, write_waiting
from db.store import PHASE, SeatRow, TableRow
from tables.model.pace import Pace
from tables.model.secret import Secret
from tables.model.table import SeatedPlayer, Status, Table
from tables.storage.damage import mend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.store import ContributionRow
    from engine.core import AnyGame, Options

_RENAMED: Final = {"options": "settled", "pauses": "may_pause"}
"""The columns that a `Table` calls by other names: its properties of these follow from them."""


def _of_table(columns: Iterable[str]) -> Callable[[Table], tuple[Any, ...]]:
    return attrgetter(*(_RENAMED.get(name, name) for name in columns))


_VALUES: Final = _of_table(TableRow._fields)
_PHASE: Final = _of_table(PHASE)


def is_same_phase(before: Table, after: Table) -> bool:
    """Return whether two tables differ at most in the columns that every click may change."""
    return _PHASE(before) == _PHASE(after)


def read_table(
    row: TableRow,
    seats: Iterable[SeatRow],
    game: AnyGame,
    contributions: tuple[ContributionRow, ...] = (),
    *,
    sound: bool = True,
) -> Table:
    """Return the table of these rows, marked as damaged where a row held what it cannot.

    `sound`: whether its rows have held what their columns may.
    """
    players = tuple(SeatedPlayer(*seat) for seat in seats)
    row, players, contributions, same = mend(row, players, contributions, game)
    columns = {_RENAMED.get(name, name): value for name, value in row._asdict().items()}
    columns |= {
        "game": game,
        "settled": read_object(row.options),
        "called": read_called(row.called),
        "waiting": read_waiting(row.waiting),
        "status": Status(row.status),
        "secret": Secret(row.secret),
        "pace": Pace(row.pace),
        "resettled": tuple(row.resettled.split()),
    }
    columns |= {
        name: bool(columns[name]) for name in ("odds", "may_pause", "threaded", "forfeited")
    }
    damaged = not (sound and same)
    return Table(**columns, seats=players, contributions=contributions, damaged=damaged)


def write_table(table: Table) -> TableRow:
    """Return the row of a table."""
    columns = dict(zip(TableRow._fields, _VALUES(table), strict=True))
    columns |= {
        "game": table.game.info.key,
        "options": json.dumps(dict(table.settled), separators=(",", ":")),
        "called": write_called(table.called),
        "waiting": write_waiting(table.waiting),
        "status": str(table.status),
        "secret": table.secret.hidden,
        "pace": str(table.pace),
        "resettled": " ".join(table.resettled),
    }
    return TableRow(**columns)


def write_seats(players: Iterable[SeatedPlayer]) -> list[SeatRow]:
    """Return the rows of seats."""
    return [SeatRow(*astuple(player)) for player in players]


def write_options(options: Options) -> str:
    """Return the text of the options for the table's row."""
    return json.dumps(dict(options), separators=(",", ":"))
