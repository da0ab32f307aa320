"""Pages, orders and periods of leaderboards."""

import pytest

from annals.model import Period, Sort
from db.annals_keep import KeepStore
from db.annals_rows import PlayerRow, RatingRow, StandingRow
from tests.annals.server import ANNA, BEN, GUILD

DAY = 24 * 3600


async def fill(server, rows, board="ducks"):
    """Standings of all time by hand: person, games, wins, places, best, streak, mu."""
    async with server.database.write() as store:
        shelf = KeepStore(store)
        await shelf.put_standings(
            StandingRow(GUILD, board, "all", p, "", games, wins, places, 10 * games, best, s, s)
            for p, games, wins, places, best, s, _ in rows
        )
        await shelf.put_players(PlayerRow(GUILD, row[0], f"P{row[0]}") for row in rows)
        await shelf.put_ratings(RatingRow(GUILD, board, row[0], row[6], 1.0) for row in rows)


async def order(server, sort, game="ducks"):
    board = await server.annals.leaderboard(GUILD, game, Period.ALL, sort, 1, 0)
    return [row.person_id for row in board.rows]


ROWS = [
    (1, 10, 3, 20, 7, 0, 30.0),
    (2, 4, 4, 4, 6, 4, 25.0),
    (3, 20, 2, 50, 9, 1, 20.0),
]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        (Sort.WINS, [2, 1, 3]),
        (Sort.RATING, [1, 2, 3]),
        (Sort.GAMES, [3, 1, 2]),
        (Sort.PLACE, [2, 1, 3]),
        (Sort.SCORE, [3, 1, 2]),
        (Sort.STREAK, [2, 3, 1]),
    ],
)
async def test_a_board_is_in_the_order_asked_for(server, sort, expected):
    await fill(server, ROWS)
    assert await order(server, sort) == expected


async def test_all_games_have_no_rating_so_that_order_means_wins(server):
    await fill(server, ROWS, "*")
    assert await order(server, Sort.RATING, None) == await order(server, Sort.WINS, None)


async def test_who_has_no_rating_comes_last(server):
    await fill(server, ROWS)
    await server.tamper("DELETE FROM ratings WHERE person_id = 1")
    assert await order(server, Sort.RATING) == [2, 3, 1]


async def test_equals_share_a_rank_and_the_next_one_is_skipped(server):
    await fill(server, [(1, 5, 2, 5, 1, 0, 9.0), (2, 5, 2, 5, 1, 0, 9.0), (3, 5, 1, 5, 1, 0, 9.0)])
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 0)
    assert [row.rank for row in board.rows] == [1, 1, 3]


MANY = [(number, 100, 100 - number, 200, 1, 0, 20.0) for number in range(1, 36)]


async def test_a_page_has_ten_rows(server):
    await fill(server, MANY)
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 2, 0)
    assert [row.person_id for row in board.rows] == list(range(11, 21))
    assert (board.page, board.pages, board.players) == (2, 4, 35)


async def test_a_page_beyond_the_last_is_the_last(server):
    await fill(server, MANY)
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 99, 0)
    assert (board.page, len(board.rows)) == (4, 5)


@pytest.mark.parametrize("asker", [1, 15, 35])
async def test_the_askers_row_is_there_on_every_page(server, asker):
    await fill(server, MANY)
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 2, asker)
    assert (board.own.person_id, board.own.rank) == (asker, asker)
    assert len(board.rows) == 10


async def test_who_has_not_played_has_no_row(server):
    await fill(server, MANY)
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 999)
    assert board.own is None


async def test_an_empty_board_has_one_page(server):
    board = await server.annals.leaderboard(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 0)
    assert (board.rows, board.page, board.pages) == ((), 1, 1)


async def test_yesterdays_games_are_not_todays(server):
    await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(DAY)
    boards = [
        await server.annals.leaderboard(GUILD, "ducks", period, Sort.WINS, 1, 0)
        for period in (Period.TODAY, Period.ALL)
    ]
    assert [board.players for board in boards] == [0, 2]


async def test_all_games_count_together(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    board = await server.annals.leaderboard(GUILD, None, Period.ALL, Sort.WINS, 1, ANNA.id)
    assert board.own.games == 2


async def test_games_alone_are_not_among_all_games(server):
    await server.play("pond", ANNA)
    board = await server.annals.leaderboard(GUILD, None, Period.ALL, Sort.WINS, 1, ANNA.id)
    assert board.own is None


async def test_buck_dice_has_no_best_score(server):
    await server.play("buckdice", ANNA, BEN)
    board = await server.annals.leaderboard(GUILD, "buckdice", Period.ALL, Sort.SCORE, 1, ANNA.id)
    assert board.own.best_score is None


async def test_the_board_of_games_alone_has_best_and_average(server):
    tables = [await server.play("pond", ANNA) for _ in range(3)]
    scores = [table.outcome.scores[0] for table in tables]
    board = await server.annals.solo_board(GUILD, "pond", Period.ALL, Sort.SCORE, 1, ANNA.id)
    assert (board.own.best, board.own.average) == (max(scores), sum(scores) / 3)


async def test_the_board_of_games_alone_can_be_in_the_order_of_the_average(server):
    await fill(server, [(1, 2, 0, 0, 90, 0, 0.0), (2, 1, 0, 0, 50, 0, 0.0)], "pond/solo")
    await server.tamper("UPDATE standings SET scores = 80 WHERE person_id = 1")
    await server.tamper("UPDATE standings SET scores = 50 WHERE person_id = 2")
    board = await server.annals.solo_board(GUILD, "pond", Period.ALL, Sort.PLACE, 1, 0)
    assert [row.person_id for row in board.rows] == [2, 1]
