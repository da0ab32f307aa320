"""What a game hands in: its `Kit`, which is all that the bot knows of it, but its face on Discord.

A player is told what its seat may know, and never a state. Generic code goes over the kits
(`players.games`) and names no game; the Discord side alone loads the faces that they name.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.fairness import HmacSource

if TYPE_CHECKING:
    from pathlib import Path

    from engine.core import AnyGame, Chance, Game, Outcome, Seat, Source, Transition

DIGITS: Final = 5
"""Digits in which a worth can be compared: the tables behind it have some more."""

Seen = tuple[tuple[int, str], ...]
"""Steps as one seat was told of them, oldest first: who moved, and the text of `Game.seen`."""


class Level(StrEnum):
    """How well a player plays."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows when it is to move.

    Attributes:
        options: of the game, complete.
        seat: who is to move.
        view: `Game.view` for this seat.
        moves: the legal moves of this seat, in the order of `Game.moves`; at least one.
        seen: what this seat was told of the game so far. A step that was hidden from it is not
            there: that it was made can be a secret too.
    """

    options: Mapping[str, str]
    seat: Seat
    view: Any
    moves: tuple[Any, ...]
    seen: Seen = ()


@dataclass(frozen=True, slots=True)
class Assessed:
    """What a legal move is worth if everything after it is played as well as can be.

    Attributes:
        move: the move.
        points: what it brings on average, in the currency that the game's `assess` names.
        win: the chance to win, where a shared win counts by its share; None where nothing is known.
        off: how far an estimate is off as a rule, as was measured, where a model tells what counts:
            `win`, or `points` without it. 0 where that is exact, None in play-outs.
        error: where both are means of play-outs, the standard error of its worth beside that of the
            best move.
    """

    move: Any
    points: float
    win: float | None = None
    off: float | None = None
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether what counts is exact and no estimate."""
        return self.off == 0

    @property
    def worth(self) -> float:
        """What decides: the chance to win where it is known, else the points."""
        return self.points if self.win is None else self.win


def rank(moves: Iterable[Assessed]) -> tuple[Assessed, ...]:
    """Return moves, the best first; those that come to the same stay in their order."""
    return tuple(sorted(moves, key=lambda each: -round(each.worth, DIGITS)))


