"""Acts during a game: moves, absences, and seats that the caretaker takes over.

After its own change, an act also makes the moves that need no click: moves of nature and of the
caretaker, and forced moves. Then a person or a computer has to choose a move, or the game is over.

A stated absence stops a person's clock, if the table allows it. There is no timer. The seat stores
the end of the absence, and the start of the person's turn (`waiting`) moves later by the length of
the absence. Therefore code that compares `waiting` with the clock can ignore absences.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.core import N_, Match, RuleError
from tables.model.errors import (
    AlreadySeated,
    DoubleTap,
    NotIdle,
    NotSeated,
    NotYours,
    SeatBack,
    StaleClick,
    WrongPhase,
    not_your_turn,
)
from tables.model.progress import (
    PRESS,
    SAME_PRESS,
    Progress,
    advance,
    begin,
    push,
    waiting_on,
)
from tables.model.table import Gone, Person, Status, Table, number_board
from tables.model.time_control import IDLE_AFTER, MISSES
from tables.play.computers import play_for_absent
from tables.play.heartbeat import move_time
from tables.storage.act import Act, Answer, Refused, end, require_open, require_seat
from tables.storage.finished import dice_of, hash_start

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.core import Seat
    from tables.model.progress import Choose
    from tables.model.table import SeatedPlayer
    from tables.play.computers import Question
    from tables.storage.act import Moment

LONGEST: Final = 14 * 86_400
"""Longest total absence of a player at one table, in seconds."""

TOGETHER: Final = N_("The players who were still there have ended this game early.")


@dataclass(frozen=True, slots=True)
class SetAbsence(Act):
    """Stores that a person is away until a time in Unix seconds; raises NotSeated.

    All absences of a person at a table last at most `LONGEST` together. A time that is not in the
    future ends the absence. In a game whose clock is not slow, nothing changes. A lobby stores the
    absence anyway, because its time control may still change.
    """

    person: Person
    until: float

    def apply(self, stored: Table, at: Moment) -> Table:
        seat = require_seat(stored, self.person)
        slow = stored.time_control.slow or stored.status is Status.LOBBY
        if stored.status.over or not slow:
            return stored
        before = max(seat.absent_until, at.now)
        by = min(max(self.until, at.now) - before, LONGEST - seat.absent_total)
        if by == 0:
            return stored
        later = {**stored.waiting}
        if seat.seat in later:
            later[seat.seat] += by
        after = replace(seat, absent_until=before + by, absent_total=seat.absent_total + by)
        moved = stored.changed(at.now, waiting=later)
        return moved.with_seat(after)


def start(stored: Table, first: Seat | None, now: float) -> Table:
    """Begin the game; `seating.Start` checks who may do that."""
    settled = stored.with_columns(rules_version=stored.game.info.rules_version, first=first)
    if not stored.time_control.slow:
        seats = (replace(seat, absent_until=0.0, absent_total=0.0) for seat in stored.seats)
        settled = replace(settled, seats=tuple(seats))
    begun = settled.changed(
        now, status=Status.PLAYING, started_at=now, start_hash=hash_start(settled), sent_home=()
    )
    progress = begin(stored.game, len(stored.seats), stored.options, first)
    return carry_on(replace(begun, progress=progress), progress, now)


@dataclass(frozen=True, slots=True)
class Move(Act):
    """Makes a person's move.

    If the caretaker plays for the person, the person first gets the seat back, even if the move is
    refused.

    Attributes:
        person: the player.
        seq: the number on the buttons of the board; see `Table.drawn_for`.
        text: the move in the game's notation, or the moves of one press, joined by `PRESS`. If one
            of them is illegal, none is made.
        hasty: whether the press followed the person's previous one too soon to be meant.
    """

    person: Person
    seq: int
    text: str
    hasty: bool = False
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table | Refused:
        """Return the table after the move.

        Return `Refused` with SeatBack if the person gets the seat back from the caretaker, but the
        move is refused.

        Raises:
            NotSeated, WrongPhase, TableClosed: the person has no seat, or no game is running.
            NotYourTurn: it is somebody else's turn; the message names that player.
            StaleClick: the board shows an earlier state.
            MalformedMove, IllegalMove: the move is against the rules.
            DoubleTap: the press was hasty, and Undo could not take the move back.
        """
        seat = require_seat(stored, self.person)
        if not seat.caretaker:
            return self.play(stored, seat, at)
        back = TakeBack(self.person).apply(stored, at)
        try:
            return self.make(back, back.seats[seat.seat], at.now)
        except (RuleError, StaleClick) as error:
            return Refused(back, SeatBack("You have your seat back. {reason}", reason=error))

    def play(self, stored: Table, seat: SeatedPlayer, at: Moment) -> Table:
        """Return the table after the move of a person who plays; raises as `apply` does."""
        made = self.make(stored, seat, at.now)
        if self.hasty and not _may_undo(made, seat.seat):
            raise DoubleTap
        return _note_time(stored, made, seat.seat, at.aging)

    def make(self, stored: Table, seat: SeatedPlayer, now: float) -> Table:
        """Return the table after the move; for errors see `apply`."""
        progress = require_game(stored)
        if seat.seat not in stored.to_act:
            raise not_your_turn([stored.seats[seat].name for seat in stored.waiting_on])
        steps = self.seq - number_board(0, stored.undone)
        if not progress.valid_from[seat.seat] <= steps <= progress.seq:
            raise StaleClick("The game has gone on since this board was drawn.")
        try:
            first, *more = self.text.split(PRESS)
            progress = push(progress, seat.seat, stored.game.parse(first), now)
            for each in more:
                move = stored.game.parse(each)
                progress = push(progress, seat.seat, move, now, player=SAME_PRESS)
        except RuleError as error:
            error.game = stored.game.info.key
            raise
        playing_on = replace(seat, name=self.person.name, missed=0, ends=False)
        if playing_on != seat:
            stored = stored.with_seat(playing_on)
        return carry_on(stored, progress, now)


def _may_undo(made: Table, seat: Seat) -> bool:
    """Return whether the seat can take its latest move back; in some games, Undo is a move."""
    return bool(made.undoable) or any(str(m).startswith("undo") for m in made.moves(seat))


def _note_time(before: Table, after: Table, seat: Seat, now: float) -> Table:
    """Return `after`; if the seat's turn has ended, with the time that it took."""
    taken = before.time_taken(seat, now)
    if not taken or before.waiting.get(seat) == after.waiting.get(seat):
        return after
    return after.with_columns(turn_taken=taken)


