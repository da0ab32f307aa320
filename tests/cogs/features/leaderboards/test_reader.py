"""Pages, order and periods of leaderboards."""

import re
from datetime import UTC, datetime

import pytest

from cogs.features.leaderboards.reader import BOARD_PAGE, BOARD_PAGE_OF_ALL, SOLO_PAGE
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


ROWS = [
    (1, 10, 3, 20, 7, 0, 30.0),
    (2, 4, 4, 4, 6, 4, 25.0),
    (3, 20, 2, 50, 9, 1, 20.0),
]


@pytest.mark.parametrize("game", ["ducks", "ducks/computers", "*"])
async def test_boards_of_games_with_others_are_ordered_by_wins(server, game):
    await fill(server, ROWS, game)
    key = None if game == "*" else "ducks"
    board = await server.leaderboards.page(
        GUILD, key, Period.ALL, 1, 0, mixed=game.endswith("computers")
    )
    assert [(row.person_id, row.wins) for row in board.rows] == [(2, 4), (1, 3), (3, 2)]
    assert [row.rating is None for row in board.rows] == [game == "*"] * 3


@pytest.mark.parametrize("period", [Period.SEASON, Period.ALL])
async def test_games_alone_are_ordered_by_the_best_score(server, period):
    await fill(server, [(1, 9, 0, 9, 70, 0, 0.0), (2, 1, 0, 1, 80, 0, 0.0)], "pond/solo")
    board = await server.leaderboards.solo_page(GUILD, "pond", period, 1, 0)
    assert [(row.person_id, row.best) for row in board.rows] == [(2, 80), (1, 70)]


async def test_a_player_without_a_rating_is_listed(server):
    await fill(server, ROWS)
    await server.tamper("UPDATE finishes SET mu = NULL WHERE person_id = 1")
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 1, 0)
    assert [(row.person_id, row.rating is None) for row in board.rows] == [
        (2, False), (1, True), (3, False),
    ]  # fmt: skip


async def test_everybody_is_listed_once(server):
    await fill(server, MANY)
    pages = [
        await server.leaderboards.page(GUILD, "ducks", Period.ALL, page, 0) for page in (1, 2, 3, 4)
    ]
    assert sorted(row.person_id for page in pages for row in page.rows) == list(range(1, 36))


async def test_equals_share_a_rank_and_the_next_one_is_skipped(server):
    await fill(server, [(1, 5, 2, 5, 1, 0, 9.0), (2, 5, 2, 5, 1, 0, 9.0), (3, 5, 1, 5, 1, 0, 9.0)])
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 1, 0)
    assert [row.rank for row in board.rows] == [1, 1, 3]


MANY = [(number, 36, 36 - number, 72, 1, 0, 20.0) for number in range(1, 36)]


async def test_equals_share_a_rank_across_pages(server):
    await fill(server, [(number, 5, 2, 5, 1, 0, 9.0) for number in range(1, 13)])
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 2, 0)
    assert [row.rank for row in board.rows] == [1, 1]


async def test_a_page_has_ten_rows(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 2, 0)
    assert [row.person_id for row in board.rows] == list(range(11, 21))
    assert (board.page, board.pages, board.players) == (2, 4, 35)


async def test_a_page_beyond_the_last_is_the_last(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 99, 0)
    assert (board.page, len(board.rows)) == (4, 5)


@pytest.mark.parametrize("asker", [1, 15, 35])
async def test_the_askers_row_is_there_on_every_page(server, asker):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 2, asker)
    assert (board.own.person_id, board.own.rank) == (asker, asker)
    assert len(board.rows) == 10


@pytest.mark.parametrize("page", [1, 2, 4])
@pytest.mark.parametrize(("asker", "above"), [(1, None), (2, 1), (15, 14), (21, 20), (35, 34)])
async def test_the_row_with_the_next_better_place_is_there_on_every_page(
    server, asker, above, page
):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, page, asker)
    assert (board.above and (board.above.person_id, board.above.rank)) == (above and (above, above))


@pytest.mark.parametrize(("asker", "above"), [(2, None), (3, 2), (12, 2), (13, 12)])
async def test_the_next_better_place_is_not_that_of_an_equal(server, asker, above):
    wins = [5, 5, *[3] * 10, 1]
    rows = [(n, 9, won, 18, 1, 0, 9.0) for n, won in enumerate(wins, 1)]
    await fill(server, rows)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 1, asker)
    assert (board.above and board.above.person_id) == above


