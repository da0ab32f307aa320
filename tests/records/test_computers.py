"""Games with computers have a board of their own, which also rates the computers."""

from __future__ import annotations

import json

import pytest

from players.core import Level
from records.values import mixed_board
from tables.model.table import COMPUTER_IDS, Status
from tables.play.computers import COMPUTERS
from tables.play.seating import Join, Start
from tests.records.server import ANNA, BEN, CHANNEL, GUILD


async def play(server, game, *levels, people=(ANNA,)):
    """Play a whole game of people with computers of these levels."""
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
    return await server.standings(mixed_board(game) if mixed else game)


@pytest.fixture
async def played(server):
    return await play(server, "buckdice", Level.EASY, Level.HARD)


@pytest.mark.usefixtures("played")
async def test_a_game_with_computers_does_not_change_the_boards_of_people(server):
    assert await board(server) == {}
    assert await board(server, game=None) == {}


@pytest.mark.usefixtures("played")
async def test_computers_and_people_are_rated_on_a_board_of_their_own(server):
    rows = await board(server, mixed=True)
    computers = {COMPUTERS[level][0].id for level in (Level.EASY, Level.HARD)}
    assert set(rows) == {ANNA.id, *computers}
    assert all(row.mu is not None and row.games == 1 for row in rows.values())


@pytest.mark.usefixtures("played")
async def test_a_game_with_computers_does_not_change_a_rating_among_people(server):
    await server.play("buckdice", ANNA, BEN)
    before = (await board(server))[ANNA.id].mu
    await play(server, "buckdice", Level.HARD)
    assert (await board(server))[ANNA.id].mu == before


async def test_the_records_of_games_with_computers_equal_the_logs(server, played):
    await play(server, "ducks", Level.EASY, people=(ANNA, BEN))
    await server.play("buckdice", ANNA, BEN)
    await server.tables.endings.rematch(played.id, ANNA, 9)
    assert await server.differences() == ()


@pytest.mark.usefixtures("played")
async def test_a_reset_empties_the_mixed_board_and_counts_no_computer(server):
    losses = await server.reset("buckdice")
    assert (losses.players, losses.ratings, losses.games) == (1, 1, 1)
    assert await board(server, mixed=True) == {}


@pytest.mark.usefixtures("played")
async def test_an_export_has_the_data_of_the_person_alone(server):
    told = json.loads(await server.records.privacy.export(ANNA.id))
    assert {row["board"] for row in told["finishes"]} == {"buckdice/computers"}
    assert [row["name"] for row in told["tables"]] == ["Anna"]
    assert "Sable" not in json.dumps(told)


@pytest.mark.heavy
async def test_forgetting_a_person_leaves_the_computers_in_their_seats(server, played):
    await server.records.privacy.forget(ANNA.id)
    rows = await server.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY 1", played.id)
    assert rows == [("",), ("Pip",), ("Sable",)]
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
