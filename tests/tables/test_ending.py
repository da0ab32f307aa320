"""All who still play can end a game together; it then counts for nobody."""

from __future__ import annotations

import pytest

from tables.model.errors import WrongPhase
from tables.model.table import Gone, Status
from tables.model.time_control import TimeControl
from tables.play.playing import TakeBack, TakeOver
from tables.play.seating import Cancel, Leave
from tests.tables.house import ANNA, BEN, CLEO
from tests.tables.model.test_time_control import DAY, acting, game

PEOPLE = ANNA, BEN, CLEO


def cancel(house, table, person):
    return house.tables.do(table.id, Cancel(person))


@pytest.mark.parametrize("time_control", TimeControl)
async def test_a_game_ends_once_all_who_still_play_agree(house, time_control):
    table = await game(house, *PEOPLE, time_control=time_control)
    for person in (CLEO, ANNA):
        table = await cancel(house, table, person)
        assert table.status is Status.PLAYING
    assert [seat.ends for seat in table.seats] == [True, False, True]
    table = await cancel(house, await (await house.restarted()).tables.lookup.get(table.id), BEN)
    assert (table.status, table.forfeited) == (Status.CANCELLED, False)
    assert table.reason == "The players who were still there have ended this game early."


async def test_one_person_cannot_agree_for_all_by_pressing_again(house):
    table = await game(house, ANNA, BEN)
    for _ in range(3):
        table = await cancel(house, table, ANNA)
    assert table.status is Status.PLAYING


async def test_a_player_who_is_away_has_to_agree_too(house):
    table = await game(house, *PEOPLE)
    away = acting(table).person
    await house.be_away(away, 9 * DAY)
    for person in PEOPLE:
        if person != away:
            table = await cancel(house, table, person)
    assert table.status is Status.PLAYING
    assert (await cancel(house, table, away)).status is Status.CANCELLED


async def test_a_player_for_whom_the_caretaker_plays_does_not_decide(house):
    table = await game(house, *PEOPLE)
    assert len(table.deciding) == 3
    table = await house.tables.do(table.id, Leave(ANNA))
    assert len(table.deciding) == 2
    with pytest.raises(WrongPhase):
        await cancel(house, table, ANNA)
    await cancel(house, table, BEN)
    table = await cancel(house, table, CLEO)
    assert (table.status, table.forfeited) == (Status.CANCELLED, False)


async def test_who_alone_still_plays_ends_a_game_with_nobody(house):
    table = await game(house, ANNA, BEN)
    table = await house.tables.do(table.id, Leave(BEN))
    assert table.deciding == ()
    with pytest.raises(WrongPhase):
        await cancel(house, table, ANNA)


async def leave(house, table):
    return await house.tables.do(table.id, Leave(CLEO))


async def be_gone(house, table):
    return await house.tables.do(table.id, TakeOver(table.to_act[0], Gone.LEFT))


@pytest.mark.parametrize("way", [leave, be_gone])
async def test_a_game_ends_if_the_only_one_who_did_not_agree_stops_playing(house, way):
    table = await game(house, *PEOPLE)
    while acting(table).person != CLEO:
        table = await house.act(table, "hold")
    for person in (ANNA, BEN):
        table = await cancel(house, table, person)
    assert (await way(house, table)).status is Status.CANCELLED


async def test_moving_or_coming_back_withdraws_the_own_agreement(house):
    table = await game(house, *PEOPLE)
    mover = acting(table).person
    await cancel(house, table, mover)
    table = await house.act(table, "hold")
    assert not any(seat.ends for seat in table.seats)
    await cancel(house, table, mover)
    await house.be_away(mover, DAY)
    table = await house.tables.do(table.id, TakeBack(mover))
    assert not any(seat.ends for seat in table.seats)
