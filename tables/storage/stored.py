"""A table as this package works on it: its rows, its rules and its game, in one frozen value.

The acts in `tables.play` make the next `StoredTable` of one.
`tables.storage.repository` reads and writes it. Unlike a `Table` it holds the secret before the
end.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from propcache.api import cached_property

from db.values import read_called, read_object, read_waiting
from engine.core import CHANCE
from engine.proof.fairness import Contribution, source_of, table_key
from players.core import Level
from tables.model.pace import Pace
from tables.model.progress import count_turns, next_absent, waiting_on
from tables.model.table import Gone, Person, SeatedPlayer, Status, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from db.store import ContributionRow, SeatRow, TableRow
    from engine.core import AnyGame, Seat
    from engine.proof.fairness import HmacSource
    from tables.model.progress import Progress

KEPT: Final = 256
"""Of how many tables it is remembered what their dice follow from."""


@dataclass(frozen=True)
class StoredTable:
    """The rows of a table, and what they mean.

    Attributes:
        row: the row of the table.
        seats: the rows of its seats, in the order of play.
        game: the rules.
        options: by option key, as they were settled; an option that came later is missing.
        progress: the game so far; None in the lobby, and where the log cannot be replayed.
        contributions: the rows of what is mixed into the dice, in order.
        damaged: whether a row held what it cannot; see `tables.storage.damage`.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    game: AnyGame
    options: Mapping[str, str]
    progress: Progress | None
    contributions: tuple[ContributionRow, ...] = ()
    damaged: bool = False

    @cached_property
    def status(self) -> Status:
        """The phase of the table's life."""
        return Status(self.row.status)

    @property
    def broken(self) -> bool:
        """Whether it is live and cannot go on: what is kept of it cannot be read."""
        lost = self.progress is None and self.status is Status.PLAYING
        return not self.status.over and (self.damaged or lost)

    @cached_property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats of players that may move now."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return tuple(seat for seat in self.progress.match.to_act if seat != CHANCE)

    @cached_property
    def waiting_on(self) -> tuple[Seat, ...]:
        """The seats of people without whom the game does not go on."""
        if self.progress is None or self.status is not Status.PLAYING:
            return ()
        return waiting_on(self.progress.match, self.absent)

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats at which people sit, also those who are away."""
        return tuple(seat for seat in self.seats if not seat.level)

    @cached_property
    def present(self) -> tuple[SeatRow, ...]:
        """The seats of the people who play themselves."""
        return tuple(seat for seat in self.people if not seat.caretaker)

    @cached_property
    def absent(self) -> frozenset[Seat]:
        """The seats that the caretaker or a computer plays."""
        return frozenset(seat.seat for seat in self.seats if seat.caretaker or seat.level)

    @cached_property
    def thinking(self) -> Seat | None:
        """The seat of the computer that moves next; None where none is to move now."""
        if self.progress is None or self.status is not Status.PLAYING:
            return None
        return next_absent(self.progress.match, self.absent)

    @cached_property
    def waiting(self) -> dict[Seat, float]:
        """The seats that the game waits for, and since when, in Unix seconds."""
        return read_waiting(self.row.waiting)

    @cached_property
    def pace(self) -> Pace:
        """How much time a turn has."""
        return Pace(self.row.pace)

    @property
    def pauses(self) -> bool:
        """Whether the clock stands still for who has said to be away."""
        return bool(self.row.pauses) and self.pace.slow

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock: the game is on, and more than one person plays."""
        on = self.status is Status.PLAYING and len(self.present) > 1
        return self.pace.budget is not None and on

    def turn_taken(self, seat: Seat, now: float) -> float:
        """Return how many seconds of its clock a seat's turn has taken until now.

        Of a clock that stands still, as the bot may not write or the person has said to be away, it
        counts what had passed before.
        """
        since = self.waiting.get(seat)
        if since is None or not self.has_clock:
            return 0.0
        return max(0.0, max(self.row.unwritable_since or now, self.seats[seat].away_until) - since)

    def beyond(self, taken: float) -> float:
        """Return how many seconds of a turn the bank has to pay for."""
        return max(0.0, taken - (self.pace.budget or taken))

    def late(self, now: float) -> tuple[Seat, ...]:
        """Return the seats whose time and bank have run out."""
        budget = self.pace.budget
        if budget is None or self.row.unwritable_since or not self.has_clock:
            return ()
        left = {seat.seat: budget + self.pace.bank - seat.overtime for seat in self.seats}
        return tuple(seat for seat, since in self.waiting.items() if since + left[seat] <= now)

    def holding_up(self, there: Collection[Seat] = ()) -> tuple[Seat, ...]:
        """Return the people whose absence holds the game up, once anybody has made a move.

        For them the caretaker plays, or the game waits; they are not among those who are `there`.
        """
        held = (s.seat for s in self.people if s.caretaker or s.seat in self.waiting_on)
        begun = self.progress is not None and self.progress.chose
        return tuple(seat for seat in held if seat not in there) if begun else ()

    @property
    def goes_on_alone(self) -> bool:
        """Whether its game is played to the end, and one person can begin the next at once."""
        over = self.status is Status.FINISHED and self.row.daily is None
        return over and len(self.people) == 1

    @cached_property
    def mixed_in(self) -> tuple[tuple[int, Contribution], ...]:
        """What is mixed into the dice, in order, each with the id of its person."""
        return _read_contributions(self.contributions)

    @cached_property
    def key(self) -> bytes:
        """The key of the table's randomness, but for a daily's first throw."""
        return _make_key(self.row.secret, self.mixed_in)

    def source_of(self, seq: int) -> HmacSource:
        """Return the randomness of a move of nature."""
        return source_of(self.key, seq, self.row.daily or "")

    def seat_of(self, person_id: int) -> SeatRow | None:
        """Return the seat of a person; None for a spectator."""
        return next((seat for seat in self.seats if seat.person_id == person_id), None)

    def changed(self, now: float, **columns: Any) -> StoredTable:  # noqa: ANN401 - columns of all types
        """Return the table with other values in these columns of its row, changed now."""
        return replace(self, row=self.row._replace(changed_at=now, **columns))

    def with_columns(self, **columns: Any) -> StoredTable:  # noqa: ANN401 - columns of all types
        """Return the table with these columns, itself where they are the same; nobody acted."""
        row = self.row._replace(**columns)
        return self if row == self.row else replace(self, row=row)

    @cached_property
    def table(self) -> Table:
        """The snapshot for other packages; it has the secret only after the end."""
        row, progress, waiting = self.row, self.progress, self.waiting
        called = read_called(row.called)
        return Table(
            id=row.id,
            game=self.game,
            options=_complete(self.game, row.options),
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            revision=row.revision,
            message_id=row.message_id,
            call_id=row.call_id,
            notified=tuple(called),
            reminded=tuple(seat for seat, again in called.items() if again),
            opener=Person(row.opener_id, row.opener_name),
            seats=tuple(_snapshot(seat, waiting.get(seat.seat)) for seat in self.seats),
            status=self.status,
            seq=progress.seq if progress else 0,
            steps_seen=progress.steps_seen if progress else (),
            turns=count_turns(progress, self.waiting_on) if progress else (),
            waiting_on=self.waiting_on,
            thinking=self.thinking,
            state=progress.state if progress else None,
            recent=progress.recent if progress else (),
            commitment=row.commitment,
            secret=row.secret if self.status.over else None,
            first=row.first,
            rematch_of=row.rematch_of,
            reason=row.reason,
            opened_at=row.opened_at,
            changed_at=row.changed_at,
            contributions=self.mixed_in,
            start_hash=row.start_hash,
            last_hash=row.last_hash,
            odds=bool(row.odds),
            pace=self.pace,
            pauses=self.pauses,
            threaded=bool(row.threaded),
            thread_id=row.thread_id,
            stopped=bool(row.unwritable_since),
            guest=row.guest,
            resettled=tuple(row.resettled.split()),
            undone=row.undone,
            undone_by=row.undone_by,
            daily=row.daily,
            forfeited=bool(row.forfeited),
        )


