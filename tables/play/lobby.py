"""What happens at a table before its game: people join and leave, and somebody may cancel it.

Each function is pure: it takes a `StoredTable` and returns the next one. It raises a named error
with a sentence for the person.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from db.stores.tables import ContributionRow, SeatRow
from engine.tuples import replace_item
from players.core import Level
from tables.model.errors import (
    NO_SEAT,
    AlreadyContributed,
    AlreadySeated,
    NotOpener,
    NotSeated,
    StaleClick,
    TableClosed,
    TableFull,
    TooFewSeats,
    WrongPhase,
)
from tables.model.lobbies import CLOCK, ODDS, OPTION, count_to_add, tell_moment
from tables.model.table import PEOPLE_WITH_GUEST, Person, Status
from tables.play.computers import COMPUTERS
from tables.storage.stored import StoredTable, break_off, end, write_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from tables.model.pace import Pace

BY_ANOTHER: Final = "Somebody who may cancel the tables of others cancelled this one."

TOGETHER: Final = "Those who were still there have ended this game as it stood."


def require_open(stored: StoredTable) -> None:
    """Raise TableClosed or WrongPhase if nothing can happen at the table any more."""
    if stored.status is Status.CLOSED:
        raise TableClosed(stored.row.reason or "This table was closed.")
    if stored.status is Status.FINISHED:
        raise WrongPhase("This game is over.")
    if stored.status.over:
        raise WrongPhase("This table is not there any more: it was cancelled or abandoned.")


def require_lobby(stored: StoredTable) -> None:
    """Raise TableClosed or WrongPhase unless the game has still to begin, and is no daily."""
    require_open(stored)
    if stored.row.daily is not None:
        raise WrongPhase("A daily is as it is: it can be begun, and nothing else.")
    if stored.status is not Status.LOBBY:
        raise WrongPhase("The game at this table has begun already.")


def require_seat(stored: StoredTable, person: Person) -> SeatRow:
    """Return the seat of a person; raises NotSeated for a spectator."""
    seat = stored.seat_of(person.id)
    if seat is None:
        raise NotSeated(NO_SEAT)
    return seat


def join(
    stored: StoredTable, person: Person, snowflake: int, now: float, *, agrees: bool = False
) -> StoredTable:
    """Give the next seat to a person, who contributes to the dice, but only once to a table.

    `agrees` says whether the person agrees to hints from the start.
    """
    require_lobby(stored)
    if stored.seat_of(person.id):
        raise AlreadySeated("You have a seat at this table already.")
    count = len(stored.seats)
    _require_room(stored)
    _require_room_for_people(stored)
    before = _contribution_of(stored, person, "seat")
    if before is None:
        stored = contribute(stored, person, "seat", snowflake)
    first = before.snowflake if before else snowflake
    seat = SeatRow(count, person.id, person.name, first, agrees=agrees)
    return replace(stored.changed(now), seats=(*stored.seats, seat))


def _require_room(stored: StoredTable) -> None:
    count = len(stored.seats)
    if count >= stored.game.seat_range(stored.options)[-1]:
        raise TableFull(f"All {count} seats at this table are taken.")


def _require_room_for_people(stored: StoredTable) -> None:
    if stored.row.guest is not None and len(stored.people) >= PEOPLE_WITH_GUEST:
        raise TableFull("Two people can sit at a table where I am a guest; ducks can join them.")


def add_computer(stored: StoredTable, person: Person, level: Level, now: float) -> StoredTable:
    """Give the next seat to a computer of a level, because a player wants it."""
    require_lobby(stored)
    require_seat(stored, person)
    _require_room(stored)
    taken = {seat.person_id for seat in stored.seats}
    computer = next(each for each in COMPUTERS[level] if each.id not in taken)
    seat = SeatRow(len(stored.seats), computer.id, computer.name, 0, level=level)
    return replace(stored.changed(now), seats=(*stored.seats, seat))


def add_missing(stored: StoredTable, person: Person, moment: int, now: float) -> StoredTable:
    """Give seats to as many computers as one press adds, because a player wants it.

    `moment`: of the lobby that the player has seen; one that has changed since stays as it is.
    """
    require_lobby(stored)
    require_seat(stored, person)
    table = stored.table
    if tell_moment(table) != moment:
        return stored
    _require_room(stored)
    for _ in range(count_to_add(table)):
        stored = add_computer(stored, person, Level.NORMAL, now)
    return stored


def seat_computers(stored: StoredTable, old: StoredTable) -> StoredTable:
    """Return the lobby of a rematch with the computers of the game before."""
    computers = [SeatRow(0, s.person_id, s.name, 0, level=s.level) for s in old.seats if s.level]
    if not computers:
        return stored
    filled = replace(stored, seats=(*stored.seats, *computers))
    return seat_as_before(filled, [seat.person_id for seat in old.seats])


def remove_computer(stored: StoredTable, person: Person, computer: int, now: float) -> StoredTable:
    """Free the seat of a computer and move the others up, because a player wants it.

    `computer`: its id. A seat would be another one's by the time that two players ask.
    """
    require_lobby(stored)
    require_seat(stored, person)
    seat = stored.seat_of(computer)
    if seat is None or not seat.level:
        raise StaleClick("This duck has left the table already.")
    return _without(stored.changed(now), seat)


def seat_as_before(stored: StoredTable, earlier: Sequence[int]) -> StoredTable:
    """Give those who sat at the table before the order of then, ahead of everybody else."""
    order = {person_id: seat for seat, person_id in enumerate(earlier)}
    rows = sorted(stored.seats, key=lambda seat: order.get(seat.person_id, len(order)))
    return replace(
        stored, seats=tuple(seat._replace(seat=number) for number, seat in enumerate(rows))
    )


def is_complete(stored: StoredTable, earlier: Sequence[int]) -> bool:
    """Return whether all who played before, and nobody else, have sat down for the rematch.

    Who played alone is not asked here: that rematch begins by the click that opens it.
    """
    back = [seat.person_id for seat in stored.seats] == list(earlier)
    return back and len(stored.people) > 1


def add_salt(
    stored: StoredTable, person: Person, snowflake: int, words: str, now: float
) -> StoredTable:
    """Mix words that a player has typed into the dice, once; only their SHA-256 is kept."""
    require_lobby(stored)
    require_seat(stored, person)
    if _contribution_of(stored, person, "salt"):
        raise AlreadyContributed("You have added words to these dice already; they count.")
    digest = hashlib.sha256(words.encode()).hexdigest()
    return contribute(stored.changed(now), person, "salt", snowflake, digest)


def turn_odds(
    stored: StoredTable, person: Person, now: float, *, wanted: bool | None
) -> StoredTable:
    """Show the odds or hide them, as is `wanted`; None: what is not so now."""
    require_open(stored)
    require_seat(stored, person)
    shown = bool(stored.row.odds)
    if wanted == shown:
        return stored
    return _note_settled(stored.changed(now, odds=not shown), ODDS)


def turn_hints(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Note that a person agrees to hints at this table, or does not any more."""
    require_lobby(stored)
    own = require_seat(stored, person)
    seats = replace_item(stored.seats, own.seat, own._replace(agrees=not own.agrees))
    return replace(stored.changed(now), seats=seats)


