"""The log of a table as a text that leaves the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.transcript import Player, Transcript
from tables.errors import WrongPhase

if TYPE_CHECKING:
    from db.store import MoveRow
    from tables.stored import StoredTable


def transcript_of(stored: StoredTable, moves: tuple[MoveRow, ...]) -> Transcript:
    """What may be told of a table's log: the secret only once it is over.

    Raises:
        WrongPhase: no game was ever begun, or one that hides something is still on.
    """
    row, over = stored.row, stored.status.over
    if row.started_at is None:
        raise WrongPhase(
            f"No game has begun at table #{row.id}, so there is nothing to show or to check."
        )
    if stored.game.info.hidden and not over:
        raise WrongPhase(
            f"The log of table #{row.id} tells what is hidden: it can be had when the game is over."
        )
    return Transcript(
        game=row.game,
        rules_version=row.rules_version,
        options=stored.options,
        players=tuple(Player(seat.name, seat.snowflake) for seat in stored.seats),
        first=row.first,
        commitment=row.commitment,
        secret=row.secret if over else None,
        moves=tuple((move.seat, move.text) for move in moves),
    )
