"""A whole game alone with ducks needs few presses."""

from __future__ import annotations

from statistics import mean

import pytest

from tests.cogs.buckets.presses import count_presses


@pytest.mark.heavy
@pytest.mark.parametrize("games", [20, pytest.param(200, marks=pytest.mark.soak)])
def test_a_game_with_two_ducks_takes_40_presses_on_average(games):
    assert mean(map(count_presses, range(games))) <= 40
