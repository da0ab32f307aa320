"""Hard: play-outs of the rule over common deals, which leave its move only where they are sure."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from engine.buckets.cards import COLOURS, VALUES, total
from engine.buckets.moves import Move, Play, Remove
from players.buckets.fast import ONES, Show, Table, take_bucket
from players.buckets.reading import deal, list_hidden
from players.buckets.rule import choose_normal, count_lost, play_out

if TYPE_CHECKING:
    from engine.core import Source
    from players.core import Knowledge

DEALS: Final = 160
"""How many deals are played out for each move that is weighed."""

ROUND: Final = 40
"""After so many deals each, moves that are clearly worse are left out."""

MOVES: Final = 8
"""How many moves are weighed at most."""

SURE: Final = 2.5
"""By so many standard errors another move must be better than that of the rule."""


def choose_hard(known: Knowledge, source: Source) -> Move:
    """Return the rule's move, or another one that is clearly better in the play-outs."""
    rule = choose_normal(known, source)
    moves = _list_candidates(known, rule)
    if len(moves) == 1:
        return rule
    hidden, discards = list_hidden(known)
    view = known.view
    unseen = sum(view.hand_sizes) - len(view.hand) + view.playing.pile
    if len(hidden) != unseen + view.playing.discards - len(discards):
        return rule
    gains: dict[Move, list[float]] = {move: [] for move in moves[1:]}
    for number in range(DEALS):
        if number and number % ROUND == 0:
            gains = {m: each for m, each in gains.items() if _is_open(each)}
        if not gains:
            return rule
        table = deal(known, hidden, discards, source)
        base = _play(table.copy(), rule, known)
        for move, each in gains.items():
            each.append(_play(table.copy(), move, known) - base)
    best = max(gains, key=lambda move: sum(gains[move]))
    mean, error = _measure(gains[best])
    return best if mean > SURE * error else rule


def _is_open(gains: list[float]) -> bool:
    """Return whether a move may still turn out to be better."""
    mean, error = _measure(gains)
    return mean > -error


def _measure(gains: list[float]) -> tuple[float, float]:
    """Return the mean, and its standard error."""
    count = len(gains)
    mean = sum(gains) / count
    spread = sum((gain - mean) ** 2 for gain in gains) / max(count - 1, 1)
    return mean, sqrt(spread / count) or 1e-9


def _list_candidates(known: Knowledge, rule: Move) -> list[Move]:
    """Return the rule's move and others worth a thought, of each kind the first."""
    if isinstance(rule, Play | Remove):
        plays: list[Play] = [move for move in known.moves if isinstance(move, Play)]
        losses = [move for move in known.moves if isinstance(move, Remove)]
        small = sorted(losses, key=lambda m: count_lost(known.view.playing, m.box))[:2]
        plays = _thin(plays, leads=not losses)
        found: dict[Move, None] = dict.fromkeys([rule, *plays, *small])
        return list(found)[:MOVES]
    return [rule]


def _thin(plays: list[Play], *, leads: bool) -> list[Play]:
    """Return for a lead the low, middle and high single of each colour; else the lowest sums."""
    if not leads:
        return sorted(plays, key=lambda m: (total(m.cards), len(m.cards)))[:4]
    found: list[Play] = []
    for colour in COLOURS:
        own = [m for m in plays if m.cards[0][0] == colour and len(m.cards) == 1]
        found += own[:1] + own[1:][-1:]
    return found


def _play(table: Table, move: Move, known: Knowledge) -> float:
    """Return what the round is worth to the seat if it moves so, and all play on by the rule."""
    if isinstance(move, Play):
        code = sum(ONES[VALUES[card] - 1] for card in move.cards)
        shown = Show(code, total(move.cards), len(move.cards))
        table.show(COLOURS.index(move.cards[0][0]), shown)
    elif isinstance(move, Remove):
        table.decline(take_bucket(table.masks[table.turn], move.box))
    play_out(table)
    left = [
        mask.bit_count() + score for mask, score in zip(table.masks, known.view.scores, strict=True)
    ]
    best = max(left)
    won = (left[known.seat] == best) / left.count(best)
    others = max(each for seat, each in enumerate(left) if seat != known.seat)
    return won + _MARGIN * (left[known.seat] - others)


_MARGIN: Final = 0.02
"""What a bucket more than the best other is worth besides the win: less is left to luck then."""
