"""Scenes for tests of The Bucket King: positions set up by hand, moves as texts, seeded chance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.buckets import Buckets
from engine.buckets.cards import DECK, Cards
from engine.buckets.state import Building, Playing, Setup, Site, State
from engine.core import CHANCE, Seat, remove_items

GAME = Buckets()

FULL = "cccdddhhhpppsss"
"""A pyramid built colour by colour: cows and two ducks carry all the others."""

BARE = "." * 15


class Dice:
    """A source of chance from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def cards(text: str) -> Cards:
    return tuple(sorted(text.split()))


def standing(boxes: Sequence[int], colour: str = "h") -> str:
    """Return a pyramid of one colour with buckets in these boxes."""
    return "".join(colour if box in boxes else "." for box in range(15))


def setup(
    seats: int, *, by_hand: bool = False, leader_only: bool = False, rounds: int = 1
) -> Setup:
    return Setup(seats, by_hand, leader_only, rounds)


def scene(
    *hands: str,
    pyramids: Sequence[str] | None = None,
    turn: Seat = 0,
    pile: str | None = None,
    by_hand: bool = False,
    leader_only: bool = False,
    rounds: int = 1,
) -> State:
    """Return a state in which a lead is due.

    Cards in no hand are the draw pile. If `pile` is given, it is the draw pile, and the other cards
    in no hand are the discards.
    """
    held = tuple(map(cards, hands))
    rest = remove_items(DECK, [card for hand in held for card in hand])
    assert rest is not None
    drawable = rest if pile is None else cards(pile)
    discards = remove_items(rest, drawable)
    assert discards is not None
    stage = Playing(held, drawable, discards, tuple(pyramids or (FULL,) * len(hands)), turn=turn)
    facts = setup(len(hands), by_hand=by_hand, leader_only=leader_only, rounds=rounds)
    return State(facts, first=turn, stage=stage)


def building(*hands: str) -> State:
    held = tuple(map(cards, hands))
    rest = remove_items(DECK, [card for hand in held for card in hand])
    assert rest is not None
    return State(setup(len(hands)), 0, Building(held, rest, (Site(),) * len(hands)))


def after(state: State, *steps: str) -> State:
    """Play steps such as `0 play h5`. Chance moves have no seat, such as `card 0 h5`."""
    for step in steps:
        head, _, rest = step.partition(" ")
        if head.isdigit():
            state = GAME.apply(state, int(head), GAME.parse(rest))
        else:
            state = GAME.apply(state, CHANCE, GAME.parse(step))
    return state


def texts(state: State, seat: Seat) -> list[str]:
    return [str(move) for move in GAME.moves(state, seat)]


def play(state: State) -> Playing:
    """Return the stage, which must be `Playing`."""
    assert isinstance(state.stage, Playing)
    return state.stage


def everything(state: State) -> Cards:
    """Return all cards of a state, sorted."""
    stage = state.stage
    assert stage is not None
    found = [*stage.pile, *(card for hand in stage.hands for card in hand)]
    if isinstance(stage, Playing):
        found += stage.discards
        found += stage.trick.cards if stage.trick else ()
    return tuple(sorted(found))


def walk(
    seats: int, options: dict[str, str], seed: int, *, careful: bool = False
) -> Iterator[tuple[State, Seat, object, State]]:
    """Play a whole match. Yield, for each move: state before, seat, move, state after.

    Moves are random, or the caretaker's if `careful`.
    """
    dice = Dice(seed)
    state = GAME.start(seats, options)
    while acting := GAME.to_act(state):
        who = acting[dice.below(len(acting))]
        if who == CHANCE:
            move = GAME.chance(state).sample(dice)
        elif careful:
            move = GAME.default(state, who)
        else:
            moves = GAME.moves(state, who)
            move = moves[dice.below(len(moves))]
        following = GAME.apply(state, who, move)
        yield state, who, move, following
        state = following