@dataclass(frozen=True, slots=True)
class MoveComputer(Act):
    """Makes the move of a computer, or a forced one; raises StaleClick if the game has gone on.

    `move`: the computer's choice; None if it failed to choose.
    """

    question: Question
    move: Any

    def apply(self, stored: Table, at: Moment) -> Table:
        progress, question = require_game(stored), self.question
        asked = question.seq, question.known.seat, question.match.state
        if (progress.seq, stored.thinking, progress.state) != asked:
            raise StaleClick("The game has gone on since this question.")
        chosen, player = question.answer(self.move)
        made = push(progress, question.known.seat, chosen, at.now, player=player)
        return carry_on(stored, made, at.now)


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """Removes the moves of a person's latest press from the log.

    `number` is the number on the board. If the press ended a turn, the turn goes on with the time
    that was left.
    """

    person: Person
    number: int
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        """Return the table as it was before the press.

        In its progress, only the state and the seq are valid. `TableRepository.save` then replays
        the log to compute the rest.

        Raises:
            NotSeated: the person has no seat, or the caretaker plays for it.
            WrongPhase, TableClosed: no game is running.
            NotYours: another player made the press.
            StaleClick: the press has revealed something, somebody has moved since, the board shows
                an earlier state, or `MOST_UNDONE` is reached.
        """
        seat, table = require_seat(stored, self.person), stored
        progress = require_game(stored)
        _require_own(seat)
        if not table.undoable or self.number != table.drawn_for(seat.seat):
            raise StaleClick(
                "That cannot be undone: dice were rolled or cards drawn since then, or somebody "
                "has moved."
            )
        move = table.undoable[0]
        if move.seat != seat.seat:
            raise NotYours("Only {name} can undo that.", name=stored.seats[move.seat].name)
        kept = tuple(each for each in progress.recent if each.seq < move.seq)
        match = Match.at(stored.game, move.before)
        before = replace(progress, match=match, seq=move.seq, recent=kept)
        turns = waiting_on(match, stored.absent)
        taken = stored.turn_taken
        began = max(at.now, seat.absent_until) - taken
        waiting = {each: stored.waiting.get(each, began) for each in turns}
        undone = {"undone": stored.undone + 1, "undone_by": seat.seat, "waiting": waiting}
        return stored.changed(at.now, **undone, progress=before, turn_taken=0.0)


