"""Tables where the bot is a guest: at most two people, and no server."""

from __future__ import annotations

import pytest

from players.core import Level
from tables.model.errors import TableFull
from tables.model.table import Status
from tables.play.lobby import AddComputer
from tables.play.seating import Join, Start
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

BETWEEN_PEOPLE = 0


async def lobby(house, *people, guest=BETWEEN_PEOPLE, game="pig"):
    table = await house.tables.lobbies.open(game, {}, None, CHANNEL, people[0], 1, guest=guest)
    for number, person in enumerate(people[1:], 2):
        table = await house.tables.do(table.id, Join(person, number))
    return table


async def test_two_people_and_ducks_can_sit_down_at_a_guest_table(house):
    table = await lobby(house, ANNA)
    assert table.room == 1
    table = await house.tables.do(table.id, Join(BEN, 2))
    assert table.room == 0
    with pytest.raises(TableFull, match="I am a guest"):
        await house.tables.do(table.id, Join(CLEO, 3))
    for seats in (3, 4):
        table = await house.tables.do(table.id, AddComputer(BEN, Level.EASY))
        assert (len(table.seats), table.room) == (seats, 0)
    with pytest.raises(TableFull, match="I am a guest"):
        await house.tables.do(table.id, Join(CLEO, 3))


async def test_more_than_two_people_can_sit_down_where_the_bot_is_a_member(house):
    table = await house.lobby(ANNA, BEN, CLEO)
    assert table.room == table.game.seat_range(table.options)[-1] - 3


@pytest.mark.parametrize(("guest", "server"), [(BETWEEN_PEOPLE, None), (GUILD, GUILD)])
async def test_a_table_keeps_the_place_where_it_was_opened(house, guest, server):
    table = await lobby(house, ANNA, BEN, guest=guest)
    for tables in (house.tables, (await house.restarted()).tables):
        found = await tables.lookup.get(table.id)
        assert (found.guest, found.server_id) == (guest, server)


async def test_a_guest_table_belongs_to_no_server(house):
    table = await lobby(house, ANNA, BEN, guest=GUILD)
    assert (table.guild_id, table.server_id) == (None, GUILD)
    assert await house.tables.maintenance.close_guild(GUILD) == []
    assert (await house.tables.lookup.get(table.id)).status is Status.LOBBY


async def test_a_rematch_is_in_the_same_place(house):
    table = await lobby(house, ANNA, BEN, guest=GUILD)
    table = await house.finish(await house.tables.do(table.id, Start(ANNA, 3)))
    again = await house.tables.endings.rematch(table.id, ANNA, 4)
    assert (again.guest, again.guild_id, again.channel_id) == (GUILD, None, CHANNEL)
