"""Games with computers: a board of their own, on which computers are rated, too; nothing else."""

from __future__ import annotations

import json

import pytest

from cogs.features.leaderboards.reader import Sort
from cogs.features.stats.achievements import GOALS, SOME
from players.core import Level
from records.model.boards import Period
from tables.model.table import COMPUTER_IDS, Status
from tables.play.computers import COMPUTERS
from tables.play.seating import Join, Start
from tests.records.server import ANNA, BEN, CHANNEL, GUILD


async def play(server, game, *levels, people=(ANNA,)):
    """A whole game of people with computers of these levels."""
    tables = server.tables
    table = await tables.lobbies.open(game, {}, GUILD, CHANNEL, people[0], 1, computers=levels)
    for person in people[1:]:
        table = await tables.do(table.id, Join(person, 2))
    table = await tables.do(table.id, Start(people[0], 3))
    while table.status is Status.PLAYING:
        if table.thinking is None:
            table = await server.move(table)
        else:
            question = await tables.thinking.ask(table.id)
            table = await tables.thinking.make(question, await tables.thinking.choose(question))
    return table


async def board(server, game="buckdice", *, mixed=False):
    page = await server.leaderboards.page(
        GUILD, game, Period.ALL, Sort.RATING, 1, ANNA.id, mixed=mixed
    )
    return {row.name: row for row in page.rows}


@pytest.fixture
async def played(server):
    return await play(server, "buckdice", Level.EASY, Level.HARD)


@pytest.mark.usefixtures("played")
async def test_the_boards_of_people_stay_as_they_were(server):
    assert await board(server) == {}
    assert await board(server, game=None) == {}


@pytest.mark.usefixtures("played")
async def test_computers_and_people_are_rated_on_a_board_of_their_own(server):
    rows = await board(server, mixed=True)
    assert set(rows) == {"Anna", "Pip", "Sable"}
    assert all(row.rating is not None and row.games == 1 for row in rows.values())


@pytest.mark.usefixtures("played")
async def test_a_rating_among_people_is_not_touched(server):
    await server.play("buckdice", ANNA, BEN)
    before = (await board(server))["Anna"].rating
    await play(server, "buckdice", Level.HARD)
    assert (await board(server))["Anna"].rating == before
    points = (await server.stats.read(GUILD, ANNA.id, "buckdice")).ratings
    assert len(points) == 1


async def test_the_records_of_games_with_computers_equal_the_logs(server, played):
    await play(server, "ducks", Level.EASY, people=(ANNA, BEN))
    await server.play("buckdice", ANNA, BEN)
    await server.tables.endings.rematch(played.id, ANNA, 9)
    assert await server.differences() == ()


@pytest.mark.usefixtures("played")
async def test_statistics_count_games_with_computers_separately(server):
    stats = await server.stats.read(GUILD, ANNA.id)
    assert (stats.score, stats.records) == (None, ())
    assert [(score.game, score.games) for score in stats.mixed] == [("buckdice", 1)]
    assert stats.opponents == ()


async def test_a_game_with_computers_earns_a_person_all_but_what_is_won_from_people(server):
    for _ in range(SOME):
        await play(server, "buckdice", Level.EASY)
    summary = await server.stats.summary(GUILD, ANNA.id)
    assert summary.played[0].wins > 0
    assert "buckdice.some" in {each.key for each in summary.earned}
    assert [each.key for each in summary.earned if GOALS[each.key].people] == []
    assert [each.goal.key for each in summary.near if each.goal.people] == []
    assert await server.rows("SELECT 1 FROM achievements WHERE person_id < 0") == []
    assert await server.differences() == ()


async def test_the_history_has_them_with_everybody(server, played):
    history = await server.history.page(GUILD, ANNA.id, "buckdice", 1)
    assert [entry.table_id for entry in history.entries] == [played.id]
    assert sum(person in COMPUTER_IDS for person in history.entries[0].people) == 2


@pytest.mark.usefixtures("played")
async def test_a_reset_empties_their_board_and_counts_no_computer(server):
    losses = await server.reset("buckdice")
    assert (losses.players, losses.ratings, losses.games) == (1, 1, 1)
    assert await board(server, mixed=True) == {}


@pytest.mark.usefixtures("played")
async def test_an_export_tells_of_the_person_alone(server):
    told = json.loads(await server.records.privacy.export(ANNA.id))
    assert {row["board"] for row in told["finishes"]} == {"buckdice/computers"}
    assert [row["name"] for row in told["tables"]] == ["Anna"]
    assert "Sable" not in json.dumps(told)


async def test_forgetting_a_person_leaves_the_computers_in_their_seats(server, played):
    await server.records.privacy.forget(ANNA.id)
    rows = await server.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY 1", played.id)
    assert rows == [("Pip",), ("Sable",), ("Somebody",)]
    assert (await server.tables.transcripts.verify(played.id)).fair
    assert await server.differences() == ()


async def test_forgetting_a_person_ends_a_game_with_computers_alone(server):
    table = await server.tables.lobbies.open(
        "buckdice", {}, GUILD, CHANNEL, ANNA, 1, computers=[Level.EASY]
    )
    table = await server.tables.do(table.id, Start(ANNA, 3))
    await server.records.privacy.forget(ANNA.id)
    assert (await server.tables.lookup.get(table.id)).status is Status.ABANDONED


def test_no_two_computers_share_an_id():
    ids = [person.id for people in COMPUTERS.values() for person in people]
    assert len(set(ids)) == len(ids)
    assert all(number in COMPUTER_IDS for number in ids)
