"""Practice positions. Samples of the shipped set equal its program's output, and are hard."""

from collections import Counter
from itertools import islice

import pytest

from players.games import KITS
from players.practice import find_positions, is_hard, load_positions, weigh
from players.review import is_mistake

KINDS = [
    (kit.key, seats, number)
    for kit in KITS
    if kit.worth
    for seats, number in kit.worth.practice.items()
]


def test_each_kit_ships_its_number_of_positions_and_no_position_twice():
    found = Counter((each.game, each.seats) for each in load_positions())
    assert found == {(key, seats): number for key, seats, number in KINDS}
    assert len({(each.game, each.moves) for each in load_positions()}) == found.total()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_the_shipped_set_equals_its_programs_output(kind):
    key, seats, _ = kind
    shipped = [each for each in load_positions() if (each.game, each.seats) == (key, seats)]
    assert list(islice(find_positions(*kind), 2)) == shipped[:2]


@pytest.mark.parametrize("position", load_positions()[::3], ids=lambda each: each.game)
def test_a_shipped_choice_is_hard_and_its_answer_exact(position):
    found = weigh(position)
    assert is_hard(position.game, found)
    if position.game == "trophy":  # the exact points of a turn agree with the estimate
        assert found[0].points == max(each.points for each in found)
    else:
        assert all(each.exact for each in found)
    assert is_mistake(found[0], found[-1])
