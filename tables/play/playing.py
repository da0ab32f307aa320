"""What happens at a table during its game: moves, and seats that the caretaker takes over.

Each function is pure: it takes a `StoredTable` and returns the next one. It raises a named error
with a sentence for the person. After each of them a person may choose or the game is over: nature
and the caretaker have moved, and so has who had no choice. Or a computer is to choose.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from db.values import write_waiting
from engine.core import Match
from engine.errors import NotYourTurn
from players import can_hint
from tables.model.daily import is_closed
from tables.model.errors import (
    AlreadySeated,
    NoHint,
    NotSeated,
    NotSilent,
    NotYours,
    StaleClick,
    WrongPhase,
    whose_turn,
)
from tables.model.pace import MISSES, SILENCE
from tables.model.progress import (
    PRESS,
    SAME_PRESS,
    STANDING_ORDER,
    Progress,
    advance,
    begin,
    push,
    waiting_on,
)
from tables.model.table import Gone, Person, Status, number_board
from tables.play.absence import ask_anew, set_absence
from tables.play.computers import play_for_absent
from tables.play.heartbeat import move_time
from tables.play.lobby import hand_on, require_open, require_seat
from tables.play.orders import choose_ordered, find_ordered, require_order
from tables.storage.proof import hash_start
from tables.storage.stored import StoredTable, break_off, end

if TYPE_CHECKING:
    from db.stores.tables import SeatRow
    from engine.core import Seat
    from tables.play.computers import Question


def start(stored: StoredTable, first: Seat | None, now: float) -> StoredTable:
    """Begin the game; `lobby.require_start` says who may do that."""
    settled = stored.with_columns(rules_version=stored.game.info.rules_version, first=first)
    if not stored.pauses:
        seats = (seat._replace(away_until=0.0, away_total=0.0) for seat in stored.seats)
        settled = replace(settled, seats=tuple(seats))
    begun = settled.changed(
        now, status=str(Status.PLAYING), started_at=now, start_hash=hash_start(settled)
    )
    progress = begin(stored.game, len(stored.seats), stored.options, first)
    begun = replace(begun, progress=progress)
    return _carry_on(begun, progress, now)


def act(stored: StoredTable, person: Person, seq: int, text: str, now: float) -> StoredTable:
    """Make a person's move, clicked on a board whose buttons carry `seq`.

    A press may hold several moves: all are made, or none where the rules refuse one.
    """
    seat = require_seat(stored, person)
    progress = _require_game(stored)
    if stored.row.daily is not None and is_closed(stored.row.daily, now):
        raise WrongPhase("The day of this daily is closed, so it counts no more.")
    if seat.seat not in stored.to_act:
        raise NotYourTurn(whose_turn([stored.seats[seat].name for seat in stored.waiting_on]))
    steps = seq - number_board(0, stored.row.undone)
    if not progress.valid_from[seat.seat] <= steps <= progress.seq:
        raise StaleClick("The game has gone on since this board was drawn.")
    first, *more = text.split(PRESS)
    progress = push(progress, seat.seat, stored.game.parse(first), now)
    for each in more:
        move = stored.game.parse(each)
        progress = push(progress, seat.seat, move, now, player=SAME_PRESS)
    playing_on = seat._replace(name=person.name, missed=0, ends=False)
    if playing_on != seat:
        stored = _with_seat(stored, playing_on)
    return _carry_on(stored, progress, now)


def spend_bank(before: StoredTable, after: StoredTable, person: Person, now: float) -> StoredTable:
    """Return `after`; where the person's turn of `before` is over, the bank has paid for it."""
    seat = require_seat(before, person)
    taken = before.turn_taken(seat.seat, now)
    if not taken or before.waiting.get(seat.seat) == after.waiting.get(seat.seat):
        return after
    overtime = min(before.pace.bank, seat.overtime + before.beyond(taken))
    paid = _with_seat(after, after.seats[seat.seat]._replace(overtime=overtime))
    return paid.with_columns(turn_taken=taken)


def answer(stored: StoredTable, question: Question, move: Any, now: float) -> StoredTable:  # noqa: ANN401 - a game's move
    """Make the move of a computer; `move` is what it has chosen, None where it could not choose."""
    progress = _require_game(stored)
    asked = question.seq, question.known.seat, question.match.state
    if (progress.seq, stored.thinking, progress.state) != asked:
        raise StaleClick("The game has gone on since this question.")
    chosen, player = question.answer(move)
    made = push(progress, question.known.seat, chosen, now, player=player)
    return _carry_on(stored, made, now)


def require_hint(stored: StoredTable, person: Person) -> SeatRow:
    """Return the seat of a person who may be shown a hint now."""
    seat = require_seat(stored, person)
    _require_game(stored)
    if not (can_hint(stored.row.game) and stored.table.gives_hints):
        raise NoHint("There are no hints at this table: not everybody agreed to them in the lobby.")
    if seat.seat not in stored.to_act:
        raise NotYourTurn(whose_turn([stored.seats[each].name for each in stored.to_act]))
    return seat


