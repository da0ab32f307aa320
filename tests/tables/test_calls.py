"""Who is waited for has to be called; the tables where nobody has are told, once."""

from tables.service import NOTIFY_WITHIN
from tests.tables.house import ANNA, BEN


async def test_a_table_that_has_called_nobody_is_told_once(house):
    table = await house.game(ANNA, BEN)
    house.clock.pass_by(NOTIFY_WITHIN - 1)
    assert await house.tables.maintenance.find_unnotified() == []
    house.clock.pass_by(1)
    assert [told.id for told in await house.tables.maintenance.find_unnotified()] == [table.id]
    assert await house.tables.maintenance.find_unnotified() == []


async def test_a_table_that_has_called_whom_it_waits_for_is_not_told(house):
    table = await house.game(ANNA, BEN)
    await house.tables.set_message(table.id, 1, table.waiting_on)
    house.clock.pass_by(NOTIFY_WITHIN)
    assert await house.tables.maintenance.find_unnotified() == []


async def test_a_table_that_has_called_somebody_else_is_told(house):
    table = await house.game(ANNA, BEN)
    (seat,) = table.waiting_on
    await house.tables.set_message(table.id, 1, (1 - seat, 10 + seat))
    house.clock.pass_by(NOTIFY_WITHIN)
    assert [told.id for told in await house.tables.maintenance.find_unnotified()] == [table.id]


async def test_a_lobby_waits_for_nobody(house):
    await house.lobby(ANNA, BEN)
    house.clock.pass_by(NOTIFY_WITHIN)
    assert await house.tables.maintenance.find_unnotified() == []
