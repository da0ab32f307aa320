"""Whole games: their length, the default play, and their views."""

import json

import pytest

from engine.core import CHANCE
from engine.playthrough import to_plain
from tests.engine.pond.scene import POND, Dice, at, look, play, random_game


def absent_game(seed, seats=1):
    """Play a game by default moves. Yield each state with the seat and the move that follow."""
    dice = Dice(seed)
    state = POND.start(seats, {})
    while acting := POND.to_act(state):
        (seat,) = acting
        move = POND.chance(state).sample(dice) if seat == CHANCE else POND.default(state, seat)
        yield state, seat, move
        state = POND.apply(state, seat, move)
    yield state, None, None


@pytest.mark.parametrize("seats", [1, 2])
def test_games_have_at_most_60_moves_which_is_within_the_bound(seats):
    lengths = [len(list(random_game(seed, seats))) for seed in range(150)]
    assert max(lengths) <= 60 < POND.bound(seats, {})


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [1, 2])
def test_the_default_play_is_legal_and_reaches_the_end(seats):
    for seed in range(40):
        for state, seat, move in absent_game(seed, seats):
            assert seat in (None, CHANCE) or move in POND.moves(state, seat)


@pytest.mark.heavy
def test_the_default_play_has_a_mean_score_above_60():
    totals = [POND.outcome(list(absent_game(seed))[-1][0]).scores[0] for seed in range(100)]
    assert sum(totals) / len(totals) > 60


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (at(2, "22266"), "full-house 2 2 2 6 6"),
        (at(3, "1556"), "change 6 to 5"),
        (play(at(3, "2446"), "feed 2 6 as 4"), "place 4 4 4w"),
        (at(5, "26"), "sunny"),
        (at(6, "4"), "place 4"),
        (at(6, "6"), "end day"),
    ],
)
def test_the_default_scores_then_calls_the_sun_then_places_then_ends(state, move):
    assert str(POND.default(state, 0)) == move


@pytest.mark.parametrize("seed", range(6))
def test_the_view_accounts_for_every_die_of_the_day(seed):
    for state, seat, _ in random_game(seed, 1 + seed % 2):
        view = look(state)
        if seat is not None and view.phase != "start":
            assert len(view.dice) + view.rolling == view.days[view.day - 1].dice


@pytest.mark.parametrize("seed", range(6))
def test_the_running_scores_equal_the_sums_of_rows_and_sets(seed):
    for state, _, _ in random_game(seed, 1 + seed % 2):
        view = look(state)
        for score in view.scores:
            left = sum(row.points for row in view.rows if row.seat == score.seat)
            right = sum(kind.points for kind in view.sets if kind.seat == score.seat)
            assert (score.left, score.right, score.total) == (left, right, left + right)


def test_the_view_is_plain_data_and_the_same_for_everybody():
    state = play(at(3, "2446", who="2a"), "feed 2 6 as 4")
    assert POND.view(state, 0) == POND.view(state, 1) == POND.view(state, None)
    assert json.loads(json.dumps(to_plain(look(state))))["dice"][2]["token"] == "4w"


def test_the_view_shows_the_sheet():
    state = play(at(3, "1446", rows="a1a1a1/-/-/a2/-", sets="-/-/-/a3"), "place 4 4", "sunny")
    view = look(state)
    mallard, teal = view.rows[0], view.rows[3]
    assert (mallard.points, mallard.live, mallard.boxes[2].one_roll) == (5, 5, True)
    assert (teal.points, teal.live, teal.boxes[0].one_roll) == (12, 12, False)
    assert [box.day for box in teal.boxes] == [2, 3, 3]
    assert (view.sets[3].points, view.sets[3].values) == (10, (10, 15, 20))
    assert (view.days[3].weather, view.days[3].printed, view.days[3].dice) == (
        "Sunny",
        "Drizzly",
        6,
    )
    assert [day.phase for day in view.days] == ["past", "past", "now"] + ["to come"] * 3
    assert [(die.token, die.spent) for die in view.dice] == [
        ("1", None),
        ("4", "row"),
        ("4", "row"),
        ("6", "sunny"),
    ]
    assert (view.scores[0].total, view.rank) == (27, "Honorable Mention")


def test_a_game_for_two_has_its_phases_in_order():
    state = POND.start(2, {})
    assert look(state).phase == "start"
    state = play(state, "start 6 1")
    assert (look(state).phase, look(state).seat) == ("roll", 0)
    assert look(play(state, "roll 1 1 1 1 1 1")).phase == "day"
    assert look(play(at(6, "6"), "end day")).phase == "over"
