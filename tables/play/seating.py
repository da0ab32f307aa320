"""Acts to join, start, leave and cancel, and the removal of a person from all live tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.core import N_
from tables.model.errors import (
    AlreadySeated,
    GameMissing,
    NotSeated,
    NotWelcome,
    StaleClick,
    TableFull,
    TooFewSeats,
    WrongPhase,
)
from tables.model.table import PEOPLE_WITH_GUEST, Person, SeatedPlayer, Status, Table
from tables.play.lobby import (
    AddComputer,
    can_all_return,
    contribute,
    contribution_of,
    count_coming,
    count_free,
    find_missing,
    level_of,
    require_lobby,
    require_opener,
    require_room,
    without,
)
from tables.play.playing import carry_on, end_together, hand_on, require_game, start
from tables.storage.act import Act, Answer, Moment, break_off, end, require_open, require_seat
from tables.storage.lookup import LIVE_WITH_PERSON
from tables.storage.repository import TableRepository
from tables.storage.writer import save

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from db.store import Store
    from engine.core import AnyGame, Seat
    from tables.storage.writer import OnEnd

BY_ANOTHER: Final = N_("Somebody who may cancel other people's tables cancelled this table.")


@dataclass(frozen=True, slots=True)
class Join(Act):
    """Gives a seat to a person, and mixes a contribution of that person into the dice.

    If no seat is free, the last computer makes room.
    A person who sits down again adds no second contribution. A rematch begins when the last of the
    earlier people is back, if the number of players fits the game. Newcomers may sit there, too.
    Raises WrongPhase, AlreadySeated or TableFull.
    """

    person: Person
    snowflake: int
    may_begin = True

    @property
    def newcomer(self) -> Person:
        return self.person

    def apply(self, stored: Table, at: Moment) -> Table:
        joined, old = self._sit_down(stored, at), at.earlier
        if old is None:
            return joined
        joined = seat_as_before(joined, [seat.person_id for seat in old.seats])
        back = old.seat_of(self.person.id) is not None
        missing = find_missing(joined, [seat.person for seat in old.seats])
        if not back or missing or not can_all_return(joined, missing):
            return joined
        return begin(joined, self.person, self.snowflake, at)

    def _sit_down(self, stored: Table, at: Moment) -> Table:
        person = self.person
        require_lobby(stored)
        if str(person.id) in stored.sent_home:
            raise NotWelcome("You can't join this table.")
        if stored.player_of(person.id):
            raise AlreadySeated("You have a seat at this table already.")
        if stored.guest is not None and len(stored.people) >= PEOPLE_WITH_GUEST:
            raise TableFull(
                "Two people can sit at a table where I am a guest; ducks can join them."
            )
        place = _find_place(stored)
        before = contribution_of(stored, person, "seat")
        if before is None:
            stored = contribute(stored, person, "seat", self.snowflake)
        first = before.snowflake if before else self.snowflake
        seats = list(stored.seats)
        seats[place : place + 1] = [SeatedPlayer(place, person.id, person.name, first)]
        return replace(stored.changed(at.now), seats=tuple(seats))


def _find_place(stored: Table) -> Seat:
    """Return the next free seat, or else the last computer's; raise TableFull if there is none."""
    if count_free(stored):
        return len(stored.seats)
    computers = [seat.seat for seat in stored.seats if seat.level]
    if not computers:
        require_room(stored)
    return computers[-1]


@dataclass(frozen=True, slots=True)
class Start(Act):
    """Begins the game; raises WrongPhase, NotOpener or TooFewSeats."""

    person: Person
    snowflake: int
    may_begin = True

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_opener(stored, self.person)
        fewest, count = stored.game.seat_range(stored.options)[0], len(stored.seats)
        if count < fewest:
            raise TooFewSeats(
                "This game needs at least {fewest} players; {count} sit here.",
                fewest=fewest,
                count=count,
            )
        return begin(stored, self.person, self.snowflake, at)


@dataclass(frozen=True, slots=True)
class PlayWithDucks(Act):
    """Adds the computers of `count_coming`, and begins the game of somebody alone.

    Raises the errors of `Start`, and StaleClick if another person has joined.
    """

    person: Person
    snowflake: int
    may_begin = True

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_opener(stored, self.person)
        if len(stored.people) > 1:
            raise StaleClick("Somebody else was faster; look again.")
        for _ in range(count_coming(stored)):
            stored = AddComputer(self.person, level_of(stored)).apply(stored, at)
        return Start(self.person, self.snowflake).apply(stored, at)


def begin(stored: Table, person: Person, snowflake: int, at: Moment) -> Table:
    old = at.earlier
    if old is not None:
        stored = seat_as_before(stored, [seat.person_id for seat in old.seats])
    ready = contribute(stored, person, "start", snowflake)
    again = old if old and old.game.info.key == stored.game.info.key else None
    first = again.game.rematch_first(again.outcome) if again and again.outcome else None
    leader = old.seats[first].person_id if old and first is not None else None
    return start(ready, ready.seat_of(leader), at.now)


def seat_computers(stored: Table, old: Table) -> Table:
    """Return the lobby of a rematch with the computers of the previous game."""
    computers = [
        SeatedPlayer(0, s.person_id, s.name, 0, level=s.level) for s in old.seats if s.level
    ]
    if not computers:
        return stored
    filled = replace(stored, seats=(*stored.seats, *computers))
    return seat_as_before(filled, [seat.person_id for seat in old.seats])


