"""What counts as which place, and which days make a bucket."""

from datetime import UTC, datetime

import pytest

from records.facts.standings import Finisher, add_game, rank_finishers
from records.model.boards import Period
from records.model.scopes import bucket_of


def finishers(*seats):
    return [Finisher(i, "", place, 0, left) for i, (place, left) in enumerate(seats)]


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


def test_places_are_the_games_where_nobody_left():
    assert rank_finishers(finishers((2, False), (1, False), (2, False))) == (2, 1, 2)


def test_who_left_is_last_even_where_the_caretaker_won():
    assert rank_finishers(finishers((1, True), (2, False), (3, False))) == (3, 1, 2)


def test_all_who_left_share_the_last_place():
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
def test_the_bucket_of_a_time(period, key):
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


def played(*games):
    """All rows after games: when, place, score."""
    rows = {}
    for when, place, score in games:
        for row in add_game(rows, (1, "ducks", 7), when, place, score):
            rows[row.period] = row
    return rows


def test_a_new_day_begins_at_nothing():
    rows = played((at(2026, 5, 1), 1, 9), (at(2026, 5, 2), 3, 4))
    assert (rows["day"].games, rows["day"].wins, rows["2026-05"].games) == (1, 0, 2)


def test_a_season_keeps_its_standing_when_the_next_one_begins():
    rows = played((at(2026, 5, 31), 1, 9), (at(2026, 6, 1), 3, 4), (at(2026, 6, 2), 1, 4))
    assert [(rows[key].games, rows[key].wins) for key in ("2026-05", "2026-06")] == [(1, 1), (2, 1)]
    assert sorted(rows) == ["2026-05", "2026-06", "all", "day", "week"]


def test_a_streak_ends_with_the_first_game_not_won():
    rows = played(*[(at(2026, 5, 1), place, 1) for place in (1, 1, 1, 2, 1)])
    assert (rows["all"].streak, rows["all"].longest) == (1, 3)


def test_the_best_score_may_be_negative():
    rows = played((at(2026, 5, 1), 1, -5), (at(2026, 5, 1), 1, -2))
    assert rows["all"].best == -2


def test_alone_there_are_no_wins_and_no_streaks():
    rows = {}
    for row in add_game(rows, (1, "pond/solo", 7), at(2026, 5, 1), 1, 70):
        rows[row.period] = row
    (row,) = [
        r for r in add_game(rows, (1, "pond/solo", 7), at(2026, 5, 1), 1, 80) if r.bucket == ""
    ]
    assert (row.games, row.wins, row.streak, row.longest, row.best) == (2, 0, 0, 0, 80)


def test_a_clock_that_is_put_back_does_not_open_a_day_that_is_over():
    rows = played((at(2026, 5, 2), 1, 1), (at(2026, 5, 1), 1, 1))
    assert (rows["day"].bucket, rows["day"].games, rows["all"].games) == ("2026-05-02", 1, 2)
