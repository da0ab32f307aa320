"""A table before its game: its free seats, its settings, and the acts that change them.

The acts to join and to leave are in `tables.play.seating`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from db.store import ContributionRow
from players.core import Level
from tables.model.errors import NotOpener, StaleClick, TableFull, WrongPhase
from tables.model.table import Person, SeatedPlayer, Status, Table
from tables.play.computers import COMPUTERS
from tables.storage.act import Act, Answer, require_open, require_seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.core import Choice, Option
    from tables.model.time_control import TimeControl
    from tables.storage.act import Moment

OPTION: Final = "option."
"""Prefix of a game option's key in `Table.resettled`; other entries are columns of the table."""


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


def count_coming(table: Table) -> int:
    """Return the number of computers that sit down when the opener, alone, begins.

    They are those of last time, and as many more as the game needs.
    """
    if len(table.people) > 1:
        return 0
    wished = table.ducks - (len(table.seats) - 1)
    return min(max(wished, count_missing(table)), count_free(table))


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
class AddDuck(Act):
    """Adds a computer by a button; raises the errors of `AddComputer`.

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
        return AddComputer(self.person, level_of(stored)).apply(stored, at)


@dataclass(frozen=True, slots=True)
class SendHome(Act):
    """Removes a computer, or a person, who cannot join again.

    `whom` is an id and not a seat, because later seats move up after a removal. Each player may
    remove a computer, and the opener anybody else.

    Raises:
        NotSeated, WrongPhase: as in `AddComputer`.
        NotOpener: another player removes a person.
        StaleClick: nobody else with this id sits here.
    """

    person: Person
    whom: int
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_seat(stored, self.person)
        seat = stored.player_of(self.whom)
        if seat is None or self.whom == self.person.id:
            raise StaleClick("This player has left the table already.")
        if not seat.level:
            require_opener(stored, self.person)
            stored = replace(stored, sent_home=(*stored.sent_home, str(self.whom)))
        return without(stored.changed(at.now), seat)


@dataclass(frozen=True, slots=True)
class Settle(Act):
    """Chooses settings of the lobby; what is left out stays.

    A new level also holds for the computers that sit here.

    Raises:
        WrongPhase: the game has begun.
        NotOpener: the person is not the opener.
        StaleClick: there is no such option or choice.
        TableFull: with these options there are fewer seats than players.
    """

    person: Person
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    time_control: TimeControl | None = None
    level: Level | None = None
    threaded: bool | None = None
    answer = Answer.HAND

    def apply(self, stored: Table, at: Moment) -> Table:
        require_lobby(stored)
        require_opener(stored, self.person)
        known = {each.key: [c.value for c in each.choices] for each in stored.game.info.options}
        if any(value not in known.get(key, ()) for key, value in self.options.items()):
            raise StaleClick("This game has no such option.")
        options = {**stored.options, **self.options}
        if len(stored.seats) > stored.game.seat_range(options)[-1]:
            raise TableFull("More people sit here than can play with this option.")
        chosen = {"time_control": self.time_control, "level": self.level, "threaded": self.threaded}
        columns = {name: value for name, value in chosen.items() if value is not None}
        settled = stored.with_columns(
            **columns, settled=options if self.options else stored.settled
        )
        changed = [name for name in columns if getattr(settled, name) != getattr(stored, name)]
        changed += [f"{OPTION}{key}" for key in known if options[key] != stored.options[key]]
        if not changed:
            return stored
        if "level" in changed:
            settled = _seat_anew(settled)
        return _note_settled(settled.changed(at.now), changed)


def level_of(table: Table) -> Level:
    """Return the level of the computers that sit down; normal if the stored one is unknown."""
    return Level(table.level) if table.level in tuple(Level) else Level.NORMAL


def _seat_anew(stored: Table) -> Table:
    """Return the lobby with computers of its level in place of the others."""
    names = iter(COMPUTERS[level_of(stored)])
    seats = [
        SeatedPlayer(each.seat, (duck := next(names)).id, duck.name, 0, level=stored.level)
        if each.level
        else each
        for each in stored.seats
    ]
    return replace(stored, seats=tuple(seats))


def _note_settled(stored: Table, changed: Iterable[str]) -> Table:
    """Note changed settings if other people have joined, because they may overlook the change."""
    stored = stored.with_columns(recalled=False)
    if len(stored.people) < 2:
        return stored
    words = dict.fromkeys([*stored.resettled, *changed])
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