def set_pace(stored: StoredTable, person: Person, pace: Pace, now: float) -> StoredTable:
    """Choose how much time a turn has, before the game."""
    require_lobby(stored)
    _require_opener(stored, person, "choose the pace")
    return _note_settled(stored.changed(now, pace=pace), CLOCK)


def set_option(
    stored: StoredTable, person: Person, number: int, other: int, now: float
) -> StoredTable:
    """Choose an option of the game by its number and that of the choice, before the game."""
    require_lobby(stored)
    _require_opener(stored, person, "choose the game's options")
    known = stored.game.info.options
    if number >= len(known) or other >= len(known[number].choices):
        raise StaleClick("This game has no such option.")
    option = known[number]
    options = {**stored.game.options({}), **stored.options}
    options[option.key] = option.choices[other].value
    if len(stored.seats) > stored.game.seat_range(options)[-1]:
        raise TableFull("More people sit here than can play so.")
    changed = replace(stored.changed(now, options=write_options(options)), options=options)
    return _note_settled(changed, f"{OPTION}{option.key}")


def _note_settled(stored: StoredTable, what: str) -> StoredTable:
    """Note what was settled anew, where somebody has sat down who may not have seen it."""
    if stored.status is not Status.LOBBY or len(stored.people) < 2:
        return stored
    words = dict.fromkeys([*stored.row.resettled.split(), what])
    return stored.with_columns(resettled=" ".join(words))