def count_hint(stored: StoredTable, person: Person) -> StoredTable:
    """Note that a person was shown a hint."""
    seat = require_seat(stored, person)
    return _with_seat(stored, seat._replace(hints=seat.hints + 1))


def undo(stored: StoredTable, person: Person, number: int, now: float) -> StoredTable:
    """Take the moves of a person's latest press out of the log; `number` is that of the board.

    A turn that it had ended goes on with the time that was left. The progress that is returned is
    only good for its state and its seq.
    """
    seat, table = require_seat(stored, person), stored.table
    progress = _require_game(stored)
    _require_own(seat)
    if not table.undoable or number != table.drawn_for(seat.seat):
        raise StaleClick("That stays: dice or cards have fallen since, or somebody has moved.")
    move = table.undoable[0]
    if move.seat != seat.seat:
        raise NotYours(f"Only {stored.seats[move.seat].name} can undo that.")
    kept = tuple(each for each in progress.recent if each.seq < move.seq)
    match = Match.at(stored.game, move.before)
    before = replace(progress, match=match, seq=move.seq, recent=kept)
    turns = waiting_on(match, stored.absent)
    taken = stored.row.turn_taken
    began = max(now, seat.away_until) - taken
    waiting = write_waiting({each: stored.waiting.get(each, began) for each in turns})
    given_back = seat._replace(overtime=max(0.0, seat.overtime - stored.beyond(taken)))
    undone = {"undone": stored.row.undone + 1, "undone_by": seat.seat, "waiting": waiting}
    after = replace(_with_seat(stored, given_back), progress=before)
    return after.changed(now, **undone, turn_taken=0.0)


def give_order(stored: StoredTable, person: Person, text: str, now: float) -> StoredTable:
    """Give a standing order, which acts at once where it can; without a text take it away."""
    seat = require_seat(stored, person)
    progress = _require_game(stored)
    _require_own(seat)
    require_order(stored, text)
    after = _with_seat(stored, seat._replace(standing_order=text, missed=0))
    return _carry_on(after, progress, now)


