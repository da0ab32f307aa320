"""Tables in threads of their own: where they are, and how they are found."""

from __future__ import annotations

import pytest

from tables.clocks import DELETED
from tables.model.errors import TooManyTables
from tables.model.table import Status
from tables.play.messages import MoveToPost, SetThread
from tables.play.seating import Join, Start
from tables.storage.writer import Limits
from tests.tables.games import Pig
from tests.tables.house import ANNA, BEN, CHANNEL, GUILD, House

LOBBY, BOARD = 8_000, 8_001
"""Message ids of the lobby and of the board. The lobby's id is also that of the thread."""


async def threaded(house, *people, **options):
    """Return a game of these people in a thread, with its board."""
    table = await house.tables.lobbies.open(
        "pig", {"length": "short"} | options, GUILD, CHANNEL, people[0], 1, threaded=True
    )
    for number, person in enumerate(people[1:]):
        await house.tables.do(table.id, Join(person, 2 + number))
    await house.tables.messages.set_message(table.id, LOBBY)
    await house.tables.do(table.id, Start(people[0], 9))
    await house.tables.do(table.id, SetThread(LOBBY))
    return (await house.tables.messages.set_message(table.id, BOARD))[0]


async def test_the_message_that_opened_a_thread_is_no_board(house):
    table = await house.tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, 1, threaded=True)
    await house.tables.messages.set_message(table.id, LOBBY)
    table = await house.tables.do(table.id, SetThread(LOBBY))
    assert (table.board_channel, table.channel_id, table.message_id) == (LOBBY, CHANNEL, None)
    table, useless = await house.tables.messages.set_message(table.id, BOARD)
    assert (table.message_id, useless) == (BOARD, None)
    again = await house.tables.do(table.id, SetThread(LOBBY))
    assert (again.message_id, again.revision) == (BOARD, table.revision)


async def test_a_table_whose_thread_could_not_be_opened_is_played_in_the_channel(house):
    table = await house.tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, 1, threaded=True)
    table = await house.tables.do(table.id, SetThread(None))
    assert (table.threaded, table.thread_id, table.board_channel) == (False, None, CHANNEL)


async def test_a_restart_keeps_the_place_of_a_table(house):
    table = await threaded(house, ANNA, BEN)
    found = await (await house.restarted()).tables.lookup.get(table.id)
    assert (found.threaded, found.thread_id, found.message_id) == (True, LOBBY, BOARD)


async def test_a_table_in_a_thread_is_found_from_its_channel_and_from_its_thread(house):
    table, other = await threaded(house, ANNA, BEN), await house.game(ANNA, BEN)
    lookup = house.tables.lookup
    assert [t.id for t in await lookup.live_in(CHANNEL)] == [table.id, other.id]
    assert [t.id for t in await lookup.live_in(LOBBY)] == [table.id]
    assert (await lookup.newest_in(CHANNEL)).id == other.id
    assert (await lookup.newest_in(LOBBY)).id == table.id
    await house.finish(table)
    assert await lookup.live_in(LOBBY) == []


async def test_tables_in_threads_count_toward_the_limit_of_their_channel(house):
    small = House(house.database, house.clock, (Pig(),), Limits(tables_per_channel=1))
    await threaded(small, ANNA, BEN)
    with pytest.raises(TooManyTables):
        await small.lobby(ANNA)


async def test_a_forum_post_begins_with_the_lobby_and_the_board_is_another_message(house):
    table = await house.lobby(ANNA, BEN)
    table = await house.tables.do(table.id, MoveToPost(LOBBY))
    assert (table.channel_id, table.thread_id, table.message_id) == (LOBBY, LOBBY, LOBBY)
    assert [t.id for t in await house.tables.lookup.live_in(LOBBY)] == [table.id]
    assert await house.tables.lookup.live_in(CHANNEL) == []
    await house.tables.do(table.id, Start(ANNA, 9))
    table = await house.tables.do(table.id, SetThread(LOBBY))
    assert (table.board_channel, table.message_id) == (LOBBY, None)


@pytest.mark.parametrize("deleted", [CHANNEL, LOBBY])
async def test_a_table_ends_with_its_thread_and_with_its_channel(house, deleted):
    table = await threaded(house, ANNA, BEN)
    (closed,) = await house.tables.maintenance.close_channel(deleted)
    assert (closed.id, closed.status, closed.reason) == (table.id, Status.ABANDONED, DELETED)


@pytest.mark.parametrize(("asked_in", "thread"), [(LOBBY, LOBBY), (CHANNEL, None), (None, None)])
async def test_a_rematch_asked_for_in_a_thread_is_played_there(house, asked_in, thread):
    old = await house.finish(await threaded(house, ANNA, BEN))
    rematch = await house.tables.endings.rematch(old.id, ANNA, 20, asked_in=asked_in)
    assert (rematch.threaded, rematch.channel_id, rematch.thread_id) == (True, CHANNEL, thread)
    lookup = house.tables.lookup
    assert await lookup.is_newest_in_thread(old)  # the rematch has not begun yet
    rematch = await house.tables.endings.rematch(old.id, BEN, 21, asked_in=asked_in)
    assert rematch.status is Status.PLAYING
    assert await lookup.is_newest_in_thread(old) == (thread is None)


async def test_a_rematch_of_a_game_in_the_channel_is_played_in_the_channel(house):
    old = await house.finish(await house.game(ANNA, BEN, length="short"))
    rematch = await house.tables.endings.rematch(old.id, ANNA, 20, asked_in=CHANNEL)
    assert (rematch.threaded, rematch.thread_id) == (False, None)
