"""The moves of Trophy Buck, and its rules as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

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
    replace_item,
)
from engine.trophy.dice import (
    FULL_BAG,
    HUNTS,
    KINDS,
    NONE,
    STARTLES_TO_END,
    SYMBOLS,
    TALLIES,
    Counts,
    Dice,
    DrawAndRoll,
    Hunt,
    add,
    is_possible,
    odds_of_third_startle,
    subtract,
    worth,
)

if TYPE_CHECKING:
    from fractions import Fraction


# The course of Trophy Buck: turns, rounds of turns, and a winner or a tiebreak.

GOAL: Final = 36


@dataclass(frozen=True, slots=True)
class Turn:
    """One hunt.

    Attributes:
        bag: the dice in the bag.
        points: the Points dice set aside.
        startles: the Startles in front of the hunter.
        tracks: the Tracks to re-roll.
        noted: points scored in this turn before the last new stand (see `needs_new_stand`).
        roll: the dice of the last roll; empty before the first.
        rolling: whether the hunter has chosen to roll and nature has not rolled yet.
    """

    bag: Counts = FULL_BAG
    points: Counts = NONE
    startles: Counts = NONE
    tracks: Counts = NONE
    noted: int = 0
    roll: Dice = ()
    rolling: bool = False

    @property
    def score(self) -> int:
        """Points banked by stopping now."""
        return self.noted + worth(self.points)


_FRESH: Final = Turn()


def needs_new_stand(turn: Turn) -> bool:
    """Return whether the bag holds fewer dice than the next roll draws (ruling T3).

    Then the hunter moves to a new stand: his points are noted, and the Points dice go back into
    the bag.
    """
    return sum(turn.bag) < 3 - sum(turn.tracks)


def _prepare_roll(turn: Turn) -> Turn:
    """Return the turn just before nature draws, after a move to a new stand if one is needed."""
    bag, points, noted = turn.bag, turn.points, turn.noted
    if needs_new_stand(turn):
        # The Points dice go back before the draw, and mix with the dice left in the bag.
        bag, points, noted = add(bag, points), NONE, turn.score
    return Turn(bag, points, turn.startles, turn.tracks, noted, turn.roll, rolling=True)


def odds_of_end(turn: Turn) -> Fraction:
    """Return the exact chance that the next roll ends the turn, after any move to a new stand."""
    ready = turn if turn.rolling else _prepare_roll(turn)
    return odds_of_third_startle(ready.bag, ready.tracks, sum(ready.startles))


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    Attributes:
        totals: banked points by seat.
        first: the seat that began; None before the draw.
        hunter: the seat on turn.
        turn: the hunter's turn.
        tied: the seats of this round of the tiebreak, in order; empty before a tiebreak.
        tried: points of the seats that have hunted in this round of the tiebreak, in order.
        winner: set when the game is over.
        latest: the points of each seat's last finished turn; empty before the first.
    """

    totals: tuple[int, ...]
    first: Seat | None
    hunter: Seat
    turn: Turn = _FRESH
    tied: tuple[Seat, ...] = ()
    tried: tuple[int, ...] = ()
    winner: Seat | None = None
    latest: tuple[int | None, ...] = ()


def take_dice(state: State) -> State:
    """Let the hunter roll; nature moves next."""
    return replace(state, turn=_prepare_roll(state.turn))


def bank_points(state: State) -> State:
    """End the turn and bank its points."""
    return _end_turn(state, state.turn.score)


def land_dice(state: State, hunt: Hunt) -> State:
    """Sort the rolled dice by their faces, or end the turn at the third Startle (ruling T4)."""
    turn, tally = state.turn, TALLIES.get(hunt.dice)
    if tally is None or not is_possible(tally.dice, turn.bag, turn.tracks):
        raise IllegalMove("{move}: these dice are not possible now", move=str(hunt))
    startles = add(turn.startles, tally.startles)
    if sum(startles) >= STARTLES_TO_END:
        return _end_turn(state, 0)
    bag = subtract(add(turn.bag, turn.tracks), tally.dice)
    points = add(turn.points, tally.points)
    landed = Turn(bag, points, startles, tally.tracks, turn.noted, hunt.dice)
    return replace(state, turn=landed)


def _end_turn(state: State, points: int) -> State:
    """Bank the points. Let the next seat hunt, or decide the game at the end of the last round."""
    seats, hunter = len(state.totals), state.hunter
    latest = replace_item(state.latest or (None,) * seats, hunter, points)
    if state.tied:
        return _end_try(replace(state, turn=_FRESH, latest=latest), points)
    totals = replace_item(state.totals, hunter, state.totals[hunter] + points)
    following, best = (hunter + 1) % seats, max(totals)
    ended = State(totals, state.first, following, latest=latest)
    if following != state.first or best < GOAL:
        return ended
    order = ((following + step) % seats for step in range(seats))
    return _settle(ended, tuple(seat for seat in order if totals[seat] == best))


