"""What binds a table to what people saw: its transcript, and the hashes of its log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.values import read_draws
from engine.proof import transcript
from engine.proof.transcript import RUNNING, Player, Step, Transcript
from tables.model.progress import SAME_PRESS, STANDING_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import MoveRow, SeatRow
    from tables.storage.stored import StoredTable

_BY_PERSON: Final = {STANDING_ORDER, SAME_PRESS}
"""Who chose a move that the dice have no part in: the transcript names computers alone."""


def make_transcript(stored: StoredTable, moves: Iterable[MoveRow]) -> Transcript:
    """Return the transcript of a table; it has the secret once the table is over.

    What can still be taken back is not in it: its hash holds for what comes later.
    """
    row, over = stored.row, stored.status.over
    open_presses = stored.table.undoable
    settled = (move for move in moves if not open_presses or move.seq < open_presses[-1].seq)
    made = Transcript(
        game=row.game,
        rules_version=row.rules_version,
        options=stored.options,
        daily=row.daily or "",
        contributions=tuple(each for _, each in stored.mixed_in),
        players=tuple(_make_player(stored, seat) for seat in stored.seats),
        first=row.first,
        commitment=row.commitment,
        secret=row.secret if over else None,
        steps=tuple(_make_step(move) for move in settled),
        ending=row.status if over else RUNNING,
        start_hash=row.start_hash or "",
    )
    return replace(made, last_hash=row.last_hash or transcript.hash_all(made))


def hash_start(stored: StoredTable) -> str:
    """Return the hash of what is settled before the first move, hex."""
    return transcript.hash_start(make_transcript(stored, ()))


def _make_player(stored: StoredTable, seat: SeatRow) -> Player:
    if seat.level:
        return Player(None, seat.level)
    sat = (
        c.number for c in stored.contributions if (c.person_id, c.kind) == (seat.person_id, "seat")
    )
    return Player(next(sat, 0))


def _make_step(move: MoveRow) -> Step:
    player = "" if move.player in _BY_PERSON else move.player
    return Step(move.seat, move.text, read_draws(move.draws), player)
