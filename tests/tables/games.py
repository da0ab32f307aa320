"""Two small games for the engine. Pig has dice and turns. In Heaps all seats act at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.core import (
    CHANCE,
    Chance,
    Choice,
    DrawFirst,
    First,
    Game,
    IllegalMove,
    Info,
    MalformedMove,
    Option,
    Outcome,
    parse_int,
    rank_scores,
)


@dataclass(frozen=True, slots=True)
class Word:
    """A move that is one word."""

    word: str

    def __str__(self):
        return self.word


@dataclass(frozen=True, slots=True)
class Pips:
    """What the die shows."""

    pips: int

    def __str__(self):
        return f"die {self.pips}"


@dataclass(frozen=True, slots=True)
class OneDie(Chance[Pips]):
    def sample(self, source):
        return Pips(source.below(6) + 1)

    def outcomes(self) -> Iterator[tuple[Pips, int]]:
        return ((Pips(pips), 1) for pips in range(1, 7))


@dataclass(frozen=True, slots=True)
class PigState:
    scores: tuple[int, ...]
    turns: int
    seat: int | None
    pot: int = 0
    rolling: bool = False


class Pig(Game[PigState, object, object]):
    """Each seat has 1, 3 or many turns. In a turn it may roll repeatedly, but a 1 loses the pot."""

    def __init__(self, version=1, fewest=2):
        choices = (Choice("long", "3 turns"), Choice("short", "1 turn"), Choice("endless", "many"))
        length = Option("length", "Length", choices)
        self.info = Info("pig", "Pig", fewest, 4, version, (length,))

    def begin(self, seats, options, first):
        turns = {"long": 3, "short": 1, "endless": 100_000}[options["length"]]
        return PigState((0,) * seats, turns * seats, first)

    def rematch_first(self, outcome):
        return outcome.winners[0]

    def most_moves(self, seats, options):
        return 10_000

    def to_act(self, state):
        if state.turns == 0:
            return ()
        return (CHANCE,) if state.seat is None or state.rolling else (state.seat,)

    def legal_moves(self, state, seat):
        return (Word("roll"), Word("hold"))

    def draw(self, state):
        return DrawFirst(len(state.scores)) if state.seat is None else OneDie()

    def parse(self, text):
        head, _, tail = text.partition(" ")
        if text in ("roll", "hold"):
            return Word(text)
        if head == "die":
            return Pips(parse_int(tail, 1, 6))
        return self.parse_first(text)

    def play(self, state, seat, move):
        if isinstance(move, First) and state.seat is None and move.seat < len(state.scores):
            return replace(state, seat=move.seat)
        if isinstance(move, Pips) and state.rolling:
            if move.pips == 1:
                return self._pass(state, 0)
            return replace(state, pot=state.pot + move.pips, rolling=False)
        if isinstance(move, Word) and seat != CHANCE:
            if move.word == "roll":
                return replace(state, rolling=True)
            return self._pass(state, state.pot)
        raise IllegalMove(f"{move} is not allowed now")

    def _pass(self, state, points):
        scores = list(state.scores)
        scores[state.seat] += points
        return PigState(tuple(scores), state.turns - 1, (state.seat + 1) % len(scores))

    def view(self, state, seat):
        return state

    def final_outcome(self, state):
        return Outcome(state.scores, rank_scores(state.scores))

    def default_move(self, state, seat):
        return Word("hold")


@dataclass(frozen=True, slots=True)
class Put:
    stone: int

    def __str__(self):
        return f"put {self.stone}"


class Heaps(Game[tuple, object, object]):
    """Each seat puts down three hidden stones of 1 to 9. The highest sum wins."""

    def __init__(self):
        self.info = Info("heaps", "Heaps", 2, 4, 1, hidden=True)

    def begin(self, seats, options, first):
        return ((),) * seats

    def most_moves(self, seats, options):
        return 3 * seats

    def to_act(self, state):
        return tuple(seat for seat, heap in enumerate(state) if len(heap) < 3)

    def legal_moves(self, state, seat):
        return tuple(Put(n) for n in range(1, 10))

    def draw(self, state):
        raise AssertionError

    def parse(self, text):
        head, _, tail = text.partition(" ")
        if head != "put":
            raise MalformedMove(f"{text!r} is not a move")
        return Put(parse_int(tail, 1, 9))

    def play(self, state, seat, move):
        return (*state[:seat], (*state[seat], move.stone), *state[seat + 1 :])

    def view(self, state, seat):
        return state[seat] if seat is not None else None

    def final_outcome(self, state):
        sums = tuple(sum(heap) for heap in state)
        return Outcome(sums, rank_scores(sums))

    def default_move(self, state, seat):
        return Put(1)