def seat_as_before(stored: Table, earlier: Sequence[int]) -> Table:
    """Put the earlier players first, in their earlier order."""
    order = {person_id: seat for seat, person_id in enumerate(earlier)}
    rows = sorted(stored.seats, key=lambda seat: order.get(seat.person_id, len(order)))
    return replace(
        stored, seats=tuple(replace(seat, seat=number) for number, seat in enumerate(rows))
    )


@dataclass(frozen=True, slots=True)
class LeaveLobby(Act):
    """Removes a person from a lobby, as `Leave` does; raises NotSeated or WrongPhase."""

    person: Person
    answer = Answer.PAGE

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        return Leave(self.person).apply(stored, at)


@dataclass(frozen=True, slots=True)
class Leave(Act):
    """Removes a person from a table; raises NotSeated or WrongPhase.

    In the lobby the seat becomes free, and a table without people is cancelled. In a game the
    caretaker takes over the seat, and a game without people is abandoned. All of them
    who have made a move lose it. If the opener leaves, another player becomes the opener.
    """

    person: Person
    answer = Answer.PAGE

    def apply(self, stored: Table, at: Moment) -> Table:
        require_open(stored)
        own = require_seat(stored, self.person)
        if stored.status is not Status.LOBBY:
            return _leave_game(stored, own, at.now)
        people = [seat for seat in stored.people if seat is not own]
        after = without(hand_on(stored, own, people, at.now), own)
        return after if people else end(after, Status.CANCELLED, at.now)


def _leave_game(stored: Table, seat: SeatedPlayer, now: float) -> Table:
    progress = require_game(stored)
    if seat.departed:
        raise NotSeated("You have left this table already.")
    left = seat.caretaker or stored.next_to_leave
    gone = replace(seat, caretaker=left, departed=True)
    after = stored.with_seat(gone)
    after = hand_on(after, seat, after.present, now)
    if not after.present:
        played = progress.chose & {each.seat for each in after.people}
        return break_off(after, Status.ABANDONED, now, played)
    return end_together(carry_on(after, progress, now), now)


@dataclass(frozen=True, slots=True)
class CancelLobby(Act):
    """Cancels a lobby, as `Cancel` does; raises NotOpener or WrongPhase."""

    person: Person
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        return Cancel(self.person).apply(stored, at)


@dataclass(frozen=True, slots=True)
class Cancel(Act):
    """Cancels a table; raises NotOpener or WrongPhase.

    The opener may cancel a lobby, or a game in which no other person has a seat. With `force`
    anybody may cancel any table. In these cases, a player who has made a move loses the game by
    cancelling it. Otherwise each person in `Table.deciding` has to agree; see `end_together`.
    """

    person: Person
    force: bool = False
    answer = Answer.PAGE

    def apply(self, stored: Table, at: Moment) -> Table:
        require_open(stored)
        if not self.force:
            if stored.status is Status.PLAYING and len(stored.people) > 1:
                return _agree_to_end(stored, self.person, at.now)
            require_opener(stored, self.person)
        reason = None if self.person.id == stored.opener_id else BY_ANOTHER
        own = stored.seat_of(self.person.id)
        losers = () if stored.progress is None else stored.progress.chose & {own}
        return break_off(stored, Status.CANCELLED, at.now, losers, reason)


def _agree_to_end(stored: Table, person: Person, now: float) -> Table:
    """Note that a person agrees to end the game, and end it once all who still play agree."""
    own = stored.player_of(person.id)
    if own is None or own not in stored.deciding:
        raise WrongPhase(
            "This game has begun. Its players can leave, but to cancel it, you need the right to "
            "cancel other people's tables."
        )
    return end_together(stored.with_seat(replace(own, ends=True)).changed(now), now)


@dataclass(frozen=True, slots=True)
class Withdraw(Act):
    """Cancels a lobby that was never shown, unless another person has joined it."""

    opener: Person

    def apply(self, stored: Table, at: Moment) -> Table:
        alone = [seat.person_id for seat in stored.people] == [self.opener.id]
        if stored.status is Status.LOBBY and stored.message_id is None and alone:
            return end(stored, Status.CANCELLED, at.now)
        return stored


async def leave_all(
    store: Store, games: Iterable[AnyGame], person: Person, now: float, on_end: OnEnd
) -> tuple[int, ...]:
    """Remove a person from all live tables, in a transaction of the caller.

    In a lobby the seat becomes free. In a game the caretaker takes over the seat. A table with
    unreadable rows or an unreadable log stays as it is.

    Args:
        store: the store of the transaction, which the caller commits.
        games: the games that can be played.
        person: the person who leaves.
        now: the time in Unix seconds.
        on_end: as in `Tables`.

    Returns:
        The numbers of the person's live tables, except tables whose game is not installed.
    """
    repository = TableRepository(games)
    numbers: list[int] = []
    for table_id in await store.all(LIVE_WITH_PERSON, person_id=person.id):
        try:
            before = await repository.load(store, table_id, even_broken=True)
        except GameMissing:
            continue
        seat = before.player_of(person.id)
        if not before.broken and seat is not None and not seat.departed:
            after = Leave(person).apply(before, Moment(now, now))
            await save(repository, on_end, store, before, after)
        numbers.append(table_id)
    return tuple(numbers)
