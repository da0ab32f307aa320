"""During an absence, a person's clocks at slow tables stand still.

Absences have a limit, so that nobody holds up a table for ever.
"""

from __future__ import annotations

import random

import pytest

from cogs.features.away.absences import Absences
from tables.model.errors import NotIdle
from tables.model.table import Gone, Status
from tables.model.time_control import CALL_AFTER, IDLE_AFTER, TimeControl
from tables.play.lobby import Settle
from tables.play.playing import LONGEST, HandOver, TakeBack, TakeOver
from tables.play.seating import Leave, Start
from tables.service import GAME_AGE
from tests.tables.house import ANNA, BEN, CLEO
from tests.tables.model.test_time_control import DAY, acting, game, late

HOUR = 3_600


async def state(house, person, seconds):
    """Mark a person as away for this many seconds; return the first changed table, or None."""
    return next(iter(await Absences(house.tables).state(person, house.clock.time + seconds)), None)


# The clock


async def test_the_clock_stands_still_during_an_absence_and_then_goes_on(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    house.clock.pass_by(20 * HOUR)
    table = await state(house, acting(table).person, 5 * DAY)
    assert table.is_paused(seat, house.clock.time)
    assert table.deadline(seat) == house.clock.time + 5 * DAY + 4 * HOUR
    assert await late(house, 5 * DAY + 4 * HOUR - 1) == []
    (moved,) = await late(house, 1)
    assert moved.seats[seat].missed == 1


async def test_a_turn_that_begins_during_an_absence_has_its_full_time_afterwards(house):
    table = await game(house, ANNA, BEN)
    other = next(seat for seat in range(2) if seat not in table.to_act)
    await state(house, table.seats[other].person, 3 * DAY)
    house.clock.pass_by(DAY / 2)
    table = await house.act(table, "hold")
    assert table.to_act == (other,)
    assert table.deadline(other) == house.clock.time + 2.5 * DAY + DAY


async def test_an_absent_player_may_play_and_stays_away(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    table = await state(house, acting(table).person, 3 * DAY)
    end = table.seats[seat].absent_until
    table = await house.act(table, "roll")
    assert table.seats[seat].absent_until == end
    assert table.waiting_on != (seat,) or table.deadline(seat) == end + DAY


async def test_nobody_is_reminded_while_away(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    house.clock.pass_by(DAY)
    assert table.is_half_over(seat, house.clock.time)
    table = await state(house, acting(table).person, DAY / 4)
    assert not table.is_half_over(seat, house.clock.time)


async def test_an_absence_that_ends_early_adds_no_time_to_the_turn(house):
    table = await game(house, ANNA, BEN)
    seat, person = table.to_act[0], acting(table).person
    house.clock.pass_by(HOUR)
    await state(house, person, 9 * DAY)
    house.clock.pass_by(2 * DAY)
    table = await state(house, person, 0)
    assert not table.is_paused(seat, house.clock.time)
    assert table.deadline(seat) == house.clock.time + DAY - HOUR


async def test_im_back_ends_the_absence_only_at_that_table(house):
    here, there = [await game(house, ANNA, BEN) for _ in range(2)]
    await state(house, ANNA, 9 * DAY)
    seat = here.seat_of(ANNA.id)
    assert not (await house.tables.do(here.id, TakeBack(ANNA))).is_paused(seat, house.clock.time)
    there = await house.tables.lookup.get(there.id)
    assert there.is_paused(there.seat_of(ANNA.id), house.clock.time)


async def test_an_absence_can_be_made_longer_and_shorter(house):
    table = await game(house, ANNA, BEN)
    seat, person, began = table.to_act[0], acting(table).person, house.clock.time
    for days in (2, 9, 4):
        table = await state(house, person, days * DAY)
        assert table.deadline(seat) == began + days * DAY + DAY


async def test_nobody_is_away_from_one_table_for_more_than_fourteen_days_in_all(house):
    table = await game(house, ANNA, BEN)
    seat, person = table.to_act[0], acting(table).person
    assert LONGEST == 14 * DAY
    await state(house, person, 10 * DAY)
    house.clock.pass_by(10 * DAY + HOUR)
    table = await state(house, person, 10 * DAY)
    assert table.seats[seat].absent_until == house.clock.time + 4 * DAY
    house.clock.pass_by(4 * DAY)
    table = await state(house, person, DAY)
    assert not table.is_paused(seat, house.clock.time)
    assert table.deadline(seat) == house.clock.time + DAY - HOUR
    (moved,) = await late(house, DAY - HOUR)  # then the clock runs again
    assert moved.seats[seat].missed == 1


async def test_days_that_an_absence_did_not_use_can_be_used_later(house):
    table = await game(house, ANNA, BEN)
    person, seat = acting(table).person, table.to_act[0]
    await state(house, person, LONGEST)
    house.clock.pass_by(DAY)
    await state(house, person, 0)
    table = await state(house, person, LONGEST)
    assert table.seats[seat].absent_until == house.clock.time + LONGEST - DAY


# Where an absence counts


@pytest.mark.parametrize("time_control", TimeControl)
async def test_only_slow_tables_pause(house, time_control):
    table = await game(house, ANNA, BEN, time_control=time_control)
    seat = table.to_act[0]
    before = table.deadline(seat)
    table = await state(house, acting(table).person, 3 * DAY)
    assert (
        table.is_paused(seat, house.clock.time)
        == time_control.slow
        == (table.deadline(seat) != before)
    )


async def test_an_absence_announced_in_a_lobby_counts_in_the_game(house):
    table = await house.lobby(ANNA, BEN)
    await house.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    end = house.clock.time + 3 * DAY
    for person in (ANNA, BEN):
        await state(house, person, 3 * DAY)
    house.clock.pass_by(HOUR)
    table = await house.tables.do(table.id, Start(ANNA, 1))
    assert table.deadline(table.to_act[0]) == end + DAY


async def test_a_player_who_left_a_table_is_not_away_from_it(house):
    table = await game(house, ANNA, BEN)
    await house.tables.do(table.id, Leave(ANNA))
    assert await state(house, ANNA, DAY) is None


# The other players and the table


async def test_an_absent_player_is_not_called_and_keeps_the_seat(house):
    table = await game(house, ANNA, BEN, CLEO)
    seat = table.to_act[0]
    (table,) = await late(house, DAY)  # after a missed turn, others may hand the seat over
    while seat not in table.to_act:
        table = await house.act(table, "hold")
    other = table.seats[(seat + 1) % 3].person
    await state(house, table.seats[seat].person, 5 * DAY)
    house.clock.pass_by(5 * DAY - 1)
    assert await house.tables.maintenance.find_uncalled() == []
    assert await house.tables.maintenance.find_idle() == []
    with pytest.raises(NotIdle, match="has announced an absence"):
        await house.tables.do(table.id, HandOver(other, seat))
    house.clock.pass_by(1 + IDLE_AFTER)
    assert [t.id for t in await house.tables.maintenance.find_idle()] == [table.id]
    assert (await house.tables.do(table.id, HandOver(other, seat))).seats[seat].caretaker


async def test_boards_are_drawn_anew_and_players_called_when_an_absence_ends(house):
    table = await game(house, ANNA, BEN)
    find = house.tables.maintenance.find_returned
    await state(house, acting(table).person, 2 * DAY)
    house.clock.pass_by(2 * DAY - 1)
    assert await find() == []
    house.clock.pass_by(1)
    assert [t.id for t in await find()] == [table.id]
    assert await find() == []
    house.clock.pass_by(CALL_AFTER)
    assert [t.id for t in await house.tables.maintenance.find_uncalled()] == [table.id]


async def test_a_game_is_not_abandoned_while_it_waits_for_an_absent_player(house):
    table = await game(house, ANNA, BEN, time_control=TimeControl.DAYS)
    other = next(seat.person for i, seat in enumerate(table.seats) if i not in table.to_act)
    await house.tables.do(table.id, Leave(other))  # no clock runs for a lone player
    await state(house, acting(table).person, 14 * DAY)
    house.clock.pass_by(14 * DAY + GAME_AGE - 1)
    assert await house.tables.maintenance.expire() == []
    house.clock.pass_by(1)
    assert [t.status for t in await house.tables.maintenance.expire()] == [Status.ABANDONED]


async def test_an_absence_does_not_keep_a_lobby_open(house):
    await house.lobby(ANNA, BEN)
    await state(house, ANNA, 14 * DAY)
    house.clock.pass_by(DAY)
    assert [t.status for t in await house.tables.maintenance.expire()] == [Status.CANCELLED]


# Outages and jumps of the clock


@pytest.mark.parametrize("outage", [DAY, 5 * DAY, 9 * DAY])
async def test_an_outage_moves_a_deadline_only_by_its_time_after_the_absence(house, outage):
    await house.tables.heartbeat.beat()
    table = await game(house, ANNA, BEN)
    seat, end = table.to_act[0], house.clock.time + 5 * DAY
    await state(house, acting(table).person, 5 * DAY)
    house.clock.pass_by(outage)
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    table = await later.tables.lookup.get(table.id)
    assert table.deadline(seat) == max(end, house.clock.time) + DAY


async def test_a_jump_of_the_clock_and_back_does_not_shorten_an_absence(house):
    await house.tables.heartbeat.beat()
    table = await game(house, ANNA, BEN)
    seat, end = table.to_act[0], house.clock.time + 5 * DAY
    await state(house, acting(table).person, 5 * DAY)
    for step in (9 * DAY, -9 * DAY):
        house.clock.pass_by(step)
        await house.tables.heartbeat.beat()
    table = await house.tables.lookup.get(table.id)
    assert table.is_paused(seat, house.clock.time)
    assert table.deadline(seat) == end + DAY


@pytest.mark.heavy
@pytest.mark.sqlite
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
async def test_time_of_an_absence_never_counts_despite_outages_and_jumps(house, seed):
    """People who are often away miss no turn while they are away, and the game still ends."""
    choose = random.Random(seed)
    house.clock.time += seed
    await house.tables.heartbeat.beat()
    table, running = await game(house, ANNA, BEN, CLEO, time_control=TimeControl.RELAXED), house
    for _ in range(2_000):
        if table.status is not Status.PLAYING:
            break
        match choose.randrange(12):
            case 0:
                running.clock.pass_by(choose.choice([-HOUR, 3 * HOUR]))
            case 1:
                running = await house.restarted()
                running.clock.pass_by(choose.randrange(2 * HOUR))
            case 2:
                await state(running, choose.choice([ANNA, BEN, CLEO]), choose.randrange(4 * HOUR))
            case _:
                for _ in range(10):
                    running.clock.pass_by(50)
                    await running.tables.heartbeat.beat()
        await running.tables.heartbeat.beat()
        before = await running.tables.lookup.get(table.id)
        for table in await running.tables.maintenance.move_late():
            away = before.is_paused(before.waiting_on[0], running.clock.time)
            assert not (away and table.seq > before.seq)
            for seat in table.seats:
                if seat.caretaker and table.status is Status.PLAYING:
                    await running.tables.do(table.id, TakeBack(seat.person))
        table = await running.tables.lookup.get(table.id)
    assert table.status is Status.FINISHED


# Players who are gone


async def test_the_caretaker_plays_for_somebody_who_is_gone_until_they_return(house):
    table = await game(house, ANNA, BEN, CLEO)
    while table.to_act != (0,):  # Anna, the opener
        table = await house.act(table, "hold")
    seat, person = table.to_act[0], acting(table).person
    taken = await house.tables.do(table.id, TakeOver(seat, Gone.TIMED_OUT))
    assert (taken.seats[seat].caretaker, taken.seats[seat].gone) == (True, Gone.TIMED_OUT)
    assert (person, taken.opener) == (ANNA, BEN)
    assert seat not in taken.to_act
    again = await (await house.restarted()).tables.lookup.get(table.id)
    assert again.seats[seat].gone == Gone.TIMED_OUT
    back = await house.tables.do(table.id, TakeBack(person))
    assert (back.seats[seat].caretaker, back.seats[seat].gone) == (False, "")


async def test_the_caretaker_takes_no_seat_that_nobody_waits_for(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    assert await house.tables.do(table.id, TakeOver(1 - seat, Gone.LEFT)) == table
    left = await house.tables.do(table.id, Leave(table.seats[1 - seat].person))
    assert await house.tables.do(table.id, TakeOver(seat, Gone.LEFT)) == left
