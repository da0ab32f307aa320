"""Hard: play-outs of the rule over common deals, which leave its move only where they are sure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from engine.buckets.moves import Move, Play, Remove
from engine.buckets.pyramid import BARE, COLOURS, DECK, HAND, total
from players.buckets.playouts import (
    LOWEST,
    NEEDS,
    NO_SHOW,
    NUMBER,
    PILE,
    PYRAMIDS,
    Bytes,
    Deals,
    First,
    Numbers,
    Start,
    number_show,
    play_out,
)
from players.buckets.rule import (
    ONES,
    VALUES,
    choose_normal,
    count_lost,
    hold_cards,
    list_left,
    number_card,
    read_boxes,
    read_mask,
)
from players.core import Assessed, Weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.buckets.state import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge


# What a seat can tell of the hidden cards, and deals that agree with it.
#
# By the rule of thumb a player leads the lowest card of a colour, defends with the lowest cards
# that are enough, and loses a bucket only if none are. So a move tells what its player did not
# hold.

FIRST_SWAPS: Final = 1000
"""How many swaps lead from a shuffled deal to one that agrees with what was seen."""

SWAPS: Final = 30
"""How many swaps lead from one deal to the next."""

_NOTHING: Final = 99
"""More than any cards can add up to."""

_KEYS: Final = tuple(NEEDS * one for _ in COLOURS for one in ONES)
"""What each card adds to the key of a limit."""


@dataclass(slots=True)
class Lack:
    """What a player did not hold: cards of a colour with a sum above `low` and below `high`.

    Attributes:
        colour: of the cards.
        low: the sum that they exceed.
        high: the sum that they do not reach.
        kept: how many cards of that hand the player still holds, on average.
    """

    colour: int
    low: int
    high: int
    kept: float

    def keep(self, shown: list[int], size: int) -> None:
        """Note that cards were shown from a hand of this size; what was lacking came in later."""
        old = [card for card in shown if not self._tells_of(card)]
        self.kept *= 1 - len(old) / size

    def _tells_of(self, card: int) -> bool:
        return card >> 3 == self.colour and self.low < (card & 7) + 1 < self.high


class Reader:
    """What the steps of a round tell a seat.

    Attributes:
        discards: the cards that it knows there; those of who is out it cannot name.
        lacks: what each seat did not hold.
    """

    def __init__(self, known: Knowledge) -> None:
        view: BucketsView = known.view
        playing: PlayingView = known.view.playing
        self._everyone = not view.leader_only
        self._sizes = [HAND] * len(view.hand_sizes)
        self._pile, self._unseen = len(DECK) - sum(self._sizes), 0
        self._table: list[int] = []
        self._begin_trick()
        self.discards: list[int] = []
        self.lacks: list[list[Lack]] = [[] for _ in view.hand_sizes]
        begun = max((i for i, (_, t) in enumerate(known.seen) if t.startswith("deal")), default=-1)
        steps = [(by, text.split(" ")) for by, text in known.seen[begun + 1 :]]
        last = {by: i for i, (by, (word, *_)) in enumerate(steps) if word == "remove"}
        for i, (by, (word, *rest)) in enumerate(steps):
            if word == "play":
                self._show(by, list(map(number_card, rest)))
            elif word == "card":
                self._draw(int(rest[0]))
            elif word == "remove":
                self._decline(by, out=playing.pyramids[by] == BARE and last[by] == i)

    def _begin_trick(self) -> None:
        self._leader, self._beat, self._carried = -1, 0, [0] * len(self._sizes)

    def _show(self, seat: int, cards: list[int]) -> None:
        size, colour = self._sizes[seat], cards[0] >> 3
        need, total = self._beat - self._carried[seat], sum((card & 7) + 1 for card in cards)
        for lack in self.lacks[seat]:
            lack.keep(cards, size)
        self._sizes[seat] -= len(cards)
        self.lacks[seat].append(Lack(colour, need, total, self._sizes[seat]))
        self._table += cards
        self._leader = seat if self._leader < 0 else self._leader
        self._beat = self._carried[seat] + total
        if self._everyone or seat == self._leader:
            self._carried[seat] = self._beat

    def _draw(self, seat: int) -> None:
        if self._pile == 0:
            self._pile, self.discards, self._unseen = len(self.discards) + self._unseen, [], 0
        self._pile -= 1
        self._sizes[seat] += 1

    def _decline(self, seat: int, *, out: bool) -> None:
        need, colour = self._beat - self._carried[seat], self._table[0] >> 3
        self.lacks[seat].append(Lack(colour, need, _NOTHING, self._sizes[seat]))
        self.discards, self._table = self.discards + self._table, []
        self._begin_trick()
        if out:
            self._unseen += self._sizes[seat]


def list_hidden(known: Knowledge, discards: list[int]) -> list[int]:
    """Return the cards that the seat cannot place, if it knows these discards."""
    left = Counter(map(number_card, DECK))
    left.subtract([*map(number_card, known.view.hand), *_list_trick(known), *discards])
    return sorted(left.elements())


@dataclass(slots=True)
class _Limit:
    """What some cards of a hand may not be: a lack of its player.

    Attributes:
        key: in LOWEST, of the cards of that colour among them and of the sum that they exceed.
        high: the sum that they do not reach.
    """

    key: int
    high: int


class Dealer:
    """Deals the hidden cards, each time some swaps from the time before.

    A swap is made unless somebody would hold what he lacked. So all deals that agree with what was
    seen come up alike. Where none does, a few things are left that do not agree.

    Args:
        known: what the seat knows while there are tricks.
        source: of the first deal and of all swaps.
    """

    def __init__(self, known: Knowledge, source: Source) -> None:
        reading = Reader(known)
        sizes = list(known.view.hand_sizes)
        sizes[known.seat] = 0
        self._known = known
        self._ends = list(accumulate(sizes))
        self._discards = reading.discards
        self._random = np.random.Generator(np.random.PCG64(source.below(1 << 64)))
        hidden = np.array([list_hidden(known, reading.discards)], np.uint8)
        self._cards: list[int] = self._shuffle(hidden)[0].tolist()
        self._limits: list[list[list[_Limit]]] = [[[] for _ in COLOURS] for _ in self._cards]
        for first, last, lacks in zip((0, *self._ends), self._ends, reading.lacks, strict=False):
            for lack in lacks:
                self._limit(lack, first, min(last, first + round(lack.kept)))
        self._swap(FIRST_SWAPS)

    def deal(self, count: int) -> Deals:
        """Return so many deals."""
        rows: list[list[int]] = []
        for _ in range(count):
            self._swap(SWAPS)
            rows.append(self._cards[:])
        return Deals(self._hold(np.array(rows, np.uint8)), self._pile_up(np.array(rows, np.uint8)))

    def _hold(self, cards: Bytes) -> Numbers:
        """Return the hands of each deal."""
        hands = np.empty((len(cards), len(self._ends), len(COLOURS)), np.intp)
        ones = np.array(ONES)[cards % VALUES]
        for seat, (first, last) in enumerate(pairwise((0, *self._ends))):
            for colour in range(len(COLOURS)):
                own = cards[:, first:last] // VALUES == colour
                hands[:, seat, colour] = (ones[:, first:last] * own).sum(axis=1)
        hands[:, self._known.seat] = hold_cards(map(number_card, self._known.view.hand))
        return hands

    def _pile_up(self, cards: Bytes) -> Bytes:
        """Return what is drawn in each deal: the draw pile, then the discards, then the trick."""
        rest = self._shuffle(cards[:, self._ends[-1] :])
        pile = self._known.view.playing.pile
        known = np.tile(np.array(self._discards, np.uint8), (len(cards), 1))
        discards = self._shuffle(np.hstack((rest[:, pile:], known)))
        trick = np.tile(np.array(_list_trick(self._known), np.uint8), (len(cards), 1))
        drawn = np.hstack((rest[:, :pile], discards, trick))
        piles = np.zeros((len(cards), PILE), np.uint8)
        piles[:, : drawn.shape[1]] = drawn
        return piles

    def _shuffle(self, cards: Bytes) -> Bytes:
        """Return the cards of each row in any order."""
        order = self._random.random(cards.shape).argsort(axis=1)
        return np.take_along_axis(cards, order, axis=1)

    def _limit(self, lack: Lack, first: int, last: int) -> None:
        """Limit what the cards of these places may be: the oldest that a player holds."""
        if lack.low + 1 < min(lack.high, NEEDS):
            own = [card for card in self._cards[first:last] if card // VALUES == lack.colour]
            limit = _Limit(lack.low + sum(_KEYS[card] for card in own), lack.high)
            for place in range(first, last):
                self._limits[place][lack.colour].append(limit)

    def _swap(self, times: int) -> None:
        """Swap cards of hands with any hidden cards, so often."""
        held = self._ends[-1]
        places = self._random.random((times, 2)) * (held, len(self._cards))
        for a, b in places.astype(np.intp).tolist() if held else ():
            self._exchange(a, b)
            if not (self._fits(a) and self._fits(b)):
                self._exchange(a, b)

    def _exchange(self, a: int, b: int) -> None:
        cards, of_a, of_b = self._cards, self._limits[a], self._limits[b]
        x, y = cards[a], cards[b]
        cards[a], cards[b] = y, x
        for limit in of_a[x // VALUES]:
            limit.key -= _KEYS[x]
        for limit in of_a[y // VALUES]:
            limit.key += _KEYS[y]
        for limit in of_b[y // VALUES]:
            limit.key -= _KEYS[y]
        for limit in of_b[x // VALUES]:
            limit.key += _KEYS[x]

    def _fits(self, place: int) -> bool:
        """Return whether a card is none that its player lacked."""
        for limit in self._limits[place][self._cards[place] // VALUES]:
            if 0 < LOWEST[limit.key] < limit.high:
                return False
        return True


def read_start(known: Knowledge) -> Start:
    """Return where rounds begin whose hidden cards are dealt."""
    view: BucketsView = known.view
    playing: PlayingView = known.view.playing
    trick = playing.trick
    return Start(
        pyramids=tuple(NUMBER[read_mask(pyramid)] for pyramid in playing.pyramids),
        boxes=tuple(map(read_boxes, playing.pyramids)),
        turn=playing.turn,
        colour=COLOURS.index(trick.colour) if trick else -1,
        leader=trick.leader if trick else playing.turn,
        beat=trick.beat if trick else 0,
        carried=tuple(trick.carried) if trick else (0,) * len(playing.pyramids),
        pile=len(DECK) - sum(view.hand_sizes),
        everyone=not view.leader_only,
    )


def _list_trick(known: Knowledge) -> list[int]:
    """Return the cards of the trick."""
    trick = known.view.playing.trick
    return [number_card(card) for shown in (trick.plays if trick else ()) for card in shown.cards]


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
