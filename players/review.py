"""What the decisions of a finished game cost, how well each seat played, and what its dice gave.

A decision is a move where there was more than one. It costs what the best move is worth more than
the one that was made, both as `Worth` of the game says. Between the moves of a seat fall its dice:
what a roll makes of the exact expectation before it is luck. So the course of a game for one seat
is a sum of three: what the dice gave, what was given away, and what others did.

Where moves are weighed in points, the course is in points, too. Luck is summed up in chances to win
all the same, whose expectation is as exact: before the end, a model turns points into chances
(`Worth.weigh_chances`), and whatever it says, luck is nothing on average.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from engine.core import CHANCE, fold
from players.core import Unit, know
from players.games import find_worth
from players.games import game as find_game

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from engine.core import AnyGame, Outcome, Seat, Transition
    from players.core import Assessed, Knowledge, Search, Worth


# What a decision costs: what the best move is worth more than the one that was made.

SMALL: Final = 1e-4
"""What differs by less is worth the same: tables have six digits, and what breaks ties is less."""

CLEAR: Final = 2.0
"""By so many standard errors a cost must be above nothing, where it is no exact one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a seat, with what it and the best one are worth.

    Attributes:
        seq: the number of the move in the log.
        seat: who moved.
        made: the move, and what it is worth.
        best: the best move; the one that was made, if none is better.
        cost: what `best` is worth more than `made`, in the unit of the game; an estimate can be
            below 0.
        at_random: what a move at random would have cost on average.
        choices: how many moves there were.
        error: the standard error of `cost`; 0 where it is exact.
    """

    seq: int
    seat: Seat
    made: Assessed
    best: Assessed
    cost: float
    at_random: float
    choices: int
    error: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether the cost is more than noise."""
        return self.cost > CLEAR * self.error


def judge(
    game_key: str, known: Knowledge, move: object, seq: int = 0, effort: float = 1
) -> Decision | None:
    """Return what a move costs; None where nothing is known of it.

    Args:
        game_key: of the game.
        known: what the seat knows that is to move.
        move: one of its legal moves.
        seq: the number that the move has in its log.
        effort: as of `Search.weigh`, where moves are searched.
    """
    worth = find_worth(game_key)
    if worth is None:
        return None
    if worth.search:
        return _judge_by_search(worth.search, known, move, seq, effort)
    found = worth.assess(known) if worth.assess else ()
    made = next((each for each in found if each.move == move), None)
    if made is None:
        return None
    win = _count_win(worth, known, made)
    best = max(found, key=lambda each: each.worth)
    cost = win * (best.worth - made.worth)
    at_random = win * (best.worth - fmean(each.worth for each in found))
    if cost < SMALL:
        best, cost = made, 0.0
    return Decision(seq, known.seat, made, best, cost, max(at_random, 0.0), len(found))


def _count_win(worth: Worth, known: Knowledge, made: Assessed) -> int:
    """Return for how many of what is counted what decides a move counts."""
    return 1 if made.win is None else worth.count_win(known)


def _judge_by_search(
    search: Search,
    known: Knowledge,
    move: Any,  # noqa: ANN401 - a move of any game
    seq: int,
    effort: float,
) -> Decision | None:
    """Return what a move costs in play-outs."""
    found = search.weigh(known, move, effort)
    if found is None:
        return None
    made, best, at_random, error = found
    cost = best.worth - made.worth
    return Decision(seq, known.seat, made, best, cost, at_random, len(known.moves), error)


EFFORT: Final = 2.0
"""How many times as much is searched for a decision of a review as for a move of a computer."""

WHOLE: Final = 100.0
"""The same for all decisions of a game together: of a long game each gets less."""


class Cause(StrEnum):
    """Why a seat's prospects change: its dice, its choice, or what others do."""

    DICE = "dice"
    CHOICE = "choice"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Change:
    """A step of a course.

    Attributes:
        seq: the number of the move after it.
        cause: of the change.
        value: the prospects then.
    """

    seq: int
    cause: Cause
    value: float


