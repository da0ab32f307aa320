"""The goals that are crossed out, and the uses that are listed for unused dice."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

from engine.core import CHANCE
from engine.pond.handfuls import Goal, can_make_today
from engine.pond.moves import DUCKS, SETS
from tests.engine.pond.scene import POND, at, legal, look, play, random_game, right, row

KEYS = [kind.key for kind in SETS]


def possible(state):
    """Return the keys of all goals that can still be made, rows and sets together."""
    view = look(state)
    return {part.key for part in (*view.rows, *view.sets) if part.possible}


ALL = {duck.key for duck in DUCKS} | set(KEYS)
ROWS = {duck.key for duck in DUCKS}


# the sheet as a whole


@pytest.mark.parametrize("day", range(1, 5))
def test_alone_every_goal_is_possible_up_to_day_4_since_day_6_may_be_sunny(day):
    assert possible(at(day, "2" * (7 - day))) == ALL


def test_alone_on_day_5_the_sets_are_impossible_without_a_way_to_a_6():
    assert possible(at(5, "22")) & set(KEYS) == set()


@pytest.mark.parametrize("dice", ["26", "15", "35", "36", "33"])
def test_alone_on_day_5_every_goal_is_possible_while_a_6_can_be_had(dice):
    assert possible(at(5, dice)) == ALL


def test_a_6_used_for_something_else_crosses_the_sets_out():
    state = play(at(5, "26"), "feed 2 6 as 4", "place 4w")
    assert possible(state) & set(KEYS) == set()


def test_a_sunny_last_day_keeps_every_goal_possible():
    assert possible(play(at(5, "26"), "sunny")) == ALL
    assert possible(at(6, "?6", sunny="6")) == ALL


def test_with_two_the_last_days_are_lost_one_player_at_a_time():
    assert possible(at(3, "2222", who="2a")) == ALL
    assert possible(at(4, "222", who="2a")) & set(KEYS) == set()
    assert possible(at(4, "226", who="2a")) == ALL
    assert possible(at(4, "222", who="2a", sunny="5")) == ALL


def test_dice_still_to_be_rolled_can_show_any_value():
    assert {"straight"} == possible(at(4, "?3", who="2a", sets="a5/-/-/-")) & {"straight"}
    assert possible(at(6, "?1")) & set(KEYS) == set()


def test_a_row_is_crossed_out_when_too_few_dice_are_left():
    assert possible(at(6, "2", rows="-/a1a1/a1a1/-/-")) == {"pintail"}
    assert possible(at(6, "?1", rows="-/a1a1/a1a1/-/-")) == {"pintail", "canvasback"}
    assert possible(at(5, "22", rows="-/-/a1a1/a1/-")) == {"pintail", "canvasback", "teal"}


def test_a_claimed_set_and_a_full_row_are_never_crossed_out():
    state = at(6, "2", rows="-/-/-/a1a1a1/-", sets="-/-/-/a3")
    assert right(state, "straight").possible
    assert row(state, "teal").possible


def test_a_waiting_wild_die_can_still_complete_a_goal():
    state = play(at(6, "224466", sunny="6"), "feed 6 6 as 2")
    assert possible(state) >= {"full-house", "pintail"}
    assert "straight" not in possible(state)


def test_no_goal_is_possible_after_the_end():
    assert possible(play(at(6, "4"), "end day")) == set()


# compared with every line of play to the end


@cache
def reached(line):
    """Return the goals that at least one line of play from a position fills or claims."""
    state = POND.from_position(line)
    if not POND.to_act(state):
        full = {duck.key for duck, boxes in zip(DUCKS, state.rows, strict=True) if len(boxes) == 3}
        return full | {key for key, claimed in zip(KEYS, state.sets, strict=True) if claimed}
    (seat,) = POND.to_act(state)
    if seat == CHANCE:
        moves = [move for move, _ in POND.chance(state).outcomes()]
    else:
        moves = POND.moves(state, seat)
    after = (POND.apply(state, seat, move) for move in moves)
    return set().union(*(reached(POND.position(state)) for state in after))


SHEETS = ["-/-/-/-/-", "a1/a1a1/a2a2a2/a3a3/-", "a1a1/a2a2/a1a1/a3a3/a1a2"]


@pytest.mark.parametrize("rows", SHEETS)
@pytest.mark.parametrize("die", range(1, 7))
def test_on_the_last_day_the_possible_goals_are_those_of_some_line_of_play(die, rows):
    state = at(6, str(die), rows=rows)
    assert possible(state) == reached(POND.position(state))


@pytest.mark.parametrize("rows", SHEETS)
@pytest.mark.parametrize("dice", ["11", "12", "22", "24", "25", "14", "44", "55"])
def test_on_day_5_without_a_6_the_possible_goals_are_those_of_some_line_of_play(dice, rows):
    state = at(5, dice, rows=rows)
    assert possible(state) == reached(POND.position(state))


@pytest.mark.heavy
@pytest.mark.parametrize(
    "dice",
    [
        "122446",
        "224466",
        pytest.param("111256", marks=pytest.mark.soak),
        pytest.param("144566", marks=pytest.mark.soak),
    ],
)
def test_on_a_sunny_last_day_the_possible_goals_are_those_of_some_line_of_play(dice):
    state = at(6, dice, rows="a1a1/a1a1a1/a2/a2a2a2/-", sunny="6")
    assert possible(state) == reached(POND.position(state))


@pytest.mark.parametrize("dice", ["22", "16", "35"])
def test_with_two_on_day_5_the_possible_goals_are_those_of_some_line_of_play(dice):
    state = at(5, dice, rows="a1a1/b2b2/-/b2/-", who="2a")
    assert possible(state) == reached(POND.position(state))


# compared with a plain search, for every set of up to five dice


@cache
def makeable(dice, goal, feeding, rolling):
    """Return whether some play of one day's dice makes a goal, if re-rolls fall as needed."""
    if made(dice, goal, ()):
        return True
    for i, j in product(range(len(dice)), repeat=2):
        if i != j and dice[i] == 1:
            rest = [die for n, die in enumerate(dice) if n not in (i, j)]
            for to in {max(dice[j] - 1, 1), min(dice[j] + 1, 6)} - {dice[j]}:
                if makeable(tuple(sorted([*rest, to])), goal, feeding, rolling):
                    return True
    for i, j in combinations(range(len(dice)), 2) if feeding else ():
        rest = tuple(die for n, die in enumerate(dice) if n not in (i, j))
        if any(made(rest, goal, (wild,)) for wild in range(1, 6)):
            return True
    if rolling and 3 in dice:
        others = list(dice)
        others.remove(3)
        for size in range(1, len(others) + 1):
            for kept in set(combinations(others, len(others) - size)):
                for fall in combinations_with_replacement(range(1, 7), size):
                    if makeable(tuple(sorted(kept + fall)), goal, feeding, False):
                        return True
    return False


