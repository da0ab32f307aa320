"""Seasons: the order of players, the winners, and one announcement where an admin wants it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.features.seasons.firsts import TRIED_FOR, Seasons, find_season
from records.service import Records
from records.values import STEADY, GuildSettings, Period
from tables.model.table import COMPUTER_IDS
from tests.records.rows import put_standings
from tests.records.server import ANNA, BEN, CLEO, DORA, GUILD

DUCK = COMPUTER_IDS[0]
MAY, JUNE = "2026-05", "2026-06"


def at(*when):
    return datetime(*when, tzinfo=UTC).timestamp()


SECOND = at(2026, 6, 2, 2)
"""The moment when May's winners are announced."""


@pytest.fixture
def clock(clock):
    clock.time = SECOND
    return clock


async def fill(server, *rows, board="ducks", season=MAY):
    """Enter standings of a season.

    A row has: person, games, wins, sum of places, best score.
    """
    when = at(2026, 5, 20) if season == MAY else at(2026, 6, 1, 12)
    async with server.database.write() as store:
        await put_standings(store, GUILD, board, [(*row, 0, 25.0) for row in rows], when)


async def firsts(server, board="ducks", season=MAY):
    """Return the winners of a season on a board, each with the place."""
    found = await server.seasons.firsts(GUILD, season)
    return [(first.name, first.place) for first in found if first.board == board]


async def ranks(server, board="ducks"):
    """Return everybody's place on a board of the present season."""
    boards = server.leaderboards
    if board == "pond/solo":
        page = await boards.solo_page(GUILD, "pond", Period.SEASON, 1, 0)
    else:
        page = await boards.page(GUILD, board, Period.SEASON, 1, 0)
    return [(row.name, row.rank) for row in page.rows]


# the order

ROWS = [
    (1, 9, 3, 18, 10), (2, 9, 4, 30, 20), (3, 6, 3, 11, 30), (4, 4, 4, 4, 40), (5, 12, 3, 22, 50),
]  # fmt: skip


async def test_a_season_is_ordered_by_wins_and_equals_share(server):
    await fill(server, *ROWS, season=JUNE)
    assert await ranks(server) == [("P4", 1), ("P2", 1), ("P3", 3), ("P1", 3), ("P5", 3)]


async def test_games_alone_are_ordered_by_the_best_score_of_the_season(server):
    rows = [(1, 5, 0, 5, 70), (2, 9, 0, 9, 80), (3, 4, 0, 4, 99)]
    await fill(server, *rows, board="pond/solo", season=JUNE)
    assert await ranks(server, "pond/solo") == [("P3", 1), ("P2", 2), ("P1", 3)]


# the winners


async def test_the_first_three_of_a_season_are_announced_and_equals_share_a_place(server):
    await fill(server, *ROWS)
    assert await firsts(server) == [("P2", 1), ("P1", 2), ("P3", 2), ("P5", 2)]


async def test_a_board_is_announced_if_three_people_have_five_games(server):
    await fill(server, (1, 9, 3, 18, 10), (2, 9, 4, 30, 20), (4, STEADY - 1, 4, 4, 40))
    assert await firsts(server) == []
    await fill(server, (4, STEADY, 4, 5, 40))
    assert await firsts(server) == [("P2", 1), ("P4", 1), ("P1", 3)]


async def test_ducks_have_no_place_and_only_the_best_person_beside_them_is_announced(server):
    rows = [(DUCK, 9, 9, 9, 9), (1, 9, 3, 18, 9), (2, 9, 2, 18, 9)]
    await fill(server, *rows, board="ducks/computers")
    assert await firsts(server, "ducks/computers") == []
    await fill(server, (3, 9, 1, 18, 9), board="ducks/computers")
    assert await firsts(server, "ducks/computers") == [("P1", 1)]


async def test_for_games_alone_the_best_score_is_announced(server):
    rows = [(1, 5, 0, 5, 70), (2, 9, 0, 9, 80), (3, 6, 0, 6, 80), (4, 9, 0, 9, 10)]
    await fill(server, *rows, board="pond/solo")
    assert await firsts(server, "pond/solo") == [("P2", 1), ("P3", 1)]


@pytest.mark.parametrize("board", ["pond/solo", "pond/computers"])
async def test_games_with_hints_are_no_part_of_a_season(server, board):
    rows = [(1, 5, 1, 9, 70), (2, 9, 3, 15, 80), (3, 6, 1, 11, 80), (4, 9, 9, 9, 99)]
    await fill(server, *rows, board=board)
    await server.tamper("UPDATE finishes SET hinted = TRUE WHERE person_id = 4")
    assert {name for name, _ in await firsts(server, board)} <= {"P2", "P3"}
    await server.tamper("UPDATE finishes SET hinted = TRUE WHERE person_id = 3")
    assert await firsts(server, board) == []


async def test_the_board_of_all_games_is_not_announced(server):
    await fill(server, *ROWS, board="*")
    assert await firsts(server, "*") == []