@dataclass(frozen=True, slots=True)
class SeatReview:
    """How one seat played.

    Attributes:
        decisions: in order.
        start: the prospects before the first of `course`.
        course: how they went on, the result at last.
        luck: what the dice of this seat gave, in `Review.luck_unit`: the prospects after each throw
            less their exact mean over all that could have fallen.
    """

    decisions: tuple[Decision, ...]
    start: float
    course: tuple[Change, ...]
    luck: float = 0.0

    @property
    def given_away(self) -> float:
        """What all decisions cost together."""
        return sum(decision.cost for decision in self.decisions)

    @property
    def error(self) -> float:
        """The standard error of `given_away`; 0 where it is exact."""
        return sqrt(sum(decision.error**2 for decision in self.decisions))

    @property
    def accuracy(self) -> float | None:
        """From 100, nothing was given away, down to 0: as much as by moves at random, or more.

        None where nothing was to be given away.
        """
        at_random = sum(decision.at_random for decision in self.decisions)
        if at_random < SMALL:
            return None
        return 100 * min(max(1 - self.given_away / at_random, 0.0), 1.0)

    def sum_up(self, cause: Cause) -> float:
        """Return how much a cause has changed the prospects."""
        before = (self.start, *(change.value for change in self.course))
        pairs = zip(before, self.course, strict=False)
        return sum(now.value - value for value, now in pairs if now.cause is cause)

    def find_worst(self, most: int) -> tuple[Decision, ...]:
        """Return the decisions that cost most, the worst first; none whose cost may be noise."""
        costly = [each for each in self.decisions if each.is_clear]
        return tuple(sorted(costly, key=lambda each: -each.cost)[:most])


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, looked at again.

    Attributes:
        unit: of costs and prospects.
        off: how far they are off as a rule, where a model estimates some; 0 where all are exact,
            and None in play-outs.
        seats: the review of each.
    """

    unit: Unit
    off: float | None
    seats: tuple[SeatReview, ...]

    @property
    def luck_unit(self) -> Unit:
        """What luck is told in: the chance to win, but for who plays alone."""
        return Unit.WIN if len(self.seats) > 1 else self.unit


def review(game: AnyGame, options: Mapping[str, str], made: Sequence[Transition]) -> Review | None:
    """Return the review of a finished game; None where it is not known what moves are worth.

    Args:
        game: the rules.
        options: of the game.
        made: every move of the log with the states around it.
    """
    outcome, worth = game.outcome(made[-1].after), find_worth(game.info.key)
    if outcome is None or worth is None:
        return None
    turns = _Reader(game, worth, options, made, len(outcome.scores)).read()
    if not turns:
        return None
    unit = worth.unit(len(outcome.scores))
    seats = tuple(
        _review_seat([turn for turn in turns if turn.decision.seat == seat], outcome, unit)
        for seat in range(len(outcome.scores))
    )
    offs = [turn.decision.made.off for turn in turns]
    return Review(unit, max((off for off in offs if off is not None), default=None), seats)


@dataclass(frozen=True, slots=True)
class _Prospects:
    """What a seat can hope for around a move.

    Attributes:
        expected: before the dice fell that lie there; None where none of its own have fallen.
        before: with the best move.
        after: with the move that was made.
        lost: after the dice that it rolls, where they end a hunt.
    """

    expected: float | None
    before: float
    after: float
    lost: float | None = None

    @property
    def luck(self) -> float:
        """What the dice gave that lie there, and those that end the hunt."""
        fallen = 0.0 if self.expected is None else self.before - self.expected
        return fallen if self.lost is None else fallen + self.lost - self.after


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move of a player, also an only one.

    Attributes:
        decision: the move.
        prospects: around it, in the unit of the game.
        chance: the same as chance to win; alone points.
    """

    decision: Decision
    prospects: _Prospects
    chance: _Prospects


class _Reader:
    """Reads the moves of players in a log."""

    def __init__(
        self,
        game: AnyGame,
        worth: Worth,
        options: Mapping[str, str],
        made: Sequence[Transition],
        seats: int,
    ) -> None:
        self._game = game
        self._worth = worth
        self._options = options
        self._made = made
        self._seats = seats
        self._told: list[list[tuple[Seat, str]]] = [[] for _ in range(seats)]
        search = worth.search
        searched = sum(search.is_weighed(step.move) for step in made) if search else 0
        self._effort = min(EFFORT, WHOLE / max(searched, 1))

    def read(self) -> list[_Turn]:
        """Return them in order; nothing where it is not known what they are worth."""
        found: list[_Turn] = []
        for seq, step in enumerate(self._made):
            if step.seat != CHANCE:
                turn = self._look(seq, step, found[-1] if found else None)
                found += [turn] if turn else []
            self._tell(step)
        return found

    def _look(self, seq: int, step: Transition, last: _Turn | None) -> _Turn | None:
        """Return a move with the prospects around it; `last` is the move before, of any seat."""
        told = tuple(self._told[step.seat])
        known = know(self._game, self._options, step.before, step.seat, told)
        decision = judge(self._game.info.key, known, step.move, seq, self._effort)
        if decision is None:
            return None
        others = self._worth.add_others(known)
        win = _count_win(self._worth, known, decision.made)
        prospects = _Prospects(
            self._expect(decision, last),
            others + win * decision.best.worth,
            others + win * decision.made.worth,
            self._lose(known, decision),
        )
        return _Turn(decision, prospects, self._find_chance(known, decision, prospects, last))

    def _tell(self, step: Transition) -> None:
        """Note what each seat was told of a move; only a search asks for that."""
        for seat, told in enumerate(self._told if self._worth.search else ()):
            if (text := self._game.seen(step.before, step.seat, step.move, seat)) is not None:
                told.append((step.seat, text))

    def _expect(self, decision: Decision, last: _Turn | None) -> float | None:
        """Return the prospects before the dice of a move fell.

        Where they fall by the move that ends the turn before: how far the one is ahead then, the
        other is behind.
        """
        since = self._made[last.decision.seq + 1 if last else 0 : decision.seq]
        if self._worth.search or not any(step.seat == CHANCE for step in since):
            return None
        if last is not None and last.decision.seat == decision.seat:
            return last.prospects.after
        begin = self._worth.begin.get(self._seats)
        return begin if begin is None or last is None else -last.prospects.after

    def _find_chance(
        self, known: Knowledge, decision: Decision, prospects: _Prospects, last: _Turn | None
    ) -> _Prospects:
        """Return the chance to win around a move; the prospects where they are one, and alone."""
        worth = self._worth
        if worth.weigh_chances is None or self._seats == 1:
            return prospects
        chances = worth.weigh_chances(known)
        around = max(chances.values()), chances[decision.made.move]
        if prospects.expected is None:
            return _Prospects(None, *around)
        if last is not None and last.decision.seat == decision.seat:
            return _Prospects(last.chance.after, *around)
        return _Prospects(worth.expect_chance and worth.expect_chance(known), *around)

    def _lose(self, known: Knowledge, decision: Decision) -> float | None:
        """Return what is left where the dice end a turn."""
        lose, step = self._worth.lose, self._made[min(decision.seq + 1, len(self._made) - 1)]
        return lose and lose(known, decision.made.move, self._game.view(step.after, None))


