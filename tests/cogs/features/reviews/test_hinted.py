"""A game with a hint: it counts for level, album and history, but on no leaderboard."""

from __future__ import annotations

import pytest

from cogs.features.reviews.regrets import NoteHint
from players.core import Level
from records.values import Period, mixed_board
from tables.model.errors import StaleClick
from tables.model.table import COMPUTER_IDS, Status
from tables.play.seating import Start
from tests.records.server import ANNA, CHANNEL, GUILD


async def play(server, *levels, game="pond", hinted=True):
    """Play a whole game of a person, alone or with computers of these levels."""
    tables = server.tables
    table = await tables.lobbies.open(game, {}, GUILD, CHANNEL, ANNA, 1, computers=levels)
    table = await tables.do(table.id, Start(ANNA, 3))
    if hinted:
        await tables.do(table.id, NoteHint(ANNA, table.seq))
        table = await tables.lookup.get(table.id)
    while table.status is Status.PLAYING:
        if table.thinking is None:
            table = await server.move(table)
        else:
            question = await tables.thinking.ask(table.id)
            table = await tables.thinking.make(question, await tables.thinking.choose(question))
    return table


async def on_boards(server, game="pond"):
    """Return the numbers of people on the boards of games alone and with ducks."""
    alone = await server.leaderboards.solo_page(GUILD, game, Period.ALL, 1, ANNA.id)
    ducks = await server.leaderboards.page(GUILD, game, Period.ALL, 1, ANNA.id, mixed=True)
    return alone.players, ducks.players


@pytest.mark.parametrize("levels", [(), (Level.EASY,)], ids=["alone", "with a duck"])
async def test_it_is_on_no_leaderboard_but_in_level_results_and_history(server, levels):
    table = await play(server, *levels)
    assert await on_boards(server) == (0, 0)
    summary = await server.stats.summary(GUILD, ANNA.id)
    assert (summary.played[0].games, summary.played[0].level) == (1, 1)
    assert summary.latest[0].score == table.seats[0].score
    listed = await server.history.page(GUILD, None, None, 1)
    assert [entry.table_id for entry in listed.entries] == [table.id]


async def test_it_counts_for_the_album(server):
    for hinted in (True, False, True):
        await play(server, hinted=hinted)
    near = {each.goal.key: each.done for each in (await server.stats.summary(GUILD, ANNA.id)).near}
    assert near["pond.some"] == 3


@pytest.mark.parametrize("levels", [(), (Level.EASY,)], ids=["alone", "with a duck"])
async def test_the_leaderboards_count_the_games_without_hints(server, levels):
    await play(server, *levels, hinted=False)
    before = await on_boards(server)
    rows = await rated(server)
    for _ in range(3):
        await play(server, *levels)
    assert await on_boards(server) == before
    assert await rated(server) == rows
    await play(server, *levels, hinted=False)
    assert (await rated(server) != rows) is bool(levels)
    board = (
        await server.leaderboards.page(GUILD, "pond", Period.ALL, 1, ANNA.id, mixed=True)
        if levels
        else await server.leaderboards.solo_page(GUILD, "pond", Period.ALL, 1, ANNA.id)
    )
    assert board.own.games == 2


async def rated(server):
    """Return the ratings on the board of games with ducks."""
    found = await server.standings(mixed_board("pond"))
    return {person: (row.mu, row.sigma) for person, row in found.items()}


async def test_a_best_score_and_a_server_record_need_a_game_without_hints(server):
    for _ in range(2):
        await play(server)
    alone = (await server.stats.read(GUILD, ANNA.id)).solo[0]
    assert (alone.games, alone.best) == (2, None)
    assert (await server.stats.read(GUILD, ANNA.id)).records == ()
    await server.tamper("UPDATE finishes SET score = 1000")
    score = (await play(server, hinted=False)).seats[0].score
    stats = await server.stats.read(GUILD, ANNA.id)
    assert stats.solo[0].best == score
    assert [record.value for record in stats.records] == [score]


async def test_the_ducks_of_the_game_win_nothing_either(server):
    await play(server, Level.EASY, game="buckdice")
    assert await on_boards(server, "buckdice") == (0, 0)
    assert set(await server.standings(mixed_board("buckdice"))) & set(COMPUTER_IDS)


async def test_the_records_equal_the_logs(server):
    await play(server)
    await play(server, Level.EASY)
    assert await server.differences() == ()


async def test_a_hint_that_comes_after_a_move_marks_no_game(server):
    table = await server.tables.lobbies.open("pond", {}, GUILD, CHANNEL, ANNA, 1)
    asked = await server.tables.do(table.id, Start(ANNA, 3))
    await server.move(asked)
    with pytest.raises(StaleClick):
        await server.tables.do(table.id, NoteHint(ANNA, asked.seq))
    assert not (await server.tables.lookup.get(table.id)).seats[0].hinted
