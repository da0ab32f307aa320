"""Words for the clock of a turn, for spans of time and for costs."""

from __future__ import annotations

import pytest

from cogs.display.table_text import describe_clock, describe_time, format_cost, in_tenths, percent
from cogs.interactions.language import ENGLISH
from players.core import Assessed
from players.games import game
from tables.model.time_control import TimeControl
from tests.tabletop import seat, table

DAY = 86_400


def at_time_control(*waiting):
    """Return a table with a seat for each pair: start of its turn or None, and overtime so far."""
    seats = tuple(seat(number, overtime=overtime) for number, (_, overtime) in enumerate(waiting))
    times = {number: since for number, (since, _) in enumerate(waiting) if since is not None}
    return table(
        game("ducks"), len(seats), {}, seats=seats, time_control=TimeControl.DAY, waiting=times
    )


def test_a_clock_tells_when_extra_time_begins_how_much_there_is_and_when_a_duck_moves():
    said = describe_clock(ENGLISH, at_time_control((0, 0), (None, 0)), [0])
    assert f"Due <t:{DAY}:R>, then 3 days of extra time: a duck moves <t:{4 * DAY}:R>" in said


def test_a_clock_says_that_no_extra_time_is_left():
    said = describe_clock(ENGLISH, at_time_control((0, 3 * DAY), (None, 0)), [0])
    assert f"No extra time is left: a duck moves <t:{DAY}:R>" in said


def test_of_several_clocks_the_first_to_run_out_is_shown():
    said = describe_clock(ENGLISH, at_time_control((0, 0), (100, 2 * DAY)), [0, 1])
    assert f"Due <t:{DAY + 100}:R>, then 1 day of extra time:" in said


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (300, "5 min"),
        (7_800, "2 h 10 min"),
        (259_199.9, "2 days 23 h"),
        (86_400, "1 day"),
        (86_460, "1 day 1 min"),
        (1.5, "1 s"),
    ],
)
def test_a_time_is_shown_in_its_two_largest_units(seconds, words):
    assert describe_time(ENGLISH, seconds) == words


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
