"""What binds a table to what people saw: its transcript, and the hashes of its log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.values import read_draws
from engine.proof import transcript
from engine.proof.transcript import RUNNING, Player, Step, Transcript, mark_label, one_line
from tables.model.progress import SAME_PRESS, STANDING_ORDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from db.stores.tables import MoveRow, SeatRow
    from tables.storage.stored import StoredTable

BLIND_BYTES: Final = 16

_BY_PERSON: Final = {STANDING_ORDER, SAME_PRESS}
"""Who chose a move that the dice have no part in: the transcript names computers alone."""


def label_seats(stored: StoredTable, entropy: Callable[[int], bytes]) -> StoredTable:
    """Keep the names at the start, each behind random hex digits, and their marks for the log."""
    return replace(stored, seats=tuple(_label(seat, entropy) for seat in stored.seats))


def _label(seat: SeatRow, entropy: Callable[[int], bytes]) -> SeatRow:
    if seat.level:  # the name of a computer is nobody's secret
        return seat
    blind, label = entropy(BLIND_BYTES).hex(), one_line(seat.name)
    return seat._replace(label=f"{blind} {label}", mark=mark_label(blind, label))


def make_transcript(stored: StoredTable, moves: Iterable[MoveRow]) -> Transcript:
    """Return the transcript of a table; it has the secret once the table is over.

    What can still be taken back is not in it: its hash holds for what comes later.
    """
    row, over = stored.row, stored.status.over
    version, open_presses = stored.transcript_version, stored.table.undoable
    settled = (move for move in moves if not open_presses or move.seq < open_presses[-1].seq)
    made = Transcript(
        version=version,
        game=row.game,
        rules_version=row.rules_version,
        options=stored.options,
        daily=row.daily or "",
        contributions=tuple(each for _, each in stored.mixed_in),
        players=tuple(_make_player(stored, seat) for seat in stored.seats),
        first=row.first,
        commitment=row.commitment,
        secret=row.secret if over else None,
        steps=tuple(_make_step(move, version) for move in settled),
        ending=row.status if over else RUNNING,
        start_hash=row.start_hash or "",
    )
    return replace(made, last_hash=row.last_hash or transcript.hash_all(made))


def hash_start(stored: StoredTable) -> str:
    """Return the hash of what is settled before the first move, hex."""
    return transcript.hash_start(make_transcript(stored, ()))


def _make_player(stored: StoredTable, seat: SeatRow) -> Player:
    if seat.level:
        return Player(None, seat.name, level=seat.level)
    sat = (
        c.number for c in stored.contributions if (c.person_id, c.kind) == (seat.person_id, "seat")
    )
    blind, _, label = seat.label.partition(" ")
    return Player(next(sat, 0), label or None, blind, seat.mark)


def _make_step(move: MoveRow, version: int) -> Step:
    player = move.player if version > 2 and move.player not in _BY_PERSON else ""
    return Step(move.seat, move.text, read_draws(move.draws), player)
