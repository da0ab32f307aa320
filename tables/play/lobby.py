"""A table before its game: its free seats, its settings, and the acts that change them.

The acts to join and to leave are in `tables.play.seating`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from db.store import ContributionRow
from players.core import Level
from tables.model.errors import NotOpener, StaleClick, TableFull, WrongPhase
from tables.model.table import Person, SeatedPlayer, Status, Table
from tables.play.computers import COMPUTERS
from tables.storage.act import Act, Answer, require_open, require_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.core import Choice, Option
    from tables.model.time_control import TimeControl
    from tables.storage.act import Moment

CLOCK: Final = "clock"

OPTION: Final = "option."
"""Prefix of a game option's key in `Table.resettled`; the only other entry is `CLOCK`."""


def count_missing(table: Table) -> int:
    """Return the number of players that the game still needs to begin."""
    return max(0, table.game.seat_range(table.options)[0] - len(table.seats))


def count_free(table: Table) -> int:
    """Return the number of free seats for ducks; `Table.room` counts free seats for people."""
    return max(0, table.game.seat_range(table.options)[-1] - len(table.seats))


def tell_moment(table: Table) -> int:
    """Return the time of a lobby's last change by a person, in milliseconds.

    The lobby's buttons carry this time. The revision could not replace it, because the revision
    also grows when the bot stores a new live message.
    """
    return round(table.changed_at * 1000)


def list_other_choices(table: Table) -> Iterator[tuple[int, int, Option, Choice]]:
    """Yield each choice that is not set, as (option's number, choice's number, option, choice)."""
    for number, option in enumerate(table.game.info.options):
        for other, choice in enumerate(option.choices):
            if choice.value != table.options[option.key]:
                yield number, other, option, choice


def list_coming(table: Table) -> list[Level]:
    """Return the levels of the computers that sit down when the opener, alone, begins.

    They are those of last time, and as many more as the game needs.
    """
    if len(table.people) > 1:
        return []
    known = [Level(each) for each in table.ducks if each in tuple(Level)]
    coming = known[len(table.seats) - 1 :]
    more = [(known or [Level.NORMAL])[-1]] * (count_missing(table) - len(coming))
    return [*coming, *more][: count_free(table)]


def find_option_for_fewer(table: Table) -> Option | None:
    """Return an option whose change would let the present players begin; None if there is none."""
    if count_missing(table):
        for _, _, option, choice in list_other_choices(table):
            options = {**table.options, option.key: choice.value}
            if len(table.seats) in table.game.seat_range(options):
                return option
    return None


def find_missing(table: Table, earlier: Iterable[Person]) -> tuple[int, ...]:
    """Return the ids of the previous game's people who do not sit at its rematch.

    Computers and forgotten people cannot come back, and do not count.
    """
    return tuple(p.id for p in earlier if p.id > 0 and table.seat_of(p.id) is None)


def can_all_return(table: Table, missing: Sequence[int]) -> bool:
    """Return whether the game can begin once the missing people sit here, too."""
    seats = table.game.seat_range(table.options)
    count = min(len(table.seats) + len(missing), seats[-1])  # people take the seats of ducks
    return len(missing) <= table.room and count in seats


def was_unvisited(table: Table) -> bool:
    """Return whether nobody ever joined the opener of a lobby; False if the game has begun."""
    people = {row.person_id for row in table.contributions}
    return table.started_at is None and len(people) == 1


def require_lobby(stored: Table) -> None:
    """Raise TableClosed or WrongPhase if the table is not in the lobby."""
    require_open(stored)
    if stored.status is not Status.LOBBY:
        raise WrongPhase("The game at this table has begun already.")


def require_opener(stored: Table, person: Person) -> None:
    """Raise NotOpener unless the person is the opener."""
    if person.id != stored.opener_id:
        raise NotOpener(
            "Only the opener of this table can do that: {name}", name=stored.opener_name
        )


