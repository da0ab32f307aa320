"""The review of a finished game: the cost of decisions, the accuracy of seats, the luck of dice.

A decision is a move with alternatives. Its cost is the worth of the best move minus the worth of
the move made; the game's `Worth` gives both. A seat's dice fall between its moves. Their luck is
the change that they make in the exact expectation. So the course of a game for one seat is the sum
of three parts: the luck of the seat, its costs, and the effect of other seats.

If the worth of moves is in points, the course is in points, too. Luck is still summed in chances to
win: before the end of the game, a model turns points into chances (`Worth.weigh_chances`). The
expectation of these chances is exact, so luck is 0 on average even if the model is wrong.
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


# The cost of a decision: the worth of the best move minus that of the move made.

SMALL: Final = 1e-4
"""Least difference of worths that counts. Tie-breaks, and rounding to six digits, change less."""

WIN: Final = 0.01
"""Least cost of a mistake, if worth is the chance to win."""

POINTS: Final = 0.5
"""Least cost of a mistake, if worth is in points."""

CLEAR: Final = 2.0
"""Standard errors by which an inexact cost must exceed 0 to count."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a seat, with its worth and that of the best move.

    Attributes:
        seq: the number of the move in the log.
        seat: the seat that moved.
        made: the move made, with its worth.
        best: the best move; the move made if none is better.
        cost: the worth of `best` minus that of `made`, in the unit of the game; an estimate can be
            below 0.
        at_random: the average cost of a random move.
        choices: number of legal moves.
        error: the standard error of `cost`; 0 if the cost is exact.
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
        """True if the cost is more than noise."""
        return self.cost > CLEAR * self.error


SURE: Final = 1e-5
"""Difference to 0 or 1 below which an exact chance is certain: tie-breaks change less."""


class Why(StrEnum):
    """The reason that decides between two moves.

    Attributes:
        WINS: the better move wins for sure.
        LOSES: the other move loses for sure.
        NOW: the better move brings more points at once.
        LATER: it brings more points on average.
        OTHERS: it wins more often, against all that the other players can still do.
    """

    WINS = "wins"
    LOSES = "loses"
    NOW = "now"
    LATER = "later"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a move is better than the best of the worse moves (`other`)."""

    why: Why
    best: Assessed
    other: Assessed


def find_reason(moves: Sequence[Assessed], *, last: bool) -> Reason | None:
    """Return the reason for the first move; None if no move is worse, or one seems better.

    Args:
        moves: the move to explain, then other moves in any order.
        last: whether the points of this turn or round matter only for the win.
    """
    best, *others = moves
    worse = [each for each in others if best.worth - each.worth >= SMALL]
    if not worse or any(each.worth - best.worth >= SMALL for each in others):
        return None
    other = max(worse, key=lambda each: each.worth)
    return Reason(_decide(best, other, last=last), best, other)


def _decide(best: Assessed, other: Assessed, *, last: bool) -> Why:
    gain, now = best.points - other.points, best.now - other.now
    if best.win is not None and other.win is not None:
        if best.exact and best.win > 1 - SURE:
            return Why.WINS
        if best.exact and other.win < SURE:
            return Why.LOSES
        if last or gain < POINTS:
            return Why.OTHERS
    return Why.NOW if now > 0 and now >= gain / 2 else Why.LATER


def is_mistake(best: Assessed, made: Assessed) -> bool:
    """Return whether a move costs enough to count as a mistake, and clearly so."""
    least = max(POINTS if best.win is None else WIN, CLEAR * made.error)
    return best.worth - made.worth >= least


def judge(
    game_key: str, known: Knowledge, move: object, seq: int = 0, effort: float = 1
) -> Decision | None:
    """Return a move as a decision, with its cost; None if its worth is unknown.

    Args:
        game_key: the key of the game.
        known: the knowledge of the seat that moves.
        move: one of its legal moves.
        seq: the number of the move in its log.
        effort: as for `Search.weigh`, if moves are searched.
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
    """Return how many units a win is worth, or 1 if worth is not the chance to win."""
    return 1 if made.win is None else worth.count_win(known)