async def play_two_seasons(server):
    """Play five games of three people in May, and a game of one of them in June."""
    server.clock.time = at(2026, 5, 31, 12)
    for _ in range(STEADY):
        await server.play("trophy", ANNA, BEN, CLEO)
    server.clock.time = at(2026, 6, 1, 12)
    await server.play("trophy", ANNA, DORA)
    server.clock.time = SECOND


async def test_games_of_the_new_season_do_not_change_the_last_season(server):
    await play_two_seasons(server)
    first = await firsts(server, "trophy")
    assert {name for name, _ in first} == {"Anna", "Ben", "Cleo"}
    await server.play("trophy", ANNA, BEN, CLEO)
    assert await firsts(server, "trophy") == first


async def test_a_forgotten_winner_is_announced_without_a_name(server):
    await play_two_seasons(server)
    before = await firsts(server, "trophy")
    await server.records.privacy.forget(ANNA.id)
    after = await firsts(server, "trophy")
    assert sorted(after, key=lambda each: each[1])[0][1] == 1
    assert {name for name, _ in after} == {"", "Ben", "Cleo"}
    assert sorted(place for _, place in after) == sorted(place for _, place in before)


async def test_a_reset_removes_the_winners_of_its_board(server):
    await play_two_seasons(server)
    await server.reset("ducks")
    assert await firsts(server, "trophy")
    await server.reset("trophy")
    assert await firsts(server, "trophy") == []
    assert await server.differences() == ()


async def test_nothing_is_announced_on_a_server_whose_data_is_being_deleted(server):
    await fill(server, *ROWS)
    await server.tamper("INSERT INTO departures VALUES (?, 0, 1)", GUILD)
    assert await firsts(server) == []


# when a season is announced


@pytest.mark.parametrize(
    ("when", "season"),
    [
        ((2026, 6, 2, 1, 59, 59), None),
        ((2026, 6, 2, 2), MAY),
        ((2026, 6, 4, 1, 59, 59), MAY),
        ((2026, 6, 4, 2), None),
        ((2026, 1, 2, 2), "2025-12"),
    ],
)
def test_a_season_is_announced_from_the_2nd_at_2_for_two_days(when, season):
    assert find_season(at(*when)) == season


async def name(server, channel, guild=GUILD):
    """Name the channel for announcements, as an admin does."""
    await server.seasons.choose(guild, channel)


async def due(server):
    return await server.seasons.find_due()


async def test_a_season_is_due_where_an_admin_has_named_a_channel(server):
    await name(server, 5)
    await name(server, None, guild=GUILD + 1)
    assert await due(server) == (MAY, {GUILD: 5})
    server.clock.time = at(2026, 6, 4, 2)
    assert await due(server) == ("", {})
    server.clock.time = at(2026, 7, 3)
    assert await due(server) == (JUNE, {GUILD: 5})


async def test_an_announced_season_is_not_due_again_even_in_another_channel(server):
    await name(server, 5)
    await server.seasons.note(GUILD, MAY)
    await server.seasons.note(GUILD, MAY, ended=True)
    await name(server, 6)
    assert await due(server) == (MAY, {})
    server.clock.time = at(2026, 7, 2, 2)
    assert await due(server) == (JUNE, {GUILD: 6})


async def test_the_time_for_retries_runs_from_the_first_try_of_any_worker(
    server,
):
    await name(server, 5)
    other = Seasons(Records(server.database, (), server.clock).shared)
    assert await due(server) == await other.find_due() == (MAY, {GUILD: 5})
    await server.seasons.note(GUILD, MAY)
    server.clock.pass_by(TRIED_FOR)
    await other.note(GUILD, MAY)  # as after a kill: the time still runs from the first try
    assert await due(server) == (MAY, {GUILD: 5})
    server.clock.pass_by(1)
    assert await due(server) == await other.find_due() == (MAY, {})


async def test_a_season_whose_announcement_discord_refused_stays_due_for_two_days(server):
    await name(server, 5)
    await server.seasons.note(GUILD, MAY)
    await server.seasons.note(GUILD, "", ended=True)
    server.clock.pass_by(TRIED_FOR + 1)
    assert await due(server) == (MAY, {GUILD: 5})
    server.clock.time = at(2026, 6, 4, 2)
    assert await due(server) == ("", {})


async def test_a_season_announced_by_one_worker_is_not_due_for_another(server):
    await name(server, 5)
    other = Seasons(Records(server.database, (), server.clock).shared)
    await other.note(GUILD, MAY)
    await other.note(GUILD, MAY, ended=True)
    assert await due(server) == (MAY, {})


async def test_a_change_of_other_settings_does_not_make_a_season_due_again(server):
    await name(server, 5)
    assert await server.seasons.channel(GUILD) == 5
    await server.seasons.note(GUILD, MAY)
    await server.seasons.note(GUILD, MAY, ended=True)
    await server.records.settings.write(GUILD, GuildSettings(channels=(3,)))
    assert await due(server) == (MAY, {})


async def test_the_channel_is_deleted_with_the_data_of_its_server(server):
    await name(server, 5)
    await server.records.guilds.mark_left(GUILD)
    server.clock.time = at(2026, 9, 2, 2)
    assert await server.records.guilds.purge() == (GUILD,)
    assert await due(server) == ("2026-08", {})
