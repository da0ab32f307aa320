"""Hard: play-outs of the rule over common deals, which leave its move only where they are sure."""

from __future__ import annotations

from hashlib import sha256
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.buckets.cards import total
from engine.buckets.moves import Move, Play, Remove
from engine.fairness import HmacSource
from players.buckets.fast import make_show, take_bucket
from players.buckets.reading import Deals, number_card
from players.buckets.rule import choose_normal, count_lost
from players.core import Assessed

if TYPE_CHECKING:
    from engine.core import Source
    from players.buckets.fast import Table
    from players.core import Knowledge

ROUND: Final = 25
"""After so many deals, moves that are clearly worse are left out."""

MOVES: Final = 12
"""How many moves are weighed at most."""

WORK: Final = 3000
"""How many play-outs of a single seat a decision may take: two take as long for half the seats."""

DEALS: Final = 150
"""How many deals are played out at most."""

OPEN: Final = 1.0
"""By so many standard errors a move may be worse than that of the rule and is still weighed."""

SURE: Final = 1.5
"""By so many standard errors another move must be better than that of the rule."""

MARGIN: Final = 0.02
"""What a bucket more than the best other is worth besides the win: less is left to luck then."""


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Return the rule's move, or another one that is clearly better in the play-outs."""
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    return _compare(known, rule, others, Deals(known, source)) if others else rule


def make_source(known: Knowledge) -> HmacSource:
    """Return a source for a thought that nobody has to prove: the same for the same knowledge."""
    return HmacSource(sha256(repr(known.seen).encode()).digest(), len(known.seen))


def _compare(
    known: Knowledge, base: Move, others: list[Move], deals: Deals, effort: float = 1
) -> Move:
    """Return the move with the best mean gain over this one, if that is sure.

    `effort` says how many times as much may be searched as for a move that is to be made.
    """
    gains: dict[Move, list[float]] = {move: [] for move in others}
    work, most, dealt = effort * WORK // len(known.view.hand_sizes), effort * DEALS, 0
    while gains and work > 0 and dealt < most:
        for _ in range(ROUND):
            table = deals.draw()
            worth = _play(table.copy(), base, known)
            for move, each in gains.items():
                each.append(_play(table.copy(), move, known) - worth)
        dealt += ROUND
        work -= ROUND * (1 + len(gains))
        gains = {move: each for move, each in gains.items() if _is_open(each)}
    sure = {move: sum(each) for move, each in gains.items() if _is_sure(each)}
    return max(sure, key=lambda move: sure[move], default=base)