def _judge_by_search(
    search: Search,
    known: Knowledge,
    move: Any,  # noqa: ANN401 - a move of any game
    seq: int,
    effort: float,
) -> Decision | None:
    """Return a move as a decision, weighed by play-outs."""
    found = search.weigh(known, move, effort)
    if found is None:
        return None
    made, best, at_random, error = found
    cost = best.worth - made.worth
    return Decision(seq, known.seat, made, best, cost, at_random, len(known.moves), error)


EFFORT: Final = 2.0
"""Effort for a decision in a review; 1 is the effort for a computer's own move."""

WHOLE: Final = 100.0
"""Limit on effort for all decisions of a game together; in a long game each decision gets less."""


class Cause(StrEnum):
    """The cause of a change of a seat's prospects: its dice, its choice, or others."""

    DICE = "dice"
    CHOICE = "choice"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a seat's prospects. The course of a seat is its changes in order.

    Attributes:
        seq: the number of the move after the change.
        cause: the cause of the change.
        value: the prospects after the change.
    """

    seq: int
    cause: Cause
    value: float


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The play of one seat.

    Attributes:
        decisions: its decisions, in order.
        start: the prospects before `course`.
        course: the changes of the prospects, in order; the last one leads to the result.
        luck: the luck of this seat's dice, in `Review.luck_unit`: the sum, over its throws, of the
            prospects after the throw minus their exact mean over all possible throws.
    """

    decisions: tuple[Decision, ...]
    start: float
    course: tuple[Change, ...]
    luck: float = 0.0

    @property
    def given_away(self) -> float:
        """The cost of all decisions together."""
        return sum(decision.cost for decision in self.decisions)

    @property
    def error(self) -> float:
        """The standard error of `given_away`; 0 if that is exact."""
        return sqrt(sum(decision.error**2 for decision in self.decisions))

    @property
    def accuracy(self) -> float | None:
        """A score from 100 (nothing given away) to 0 (as much as random moves, or more).

        None if random moves would have given nothing away.
        """
        at_random = sum(decision.at_random for decision in self.decisions)
        if at_random < SMALL:
            return None
        return 100 * min(max(1 - self.given_away / at_random, 0.0), 1.0)

    def sum_up(self, cause: Cause) -> float:
        """Return the total change of prospects by a cause."""
        before = (self.start, *(change.value for change in self.course))
        pairs = zip(before, self.course, strict=False)
        return sum(now.value - value for value, now in pairs if now.cause is cause)

    def find_worst(self, most: int) -> tuple[Decision, ...]:
        """Return the costliest decisions, worst first, without those whose cost may be noise."""
        costly = [each for each in self.decisions if each.is_clear]
        return tuple(sorted(costly, key=lambda each: -each.cost)[:most])


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a finished game.

    Attributes:
        unit: the unit of costs and prospects.
        off: the typical error of costs and prospects if a model estimates some of them; 0 if all
            are exact, None after play-outs.
        seats: the review of each seat; empty if the moves could not be judged.
        turn: `Worth.turn` of the game.
    """

    unit: Unit
    off: float | None
    seats: tuple[SeatReview, ...]
    turn: float = 0.0

    @property
    def luck_unit(self) -> Unit:
        """The unit of luck: the chance to win, or for a single player the unit of costs."""
        return Unit.WIN if len(self.seats) > 1 else self.unit


NO_REVIEW: Final = Review(Unit.POINTS, 0.0, ())
"""The review of a log whose moves cannot be judged."""


def review(game: AnyGame, options: Mapping[str, str], made: Sequence[Transition]) -> Review | None:
    """Return the review of a finished game; None if the worth of its moves is unknown.

    Args:
        game: the rules.
        options: the options of the game.
        made: every move of the log, with the states before and after.
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
    off = max((off for off in offs if off is not None), default=None)
    return Review(unit, off, seats, worth.turn)


