"""A table as the service works on it: its rows, its rules and its game, in one frozen value.

The use cases in `tables.lobby` and `tables.playing` are pure functions from a `StoredTable` to the next;
`tables.repository` reads and writes them. Unlike a `Table`, a stored holds the secret before the end.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core import CHANCE
from tables.model import Person, Seat, Status, Table
from tables.runner import waiting_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from db.store import SeatRow, TableRow
    from engine.core import Seat as SeatNo
    from tables.runner import AnyGame, Progress


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table's rows with what they mean.

    Attributes:
        row: of the table.
        seats: rows, in the order of play.
        game: the rules.
        options: complete, by option key.
        progress: the game so far; None in the lobby and where a log no longer folds.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    options: Mapping[str, str]
    progress: Progress | None

    @property
    def status(self) -> Status:
        """The phase of the table's life."""
        return Status(self.row.status)

    @property
    def to_act(self) -> tuple[SeatNo, ...]:
        """The players' seats that may move now."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.game.to_act(self.progress.state) if seat != CHANCE)

    @property
    def waiting_on(self) -> tuple[SeatNo, ...]:
        """The seats of people without whom the game does not go on."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return waiting_on(self.game, self.progress.state, self.caretakers)

    @property
    def caretakers(self) -> frozenset[SeatNo]:
        """The seats that the caretaker plays."""
        return frozenset(seat.seat for seat in self.seats if seat.caretaker)

    @property
    def waiting(self) -> dict[SeatNo, float]:
        """The seats that are waited for, with the Unix seconds since when."""
        return read_waiting(self.row.waiting)

    def seat_of(self, person_id: int) -> SeatRow | None:
        """A person's seat; None for a spectator."""
        return next((seat for seat in self.seats if seat.person_id == person_id), None)

    def changed(self, now: float, **columns: Any) -> StoredTable:  # noqa: ANN401 - columns of all types
        """With other values in the table's row, changed now."""
        return replace(self, row=replace(self.row, changed_at=now, **columns))

    def table(self) -> Table:
        """The snapshot that is handed out; the secret only once the table is over."""
        row, progress, waiting = self.row, self.progress, self.waiting
        return Table(
            id=row.id,
            game=self.game,
            options=self.options,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            message_id=row.message_id,
            notified=tuple(int(seat) for seat in row.called.split()),
            opener=Person(row.opener_id, row.opener_name),
            seats=tuple(_snapshot(seat, waiting.get(seat.seat)) for seat in self.seats),
            status=self.status,
            seq=progress.seq if progress else 0,
            steps_seen=progress.steps_seen if progress else (),
            waiting_on=self.waiting_on,
            state=progress.state if progress else None,
            recent=progress.recent if progress else (),
            commitment=row.commitment,
            secret=row.secret if self.status.over else None,
            first=row.first,
            rematch_of=row.rematch_of,
            reason=row.reason,
            opened_at=row.opened_at,
            changed_at=row.changed_at,
        )


def _snapshot(seat: SeatRow, waiting_since: float | None) -> Seat:
    return Seat(
        person=Person(seat.person_id, seat.name),
        snowflake=seat.snowflake,
        caretaker=seat.caretaker,
        departed=seat.departed,
        waiting_since=waiting_since,
        score=seat.score,
        place=seat.place,
    )


def read_waiting(text: str) -> dict[SeatNo, float]:
    """Since when each seat is waited for, as the table's row holds it."""
    pairs = (pair.split(":") for pair in text.split())
    return {int(seat): float(since) for seat, since in pairs}


def write_waiting(waiting: Mapping[SeatNo, float]) -> str:
    """Since when each seat is waited for, as the table's row holds it."""
    return " ".join(f"{seat}:{since!r}" for seat, since in waiting.items())


def read_options(text: str) -> dict[str, str]:
    """The options as the table's row holds them."""
    return dict(json.loads(text))


def write_options(options: Mapping[str, str]) -> str:
    """The options as the table's row holds them."""
    return json.dumps(dict(options), separators=(",", ":"))


def ended(
    stored: StoredTable, status: Status, now: float, reason: str | None = None
) -> StoredTable:
    """The table after its end: nobody is waited for."""
    return stored.changed(now, status=str(status), ended_at=now, reason=reason, waiting="")
