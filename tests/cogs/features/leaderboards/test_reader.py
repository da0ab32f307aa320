"""Pages, orders and periods of leaderboards."""

import re
from datetime import UTC, datetime

import pytest

from cogs.features.leaderboards.reader import BOARD_PAGE, BOARD_PAGE_OF_ALL, Sort, sorts_of
from records.entering import PROVISIONAL
from records.values import Period
from tables.clocks import GAME_AGE
from tables.play.seating import Cancel, Leave
from tests.records.rows import put_standings
from tests.records.server import ANNA, BEN, GUILD

DAY = 24 * 3600


async def fill(server, rows, board="ducks"):
    """Enter standings of all time.

    A row has: person, games, wins, sum of places, best score, streak, mu.
    """
    async with server.database.write() as store:
        await put_standings(store, GUILD, board, rows, server.clock.time)


async def order(server, sort, game="ducks"):
    board = await server.leaderboards.page(GUILD, game, Period.ALL, sort, 1, 0)
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
        (Sort.PLACE, [1, 3, 2]),
        (Sort.SCORE, [3, 1, 2]),
        (Sort.STREAK, [2, 3, 1]),
    ],
)
async def test_a_board_is_in_the_order_asked_for(server, sort, expected):
    await fill(server, ROWS)
    assert await order(server, sort) == expected


async def test_one_lucky_game_is_not_the_best_average_place(server):
    await fill(server, [(1, 5, 1, 15, 1, 0, 9.0), (2, 4, 4, 4, 1, 0, 9.0), (3, 1, 1, 1, 1, 0, 9.0)])
    assert await order(server, Sort.PLACE) == [1, 2, 3]


async def test_provisional_ratings_come_last_by_average_place(server):
    await fill(server, [(1, 9, 9, 9, 1, 0, 9.0), (2, 9, 0, 27, 1, 0, 9.0)])
    await server.tamper("UPDATE finishes SET sigma = ? WHERE person_id = 1", PROVISIONAL + 0.1)
    assert await order(server, Sort.PLACE) == [2, 1]


async def test_five_games_of_any_kind_are_enough_for_the_average_place_of_all_games(server):
    await fill(server, [(1, 5, 0, 15, 1, 0, 9.0), (2, 4, 4, 4, 1, 0, 9.0)], "*")
    assert await order(server, Sort.PLACE, None) == [1, 2]


async def test_players_with_too_few_games_rank_behind_the_others(server):
    await fill(server, [(1, 5, 1, 15, 1, 0, 9.0), (2, 1, 1, 1, 1, 0, 9.0), (3, 1, 1, 1, 1, 0, 9.0)])
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.PLACE, 1, 0)
    assert [row.rank for row in board.rows] == [1, 2, 2]


async def test_the_board_of_all_games_has_no_rating_and_is_ordered_by_wins(server):
    await fill(server, ROWS, "*")
    assert await order(server, Sort.RATING, None) == await order(server, Sort.WINS, None)


async def test_players_without_a_rating_come_last(server):
    await fill(server, ROWS)
    await server.tamper("UPDATE finishes SET mu = NULL WHERE person_id = 1")
    assert await order(server, Sort.RATING) == [2, 3, 1]


async def test_equals_share_a_rank_and_the_next_one_is_skipped(server):
    await fill(server, [(1, 5, 2, 5, 1, 0, 9.0), (2, 5, 2, 5, 1, 0, 9.0), (3, 5, 1, 5, 1, 0, 9.0)])
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 0)
    assert [row.rank for row in board.rows] == [1, 1, 3]


MANY = [(number, 36, 36 - number, 72, 1, 0, 20.0) for number in range(1, 36)]


async def test_equals_share_a_rank_across_pages(server):
    await fill(server, [(number, 5, 2, 5, 1, 0, 9.0) for number in range(1, 13)])
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 2, 0)
    assert [row.rank for row in board.rows] == [1, 1]