def made(dice, goal, wild):
    if goal.key == "sunny":
        return 6 in dice
    if goal.key == "row":
        return (*dice, *wild).count(goal.value) >= goal.size
    need = goal.size - len(wild)
    return any(is_set(sorted(pick + wild), goal.key) for pick in set(combinations(dice, need)))


def is_set(dice, key):
    alike = sorted(dice.count(value) for value in set(dice))
    if key == "straight":
        return dice == list(range(dice[0], dice[0] + len(dice)))
    return alike == {"full-house": [2, 3], "4-kind": [4], "5-kind": [5]}[key]


GOALS = [
    Goal("sunny", 1),
    *(Goal("row", size, value) for size in (1, 2, 3) for value in range(1, 6)),
    *(Goal(kind.key, size) for kind in SETS for size in kind.points),
]


@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_goals_possible_today_agree_with_plain_search(goal, count):
    for dice in combinations_with_replacement(range(1, 7), count):
        state = at(7 - count, "".join(map(str, dice)))
        assert can_make_today(state, goal) == makeable(dice, goal, True, True), dice


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_goals_possible_after_a_re_roll_agree_with_plain_search(goal):
    for dice in combinations_with_replacement(range(1, 7), 4):
        state = at(2, "".join(map(str, dice)), spent="3o")
        assert can_make_today(state, goal) == makeable(dice, goal, True, False), dice


# uses of the unused dice


def plans(state):
    return {plan.key: plan for plan in look(state).plans}


def test_a_plan_that_fills_a_row_has_points_dice_and_moves():
    plan = plans(at(3, "2446", rows="-/-/-/a1/-"))["teal"]
    assert (plan.name, plan.points) == ("Teal", 12)
    assert (plan.dice, plan.moves) == (("4", "4"), ("place 4 4",))


def test_a_plan_with_a_change_includes_the_1():
    plan = plans(at(3, "1556"))["shoveler"]
    assert (plan.points, plan.dice) == (20, ("1", "5", "5", "6"))
    assert plan.moves == ("change 6 to 5", "place 5 5 5")


def test_a_plan_with_feeding_includes_the_dice_fed():
    plan = plans(at(3, "2446", rows="-/-/-/-/-"))["teal"]
    assert (plan.points, plan.dice) == (15, ("2", "4", "4", "6"))
    assert plan.moves == ("feed 2 6 as 4", "place 4 4 4w")


def test_the_longest_straight_is_listed():
    assert plans(at(1, "223456"))["straight"].moves == ("straight 2 3 4 5 6",)


def test_a_plan_that_only_prepares_has_no_points():
    found = plans(at(4, "346"))
    assert {key for key, plan in found.items() if not plan.points} == {
        "canvasback",
        "teal",
        "sunny",
        "reroll",
    }


def test_a_sunny_day_by_a_change_is_listed():
    assert plans(at(5, "15"))["sunny"].moves == ("change 5 to 6", "sunny")


def test_no_plan_is_listed_for_used_or_useless_dice():
    assert plans(at(6, "6")) == {}
    assert plans(play(at(6, "4"), "place 4")) == {}


@pytest.mark.parametrize("seed", range(12))
def test_every_plan_can_be_carried_out_for_its_points(seed):
    for state, seat, _ in random_game(seed, 1 + seed % 2):
        for plan in look(state).plans if seat not in (None, CHANCE) else ():
            after = play(state, *plan.moves)
            gained = look(after).scores[seat].total - look(state).scores[seat].total
            assert gained == plan.points
            used = len(state.free) - len(after.free)
            assert plan.key == "reroll" or len(plan.dice) == used


@pytest.mark.parametrize("seed", range(12))
def test_every_single_move_that_scores_is_in_a_plan(seed):
    for state, seat, _ in random_game(seed, 1 + seed % 2):
        if seat in (None, CHANCE):
            continue
        before = look(state).scores[seat].total
        gains = [look(play(state, text)).scores[seat].total - before for text in legal(state)]
        best = max((plan.points for plan in look(state).plans), default=0)
        assert best >= max(gains)
