"""Ratings: who gains, who loses, and when a rating is certain."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import entering
from records.entering import CAUTION, NEWCOMER, rate

ROUNDING = 1e-9

SKILLS = st.tuples(st.floats(0, 50), st.floats(0.5, 9))
GAMES = st.integers(2, 8).flatmap(
    lambda seats: st.tuples(
        st.lists(SKILLS, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def patterns(players):
    """Yield every list of places that this many players can get, ties included, best first."""
    for steps in product((0, 1), repeat=players - 1):
        yield [1 + sum(steps[:seat]) for seat in range(players)]


def numbers(skills, places):
    """Return the numbers by which boards are sorted, as they are after a game."""
    return [mu - CAUTION * sigma for mu, sigma in rate(skills, places)]


def test_a_newcomer_is_shown_as_1000():
    assert entering.display_rating(NEWCOMER) == 1000


def test_the_better_place_gains_what_the_worse_one_loses():
    (first, _), (second, _) = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert first > NEWCOMER[0] > second


def test_equals_who_share_a_place_stay_equal():
    first, second = rate([NEWCOMER, NEWCOMER], [1, 1])
    assert first == second


@pytest.mark.parametrize("players", range(2, 9))
def test_a_better_place_gains_a_newcomer_more_and_an_equal_place_the_same(players):
    for places in patterns(players):
        after = numbers([NEWCOMER] * players, places)
        for one, other in combinations(range(players), 2):
            if places[one] == places[other]:
                assert after[one] == pytest.approx(after[other], abs=ROUNDING)
            else:
                assert after[one] > after[other] + 0.1


@given(GAMES, st.data())
def test_a_better_place_never_lowers_ones_rating_or_raises_anothers(game, data):
    """This holds for any players and any places of the others."""
    skills, places = game
    seat = data.draw(st.integers(0, len(places) - 1))
    better = [*places]
    better[seat] = data.draw(st.integers(0, places[seat]))
    before, after = numbers(skills, places), numbers(skills, better)
    for other in range(len(places)):
        gained = after[other] - before[other]
        assert gained >= -ROUNDING if other == seat else gained <= ROUNDING


@given(GAMES, SKILLS)
def test_the_better_place_gains_more_among_equals_in_any_field(game, skill):
    skills, places = game
    after = numbers([skill, skill, *skills[2:]], places)
    if places[0] == places[1]:
        assert after[0] == pytest.approx(after[1], abs=ROUNDING)
    else:
        better = 0 if places[0] < places[1] else 1
        assert after[better] >= after[1 - better] - ROUNDING


@given(GAMES)
def test_the_order_of_players_changes_no_rating(game):
    skills, places = game
    turned = rate(skills[::-1], places[::-1])[::-1]
    for one, other in zip(rate(skills, places), turned, strict=True):
        assert one == pytest.approx(other, abs=ROUNDING)


def test_only_the_order_of_places_counts():
    assert rate([NEWCOMER] * 3, [1, 2, 3]) == rate([NEWCOMER] * 3, [2, 5, 9])


def test_beating_a_stronger_player_gains_more():
    strong, weak = (30.0, 4.0), (20.0, 4.0)
    gains = [rate([(25.0, 4.0), other], [1, 2])[0][0] for other in (strong, weak)]
    assert gains[0] > gains[1]


@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_rating_is_certain_after_nine_games_however_many_play(players):
    skills, games = [NEWCOMER] * players, 0
    while entering.is_provisional(skills[0]):
        games += 1
        skills = rate(skills, [1 + (seat + games) % players for seat in range(players)])
    assert games == 9


def test_the_displayed_number_lies_three_sigma_below_the_mean():
    assert entering.display_rating((25.0, 2.0)) == 1000 + 25 * 25 - entering.display_spread(
        (25.0, 2.0)
    )
