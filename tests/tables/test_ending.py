"""The players who are there can end a slow game that waits for absent ones."""

from __future__ import annotations

import pytest

from tables.model.errors import WrongPhase
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tables.play.playing import TakeBack
from tables.play.seating import Cancel, Leave
from tests.tables.house import ANNA, BEN, CLEO
from tests.tables.model.test_time_control import DAY, acting, game


async def stuck(house, *people, time_control=TimeControl.DAY):
    """Return a game that waits for an away player; that player; and a list of the others."""
    table = await game(house, *people, time_control=time_control)
    away = acting(table).person
    table = await house.be_away(away, 9 * DAY) or table
    return table, away, [person for person in people if person != away]


def cancel(house, table, person):
    return house.tables.do(table.id, Cancel(person))


async def test_a_game_ends_when_everyone_still_here_agrees(house):
    table, _, (one, two) = await stuck(house, ANNA, BEN, CLEO)
    table = await cancel(house, table, one)
    assert (table.status, table.seats[table.seat_of(one.id)].ends) == (Status.PLAYING, True)
    table = await cancel(house, await (await house.restarted()).tables.lookup.get(table.id), two)
    assert table.status is Status.CANCELLED
    assert table.reason == "The players who were still there have ended this game early."


async def test_an_away_player_does_not_decide(house):
    table, away, _ = await stuck(house, ANNA, BEN, CLEO)
    with pytest.raises(WrongPhase):
        await cancel(house, table, away)


async def test_one_player_decides_alone_if_the_other_is_away(house):
    table, _, (one,) = await stuck(house, ANNA, BEN)
    assert (await cancel(house, table, one)).status is Status.CANCELLED


async def test_a_game_that_waits_for_somebody_present_goes_on(house):
    table = await game(house, ANNA, BEN)
    here = acting(table).person
    await house.be_away(BEN if here == ANNA else ANNA, 9 * DAY)
    with pytest.raises(WrongPhase):
        await cancel(house, table, here)


async def test_the_others_decide_if_the_caretaker_plays_for_somebody(house):
    table = await game(house, ANNA, BEN, CLEO)
    assert table.deciding(house.clock.time) == ()
    table = await house.tables.do(table.id, Leave(ANNA))
    assert len(table.deciding(house.clock.time)) == 2
    await cancel(house, table, BEN)
    assert (await cancel(house, table, CLEO)).status is Status.CANCELLED


@pytest.mark.parametrize("time_control", [TimeControl.NONE, TimeControl.LIVE])
async def test_nobody_can_end_a_table_that_is_not_slow(house, time_control):
    table = await game(house, ANNA, BEN, CLEO, time_control=time_control)
    await house.tables.do(table.id, Leave(ANNA))
    with pytest.raises(WrongPhase):
        await cancel(house, table, BEN)


async def test_the_agreement_starts_anew_when_an_absence_is_given_up(house):
    table, away, (one, _) = await stuck(house, ANNA, BEN, CLEO)
    await cancel(house, table, one)
    table = await house.be_away(away, 0)
    assert not any(seat.ends for seat in table.seats)


async def test_moving_or_coming_back_withdraws_the_agreement(house):
    table = await game(house, ANNA, BEN, CLEO)
    table = await house.tables.do(table.id, Leave(CLEO))
    mover, other = acting(table).person, BEN if acting(table).person == ANNA else ANNA
    await cancel(house, table, mover)
    table = await house.act(table, "hold")
    assert not any(seat.ends for seat in table.seats)
    await cancel(house, table, other)
    table = await house.tables.do(table.id, TakeBack(CLEO))
    assert not any(seat.ends for seat in table.seats)
