"""Hard: play-outs of the rule over common deals, which leave its move only where they are sure."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from engine.buckets.moves import Move, Play, Remove
from engine.buckets.pyramid import total
from engine.proof.fairness import HmacSource
from players.buckets.fast import VALUES, list_left, number_card
from players.buckets.playouts import NO_SHOW, NUMBER, PYRAMIDS, First, number_show, play_out
from players.buckets.reading import Dealer, read_start
from players.buckets.rule import choose_normal, count_lost
from players.core import Assessed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Source
    from players.buckets.playouts import Deals, Numbers, Start
    from players.core import Knowledge

BATCH: Final = 1500
"""After about so many play-outs, moves that are clearly worse are left out."""

FEWEST: Final = 50
"""How many deals an estimate plays out at least."""

MOVES: Final = 12
"""How many moves are weighed at most."""

WORK: Final = 12_000
"""After so many play-outs of a seat no batch more begins; for two seats, after half of them."""

DEALS: Final = 400
"""After so many deals no batch more begins."""

OPEN: Final = 1.0
"""By so many standard errors a move may be worse than that of the rule and is still weighed."""

SURE: Final = 1.5
"""By so many standard errors another move must be better than that of the rule."""

WIN: Final = 300
"""What a win is worth: it can be shared by as many as sit."""

BUCKET: Final = 6
"""What a bucket more than the best other is worth besides the win: less is left to luck then."""


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Return the rule's move, or another one that is clearly better in the play-outs."""
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    return _compare(known, rule, others, Dealer(known, source)) if others else rule


def make_source(known: Knowledge) -> HmacSource:
    """Return a source for a thought that nobody has to prove: the same for the same knowledge."""
    return HmacSource(sha256(repr(known.seen).encode()).digest(), len(known.seen))


def _compare(
    known: Knowledge, base: Move, others: list[Move], dealer: Dealer, effort: float = 1
) -> Move:
    """Return the move with the best mean gain over this one, if that is sure.

    `effort` says how many times as much may be searched as for a move that is to be made.
    """
    gains = {move: np.zeros(0, np.intp) for move in others}
    work, most = effort * WORK // len(known.view.hand_sizes), effort * DEALS
    while gains and work > 0 and most > 0:
        count = BATCH // (1 + len(gains))
        worth, *worths = (end.worth for end in _play_out(known, dealer.deal(count), [base, *gains]))
        pairs = zip(gains.items(), worths, strict=True)
        gains = {move: np.append(gained, each - worth) for (move, gained), each in pairs}
        most -= count
        work -= count * (1 + len(gains))
        gains = {move: each for move, each in gains.items() if _is_open(each)}
    sure = {move: int(each.sum()) for move, each in gains.items() if _is_sure(each)}
    return max(sure, key=lambda move: sure[move], default=base)


def estimate(known: Knowledge, source: Source) -> tuple[Assessed, ...]:
    """Return what moves bring in play-outs of common deals: first that of `choose_hard`.

    The points are the own buckets at the end of the round, those of the rounds before included. In
    the last round there is the chance to win, too. Where no move needs a thought, it is that of the
    rule alone.
    """
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    if not others:
        return (Assessed(rule, 0.0),)
    dealer = Dealer(known, source)
    best = _compare(known, rule, others, dealer)
    moves = [best, *(move for move in (rule, *others) if move != best)]
    deals = dealer.deal(max(FEWEST, WORK // len(known.view.hand_sizes) // len(moves)))
    ends = _play_out(known, deals, moves)
    first, *rest = (
        _sum_up(known, move, each, ends[0]) for move, each in zip(moves, ends, strict=True)
    )
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
    dealer, start = Dealer(known, source), read_start(known)
    best = _compare(known, made, others, dealer, effort)
    count = DEALS / 2 if best == made else WORK / len(known.view.hand_sizes) / 3
    deals = dealer.deal(max(FEWEST, int(effort * count)))
    own, most = _play_out(known, deals, [made, best])
    legal = [move for move in known.moves if isinstance(move, Play | Remove)]
    (random,) = _find_ends(
        known,
        start,
        deals,
        [[_read_first(start, legal[source.below(len(legal))]) for _ in deals.hands]],
    )
    error = _measure(own.won - most.won)[1] / WIN
    at_random = (most.won.mean() - random.won.mean()) / WIN
    return Weighed(_average(made, own), _average(best, most), float(at_random), error)


def _average(move: Move, ends: Ends) -> Assessed:
    """Return what a move brings on average: own buckets, and the share of a win."""
    return Assessed(move, float(ends.own.mean()), float(ends.won.mean()) / WIN)


def _sum_up(known: Knowledge, move: Move, ends: Ends, best: Ends) -> Assessed:
    """Return what a move brings, with the standard error of its worth beside the best move's."""
    each = _average(move, ends)
    if known.view.round < known.view.rounds:
        return replace(each, win=None, error=_measure(ends.own - best.own)[1])
    return replace(each, error=_measure(ends.won - best.won)[1] / WIN)


def _is_open(gains: Numbers) -> bool:
    """Return whether a move may still turn out to be better."""
    mean, error = _measure(gains)
    return error > 0 and mean > -OPEN * error


def _is_sure(gains: Numbers) -> bool:
    """Return whether a move is clearly better than the rule's."""
    mean, error = _measure(gains)
    return mean > SURE * error


def _measure(gains: Numbers) -> tuple[float, float]:
    """Return the mean, and its standard error: the same on every machine, from whole numbers."""
    count, total, squares = len(gains), int(gains.sum()), int((gains * gains).sum())
    return total / count, sqrt((squares - total * total / count) / (count - 1) / count)


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


class Ends(NamedTuple):
    """The ends of rounds, for one seat.

    Attributes:
        own: its buckets, those of earlier rounds included.
        ahead: how many more than the best other.
        won: the share of a win, times WIN.
    """

    own: Numbers
    ahead: Numbers
    won: Numbers

    @property
    def worth(self) -> Numbers:
        """What is searched for."""
        return self.won + BUCKET * self.ahead


def _play_out(known: Knowledge, deals: Deals, moves: Sequence[Move]) -> list[Ends]:
    """Return for each move how the rounds end if the seat moves so, and all play on by the rule."""
    start = read_start(known)
    return _find_ends(known, start, deals, [[_read_first(start, move)] for move in moves])


def _find_ends(
    known: Knowledge, start: Start, deals: Deals, moves: Sequence[Sequence[First]]
) -> list[Ends]:
    scores = play_out(start, deals, moves) + np.array(known.view.scores)
    own, others = scores[:, :, known.seat], np.delete(scores, known.seat, axis=2)
    best = others.max(axis=2)
    ties = np.count_nonzero(others == best[:, :, None], axis=2)
    won = np.where(own > best, WIN, np.where(own == best, WIN // (1 + ties), 0))
    return [Ends(*each) for each in zip(own, own - best, won, strict=True)]


def _read_first(start: Start, move: Move) -> First:
    """Return a move as the play-outs begin with it."""
    if isinstance(move, Play):
        cards = tuple(map(number_card, move.cards))
        return First(number_show(cards), cards[0] // VALUES, 0)
    assert isinstance(move, Remove)  # noqa: S101 - no other moves are weighed
    (left, *_) = list_left(PYRAMIDS[start.pyramids[start.turn]], move.box)
    return First(NO_SHOW, start.colour, NUMBER[left])
