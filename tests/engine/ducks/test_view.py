"""The view from which a board is drawn."""

from engine.ducks import Promotion, evaluate
from tests.engine.ducks.innings import DUCKS, ROLLED, begun, goose_egg, hand


def seen(*texts, seats=2, **options):
    return DUCKS.view(begun(seats, *texts, **options), None)


def test_a_promotion_shows_the_bucket_after_it():
    pair = evaluate((5, 5), wild=True)
    assert seen(*ROLLED).promotions[1] == Promotion((5, 5), pair, ends=False, beats=True)


def test_a_promotion_shows_whether_it_ends_the_inning():
    rolls = ("roll", "dice 1 1 1 1 1 boss 5")
    assert [p.ends for p in seen(*rolls).promotions] == [True]


def test_a_promotion_shows_whether_it_beats_the_hand_to_beat():
    view = seen(*hand(5), *ROLLED)
    # A single 5 is identical to the earlier 5; a pair, and a 3 with a duck, are better.
    assert [(p.dice, p.beats) for p in view.promotions] == [
        ((5,), False),
        ((5, 5), True),
        ((2, 3), True),
    ]


def test_the_hand_to_beat_is_the_best_so_far():
    view = seen(*hand(3), *hand(6, 6), *hand(4, 4), seats=4)
    assert (view.best.seat, view.best.hand.dice) == (1, (6, 6))


def test_the_earlier_of_identical_hands_is_the_one_to_beat():
    assert seen(*hand(6, 6), *hand(6, 6), seats=3).best.seat == 0


def test_a_goose_egg_is_no_hand_to_beat():
    view = seen(*goose_egg(), *ROLLED, "promote 5")
    assert (view.best, view.beats) == (None, True)


def test_an_empty_bucket_beats_nothing():
    assert not seen(*goose_egg(), *ROLLED).beats


def test_innings_are_listed_in_the_order_of_play():
    view = seen(*goose_egg(), *hand(4), seats=3)
    assert [(i.seat, i.hand and i.hand.values) for i in view.innings] == [(0, None), (1, (4,))]


def test_a_finished_round_is_listed_by_seat():
    view = seen(*goose_egg(), *hand(4))
    result = view.results[0]
    assert (result.number, result.button, result.points) == (1, 0, (0, 2))
    assert [h and h.dice for h in result.hands] == [None, (4,)]


def test_the_order_begins_with_the_button():
    assert seen(*(goose_egg() * 3), seats=3).order == (1, 2, 0)


def test_the_current_round_is_numbered():
    view = seen(*(goose_egg() * 2))
    assert (view.round, view.rounds) == (2, 2)


def test_the_last_round_stays_the_last_when_the_game_is_over():
    view = seen(*(goose_egg() * 4))
    assert (view.phase, view.round, view.seat, view.totals) == ("over", 2, None, (0, 0))


def test_the_view_shows_the_options():
    view = seen(wild="off", circuits="2", press="bust")
    assert (view.wild, view.circuits, view.press) == (False, 2, "bust")