@dataclass(frozen=True, slots=True)
class Player:
    """One level of one game. It can be pickled, and so can what it knows.

    Attributes:
        version: grows with every change that can make another move of the same knowledge and
            source.
        quick: whether a choice takes less than some 20 milliseconds. If not, it may take a second
            of one core, and belongs into another process.
        choose: returns one of `moves`; the same for equal knowledge and an equal source. It has
            no clock: what it searches is bounded by numbers.
    """

    version: int
    quick: bool
    choose: Callable[[Knowledge, Source], Any]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What a player has settled in advance.

    Attributes:
        text: what is stored: a word, and where it has one the number behind it: `stop 12`.
        sentence: the same for people.
        choose: returns one of `moves`; None where the order says nothing about them. It goes by
            what is to be seen now: `seen` is empty.
    """

    text: str
    sentence: str
    choose: Callable[[Knowledge], Any]


def draw_nothing(choose: Callable[[Knowledge, Source], Any]) -> Callable[[Knowledge], Any]:
    """Return how a player chooses that has no use for a source."""
    return lambda known: choose(known, HmacSource(b"", 0))


def choose_randomly(known: Knowledge, source: Source) -> Any:  # noqa: ANN401 - any game's move
    """Return any legal move, each equally likely."""
    return known.moves[source.below(len(known.moves))]


@dataclass(frozen=True, slots=True)
class Late:
    """A function that is loaded when it is called first: only who thinks needs numpy.

    `path`: its module and its name, with dots.
    """

    path: str

    def load(self) -> Any:  # noqa: ANN401 - of any type
        """Load it."""
        module, _, name = self.path.rpartition(".")
        return getattr(import_module(module), name)

    def __call__(self, *args: object) -> Any:  # noqa: ANN401 - a result of any type
        """Call it."""
        return self.load()(*args)


def choose_loosely(
    rule: Callable[[Knowledge, Source], Any], known: Knowledge, source: Source
) -> Any:  # noqa: ANN401 - any game's move
    """Make one move of three at random, and take nothing back; else play by the rule."""
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
    """Return what a seat that is to act knows in a state, after what it was told so far."""
    return Knowledge(
        game.options(options), seat, game.view(state, seat), game.moves(state, seat), seen
    )


def watch(
    game: Game[Any, Any, Any],
    steps: Iterable[tuple[Any, int, Any]],
    seat: Seat,
) -> Seen:
    """Return what a seat was told of steps: each the state before, who moved, and the move."""
    told = ((by, game.seen(state, by, move, seat)) for state, by, move in steps)
    return tuple((by, text) for by, text in told if text is not None)


# What moves are worth: for hints, reviews and practice.


class Unit(StrEnum):
    """What is counted: the chance to win from 0 to 1, points, or points ahead of the other."""

    WIN = "win"
    POINTS = "points"
    AHEAD = "ahead"


class Weighed(NamedTuple):
    """What a decision was worth in play-outs, as chances to win.

    Attributes:
        made: the move.
        best: the move that is best as far as is known; `made`, if none is clearly better.
        at_random: what a move at random is worth less than `best`.
        error: the standard error of what `best` is worth more than `made`.
    """

    made: Assessed
    best: Assessed
    at_random: float
    error: float


@dataclass(frozen=True, slots=True)
class Search:
    """Weighs moves by play-outs: slowly, and with an error.

    Attributes:
        estimate: returns what moves are worth, the best first; it is one move alone where none is
            weighed.
        weigh: returns what a move is worth beside the best one, searched for with an effort, where
            1 is that of a computer's move; None where nothing is weighed.
        is_weighed: whether a move of the log is one that is weighed.
    """

    estimate: Callable[[Knowledge], tuple[Assessed, ...]]
    weigh: Callable[[Knowledge, Any, float], Weighed | None]
    is_weighed: Callable[[Any], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What the moves of a game are worth: either `assess` or `search` says so.

    Attributes:
        unit: what is counted, by the number of players.
        assess: returns what the legal moves are worth; it may take a second of one core.
        search: weighs them by play-outs.
        count_win: for how many of what is counted a win counts, where that decides a move.
        add_others: what other rounds bring beside the one in which points are counted.
        weigh_chances: returns the chance to win with each move, where moves are weighed in points:
            a model, but at the end.
        begin: what the best play brings who begins, by the number of players, where the dice of a
            turn fall by the move that ends the turn before; and `expect_chance` is the chance to
            win before such dice.
        lose: returns what is left where the dice of a move end a turn, by what is to be seen then;
            None where they do not.
        positions: a file of positions to practise on, as `players.practice` makes it.
        practice: how many of them there are, by the number of players.
        exact_points: what the second best move of such a position costs in points, above and below,
            where these are exact and the chance to win is not.
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
    positions: Path | None = None
    practice: Mapping[int, int] = field(default_factory=dict[int, int])
    exact_points: tuple[float, float] | None = None


# What records find in the log of a finished game: luck and achievements.


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with every transition of its log.

    Attributes:
        game: the rules.
        options: complete.
        transitions: every move of the log with the states around it, those of nature included.
        outcome: scores and places by the rules.
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
        """The seats in first place; nobody in a game played alone."""
        return self.outcome.winners if len(self.outcome.scores) > 1 else ()


State = Any
"""A state or a move of any game."""

Values = tuple[float, ...]
"""A number of one roll for each measure of the game."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted: its key, words for it, and whether more of it is good luck."""

    key: str
    words: str
    lucky: bool = True


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll: whose it is, what could fall, and what else the measures need to know."""

    seat: Seat
    chance: Chance[Any]
    context: tuple[Any, ...] = ()


class Meter:
    """Counts how the dice of a game fall.

    Attributes:
        measures: what is counted.
        precomputed: rolls with many outcomes that every game has: computed before the first ends.
    """

    measures: tuple[Measure, ...]
    precomputed: tuple[Chance[Any], ...] = ()

    def find_roll(self, rules: State, before: State, chance: Chance[Any]) -> Roll | None:
        """Return the roll that a move of nature makes; None if it counts for nobody."""
        raise NotImplementedError

    def read_values(self, context: tuple[Any, ...], move: State) -> Values:
        """Return the number of each measure."""
        raise NotImplementedError

    def compute_moments(self, roll: Roll) -> tuple[Values, Values] | None:  # noqa: ARG002 - others need it
        """Return the exact means and variances by measure; None: from all outcomes of the roll."""
        return None


@dataclass(frozen=True, slots=True)
class Achievements:
    """The achievements of a game.

    Attributes:
        goals: what the course of a game earns: a word, an emoji, the title, and what earns it.
        people: the words of those that are won from others, and so from people alone.
        find: yields seat and word for each of them that a game has earned, also several times.
        counted: emoji and title for a win, wins in a row, some games, and many games.
    """

    goals: tuple[tuple[str, str, str, str], ...]
    people: Collection[str]
    find: Callable[[FinishedGame], Iterator[tuple[Seat, str]]]
    counted: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        """Raise ValueError where something is missing."""
        if len(self.counted) != 4 or any(len(goal) != 4 for goal in self.goals):
            raise ValueError("four titles by numbers, and goals of four texts are needed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """A game.

    Attributes:
        rules: of the game, with its key.
        face: the module whose `RENDERER` shows it on Discord, by its dotted name.
        players: a computer player for each level; those that are missing move at random.
        orders: the standing orders, as they are offered. Each is a pure function of what its seat
            may know, and leaves nothing to luck.
        worth: what moves are worth; without it there are no hints, reviews and practice.
        meter: counts how the dice fall; without it there is no luck.
        achievements: what can be earned.
    """

    rules: AnyGame
    face: str
    players: Mapping[Level, Player] = field(default_factory=dict[Level, Player])
    orders: tuple[StandingOrder, ...] = ()
    worth: Worth | None = None
    meter: Meter | None = None
    achievements: Achievements | None = None

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.rules.info.key
