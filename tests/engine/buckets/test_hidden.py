"""The views and logs of a seat do not depend on anything that the seat may not know."""

import json

import pytest

from engine.buckets.cards import DECK
from engine.buckets.moves import Confirm, Deal, Drawn
from engine.buckets.state import Building, Playing
from engine.core import CHANCE, IllegalMove
from engine.playthrough import to_plain
from tests.engine.buckets.scene import (
    FULL,
    GAME,
    Dice,
    after,
    building,
    everything,
    play,
    scene,
    walk,
)

OPTIONS = [{"rounds": "3"}, {"draw": "hand", "accumulate": "leader", "rounds": "3"}]


def shown(state, viewer):
    """Return everything that a viewer can learn of a state."""
    return json.dumps(
        [
            to_plain(GAME.view(state, viewer)),
            GAME.to_act(state),
            [] if viewer is None else [str(move) for move in GAME.moves(state, viewer)],
            to_plain(GAME.outcome(state)),
        ]
    )


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, OPTIONS[1]),
        (5, OPTIONS[0]),
        pytest.param(3, OPTIONS[0], marks=pytest.mark.soak),
        pytest.param(5, OPTIONS[1], marks=pytest.mark.soak),
    ],
)
def test_B12_a_seats_view_does_not_change_when_hidden_cards_are_redrawn(seats, options):
    for number, (state, *_) in enumerate(walk(seats, options, seed=seats)):
        for viewer in (None, *range(seats)):
            other = GAME.resample(state, viewer, Dice(number))
            assert shown(other, viewer) == shown(state, viewer)


@pytest.mark.parametrize("options", OPTIONS)
def test_B12_a_seats_log_does_not_change_with_the_deals_and_draws_of_others(options):
    for number, (state, who, move, _) in enumerate(walk(4, options, seed=9)):
        if isinstance(move, Deal | Drawn):
            other = GAME.chance(state).sample(Dice(number))
            for viewer in {None, 0, 1, 2, 3} - {move.seat}:
                seen = GAME.seen(state, who, move, viewer)
                assert GAME.seen(state, who, other, viewer) == seen


@pytest.mark.parametrize("options", OPTIONS)
def test_B12_nobody_sees_another_seat_build(options):
    for state, who, move, _ in walk(4, options, seed=9):
        if isinstance(state.stage, Building) and not isinstance(move, Confirm):
            assert {GAME.seen(state, who, move, v) for v in {None, 0, 1, 2, 3} - {who}} == {None}


def test_B12_a_redrawn_state_has_all_the_cards():
    for number, (state, *_) in enumerate(walk(4, {}, seed=3)):
        if state.stage is not None:
            other = GAME.resample(state, number % 4, Dice(number))
            assert everything(other) == everything(state)


def test_B12_redrawing_does_change_the_hidden_hands():
    state = scene("h1 h2 h3 h4", "c1 c2 c3 c4", "d1 d2 d3 d4")
    other = GAME.resample(state, 0, Dice(1))
    assert play(other).hands[0] == play(state).hands[0]
    assert play(other).hands[1:] != play(state).hands[1:]


def test_B12_a_spectator_sees_no_hand():
    state = scene("h1 h2 h3 h4", "c1 c2 c3 c4", "d1 d2 d3 d4")
    assert GAME.view(state, None).hand == ()
    assert play(GAME.resample(state, None, Dice(1))).hands[0] != play(state).hands[0]


def test_B12_a_seat_sees_its_own_hand_and_the_sizes_of_the_others():
    view = GAME.view(scene("h1 h2", "c1 c2 c3", "d1"), 1)
    assert (view.hand, view.hand_sizes) == (("c1", "c2", "c3"), (2, 3, 1))


def test_B12_unfinished_pyramids_and_their_progress_are_hidden():
    state = after(building("h1", "c1", "d1"), "0 place 0 h", "0 place 1 c")
    assert GAME.view(state, 1) == GAME.view(building("h1", "c1", "d1"), 1)
    assert GAME.view(state, 0).building.built == "hc"
    assert GAME.view(state, None).building.built is None


