"""Words for the clock of a turn, and for costs."""

from __future__ import annotations

import pytest

from cogs.display.table_text import describe_clock, format_cost, in_tenths, percent
from cogs.interactions.language import ENGLISH
from players.core import Assessed
from players.games import game
from tables.model.time_control import TimeControl
from tests.tabletop import table

DAY = 86_400


def test_of_several_clocks_the_first_to_run_out_is_shown():
    times = {0: 100.0, 1: 0.0}
    at = table(game("ducks"), 2, {}, time_control=TimeControl.DAY, waiting=times)
    assert describe_clock(ENGLISH, at, [0, 1]) == f"\n-# ⏱ A duck moves <t:{DAY}:R>"
    assert describe_clock(ENGLISH, at, [0]) == f"\n-# ⏱ A duck moves <t:{DAY + 100}:R>"


@pytest.mark.parametrize(
    ("best", "other", "words"),
    [
        (Assessed("a", 9.0), Assessed("b", 4.0), "about 5 points"),
        (Assessed("a", 9.0, 0.75), Assessed("b", 4.0, 0.5), "about 1 win in 4 games"),
        (Assessed("a", 9.0, 0.75), Assessed("b", 4.0), "about 5 points"),
    ],
)
def test_the_cost_of_a_move_is_the_difference_to_the_best_one(best, other, words):
    assert format_cost(ENGLISH, best, other) == words


@pytest.mark.parametrize("digits", [0, 1])
def test_only_what_never_happens_is_shown_as_0_percent(digits):
    chances = [number / 100_000 for number in range(100_001)]
    shown = [percent(ENGLISH, chance, digits) for chance in chances]
    ends = percent(ENGLISH, 0.0, digits), percent(ENGLISH, 1.0, digits)
    for end, chance in zip(ends, (0.0, 1.0), strict=True):
        assert [at for at, words in zip(chances, shown, strict=True) if words == end] == [chance]


def test_only_what_never_happens_is_shown_as_never():
    chances = [number / 10_000 for number in range(10_001)]
    for word, chance in (("never", 0.0), ("always", 1.0)):
        assert [at for at in chances if in_tenths(ENGLISH, at) == word] == [chance]
