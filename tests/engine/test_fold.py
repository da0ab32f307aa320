"""Folding a log into its transitions, and logs and moves that are refused."""

import pytest

from engine.core import (
    CHANCE,
    BadSetup,
    IllegalMove,
    MalformedMove,
    Match,
    NotYourTurn,
    Transition,
    fold,
)
from players.games import game
from tests.engine.honest import played

DUCKS = game("ducks")


@pytest.fixture
def match():
    return Match.begin(DUCKS, 2, {}, 0)


def test_a_log_folds_into_its_transitions():
    log = [(step.seat, step.text) for step in played("ducks", 3, first=1).steps]
    made = list(fold(DUCKS, 3, {}, 1, log))
    assert [(each.seat, str(each.move)) for each in made] == log
    assert made[0].before == DUCKS.start(3, {}, 1)
    assert [each.after for each in made[:-1]] == [each.before for each in made[1:]]
    assert DUCKS.outcome(made[-1].after) is not None


def test_each_transition_comes_before_the_next_move_is_read():
    log = fold(DUCKS, 2, {}, 0, [(0, "roll"), (0, "nonsense")])
    assert str(next(log).move) == "roll"
    with pytest.raises(MalformedMove):
        next(log)


def test_a_log_of_a_game_with_too_many_seats_is_refused():
    with pytest.raises(BadSetup):
        next(fold(DUCKS, 99, {}, None, []))


def test_a_move_gives_the_next_state(match):
    before = match.state
    after, made = match.read(0, "roll")
    assert made == Transition(before, 0, match.moves(0)[0], after.state)
    assert (match.to_act, after.to_act) == ((0,), (CHANCE,))


@pytest.mark.parametrize(
    ("seat", "text", "error"),
    [(0, "nonsense", MalformedMove), (0, "stop", IllegalMove), (1, "roll", NotYourTurn)],
)
def test_a_refused_move_changes_nothing(match, seat, text, error):
    before = match.state
    with pytest.raises(error):
        match.read(seat, text)
    assert match.state is before
