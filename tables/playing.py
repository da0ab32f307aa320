"""What happens at a table in the course of its game: moves, and seats given to the caretaker.

Pure functions from a record to the next; each raises a named error with a sentence for the person.
Each leaves the game where a person may act, or at its end: nature and the caretaker have moved.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from engine.core import Seat as SeatNo
from engine.errors import NotYourTurn
from engine.fairness import HmacSource, table_key
from tables.errors import AlreadySeated, NotSeated, NotSilent, StaleClick, WrongPhase
from tables.lobby import hand_on, require_open, require_seat
from tables.model import Person, Status
from tables.play import Play, Unfolding, awaited, begin
from tables.record import Record, ended, write_waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.store import SeatRow

SILENCE: Final = 120
"""Seconds after which the others may give a silent player's seat to the caretaker."""


class Absent(Exception):
    """The person's seat is with the caretaker: it has to be taken back before a move."""


def start(record: Record, first: SeatNo | None, now: float) -> Record:
    """The game begins; who may start it has been asked before."""
    version = record.game.info.rules_version
    row = replace(
        record.row,
        status=str(Status.PLAYING),
        rules_version=version,
        first=first,
        called="",
        started_at=now,
        changed_at=now,
    )
    play = begin(record.game, len(record.seats), record.options, first)
    begun = replace(record, row=row, play=play)
    return _carry_on(begun, Unfolding(record.game, play), now)


def act(record: Record, person: Person, seq: int, text: str, now: float) -> Record:
    """A person's move, made on a board that was drawn for `seq`."""
    seat = require_seat(record, person)
    play = _require_game(record)
    if seat.caretaker:
        raise Absent
    if seat.seat not in record.to_act:
        raise NotYourTurn(whose_turn([record.seats[seat].name for seat in record.awaited]))
    if not play.fresh[seat.seat] <= seq <= play.seq:
        raise StaleClick("The game has gone on since this board was drawn.")
    unfolding = Unfolding(record.game, play)
    unfolding.push(seat.seat, record.game.parse(text), now)
    if seat.name != person.name:
        record = _with_seat(record, replace(seat, name=person.name))
    return _carry_on(record, unfolding, now)


def leave(record: Record, person: Person, now: float) -> Record:
    """The person leaves for the caretaker; the game is abandoned with the last one."""
    seat = require_seat(record, person)
    play = _require_game(record)
    if seat.departed:
        raise NotSeated("You have left this table already.")
    after = _with_seat(record, replace(seat, caretaker=True, departed=True))
    present = [other for other in after.seats if not other.caretaker]
    after = hand_on(after, seat, present, now)
    if not present:
        return ended(after, Status.ABANDONED, now)
    return _carry_on(after, Unfolding(record.game, play), now)


def hand_over(record: Record, by: Person, seat: SeatNo, now: float) -> Record:
    """One who sits here gives the seat of a silent other to the caretaker."""
    own = require_seat(record, by)
    play = _require_game(record)
    if own.caretaker:
        raise NotSeated("The caretaker plays for you: take your own seat back first.")
    if own.seat == seat or not 0 <= seat < len(record.seats):
        raise NotSilent("This is for the seat of another player who keeps silent.")
    _require_silence(record, record.seats[seat], now)
    after = _with_seat(record, replace(record.seats[seat], caretaker=True))
    return _carry_on(after, Unfolding(record.game, play), now)


def take_back(record: Record, person: Person, now: float) -> Record:
    """The owner of a seat plays again."""
    seat = require_seat(record, person)
    play = _require_game(record)
    if not seat.caretaker:
        raise AlreadySeated("Your seat is yours: nobody plays for you.")
    back = replace(seat, caretaker=False, departed=False, name=person.name)
    after = _with_seat(record, back)
    return _carry_on(after, Unfolding(record.game, play), now)


def whose_turn(names: Sequence[str]) -> str:
    """A sentence that names who is to act."""
    if not names:
        return "It is nobody's turn just now."
    if len(names) == 1:
        return f"It is {names[0]}'s turn."
    return f"It is the turn of {', '.join(names[:-1])} and {names[-1]}."


def _require_game(record: Record) -> Play:
    require_open(record)
    if record.play is None:
        raise WrongPhase("The game has not begun yet.")
    return record.play


def _require_silence(record: Record, seat: SeatRow, now: float) -> None:
    if seat.caretaker:
        raise NotSilent(f"The caretaker plays for {seat.name} already.")
    since = record.waiting.get(seat.seat)
    if since is None:
        raise NotSilent(f"Nobody waits for {seat.name} just now.")
    if (left := since + SILENCE - now) > 0:
        raise NotSilent(f"{seat.name} may think for another {left:.0f} seconds.")


def _with_seat(record: Record, seat: SeatRow) -> Record:
    seats = (*record.seats[: seat.seat], seat, *record.seats[seat.seat + 1 :])
    return replace(record, seats=seats)


def _carry_on(record: Record, unfolding: Unfolding, now: float) -> Record:
    """Let nature and the caretaker move, and note what follows for the seats and the table."""
    unfolding.advance(partial(_source, record), record.caretakers, now)
    play = unfolding.play()
    outcome = record.game.outcome(play.state)
    if outcome is None:
        waiting = write_waiting(_waiting(record, play, now))
        row = replace(record.row, changed_at=now, waiting=waiting)
        return replace(record, row=row, play=play)
    scored = tuple(
        replace(seat, score=outcome.scores[seat.seat], place=outcome.places[seat.seat])
        for seat in record.seats
    )
    return ended(replace(record, play=play, seats=scored), Status.FINISHED, now)


def _source(record: Record, seq: int) -> HmacSource:
    """The randomness of one move."""
    secret = bytes.fromhex(record.row.secret)
    return HmacSource(table_key(secret, [seat.snowflake for seat in record.seats]), seq)


def _waiting(record: Record, play: Play, now: float) -> dict[SeatNo, float]:
    """Whom the table waits for when it has come to `play`, and since when.

    That is since a turn that goes on from the record's play, or now.
    """
    before = record.play.known if record.play else (0,) * len(record.seats)
    waiting = record.waiting

    def since(seat: SeatNo) -> float:
        goes_on = seat in waiting and play.fresh[seat] <= before[seat]
        return waiting[seat] if goes_on else now

    return {seat: since(seat) for seat in awaited(record.game, play.state, record.caretakers)}
