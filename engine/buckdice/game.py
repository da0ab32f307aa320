"""The rules of Buck Dice as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.buckdice.dice import DICE, Dice, ThrowDice
from engine.buckdice.opening import (
    Opening,
    Order,
    ThrowForOrder,
    draw_first,
    make_opening,
    throw_for_order,
    throw_for_point,
)
from engine.buckdice.play import State, count_dice, goes_on, land_dice, move_opening, take_up
from engine.buckdice.view import View, make_view
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
    rank_scores,
)
from engine.errors import IllegalMove


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
    "Kind",
    (
        Choice("classic", "classic, the last one left loses"),
        Choice("thirteen-fourteen", "thirteen-fourteen, fewer dice near the end"),
        Choice("pot", "pot, the first to 15 takes the chips"),
    ),
)
_PACE: Final = Option(
    "pace",
    "One press throws",
    (Choice("throw", "once, for yourself"), Choice("rounds", "three rounds, for everybody")),
)
_ROUNDS: Final = {"throw": 0, "rounds": 3}


class BuckDice(Game[State, Move, View]):
    """The rules of Buck Dice."""

    info = Info(
        key="buckdice",
        title="Buck Dice",
        min_seats=2,
        max_seats=8,
        rules_version=2,
        options=(_GAMES, _PACE),
        scores_compare=False,  # who is out has 15, and a low score may win
    )

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Give nobody points; in the pot game everybody has put one unit into the pot."""
        game = options["game"]
        ante = 1 if game == "pot" else 0
        opening = make_opening(seats, game, first)
        rounds = _ROUNDS[options["pace"]]
        return State(game, opening, (0,) * seats, (ante,) * seats, rounds=rounds)

    def most_moves(self, seats: int, options: Options) -> int:  # noqa: ARG002 - good for all three games
        """Return 100 moves and 500 throws a seat; longer games have a chance below 1e-10."""
        # Nobody decides anything, so every game is a random one. Call a throw a success if it gives
        # its player a point or more within 15, or ends his game. The chance of a success is at
        # least (75 + 1) / 216 with three dice (exactly one point number, or a big buck),
        # (60 + 1) / 216 in the pot game (one point number, no sum), 11 / 36 with two dice and 1 / 6
        # with one. So p >= 1/6, and 15 successes are enough. 500 throws have fewer with a chance of
        # exp(-(500 / 6 - 14)^2 / (1000 / 6)) < 1e-12 (Chernoff), times 8 seats. A throw is two
        # moves. A throw of the opening settles nothing with 0.54 at most (no single die of eight is
        # the highest); after 100 of them two steps are still open with a chance of 1e-24.
        return 100 + 1000 * seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the thrower; nature in the opening and while the dice fall."""
        if state.over:
            return ()
        return (CHANCE,) if state.throwing or state.opening.point is None else (state.thrower,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - only one
        """Return the only move: to throw."""
        return _THROW

    def is_out(self, state: State, seat: Seat) -> bool:
        """Return whether a seat is safe."""
        return any(left.seat == seat for left in state.left)

    def forced(self, state: State) -> Move | None:
        """Return the throws that follow the one that was clicked, where a click throws rounds."""
        if self.to_act(state) != (state.thrower,):
            return None
        return _THROW[0] if goes_on(state) else None

    def draw(self, state: State) -> Chance[Move]:
        """Draw who begins, a throw of the opening, or the dice of a turn."""
        now = state.opening
        if now.stage == "done":
            return ThrowDice(count_dice(state))
        if now.stage == "first":
            return DrawFirst(len(state.scores))
        return ThrowDice(1) if now.stage == "point" else ThrowForOrder(len(now.throwers))

    def parse(self, text: str) -> Move:
        """Read a move; see the notation in the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        word, _, rest = text.partition(" ")
        if word == "order" and rest.count(" ") in range(1, self.info.max_seats):
            return Order(tuple(parse_int(value, 1, 6) for value in rest.split(" ")))
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Return the state after a move."""
        if state.throwing and isinstance(move, Dice):
            if not ThrowDice(count_dice(state)).allows(move):
                raise IllegalMove(f"{move}: {count_dice(state)} dice are thrown")
            return land_dice(state, move.values)
        if seat != CHANCE and isinstance(move, Throw):
            return take_up(state)
        if state.opening.point is None:
            return move_opening(state, _play_opening(state, move))
        raise IllegalMove(f"{move}: not allowed now")

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole table, with the throws of the opening and of the latest turn."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Return points, with places by the order of leaving (K5), in the pot by points (K7)."""
        return Outcome(state.scores, self.standing(state, len(state.scores)))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:
        """Rank those who are out by the order of leaving, others behind; the pot by points."""
        if state.game == "pot":
            return _rank_pot(state)
        rank = {player.seat: 1 + place for place, player in enumerate(state.left)}
        return tuple(rank.get(seat, 1 + len(rank)) for seat in range(seats))

    def default_move(self, state: State, seat: Seat) -> Move:  # noqa: ARG002 - there is only one
        """Throw."""
        return _THROW[0]


def _play_opening(state: State, move: Move) -> Opening:
    """Return the opening after one of its chance moves."""
    now = state.opening
    match now.stage, move:
        case "first", First() if move.seat in range(len(state.scores)):
            return draw_first(now, move.seat)
        case "point", Dice() if ThrowDice(1).allows(move):
            return throw_for_point(now, move.values[0], state.game)
        case "order" | "highest" | "lowest", Order():
            return throw_for_order(now, move.values)
        case _:
            raise IllegalMove(f"{move}: not allowed now")


def _rank_pot(state: State) -> tuple[int, ...]:
    """Rank the winner before all others, whatever his points, and these by points."""
    winners = [player.seat for player in state.left[:1]]
    ahead = [99 if seat in winners else points for seat, points in enumerate(state.scores)]
    return rank_scores(ahead)
