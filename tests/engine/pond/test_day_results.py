"""How many different sheets a roll can lead to, counted exactly.

A day's result is what later days depend on: the boxes filled, the sets claimed, and whether the
next day is sunny. A roll's results are all those that choices can reach from an empty sheet. If
`lucky`, re-rolls are allowed and fall in every possible way. The tests count the results by playing
every line with the engine, and again by a small program below that shares nothing with the engine.

By hand, without re-rolls:

- One die, on day 6: a 1 to 5 is placed or wasted, 2 results. A 6 has no row, no day to make sunny
  and no second die to be fed with: 1.
- 2 2 on day 5: none, one or two in Pintail, and fed as 1, 3, 4, 5: 7. Fed as 2, they are one in
  Pintail.
- 6 6: none, sunny, fed as 1 to 5: 7.
- 1 6: each row once by feeding (Mallard by the 1, too, and Shoveler by a change), none, sunny,
  Mallard and sunny: 8.
- 1 5: each row once by feeding, none, Mallard and Shoveler both, sunny by a change: 8.
- 3 6: each row once by feeding, none, sunny, Canvasback and sunny: 8.
- 1 2: each row once by feeding, none, Mallard and Pintail both: 7.
- 6 6 6 6 6 6: none or a row fed, each sunny or not, are 12. 4-Kind, with the other two dice unused,
  sunny, or fed to a row, are 7. 5-Kind, sunny or not, are 2. Together: 21.

With re-rolls, 3 3 gains the sunny day by a 6 (none, five rows, two in Canvasback, sunny: 8). 3 6
stays at 8, since each result that the re-rolled die can have was already counted.
"""

from functools import cache
from itertools import combinations_with_replacement, permutations, product

import pytest

from tests.engine.pond.scene import POND, at

STAY = ("end day",)


def rolls(count):
    return list(combinations_with_replacement(range(1, 7), count))


def results(roll, *, lucky):
    """Return every result of a roll, found with the engine."""
    start = at(7 - len(roll), "".join(map(str, roll)))
    seen, found, todo = set(), set(), [start]
    while todo:
        state = todo.pop()
        key = (
            state.free,
            state.wild,
            state.spent,
            state.rolling,
            state.rows,
            state.sets,
            state.sunny,
        )
        if key in seen:
            continue
        seen.add(key)
        if state.rolling:
            moves = [move for move, _ in POND.chance(state).outcomes()]
        else:
            if not state.wild:
                found.add((state.rows, state.sets, state.sunny))
            moves = [move for move in POND.moves(state, 0) if str(move) not in STAY]
            moves = [move for move in moves if lucky or not str(move).startswith("reroll")]
        (seat,) = POND.to_act(state)
        todo += [POND.apply(state, seat, move) for move in moves]
    return found


def brute_force(roll, *, lucky):
    """Return the results without the engine. Dice are numbers, and results are plain words."""
    last_day = len(roll) == 1

    @cache
    def go(dice, done, once):
        """Return the results of these unused dice after `done`. `once` has the abilities used."""
        ends = {done}
        for order in set(permutations(dice)) if dice else ():
            head, rest = order[0], tuple(sorted(order[1:]))
            if head < 6 and done.count(f"row {head}") < 3:
                ends |= go(rest, more(done, f"row {head}"), once)
            if head == 6 and not last_day and "sunny" not in done:
                ends |= go(rest, more(done, "sunny"), once)
            for size in range(3, len(order) + 1):
                ends |= claim(order[:size], order[size:], done, once)
            if len(order) > 1:
                ends |= two(order, done, once)
            if lucky and head == 3 and "3" not in once:
                for size in range(1, len(order)):
                    for fall in product(range(1, 7), repeat=size):
                        ends |= go(tuple(sorted(order[size + 1 :] + fall)), done, once + "3")
        return frozenset(ends)

    def two(order, done, once):
        """Return the results of using the first two dice together: by a change, or by feeding."""
        ends, (one, other), rest = set(), order[:2], order[2:]
        if one == 1:
            for to in {max(other - 1, 1), min(other + 1, 6)} - {other}:
                ends |= go(tuple(sorted((*rest, to))), done, once)
        if "f" not in once:
            for wild in range(1, 6):
                if done.count(f"row {wild}") < 3:
                    ends |= go(tuple(sorted(rest)), more(done, f"row {wild}"), once + "f")
                for size in range(2, len(rest) + 1):
                    ends |= claim((wild, *rest[:size]), rest[size:], done, once + "f")
        return ends

    def claim(dice, rest, done, once):
        name = named(sorted(dice))
        straight = name and name.startswith("straight") and "straight" in " ".join(done)
        if not name or name in done or straight:
            return frozenset()
        return go(tuple(sorted(rest)), more(done, name), once)

    return go(tuple(sorted(roll)), (), "")


def more(done, what):
    return tuple(sorted((*done, what)))


def named(dice):
    """Return the right-side set of these sorted dice, or None."""
    alike = [dice.count(value) for value in sorted(set(dice))]
    if alike in ([2, 3], [3, 2]):
        return "full house"
    if alike in ([4], [5]):
        return f"{len(dice)} kind"
    if dice == list(range(dice[0], dice[0] + len(dice))) and len(dice) in (3, 4, 5):
        return f"straight {len(dice)}"
    return None


@pytest.mark.parametrize("value", range(1, 7))
def test_one_die_has_the_results_counted_by_hand(value):
    assert len(results((value,), lucky=True)) == (1 if value == 6 else 2)


@pytest.mark.parametrize(
    ("roll", "count"),
    [((2, 2), 7), ((6, 6), 7), ((1, 6), 8), ((1, 5), 8), ((3, 6), 8), ((1, 2), 7)],
)
def test_two_dice_have_the_results_counted_by_hand(roll, count):
    assert len(results(roll, lucky=False)) == count


@pytest.mark.parametrize(("roll", "count"), [((3, 3), 8), ((3, 6), 8)])
def test_two_dice_with_a_re_roll_have_the_results_counted_by_hand(roll, count):
    assert len(results(roll, lucky=True)) == count


@pytest.mark.parametrize("roll", [roll for count in (1, 2, 3) for roll in rolls(count)], ids=str)
def test_results_of_up_to_three_dice_agree_with_brute_force(roll):
    assert len(results(roll, lucky=True)) == len(brute_force(roll, lucky=True))
    assert len(results(roll, lucky=False)) == len(brute_force(roll, lucky=False))


@pytest.mark.parametrize("roll", rolls(4) + rolls(5)[::18], ids=str)
def test_results_of_more_dice_agree_with_brute_force(roll):
    assert len(results(roll, lucky=False)) == len(brute_force(roll, lucky=False))


@pytest.mark.parametrize(
    ("roll", "count"),
    [
        ((6, 6, 6, 6), 13),
        ((1, 2, 3, 4), 48),
        ((6, 6, 6, 6, 6), 15),
        ((2, 2, 2, 6, 6), 38),
        ((1, 2, 3, 4, 5), 124),
        ((6, 6, 6, 6, 6, 6), 21),
        ((1, 1, 1, 1, 1, 1), 56),
        ((1, 2, 3, 4, 5, 6), 263),
    ],
)
def test_more_dice_without_re_rolls_have_the_recorded_results(roll, count):
    assert len(results(roll, lucky=False)) == count


@pytest.mark.parametrize(("roll", "count"), [((1, 2, 3, 4), 82), ((3, 3, 3, 3), 79)])
def test_four_dice_with_re_rolls_have_the_recorded_results(roll, count):
    assert len(results(roll, lucky=True)) == len(brute_force(roll, lucky=True)) == count