@pytest.mark.parametrize("sort", list(Sort))
async def test_every_order_has_everybody_once(server, sort):
    await fill(server, MANY)
    pages = [
        await server.leaderboards.page(GUILD, "ducks", Period.ALL, sort, page, 0)
        for page in (1, 2, 3, 4)
    ]
    assert sorted(row.person_id for page in pages for row in page.rows) == list(range(1, 36))


async def test_a_page_has_ten_rows(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 2, 0)
    assert [row.person_id for row in board.rows] == list(range(11, 21))
    assert (board.page, board.pages, board.players) == (2, 4, 35)


async def test_a_page_beyond_the_last_is_the_last(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 99, 0)
    assert (board.page, len(board.rows)) == (4, 5)


@pytest.mark.parametrize("asker", [1, 15, 35])
async def test_the_askers_row_is_there_on_every_page(server, asker):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 2, asker)
    assert (board.own.person_id, board.own.rank) == (asker, asker)
    assert len(board.rows) == 10


@pytest.mark.parametrize("page", [1, 2, 4])
@pytest.mark.parametrize(("asker", "above"), [(1, None), (2, 1), (15, 14), (21, 20), (35, 34)])
async def test_the_row_with_the_next_better_place_is_there_on_every_page(
    server, asker, above, page
):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, page, asker)
    assert (board.above and (board.above.person_id, board.above.rank)) == (above and (above, above))


@pytest.mark.parametrize(("asker", "above"), [(2, None), (3, 2), (12, 2), (13, 12)])
async def test_the_next_better_place_is_not_that_of_an_equal(server, asker, above):
    wins = [5, 5, *[3] * 10, 1]
    rows = [(n, 9, won, 18, 1, 0, 9.0) for n, won in enumerate(wins, 1)]
    await fill(server, rows)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 1, asker)
    assert (board.above and board.above.person_id) == above


async def test_somebody_who_has_not_played_has_no_row(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 999)
    assert board.own is None


async def test_an_empty_board_has_one_page(server):
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, Sort.WINS, 1, 0)
    assert (board.rows, board.page, board.pages) == ((), 1, 1)


async def test_yesterdays_games_are_not_todays(server):
    await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(DAY)
    boards = [
        await server.leaderboards.page(GUILD, "ducks", period, Sort.WINS, 1, 0)
        for period in (Period.TODAY, Period.ALL)
    ]
    assert [board.players for board in boards] == [0, 2]


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("period", "wider", "last"),
    [
        (Period.TODAY, Period.WEEK, at(2026, 5, 5, 23, 59)),
        (Period.WEEK, Period.SEASON, at(2026, 5, 10, 23, 59)),
        (Period.SEASON, Period.ALL, at(2026, 5, 31, 23, 59)),
    ],
)
async def test_a_board_begins_anew_with_its_period(server, period, wider, last):
    server.clock.time = last
    await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(120)
    boards = [
        await server.leaderboards.page(GUILD, "ducks", each, Sort.WINS, 1, 0)
        for each in (period, wider)
    ]
    assert [board.players for board in boards] == [0, 2]


@pytest.mark.parametrize("period", list(Period))
async def test_a_board_says_since_when_it_counts(server, period):
    server.clock.time = at(2026, 5, 20, 15, 30)
    began = {
        Period.TODAY: at(2026, 5, 20),
        Period.WEEK: at(2026, 5, 18),
        Period.SEASON: at(2026, 5, 1),
        Period.ALL: None,
    }
    board = await server.leaderboards.page(GUILD, "ducks", period, Sort.WINS, 1, 0)
    alone = await server.leaderboards.solo_page(GUILD, "pond", period, Sort.SCORE, 1, 0)
    assert (board.since, alone.since) == (began[period],) * 2