def test_B12_a_confirmed_pyramid_is_hidden_until_all_are():
    steps = [f"0 place {box} {colour}" for box, colour in enumerate(FULL)]
    mine = after(building("h1", "c1", "d1"), *steps, "0 confirm")
    other = after(building("h1", "c1", "d1"), "0 auto", "0 confirm")
    assert GAME.view(mine, 1) == GAME.view(other, 1)
    assert GAME.view(mine, 1).building.ready == (True, False, False)


def test_B12_confirmed_pyramids_stay_finished_when_redrawn():
    state = after(building("h1", "c1", "d1"), "0 auto", "0 confirm")
    for seed in range(20):
        stage = GAME.resample(state, 1, Dice(seed)).stage
        assert isinstance(stage, Building)
        assert sorted(stage.sites[0].built) == sorted(FULL)


def test_B12_pyramids_of_others_are_redrawn():
    state = after(building("h1", "c1", "d1"), "0 auto")
    built = {GAME.resample(state, 1, Dice(seed)).stage.sites[0].built for seed in range(20)}
    assert len(built) > 10


def test_B12_pyramids_are_public_once_all_have_confirmed():
    confirmed = [step for seat in range(3) for step in (f"{seat} auto", f"{seat} confirm")]
    state = after(building("h1", "c1", "d1"), *confirmed)
    assert isinstance(state.stage, Playing)
    assert GAME.view(state, None).playing.pyramids == state.stage.pyramids


@pytest.mark.parametrize(
    ("text", "own", "others"),
    [
        ("place 0 h", "place 0 h", None),
        ("undo 0", "undo 0", None),
        ("clear", "clear", None),
        ("auto", "auto", None),
        ("confirm", "confirm", "confirm"),
        ("play h5", "play h5", "play h5"),
        ("draw", "draw", "draw"),
        ("remove 7", "remove 7", "remove 7"),
        ("keep left", "keep left", "keep left"),
    ],
)
def test_B12_a_move_has_one_text_for_its_seat_and_one_for_others(text, own, others):
    state, move = building("h1", "c1", "d1"), GAME.parse(text)
    assert [GAME.seen(state, 1, move, viewer) for viewer in (1, 0, None)] == [own, others, others]


def test_B12_others_see_only_the_seat_of_a_draw():
    state, move = scene("h1", "c1", "d1"), GAME.parse("card 1 h5")
    seen = [GAME.seen(state, CHANCE, move, viewer) for viewer in (1, 0, None)]
    assert seen == ["card 1 h5", "card 1", "card 1"]


def test_B12_others_see_only_the_seat_of_a_deal():
    text = "deal 1 c1 c1 c2 c2 c2 c3 c3 c3 c4 c4 c4 c5"
    state, move = scene("h1", "c1", "d1"), GAME.parse(text)
    seen = [GAME.seen(state, CHANCE, move, viewer) for viewer in (1, 0, None)]
    assert seen == [text, "deal 1", "deal 1"]


def test_B12_the_public_text_of_a_deal_or_a_draw_is_no_legal_move():
    dealing = after(GAME.start(3, {}), "first 0")
    drawing = after(scene("h1", "c1", "d1"), "0 play h1")
    for state, text in ((dealing, "deal 0"), (drawing, "card 0")):
        with pytest.raises(IllegalMove):
            after(state, text)


def test_B12_no_hand_or_pile_is_in_a_repr():
    for state, *_ in walk(3, {}, seed=5):
        text = repr(state) + repr(GAME.view(state, 0)) + repr(GAME.view(state, 1))
        trick = getattr(state.stage, "trick", None)
        public = trick.cards if trick else ()
        assert not [card for card in DECK if f"'{card}'" in text and card not in public]


def test_B12_the_view_during_building_names_no_bucket_in_its_repr():
    state = after(building("h1", "c1", "d1"), "0 place 0 h", "0 place 1 h")
    assert "hh" not in repr(GAME.view(state, 0)) + repr(state)
