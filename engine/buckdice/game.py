"""The rules of Buck Dice as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from engine.buckdice.dice import BUCK, DICE, Dice, ThrowDice, Values, score
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
    Source,
    parse_int,
    rank_scores,
    replace_item,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


# The opening of Buck Dice: who begins, and the point number (rulings K1 and K7).

LOWEST_POT_POINT: Final = 4


@dataclass(frozen=True, slots=True)
class Order:
    """The chance move that settles the order, one die for each thrower: `order 3 6 1 1`."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "order " + " ".join(map(str, self.values))


@dataclass(frozen=True, slots=True)
class ThrowForOrder(Chance[Order]):
    """Nature throws one die for each thrower."""

    players: int

    def sample(self, source: Source) -> Order:
        """Throw each die; all sides are equally likely."""
        return Order(tuple(1 + source.below(6) for _ in range(self.players)))

    def outcomes(self) -> Iterator[tuple[Order, int]]:
        """Yield each of the `6 ** players` throws once, with weight 1."""
        return ((Order(values), 1) for values in product(range(1, 7), repeat=self.players))


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw of the opening, kept for the board.

    Attributes:
        stage: the purpose of the throw, as in `Opening`.
        seats: the throwers.
        values: their dice, in the same order.
        cost: units paid for this throw: 1 in the pot game if it missed and is not the first miss,
            else 0.
    """

    stage: str
    seats: tuple[Seat, ...]
    values: tuple[int, ...]
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """The state of the game before the first turn.

    Attributes:
        stage: "first" (nature draws who begins, pot only), "order" (everybody throws), "highest" or
            "lowest" (tied seats throw again), "point" (one die for the point number), "done".
        throwers: the seats that throw now, in order.
        lowest: the seats that may still be lowest; the lowest throws for the point number.
        first: the seat that begins; None until it is known.
        point: the point number; None until it is known.
        log: the throws so far, oldest first.
    """

    stage: str
    throwers: tuple[Seat, ...]
    lowest: tuple[Seat, ...] = ()
    first: Seat | None = None
    point: int | None = None
    log: tuple[Opened, ...] = ()


def make_opening(seats: int, game: str, first: Seat | None) -> Opening:
    """Return the opening before any throw; `first` is None if the opening decides who begins."""
    if game != "pot":
        return Opening("order", tuple(range(seats)), first=first)
    if first is None:
        return Opening("first", ())
    return Opening("point", (first,), first=first)


def draw_first(now: Opening, first: Seat) -> Opening:
    """Let the drawn seat begin and throw for the point number (pot game only)."""
    return Opening("point", (first,), first=first, log=now.log)


def throw_for_order(now: Opening, values: tuple[int, ...]) -> Opening:
    """Find the seat that threw highest, then the seat that threw lowest. Tied seats throw again.

    The highest seat begins the game. The lowest seat throws for the point number.
    """
    if len(values) != len(now.throwers) or not all(1 <= value <= 6 for value in values):
        raise IllegalMove("{move} is not allowed now", move=str(Order(values)))
    log = (*now.log, Opened(now.stage, now.throwers, values))
    high, low = _find_extremes(now, values)
    if now.stage == "order" and high == low:
        return Opening("order", now.throwers, first=now.first, log=log)
    if now.stage == "highest":
        low = now.lowest
    first = high[0] if now.first is None and len(high) == 1 else now.first
    if first is None:
        return Opening("highest", high, low, log=log)
    return Opening("lowest" if len(low) > 1 else "point", low, low, first, log=log)


def _find_extremes(
    now: Opening, values: tuple[int, ...]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats with the highest throws, and those with the lowest."""
    thrown = tuple(zip(now.throwers, values, strict=True))
    high = tuple(seat for seat, value in thrown if value == max(values))
    low = tuple(seat for seat, value in thrown if value == min(values))
    return high, low


def throw_for_point(now: Opening, value: int, game: str) -> Opening:
    """Set the point number from one die.

    In the pot game a 1, 2 or 3 is a miss, and the die is thrown again. The first miss is free (the
    mulligan), and each later miss costs a unit (ruling K7).
    """
    missed = game == "pot" and value < LOWEST_POT_POINT
    cost = int(missed and any(opened.stage == "point" for opened in now.log))
    log = (*now.log, Opened("point", now.throwers, (value,), cost))
    if missed:
        return Opening("point", now.throwers, now.lowest, now.first, log=log)
    return Opening("done", (), now.lowest, now.first, value, log)


# The turns of Buck Dice: throws, void throws, leaving, the loser, and the pot.


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw of a turn, kept for the board.

    Attributes:
        dice: the dice as they fell.
        kind: "nothing", "points", "little buck" or "big buck".
        points: the worth of the throw.
        groups: the scoring dice, as in `dice.Score`.
        void: whether the score would go beyond 15; the throw then scores nothing and is repeated
            (K4).
    """

    dice: Values
    kind: str
    points: int
    groups: tuple[Values, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class Left:
    """A player who has left the game safely, by a "buck" (15 points) or a "big buck"."""

    seat: Seat
    by: str


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        opening: order and point number, or the throws for them so far.
        scores: points by seat.
        paid: units each seat has put into the pot; all 0 without a pot.
        thrower: the seat on turn after the opening.
        throwing: whether the thrower has taken up the dice and nature has not thrown them yet.
        throws: the throws of this turn; before its first throw, the throws of the previous turn.
        throws_by: the seat that made `throws`; None before the first throw.
        left: the players who have left, in order; in the pot game only the winner.
        over: whether the game has ended.
    """

    game: str
    opening: Opening
    scores: tuple[int, ...]
    paid: tuple[int, ...]
    thrower: Seat = 0
    throwing: bool = False
    throws: tuple[Thrown, ...] = ()
    throws_by: Seat | None = None
    left: tuple[Left, ...] = ()
    over: bool = False


