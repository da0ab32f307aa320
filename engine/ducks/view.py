"""The view of Ducks in a Bucket, where nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.core import (
    Seat,
)
from engine.ducks.dice import Dice, promotable
from engine.ducks.hands import Hand, evaluate
from engine.ducks.inning import (
    GOOSE_EGG,
    Phase,
    Result,
    State,
    add_points,
    rank_hands,
)


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
