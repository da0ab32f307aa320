"""What the decisions of a game cost, against values that are computed another way."""

import pytest

from engine import game
from engine.core import CHANCE
from engine.replay import replay
from players import assess
from players.core import know
from players.review import find_decisions, judge, worth
from players.trophy.hunting import FRESH, POINTS, BestTurn
from tests.players.mixed import played_mixed
from tests.players.test_ducks import enumerate_points, last_inning

SOLVED = ("ducks", "pond", "trophy")


def read(transcript):
    rules = game(transcript.game)
    moves = [(step.seat, step.text) for step in transcript.steps]
    made = replay(rules, len(transcript.players), transcript.options, transcript.first, moves)
    return rules, rules.options(transcript.options), tuple(made)


def test_a_move_costs_what_enumeration_says():
    state = last_inning({}, "roll", "dice 1 2 2 3 6 boss 3", "promote 3", "roll")
    rules = game("ducks")
    state = rules.apply(state, CHANCE, rules.parse("dice 1 2 4 6 boss 6"))
    state = rules.apply(state, state.seat, rules.parse("promote 6"))
    state = rules.apply(state, state.seat, rules.parse("roll"))
    state = rules.apply(state, CHANCE, rules.parse("dice 1 2 4 boss 3"))
    known = know(rules, rules.options({}), state, state.seat)
    points = enumerate_points(state, state.seat)
    values = {each.move: each.points for each in assess("ducks", known)}
    assert values == pytest.approx(points)
    for move in known.moves:
        found = judge("ducks", known, move)
        assert found.cost == pytest.approx(
            max(map(worth, assess("ducks", known))) - worth(found.made)
        )
        assert found.made.move == move
        assert found.cost or found.best is found.made


def taken_back(step, later):
    """Whether a move is `undo`, or was undone: then the very state before it comes back."""
    undone = [other.after for other in later if str(other.move) == "undo"]
    return str(step.move) == "undo" or any(step.before is state for state in undone)


@pytest.mark.parametrize("key", SOLVED)
def test_each_choice_among_several_moves_is_a_decision_and_nothing_else_is(key):
    rules, options, made = read(played_mixed(key, *(() if key == "pond" else ("easy", "easy"))))
    found = {each.seq: each for each in find_decisions(rules, options, made)}
    for seq, step in enumerate(made):
        moves = [move for move in rules.moves(step.before, step.seat) if str(move) != "undo"]
        if seq in found:
            assert (found[seq].seat, found[seq].made.move) == (step.seat, step.move)
            assert found[seq].cost >= 0
            assert found[seq].at_random >= 0
        else:
            assert step.seat == CHANCE or len(moves) == 1 or taken_back(step, made[seq:])


def test_a_move_that_was_taken_back_is_no_decision():
    rules = game("pond")
    texts = ["roll 2 3 3 4 5 6", "place 3 3", "undo", "end day"]
    made = tuple(replay(rules, 1, {}, None, [(CHANCE, texts[0]), *((0, t) for t in texts[1:])]))
    assert [each.seq for each in find_decisions(rules, rules.options({}), made)] == [3]


def test_what_is_not_searched_in_a_hunt_would_not_have_been_chosen(monkeypatch):
    worths = (0.31, 0.33, 0.36, 0.4, 0.45, 0.5, 0.56, 0.61, 0.68, 0.8, 0.9, 0.97, 1.0)
    quick = [BestTurn(each).roll(FRESH) for each in (POINTS, worths)]
    monkeypatch.setattr(BestTurn, "_is_enough", lambda *_: False)
    assert quick == [BestTurn(each).roll(FRESH) for each in (POINTS, worths)]
