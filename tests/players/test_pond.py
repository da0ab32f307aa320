"""Compares the best play in the pond with full enumeration, and with the solved positions."""

from functools import cache
from random import Random
from statistics import pvariance

import pytest

from engine.core import CHANCE, weigh_rolls
from engine.pond import Pond
from players.core import Level, know
from players.games import find_player
from players.pond import assess, best, expect_chance, weigh_chances
from players.pond.best import SPREADS
from players.pond.solve import ALONE, SHEETS, TWO, load_values, number_sheet
from players.pond.spread import begin_day, follow_day, play, spread_day, spread_game
from tests.tabletop import Dice

GAME = Pond()


@cache
def enumerate_ahead(position):
    """Return the points of the best play: a single player's, or seat 0's minus seat 1's."""
    state = GAME.from_position(position)
    if (outcome := GAME.outcome(state)) is not None:
        scores = outcome.scores
        return scores[0] if len(scores) == 1 else scores[0] - scores[1]
    (seat,) = GAME.to_act(state)
    if seat == CHANCE:
        rolls = list(GAME.chance(state).outcomes())
        return sum(follow(state, seat, m) * w for m, w in rolls) / sum(w for _, w in rolls)
    values = [follow(state, seat, m) for m in GAME.moves(state, seat)]
    return min(values) if seat == 1 else max(values)


def follow(state, seat, move):
    return enumerate_ahead(GAME.position(GAME.apply(state, seat, move)))


LATE = [
    "1 6 6 a1a1/a1/a2a3/-/- -/a4/-/- 134 1c1c1c",
    "1 6 6 a2/a1a1/-/-/- -/-/-/a3 1445 1c1c",
    "1 6 6 -/a1a1/a3/a4a4/a5 -/-/-/- 34+1 1c1c5f",
    "1 5 - a1a1/a1a1/a2a3/a4a4/a3 -/-/-/- 25 -",
    "2a 6 - a1a1/b2b2/a1a3/b4b4/a3a3 -/-/-/- 5 -",
    "2b 5 - a2a2/b1b1/b1b3/a4a4/b3b3 -/-/-/- 25 -",
]


def decide(text):
    state = GAME.from_position(text)
    return state, GAME.to_act(state)[0]


@pytest.mark.parametrize("text", LATE)
def test_the_worth_of_every_move_equals_full_enumeration(text):
    state, seat = decide(text)
    sign = -1 if seat else 1
    found = assess(know(GAME, {}, state, seat))
    assert len(found) == len(GAME.moves(state, seat))
    for each in found:
        wanted = sign * follow(state, seat, each.move)
        assert each.points == pytest.approx(wanted, abs=1e-5), each.move


def average_day(day, sunny, sheet):
    """Return the worth of a day that begins with this sheet, without reading the day's table."""
    today, tomorrow = begin_day(day, sheet)
    search = best.find_search(today, tomorrow)
    count = 6 if sunny else 7 - day
    return sum(search.best(dice) * ways for dice, ways in weigh_rolls(count)) / 6**count


@pytest.mark.parametrize("later", ALONE, ids=str)
def test_the_table_equals_a_search_of_one_sheet(later):
    day, sunny, _ = later
    for sheet in (0, 5 + 7 * day) if sunny else (0, 77, 1234 * day % SHEETS, SHEETS - 1):
        table = load_values()[1, later][sheet]
        assert average_day(day, sunny, sheet) == pytest.approx(table, abs=1e-4)


def test_hard_plays_the_best_move_until_the_end():
    state, dice = GAME.start(1, {}), Dice(3)
    while acting := GAME.to_act(state):
        if acting == (CHANCE,):
            move = GAME.chance(state).sample(dice)
        else:
            known = know(GAME, {}, state, 0)
            move = find_player("pond", Level.HARD).choose(known, dice)
            worth = {each.move: each.points for each in assess(known)}
            assert worth[move] == pytest.approx(max(worth.values()), abs=1e-5)
        state = GAME.apply(state, acting[0], move)


