"""The place that counts for each player, and the period to which a time belongs."""

from datetime import UTC, datetime

import pytest

from records.entering import Participant, rank_finishers
from records.values import Period, bucket_of


def finishers(*seats):
    return [Participant(i, "", place, 0, left) for i, (place, left) in enumerate(seats)]


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


def test_without_departures_the_places_are_those_of_the_game():
    assert rank_finishers(finishers((2, False), (1, False), (2, False))) == (2, 1, 2)


def test_a_player_who_left_is_last_even_if_the_caretaker_won():
    assert rank_finishers(finishers((1, True), (2, False), (3, False))) == (3, 1, 2)


def test_all_players_who_left_share_the_last_place():
    assert rank_finishers(finishers((1, True), (2, False), (3, True), (4, False))) == (3, 1, 3, 2)


@pytest.mark.parametrize(
    ("period", "key"),
    [
        (Period.TODAY, "2026-01-01"),
        (Period.WEEK, "2026-W01"),
        (Period.SEASON, "2026-01"),
        (Period.ALL, ""),
    ],
)
def test_a_time_has_one_key_in_each_period(period, key):
    assert bucket_of(period, at(2026, 1, 1)) == key


def test_a_week_belongs_to_the_year_of_its_thursday():
    assert bucket_of(Period.WEEK, at(2027, 1, 3)) == "2026-W53"


def test_a_day_ends_at_midnight_utc():
    assert bucket_of(Period.TODAY, at(2026, 3, 31, 23, 59)) != bucket_of(
        Period.TODAY, at(2026, 4, 1)
    )


def test_a_season_is_a_month():
    days = [at(2026, 2, 28, 23, 59), at(2026, 3, 1), at(2026, 3, 31, 23, 59), at(2026, 4, 1)]
    assert [bucket_of(Period.SEASON, day) for day in days] == [
        "2026-02", "2026-03", "2026-03", "2026-04",
    ]  # fmt: skip
