"""What every game of this house is: a value that answers questions about immutable states.

A `Game` knows the rules and holds no state. A state is a frozen dataclass of the game's own module;
nobody outside that module looks into it: players and spectators get a `view`. Nature is a seat too
(`CHANCE`): where dice fall or cards are drawn, the state waits for a chance move, which is recorded
like any other, so `apply` is deterministic and every game can be replayed.

Every move has one canonical text form: `str(move)` writes it, `Game.parse` reads it, strictly.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from engine.errors import BadSetup, MalformedMove

Seat = int
"""A place at the table, counted from 0 in the order of play; "left" is the next one."""

CHANCE: Final[Seat] = -1
"""The seat of nature: whose turn it is when dice are rolled or cards are drawn."""

Options = Mapping[str, str]
"""The value chosen for each option key; `Game.options` fills in the defaults."""


class Source(Protocol):
    """Where randomness comes from. The engine has no source of its own."""

    def below(self, n: int) -> int:
        """Return an integer of 0 to n - 1, each equally likely."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and the words for it."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something the host decides before the start. The choice first named is the default."""

    key: str
    title: str
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.choices[0].value

    def title_of(self, value: str) -> str:
        """The words for a value of this option."""
        return next(choice.title for choice in self.choices if choice.value == value)


@dataclass(frozen=True, slots=True)
class Info:
    """The fixed facts of a game.

    Attributes:
        key: the short name, as in `/key start`; lower case letters.
        title: the name on the box.
        min_seats: the fewest seats that some choice of options allows.
        max_seats: the most.
        rules_version: raised whenever an old log would no longer fold to the same states.
        options: what the host may choose.
        hidden: whether some seat knows something that another does not.
    """

    key: str
    title: str
    min_seats: int
    max_seats: int
    rules_version: int
    options: tuple[Option, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: per seat its score and its place (1 is best; equals share a place)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
M_co = TypeVar("M_co", covariant=True)


class Chance(ABC, Generic[M_co]):
    """What nature must draw in one state."""

    @abstractmethod
    def sample(self, source: Source) -> M_co:
        """Draw one outcome, each as likely as its weight says."""

    @abstractmethod
    def outcomes(self) -> Iterator[tuple[M_co, int]]:
        """Every distinct outcome once, with its integer weight; made lazily, there may be many."""


class Game(ABC, Generic[S, M, V]):
    """The rules of one game. Instances hold nothing; all methods are pure functions."""

    info: Info

    def options(self, chosen: Options) -> dict[str, str]:
        """Fill in the defaults of `chosen`, in the order of `info.options`.

        Raises:
            BadSetup: for a key or a value that the game does not know.
        """
        return complete_options(self.info, chosen)

    def seat_range(self, options: Options) -> range:  # noqa: ARG002 - some games allow more by option
        """The numbers of seats that these options allow."""
        return range(self.info.min_seats, self.info.max_seats + 1)

    def check_seats(self, seats: int, options: Options) -> None:
        """Raise BadSetup unless the game can be played by so many with these options."""
        allowed = self.seat_range(options)
        if seats not in allowed:
            span = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
            raise BadSetup(f"{self.info.title} is for {span} players, not {seats}.")

    def check_first(self, seats: int, first: Seat | None) -> None:
        """Raise BadSetup unless `first` is None or one of so many seats."""
        if first is not None and first not in range(seats):
            raise BadSetup(f"Seat {first} cannot start {self.info.title}: there are {seats} seats.")

    @abstractmethod
    def start(self, seats: int, options: Options, first: Seat | None = None) -> S:
        """The state before the first move.

        Args:
            seats: how many play.
            options: complete or not; defaults fill the rest.
            first: who starts, where `rematch_first` of the game before said so; None: as the rules
                say.

        Raises:
            BadSetup: for seats or options that the game does not know.
        """

    def rematch_first(self, outcome: Outcome) -> Seat | None:  # noqa: ARG002 - for games that say so
        """Which seat of the finished game starts a rematch; None: drawn anew."""
        return None

    @abstractmethod
    def bound(self, seats: int, options: Options) -> int:
        """A number of moves, chance included, that a game does not exceed.

        Where the rules set no limit it is one that random play passes with a chance below 1e-9.
        """

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may move now: several, `(CHANCE,)`, or none when the game is over."""

    def waits_for(self, state: S) -> tuple[Seat, ...]:
        """Those of `to_act` without whom the game does not go on; the others only may move."""
        return self.to_act(state)

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Every legal move of a player's seat, each once; empty when it is not to act."""

    @abstractmethod
    def chance(self, state: S) -> Chance[M]:
        """What nature draws; only where `to_act` is `(CHANCE,)`."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """Read a move from its one text form.

        Raises:
            MalformedMove: for any text that `str` of some move would not have written.
        """

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M) -> S:
        """The state after the move; the state given is never changed.

        Raises:
            NotYourTurn: the seat is not to act.
            IllegalMove: the rules do not allow the move now.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat (None: a spectator) may know: a frozen dataclass of plain values.

        Built by naming what may be seen, never by removing what may not.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Scores and places once the game is over, None before."""

    @abstractmethod
    def default(self, state: S, seat: Seat) -> M:
        """The sensible move for somebody absent: a legal move of a seat that is to act."""

    def seen(self, state: S, by: Seat, move: M, viewer: Seat | None) -> str | None:  # noqa: ARG002
        """A move, made in `state`, as `viewer` may know it; None where all of it is hidden."""
        return str(move)

    def resample(self, state: S, seat: Seat | None, source: Source) -> S:  # noqa: ARG002
        """A state that looks the same to `seat`, with what it may not know drawn anew."""
        return state


@runtime_checkable
class Positional(Protocol[S]):
    """A game whose states have a text form of one line, as chess positions have in FEN."""

    def position(self, state: S) -> str:
        """Write a state in one line."""
        ...

    def from_position(self, text: str) -> S:
        """Read a state back; raises BadPosition for anything `position` would not have written."""
        ...


@dataclass(frozen=True, slots=True)
class First:
    """The chance move that says which seat begins: `first 2`."""

    seat: Seat

    def __str__(self) -> str:
        return f"first {self.seat}"


@dataclass(frozen=True, slots=True)
class DrawFirst(Chance[First]):
    """Nature draws who begins (ruling C1)."""

    seats: int

    def sample(self, source: Source) -> First:
        """Any seat, all equally likely."""
        return First(source.below(self.seats))

    def outcomes(self) -> Iterator[tuple[First, int]]:
        """Each seat once, with weight 1."""
        return ((First(seat), 1) for seat in range(self.seats))


def complete_options(info: Info, chosen: Options) -> dict[str, str]:
    """Check `chosen` against a game's options and fill in defaults; raises BadSetup."""
    known = {option.key: option for option in info.options}
    for key, value in chosen.items():
        if key not in known:
            raise BadSetup(f"{info.title} has no option {key!r}.")
        values = [choice.value for choice in known[key].choices]
        if value not in values:
            raise BadSetup(f"Option {key!r} is one of {', '.join(values)}, not {value!r}.")
    return {key: chosen.get(key, option.default) for key, option in known.items()}


def places(scores: Sequence[int]) -> tuple[int, ...]:
    """Standard competition ranks, higher scores better: 9, 7, 7, 1 is 1, 2, 2, 4 (ruling C2)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def parse_int(text: str, low: int, high: int) -> int:
    """Read a whole number as `str` writes it, within low and high; raises MalformedMove."""
    # int() refuses more than 4,300 digits with an error of its own: the length comes first.
    if not text.isascii() or not text.isdigit() or len(text) > 9 or str(int(text)) != text:
        raise MalformedMove(f"{text!r} is not a number")
    value = int(text)
    if not low <= value <= high:
        raise MalformedMove(f"{text!r} is not within {low} to {high}")
    return value


def plain(view: Any) -> Any:  # noqa: ANN401 - any view becomes any JSON value
    """A view, or a part of one, as values that `json` can write."""
    return dataclasses.asdict(view) if dataclasses.is_dataclass(view) else view  # type: ignore[arg-type]
