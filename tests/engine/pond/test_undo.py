"""Undo: a day's placements and abilities can be undone until dice are rolled."""

import pytest

from tests.engine.pond.scene import POND


@pytest.mark.parametrize(
    "text",
    ["place 1", "straight 1 2 3", "change 2 to 3", "feed 5 6 as 4", "place 4w", "sunny"],
)
def test_a_placement_or_an_ability_can_be_undone(text):
    assert POND.tells_nothing(POND.parse(text))


@pytest.mark.parametrize("text", ["reroll 6", "end day"])
def test_a_re_roll_and_the_end_of_a_day_cannot_be_undone(text):
    assert not POND.tells_nothing(POND.parse(text))