def move_opening(state: State, now: Opening) -> State:
    """Go on to the next stage of the opening, and let the thrower pay the cost of the throw."""
    paid = state.paid
    if now.log and (cost := now.log[-1].cost):
        paid = replace_item(paid, now.throwers[0], paid[now.throwers[0]] + cost)
    return replace(state, opening=now, paid=paid, thrower=now.first or 0)


def count_dice(state: State) -> int:
    """Return the number of dice of the next throw.

    It is 3, except in thirteen-fourteen: there it is 2 at 13 points and 1 at 14 points (K6).
    """
    if state.game != "thirteen-fourteen":
        return 3
    return min(3, BUCK - state.scores[state.thrower])


def goes_on(state: State) -> bool:
    """Return whether the next throw continues a turn, because the previous one earned it."""
    return _is_playing(state) and state.throws_by == state.thrower


def _is_playing(state: State) -> bool:
    return state.opening.stage == "done" and not state.over


def land_dice(state: State, dice: Values) -> State:
    """Score the fallen dice; the thrower throws again, passes, leaves or wins."""
    thrower, worth = state.thrower, score(state.game, state.opening.point or 0, dice)
    total = state.scores[thrower] + worth.points
    void = total > BUCK
    thrown = Thrown(dice, worth.kind, worth.points, worth.groups, void)
    throws = (*(state.throws if state.throws_by == thrower else ()), thrown)
    scores = state.scores if void else replace_item(state.scores, thrower, total)
    if worth.kind == "big buck" or total == BUCK:
        left = (*state.left, Left(thrower, "buck" if total == BUCK else "big buck"))
        return _leave(state, scores, throws, left)
    # In the pot game any score earns another throw; in the others, only the point number does so
    # (K3, K7).
    again = void or worth.kind == "points" or (state.game == "pot" and worth.points > 0)
    following = thrower if again else _find_next(thrower, len(scores), state.left)
    return replace(
        state,
        scores=scores,
        thrower=following,
        throwing=False,
        throws=throws,
        throws_by=thrower,
    )


def _leave(
    state: State, scores: tuple[int, ...], throws: tuple[Thrown, ...], left: tuple[Left, ...]
) -> State:
    """Take the thrower out; the game ends when he wins the pot or one player remains."""
    paid, thrower, seats = state.paid, state.thrower, len(scores)
    over = state.game == "pot" or len(left) == seats - 1
    if state.game == "pot" and left[-1].by == "buck":
        paid = tuple(units + (points == 0) for units, points in zip(paid, scores, strict=True))
    return replace(
        state,
        scores=scores,
        paid=paid,
        thrower=thrower if over else _find_next(thrower, seats, left),
        throwing=False,
        throws=throws,
        throws_by=thrower,
        left=left,
        over=over,
    )


def _find_next(seat: Seat, seats: int, left: tuple[Left, ...]) -> Seat:
    gone = {player.seat for player in left}
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next(other for other in order if other not in gone)


# The view: nothing is hidden in Buck Dice.


@dataclass(frozen=True, slots=True)
class View:
    """The whole table; nothing is hidden in this game.

    Attributes:
        game: "classic", "thirteen-fourteen" or "pot".
        point: the point number; None until it is thrown.
        first: the seat that throws first; None until it is known.
        opening: the throws for order and point number, oldest first.
        thrower: the seat on turn; None in the opening and after the game.
        dice: number of dice of the next throw; 0 if nobody throws.
        again: whether the thrower has already thrown in this turn.
        scores: points by seat.
        throws: the throws of this turn, oldest first; before its first throw, the throws of the
            previous turn.
        throws_by: the seat that made `throws`; None before the first throw.
        left: the players who have left (safe), in order; in the pot game only the winner.
        pot: units in the pot, which the winner takes at the end; 0 in games without a pot.
        chips: by seat, units won minus units paid in this game; play chips of no value.
        winner: the winner of a finished pot game, else None.
        loser: the loser of a finished game without a pot, else None.
    """

    game: str
    point: int | None
    first: Seat | None
    opening: tuple[Opened, ...]
    thrower: Seat | None
    dice: int
    again: bool
    scores: tuple[int, ...]
    throws: tuple[Thrown, ...]
    throws_by: Seat | None
    left: tuple[Left, ...]
    pot: int
    chips: tuple[int, ...]
    winner: Seat | None
    loser: Seat | None


def make_view(state: State) -> View:
    playing = _is_playing(state)
    winner = state.left[0].seat if state.over and state.game == "pot" else None
    return View(
        game=state.game,
        point=state.opening.point,
        first=state.opening.first,
        opening=state.opening.log,
        thrower=state.thrower if playing else None,
        dice=count_dice(state) if playing else 0,
        again=goes_on(state),
        scores=state.scores,
        throws=state.throws,
        throws_by=state.throws_by,
        left=state.left,
        pot=sum(state.paid),
        chips=_count_chips(state.paid, winner),
        winner=winner,
        loser=_find_loser(state) if state.over and state.game != "pot" else None,
    )


@lru_cache(256)
def _count_chips(paid: tuple[int, ...], winner: Seat | None) -> tuple[int, ...]:
    """Return, by seat, units won minus units paid."""
    pot = sum(paid)
    return tuple((pot if seat == winner else 0) - own for seat, own in enumerate(paid))


def _find_loser(state: State) -> Seat:
    gone = {player.seat for player in state.left}
    return next(seat for seat in range(len(state.scores)) if seat not in gone)


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
