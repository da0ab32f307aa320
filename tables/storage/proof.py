"""A table's proof of fairness: its transcript, and the hashes of its log."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from db.query import read_draws
from engine import transcript
from engine.fairness import source_of, table_key
from engine.transcript import RUNNING, Player, Step, Transcript
from tables.model.progress import SAME_PRESS, STANDING_ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.store import MoveRow
    from engine.fairness import Contribution, HmacSource
    from tables.model.secret import Secret
    from tables.model.table import SeatedPlayer, Table

KEPT: Final = 256
"""Cache size: tables whose dice key is kept."""

_PLAYERS: Final = {STANDING_ORDER: "", SAME_PRESS: ""}
"""Names in a transcript for choosers of moves that are no computers."""


def key_of(table: Table) -> bytes:
    """Return the key of a table's randomness, except for a challenge's first throw."""
    return _make_key(table.secret, table.mixed_in)


@lru_cache(KEPT)
def _make_key(secret: Secret, mixed_in: tuple[tuple[int, Contribution], ...]) -> bytes:
    return table_key(bytes.fromhex(secret.hidden), (each for _, each in mixed_in))


def dice_of(table: Table, seq: int) -> HmacSource:
    return source_of(key_of(table), seq, table.challenge or "")


def make_transcript(stored: Table, moves: Iterable[MoveRow]) -> Transcript:
    """Return the transcript of a table, with the secret once the table is over.

    Moves that can still be taken back are left out, so that the hash stays valid.
    """
    over = stored.status.over
    open_presses = stored.undoable
    settled = (move for move in moves if not open_presses or move.seq < open_presses[-1].seq)
    made = Transcript(
        game=stored.game.info.key,
        rules_version=stored.rules_version,
        options=stored.settled,
        challenge=stored.challenge or "",
        contributions=tuple(each for _, each in stored.mixed_in),
        players=tuple(_make_player(stored, seat) for seat in stored.seats),
        first=stored.first,
        commitment=stored.commitment,
        secret=stored.revealed,
        steps=tuple(
            Step(
                each.seat, each.text, read_draws(each.draws), _PLAYERS.get(each.player, each.player)
            )
            for each in settled
        ),
        ending=stored.status if over else RUNNING,
        start_hash=stored.start_hash or "",
    )
    return replace(made, last_hash=stored.last_hash or transcript.hash_all(made))


def hash_start(stored: Table) -> str:
    """Return the hash of everything settled before the first move, hex."""
    return transcript.hash_start(make_transcript(stored, ()))


def _make_player(stored: Table, seat: SeatedPlayer) -> Player:
    if seat.level:
        return Player(None, seat.level)
    sat = (
        c.number for c in stored.contributions if (c.person_id, c.kind) == (seat.person_id, "seat")
    )
    return Player(next(sat, 0))
