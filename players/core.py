"""The `Kit` of a game: its rules, players, worth, luck, achievements, and the name of its face.

A player gets the knowledge of its seat, and never a state. Code that serves all games uses the kits
(`players.games`) and names no game. A face is a module that shows the game on Discord; only the
Discord side loads it.
"""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core import AnyGame, Chance, Game, Outcome, Seat, Source, Transition

DIGITS: Final = 5
"""Decimal places to which worths are compared; stored tables have a few more."""

Seen = tuple[tuple[int, str], ...]
"""The steps that one seat was told, oldest first: the seat that moved, and `Game.seen`'s text."""


class Level(StrEnum):
    """The strength of a player."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A seat's knowledge when it has to act.

    Attributes:
        options: the complete options of the game.
        seat: the seat that has to act.
        view: `Game.view` for this seat.
        moves: the legal moves of this seat, at least one, in the order of `Game.moves`.
        seen: the steps that this seat was told. Steps hidden from it are left out, because even
            their existence can be a secret.
    """

    options: Mapping[str, str]
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    seen: Seen = ()


@dataclass(frozen=True, slots=True)
class Assessed:
    """The worth of a legal move if all later play is as good as possible.

    Attributes:
        move: the move.
        points: its average result in points; each game's `assess` or `estimate` says which points.
        win: the chance to win; a shared win counts as a fraction of a win. None if unknown.
        off: the measured typical error of `worth`; 0 if it is exact, None after play-outs.
        error: after play-outs, the standard error of the difference to the best move's worth.
        now: the points that it brings at once, for certain; lost points are negative.
        then: the texts of the moves that must follow it to score `now`.
    """

    move: Any
    points: float
    win: float | None = None
    off: float | None = None
    error: float = 0.0
    now: float = 0.0
    then: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """True if `worth` is exact."""
        return self.off == 0

    @property
    def worth(self) -> float:
        """The deciding figure: the chance to win if it is known, else the points."""
        return self.points if self.win is None else self.win


def rank(moves: Iterable[Assessed]) -> tuple[Assessed, ...]:
    """Return moves, best first; moves of equal worth keep their order."""
    return tuple(sorted(moves, key=lambda each: -round(each.worth, DIGITS)))


@dataclass(frozen=True, slots=True)
class Player:
    """A player of one game at one level. It can be pickled, and so can its knowledge.

    Attributes:
        version: a number, raised with every change that can lead to another move for the same
            knowledge and source.
        quick: whether a choice takes at most about 20 milliseconds. Otherwise it may take a second
            of one core, and should run in another process.
        choose: returns one of `moves`, always the same for the same knowledge and source. Its
            search is limited by counts, because it has no clock.
    """

    version: int
    quick: bool
    choose: Callable[[Knowledge, Source], Any]


