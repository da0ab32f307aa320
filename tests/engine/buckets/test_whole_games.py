"""Properties of every state in whole matches."""

import pytest

from engine.buckets.cards import DECK
from engine.buckets.pyramid import NO_BUCKET, SUPPORTS, find_runs
from engine.buckets.state import Playing
from tests.engine.buckets.scene import GAME, everything, walk

OPTIONS = [
    {"draw": draw, "accumulate": accumulate, "rounds": "3"}
    for draw in ("automatic", "hand")
    for accumulate in ("everyone", "leader")
]


@pytest.fixture(scope="module", params=range(len(OPTIONS) * 4))
def match(request):
    """One random match for each number of seats and choice of options."""
    options, seats = OPTIONS[request.param % 4], 3 + request.param // 4
    return seats, options, list(walk(seats, options, seed=request.param))


def stages(match):
    for state, *_ in match[2]:
        if state.stage is not None:
            yield state.stage


def test_B1_there_are_always_the_same_110_cards(match):
    for state, *_ in match[2]:
        if state.stage is not None:
            assert everything(state) == DECK


def test_B2_every_bucket_stands_on_two_buckets(match):
    for stage in stages(match):
        for pyramid in getattr(stage, "pyramids", ()):
            for box, bucket in enumerate(pyramid):
                if bucket != NO_BUCKET:
                    assert all(pyramid[below] != NO_BUCKET for below in SUPPORTS[box])


def test_B6_a_pyramid_is_in_one_part_unless_its_owner_is_to_choose(match):
    for stage in stages(match):
        for seat, pyramid in enumerate(getattr(stage, "pyramids", ())):
            choosing = stage.split and stage.turn == seat
            assert len(find_runs(pyramid)) == 2 if choosing else len(find_runs(pyramid)) <= 1


def test_B5_sums_grow_within_a_trick(match):
    for before, _, _, after in match[2]:
        one, two = getattr(before.stage, "trick", None), getattr(after.stage, "trick", None)
        if one and two and one.plays != two.plays:
            assert two.beat > one.beat


def test_a_hand_never_grows_beyond_the_dealt_size(match):
    for stage in stages(match):
        assert all(len(hand) <= 12 for hand in stage.hands)


def test_B7_a_card_can_always_be_drawn(match):
    for stage in stages(match):
        if isinstance(stage, Playing) and stage.drawing is not None:
            assert stage.pile


def test_moves_are_distinct_and_read_back(match):
    for state, *_ in match[2]:
        for seat in GAME.to_act(state):
            texts = [str(move) for move in GAME.moves(state, seat)]
            assert len(set(texts)) == len(texts)
            assert [str(GAME.parse(text)) for text in texts] == texts


def test_a_match_ends_within_the_bound(match):
    seats, options, steps = match
    assert len(steps) <= GAME.bound(seats, options)


def test_B10_every_round_is_scored(match):
    seats, _, steps = match
    over = steps[-1][3]
    assert len(over.results) == 3
    assert GAME.outcome(over).scores == tuple(
        sum(result.buckets[seat] for result in over.results) for seat in range(seats)
    )


def test_B9_a_round_ends_with_the_stated_number_of_lost_pyramids(match):
    seats, _, steps = match
    for result in steps[-1][3].results:
        assert result.buckets.count(0) == (1 if seats <= 4 else 2)


def test_the_bound_counts_a_round_of_three_by_hand():
    # 1 for the first leader. Per seat: a deal and 242 building moves. 43 tricks: 15 + 14 + 14, as
    # one pyramid falls and two keep a bucket. Per trick: 22 plays, each with its draw; a remove, a
    # keep, and the leader's draw and card before the lead.
    building, tricks = 3 * (1 + 15 + 2 + 3 * 75), 43
    assert GAME.bound(3, {}) == 1 + building + tricks * (22 * 2 + 4)
    assert GAME.bound(3, {"draw": "hand"}) == 1 + building + tricks * (22 * 3 + 4)