@dataclass(frozen=True, slots=True)
class HandOver(Act):
    """Gives the seat of an idle player to the caretaker at the request of another player."""

    by: Person
    seat: Seat
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        """Return the table with the seat given to the caretaker.

        Raises:
            NotSeated: `by` has no seat, or the caretaker plays for it.
            WrongPhase, TableClosed: no game is running.
            NotIdle: the seat cannot be handed over, or not yet; the message says why.
        """
        own = require_seat(stored, self.by)
        progress = require_game(stored)
        _require_own(own)
        if own.seat == self.seat or not 0 <= self.seat < len(stored.seats):
            raise NotIdle("This is for the seat of another player, who has been idle for a while.")
        idle = stored.seats[self.seat]
        _require_idle(stored, idle, at.aging)
        given = replace(idle, caretaker=stored.next_to_leave)
        return end_together(carry_on(stored.with_seat(given), progress, at.aging), at.aging)


@dataclass(frozen=True, slots=True)
class TakeOver(Act):
    """Gives a seat to the caretaker, because its owner cannot play.

    Nothing changes if the game does not wait for the seat, or if no other person still plays. If
    the owner is the opener of the table, another player becomes the opener.
    """

    seat: Seat
    gone: Gone

    def apply(self, stored: Table, at: Moment) -> Table:
        seat = stored.seats[self.seat]
        others = [each for each in stored.present if each is not seat]
        if self.seat not in stored.waiting_on or not others:
            return stored
        progress = require_game(stored)
        absent = replace(seat, caretaker=stored.next_to_leave, gone=self.gone)
        after = hand_on(stored.with_seat(absent), absent, others, at.now)
        return end_together(carry_on(after, progress, at.now), at.now)


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """Gives a seat back from the caretaker to its owner, and ends the owner's absence."""

    person: Person
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        seat = require_seat(stored, self.person)
        progress = require_game(stored)
        if not seat.caretaker and seat.absent_until <= at.now:
            raise AlreadySeated("Your seat is yours: nobody plays for you.")
        stored = SetAbsence(self.person, at.now).apply(stored, at)
        seat = stored.seats[seat.seat]
        if len(stored.present) < 2:  # no clock ran for a lone person, so clocks begin now
            stored = stored.with_columns(waiting={})
        here = {"name": self.person.name, "missed": 0, "ends": False, "gone": ""}
        back = replace(seat, caretaker=0, departed=False, **here)
        return carry_on(stored.with_seat(back), progress, at.now)


@dataclass(frozen=True, slots=True)
class MoveLate(Act):
    """Makes one turn for each player who is out of time.

    After `MISSES` missed turns in a row, the caretaker keeps the seat until its owner is back.
    """

    def apply(self, stored: Table, at: Moment) -> Table:
        for seat in stored.late(at.aging):
            if seat in stored.waiting_on and not stored.status.over:
                stored = _miss_turn(stored, stored.seats[seat], at.aging)
        return stored


def _miss_turn(stored: Table, late: SeatedPlayer, now: float) -> Table:
    """Let the caretaker make this turn; after `MISSES` missed turns in a row, it keeps the seat."""
    progress = require_game(stored)
    missed = late.missed + 1
    row = replace(late, missed=missed)
    if missed >= MISSES:
        row = replace(row, caretaker=stored.next_to_leave)
    after = stored.with_seat(row)
    while late.seat in waiting_on(progress.match, after.absent):
        move, player = play_for_absent(after, progress.match, late.seat, progress.seq)
        progress = push(progress, late.seat, move, now, by_caretaker=True, player=player)
        progress = advance(progress, partial(dice_of, after), _choosers(after), now)
    return end_together(carry_on(after, progress, now), now)


@dataclass(frozen=True, slots=True)
class StopClock(Act):
    """Stops the clocks, because the bot may not write where the game is played."""

    def apply(self, stored: Table, at: Moment) -> Table:
        if stored.status is not Status.PLAYING or stored.unwritable_since:
            return stored
        return stored.with_columns(unwritable_since=at.aging)