def _review_seat(turns: Sequence[_Turn], outcome: Outcome, unit: Unit) -> SeatReview:
    """Return the review of a seat with these moves; there are none where it had no choice."""
    if not turns:
        return SeatReview((), 0.0, ())
    course: list[Change] = []
    for turn in turns:
        seq, now = turn.decision.seq, turn.prospects
        if now.expected is not None:
            course.append(Change(seq, Cause.OTHERS, now.expected))
        rolled = Cause.OTHERS if now.expected is None else Cause.DICE
        course += [Change(seq, rolled, now.before), Change(seq + 1, Cause.CHOICE, now.after)]
        if now.lost is not None:
            course.append(Change(seq + 2, Cause.DICE, now.lost))
    last = turns[-1]
    course.append(
        Change(last.decision.seq + 2, Cause.OTHERS, _end(last.decision.seat, outcome, unit))
    )
    moving = [now for last, now in pairwise(course) if abs(now.value - last.value) > SMALL]
    decisions = tuple(turn.decision for turn in turns if turn.decision.choices > 1)
    luck = sum(turn.chance.luck for turn in turns)
    return SeatReview(decisions, course[0].value, tuple(moving), luck)


def _end(seat: Seat, outcome: Outcome, unit: Unit) -> float:
    """Return the result of a seat in the unit of the game; a shared win by its share."""
    scores, winners = outcome.scores, outcome.winners
    if unit is Unit.AHEAD:
        return scores[seat] - scores[1 - seat]
    if unit is Unit.WIN:
        return (seat in winners) / len(winners)
    return scores[seat]


def review_log(
    game_key: str,
    seats: int,
    options: Mapping[str, str],
    first: Seat | None,
    moves: Iterable[tuple[Seat, str]],
) -> tuple[Review | None]:
    """Return the review of a log, whose moves are given as texts; see `engine.core.fold`.

    It is None where it is not known what moves are worth, and where the rules as they are now
    refuse the log. It comes in a tuple, so that it differs from a call without an answer.
    """
    rules = find_game(game_key)
    try:
        made = tuple(fold(rules, seats, options, first, moves))
        return (review(rules, rules.options(options), made),)
    except Exception:  # noqa: BLE001 - whatever old moves do to new rules
        return (None,)


# What decided a finished game: the dice or the choice that changed most, but for noise.


@dataclass(frozen=True, slots=True)
class Turning:
    """What changed the prospects of a seat.

    Attributes:
        seat: whose dice or choice it was.
        seq: the number of the move before or with which it happened.
        change: of the prospects of this seat, in the unit of the review.
        decision: the choice; None for dice.
    """

    seat: Seat
    seq: int
    change: float
    decision: Decision | None = None


def find_turning(
    review: Review, winners: Collection[Seat], lone: Seat | None = None
) -> Turning | None:
    """Return what decided a game for who won; None where nothing did, or all may be noise.

    Nothing decides a game that is played alone, or whose first place is shared.

    Args:
        review: of the game.
        winners: the seats that have won.
        lone: the only person among computers: what the dice and choices of these did is not asked.
    """
    if len(review.seats) < 2 or len(winners) > 1:
        return None
    found = (
        each
        for each in _list_turnings(review)
        if (each.change > 0) == (each.seat in winners) and lone in {None, each.seat}
    )
    return max(found, key=lambda each: abs(each.change), default=None)


def _list_turnings(review: Review) -> Iterator[Turning]:
    """Yield what changed prospects by more than two errors: dice and choices of all seats."""
    off = review.off or 0.0
    for seat, own in enumerate(review.seats):
        for each in own.decisions:
            if each.cost > CLEAR * max(each.error, off):
                yield Turning(seat, each.seq, -each.cost, each)
        before = own.start
        for change in own.course:
            moved, before = change.value - before, change.value
            if change.cause is Cause.DICE and abs(moved) > CLEAR * off:
                yield Turning(seat, change.seq, moved)
