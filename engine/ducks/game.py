"""The rules of Ducks in a Bucket as a `Game`."""

from __future__ import annotations

from itertools import chain
from typing import Final

from engine.core import (
    CHANCE,
    N_,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    IllegalMove,
    Info,
    Option,
    Options,
    Outcome,
    Seat,
    rank_scores,
)
from engine.ducks.dice import SIDES, THROWS, WHITE, RollDice, promotable
from engine.ducks.hands import evaluate
from engine.ducks.inning import (
    GOOSE_EGG,
    Setup,
    State,
    add_points,
    end_inning,
    give_button,
    land_dice,
    promote,
    take_dice,
    throw_away,
)
from engine.ducks.moves import Bust, Fall, Move, Promote, Roll, Stop, ThrowAway
from engine.ducks.view import View, make_view

_WILD: Final = Option(
    "wild",
    "Wild ducks",
    (Choice("on", "a 2 counts as the number that helps most"), Choice("off", "a 2 is just a 2")),
    N_("2s are wild"),
)

_CIRCUITS: Final = Option(
    "circuits",
    "Length",
    (
        Choice("1", "short, everybody goes first once"),
        Choice("2", "long, everybody goes first twice"),
    ),
)

_PRESS: Final = Option(
    "press",
    "If you promote nothing",
    (Choice("discard", "you lose a die"), Choice("bust", "you lose the bucket")),
)

_ROLL, _STOP, _THROW_AWAY, _BUST = Roll(), Stop(), ThrowAway(), Bust()

_FALLS: Final = (Fall(dice, boss) for dice in chain(*THROWS[1:]) for boss in SIDES)

_PROMOTIONS: Final = {dice: Promote(dice) for dice in chain(*THROWS[1:])}

_TEXTS: Final[dict[str, Move]] = {
    str(move): move for move in (*_FALLS, *_PROMOTIONS.values(), _ROLL, _STOP, _THROW_AWAY, _BUST)
}

_LONGEST_INNING: Final = 2 + 3 * (WHITE - 1) + 1


class Ducks(Game[State, Move, View]):
    info = Info(
        key="ducks",
        title="Ducks in a Bucket",
        min_seats=2,
        max_seats=6,
        rules_version=1,
        options=(_WILD, _CIRCUITS, _PRESS),
    )

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Start with no points; nature draws the button if `first` is None."""
        bust = options["press"] == "bust"
        setup = Setup(seats, options["wild"] == "on", int(options["circuits"]), bust)
        return State(setup, first, "first" if first is None else "fresh")

    def most_moves(self, seats: int, options: Options) -> int:
        """Return the exact length of the longest game."""
        # In the longest inning a player rolls (2 moves), four times promotes one die and rolls on
        # (3 moves each time), and promotes the last die or throws it away (1 move). No other use of
        # a die takes more moves. The first move of the game draws the button.
        rounds = seats * int(options["circuits"])
        return 1 + rounds * seats * _LONGEST_INNING

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the player of the inning; nature before the first inning and while dice fall."""
        if state.phase == "over":
            return ()
        return (CHANCE,) if state.phase in {"first", "rolling"} else (state.seat,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - only one seat acts
        """Return the promotions, smallest first, and last the move that promotes nothing.

        Before the first roll the only move is to roll. After a promotion the moves are stop and
        roll.
        """
        match state.phase:
            case "fresh":
                return (_ROLL,)
            case "promoted":
                return (_STOP, _ROLL)
            case _:
                legal = promotable(state.dice, state.boss)
                return (*[_PROMOTIONS[dice] for dice in legal], _promote_nothing(state))

    def is_break(self, state: State) -> bool:
        """Return whether a round has ended and nobody has rolled in the next round."""
        return state.phase == "fresh" and bool(state.results) and not state.hands

    def forced(self, state: State) -> Move | None:
        """Return the loss of the bucket if it is the only move."""
        lost = state.setup.bust or state.left == 1
        if state.phase != "rolled" or not lost or promotable(state.dice, state.boss):
            return None
        return _promote_nothing(state)

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move promotes dice or ends the inning; no dice fall then."""
        return isinstance(move, Promote | Stop | Bust)

    def draw(self, state: State) -> Chance[Move]:
        """Return nature's draw: the first seat, or the dice."""
        return DrawFirst(state.setup.seats) if state.phase == "first" else RollDice(state.left)

    def parse(self, text: str) -> Move:
        """Read a move in the notation of the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:  # noqa: ARG002, PLR0911 - the phase implies the seat; one return for each move
        match state.phase, move:
            case "rolling", Fall():
                return land_dice(state, move)
            case "rolled", Promote():
                return promote(state, move)
            case "rolled", ThrowAway() if not state.setup.bust:
                return throw_away(state)
            case "rolled", Bust() if state.setup.bust:
                return end_inning(state, GOOSE_EGG)
            case "fresh" | "promoted", Roll():
                return take_dice(state)
            case "promoted", Stop():
                return end_inning(state, state.bucket)
            case "first", First() if move.seat in range(state.setup.seats):
                return give_button(state, move.seat)
            case _:
                raise IllegalMove("{move} is not allowed now", move=str(move))

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole table, with the worth of each promotion."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Rank by the points of all rounds; equal totals share a place (ruling C2)."""
        points = add_points(state)
        return Outcome(points, rank_scores(points))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the state has their number
        """Rank by the points of the finished rounds."""
        return rank_scores(add_points(state))

    def default_move(self, state: State, seat: Seat) -> Move:
        """Stop as soon as possible; else promote for the best hand; else make the only move."""
        legal = self.legal_moves(state, seat)
        promotions = [move for move in legal if isinstance(move, Promote)]
        return max(promotions, key=lambda move: _weigh(state, move), default=legal[0])


def _promote_nothing(state: State) -> Move:
    """Return the move of a player who promotes nothing (rulings D2 and D9)."""
    return _BUST if state.setup.bust else _THROW_AWAY


def _weigh(state: State, move: Promote) -> tuple[int, ...]:
    """Return the strength of the bucket after this promotion."""
    bucket = tuple(sorted((*state.bucket, *move.dice)))
    return evaluate(bucket, wild=state.setup.wild).strength