def _end_try(state: State, points: int) -> State:
    """End a turn of the tiebreak; the next leader hunts, or the round is settled (ruling T5)."""
    tied, tried = state.tied, (*state.tried, points)
    if len(tried) < len(tied):
        return replace(state, hunter=tied[len(tried)], tried=tried)
    pairs, best = zip(tied, tried, strict=True), max(tried)
    return _settle(state, tuple(seat for seat, score in pairs if score == best))


def _settle(state: State, leaders: tuple[Seat, ...]) -> State:
    """Let a single leader win, or let several leaders hunt one more round."""
    state = replace(state, hunter=leaders[0], tied=(), tried=())
    if len(leaders) == 1:
        return replace(state, winner=leaders[0])
    return replace(state, tied=leaders)


# The view: nothing is hidden in Trophy Buck.

_BY_LETTER: Final = {kind.letter: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Die:
    """A die on screen: its colour and letter, its symbol, and the score of its Points side."""

    letter: str
    colour: str
    symbol: str
    points: int


@dataclass(frozen=True, slots=True)
class InBag:
    """The number of dice of a colour in the bag."""

    letter: str
    colour: str
    dice: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A leader, and his points in this round of the tiebreak; None before his turn."""

    seat: Seat
    points: int | None


@dataclass(frozen=True, slots=True)
class View:
    """The whole table; nothing is hidden in this game.

    Attributes:
        totals: banked points by seat.
        first: the seat that began; None before the draw.
        hunter: the seat on turn; None before and after the game.
        rolled: whether the hunter has rolled in this turn.
        dice: the dice of his last roll.
        points: the Points dice set aside.
        startles: the Startles in front of him.
        tracks: the Tracks he re-rolls if he goes on.
        bag: the dice in the bag, by colour.
        noted: points scored in this turn before the last new stand.
        score: points banked by stopping now, noted points included.
        new_stand: whether the Points dice go back to the bag before the next roll.
        end_ways: numerator of the chance that the next roll ends the turn, in lowest terms.
        end_of: denominator of this chance.
        final_round: whether this round is the last because a total has reached the goal; False in a
            tiebreak.
        tiebreak: this round of the tiebreak; empty without one.
        latest: the points of each seat's last finished turn; None before its first.
        winner: set when the game is over.
    """

    totals: tuple[int, ...]
    first: Seat | None
    hunter: Seat | None
    rolled: bool
    dice: tuple[Die, ...]
    points: tuple[Die, ...]
    startles: tuple[Die, ...]
    tracks: tuple[Die, ...]
    bag: tuple[InBag, ...]
    noted: int
    score: int
    new_stand: bool
    end_ways: int
    end_of: int
    final_round: bool
    tiebreak: tuple[Tried, ...]
    latest: tuple[int | None, ...]
    winner: Seat | None


@lru_cache(maxsize=4096)
def _show_dice(dice: Dice) -> tuple[Die, ...]:
    kinds = [(_BY_LETTER[die[0]], SYMBOLS[die[1]]) for die in dice]
    return tuple(Die(kind.letter, kind.colour, symbol, kind.points) for kind, symbol in kinds)


@lru_cache(maxsize=4096)
def _show_counts(counts: Counts, face: str) -> tuple[Die, ...]:
    """Return the counted dice of all colours, each with this face."""
    pairs = zip(KINDS, counts, strict=True)
    return _show_dice(tuple(kind.letter + face for kind, n in pairs for _ in range(n)))


@lru_cache(maxsize=1024)
def _show_bag(bag: Counts) -> tuple[InBag, ...]:
    return tuple(InBag(kind.letter, kind.colour, n) for kind, n in zip(KINDS, bag, strict=True))


def make_view(state: State) -> View:
    turn, odds = state.turn, odds_of_end(state.turn)
    playing = state.first is not None and state.winner is None
    return View(
        totals=state.totals,
        first=state.first,
        hunter=state.hunter if playing else None,
        rolled=bool(turn.roll),
        dice=_show_dice(turn.roll),
        points=_show_counts(turn.points, "P"),
        startles=_show_counts(turn.startles, "S"),
        tracks=_show_counts(turn.tracks, "T"),
        bag=_show_bag(turn.bag),
        noted=turn.noted,
        score=turn.score,
        new_stand=needs_new_stand(turn),
        end_ways=odds.numerator,
        end_of=odds.denominator,
        final_round=playing and not state.tied and max(state.totals) >= GOAL,
        tiebreak=_show_tiebreak(state),
        latest=state.latest or (None,) * len(state.totals),
        winner=state.winner,
    )


def _show_tiebreak(state: State) -> tuple[Tried, ...]:
    results = (*state.tried, *(None for _ in state.tied[len(state.tried) :]))
    return tuple(Tried(seat, points) for seat, points in zip(state.tied, results, strict=True))


@dataclass(frozen=True, slots=True)
class Roll:
    """Draw dice until there are three to roll, and roll them: `roll`."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Stop:
    """Bank the Points of this turn and pass the dice: `stop`."""

    def __str__(self) -> str:
        return "stop"


Move = First | Roll | Stop | Hunt

_BEFORE_ROLL: Final[tuple[Move, ...]] = (Roll(),)
_AFTER_ROLL: Final[tuple[Move, ...]] = (Roll(), Stop())
_TEXTS: Final[dict[str, Move]] = {**HUNTS, "roll": Roll(), "stop": Stop()}

_TWO_HUNTERS: Final = Option(
    "two_hunters",
    "Two hunters",
    (Choice("off", "not allowed, it takes three or more"), Choice("on", "allowed, two are enough")),
)


class TrophyBuck(Game[State, Move, View]):
    info = Info(
        key="trophy",
        title="Trophy Buck",
        min_seats=2,
        max_seats=8,
        rules_version=1,
        options=(_TWO_HUNTERS,),
        whole_turns=True,
    )

    def allowed_seats(self, options: Options) -> range:
        """Allow three to eight hunters, or with the option two to eight (ruling T2)."""
        fewest = 2 if options["two_hunters"] == "on" else 3
        return range(fewest, self.info.max_seats + 1)

    def begin(self, seats: int, options: Options, first: Seat | None) -> State:  # noqa: ARG002 - the same for every option
        """Start with no points; nature draws the first seat if `first` is None."""
        return State((0,) * seats, first, first or 0)

    def most_moves(self, seats: int, options: Options) -> int:  # noqa: ARG002 - the same for every option
        """Allow 240 turns a seat; random play needs more with a chance below 1e-10."""
        # A first roll with Points cannot end the turn. Its chance is 35,274 / 47,520. Random play
        # then stops with a chance of 1/2. So a turn banks at least 2 with a chance p > 0.37. A seat
        # needs at most 18 such turns for the goal. The chance of fewer in 220 turns is below
        # exp(-(220 p - 17)^2 / (440 p)) < 1e-11 (Chernoff). The other 20 turns are for tiebreaks.
        # The chance that a round of the tiebreak stays level is below 0.21 (computed from the exact
        # points of a random turn, for 2 to 8 leaders). So the chance of 20 level rounds is below
        # 1e-13. N turns have more than 3 N rolls only if 3 N coin flips have fewer than N stops.
        # The chance of this is below exp(-N / 6), and N is at least 480. A roll is two moves (the
        # choice and the dice), a stop is one.
        return 240 * seats * (3 * 2 + 1)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the hunter; nature before the first turn and while dice are drawn."""
        if state.winner is not None:
            return ()
        return (CHANCE,) if state.first is None or state.turn.rolling else (state.hunter,)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:  # noqa: ARG002 - only one seat acts
        """Return the roll, and after the first roll of the turn also the stop."""
        return _AFTER_ROLL if state.turn.roll else _BEFORE_ROLL

    def tells_nothing(self, move: Move) -> bool:
        """Return whether the move is a stop; only a roll reveals anything."""
        return isinstance(move, Stop)

    def draw(self, state: State) -> Chance[Move]:
        if state.first is None:
            return DrawFirst(len(state.totals))
        return DrawAndRoll(state.turn.bag, state.turn.tracks)

    def parse(self, text: str) -> Move:
        """Read a move in the notation of the package's docstring."""
        if (move := _TEXTS.get(text)) is not None:
            return move
        return self.parse_first(text)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        match move:
            case Hunt() if state.turn.rolling:
                return land_dice(state, move)
            case Roll() if seat != CHANCE:
                return take_dice(state)
            case Stop() if seat != CHANCE and state.turn.roll:
                return bank_points(state)
            case First() if state.first is None and move.seat in range(len(state.totals)):
                return State(state.totals, move.seat, move.seat)
            case _:
                raise IllegalMove("{move} is not allowed now", move=str(move))

    def view(self, state: State, seat: Seat | None) -> View:  # noqa: ARG002 - nothing is hidden
        """Return the whole table, with the chance that the next roll ends the turn."""
        return make_view(state)

    def final_outcome(self, state: State) -> Outcome:
        """Rank by the totals; leaders who lose a tiebreak share second place."""
        ranks = enumerate(rank_scores(state.totals))
        settled = (2 if rank == 1 and seat != state.winner else rank for seat, rank in ranks)
        return Outcome(state.totals, tuple(settled))

    def standing(self, state: State, seats: int) -> tuple[int, ...]:  # noqa: ARG002 - the totals show the number
        """Rank by the points so far."""
        return rank_scores(state.totals)

    def default_move(self, state: State, seat: Seat) -> Move:  # noqa: ARG002 - only one seat acts
        """Stop as soon as that is allowed."""
        return _AFTER_ROLL[1] if state.turn.roll else _BEFORE_ROLL[0]