@dataclass(frozen=True, slots=True)
class ResumeClock(Act):
    """Restarts the clocks; the time in which the bot could not write does not count."""

    def apply(self, stored: Table, at: Moment) -> Table:
        since = stored.unwritable_since
        if stored.status is not Status.PLAYING or not since:
            return stored
        waiting = {
            seat: move_time(time, since, at.aging, stored.seats[seat].absent_until)
            for seat, time in stored.waiting.items()
        }
        return stored.with_columns(
            unwritable_since=0.0,
            waiting=waiting,
            changed_at=move_time(stored.changed_at, since, at.aging),
        )


def require_game(stored: Table) -> Progress:
    """Return the running game; raises WrongPhase or TableClosed if there is none."""
    if stored.status is Status.PLAYING and stored.progress is not None:
        return stored.progress
    require_open(stored)
    raise WrongPhase("The game has not begun yet.")


def hand_on(
    stored: Table, leaver: SeatedPlayer, others: Sequence[SeatedPlayer], now: float
) -> Table:
    """If the leaver is the opener, appoint the next of `others` in the order of play as opener."""
    if leaver.person_id != stored.opener_id or not others:
        return stored.changed(now)
    heir = next((seat for seat in others if seat.seat > leaver.seat), others[0])
    heired = {"opener_id": heir.person_id, "opener_name": heir.name}
    return stored.changed(now, **heired, recalled=False, ducks=0)


def _require_own(seat: SeatedPlayer) -> None:
    if seat.caretaker:
        raise NotSeated("A duck plays for you: press I'm back first.")


def _require_idle(stored: Table, seat: SeatedPlayer, now: float) -> None:
    if seat.caretaker:
        raise NotIdle("A duck already plays for: {name}", name=seat.name)
    if stored.unwritable_since:
        raise NotIdle("Nobody has to act while the bot may not write where the game is played.")
    if seat.absent_until > now:
        raise NotIdle(
            "{name} has announced an absence. The clock stands still until it ends.", name=seat.name
        )
    since = stored.waiting.get(seat.seat)
    if since is None:
        raise NotIdle("The game is not waiting just now for: {name}", name=seat.name)
    if stored.time_control.budget is not None and not seat.missed:
        raise NotIdle("A duck moves when the clock has run out for: {name}", name=seat.name)
    if (left := since + IDLE_AFTER - now) > 0:
        raise NotIdle("{name} may think for another {left} s.", name=seat.name, left=round(left))


def carry_on(stored: Table, progress: Progress, now: float) -> Table:
    """Make the moves that need no click, and update the seats, the clocks and the phase."""
    dice, hidden = partial(dice_of, stored), stored.game.info.hidden
    hand = stored.open_hand if hidden else None
    progress = advance(progress, dice, _choosers(stored), now, hand)
    outcome = progress.match.outcome
    if outcome is None:
        waiting = _waiting(stored, progress, now)
        return stored.changed(
            now, progress=progress, waiting=waiting, undone_by=None, turn_taken=0.0
        )
    scored = tuple(
        replace(seat, score=outcome.scores[seat.seat], place=outcome.places[seat.seat])
        for seat in stored.seats
    )
    return end(replace(stored, progress=progress, seats=scored), Status.FINISHED, now)


def end_together(stored: Table, now: float) -> Table:
    """Cancel the game, which then counts for nobody, if all who still play agree to that."""
    if not stored.deciding or stored.agreeing < len(stored.deciding):
        return stored
    return end(stored, Status.CANCELLED, now, TOGETHER)


def _choosers(stored: Table) -> Mapping[Seat, Choose | None]:
    """Return the argument `absent` of `advance`."""
    choose = partial(play_for_absent, stored)
    absent: dict[Seat, Choose | None] = {}
    for seat in stored.absent:
        absent[seat] = None if stored.seats[seat].level else choose
    return absent


def _waiting(stored: Table, progress: Progress, now: float) -> dict[Seat, float]:
    """Return `Table.waiting`: when the wait for each seat began, in Unix seconds.

    A turn that began before the latest moves keeps its start. A new turn begins now, or when its
    player's absence ends.
    """
    before = stored.progress.steps_seen if stored.progress else (0,) * len(stored.seats)
    waiting: dict[Seat, float] = {}
    for seat in waiting_on(progress.match, stored.absent):
        began = stored.waiting.get(seat)
        if began is None or progress.valid_from[seat] > before[seat]:
            began = max(now, stored.seats[seat].absent_until)
        waiting[seat] = began
    return waiting
