"""The loss of the last bucket, the ends of rounds and matches, and places."""

import pytest

from engine.buckets.state import Dealing, Playing, State
from engine.core import CHANCE, NotYourTurn
from tests.engine.buckets.scene import BARE, FULL, GAME, after, play, scene, standing

LAST = standing([0])
"""A single bucket: its player is still in the game."""


def hit(pyramids, *, turn=0, rounds=1):
    """Return a state in which seat `turn` has led a horse 5 against the next, who has no horse."""
    hands = ["c1 c2", "c3 d1", "d2 d3", "p1 p2", "p3 s1", "s2 s3"][: len(pyramids)]
    hands[turn] = "h5 p8"
    state = scene(*hands, pyramids=pyramids, turn=turn, rounds=rounds)
    return after(state, f"{turn} play h5", f"card {turn} d8")


def test_a_player_with_a_single_bucket_is_still_in_the_game():
    state = hit([FULL, standing([0, 1]), FULL])
    state = after(state, "1 remove 1")
    assert GAME.to_act(state) == (1,)


@pytest.mark.parametrize("seats", [3, 4])
def test_B9_with_three_or_four_players_the_first_lost_pyramid_ends_the_round(seats):
    state = after(hit([FULL, LAST] + [FULL] * (seats - 2)), "1 remove 0")
    assert GAME.to_act(state) == ()
    assert GAME.outcome(state).scores == (15, 0) + (15,) * (seats - 2)


@pytest.mark.parametrize("seats", [5, 6])
def test_B9_with_five_or_six_players_the_first_lost_pyramid_does_not_end_the_round(seats):
    state = after(hit([FULL, LAST] + [FULL] * (seats - 2)), "1 remove 0")
    assert isinstance(state.stage, Playing)
    assert GAME.outcome(state) is None


@pytest.mark.parametrize("seats", [5, 6])
def test_B9_with_five_or_six_players_the_second_lost_pyramid_ends_the_round(seats):
    pyramids = [FULL, LAST, BARE] + [FULL] * (seats - 3)
    state = after(hit(pyramids), "1 remove 0")
    assert GAME.to_act(state) == ()
    assert GAME.outcome(state).scores == (15, 0, 0) + (15,) * (seats - 3)


def test_B8_the_next_surviving_player_leads():
    state = after(hit([FULL, LAST, FULL, FULL, FULL]), "1 remove 0")
    assert GAME.to_act(state) == (2,)
    assert play(state).trick is None


def test_B8_the_hand_of_a_player_who_is_out_is_discarded():
    state = hit([FULL, LAST, FULL, FULL, FULL])
    before = GAME.view(state, None).playing.discards
    state = after(state, "1 remove 0")
    assert GAME.view(state, None).hand_sizes[1] == 0
    assert GAME.view(state, None).playing.discards == before + 1 + 2  # the trick and the hand


@pytest.mark.parametrize(("gone", "turn", "attacked"), [(1, 0, 2), (0, 4, 1), (4, 3, 0)])
def test_B8_the_attack_passes_over_a_player_who_is_out(gone, turn, attacked):
    pyramids = [BARE if seat == gone else FULL for seat in range(5)]
    assert GAME.to_act(hit(pyramids, turn=turn)) == (attacked,)


def test_B9_the_round_ends_at_once_without_another_draw():
    state = after(hit([FULL, LAST, FULL]), "1 remove 0")
    assert state.stage is None


def test_B9_the_score_is_the_number_of_buckets_left():
    state = after(hit([standing([0, 1, 5]), LAST, standing([2, 3])]), "1 remove 0")
    assert GAME.outcome(state).scores == (3, 0, 2)
    assert GAME.outcome(state).places == (1, 3, 2)


def test_C2_equal_buckets_share_a_place():
    state = after(hit([standing([0, 1]), LAST, standing([2, 3]), LAST]), "1 remove 0")
    assert GAME.outcome(state).places == (1, 4, 1, 3)
    assert GAME.outcome(state).winners == (0, 2)


def test_C2_two_players_who_are_out_share_the_last_place():
    state = after(hit([FULL, LAST, BARE, LAST, FULL]), "1 remove 0")
    assert GAME.outcome(state).places == (1, 4, 4, 3, 1)


def test_B10_a_match_goes_on_with_another_deal():
    state = after(hit([FULL, LAST, FULL], rounds=3), "1 remove 0")
    assert isinstance(state.stage, Dealing)
    assert GAME.to_act(state) == (CHANCE,)
    assert len(state.stage.pile) == 110
    view = GAME.view(state, None)
    assert (view.round, view.rounds, view.scores) == (2, 3, (15, 0, 15))


@pytest.mark.parametrize(("turn", "following"), [(0, 1), (2, 0)])
def test_B3_the_first_leader_of_the_next_round_is_one_further_left(turn, following):
    pyramids = [FULL, FULL, FULL]
    pyramids[(turn + 1) % 3] = LAST
    state = after(hit(pyramids, turn=turn, rounds=3), f"{(turn + 1) % 3} remove 0")
    assert GAME.view(state, None).first == following


def test_B10_the_result_of_a_round_is_kept():
    state = after(hit([FULL, LAST, standing([0, 1])], rounds=3), "1 remove 0")
    (result,) = GAME.view(state, None).results
    assert (result.first, result.buckets) == (0, (15, 0, 2))
    assert result.pyramids == (FULL, BARE, standing([0, 1]))
    assert (result.fallen.seat, result.fallen.boxes) == (1, (0,))


@pytest.mark.parametrize(
    ("option", "seats", "rounds"), [("1", 4, 1), ("seats", 4, 4), ("seats", 6, 6), ("3", 5, 3)]
)
def test_B10_the_option_gives_the_number_of_rounds(option, seats, rounds):
    assert GAME.start(seats, {"rounds": option}).setup.rounds == rounds


def test_B10_one_round_is_the_default():
    assert GAME.start(4, {}).setup.rounds == 1


def test_B10_scores_add_up_and_equal_totals_share_the_place():
    first = after(hit([FULL, LAST, LAST], rounds=2), "1 remove 0")
    second = hit([LAST, FULL, LAST], turn=2, rounds=2)
    second = State(second.setup, second.first, second.stage, first.results)
    over = after(second, "0 remove 0")
    # each seat in two rounds: 15 + 0, 0 + 15, 1 + 1
    assert GAME.outcome(over).scores == (15, 15, 2)
    assert GAME.outcome(over).places == (1, 1, 3)


def test_a_finished_match_still_shows_its_last_round():
    view = GAME.view(after(hit([FULL, LAST, FULL]), "1 remove 0"), None)
    assert (view.phase, view.round, view.rounds, len(view.results)) == ("over", 1, 1, 1)


def test_a_finished_match_has_nobody_to_act():
    over = after(hit([FULL, LAST, FULL]), "1 remove 0")
    assert [GAME.moves(over, seat) for seat in range(3)] == [(), (), ()]
    with pytest.raises(NotYourTurn):
        GAME.chance(over)
    with pytest.raises(NotYourTurn):
        GAME.default(over, 0)
