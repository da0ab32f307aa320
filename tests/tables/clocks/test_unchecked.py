"""The caretaker checks now and then that the messages of waiting tables still exist."""

from __future__ import annotations

from tables.clocks import CHECKED_AT_ONCE
from tables.model.time_control import CALL_AFTER
from tests.tables.house import ANNA, BEN


async def unchecked(house):
    return {table.id for table in await house.tables.maintenance.find_unchecked()}


async def test_a_waiting_table_is_checked_once_and_not_soon_again(house):
    lobby, game = await house.lobby(BEN), await house.game(ANNA, BEN)
    house.clock.pass_by(CALL_AFTER - 1)
    assert await unchecked(house) == set()
    house.clock.pass_by(1)
    assert await unchecked(house) == {lobby.id, game.id}
    assert await unchecked(house) == set()


async def test_few_messages_are_checked_at_a_time(house):
    tables = {(await house.game(ANNA, BEN)).id for _ in range(CHECKED_AT_ONCE + 1)}
    house.clock.pass_by(CALL_AFTER)
    first, second = await unchecked(house), await unchecked(house)
    assert (len(first), len(second)) == (CHECKED_AT_ONCE, 1)
    assert first | second == tables
