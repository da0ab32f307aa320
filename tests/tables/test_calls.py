"""Players who keep a table waiting are called once a turn. Messages that are behind are found."""

from tables.clocks import CATCH_UP
from tables.model.time_control import CALL_AFTER, CALL_UNHURRIED_AFTER, TimeControl
from tables.play.lobby import Settle
from tables.play.messages import SetCall
from tables.play.seating import Cancel, Join, Start
from tests.tables.house import ANNA, BEN


async def found(house):
    return [table.id for table in await house.tables.maintenance.find_uncalled()]


async def behind(house):
    return [table.id for table in await house.tables.maintenance.find_not_shown()]


async def shown(house, table):
    await house.tables.maintenance.set_shown({table.id: table.revision})


async def test_a_turn_without_a_call_is_found_once(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(CALL_UNHURRIED_AFTER - 1)
    assert await found(house) == []
    house.clock.pass_by(1)
    assert await found(house) == [table.id]
    assert await found(house) == []


async def test_a_turn_with_a_clock_is_found_sooner(house):
    lobby = await house.lobby(ANNA, BEN)
    await house.tables.do(lobby.id, Settle(ANNA, time_control=TimeControl.LIVE))
    table = await house.tables.do(lobby.id, Start(ANNA, 1))
    house.clock.pass_by(CALL_AFTER - 1)
    assert await found(house) == []
    house.clock.pass_by(1)
    assert await found(house) == [table.id]


async def test_a_turn_that_already_has_a_call_is_not_found(house):
    table = await house.game(ANNA, BEN)
    await house.tables.do(table.id, SetCall(1, table.waiting_on))
    house.clock.pass_by(CALL_UNHURRIED_AFTER)
    assert await found(house) == []


async def test_a_turn_is_found_if_the_call_was_for_somebody_else(house):
    table = await house.game(ANNA, BEN)
    (seat,) = table.waiting_on
    await house.tables.do(table.id, SetCall(1, (1 - seat, 10 + seat)))
    house.clock.pass_by(CALL_UNHURRIED_AFTER)
    assert await found(house) == [table.id]


async def test_a_turn_whose_call_was_removed_is_not_found_again(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(CALL_UNHURRIED_AFTER)
    assert await found(house) == [table.id]
    await house.tables.do(table.id, SetCall(1, table.waiting_on))
    assert await found(house) == []
    await house.tables.do(table.id, SetCall(None, ()))
    assert await found(house) == []


async def test_no_message_is_behind_after_a_call(house):
    table = await house.game(ANNA, BEN)
    await shown(house, table)
    table = await house.tables.do(table.id, SetCall(1, table.waiting_on))
    await house.tables.do(table.id, SetCall(None, ()))
    assert await behind(house) == []


async def test_a_lobby_calls_nobody(house):
    await house.lobby(ANNA, BEN)
    house.clock.pass_by(CALL_UNHURRIED_AFTER)
    assert await found(house) == []


async def test_a_table_is_behind_until_its_message_shows_it(house):
    table = await house.lobby(ANNA)
    assert await behind(house) == [table.id]
    await shown(house, table)
    assert await behind(house) == []
    table = await house.tables.do(table.id, Join(BEN, 7))
    assert await behind(house) == [table.id]


async def test_a_table_that_has_ended_can_be_behind_for_a_day(house):
    table = await house.lobby(ANNA)
    table, _ = await house.tables.messages.set_message(table.id, 5)
    await shown(house, table)
    await house.tables.do(table.id, Cancel(ANNA))
    assert await behind(house) == [table.id]
    house.clock.pass_by(CATCH_UP)
    assert await behind(house) == []


async def test_no_message_is_behind_after_an_outage(house):
    await house.tables.heartbeat.beat()
    table = await house.game(ANNA, BEN)
    await shown(house, table)
    house.clock.pass_by(86_400)
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    assert (await later.tables.lookup.get(table.id)).revision > table.revision
    assert await behind(later) == []


async def test_the_messages_of_live_tables_can_be_listed(house):
    table = await house.lobby(ANNA)
    await house.tables.messages.set_message(table.id, 99)
    await house.lobby(BEN)
    await house.tables.do(table.id, SetCall(100, (0,)))
    assert await house.tables.maintenance.live_messages() == (99, 100)


async def test_a_process_that_showed_an_older_state_does_not_put_the_table_behind_again(house):
    table = await house.lobby(ANNA)
    newer = await house.tables.do(table.id, Join(BEN, 7))
    await shown(house, newer)
    await shown(house, table)
    assert await behind(house) == []
