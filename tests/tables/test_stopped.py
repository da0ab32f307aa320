"""Time does not count where the bot may not write."""

from __future__ import annotations

import pytest

from tables.model.errors import NotIdle
from tables.model.time_control import IDLE_AFTER, TimeControl
from tables.play.playing import HandOver
from tests.tables.house import ANNA, BEN, CHANNEL, GUILD
from tests.tables.model.test_time_control import DAY, acting, game, late

HOUR = 3_600


async def follow(house, may):
    """Tell the tables whether the bot may write in the channel; return the tables that changed."""
    asked = []

    def may_write(*place):
        asked.append(place)
        return may

    changed = await house.tables.maintenance.follow_channels(may_write)
    assert set(asked) <= {(GUILD, CHANNEL)}
    return changed


async def test_no_time_counts_while_the_bot_may_not_write(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    house.clock.pass_by(HOUR)
    (table,) = await follow(house, may=False)
    assert (table.stopped, table.deadline(seat)) == (True, None)
    assert await follow(house, may=False) == []
    assert await late(house, 9 * DAY) == []
    assert await house.tables.maintenance.find_uncalled() == []
    (table,) = await follow(await house.restarted(), may=True)
    assert (table.stopped, table.deadline(seat)) == (False, house.clock.time + DAY - HOUR)
    assert await follow(house, may=True) == []
    assert len(await late(house, DAY - HOUR)) == 1


async def test_an_unknown_permission_changes_nothing(house):
    table = await game(house, ANNA, BEN)
    assert await follow(house, may=None) == []
    await follow(house, may=False)
    assert await follow(house, may=None) == []
    assert (await house.tables.lookup.get(table.id)).stopped


async def test_a_turn_that_begins_while_the_bot_may_not_write_has_its_whole_time(house):
    table = await game(house, ANNA, BEN)
    await follow(house, may=False)
    house.clock.pass_by(HOUR)
    table = await house.act(table, "hold")
    house.clock.pass_by(DAY)
    (table,) = await follow(house, may=True)
    assert table.deadline(table.to_act[0]) == house.clock.time + DAY


async def test_nobody_counts_as_idle_where_the_bot_may_not_write(house):
    table = await game(house, ANNA, BEN, time_control=TimeControl.NONE)
    seat = table.to_act[0]
    other = table.seats[1 - seat].person
    (table,) = await follow(house, may=False)
    house.clock.pass_by(IDLE_AFTER)
    assert not table.may_hand_over(seat, house.clock.time)
    with pytest.raises(NotIdle, match="may not write"):
        await house.tables.do(table.id, HandOver(other, seat))
    await follow(house, may=True)
    with pytest.raises(NotIdle, match="another 120 s"):
        await house.tables.do(table.id, HandOver(other, seat))


async def test_no_time_of_an_absence_is_left_out_twice(house):
    table = await game(house, ANNA, BEN)
    seat, end = table.to_act[0], house.clock.time + 5 * DAY
    await house.be_away(acting(table).person, 5 * DAY)
    await follow(house, may=False)
    house.clock.pass_by(2 * DAY)
    (table,) = await follow(house, may=True)
    assert table.deadline(seat) == end + DAY
