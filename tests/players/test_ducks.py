"""Compares the best inning with an enumeration by the rules and with a plain recursion."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from engine.core import CHANCE
from engine.ducks import Ducks, Promote, evaluate, promotable
from engine.ducks.dice import RollDice
from engine.ducks.odds import chance_to_win
from players.core import Level, know
from players.ducks.best import _forget, _read, assess
from players.ducks.solve import (
    CASES,
    FILE,
    OPTIONS,
    BestInning,
    Round,
    compare_totals,
    count_grades,
    find_thresholds,
    find_worths,
    foresee,
    grade_hands,
    score,
    value,
    weigh_hand,
    weigh_hands,
)
from players.games import find_player
from tests.players.mixed import played
from tests.tabletop import Dice

GAME = Ducks()


def last_inning(options, *texts):
    """Return a game of two in its last inning, after the moves `texts` of the second seat."""
    state = GAME.start(2, options, first=0)
    for text in ("roll", "dice 1 1 1 1 1 boss 1", "promote 1 1 1 1 1") * 2:
        state = push(state, text)
    state = push(state, "roll", "dice 1 4 4 5 6 boss 4", "promote 4 4", "stop")
    return push(state, *texts)


def push(state, *texts):
    for text in texts:
        state = GAME.apply(state, GAME.to_act(state)[0], GAME.parse(text))
    return state


def enumerate_points(state, seat):
    """Return a seat's points in this round for each move, with the best play after it.

    The enumeration goes through every later move and every roll.
    """
    before = GAME.view(state, None).totals[seat]

    def worth(now):
        acting = GAME.to_act(now)
        if not acting:
            return GAME.outcome(now).scores[seat] - before
        if acting[0] == CHANCE:
            falls = list(GAME.chance(now).outcomes())
            total = sum(w for _, w in falls)
            return sum(w * worth(GAME.apply(now, CHANCE, m)) for m, w in falls) / total
        return max(worth(GAME.apply(now, acting[0], m)) for m in GAME.moves(now, acting[0]))

    return {move: worth(GAME.apply(state, seat, move)) for move in GAME.moves(state, seat)}


@pytest.mark.parametrize("press", ["discard", "bust"])
@pytest.mark.parametrize("wild", ["on", "off"])
@pytest.mark.parametrize("fall", ["dice 1 2 2 3 6 boss 3", "dice 2 2 4 6 6 boss 4"])
def test_every_move_of_the_last_inning_is_worth_what_enumeration_says(wild, press, fall):
    state = last_inning({"wild": wild, "press": press}, "roll", fall)
    promotion = GAME.moves(state, state.seat)[-2]
    state = GAME.apply(state, state.seat, promotion)
    while state.left > 2:  # few dice keep the enumeration fast
        state = push(
            state, "roll", f"dice {' '.join(['1'] * (state.left - 1))} 5 boss 5", "promote 5"
        )
    known = know(GAME, {}, state, state.seat)
    wanted = enumerate_points(state, state.seat)
    assert {a.move: a.points for a in assess(known)} == pytest.approx(wanted)


def reply(worths_own, worths_other, *, wild, bust):
    """Return what the last player's best inning is worth to that player and to another one.

    `worths_own` and `worths_other` list the worth of each grade of hand to these two players.
    """
    grades = grade_hands(wild=wild)

    @cache
    def roll(bucket, left):
        total = (0.0, 0.0)
        for thrown in product(range(1, 7), repeat=left + 1):
            pair = choose(bucket, left, tuple(sorted(thrown[1:])), thrown[0])
            total = (total[0] + pair[0], total[1] + pair[1])
        return tuple(round(each / 6 ** (left + 1), 12) for each in total)

    @cache
    def choose(bucket, left, dice, boss):
        lost = bust or left == 1
        ways = [(worths_own[0], worths_other[0]) if lost else roll(bucket, left - 1)]
        for some in promotable(dice, boss):
            after = tuple(sorted(bucket + some))
            ways.append((worths_own[grades[after]], worths_other[grades[after]]))
            if len(some) < left:
                ways.append(roll(after, left - len(some)))
        return max(ways)

    return roll((), 5)


@pytest.mark.parametrize(
    "round_",
    [
        Round((), (0, 0), last=False, wild=True, bust=False),
        Round((70,), (3, 2, 4), last=True, wild=True, bust=True),
    ],
)
def test_the_seat_before_the_last_expects_the_best_reply(round_):
    worths, viewer = weigh_hands(round_), len(round_.made)
    for grade in (0, 200):
        hands = [(*round_.made, grade, other) for other in range(count_grades(wild=True))]
        own = [value(round_, each, viewer + 1) for each in hands]
        mine = [value(round_, each, viewer) for each in hands]
        best = reply(own, mine, wild=True, bust=round_.bust)[1]
        assert worths[grade] == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize(
    "round_",
    [
        Round((120,), (0, 0, 0), last=False, wild=True, bust=False),
        Round((300,), (-1, -2, 0), last=True, wild=False, bust=True),
    ],
)
def test_the_first_of_three_expects_the_third_to_reply_to_the_second(round_):
    seen, grades = foresee([round_], [0])[:, 0, 0], range(count_grades(wild=round_.wild))
    for grade in (0, 200):
        hands = [(*round_.made, grade, other) for other in grades]
        own, first = ([value(round_, each, turn) for each in hands] for turn in (2, 0))
        best = reply(own, first, wild=round_.wild, bust=round_.bust)[1]
        assert seen[grade] == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize(
    ("hand", "totals", "wild", "bust"),
    [
        (90, None, False, False),
        (300, (0, -1, -2), False, True),
        (140, None, True, True),
        (1, (-1, 0, 0), True, False),
    ],
)
def test_the_worth_to_the_first_of_three_follows_from_the_best_second(hand, totals, wild, bust):
    last = totals is not None
    round_ = Round((hand,), totals or (0, 0, 0), last=last, wild=wild, bust=bust)
    first, second = foresee([round_], [0, 1])[:, 0].round(7).T.tolist()
    best = reply(second, first, wild=wild, bust=bust)[1]
    assert find_worths(totals, wild=wild, bust=bust)[hand] == pytest.approx(best, abs=1e-5)


@pytest.mark.parametrize(
    ("wild", "bust"), [(True, False), pytest.param(False, True, marks=pytest.mark.soak)]
)
def test_the_shipped_table_of_three_equals_its_programs_output(wild, bust):
    wanted = weigh_hand(200, wild=wild, bust=bust)
    shipped = [find_worths(case, wild=wild, bust=bust)[200] for case in CASES]
    assert shipped == pytest.approx(wanted, abs=2e-6)


def test_the_table_of_three_has_a_value_for_each_hand():
    values = sum(len(CASES) * count_grades(wild=wild) for wild, _ in OPTIONS)
    assert FILE.stat().st_size == 4 * values


def test_a_player_far_behind_when_the_last_round_begins_cannot_win():
    """The size of the gap does not matter, so the table needs only totals up to a small gap."""
    for totals in product(range(6), repeat=3):
        case = compare_totals(totals)
        assert case in CASES
        real, short = (Round((), each, last=True, wild=True, bust=True) for each in (totals, case))
        for hands in product(range(4), repeat=3):
            for turn in range(3):
                assert value(real, hands, turn) == value(short, hands, turn)


@pytest.mark.parametrize(
    ("made", "seats", "exact"),
    [(0, 2, True), (0, 3, True), (0, 4, False), (1, 4, False), (2, 4, True)],
)
def test_a_round_is_exact_with_three_seats_and_with_at_most_one_to_come(made, seats, exact):
    round_ = Round((1,) * made, (0,) * seats, last=True, wild=True, bust=False)
    assert round_.is_exact == exact


def plain_inning(worths, *, wild, bust):
    """Return two functions: the worth of rolling, and the worth after promoting some dice.

    Both recurse over single buckets.
    """
    grades = grade_hands(wild=wild)

    @cache
    def roll(bucket, left):
        nothing = worths[0] if bust or left == 1 else roll(bucket, left - 1)
        total = 0
        for fall, ways in RollDice(left).outcomes():
            some = promotable(fall.dice, fall.boss)
            total += ways * max([nothing, *(promote(bucket, left, dice) for dice in some)])
        return total / 6 ** (left + 1)

    @cache
    def promote(bucket, left, dice):
        after = tuple(sorted(bucket + dice))
        stop = worths[grades[after]]
        return max(stop, roll(after, left - len(dice))) if left > len(dice) else stop

    return roll, promote


@pytest.mark.parametrize("options", [{}, {"wild": "off", "press": "bust"}])
def test_the_innings_of_a_game_equal_a_plain_recursion(options):
    moves = played("ducks", options, "normal", "hard", "easy")
    plays = {}
    for known in moves:
        round_ = _forget(_read(known.view))
        if round_ not in plays:
            worths = weigh_hands(round_).tolist()
            plays[round_] = plain_inning(worths, wild=round_.wild, bust=round_.bust)
        roll, promote = plays[round_]
        for each in assess(known):
            assert type(each.points) is float
            if str(each.move) == "roll":
                wanted = roll(known.view.bucket, known.view.left if known.view.bucket else 5)
                assert each.points == pytest.approx(wanted, abs=1e-9)
            if isinstance(each.move, Promote):
                wanted = promote(known.view.bucket, known.view.left, each.move.dice)
                assert each.points == pytest.approx(wanted, abs=1e-9)


def test_points_follow_the_rules():
    assert score([30, 0, 30, 31], 4) == [3, 0, 2, 4]


def test_a_leader_in_the_last_round_keeps_the_hand_that_wins_the_game():
    round_ = Round((30,), (3, 3), last=True, wild=True, bust=False)
    assert weigh_hands(round_)[29:32] == pytest.approx([0.0, 0.0, 1.0], abs=1e-5)
    far = Round((30,), (1, 4), last=True, wild=True, bust=False)
    assert weigh_hands(far)[:2] == pytest.approx([1.0, 1.0], abs=1e-5)


def test_a_player_who_cannot_win_plays_for_points_in_the_last_round():
    lost = weigh_hands(Round((30,), (4, 0), last=True, wild=True, bust=False))
    assert lost == pytest.approx(0, abs=1e-5)
    assert lost[0] < lost[1] == lost[30] < lost[31]


@pytest.mark.parametrize("wild", [True, False])
def test_nobody_wins_against_the_best_hand_in_the_last_round(wild):
    round_ = Round((count_grades(wild=wild) - 1,), (0, 0, 0), last=True, wild=wild, bust=False)
    assert weigh_hands(round_) == pytest.approx(0, abs=1e-5)


def test_hard_makes_the_move_of_the_highest_worth():
    state = last_inning({}, "roll", "dice 1 2 2 3 6 boss 3")
    known = know(GAME, {}, state, state.seat)
    best = max(assess(known), key=lambda each: each.win)
    assert best.exact
    assert find_player("ducks", Level.HARD).choose(known, Dice(1)) == best.move


def test_the_best_inning_has_the_odds_that_a_board_shows():
    """`engine.ducks.inning` computes the odds of the board in integers."""
    grades = grade_hands(wild=True)
    for to_beat in ((6, 6), (4, 4, 4), (2, 2, 2, 2)):
        strength, grade = evaluate(to_beat, wild=True).strength, grades[to_beat]
        worths = np.array([[[float(g > grade)]] for g in range(count_grades(wild=True))])
        play = BestInning(worths, find_thresholds(wild=True), wild=True, bust=False)
        assert play.roll(((3,), 4)) == pytest.approx(
            chance_to_win((3,), 4, strength, wild=True, bust=False)
        )