@lru_cache(KEPT)
def _complete(game: AnyGame, options: str) -> Mapping[str, str]:
    """Return the options of a row, with defaults for those that came later."""
    return {**game.options({}), **read_object(options)}


@lru_cache(KEPT)
def _read_contributions(rows: tuple[ContributionRow, ...]) -> tuple[tuple[int, Contribution], ...]:
    """Return what is mixed into the dice: the same with every move of a game."""
    return tuple((row.person_id, Contribution(row.kind, row.snowflake, row.digest)) for row in rows)


@lru_cache(KEPT)
def _make_key(secret: str, mixed_in: tuple[tuple[int, Contribution], ...]) -> bytes:
    return table_key(bytes.fromhex(secret), (each for _, each in mixed_in))


@lru_cache(4 * KEPT)
def _snapshot(seat: SeatRow, waiting_since: float | None) -> SeatedPlayer:
    return SeatedPlayer(
        person=Person(seat.person_id, seat.name),
        caretaker=seat.caretaker,
        departed=seat.departed,
        waiting_since=waiting_since,
        score=seat.score,
        place=seat.place,
        level=Level(seat.level) if seat.level else None,
        agrees=seat.agrees,
        hints=seat.hints,
        missed=seat.missed,
        away_until=seat.away_until,
        ends=seat.ends,
        gone=Gone(seat.gone) if seat.gone else None,
        overtime=seat.overtime,
        standing_order=seat.standing_order,
    )


def write_options(options: Mapping[str, str]) -> str:
    """Return the text of the options for the table's row."""
    return json.dumps(dict(options), separators=(",", ":"))


def end(stored: StoredTable, status: Status, now: float, reason: str | None = None) -> StoredTable:
    """Return the table with one of the final phases, waiting for nobody, without orders."""
    free = tuple(s._replace(standing_order="") if s.standing_order else s for s in stored.seats)
    over = replace(stored, seats=free)
    return over.changed(now, status=str(status), ended_at=now, reason=reason, waiting="")


def break_off(
    stored: StoredTable,
    status: Status,
    now: float,
    losers: Collection[Seat],
    reason: str | None = None,
) -> StoredTable:
    """End a running game that these seats have lost; without losers it counts for nobody.

    They come last, as whoever has left does. The others have the places that the rules tell now.
    """
    over = end(stored, status, now, reason)
    if stored.progress is None or stored.row.daily is not None or not losers:
        return over
    places = stored.game.standing(stored.progress.state, len(stored.seats))
    seats = (
        seat._replace(place=places[seat.seat], departed=seat.departed or seat.seat in losers)
        for seat in over.seats
    )
    return replace(over.with_columns(forfeited=True), seats=tuple(seats))
