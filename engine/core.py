"""The interface of a game: a `Game` knows the rules and answers questions about immutable states.

A `Game` holds no state. A state is a frozen dataclass of the game's own package, and only that
package looks into it; players and spectators get a `view`. Nature has a seat too (`CHANCE`): a
state that needs dice or cards waits for a move of nature. The log keeps that move like any other,
so `apply` is deterministic and every game can be replayed. Every move has exactly one text, written
by `str(move)`. `Game.parse` accepts no other text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final, Generic, Protocol, TypeVar, Union, final

T = TypeVar("T")


def replace_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Replace the value at `index`, which must not be negative."""
    return (*values[:index], value, *values[index + 1 :])


def remove_items(values: tuple[T, ...], removed: Iterable[T]) -> tuple[T, ...] | None:
    """Remove each item of `removed` once; return None if one is missing."""
    left = list(values)
    for value in removed:
        if value not in left:
            return None
        left.remove(value)
    return tuple(left)


def roll_dice(count: int, source: Source) -> tuple[int, ...]:
    """Roll six-sided dice and return their values, ascending."""
    return tuple(1 + value for value in sorted(map(source.below, (6,) * count)))


def weigh_rolls(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each sorted roll with the number of ways it can fall, out of 6 ** count ways."""
    orders = factorial(count)
    for values in combinations_with_replacement(range(1, 7), count):
        yield values, orders // prod(map(factorial, Counter(values).values()))


# Errors in a move or in the setup of a game. An error quotes the refused input, so one line of
# the bot's log explains it. No error quotes the secret part of a move.


def N_(text: str, _context: str = "") -> str:  # noqa: N802 - the usual name with gettext
    """Mark a sentence for the catalogs; `Language` translates it, with `_context` its `sense`."""
    return text


Field = Union[str, float, "Told", tuple[Union[str, "Told"], ...]]
"""A value quoted in a `Told`: a name, a number, a sentence, or a list of names or sentences."""


class Told(Exception):
    """Base of errors that tell a person why something is refused.

    Attributes:
        sentence: the reason in English, with a name in braces for each field.
        fields: the values for the braces; no value is a word that other languages inflect.
        game: the key of the game to which the sentence belongs; empty for a sentence of the bot.
    """

    game = ""

    def __init__(self, sentence: str, /, **fields: Field) -> None:
        said = {k: ", ".join(map(str, v)) if isinstance(v, tuple) else v for k, v in fields.items()}
        super().__init__(sentence.format(**said) if fields else sentence)
        self.sentence = sentence
        self.fields = fields


class RuleError(Told):
    """Base of all errors for input that the rules refuse."""


class BadSetup(RuleError):
    """The game does not allow this option, value of an option, or number of seats."""


class BadPosition(RuleError):
    """The text does not describe a position of the game."""


class BadTranscript(RuleError):
    """The text is not a transcript of a table."""


class MalformedMove(RuleError):
    """The text is not in the notation of the game's moves."""


class IllegalMove(RuleError):
    """The move is well formed, but the rules do not allow it in this state."""


class NotYourTurn(RuleError):
    """The seat may not move now."""


Seat = int
"""A place at the table, counted from 0 in the order of play. The next seat is on the left."""

CHANCE: Final[Seat] = -1
"""The seat of nature, which rolls the dice and draws the cards."""

Options = Mapping[str, str]
"""A value for each option key; `Game.options` adds the default of each missing key."""


class Source(Protocol):
    """A source of randomness. The engine has none of its own."""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1; all are equally likely."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and its words on screen."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Option:
    """A decision of the opener. The first choice is the default. `switch`: words of a checkbox."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    switch: str = ""

    @property
    def default(self) -> str:
        """The value if the opener chooses none."""
        return self.choices[0].value

    def title_of(self, value: str) -> str:
        return next(choice.title for choice in self.choices if choice.value == value)


@dataclass(frozen=True, slots=True)
class Info:
    """The fixed facts of a game.

    Attributes:
        key: the short name in lower case letters, such as `pond` in `/pond start`.
        title: the name on the box.
        min_seats: smallest number of seats that any options allow.
        max_seats: largest number of seats that any options allow.
        rules_version: grows with every change that makes an old log lead to other states.
        options: the choices of the opener.
        hidden: whether seats may know different things.
        scores_compare: whether higher is better, so that scores of several games can be compared.
        whole_turns: whether people see a computer's turn at once, not decision by decision.
        paced: whether people see a person's forced moves one after the other, not all at once.
    """

    key: str
    title: str
    min_seats: int
    max_seats: int
    rules_version: int
    options: tuple[Option, ...] = ()
    hidden: bool = False
    scores_compare: bool = True
    whole_turns: bool = False
    paced: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The score and place of each seat at the end; equal seats share a place."""

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
    """The draw of nature in one state."""

    @abstractmethod
    def sample(self, source: Source) -> M_co:
        """Draw one outcome, with a chance proportional to its weight."""

    @abstractmethod
    def outcomes(self) -> Iterator[tuple[M_co, int]]:
        """Yield every distinct outcome once, with its integer weight; there may be very many."""


class Game(ABC, Generic[S, M, V]):
    """The rules of one game. An instance holds no data, and every method is a pure function.

    A new game sets `info` and writes these methods:

        begin           the state before the first move
        most_moves      a bound on the length of a game
        to_act          the seats that may move now
        legal_moves     every legal move of a seat
        draw            the draw of nature
        play            the state after a move
        default_move    the move for an absent player
        final_outcome   scores and places at the end
        parse           a move from its text
        view            a seat's knowledge

    It overrides these only where the default does not fit it: `allowed_seats`, `rematch_first`,
    `standing`, `optional`, `is_out`, `is_break`, `is_long_turn`, `forced`, `tells_nothing`, `seen`,
    `resample`. The final methods below, and those of `Match`, make the checks shared by all games
    and then call the game's own methods. So `play` can assume that the seat may move now, and
    `begin` that the options are complete.
    """

    info: Info

    # The methods that other modules call. Each checks its arguments, then calls the game's method.

    @final
    def options(self, chosen: Options) -> dict[str, str]:
        """Complete `chosen` with the defaults, in the order of `info.options`.

        Raises:
            BadSetup: the game does not know a key or a value.
        """
        known = {option.key: option for option in self.info.options}
        for key, value in chosen.items():
            if key not in known:
                raise BadSetup("There is no option {key}.", key=repr(key))
            values = [choice.value for choice in known[key].choices]
            if value not in values:
                said = {"key": repr(key), "values": tuple(values), "value": repr(value)}
                raise BadSetup("Option {key} is one of {values}, not {value}.", **said)
        return {key: chosen.get(key, option.default) for key, option in known.items()}

    @final
    def seat_range(self, options: Options) -> range:
        """Return the numbers of seats that these options allow; raises BadSetup like `options`."""
        return self.allowed_seats(self.options(options))

    @final
    def start(self, seats: int, options: Options, first: Seat | None = None) -> S:
        """Return the state before the first move.

        Args:
            seats: number of players.
            options: complete or not; defaults fill the gaps.
            first: the seat that starts, if `rematch_first` of the last game named a seat; None if
                the rules decide.

        Raises:
            BadSetup: the game does not allow the options, this number of seats or `first`.
        """
        complete = self.options(options)
        allowed = self.allowed_seats(complete)
        if seats not in allowed:
            least, most = allowed[0], allowed[-1]
            raise BadSetup("Players: {least} to {most}, not {n}.", least=least, most=most, n=seats)
        if first is not None and first not in range(seats):
            raise BadSetup("Seat {seat} cannot start: there is no such seat.", seat=first)
        return self.begin(seats, complete, first)

    @final
    def bound(self, seats: int, options: Options) -> int:
        """Return an upper bound on the moves of a game; see `most_moves`."""
        return self.most_moves(seats, self.options(options))

    @final
    def moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Return each legal move of a player's seat once; none if the seat may not move now."""
        return Match.at(self, state).moves(seat)

    @final
    def chance(self, state: S) -> Chance[M]:
        """Return the draw of nature; raises as `Match.chance` does."""
        return Match.at(self, state).chance()

    @final
    def apply(self, state: S, seat: Seat, move: M) -> S:
        """Return the state after a move; raises as `Match.push` does."""
        Match.at(self, state).require(seat)
        return self.play(state, seat, move)

    @final
    def outcome(self, state: S) -> Outcome | None:
        """Return scores and places; None before the end."""
        return Match.at(self, state).outcome

    @final
    def default(self, state: S, seat: Seat) -> M:
        """Return a sensible legal move for an absent player; raises as `Match.default` does."""
        return Match.at(self, state).default(seat)

    # Methods that every game defines.

    @abstractmethod
    def begin(self, seats: int, options: Options, first: Seat | None) -> S:
        """Return the state before the first move; `start` has checked the arguments."""

    @abstractmethod
    def most_moves(self, seats: int, options: Options) -> int:
        """Return an upper bound on the moves of a game, nature's included.

        If the rules set no limit, the chance that random play exceeds the bound is below 1e-9.
        """

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that may move now: players, `(CHANCE,)`, or none at the end."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Return each legal move once, for a player who may move now."""

    @abstractmethod
    def draw(self, state: S) -> Chance[M]:
        """Return the draw of nature that the state waits for."""

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M) -> S:
        """Return the state after a move of a seat that may move now, or of nature.

        Raises:
            IllegalMove: the rules do not allow the move now.
        """

    @abstractmethod
    def default_move(self, state: S, seat: Seat) -> M:
        """Return a sensible legal move for a player who may move now."""

    @abstractmethod
    def final_outcome(self, state: S) -> Outcome:
        """Return scores and places of a game that is over."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """Read a move from its only text form.

        Raises:
            MalformedMove: no move has this text.
        """

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Return what a seat may know (None: a spectator), a frozen dataclass of plain values.

        If nothing is hidden, the view may be the state itself. Otherwise build it from what the
        seat may see, never by removing secrets from the state.
        """

    def allowed_seats(self, options: Options) -> range:  # noqa: ARG002 - for overrides
        """Return the allowed numbers of seats; the options are complete."""
        return range(self.info.min_seats, self.info.max_seats + 1)

    def rematch_first(self, outcome: Outcome) -> Seat | None:  # noqa: ARG002 - for overrides
        """Return the seat that starts a rematch of a finished game; None to draw the seat anew."""
        return None

    def standing(self, state: S, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - for overrides
        """Return each seat's place if the game ended now; all places are 1 if no rule decides."""
        return (1,) * seats

    def optional(self, state: S) -> tuple[Seat, ...]:  # noqa: ARG002 - for overrides
        """Return the seats of `to_act` that need not move for the game to go on."""
        return ()

    def is_out(self, state: S, seat: Seat) -> bool:  # noqa: ARG002 - for overrides
        """Return whether a seat never moves again in this game, although others play on."""
        return False

    def is_break(self, state: S) -> bool:  # noqa: ARG002 - for overrides
        """Return whether a round is over and people read its result before the next round."""
        return False

    def is_long_turn(self, state: S) -> bool:  # noqa: ARG002 - for overrides
        """Return whether a turn begins a round and takes much more thought than others."""
        return False

    def forced(self, state: S) -> M | None:  # noqa: ARG002 - for overrides
        """Return the move that happens without a click; None if there is no such move.

        It is the only legal move of the only seat to act, and everybody can know that no other
        move is legal; otherwise it would reveal hidden things. A turn's first throw needs a click.
        """
        return None

    def tells_nothing(self, move: M) -> bool:  # noqa: ARG002 - for overrides
        """Return whether a player's move reveals nothing new: no dice fall, no card is turned.

        The player can take such a move back until another seat moves.
        """
        return False

    def seen(self, state: S, by: Seat, move: M, viewer: Seat | None) -> str | None:  # noqa: ARG002 - for overrides
        """Return the text of a move made in `state` as `viewer` may see it; None if hidden."""
        return str(move)

    def resample(self, state: S, seat: Seat | None, source: Source) -> S:  # noqa: ARG002 - for overrides
        """Return a state that looks the same to `seat`, with all hidden things drawn anew."""
        return state

    def parse_first(self, text: str) -> First:
        """Read a move such as `first 2`. `parse` calls this after trying all other moves.

        Raises:
            MalformedMove: the text has another form, or the seat is too high for the game.
        """
        word, _, seat = text.partition(" ")
        if word != "first":
            raise MalformedMove("{move} is not a move of this game", move=repr(text))
        return First(parse_int(seat, 0, self.info.max_seats - 1))


AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Transition:
    """A move, and the states of the game before and after it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its current state. It asks `Game.to_act` once and keeps the answer.

    Attributes:
        game: the rules.
        state: the state after all moves so far.
        to_act: the seats that may move now, CHANCE included; none at the end.
    """

    game: AnyGame
    state: Any
    to_act: tuple[Seat, ...]

    @classmethod
    def at(cls, game: AnyGame, state: Any) -> Match:  # noqa: ANN401 - any game's state
        return cls(game, state, game.to_act(state))

    @classmethod
    def begin(cls, game: AnyGame, seats: int, options: Options, first: Seat | None = None) -> Match:
        """Return a game before its first move; raises BadSetup like `Game.start`."""
        return cls.at(game, game.start(seats, options, first))

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats of `to_act` that the game cannot go on without."""
        optional = self.game.optional(self.state)
        return tuple(seat for seat in self.to_act if seat not in optional)

    @property
    def outcome(self) -> Outcome | None:
        """Scores and places; None before the end."""
        return None if self.to_act else self.game.final_outcome(self.state)

    def require(self, seat: Seat) -> None:
        """Raise NotYourTurn unless the seat may move now."""
        if seat not in self.to_act:
            raise NotYourTurn("It is not the turn of seat {seat}.", seat=seat)

    def moves(self, seat: Seat) -> tuple[Any, ...]:
        """Return each legal move of a player's seat once; none if the seat may not move now."""
        if seat == CHANCE or seat not in self.to_act:
            return ()
        return self.game.legal_moves(self.state, seat)

    def chance(self) -> Chance[Any]:
        """Return the draw of nature.

        Raises:
            NotYourTurn: nature may not move now.
        """
        if CHANCE not in self.to_act:
            raise NotYourTurn("Nature has nothing to draw.")
        return self.game.draw(self.state)

    def default(self, seat: Seat) -> Any:  # noqa: ANN401 - any game's move
        """Return a sensible move for an absent player; raises NotYourTurn if none may be made."""
        if seat == CHANCE or seat not in self.to_act:
            raise NotYourTurn("It is not the turn of seat {seat}.", seat=seat)
        return self.game.default_move(self.state, seat)

    def push(self, seat: Seat, move: Any) -> Match:  # noqa: ANN401 - any game's move
        """Return the game after a move.

        Raises:
            NotYourTurn: the seat may not move now.
            IllegalMove: the rules do not allow the move now.
        """
        if seat not in self.to_act:
            raise NotYourTurn("It is not the turn of seat {seat}.", seat=seat)
        state = self.game.play(self.state, seat, move)
        return Match(self.game, state, self.game.to_act(state))

    def read(self, seat: Seat, text: str) -> tuple[Match, Transition]:
        """Make a move given as text; raises MalformedMove, and the errors of `push`."""
        move = self.game.parse(text)
        after = self.push(seat, move)
        return after, Transition(self.state, seat, move, after.state)


def fold(
    game: AnyGame,
    seats: int,
    options: Options,
    first: Seat | None,
    moves: Iterable[tuple[Seat, str]],
) -> Iterator[Transition]:
    """Replay a log and yield each transition.

    Args:
        game: the rules.
        seats: number of players.
        options: complete or not.
        first: the seat that starts; see `Game.start`.
        moves: the seat and the text of each move, in order.

    Raises:
        BadSetup: the game cannot start with these values.
        MalformedMove: a text is not a move of this game.
        NotYourTurn: a move belongs to a seat that may not move then.
        IllegalMove: the rules do not allow a move.
    """
    match = Match.begin(game, seats, options, first)
    for seat, text in moves:
        match, made = match.read(seat, text)
        yield made


@dataclass(frozen=True, slots=True)
class First:
    """The chance move that names the first seat: `first 2`."""

    seat: Seat

    def __str__(self) -> str:
        return f"first {self.seat}"


@dataclass(frozen=True, slots=True)
class DrawFirst(Chance[First]):
    """Nature draws the first seat (ruling C1)."""

    seats: int

    def sample(self, source: Source) -> First:
        """Draw a seat; all are equally likely."""
        return First(source.below(self.seats))

    def outcomes(self) -> Iterator[tuple[First, int]]:
        """Yield each seat once, with weight 1."""
        return ((First(seat), 1) for seat in range(self.seats))


def name_seat(seat: Seat) -> str:
    """Return a seat in words, as in transcripts: `seat 2`, or `nature`."""
    return "nature" if seat == CHANCE else f"seat {seat}"


def rank_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Rank scores, highest first; 9, 7, 7, 1 have places 1, 2, 2, 4 (ruling C2)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def parse_int(text: str, low: int, high: int) -> int:
    """Read a number from low to high, in the form that `str` writes; raises MalformedMove."""
    # int() refuses more than 4,300 digits with an error of its own, so check the length first.
    if not text.isascii() or not text.isdigit() or len(text) > 9 or str(int(text)) != text:
        raise MalformedMove("{text} is not a number", text=repr(text))
    value = int(text)
    if not low <= value <= high:
        said = {"text": repr(text), "low": low, "high": high}
        raise MalformedMove("{text} is not within {low} to {high}", **said)
    return value