async def test_streak_and_best_score_are_of_the_period(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(DAY)
    table = await server.play("ducks", ANNA, BEN)
    board = await server.leaderboards.page(GUILD, "ducks", Period.TODAY, Sort.WINS, 1, ANNA.id)
    won = int(table.seats[0].place == 1)
    assert (board.own.games, board.own.best_score) == (1, table.seats[0].score)
    assert (board.own.wins, board.own.streak) == (won, won)


async def test_a_reset_of_one_board_leaves_the_board_of_all_games_as_it_is(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    await server.play("ducks", ANNA, BEN)
    boards = [
        await server.leaderboards.page(GUILD, key, Period.ALL, Sort.WINS, 1, ANNA.id)
        for key in ("ducks", None)
    ]
    assert [board.own.games for board in boards] == [1, 2]


@pytest.mark.parametrize("game", ["ducks", None])
async def test_direct_messages_have_no_board_of_games_with_others(server, game):
    await server.play("ducks", ANNA, BEN, guild=None)
    board = await server.leaderboards.page(None, game, Period.ALL, Sort.WINS, 1, ANNA.id)
    assert (board.rows, board.players, board.own) == ((), 0, None)


async def test_all_games_count_together(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    board = await server.leaderboards.page(GUILD, None, Period.ALL, Sort.WINS, 1, ANNA.id)
    assert board.own.games == 2


async def test_games_alone_are_not_among_all_games(server):
    await server.play("pond", ANNA)
    board = await server.leaderboards.page(GUILD, None, Period.ALL, Sort.WINS, 1, ANNA.id)
    assert board.own is None


async def test_buck_dice_has_no_best_score(server):
    await server.play("buckdice", ANNA, BEN)
    board = await server.leaderboards.page(GUILD, "buckdice", Period.ALL, Sort.SCORE, 1, ANNA.id)
    assert board.own.best_score is None


def test_no_board_has_an_order_without_a_meaning():
    assert set(Sort) - set(sorts_of("ducks")) == set()
    assert set(Sort) - set(sorts_of("buckdice")) == {Sort.SCORE}
    assert set(Sort) - set(sorts_of(None)) == {Sort.SCORE, Sort.RATING}
    assert sorts_of("pond", alone=True)[0] is Sort.SCORE


async def test_an_order_that_a_board_does_not_have_becomes_its_first_order(server):
    await fill(server, ROWS, "buckdice")
    assert await order(server, Sort.SCORE, "buckdice") == await order(server, Sort.WINS, "buckdice")


@pytest.mark.parametrize(
    ("query", "index"), [(BOARD_PAGE, "finishes_board"), (BOARD_PAGE_OF_ALL, "finishes_all")]
)
@pytest.mark.sqlite
async def test_a_board_reads_only_its_index(server, query, index):
    async with server.database.write() as store:
        parameters = dict.fromkeys(re.findall(r":(\w+)", query.sql), 1)
        plan = await store.raw.fetch(f"EXPLAIN QUERY PLAN {query.sql}", parameters)
    told = [row[3] for row in plan]
    assert any(f"finishes USING COVERING INDEX {index}" in step for step in told), told


async def test_the_board_of_games_alone_has_best_and_average(server):
    tables = [await server.play("pond", ANNA) for _ in range(3)]
    scores = [table.outcome.scores[0] for table in tables]
    board = await server.leaderboards.solo_page(GUILD, "pond", Period.ALL, Sort.SCORE, 1, ANNA.id)
    assert (board.own.best, board.own.average) == (max(scores), sum(scores) / 3)


async def alone(server, person, sort=Sort.PLACE, period=Period.ALL):
    board = await server.leaderboards.solo_page(GUILD, "pond", period, sort, 1, person.id)
    return board.own


async def begun(server, **where):
    """Begin a game alone, and make a move in it."""
    return await server.move(await server.start("pond", ANNA, **where))


async def test_a_game_begun_alone_and_not_finished_counts_as_zero_points(server):
    scores = [(await server.play("pond", ANNA)).outcome.scores[0] for _ in range(3)]
    cancelled = await begun(server)
    await server.tables.do(cancelled.id, Cancel(ANNA))
    left = await begun(server)
    await server.tables.do(left.id, Leave(ANNA))
    await begun(server)
    server.clock.pass_by(GAME_AGE + 1)
    await server.tables.maintenance.expire()
    own = await alone(server, ANNA)
    assert (own.games, own.unfinished, own.best) == (3, 3, max(scores))
    assert own.average == pytest.approx(sum(scores) / 6)
    (told,) = (await server.stats.read(GUILD, ANNA.id)).solo
    assert (told.games, told.unfinished, told.average) == (3, 3, own.average)


async def test_lobbies_games_with_others_and_games_ended_by_others_are_not_unfinished(
    server,
):
    await server.play("pond", ANNA)
    lobby = await server.lobby("pond", ANNA)
    await server.tables.do(lobby.id, Cancel(ANNA))
    with_ben = await server.start("pond", ANNA, BEN)
    await server.tables.do(with_ben.id, Cancel(ANNA, force=True))
    by_ben = await begun(server)
    await server.tables.do(by_ben.id, Cancel(BEN, force=True))
    elsewhere = await begun(server, guild=GUILD + 1)
    await server.tables.do(elsewhere.id, Cancel(ANNA))
    assert (await alone(server, ANNA)).unfinished == 0


async def test_breaking_off_a_bad_game_costs_the_first_place(server):
    for person in (ANNA, BEN):
        await server.play("pond", person)
    await server.tamper("UPDATE finishes SET score = 60 WHERE person_id = ?", ANNA.id)
    await server.tamper("UPDATE finishes SET score = 40 WHERE person_id = ?", BEN.id)
    assert (await alone(server, ANNA)).rank == 1
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    assert (await alone(server, ANNA)).rank == 2


async def test_an_unfinished_game_counts_in_its_period_and_until_a_reset(server):
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    server.clock.pass_by(24 * 3600)
    await server.play("pond", ANNA)
    assert (await alone(server, ANNA, period=Period.TODAY)).unfinished == 0
    assert (await alone(server, ANNA)).unfinished == 1
    await server.reset("pond")
    server.clock.pass_by(1)
    await server.play("pond", ANNA)
    assert (await alone(server, ANNA)).unfinished == 0
    assert (await server.stats.read(GUILD, ANNA.id)).solo[0].unfinished == 0


async def test_a_reset_holds_although_the_clock_is_put_back_after_it(server):
    for _ in range(2):
        await server.play("pond", ANNA)
        table = await begun(server)
        await server.tables.do(table.id, Cancel(ANNA))
        await server.reset("pond")
        server.clock.time -= 3600
    await server.play("pond", ANNA)
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    own = await alone(server, ANNA)
    assert (own.games, own.unfinished) == (1, 1)


async def test_an_unfinished_game_alone_is_in_no_history(server):
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    for person in (None, ANNA.id):
        for game in (None, "pond"):
            history = await server.history.page(GUILD, person, game, 1)
            assert (history.tables, history.entries) == (0, ())
    assert (await server.records.resets.preview(GUILD, "pond")).games == 0


async def test_unfinished_games_in_direct_messages_are_shown_to_their_player(server):
    await server.play("pond", ANNA, guild=None)
    table = await begun(server, guild=None)
    await server.tables.do(table.id, Cancel(ANNA))
    assert (await server.stats.read(None, ANNA.id)).solo[0].unfinished == 1


async def test_unfinished_games_of_a_forgotten_player_are_somebodys(server):
    await server.play("pond", ANNA)
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    await server.records.privacy.forget(ANNA.id)
    board = await server.leaderboards.solo_page(GUILD, "pond", Period.ALL, Sort.PLACE, 1, 0)
    assert [(row.name, row.unfinished) for row in board.rows] == [("Somebody", 1)]


async def test_the_board_of_games_alone_can_be_in_the_order_of_the_average(server):
    await fill(server, [(1, 2, 0, 0, 90, 0, 0.0), (2, 1, 0, 0, 50, 0, 0.0)], "pond/solo")
    board = await server.leaderboards.solo_page(GUILD, "pond", Period.ALL, Sort.PLACE, 1, 0)
    assert [row.person_id for row in board.rows] == [2, 1]


async def test_direct_messages_have_no_board(server):
    await server.play("pond", ANNA, guild=None)
    board = await server.leaderboards.solo_page(None, "pond", Period.ALL, Sort.SCORE, 1, ANNA.id)
    assert board.players == 0