def estimate(known: Knowledge, source: Source) -> tuple[Assessed, ...]:
    """Return what moves bring in play-outs of common deals: first that of `choose_hard`.

    The points are the own buckets at the end of the round, those of the rounds before included. In
    the last round there is the chance to win, too. Nothing is said of moves that need no thought.
    """
    if len(known.moves) == 1:
        return (Assessed(known.moves[0], 0.0),)
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    if not others:
        return ()
    deals = Deals(known, source)
    best = _compare(known, rule, others, deals)
    moves = [best, *(move for move in (rule, *others) if move != best)]
    count = max(ROUND, WORK // len(known.view.hand_sizes) // len(moves))
    tables = [deals.draw() for _ in range(count)]
    ends = {move: [_play_out(table.copy(), move, known) for table in tables] for move in moves}
    first, *rest = (_sum_up(known, move, each, ends[best]) for move, each in ends.items())
    return (first, *sorted(rest, key=lambda each: -each.worth))


class Weighed(NamedTuple):
    """What a decision was worth in play-outs, as chances to win.

    Attributes:
        made: the move.
        best: the move that is best as far as is known; `made`, if none is clearly better.
        at_random: what a move at random is worth less than `best`.
        error: the standard error of what `best` is worth more than `made`.
    """

    made: Assessed
    best: Assessed
    at_random: float
    error: float


def weigh_decision(
    known: Knowledge, made: Move, source: Source, effort: float = 1
) -> Weighed | None:
    """Return what a move is worth beside the best one; None where it needs no thought.

    The best move is found in some deals, and all are weighed in others. So what looks better by
    chance alone is as often worse there: the difference has no bias.

    Args:
        known: what the seat knows that is to move.
        made: its move.
        source: of the deals.
        effort: how many times as much is searched as for a move that is to be made.
    """
    rule = choose_normal(known, source)
    others = [move for move in (rule, *_list_others(known, rule)) if move != made]
    if not others or not isinstance(made, Play | Remove) or not isinstance(rule, Play | Remove):
        return None
    deals = Deals(known, source)
    best = _compare(known, made, others, deals, effort)
    count = DEALS / 2 if best == made else WORK / len(known.view.hand_sizes) / 3
    tables = [deals.draw() for _ in range(max(ROUND, int(effort * count)))]
    own = [_play_out(table.copy(), made, known) for table in tables]
    most = own if best == made else [_play_out(table.copy(), best, known) for table in tables]
    legal = [move for move in known.moves if isinstance(move, Play | Remove)]
    random = [_play_out(table, legal[source.below(len(legal))], known) for table in tables]
    _, error = _measure([b.won - a.won for a, b in zip(own, most, strict=True)])
    at_random = fmean(end.won for end in most) - fmean(end.won for end in random)
    return Weighed(_average(made, own), _average(best, most), at_random, error)


def _average(move: Move, ends: list[End]) -> Assessed:
    """Return what a move brings on average: own buckets, and the share of a win."""
    return Assessed(move, fmean(end.own for end in ends), fmean(end.won for end in ends))


def _sum_up(known: Knowledge, move: Move, ends: list[End], best: list[End]) -> Assessed:
    """Return what a move brings, with the standard error of its points beside the best move's."""
    last = known.view.round == known.view.rounds
    points, _ = _measure([end.own for end in ends])
    win, _ = _measure([end.won for end in ends])
    _, error = _measure([a.own - b.own for a, b in zip(ends, best, strict=True)])
    return Assessed(move, points, win if last else None, error=error)


def _is_open(gains: list[float]) -> bool:
    """Return whether a move may still turn out to be better."""
    mean, error = _measure(gains)
    return error > 0 and mean > -OPEN * error


def _is_sure(gains: list[float]) -> bool:
    """Return whether a move is clearly better than the rule's."""
    mean, error = _measure(gains)
    return mean > SURE * error


def _measure(gains: list[float]) -> tuple[float, float]:
    """Return the mean, and its standard error."""
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / (count - 1)
    return mean, sqrt(spread / count)


def _list_others(known: Knowledge, rule: Move) -> list[Move]:
    """Return the moves worth a thought besides the rule's; none where it needs no thought."""
    if not isinstance(rule, Play | Remove):
        return []
    playing = known.view.playing
    plays = [move for move in known.moves if isinstance(move, Play)]
    if playing.trick is None:
        plays = [move for move in plays if len(move.cards) == 1]
    plays.sort(key=lambda move: (total(move.cards), len(move.cards)))
    losses = [move for move in known.moves if isinstance(move, Remove)]
    losses.sort(key=lambda move: count_lost(playing, move.box))
    found: dict[Move, None] = dict.fromkeys([*losses[:2], *plays])
    return [move for move in found if move != rule][:MOVES]


def _play(table: Table, move: Move, known: Knowledge) -> float:
    """Return what the round is worth to the seat if it moves so, and all play on by the rule."""
    end = _play_out(table, move, known)
    return end.won + MARGIN * end.ahead


class End(NamedTuple):
    """The end of a round: own buckets, how many more than the best other, the share of a win."""

    own: float
    ahead: float
    won: float


def _play_out(table: Table, move: Move, known: Knowledge) -> End:
    """Return how the round ends if the seat moves so, and all play on by the rule."""
    if isinstance(move, Play):
        table.show(make_show(tuple(map(number_card, move.cards))))
    elif isinstance(move, Remove):
        table.decline(take_bucket(table.masks[table.turn], move.box))
    table.play_out()
    left = [
        mask.bit_count() + score for mask, score in zip(table.masks, known.view.scores, strict=True)
    ]
    own = left.pop(known.seat)
    best = max(left)
    won = 1.0 if own > best else 1 / (1 + left.count(best)) if own == best else 0.0
    return End(own, own - best, won)