@dataclass(frozen=True, slots=True)
class _Prospects:
    """The prospects of a seat around a move.

    Attributes:
        expected: the prospects before the dice on the table fell; None if those dice are not the
            seat's own.
        before: the prospects with the best move.
        after: the prospects with the move made.
        lost: the prospects after the roll that the move makes, if the roll ends the turn.
    """

    expected: float | None
    before: float
    after: float
    lost: float | None = None

    @property
    def luck(self) -> float:
        """The luck of the dice on the table, and of dice that end the turn."""
        fallen = 0.0 if self.expected is None else self.before - self.expected
        return fallen if self.lost is None else fallen + self.lost - self.after


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move of a player, with or without alternatives.

    Attributes:
        decision: the move.
        prospects: the prospects around it, in the unit of the game.
        chance: the prospects as chances to win; for a single player in points.
    """

    decision: Decision
    prospects: _Prospects
    chance: _Prospects


class _Reader:
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
        """Return the moves in order; empty if their worth is unknown."""
        found: list[_Turn] = []
        for seq, step in enumerate(self._made):
            if step.seat != CHANCE:
                turn = self._look(seq, step, found[-1] if found else None)
                found += [turn] if turn else []
            self._tell(step)
        return found

    def _look(self, seq: int, step: Transition, last: _Turn | None) -> _Turn | None:
        """Return a move with its prospects; `last` is the previous move, of any seat."""
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
        """Record what each seat was told of a move; only searches need this."""
        for seat, told in enumerate(self._told if self._worth.search else ()):
            if (text := self._game.seen(step.before, step.seat, step.move, seat)) is not None:
                told.append((step.seat, text))

    def _expect(self, decision: Decision, last: _Turn | None) -> float | None:
        """Return the prospects before the dice of a move fell.

        Return None if no dice fell for the seat, or if the prospects are unknown. If the dice fell
        at the end of the opponent's turn, the prospects are minus the opponent's prospects.
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
        """Return the prospects around a move, as chances to win.

        Return `prospects` if they already are chances to win, or if the game has one player.
        """
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
        """Return the remaining worth if the dice of a move ended the turn, else None."""
        lose, step = self._worth.lose, self._made[min(decision.seq + 1, len(self._made) - 1)]
        return lose and lose(known, decision.made.move, self._game.view(step.after, None))


def _review_seat(turns: Sequence[_Turn], outcome: Outcome, unit: Unit) -> SeatReview:
    """Return the review of a seat from its moves; an empty review if it made none."""
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
    """Return the result of a seat in the unit of the game; a shared win counts as a fraction."""
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
) -> Review:
    """Return the review of a log whose moves are texts; see `engine.core.fold`.

    It is `NO_REVIEW` if the worth of moves is unknown, or if the present rules refuse the log.
    """
    rules = find_game(game_key)
    try:
        made = tuple(fold(rules, seats, options, first, moves))
        return review(rules, rules.options(options), made) or NO_REVIEW
    except Exception:  # noqa: BLE001 - old moves can fail in any way under new rules
        return NO_REVIEW


# The turning point of a finished game: the dice or the choice that changed the prospects most.


@dataclass(frozen=True, slots=True)
class Turning:
    """A change of a seat's prospects.

    Attributes:
        seat: the seat of the dice or the choice.
        seq: the number of the choice in the log; for dice, that of the next move.
        change: the change for this seat, in the unit of the review.
        decision: the choice; None for dice.
    """

    seat: Seat
    seq: int
    change: float
    decision: Decision | None = None


def find_turning(
    review: Review, winners: Collection[Seat], lone: Seat | None = None
) -> Turning | None:
    """Return the turning point of a game; None if no change is beyond noise.

    Only changes in the direction of the result count: up for a winner, down for others. A game of
    one player, or with a shared first place, has no turning point.

    Args:
        review: the review of the game.
        winners: the seats that won.
        lone: the seat of the only person among computers; other seats are then left out. None
            includes all seats.
    """
    if len(review.seats) < 2 or len(winners) > 1:
        return None
    found = (
        each
        for each in _list_turnings(review)
        if (each.change > 0) == (each.seat in winners) and lone in {None, each.seat}
    )
    return max(found, key=lambda each: abs(each.change), default=None)


def has_decided(turning: Turning, review: Review, outcome: Outcome) -> bool:
    """Return whether a turning point can make up the margin of the result.

    The margin is that to the winner; for the winner, to the second. Points that one seat gains can
    be lost by another, so they count twice.
    """
    *_, second, best = sorted(outcome.scores)
    won = turning.seat in outcome.winners
    margin = best - (second if won else outcome.scores[turning.seat])
    if review.unit is Unit.WIN:
        return margin <= review.turn
    return margin <= abs(turning.change) * (2 if review.unit is Unit.POINTS else 1)


def _list_turnings(review: Review) -> Iterator[Turning]:
    """Yield, for all seats, the changes by dice and choices that are beyond noise (`CLEAR`)."""
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
