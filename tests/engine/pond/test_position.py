"""Positions are lines that read back. Every other line is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import CHANCE, BadPosition, RuleError
from engine.playthrough import Positional
from tests.engine.pond.scene import POND, Dice, at, play, random_game

LINE = "2a 3 5 a1a1a1/-/b2/-/a3 -/-/-/b3 +4 5r6f6y"


def test_the_pond_is_a_game_with_positions():
    assert isinstance(POND, Positional)


@settings(deadline=None)  # each example is a whole game
@given(seed=st.integers(0, 2**32), seats=st.sampled_from([1, 2]))
def test_every_state_of_a_random_game_reads_back(seed, seats):
    for state, _, _ in random_game(seed, seats):
        line = POND.position(state)
        assert POND.from_position(line) == state


@pytest.mark.parametrize(
    "line",
    [
        "1 1 - -/-/-/-/- -/-/-/- ?6 -",
        "2? 1 - -/-/-/-/- -/-/-/- - -",
        "2b 1 - -/-/-/-/- -/-/-/- 123456 -",
        "1 7 - a1a1a1/-/-/-/- -/-/-/- - -",
        "1 5 - -/-/-/-/- -/-/-/- ?1 3o",
        "1 3 - -/-/-/a3/- -/-/-/- 12 4R6f",
    ],
)
def test_a_position_line_is_written_as_it_was_read(line):
    assert POND.position(POND.from_position(line)) == line


def test_a_position_can_describe_the_middle_of_a_day():
    state = POND.from_position(LINE)
    assert (state.day, state.sunny, state.free, state.wild) == (3, (5,), (), 4)
    assert (state.rows[4], state.sets[3]) == (((0, 3),), (1, 3))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("", "written"),
        ("1", "written"),
        ("1 1 - -/-/-/-/- -/-/-/- 123456 - ", "written"),
        ("1  1 - -/-/-/-/- -/-/-/- 123456 -", "written"),
        ("1 1 - -/-/-/-/- -/-/-/- 123456 -\n", "written"),
        ("3 1 - -/-/-/-/- -/-/-/- 123456 -", "written"),
        ("1 8 - -/-/-/-/- -/-/-/- - -", "written"),
        ("1 1 - -/-/-/- -/-/-/- 123456 -", "written"),
        ("1 1 - -/-/-/-/- -/-/-/- 123457 -", "written"),
        ("1 1 - -/-/-/-/- -/-/-/- 654321 -", "in order"),
        ("1 1 - -/-/-/-/- -/-/-/- 12345 -", "number of dice"),
        ("1 1 - -/-/-/-/- -/-/-/- - -", "number of dice"),
        ("1 7 - -/-/-/-/- -/-/-/- 1 -", "number of dice"),
        ("1 2 - -/-/-/-/- -/-/-/- 123456 -", "number of dice"),
        ("1 5 - -/-/-/-/- -/-/-/- 1?1 -", "without a 3"),
        ("2? 1 - -/-/-/-/- -/-/-/- ?6 -", "nobody has started"),
        ("2? 2 - -/-/-/-/- -/-/-/- - -", "nobody has started"),
        ("1 5 - a6/-/-/-/- -/-/-/- 12 -", "day to come"),
        ("1 5 - b1/-/-/-/- -/-/-/- 12 -", "whose day it was not"),
        ("2a 5 - a2/-/-/-/- -/-/-/- 12 -", "whose day it was not"),
        ("1 5 - a2a1/-/-/-/- -/-/-/- 12 -", "order of their days"),
        ("1 6 - a5a5/a5/-/-/- -/-/-/- 1 -", "more dice"),
        ("1 4 4 a3a3/a3a3/-/-/- -/-/-/- 123456 -", "more dice"),
        ("1 4 6 -/-/-/-/- -/-/-/- 123 -", "no 6 can have made"),
        ("2a 4 2 -/-/-/-/- -/-/-/- 123 -", "no 6 can have made"),
        ("1 4 5 -/-/-/-/- -/-/-/- 123 -", "do not agree"),
        ("1 4 - -/-/-/-/- -/-/-/- 12 6y", "do not agree"),
        ("1 4 - -/-/-/-/- -/-/-/- 12 5c", "wrong die"),
        ("1 4 - -/-/-/-/- -/-/-/- 1 3o3o", "done twice"),
        ("1 4 - -/-/-/-/- -/-/-/- 12 4r", "boxes filled today"),
        ("1 4 - -/-/-/a4/- -/-/-/- 123 -", "boxes filled today"),
        ("1 4 - -/-/-/-/- -/-/-/- 12 4x", "no use of a die"),
        ("1 4 - -/-/-/-/- -/-/-/- - 1s2s3s", "which is open"),
        ("1 4 - -/-/-/-/- -/-/-/a3 - 1s2s4s", "not claimed with these"),
        ("1 4 - -/-/-/-/- -/-/-/a4 - 1s2s3s", "not claimed with these"),
        ("1 4 - -/-/-/-/- a4/-/-/- 123 -", "wrong seat or number"),
        ("1 4 - -/-/-/-/- b5/-/-/- 123 -", "wrong seat or number"),
        ("1 1 - -/-/-/-/- a5/-/-/- 123456 -", "earlier days cannot have made"),
        ("1 3 - -/-/-/-/- a5/a4/a5/- 1234 -", "earlier days cannot have made"),
        ("2a 2 - -/-/-/-/- b5/-/-/- 12345 -", "earlier days cannot have made"),
        ("1 5 - -/-/-/-/- -/-/-/- +4 6c", "wrong die"),
        ("1 5 - -/-/-/-/- -/-/-/- 2+4 -", "do not agree"),
        ("1 5 - -/-/-/-/- -/-/-/- 2 6f", "do not agree"),
        ("1 5 - -/-/-/a1a1a1/- -/-/-/- +4 6f", "no place"),
        ("1 3 - -/-/-/-/- -/-/-/- ?1+4 3o6f", "written"),
        ("1 3 - -/-/-/-/- -/-/-/- 12 6Y6f", "cannot be"),
    ],
)
def test_a_line_that_is_no_position_is_refused_by_name(fields, why):
    with pytest.raises(BadPosition, match=why):
        POND.from_position(fields)


def test_a_spoiled_line_is_refused_or_gives_a_playable_position():
    dice = random.Random(3)
    for seed in range(60):
        states = [state for state, _, _ in random_game(seed, 1 + seed % 2)]
        line = list(POND.position(dice.choice(states)))
        line[dice.randrange(len(line))] = dice.choice("123456ab-/?+ rcosyfRh")
        spoiled = "".join(line)
        try:
            state = POND.from_position(spoiled)
        except BadPosition:
            continue
        assert POND.position(state) == spoiled
        finish(state)


def finish(state):
    """Play from a state to the end of the game, with chance and default moves."""
    source = Dice(1)
    while acting := POND.to_act(state):
        (seat,) = acting
        move = POND.chance(state).sample(source) if seat == CHANCE else POND.default(state, seat)
        state = POND.apply(state, seat, move)
    assert POND.outcome(state) is not None


def test_analysis_can_start_from_a_position():
    state = play(at(5, "26"), "feed 2 6 as 4")
    again = POND.from_position(POND.position(state))
    assert POND.apply(again, 0, POND.parse("place 4w")).rows == play(state, "place 4w").rows


def test_position_errors_are_rule_errors():
    with pytest.raises(RuleError):
        POND.from_position("x")