@pytest.mark.parametrize("later", ALONE[2:], ids=str)
def test_the_best_play_of_a_day_gets_the_worth_of_its_sheet(later):
    day, sunny, _ = later
    sheet = 1234 * day % SHEETS
    ends = spread_day(day, sheet, sunny=sunny)
    assert sum(ends.values()) == pytest.approx(1)
    mean = sum(
        chance * (end.points + begin_day(day, sheet)[1].weigh(end.sheet, called=end.called))
        for end, chance in ends.items()
    )
    assert mean == pytest.approx(load_values()[1, later][sheet], abs=1e-4)


def test_the_points_of_the_best_play_have_the_mean_of_the_table():
    found = spread_game({(77, True): {10: 1.0}}, first=5)
    assert sum(found.values()) == pytest.approx(1)
    mean = sum(points * chance for points, chance in found.items())
    assert mean == pytest.approx(10 + load_values()[1, (5, True, False)][77], abs=1e-4)


LAST = [
    "2a 6 6 a1a1/b2b2/b2a3/a3a3a3/b4b4 -/-/-/- 134 1c1c1c",
    "2a 6 6 a1a1/b2b2/b2a3/a3a3a3/b4b4 -/-/-/- 2334 1c1c",
    "2b 6 - b1b1/a2a2/a2b3/b3b3b3/a4a4 -/-/-/- 5 -",
]


@cache
def enumerate_win(position):
    """Return seat 0's expected share of the win, if both seats play as well as possible."""
    state = GAME.from_position(position)
    if (outcome := GAME.outcome(state)) is not None:
        return (0 in outcome.winners) / len(outcome.winners)
    (seat,) = GAME.to_act(state)
    if seat == CHANCE:
        rolls = list(GAME.chance(state).outcomes())
        return sum(follow_win(state, seat, m) * w for m, w in rolls) / sum(w for _, w in rolls)
    moves = GAME.moves(state, seat)
    return (min if seat == 1 else max)(follow_win(state, seat, move) for move in moves)


def follow_win(state, seat, move):
    return enumerate_win(GAME.position(GAME.apply(state, seat, move)))


@pytest.mark.parametrize("text", LAST)
def test_the_chance_to_win_on_the_last_day_equals_full_enumeration(text):
    state, seat = decide(text)
    for move, chance in weigh_chances(know(GAME, {}, state, seat)).items():
        share = follow_win(state, seat, move)
        assert chance == pytest.approx(1 - share if seat else share), move


def test_the_starting_player_wins_four_games_of_five():
    """In 150 games between two hard players, the starting player won 84 %."""
    state = GAME.start(2, {}, first=0)
    state = GAME.apply(state, CHANCE, GAME.chance(state).sample(Dice(1)))
    assert 0.78 < expect_chance(know(GAME, {}, state, 0)) < 0.84


@pytest.mark.parametrize("later", TWO, ids=str)
def test_a_day_with_two_players_gets_the_worth_of_its_sheet(later):
    assert later in SPREADS
    day, sunny, next_sunny = later
    sheet = 1234 * day % SHEETS
    today, tomorrow = begin_day(day, sheet, 2, sunny=next_sunny)
    ends = follow_day(today, tomorrow, 6 if sunny else 7 - day)
    mean = sum(
        chance * (end.points + tomorrow.weigh(end.sheet, called=end.called))
        for end, chance in ends.items()
    )
    assert mean == pytest.approx(load_values()[2, later][sheet], abs=1e-4)


def test_the_variance_of_a_lead_follows_from_the_dice():
    """Each row has one open box. A die fills it for 3, 6, 9, 12 or 15 points. A 6 fills none."""
    brought = [3, 6, 9, 12, 15, 0]
    _, variance = play((6, False, False), number_sheet((2,) * 5, 15), 7, Random(1))
    assert variance == pytest.approx(pvariance(brought), abs=1e-4)
