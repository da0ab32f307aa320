"""The rules of Ducks in a Bucket as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

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
    rank_scores,
)
from engine.ducks.inning import (
    GOOSE_EGG,
    SIDES,
    THROWS,
    WHITE,
    Bust,
    Dice,
    Fall,
    Hand,
    Move,
    Phase,
    Promote,
    Result,
    Roll,
    RollDice,
    Setup,
    State,
    Stop,
    ThrowAway,
    add_points,
    end_inning,
    evaluate,
    give_button,
    land_dice,
    promotable,
    promote,
    rank_hands,
    take_dice,
    throw_away,
)

# The view: nothing is hidden in Ducks in a Bucket.


@dataclass(frozen=True, slots=True)
class Promotion:
    """Dice that may be promoted now, and the resulting bucket.

    Attributes:
        dice: as in the move `promote`, ascending.
        hand: the bucket after these dice are added.
        ends: whether these are the last dice; the hand then counts at once (ruling D4).
        beats: whether the hand beats the best hand so far; True if there is none.
    """

    dice: Dice
    hand: Hand
    ends: bool
    beats: bool


@dataclass(frozen=True, slots=True)
class Inning:
    """A finished inning of this round: its hand, or None for a goose egg."""

    seat: Seat
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round.

    Attributes:
        number: 1 for the first.
        button: the seat that went first.
        hands: by seat; None for a goose egg.
        points: by seat.
    """

    number: int
    button: Seat
    hands: tuple[Hand | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The whole table; nothing is hidden in this game.

    Attributes:
        wild: whether ducks are wild.
        circuits: times each seat goes first.
        press: "discard" or "bust".
        round: the number of this round, from 1; of the last round when the game is over.
        rounds: number of rounds.
        phase: "first" before the button is drawn, "fresh" before the first roll of an inning,
            "rolling" while the dice fall, "rolled" while the player may promote, "promoted" while
            he chooses between stopping and rolling, "over".
        button: the first seat of this round; None before the draw.
        order: the seats in the order of this round; empty before the draw of the button.
        seat: the seat on turn; None before the first inning and after the last.
        dice: white dice on the table, ascending, without those just promoted.
        boss: the face of the Boss; None if no dice are on the table.
        left: white dice the player still has outside the bucket.
        bucket: the promoted dice, ascending.
        hand: the present worth of the bucket; None while it is empty.
        beats: whether `hand` beats every hand of this round so far.
        promotions: all legal promotions.
        innings: the finished innings of this round in the order of play.
        best: the inning with the hand to beat; None while there is no hand.
        results: the finished rounds.
        totals: by seat, the points of all finished rounds.
    """

    wild: bool
    circuits: int
    press: str
    round: int
    rounds: int
    phase: Phase
    button: Seat | None
    order: tuple[Seat, ...]
    seat: Seat | None
    dice: Dice
    boss: int | None
    left: int
    bucket: Dice
    hand: Hand | None
    beats: bool
    promotions: tuple[Promotion, ...]
    innings: tuple[Inning, ...]
    best: Inning | None
    results: tuple[Round, ...]
    totals: tuple[int, ...]


@lru_cache(256)
def make_view(state: State) -> View:
    setup, playing = state.setup, state.phase not in {"first", "over"}
    order = _order_seats(state)
    innings = _list_innings(state, order)
    best = _find_best(state, innings)
    hand = _evaluate(state, state.bucket)
    return View(
        wild=setup.wild,
        circuits=setup.circuits,
        press="bust" if setup.bust else "discard",
        round=min(len(state.results) + 1, setup.rounds),
        rounds=setup.rounds,
        phase=state.phase,
        button=state.button,
        order=order,
        seat=state.seat if playing else None,
        dice=state.dice,
        boss=state.boss or None,
        left=state.left,
        bucket=state.bucket,
        hand=hand,
        beats=_is_ahead(hand, best),
        promotions=_list_promotions(state, best) if state.phase == "rolled" else (),
        innings=innings,
        best=best,
        results=tuple(_show_round(state, i, result) for i, result in enumerate(state.results)),
        totals=add_points(state),
    )


def _evaluate(state: State, bucket: Dice) -> Hand | None:
    """Return the hand of a bucket; None if the bucket is empty or lost."""
    return None if bucket == GOOSE_EGG else evaluate(bucket, wild=state.setup.wild)


def _order_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats in the order of this round, starting at the button."""
    if state.button is None:
        return ()
    seats = state.setup.seats
    return tuple((state.button + turn) % seats for turn in range(seats))


def _list_innings(state: State, order: tuple[Seat, ...]) -> tuple[Inning, ...]:
    pairs = zip(order, state.hands, strict=False)
    return tuple(Inning(seat, _evaluate(state, bucket)) for seat, bucket in pairs)


def _find_best(state: State, innings: tuple[Inning, ...]) -> Inning | None:
    """Return the inning with the best hand of this round so far; of equal ones, the earliest."""
    ranked = rank_hands(state.hands, wild=state.setup.wild)
    return innings[ranked[0]] if ranked else None


def _is_ahead(hand: Hand | None, best: Inning | None) -> bool:
    """Return whether a new hand beats the best hand so far; an identical hand does not (D6)."""
    if hand is None or best is None or best.hand is None:
        return hand is not None
    return hand.strength > best.hand.strength


def _list_promotions(state: State, best: Inning | None) -> tuple[Promotion, ...]:
    found: list[Promotion] = []
    for dice in promotable(state.dice, state.boss):
        bucket = tuple(sorted((*state.bucket, *dice)))
        hand = evaluate(bucket, wild=state.setup.wild)
        ends = len(dice) == len(state.dice)
        found.append(Promotion(dice, hand, ends, _is_ahead(hand, best)))
    return tuple(found)


def _show_round(state: State, index: int, result: Result) -> Round:
    hands = tuple(_evaluate(state, bucket) for bucket in result.hands)
    return Round(index + 1, result.button, hands, result.points)


_WILD: Final = Option(
    "wild",
    "Wild ducks",
    (Choice("on", "a 2 counts as the number that helps most"), Choice("off", "a 2 is just a 2")),
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