def leave(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Give the seat of a leaving person to the caretaker; without people, abandon the game.

    Whoever abandons it after a move has lost it.
    """
    seat = require_seat(stored, person)
    progress = _require_game(stored)
    if seat.departed:
        raise NotSeated("You have left this table already.")
    gone = seat._replace(caretaker=True, departed=True, standing_order="")
    after = _with_seat(stored, gone)
    after = hand_on(after, seat, after.present, now)
    if not after.present:
        return break_off(after, Status.ABANDONED, now, progress.chose & {seat.seat})
    return _carry_on(after, progress, now)


def hand_over(stored: StoredTable, by: Person, seat: Seat, now: float) -> StoredTable:
    """Give the seat of a silent player to the caretaker, when another player asks for it."""
    own = require_seat(stored, by)
    progress = _require_game(stored)
    _require_own(own)
    if own.seat == seat or not 0 <= seat < len(stored.seats):
        raise NotSilent("This is for the seat of another player who keeps silent.")
    _require_silence(stored, stored.seats[seat], now)
    after = _with_seat(stored, stored.seats[seat]._replace(caretaker=True))
    return _carry_on(after, progress, now)


def take_over(stored: StoredTable, seat: Seat, gone: Gone, now: float) -> StoredTable:
    """Give the seat of somebody who cannot play to the caretaker, where others play on.

    If that is the opener, another player becomes the opener.
    """
    others = [each for each in stored.present if each.seat != seat]
    if seat not in stored.waiting_on or not others:
        return stored
    progress = _require_game(stored)
    absent = stored.seats[seat]._replace(caretaker=True, gone=gone)
    after = hand_on(_with_seat(stored, absent), absent, others, now)
    return _carry_on(after, progress, now)


def move_late(stored: StoredTable, now: float) -> StoredTable:
    """Make the turns of those whose time and bank have run out.

    After three turns missed in a row the caretaker keeps the seat, until its owner is back.
    """
    for seat in stored.late(now):
        if seat in stored.waiting_on and not stored.status.over:
            stored = _miss_turn(stored, stored.seats[seat], now)
    return stored


def _miss_turn(stored: StoredTable, late: SeatRow, now: float) -> StoredTable:
    """Let the caretaker make one turn for a seat, or all from now on.

    Nothing is missed where a standing order has only let others go first.
    """
    progress = _require_game(stored)
    if (ordered := choose_ordered(stored, progress.match, late.seat)) is not None:
        progress = push(progress, late.seat, ordered, now, player=STANDING_ORDER)
        return _carry_on(stored, progress, now)
    missed = late.missed + 1
    row = late._replace(missed=missed, caretaker=missed >= MISSES, overtime=stored.pace.bank)
    after = _with_seat(stored, row)
    while late.seat in waiting_on(progress.match, after.absent):
        move, player = play_for_absent(after, progress.match, late.seat, progress.seq)
        progress = push(progress, late.seat, move, now, by_caretaker=True, player=player)
        progress = _advance(after, progress, now)
    return _carry_on(after, progress, now)


def stop_clock(stored: StoredTable, now: float) -> StoredTable:
    """Note that the bot may not write where the game is played: time counts for nobody then."""
    if stored.status is not Status.PLAYING or stored.row.unwritable_since:
        return stored
    return stored.with_columns(unwritable_since=now)


def resume_clock(stored: StoredTable, now: float) -> StoredTable:
    """Note that the bot may write again, and leave out the time in which it might not."""
    since = stored.row.unwritable_since
    if stored.status is not Status.PLAYING or not since:
        return stored
    waiting = {
        seat: move_time(time, since, now, stored.seats[seat].away_until)
        for seat, time in stored.waiting.items()
    }
    return stored.with_columns(
        unwritable_since=0.0,
        waiting=write_waiting(waiting),
        changed_at=move_time(stored.row.changed_at, since, now),
    )


def take_back(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Give a seat back from the caretaker to its owner, who is not away any more.

    Who has agreed to end the game without the owner has to do so again.
    """
    seat = require_seat(stored, person)
    progress = _require_game(stored)
    if not seat.caretaker and seat.away_until <= now:
        raise AlreadySeated("Your seat is yours: nobody plays for you.")
    stored = ask_anew(set_absence(stored, person, now, now))
    seat = stored.seats[seat.seat]
    if len(stored.present) < 2:  # no clock ran: it begins now
        stored = stored.with_columns(waiting="")
    back = seat._replace(caretaker=False, departed=False, name=person.name, missed=0, gone="")
    after = _with_seat(stored, back)
    return _carry_on(after, progress, now)


def _require_game(stored: StoredTable) -> Progress:
    require_open(stored)
    if stored.progress is None:
        raise WrongPhase("The game has not begun yet.")
    return stored.progress


def _require_own(seat: SeatRow) -> None:
    if seat.caretaker:
        raise NotSeated("A duck plays for you: press I'm back first.")


def _require_silence(stored: StoredTable, seat: SeatRow, now: float) -> None:
    if seat.caretaker:
        raise NotSilent(f"A duck plays for {seat.name} already.")
    if stored.row.unwritable_since:
        raise NotSilent("Nobody has to act while the bot may not write where the game is played.")
    if seat.away_until > now:
        raise NotSilent(f"{seat.name} has said to be away: the clock stands still until then.")
    since = stored.waiting.get(seat.seat)
    if since is None:
        raise NotSilent(f"Nobody waits for {seat.name} just now.")
    if stored.pace.budget is not None and not seat.missed:
        raise NotSilent(f"The clock runs for {seat.name}: a duck moves when it has run out.")
    if (left := since + SILENCE - now) > 0:
        raise NotSilent(f"{seat.name} may think for another {left:.0f} seconds.")


def _with_seat(stored: StoredTable, seat: SeatRow) -> StoredTable:
    seats = (*stored.seats[: seat.seat], seat, *stored.seats[seat.seat + 1 :])
    return replace(stored, seats=seats)


def _carry_on(stored: StoredTable, progress: Progress, now: float) -> StoredTable:
    """Make the moves that need no click, and write what follows into the seats and the table."""
    progress = _advance(stored, progress, now)
    outcome = progress.match.outcome
    if outcome is None:
        waiting = write_waiting(_waiting(stored, progress, now))
        row = stored.row._replace(changed_at=now, waiting=waiting, undone_by=None, turn_taken=0.0)
        return replace(stored, row=row, progress=progress)
    scored = tuple(
        seat._replace(score=outcome.scores[seat.seat], place=outcome.places[seat.seat])
        for seat in stored.seats
    )
    return end(replace(stored, progress=progress, seats=scored), Status.FINISHED, now)


def _advance(stored: StoredTable, progress: Progress, now: float) -> Progress:
    """Make the moves that need no click."""
    choose = partial(play_for_absent, stored)
    absent = {
        seat.seat: None if seat.level else choose
        for seat in stored.seats
        if seat.seat in stored.absent
    }
    ordered = partial(find_ordered, stored)
    return advance(progress, stored.source_of, absent, ordered, now)


def _waiting(stored: StoredTable, progress: Progress, now: float) -> dict[Seat, float]:
    """Return the seats that the game waits for after `progress`, and since when, in Unix seconds.

    A turn that began before these moves keeps its time. A new turn begins now, or when its player
    is back who has said to be away.
    """
    before = stored.progress.steps_seen if stored.progress else (0,) * len(stored.seats)
    waiting = stored.waiting

    def since(seat: Seat) -> float:
        same_turn = seat in waiting and progress.valid_from[seat] <= before[seat]
        return waiting[seat] if same_turn else max(now, stored.seats[seat].away_until)

    return {seat: since(seat) for seat in waiting_on(progress.match, stored.absent)}
