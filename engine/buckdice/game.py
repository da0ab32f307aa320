"""The rules of Buck Dice as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.buckdice.dice import DICE, Dice, ThrowDice
from engine.buckdice.opening import (
    Opening,
    Order,
    ThrowForOrder,
    begin,
    opening,
    throw_for_order,
    throw_for_point,
)
from engine.buckdice.play import State, dice_to_throw, fall, opened, take_up
from engine.buckdice.view import View, look
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
from engine.errors import IllegalMove, MalformedMove, NotYourTurn


@dataclass(frozen=True, slots=True)
class Throw:
    """Take up the dice: `throw`."""

    def __str__(self) -> str:
        return "throw"


Move = First | Order | Dice | Throw

_THROW: Final[tuple[Move, ...]] = (Throw(),)
_TEXTS: Final[dict[str, Move]] = {**DICE, "throw": _THROW[0]}

_GAMES: Final = Option(
    "game",
    "Game",
    (
        Choice("classic", "classic, the last one left loses"),
        Choice("thirteen-fourteen", "thirteen-fourteen, fewer dice near the end"),
        Choice("pot", "pot, the first to 15 takes the chips"),
    ),
)


class BuckDice(Game[State, Move, View]):
    """The rules of Buck Dice."""

    info = Info(
        key="buckdice",
        title="Buck Dice",
        min_seats=2,
        max_seats=8,
        rules_version=1,
        options=(_GAMES,),
    )

    def start(self, seats: int, options: Options, first: Seat | None = None) -> State:
        """Nobody has points; in the pot game everybody has put one unit into the pot."""
        game = self.options(options)["game"]
        self.check_seats(seats, options)
        self.check_first(seats, first)
        ante = 1 if game == "pot" else 0
        return State(game, opening(seats, game, first), (0,) * seats, (ante,) * seats)

    def bound(self, seats: int, options: Options) -> int:  # noqa: ARG002 - good for all three games
        """Moves of an opening and 500 throws a seat; passed with a chance below 1e-10."""
        # There is nothing to decide, so random play is play. A throw takes its player on by a point
        # or more, within 15, or ends his game: with three dice (75 + 1) / 216 at least (exactly one
        # point number, or a big buck), in the pot game (60 + 1) / 216 (one point number, no sum),
        # with two dice 11 / 36, with one 1 / 6. So 15 successes of p >= 1/6 are enough; 500 throws
        # hold fewer with exp(-(500 / 6 - 14)^2 / (1000 / 6)) < 1e-12 (Chernoff), times 8 seats. A
        # throw is two moves. A throw of the opening that settles nothing has at most 0.54 (the
        # highest of eight dice is no single one), and 100 of them leave two steps open with 1e-24.
        return 100 + 1000 * seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The thrower; nature in the opening and when the dice are to fall."""
        if state.over:
            return ()
        return (CHANCE,) if state.throwing or state.opening.point is None else (state.thrower,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """There is nothing to do but throw."""
        return _THROW if seat != CHANCE and seat in self.to_act(state) else ()

    def chance(self, state: State) -> Chance[Move]:
        """Who begins, throws for the order or the point number, or the dice of a turn."""
        now = state.opening
        if now.stage == "done":
            return ThrowDice(dice_to_throw(state))
        if now.stage == "first":
            return DrawFirst(len(state.scores))
        return ThrowDice(1) if now.stage == "point" else ThrowForOrder(len(now.throwers))

    def parse(self, text: str) -> Move:
        """Read a move; see the notation in the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        word, _, rest = text.partition(" ")
        if word == "first":
            return First(parse_int(rest, 0, self.info.max_seats - 1))
        if word == "order" and rest.count(" ") in range(1, self.info.max_seats):
            return Order(tuple(parse_int(value, 1, 6) for value in rest.split(" ")))
        raise MalformedMove(f"{text!r} is not a move of {self.info.title}")

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after a move."""
        if (seat,) != self.to_act(state):
            raise NotYourTurn(f"{move}: seat {seat} is not to act")
        if state.throwing and isinstance(move, Dice):
            if not ThrowDice(dice_to_throw(state)).allows(move):
                raise IllegalMove(f"{move}: {dice_to_throw(state)} dice are thrown")
            return fall(state, move.values)
        if seat != CHANCE and isinstance(move, Throw):
            return take_up(state)
        if state.opening.point is None:
            return opened(state, _open(state, move))
        raise IllegalMove(f"{move}: not allowed now")

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """All of the table, with the story of the opening and of the latest turn."""
        return look(state)

    def outcome(self, state: State) -> Outcome | None:
        """Points, and places in the order of leaving (K5), in the pot game by points (K7)."""
        if not state.over:
            return None
        if state.game == "pot":
            return Outcome(state.scores, _pot_places(state))
        seats = len(state.scores)
        rank = {player.seat: 1 + place for place, player in enumerate(state.left)}
        return Outcome(state.scores, tuple(rank.get(seat, seats) for seat in range(seats)))

    def default(self, state: State, seat: Seat) -> Move:  # noqa: ARG002 - there is only one move
        """Throw."""
        return _THROW[0]


def _open(state: State, move: Move) -> Opening:
    """The opening after one of its chance moves."""
    now = state.opening
    match now.stage, move:
        case "first", First() if move.seat in range(len(state.scores)):
            return begin(now, move.seat)
        case "point", Dice() if ThrowDice(1).allows(move):
            return throw_for_point(now, move.values[0], state.game)
        case "order" | "highest" | "lowest", Order():
            return throw_for_order(now, move.values)
        case _:
            raise IllegalMove(f"{move}: not allowed now")


def _pot_places(state: State) -> tuple[int, ...]:
    """The winner before all others, whatever his points; those by points."""
    winner = state.left[0].seat
    ahead = [99 if seat == winner else points for seat, points in enumerate(state.scores)]
    return places(ahead)