def choose_randomly(known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
    """Return a legal move; all are equally likely."""
    return known.moves[source.below(len(known.moves))]


class SeededSource:
    """A source that repeats its numbers for the same seed: for playthroughs, not for tables."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)  # noqa: S311 - a playthrough must be repeatable

    def below(self, n: int) -> int:
        return self._random.randrange(n)


@dataclass(frozen=True, slots=True)
class Late:
    """A function that is loaded when it is called, so that only thinker processes load numpy.

    `path`: the module and name of the function, with dots.
    """

    path: str

    def load(self) -> Any:  # noqa: ANN401 - of any type
        module, _, name = self.path.rpartition(".")
        return getattr(import_module(module), name)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401 - a result of any type
        return self.load()(*args)


def choose_loosely(
    rule: Callable[[Knowledge, Source], Any], known: Knowledge, source: Source
) -> Any:  # noqa: ANN401 - any game's move
    """Make a third of the moves at random, but never `undo`; make the others by the rule."""
    moves = [move for move in known.moves if str(move) != "undo"]
    if moves and source.below(3) == 0:
        return moves[source.below(len(moves))]
    return rule(known, source)


def read_values(file: Path) -> array[float]:
    """Read a table: floats of four bytes, the lowest byte first."""
    values = array("f")
    values.frombytes(file.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def know(
    game: Game[Any, Any, Any],
    options: Mapping[str, str],
    state: Any,  # noqa: ANN401 - any game's state
    seat: Seat,
    seen: Seen = (),
) -> Knowledge:
    """Return the knowledge of a seat that has to act; `seen` has the steps it was told so far."""
    return Knowledge(
        game.options(options), seat, game.view(state, seat), game.moves(state, seat), seen
    )


def watch(
    game: Game[Any, Any, Any],
    steps: Iterable[tuple[Any, int, Any]],
    seat: Seat,
) -> Seen:
    """Return the steps as a seat was told them.

    Each item of `steps` is the state before a move, the seat that moved, and the move.
    """
    told = ((by, game.seen(state, by, move, seat)) for state, by, move in steps)
    return tuple((by, text) for by, text in told if text is not None)


# The worth of moves, for hints, reviews and practice.


class Unit(StrEnum):
    """The unit of worth: the chance to win (0 to 1), points, or points ahead of the opponent."""

    WIN = "win"
    POINTS = "points"
    AHEAD = "ahead"


class Weighed(NamedTuple):
    """The worth of a decision in play-outs, as chances to win.

    Attributes:
        made: the move.
        best: the best move known; `made` if none is clearly better.
        at_random: the average loss of a random move against `best`.
        error: the standard error of the worth of `best` minus that of `made`.
    """

    made: Assessed
    best: Assessed
    at_random: float
    error: float


@dataclass(frozen=True, slots=True)
class Search:
    """Weighs moves by play-outs, slowly and with an error.

    Attributes:
        estimate: returns the worth of moves, best first; one move alone if none needs a search.
        weigh: compares a move with the best one; returns None if no search is needed. The last
            argument of both is the effort; 1 is the effort for a computer's own move.
        is_weighed: returns whether a move of the log can need a search.
    """

    estimate: Callable[[Knowledge, float], tuple[Assessed, ...]]
    weigh: Callable[[Knowledge, Any, float], Weighed | None]
    is_weighed: Callable[[Any], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The worth of the moves of a game, by either `assess` or `search`.

    Attributes:
        unit: the unit of worth, by the number of players.
        assess: returns the worth of the legal moves; it may take a second of one core.
        search: weighs moves by play-outs.
        count_win: returns the units that a win is worth, for moves whose `Assessed.win` is known.
        add_others: returns the points of other rounds, if the worth of a move covers one round.
        weigh_chances: returns the chance to win with each move, if worth is counted in points.
            It comes from a model and is exact only near the end of the game.
        begin: the first player's expectation before the game, by the number of players. Only for
            games in which the end of a turn throws the dice of the next turn.
        expect_chance: for the same games, returns the chance to win before the present turn's dice
            fell.
        lose: takes the knowledge, the move, and the view after the dice of the move; returns the
            worth left if these dice end the turn, else None.
        turn: the points that a good turn makes, if worth is the chance to win. No single turn
            decides a game that is lost by more.
        positions: a file of positions to practise on, made by `players.practice`.
        practice: the number of positions, by the number of players.
        exact_points: the least and the highest cost in points of the second best move in a
            position to practise on. Only for games whose points are exact and whose chance to win
            is not.
    """

    unit: Callable[[int], Unit]
    assess: Callable[[Knowledge], tuple[Assessed, ...]] | None = None
    search: Search | None = None
    count_win: Callable[[Knowledge], int] = lambda _: 1
    add_others: Callable[[Knowledge], float] = lambda _: 0.0
    weigh_chances: Callable[[Knowledge], dict[Any, float]] | None = None
    begin: Mapping[int, float] = field(default_factory=dict[int, float])
    expect_chance: Callable[[Knowledge], float] | None = None
    lose: Callable[[Knowledge, Any, Any], float | None] | None = None
    turn: float = 0.0
    positions: Path | None = None
    practice: Mapping[int, int] = field(default_factory=dict[int, int])
    exact_points: tuple[float, float] | None = None


# Luck and achievements, which the records take from the log of a finished game.


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with every transition of its log.

    Attributes:
        game: the rules.
        options: the complete options.
        transitions: every move of the log, nature's included, with the states before and after.
        outcome: scores and places.
        absent: the seats for which the caretaker moved at least once.
    """

    game: AnyGame
    options: Mapping[str, str]
    transitions: tuple[Transition, ...]
    outcome: Outcome
    absent: frozenset[Seat]

    @property
    def seats(self) -> range:
        """The numbers of all seats."""
        return range(len(self.outcome.scores))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; none if nobody is behind them."""
        return self.outcome.winners if max(self.outcome.places) > 1 else ()


State = Any
"""A state or move of any game."""

Values = tuple[float, ...]
"""The figures of one roll, one for each measure of the game."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of luck: its key, its words, and whether a high figure is good luck."""

    key: str
    words: str
    lucky: bool = True


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: its seat, its possible outcomes, and the other facts that measures need."""

    seat: Seat
    chance: Chance[Any]
    context: tuple[Any, ...] = ()


class Meter:
    """Measures the luck of the dice in a game.

    Attributes:
        measures: the figures.
        precomputed: frequent rolls with many outcomes. Their moments are computed when the bot
            starts. Otherwise the end of the first game would wait for them.
    """

    measures: tuple[Measure, ...]
    precomputed: tuple[Chance[Any], ...] = ()

    def find_roll(self, rules: State, before: State, chance: Chance[Any]) -> Roll | None:
        """Return the roll of a move of nature; None if it counts for no seat."""
        raise NotImplementedError

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:
        """Return the figure of each measure for a move of nature."""
        raise NotImplementedError

    def compute_moments(self, roll: Roll) -> tuple[Values, Values] | None:  # noqa: ARG002 - some games need it
        """Return exact means and variances by measure; None if all outcomes must be enumerated."""
        return None


@dataclass(frozen=True, slots=True)
class Achievements:
    """The achievements of a game.

    Attributes:
        goals: achievements within a game: key, emoji, title, and how to earn it.
        people: the keys of achievements that can be earned only in games between people.
        find: yields seat and key of each achievement earned in a game; it may repeat a pair.
        counted: emoji and title for a first win, wins in a row, some games, and many games.
    """

    goals: tuple[tuple[str, str, str, str], ...]
    people: Collection[str]
    find: Callable[[FinishedGame], Iterator[tuple[Seat, str]]]
    counted: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        """Raise ValueError if something is missing."""
        if len(self.counted) != 4 or any(len(goal) != 4 for goal in self.goals):
            raise ValueError("`counted` needs four entries, and each goal four texts")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    rules: AnyGame
    face: str
    players: Mapping[Level, Player] = field(default_factory=dict[Level, Player])
    worth: Worth | None = None
    meter: Meter | None = None
    achievements: Achievements | None = None

    @property
    def key(self) -> str:
        return self.rules.info.key