async def test_somebody_who_has_not_played_has_no_row(server):
    await fill(server, MANY)
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 1, 999)
    assert board.own is None


async def test_an_empty_board_has_one_page(server):
    board = await server.leaderboards.page(GUILD, "ducks", Period.ALL, 1, 0)
    assert (board.rows, board.page, board.pages) == ((), 1, 1)


async def test_yesterdays_games_are_not_todays(server):
    await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(DAY)
    boards = [
        await server.leaderboards.page(GUILD, "ducks", period, 1, 0)
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
        await server.leaderboards.page(GUILD, "ducks", each, 1, 0) for each in (period, wider)
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
    board = await server.leaderboards.page(GUILD, "ducks", period, 1, 0)
    alone = await server.leaderboards.solo_page(GUILD, "pond", period, 1, 0)
    assert (board.since, alone.since) == (began[period],) * 2


async def test_only_games_of_the_period_count(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN)
    server.clock.pass_by(DAY)
    table = await server.play("ducks", ANNA, BEN)
    board = await server.leaderboards.page(GUILD, "ducks", Period.TODAY, 1, ANNA.id)
    won = int(table.seats[0].place == 1)
    assert (board.own.games, board.own.wins) == (1, won)


async def test_a_reset_of_one_board_leaves_the_board_of_all_games_as_it_is(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    await server.play("ducks", ANNA, BEN)
    boards = [
        await server.leaderboards.page(GUILD, key, Period.ALL, 1, ANNA.id)
        for key in ("ducks", None)
    ]
    assert [board.own.games for board in boards] == [1, 2]


@pytest.mark.parametrize("game", ["ducks", None])
async def test_direct_messages_have_no_board_of_games_with_others(server, game):
    await server.play("ducks", ANNA, BEN, guild=None)
    board = await server.leaderboards.page(None, game, Period.ALL, 1, ANNA.id)
    assert (board.rows, board.players, board.own) == ((), 0, None)


async def test_all_games_count_together(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    board = await server.leaderboards.page(GUILD, None, Period.ALL, 1, ANNA.id)
    assert board.own.games == 2


async def test_games_alone_are_not_among_all_games(server):
    await server.play("pond", ANNA)
    board = await server.leaderboards.page(GUILD, None, Period.ALL, 1, ANNA.id)
    assert board.own is None


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (BOARD_PAGE, "finishes_board"),
        (BOARD_PAGE_OF_ALL, "finishes_all"),
        (SOLO_PAGE, "finishes_board"),
    ],
)
@pytest.mark.sqlite
async def test_a_board_reads_only_its_index(server, query, index):
    async with server.database.write() as store:
        parameters = dict.fromkeys(re.findall(r":(\w+)", query.sql), 1)
        plan = await store.raw.fetch(f"EXPLAIN QUERY PLAN {query.sql}", parameters)
    told = [row[3] for row in plan]
    assert any(f"finishes USING COVERING INDEX {index}" in step for step in told), told


async def test_the_board_of_games_alone_has_the_best_score(server):
    tables = [await server.play("pond", ANNA) for _ in range(3)]
    scores = [table.outcome.scores[0] for table in tables]
    board = await server.leaderboards.solo_page(GUILD, "pond", Period.ALL, 1, ANNA.id)
    assert (board.own.games, board.own.best) == (3, max(scores))


async def alone(server, person):
    """Return a person's games alone, as the statistics have them; unfinished ones are counted."""
    return (await server.stats.read(GUILD, person.id)).solo[0]


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


async def test_an_unfinished_game_counts_until_a_reset(server):
    table = await begun(server)
    await server.tables.do(table.id, Cancel(ANNA))
    server.clock.pass_by(24 * 3600)
    await server.play("pond", ANNA)
    assert (await alone(server, ANNA)).unfinished == 1
    await server.reset("pond")
    server.clock.pass_by(1)
    await server.play("pond", ANNA)
    assert (await alone(server, ANNA)).unfinished == 0


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


async def test_direct_messages_have_no_board(server):
    await server.play("pond", ANNA, guild=None)
    board = await server.leaderboards.solo_page(None, "pond", Period.ALL, 1, ANNA.id)
    assert board.players == 0