def require_room(stored: Table) -> None:
    """Raise TableFull if every seat is taken."""
    count = len(stored.seats)
    if count >= stored.game.seat_range(stored.options)[-1]:
        raise TableFull("All {count} seats at this table are taken.", count=count)


@dataclass(frozen=True, slots=True)
class AddComputer(Act):
    """Gives the next seat to a computer; raises NotSeated, WrongPhase or TableFull."""

    person: Person
    level: Level
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_seat(stored, self.person)
        require_room(stored)
        taken = {seat.person_id for seat in stored.seats}
        computer = next(each for each in COMPUTERS[self.level] if each.id not in taken)
        seat = SeatedPlayer(len(stored.seats), computer.id, computer.name, 0, level=self.level)
        return replace(stored.changed(at.now), seats=(*stored.seats, seat))


@dataclass(frozen=True, slots=True)
class AddNormal(Act):
    """Adds a computer of the level normal by a button; raises the errors of `AddComputer`.

    `moment`: `tell_moment` of the lobby that the person saw. If the lobby has changed since then,
    nothing happens.
    """

    person: Person
    moment: int

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_seat(stored, self.person)
        if tell_moment(stored) != self.moment:
            return stored
        return AddComputer(self.person, Level.NORMAL).apply(stored, at)


@dataclass(frozen=True, slots=True)
class RemoveComputer(Act):
    """Removes a computer; raises NotSeated, WrongPhase, or StaleClick if the computer is gone.

    `computer` is an id and not a seat, because later seats move up after a removal.
    """

    person: Person
    computer: int
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_seat(stored, self.person)
        seat = stored.player_of(self.computer)
        if seat is None or not seat.level:
            raise StaleClick("This duck has left the table already.")
        return without(stored.changed(at.now), seat)


@dataclass(frozen=True, slots=True)
class SetTimeControl(Act):
    """Chooses the time control; raises WrongPhase or NotOpener."""

    person: Person
    time_control: TimeControl
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_opener(stored, self.person)
        return _note_settled(stored.changed(at.now, time_control=self.time_control), CLOCK)


@dataclass(frozen=True, slots=True)
class SetOption(Act):
    """Sets option `number` of the game to its choice `other`, both counted from 0.

    Raises:
        WrongPhase, NotOpener: as in `SetTimeControl`.
        StaleClick: there is no such option or choice.
        TableFull: with this option there are fewer seats than players.
    """

    person: Person
    number: int
    other: int
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_opener(stored, self.person)
        known = stored.game.info.options
        if self.number >= len(known) or self.other >= len(known[self.number].choices):
            raise StaleClick("This game has no such option.")
        option = known[self.number]
        options = {**stored.options, option.key: option.choices[self.other].value}
        if len(stored.seats) > stored.game.seat_range(options)[-1]:
            raise TableFull("More people sit here than can play with this option.")
        return _note_settled(stored.changed(at.now, settled=options), f"{OPTION}{option.key}")


def _note_settled(stored: Table, what: str) -> Table:
    """Note a changed setting if other people have joined, because they may overlook the change."""
    stored = stored.with_columns(recalled=False)
    if len(stored.people) < 2:
        return stored
    words = dict.fromkeys([*stored.resettled, what])
    return stored.with_columns(resettled=tuple(words))


def contribute(stored: Table, person: Person, kind: str, snowflake: int) -> Table:
    row = ContributionRow(len(stored.contributions), person.id, kind, snowflake)
    return replace(stored, contributions=(*stored.contributions, row))


def contribution_of(stored: Table, person: Person, kind: str) -> ContributionRow | None:
    made = (c for c in stored.contributions if (c.person_id, c.kind) == (person.id, kind))
    return next(made, None)


def without(stored: Table, leaver: SeatedPlayer) -> Table:
    """Return the table without a seat; the seats behind it move up."""
    rest = [seat for seat in stored.seats if seat is not leaver]
    return replace(stored, seats=tuple(replace(seat, seat=i) for i, seat in enumerate(rest)))
