"""Ratings: who gains, who loses, and when one is certain."""

from records import ratings
from records.ratings import NEWCOMER, rate


def test_a_newcomer_is_shown_as_1000():
    assert ratings.display_rating(NEWCOMER) == 1000


def test_the_better_place_gains_what_the_worse_one_loses():
    (first, _), (second, _) = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert first > NEWCOMER[0] > second


def test_equals_who_share_a_place_stay_equal():
    first, second = rate([NEWCOMER, NEWCOMER], [1, 1])
    assert first == second


def test_only_the_order_of_places_counts():
    assert rate([NEWCOMER] * 3, [1, 2, 3]) == rate([NEWCOMER] * 3, [2, 5, 9])


def test_beating_the_stronger_gains_more():
    strong, weak = (30.0, 4.0), (20.0, 4.0)
    gains = [rate([(25.0, 4.0), other], [1, 2])[0][0] for other in (strong, weak)]
    assert gains[0] > gains[1]


def test_a_rating_of_two_players_is_certain_after_nine_games():
    skills, games = [NEWCOMER, NEWCOMER], 0
    while ratings.is_provisional(skills[0]):
        games += 1
        skills = rate(skills, [1, 2] if games % 2 else [2, 1])
    assert games == 9


def test_what_is_shown_lies_three_sigma_below_the_mean():
    assert ratings.display_rating((25.0, 2.0)) == 1000 + 25 * 25 - ratings.display_spread(
        (25.0, 2.0)
    )