def turn_pauses(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Let the clock stand still for who has said to be away, or run on, before the game."""
    require_lobby(stored)
    _require_opener(stored, person, "choose that")
    return _note_settled(stored.changed(now, pauses=not stored.row.pauses), CLOCK)


def contribute(
    stored: StoredTable, person: Person, kind: str, snowflake: int, digest: str = ""
) -> StoredTable:
    """Add a contribution to the dice behind all others."""
    row = ContributionRow(len(stored.contributions), person.id, kind, snowflake, digest)
    return replace(stored, contributions=(*stored.contributions, row))


def _contribution_of(stored: StoredTable, person: Person, kind: str) -> ContributionRow | None:
    """Return the contribution of a kind that a person has made; None without one."""
    made = (c for c in stored.contributions if (c.person_id, c.kind) == (person.id, kind))
    return next(made, None)


def leave(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Free the seat of a person and move the others up; without people the table is cancelled."""
    own = require_seat(stored, person)
    people = [seat for seat in stored.people if seat is not own]
    after = _without(hand_on(stored, own, people, now), own)
    return after if people else end(after, Status.CANCELLED, now)


def _without(stored: StoredTable, leaver: SeatRow) -> StoredTable:
    """Return the table without a seat, those behind it moved up."""
    rest = [seat for seat in stored.seats if seat is not leaver]
    return replace(stored, seats=tuple(seat._replace(seat=i) for i, seat in enumerate(rest)))


def hand_on(
    stored: StoredTable, leaver: SeatRow, others: Sequence[SeatRow], now: float
) -> StoredTable:
    """Make the next of the others in the order of play the opener, if the opener leaves."""
    if leaver.person_id != stored.row.opener_id or not others:
        return stored.changed(now)
    heir = next((seat for seat in others if seat.seat > leaver.seat), others[0])
    return stored.changed(now, opener_id=heir.person_id, opener_name=heir.name)


def require_start(stored: StoredTable, person: Person) -> None:
    """Raise unless this person may start the game now."""
    require_lobby(stored)
    _require_opener(stored, person, "start the game")
    fewest = stored.game.seat_range(stored.options)[0]
    if len(stored.seats) < fewest:
        title = stored.game.info.title
        raise TooFewSeats(f"{title} needs at least {fewest} players; {len(stored.seats)} sit here.")


def cancel(stored: StoredTable, person: Person, now: float, *, force: bool) -> StoredTable:
    """Cancel the table.

    The opener may do it in the lobby, a player without other people at any time, and anybody
    with `force`. Who can end the game only with others agrees to it. Whoever has made a move has
    lost the game by cancelling it.
    """
    require_open(stored)
    if not force:
        if stored.status is Status.PLAYING and len(stored.people) > 1:
            return _agree_to_end(stored, person, now)
        _require_opener(stored, person, "cancel it")
    reason = None if person.id == stored.row.opener_id else BY_ANOTHER
    own = find_seat(stored, person.id)
    losers = () if stored.progress is None else stored.progress.chose & {own}
    return break_off(stored, Status.CANCELLED, now, losers, reason)


def withdraw(stored: StoredTable, opener: Person, now: float) -> StoredTable:
    """Cancel a lobby that nobody has been shown: with another person in it, it goes on."""
    alone = [seat.person_id for seat in stored.people] == [opener.id]
    if stored.status is Status.LOBBY and stored.row.message_id is None and alone:
        return end(stored, Status.CANCELLED, now)
    return stored


def _agree_to_end(stored: StoredTable, person: Person, now: float) -> StoredTable:
    """Note that a person agrees to end the game, which ends when all agree who can decide that."""
    own, deciding = stored.seat_of(person.id), stored.table.deciding(now)
    if own is None or own.seat not in deciding:
        raise WrongPhase(
            "A game that has begun can be cancelled only by who may cancel tables of others; "
            "who plays it can leave."
        )
    agreed = replace(stored, seats=replace_item(stored.seats, own.seat, own._replace(ends=True)))
    if all(agreed.seats[seat].ends for seat in deciding):
        return break_off(agreed, Status.CANCELLED, now, agreed.holding_up(deciding), TOGETHER)
    return agreed.changed(now)


def _require_opener(stored: StoredTable, person: Person, action: str) -> None:
    if person.id != stored.row.opener_id:
        raise NotOpener(f"Only {stored.row.opener_name}, the opener of this table, can {action}.")


def find_seat(stored: StoredTable, person_id: int | None) -> Seat | None:
    """Return the seat number of a person; None for nobody, and for a spectator."""
    seat = stored.seat_of(person_id) if person_id is not None else None
    return seat.seat if seat else None
