"""The row that a finished game enters for each seat."""

from records.entering import Participant, enter
from records.values import ResultRow


def played(game, *places):
    """Return the first person's rows after some games, each given as the places of all players."""
    standings, rows = {}, []
    for number, each in enumerate(places, 1):
        people = tuple(Participant(n, f"P{n}", place, 5, 0) for n, place in enumerate(each, 1))
        result = ResultRow(number, number, 77, game, float(number))
        rows.append(enter(result, people, standings)[0])
    return rows


def test_a_streak_ends_with_the_first_game_not_won():
    rows = played("ducks", *[(place, 3 - place) for place in (1, 1, 1, 2, 1)])
    assert [row.streak for row in rows] == [1, 2, 3, 0, 1]
    assert [row.streak_all for row in rows] == [1, 2, 3, 0, 1]


def test_a_game_played_alone_gives_no_win_and_no_rating():
    (row,) = played("pond", (1,))
    assert (row.board, row.streak, row.streak_all, row.mu) == ("pond/solo", 0, None, None)


def test_scores_of_a_game_without_comparable_scores_are_not_kept():
    assert [played(game, (1, 2))[0].score for game in ("ducks", "buckdice")] == [5, None]


def test_a_rating_starts_from_the_previous_one():
    first, second = played("ducks", (1, 2), (1, 2))
    assert 25 < first.mu < second.mu


def test_a_draw_of_all_is_no_win_and_ends_a_streak():
    rows = played("ducks", (1, 2), (1, 1), (1, 1, 1))
    assert [row.streak for row in rows] == [1, 0, 0]


def test_a_shared_first_place_above_somebody_is_a_win():
    (row,) = played("ducks", (1, 1, 3))
    assert row.streak == 1
