"""The hard player: the rule's move, or another one that is clearly better in play-outs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from engine.buckets.cards import COLOURS, DECK, HAND, total
from engine.buckets.moves import Move, Play, Remove
from engine.buckets.pyramid import BARE
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

    from engine.buckets.view import BucketsView, PlayingView
    from engine.core import Source
    from players.core import Knowledge


# A seat's knowledge of the hidden cards, and deals that agree with it.
#
# The search assumes that all seats play by the rule of thumb. They lead the lowest card of a
# colour, defend with the lowest cards that suffice, and lose a bucket only if they have no such
# cards. So a move shows which cards its player lacked.

FIRST_SWAPS: Final = 1000
"""Swaps that turn a shuffled deal into the first deal that agrees with the game."""

SWAPS: Final = 30
"""Swaps between two deals."""

_NOTHING: Final = 99
"""`Lack.high` after a loss: above the sum of any cards."""

_KEYS: Final = tuple(NEEDS * one for _ in COLOURS for one in ONES)
"""Amount that each card adds to `_Limit.key`."""


@dataclass(slots=True)
class Lack:
    """Cards that a player lacked: of one colour, with a sum above `low` and below `high`.

    Attributes:
        colour: the colour of the missing cards.
        low: the sum that the missing cards would exceed.
        high: the sum that the missing cards would stay below.
        kept: average number of cards that the player held then and still holds.
    """

    colour: int
    low: int
    high: int
    kept: float

    def keep(self, shown: list[int], size: int) -> None:
        """Reduce `kept` after the player has put down `shown` from a hand of `size` cards.

        Shown cards that the player lacked are not counted, because they were drawn later.
        """
        old = [card for card in shown if not self._tells_of(card)]
        self.kept *= 1 - len(old) / size

    def _tells_of(self, card: int) -> bool:
        return card >> 3 == self.colour and self.low < (card & 7) + 1 < self.high


class Reader:
    """A seat's conclusions from the steps of a round.

    Attributes:
        discards: the discarded cards that the seat knows. The hand of a player who is out is
            discarded unseen.
        lacks: the lacks of each seat.
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
    """Return the cards that the seat does not know, given the discards that it knows."""
    left = Counter(map(number_card, DECK))
    left.subtract([*map(number_card, known.view.hand), *_list_trick(known), *discards])
    return sorted(left.elements())


@dataclass(slots=True)
class _Limit:
    """A limit on some cards of a hand: they must not include cards that the player lacked.

    Attributes:
        key: an index into LOWEST, for the need `Lack.low` and a hand of the limited cards that have
            the colour of the lack.
        high: `Lack.high`.
    """

    key: int
    high: int


class Dealer:
    """Deals the hidden cards, each deal some swaps away from the last.

    A swap is undone if a player would hold cards that he lacked. So all deals that agree with the
    game are equally likely. If no deal agrees, the deals contradict the game in a few cards.

    Args:
        known: the seat's knowledge during tricks.
        source: randomness for the first deal and all swaps.
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
        """Return the cards of each deal in the order of drawing: draw pile, discards, trick."""
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
        """Return the cards of each row, shuffled."""
        order = self._random.random(cards.shape).argsort(axis=1)
        return np.take_along_axis(cards, order, axis=1)

    def _limit(self, lack: Lack, first: int, last: int) -> None:
        """Limit the oldest cards of a hand: those at the places from `first` to `last - 1`."""
        if lack.low + 1 < min(lack.high, NEEDS):
            own = [card for card in self._cards[first:last] if card // VALUES == lack.colour]
            limit = _Limit(lack.low + sum(_KEYS[card] for card in own), lack.high)
            for place in range(first, last):
                self._limits[place][lack.colour].append(limit)

    def _swap(self, times: int) -> None:
        """Try to swap a card of a hand with any hidden card, `times` times."""
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
        """Return whether the card at a place breaks no limit."""
        for limit in self._limits[place][self._cards[place] // VALUES]:
            if 0 < LOWEST[limit.key] < limit.high:
                return False
        return True


def read_start(known: Knowledge) -> Start:
    """Return the start of play-outs, without the hidden cards."""
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
    trick = known.view.playing.trick
    return [number_card(card) for shown in (trick.plays if trick else ()) for card in shown.cards]


BATCH: Final = 1500
"""Play-outs between two checks that drop clearly worse moves."""

FEWEST: Final = 50
"""Least number of deals in an estimate."""

MOVES: Final = 12
"""Largest number of moves weighed besides the rule's."""

WORK: Final = 12_000
"""Limit on play-outs for a choice, divided by the number of seats.

No batch begins once the limit is reached.
"""

DEALS: Final = 400
"""Limit on deals for a choice. No batch begins once the limit is reached."""

OPEN: Final = 1.0
"""Standard errors by which a move must be worse than the rule's to leave the search."""

SURE: Final = 1.5
"""Standard errors by which a move must be better than the rule's to replace it."""

WIN: Final = 300
"""Worth of a win; it can be divided evenly among up to six seats."""

BUCKET: Final = 6
"""Worth of each bucket ahead of the best other seat, added to WIN to reduce the noise."""


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Return the rule's move, or another one that is clearly better in play-outs."""
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    return _compare(known, rule, others, Dealer(known, source)) if others else rule


