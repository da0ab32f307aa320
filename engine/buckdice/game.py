"""The rules of Buck Dice as a `Game`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.buckdice.dice import DICE, Dice, ThrowDice
from engine.buckdice.moves import Move, Throw
from engine.buckdice.opening import (
    Order,
    ThrowForOrder,
    draw_first,
    make_opening,
    throw_for_order,
    throw_for_point,
)
from engine.buckdice.throws import State, count_dice, goes_on, land_dice, move_opening
from engine.buckdice.view import View, make_view
from engine.core import (
    CHANCE,
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
    parse_int,
    rank_scores,
)

if TYPE_CHECKING:
    from engine.buckdice.opening import Opening

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


class BuckDice(Game[State, Move, View]):
    info = Info(
        key="buckdice",
        title="Buck Dice",
        min_seats=2,
        max_seats=8,
        rules_version=2,
        options=(_GAMES,),
        paced=True,
        scores_compare=False,  # a big buck can win or save a player with a low score
    )

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:
        """Start without points; in the pot game everybody pays one unit into the pot."""
        game = options["game"]
        ante = 1 if game == "pot" else 0
        opening = make_opening(seats, game, first)
        return State(game, opening, (0,) * seats, (ante,) * seats)

    def most_moves(self, seats: int, options: Options) -> int:  # noqa: ARG002 - one bound for all three games
        """Allow 100 moves for the opening and 500 throws for each seat.

        The chance that a game is longer is below 1e-10.
        """
        # Nobody decides anything, so every game is random. A throw is a success if it scores and
        # does not go beyond 15, or ends the player's game. The chance of a success is at least
        # (75 + 1) / 216 with three dice (exactly one point number, or a big buck), (60 + 1) / 216
        # in the pot game (exactly one point number and no dice that add up to it, or a big buck),
        # 11 / 36 with two dice and 1 / 6 with one. So it is at least 1 / 6. After 15 successes a
        # player's game is over. By Chernoff's bound, the chance of fewer successes in 500 throws is
        # below exp(-(500 / 6 - 14)^2 / (1000 / 6)), which is less than 1e-12, and the chance is
        # below 1e-11 for eight seats together. A throw of a turn takes two moves. The chance that a
        # throw of the opening settles nothing is at most 0.54 (no single die of eight is the
        # highest). The chance that 100 throws do not settle both the highest and the lowest seat is
        # below 1e-24.
        return 100 + 1000 * seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the thrower, or nature in the opening and while the dice fall."""
        if state.over:
            return ()
        return (CHANCE,) if state.throwing or state.opening.point is None else (state.thrower,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - there is only one move
        return _THROW

    def is_out(self, state: State, seat: Seat) -> bool:
        return any(left.seat == seat for left in state.left)

    def forced(self, state: State) -> Move | None:
        """Return the next throw of a turn that has begun, else None."""
        return _THROW[0] if goes_on(state) and not state.throwing else None

    def draw(self, state: State) -> Chance[Move]:
        """Return nature's draw: the first seat, a throw of the opening, or the dice of a turn."""
        now = state.opening
        if now.stage == "done":
            return ThrowDice(count_dice(state))
        if now.stage == "first":
            return DrawFirst(len(state.scores))
        return ThrowDice(1) if now.stage == "point" else ThrowForOrder(len(now.throwers))

    def parse(self, text: str) -> Move:
        """Read a move in the notation of the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        word, _, rest = text.partition(" ")
        if word == "order" and rest.count(" ") in range(1, self.info.max_seats):
            return Order(tuple(parse_int(value, 1, 6) for value in rest.split(" ")))
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        if state.throwing and isinstance(move, Dice):
            if not ThrowDice(count_dice(state)).allows(move):
                raise IllegalMove(
                    "Dice to throw: {number}, not {move}", number=count_dice(state), move=str(move)
                )
            return land_dice(state, move.values)
        if seat != CHANCE and isinstance(move, Throw):
            return replace(state, throwing=True)
        if state.opening.point is None:
            return move_opening(state, _play_opening(state, move))
        raise IllegalMove("{move} is not allowed now", move=str(move))

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole table, with the throws of the opening and of the latest turn."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Rank by the order of leaving (K5); in the pot game as `standing` does (K7)."""
        return Outcome(state.scores, self.standing(state, len(state.scores)))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:
        """Rank the players who left by the order of leaving, then all others equally.

        In the pot game rank the winner first and the others by points.
        """
        if state.game == "pot":
            return _rank_pot(state)
        rank = {player.seat: 1 + place for place, player in enumerate(state.left)}
        return tuple(rank.get(seat, 1 + len(rank)) for seat in range(seats))

    def default_move(self, state: State, seat: Seat) -> Move:  # noqa: ARG002 - there is only one move
        return _THROW[0]


def _play_opening(state: State, move: Move) -> Opening:
    now = state.opening
    match now.stage, move:
        case "first", First() if move.seat in range(len(state.scores)):
            return draw_first(now, move.seat)
        case "point", Dice() if ThrowDice(1).allows(move):
            return throw_for_point(now, move.values[0], state.game)
        case "order" | "highest" | "lowest", Order():
            return throw_for_order(now, move.values)
        case _:
            raise IllegalMove("{move} is not allowed now", move=str(move))


def _rank_pot(state: State) -> tuple[int, ...]:
    """Rank the winner first, whatever his points, and the others by points."""
    winners = [player.seat for player in state.left[:1]]
    ahead = [99 if seat in winners else points for seat, points in enumerate(state.scores)]
    return rank_scores(ahead)
