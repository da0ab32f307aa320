"""The rules of Ducks in a Bucket as a `Game`."""

from __future__ import annotations

from itertools import chain
from typing import Final

from engine.core import (
    CHANCE,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    Info,
    Option,
    Options,
    Outcome,
    Seat,
    parse_int,
    places,
)
from engine.ducks.dice import SIDES, THROWS, WHITE, RollDice, promotable
from engine.ducks.hands import evaluate
from engine.ducks.inning import (
    GOOSE_EGG,
    Setup,
    State,
    begin,
    end_inning,
    fall,
    promote,
    take_up,
    throw_away,
    totals,
)
from engine.ducks.moves import Bust, Fall, Move, Promote, Roll, Stop, ThrowAway
from engine.ducks.view import View, look
from engine.errors import IllegalMove, MalformedMove, NotYourTurn

_WILD: Final = Option(
    "wild",
    "Wild ducks",
    (Choice("on", "each 2 takes the best rank"), Choice("off", "2s are plain 2s")),
)
_CIRCUITS: Final = Option(
    "circuits",
    "Circuits",
    (Choice("1", "everybody goes first once"), Choice("2", "everybody goes first twice")),
)
_PRESS: Final = Option(
    "press",
    "Press rule",
    (
        Choice("discard", "no promotion costs a die"),
        Choice("bust", "no promotion loses the bucket"),
    ),
)

_ROLL, _STOP, _THROW_AWAY, _BUST = Roll(), Stop(), ThrowAway(), Bust()
_FALLS: Final = (Fall(dice, boss) for dice in chain(*THROWS[1:]) for boss in SIDES)
_PROMOTIONS: Final = {dice: Promote(dice) for dice in chain(*THROWS[1:])}
_TEXTS: Final[dict[str, Move]] = {
    str(move): move for move in (*_FALLS, *_PROMOTIONS.values(), _ROLL, _STOP, _THROW_AWAY, _BUST)
}
_LONGEST_INNING: Final = 2 + 3 * (WHITE - 1) + 1


class Ducks(Game[State, Move, View]):
    """The rules of Ducks in a Bucket."""

    info = Info(
        key="ducks",
        title="Ducks in a Bucket",
        min_seats=2,
        max_seats=6,
        rules_version=1,
        options=(_WILD, _CIRCUITS, _PRESS),
    )

    def start(self, seats: int, options: Options, first: Seat | None = None) -> State:
        """Nobody has points; nature draws who has the button, unless `first` says so."""
        chosen = self.options(options)
        self.check_seats(seats, chosen)
        self.check_first(seats, first)
        bust = chosen["press"] == "bust"
        setup = Setup(seats, chosen["wild"] == "on", int(chosen["circuits"]), bust)
        return State(setup, first, "first" if first is None else "fresh")

    def bound(self, seats: int, options: Options) -> int:
        """The moves of the longest game, exactly."""
        # The longest inning rolls (2 moves), promotes one die and rolls on (3) four times, and
        # promotes the last or throws it away (1): whatever else is done, it takes a die off with
        # no more moves. The first move of the game draws the button.
        rounds = seats * int(self.options(options)["circuits"])
        return 1 + rounds * seats * _LONGEST_INNING

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The player whose inning it is; nature before the first and while dice fall."""
        if state.phase == "over":
            return ()
        return (CHANCE,) if state.phase in {"first", "rolling"} else (state.seat,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Promotions first, smallest sets first, then to promote nothing; or stop, then roll."""
        if seat == CHANCE or (seat,) != self.to_act(state):
            return ()
        match state.phase:
            case "fresh":
                return (_ROLL,)
            case "promoted":
                return (_STOP, _ROLL)
            case _:
                legal = promotable(state.dice, state.boss)
                return (*[_PROMOTIONS[dice] for dice in legal], _unpromoted(state))

    def chance(self, state: State) -> Chance[Move]:
        """Who begins, or how the dice fall."""
        match state.phase:
            case "first":
                return DrawFirst(state.setup.seats)
            case "rolling":
                return RollDice(state.left)
            case _:
                raise NotYourTurn("nature has nothing to draw")

    def parse(self, text: str) -> Move:
        """Read a move; see the notation in the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        word, _, rest = text.partition(" ")
        if word != "first":
            raise MalformedMove(f"{text!r} is not a move of {self.info.title}")
        return First(parse_int(rest, 0, self.info.max_seats - 1))

    def apply(self, state: State, seat: Seat, move: Move) -> State:  # noqa: PLR0911 - a move a line
        """The state after a move."""
        if (seat,) != self.to_act(state):
            raise NotYourTurn(f"{move}: seat {seat} is not to act")
        match state.phase, move:
            case "rolling", Fall():
                return fall(state, move)
            case "rolled", Promote():
                return promote(state, move)
            case "rolled", ThrowAway() if not state.setup.bust:
                return throw_away(state)
            case "rolled", Bust() if state.setup.bust:
                return end_inning(state, GOOSE_EGG)
            case "fresh" | "promoted", Roll():
                return take_up(state)
            case "promoted", Stop():
                return end_inning(state, state.bucket)
            case "first", First() if move.seat in range(state.setup.seats):
                return begin(state, move.seat)
            case _:
                raise IllegalMove(f"{move}: not allowed now")

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """All of the table, with what each promotion would be worth."""
        return look(state)

    def outcome(self, state: State) -> Outcome | None:
        """The points of all rounds; equal totals share a place (ruling C2)."""
        if state.phase != "over":
            return None
        points = totals(state)
        return Outcome(points, places(points))

    def default(self, state: State, seat: Seat) -> Move:
        """Stop as soon as that is allowed; promote what makes the best hand; else go on."""
        legal = self.moves(state, seat)
        if not legal:
            raise NotYourTurn(f"seat {seat} is not to act")
        promotions = [move for move in legal if isinstance(move, Promote)]
        return max(promotions, key=lambda move: _strength(state, move), default=legal[0])


def _unpromoted(state: State) -> Move:
    """The move of a player who cannot or will not promote (rulings D2 and D9)."""
    return _BUST if state.setup.bust else _THROW_AWAY


def _strength(state: State, move: Promote) -> tuple[int, ...]:
    """How strong the bucket is with these dice in it."""
    bucket = tuple(sorted((*state.bucket, *move.dice)))
    return evaluate(bucket, wild=state.setup.wild).strength