def _compare(
    known: Knowledge, base: Move, others: list[Move], dealer: Dealer, effort: float = 1
) -> Move:
    """Return the move with the best mean gain over `base` if the gain is sure, else `base`.

    `effort` multiplies the limits `WORK` and `DEALS`.
    """
    gains = {move: np.zeros(0, np.intp) for move in others}
    work, most = effort * WORK // len(known.view.hand_sizes), effort * DEALS
    batch = int(min(effort, 1) * BATCH)
    while gains and work > 0 and most > 0:
        count = batch // (1 + len(gains))
        worth, *worths = (end.worth for end in _play_out(known, dealer.deal(count), [base, *gains]))
        pairs = zip(gains.items(), worths, strict=True)
        gains = {move: np.append(gained, each - worth) for (move, gained), each in pairs}
        most -= count
        work -= count * (1 + len(gains))
        gains = {move: each for move, each in gains.items() if _is_open(each)}
    sure = {move: int(each.sum()) for move, each in gains.items() if _is_sure(each)}
    return max(sure, key=lambda move: sure[move], default=base)


def estimate(known: Knowledge, source: Source, effort: float = 1) -> tuple[Assessed, ...]:
    """Return the results of moves in play-outs of the same deals, the move of `choose_hard` first.

    Points are the seat's buckets at the end of the round, plus those of earlier rounds. The
    chance to win is given only in the last round. If no move needs a search, the result is the
    rule's move alone. `effort` is that of `weigh_decision`.
    """
    rule = choose_normal(known, source)
    others = _list_others(known, rule)
    if not others:
        return (Assessed(rule, 0.0),)
    dealer = Dealer(known, source)
    best = _compare(known, rule, others, dealer, effort)
    moves = [best, *(move for move in (rule, *others) if move != best)]
    work = effort * WORK / len(known.view.hand_sizes) / len(moves)
    deals = dealer.deal(max(FEWEST, int(work)))
    ends = _play_out(known, deals, moves)
    first, *rest = (
        _sum_up(known, move, each, ends[0]) for move, each in zip(moves, ends, strict=True)
    )
    return (first, *sorted(rest, key=lambda each: -each.worth))


def weigh_decision(
    known: Knowledge, made: Move, source: Source, effort: float = 1
) -> Weighed | None:
    """Return the worth of a move and of the best move; None if the decision needs no search.

    The best move is found on some deals and weighed on other deals. So luck in the search does not
    carry over, and the difference has no bias.

    Args:
        known: the knowledge of the seat that moves.
        made: the move made.
        source: randomness of the deals.
        effort: multiplies the number of play-outs that a computer makes for a move of its own.
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
    results = _average(known, made, own), _average(known, best, most)
    return Weighed(*results, float(at_random), error)


def _average(known: Knowledge, move: Move, ends: Ends) -> Assessed:
    """Return a move's average result: own buckets, and the share of a win."""
    falls = count_lost(known.view.playing, move.box) if isinstance(move, Remove) else 0
    return Assessed(move, float(ends.own.mean()), float(ends.won.mean()) / WIN, now=-falls)


def _sum_up(known: Knowledge, move: Move, ends: Ends, best: Ends) -> Assessed:
    """Return a move's result, with the standard error of the difference to the best move."""
    each = _average(known, move, ends)
    if known.view.round < known.view.rounds:
        return replace(each, win=None, error=_measure(ends.own - best.own)[1])
    return replace(each, error=_measure(ends.won - best.won)[1] / WIN)


def _is_open(gains: Numbers) -> bool:
    mean, error = _measure(gains)
    return error > 0 and mean > -OPEN * error


def _is_sure(gains: Numbers) -> bool:
    mean, error = _measure(gains)
    return mean > SURE * error


def _measure(gains: Numbers) -> tuple[float, float]:
    """Return mean and standard error. Whole numbers make them the same on every machine."""
    count, total, squares = len(gains), int(gains.sum()), int((gains * gains).sum())
    return total / count, sqrt((squares - total * total / count) / (count - 1) / count)


def _list_others(known: Knowledge, rule: Move) -> list[Move]:
    """Return the moves to weigh besides the rule's; none if no search is needed."""
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
    """The results of play-outs for one seat, by deal.

    Attributes:
        own: its buckets, including those of earlier rounds.
        ahead: its buckets minus those of the best other seat.
        won: the share of a win, times WIN.
    """

    own: Numbers
    ahead: Numbers
    won: Numbers

    @property
    def worth(self) -> Numbers:
        """The figure that the search maximizes."""
        return self.won + BUCKET * self.ahead


def _play_out(known: Knowledge, deals: Deals, moves: Sequence[Move]) -> list[Ends]:
    """Return the results of each first move, after which all seats play by the rule."""
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
    """Return a move as the first move of play-outs."""
    if isinstance(move, Play):
        cards = tuple(map(number_card, move.cards))
        return First(number_show(cards), cards[0] // VALUES, 0)
    assert isinstance(move, Remove)  # noqa: S101 - no other moves are weighed
    (left, *_) = list_left(PYRAMIDS[start.pyramids[start.turn]], move.box)
    return First(NO_SHOW, start.colour, NUMBER[left])
