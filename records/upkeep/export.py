"""Writes the file of `/privacy`: JSON with one record a line.

The parts have the names of the database's tables, and the values have the names in PRIVACY.md.
Times are Unix seconds. The `moves` of a table are those of the person. Each is a text: its number
in the log, when it was made, and the move, with `(caretaker)` if the caretaker made it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from db.values import read_object, read_waiting
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from records.upkeep.kept import ExportPart


_OVER = frozenset(str(status) for status in Status if status.over)

ABOUT = (
    "All that this bot keeps about you. Times are seconds since 1970. A move is its number in the "
    "table's log, its time, and the move in the game's notation. opener is 1 at tables that you "
    "opened or were handed on; waiting_since is a time where a running game waits for you; mu and "
    "sigma are a rating and its uncertainty; server 0 stands for direct messages; "
    "agrees is whether you agreed to hints; missed counts turns that the caretaker made for you, "
    "overtime seconds that your turns took beyond their time; "
    "away_until is when an absence ends that you stated, away_total the seconds of all of them; "
    "ends is whether you agreed to end the game without a result; gone is why "
    "you could not play, as Discord told; "
    "standing_order is what you have settled in advance; "
    "practice has the moves that you answered right, and table 0 stands for the shipped set; "
    "reminders says how you are reminded of long turns, and when you were last by direct message; "
    "watchers has the tables whose result card is to be sent to you; "
    "dailies has your daily of each day, the server on whose board it counts, and how well you "
    "played: a letter for each decision, n, u or o for nothing, up to a tenth, or over a tenth of "
    "what moves at random give away, s for those that are not ranked, / between two days of the "
    "game, and your first decision; daily_reminders the minute of the UTC day at which you are "
    "reminded of it, the day of the latest message, and how many have led to nothing."
)
"""The explanation at the head of the file."""


def write_export(
    person_id: int,
    parts: Mapping[str, ExportPart],
    moves: Mapping[int, str],
    open_games: Collection[str],
) -> bytes:
    """Return the file.

    Args:
        person_id: the person whose data it holds.
        parts: the rows of each part.
        moves: the moves of each table as lines; see `EXPORT_MOVES`.
        open_games: the keys of the games that hide no moves.
    """
    written_parts = [
        b'"%s": [\n%s\n]' % (name.encode(), b",\n".join(map(_dump, records)))
        for name, records in (
            (name, _tables(part, moves, open_games) if name == "tables" else _records(part))
            for name, part in parts.items()
        )
    ]
    head = b'"person": %d,\n"about": %s' % (person_id, orjson.dumps(ABOUT))
    return b"{%s,\n%s}\n" % (head, b",\n".join(written_parts))


def _dump(record: dict[str, Any]) -> bytes:
    return orjson.dumps(record, default=bytes.hex)  # bytes stand where somebody has put them


def _records(part: ExportPart) -> Iterable[dict[str, Any]]:
    return (dict(zip(part.names, row, strict=True)) for row in part.rows)


def _tables(
    part: ExportPart, moves: Mapping[int, str], open_games: Collection[str]
) -> Iterable[dict[str, Any]]:
    for table in _records(part):
        lines = (moves.get(table["table"]) or "").splitlines()
        if table["status"] not in _OVER and table["game"] not in open_games:
            lines = _renumbered(lines)
        if not table["opener"]:
            del table["opener_name"]  # of somebody else
        since = _read(_find_since, (table.pop("waiting"), table["seat"]))
        options = _read(read_object, table["options"])
        yield {**table, "options": options, "waiting_since": since, "moves": lines}


def _find_since(waiting: tuple[str, int]) -> float | None:
    return read_waiting(waiting[0]).get(waiting[1])


def _read(read: Callable[[Any], object], value: object) -> object:
    """Return what a column says, and what it holds where that cannot be read."""
    try:
        return read(value)
    except (ValueError, TypeError, AttributeError):
        return value


def _renumbered(lines: Iterable[str]) -> list[str]:
    """Return the moves with numbers of their own.

    During a game that hides something, the gaps between their numbers in the log would tell how
    often the others have moved.
    """
    return [f"{number} {line.partition(' ')[2]}" for number, line in enumerate(lines)]
