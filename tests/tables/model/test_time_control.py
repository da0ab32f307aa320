"""The caretaker moves once the clock of a turn has run out. Nobody loses time unfairly."""

from __future__ import annotations

import random

import pytest

from players.core import Level
from tables.model.errors import NotIdle, NotOpener, StaleClick, WrongPhase
from tables.model.table import Status
from tables.model.time_control import IDLE_AFTER, MISSES, TimeControl
from tables.play.lobby import Settle
from tables.play.playing import HandOver, Move, TakeBack
from tables.play.seating import Join, Leave, Start
from tables.service import GAME_AGE
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

CLOCKS = [time_control for time_control in TimeControl if time_control.budget is not None]
DAY = 86_400


async def game(house, *people, time_control=TimeControl.DAY, key="pig", **options):
    table = await house.lobby(*people, game=key, **options)
    await house.tables.do(table.id, Settle(people[0], time_control=time_control))
    return await house.tables.do(table.id, Start(people[0], 1))


async def late(house, seconds):
    """Let this many seconds pass; return the tables in which the caretaker then moved."""
    house.clock.pass_by(seconds)
    return await house.tables.maintenance.move_late()


async def miss(house, table):
    """Let the time of the seat to act run out; return the table."""
    house.clock.pass_by(table.deadline(table.to_act[0]) - house.clock.time)
    (moved,) = await house.tables.maintenance.move_late()
    return moved


async def clicked_after(house, table, seconds):
    """Let the seat to act take this many seconds for a turn of one click; return the table."""
    house.clock.pass_by(seconds)
    return await house.act(table, "hold")


def acting(table):
    return table.seats[table.to_act[0]]


# Choosing the time control


async def test_the_opener_chooses_the_time_control_before_the_game(house):
    table = await house.lobby(ANNA, BEN)
    assert table.time_control is TimeControl.NONE
    with pytest.raises(NotOpener):
        await house.tables.do(table.id, Settle(BEN, time_control=TimeControl.DAY))
    assert (
        await house.tables.do(table.id, Settle(ANNA, time_control=TimeControl.DAY))
    ).time_control is TimeControl.DAY
    await house.tables.do(table.id, Start(ANNA, 1))
    with pytest.raises(WrongPhase):
        await house.tables.do(table.id, Settle(ANNA, time_control=TimeControl.NONE))
    assert (
        await (await house.restarted()).tables.lookup.get(table.id)
    ).time_control is TimeControl.DAY


async def test_a_table_and_its_rematch_keep_the_time_control_they_were_opened_with(house):
    table = await house.tables.lobbies.open(
        "pig", {}, GUILD, CHANNEL, ANNA, 1, time_control=TimeControl.RELAXED
    )
    await house.tables.do(table.id, Join(BEN, 2))
    table = await house.finish(await house.tables.do(table.id, Start(ANNA, 3)))
    assert (
        await house.tables.endings.rematch(table.id, ANNA, 4)
    ).time_control is TimeControl.RELAXED


# The clock


@pytest.mark.parametrize("time_control", CLOCKS)
async def test_the_caretaker_makes_one_turn_when_the_time_has_run_out(house, time_control):
    table = await game(house, ANNA, BEN, time_control=time_control)
    seat = table.to_act[0]
    assert table.deadline(seat) == house.clock.time + time_control.budget
    assert await late(house, time_control.budget - 1) == []
    (moved,) = await late(house, 1)
    assert moved.to_act != table.to_act
    assert (moved.seats[seat].missed, moved.seats[seat].caretaker) == (1, False)
    assert moved.recent[-1].by_caretaker
    assert moved.deadline(moved.to_act[0]) == house.clock.time + time_control.budget


async def test_without_a_clock_nobody_moves(house):
    table = await game(house, ANNA, BEN, time_control=TimeControl.NONE)
    assert table.deadline(table.to_act[0]) is None
    assert await late(house, 6 * DAY) == []


async def test_a_click_starts_a_whole_new_turn(house):
    table = await game(house, ANNA, BEN)
    table = await clicked_after(house, table, DAY - 1)
    assert await late(house, DAY - 1) == []
    assert len(await late(house, 1)) == 1


async def test_a_seat_that_misses_three_turns_in_a_row_is_handed_over_until_its_owner_is_back(
    house,
):
    table = await game(house, ANNA, BEN, length="endless")
    away = table.to_act[0]
    for missed in range(1, MISSES + 1):
        table = await miss(house, table)
        assert table.seats[away].missed == missed
        assert table.seats[away].caretaker == (missed == MISSES)
        table = await house.act(table, "hold")
    assert away not in table.to_act
    back = await house.tables.do(table.id, TakeBack(table.seats[away].person))
    assert (back.seats[away].caretaker, back.seats[away].missed) == (False, 0)


async def test_a_move_of_the_owner_ends_the_count_of_missed_turns(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    table = await miss(house, table)
    table = await house.act(table, "hold")
    assert table.seats[seat].missed == 1
    table = await house.act(table, "hold")
    assert table.seats[seat].missed == 0


async def test_the_caretaker_makes_the_whole_turn_whatever_its_number_of_moves(real):
    table = await game(real, ANNA, BEN, key="ducks")
    seat, before = table.to_act[0], table.seq
    moved = await miss(real, table)
    made = [move for move in moved.recent if move.seq >= before and move.by_caretaker]
    assert {move.seat for move in made} == {seat}
    assert moved.to_act != (seat,)


async def test_each_of_several_acting_seats_has_its_own_clock(house):
    table = await game(house, ANNA, BEN, CLEO, key="heaps")
    house.clock.pass_by(100)
    table = await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    (moved,) = await late(house, DAY - 100)
    assert [seat.missed for seat in moved.seats] == [0, 1, 1]


@pytest.mark.parametrize("key", ["ducks", "pond", "trophy", "buckets", "buckdice"])
async def test_a_person_who_plays_on_finishes_the_game_without_the_others(real, key):
    people = (ANNA, BEN) if key == "pond" else (ANNA, BEN, CLEO)
    table = await game(real, *people, key=key, time_control=TimeControl.DAYS)
    while table.status is Status.PLAYING:
        if table.seat_of(ANNA.id) in table.to_act:
            seat = table.seat_of(ANNA.id)
            move = str(table.game.default(table.state, seat))
            table = await real.tables.do(table.id, Move(ANNA, table.drawn_for(seat), move))
        else:
            (table,) = await late(real, TimeControl.DAYS.budget)
    assert table.status is Status.FINISHED


async def test_a_click_after_the_time_counts_if_the_caretaker_has_not_looked_yet(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    table = await clicked_after(house, table, DAY + 1)
    assert (table.seats[seat].missed, table.recent[-1].by_caretaker) == (0, False)


async def test_a_game_ends_within_three_turns_of_the_one_who_is_gone(house):
    table = await game(house, ANNA, BEN, CLEO)
    gone, missed = table.to_act[0], 0
    while table.status is Status.PLAYING:
        if gone in table.to_act:
            table, missed = await miss(house, table), missed + 1
        else:
            table = await house.act(table, "hold")
    assert (table.status, missed) == (Status.FINISHED, MISSES)


# The turn that begins a round


@pytest.mark.parametrize("time_control", CLOCKS)
async def test_a_turn_that_builds_a_pyramid_has_twice_the_time(real, time_control):
    people = (ANNA, BEN, CLEO)
    table = await game(real, *people, key="buckets", time_control=time_control)
    assert {table.deadline(seat) for seat in range(3)} == {
        real.clock.time + 2 * time_control.budget
    }
    for seconds in (time_control.budget, time_control.budget - 1):  # both ends of the time
        for moved in await late(real, seconds):
            assert [seat.missed for seat in moved.seats] == [0, 0, 0]
    (moved,) = await late(real, 1)
    assert [seat.missed for seat in moved.seats] == [1, 1, 1]
    (turn,) = moved.waiting_on
    assert moved.deadline(turn) == real.clock.time + time_control.budget


async def test_a_slow_turn_reminds_at_half_of_the_usual_time(real):
    table = await game(real, ANNA, BEN, CLEO, key="buckets")
    assert not table.is_half_over(0, real.clock.time + DAY / 2 - 1)
    assert table.is_half_over(0, real.clock.time + DAY / 2)


async def test_a_game_with_a_clock_is_never_too_old(house):
    tables = [
        await game(house, ANNA, BEN, time_control=time_control)
        for time_control in (TimeControl.DAYS, TimeControl.NONE)
    ]
    house.clock.pass_by(GAME_AGE)
    assert [t.id for t in await house.tables.maintenance.expire()] == [tables[1].id]


async def test_a_game_with_a_clock_and_one_person_left_grows_old(house):
    table = await game(house, ANNA, BEN)
    await house.tables.do(table.id, Leave(acting(table).person))
    house.clock.pass_by(GAME_AGE)
    assert [t.id for t in await house.tables.maintenance.expire()] == [table.id]


# Games without a running clock


async def test_no_clock_runs_for_the_only_person_who_plays_on(house):
    table = await game(house, ANNA, BEN)
    left = acting(table).person
    table = await house.tables.do(table.id, Leave(left))
    seat = table.to_act[0]
    assert table.deadline(seat) is None
    assert [t.seats[seat].missed for t in await late(house, 5 * DAY)] == [0]
    assert await late(house, 1) == []  # only the first look returns the table
    back = await house.tables.do(table.id, TakeBack(left))
    assert back.deadline(seat) == house.clock.time + DAY
    assert await late(house, DAY - 1) == []


async def test_a_person_who_plays_only_with_computers_has_no_clock(house):
    table = await house.tables.lobbies.open(
        "pig", {}, GUILD, CHANNEL, ANNA, 1, computers=[Level.EASY], time_control=TimeControl.LIVE
    )
    table = await house.tables.do(table.id, Start(ANNA, 2))
    assert all(table.deadline(seat) is None for seat in range(2))


# What the others may do


async def test_others_cannot_end_a_turn_while_its_clock_runs(house):
    table = await game(house, ANNA, BEN)
    other = next(seat.person for i, seat in enumerate(table.seats) if i not in table.to_act)
    house.clock.pass_by(IDLE_AFTER)
    assert not table.may_hand_over(table.to_act[0], house.clock.time)
    with pytest.raises(NotIdle, match="when the clock has run out"):
        await house.tables.do(table.id, HandOver(other, table.to_act[0]))
    assert await house.tables.maintenance.find_idle() == []


async def test_after_a_missed_turn_a_seat_can_be_handed_over_after_two_minutes(house):
    table = await game(house, ANNA, BEN)
    seat = table.to_act[0]
    table = await miss(house, table)
    other = acting(table).person
    table = await house.act(table, "hold")
    assert table.to_act == (seat,)
    house.clock.pass_by(IDLE_AFTER)
    assert [t.id for t in await house.tables.maintenance.find_idle()] == [table.id]
    assert (await house.tables.do(table.id, HandOver(other, seat))).seats[seat].caretaker


# Fairness

UNSEEN = 60
"""Seconds of an outage that may count as a turn's time: only a longer gap is noticed."""


async def test_an_outage_uses_nobodys_time(house):
    await house.tables.heartbeat.beat()
    table = await game(house, ANNA, BEN)
    house.clock.pass_by(5 * DAY)
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    assert await later.tables.maintenance.move_late() == []
    table = await later.tables.lookup.get(table.id)
    assert table.deadline(table.to_act[0]) == house.clock.time + DAY


async def test_no_seat_is_handed_over_for_an_outage_before_the_next_beat(house):
    table = await game(house, ANNA, BEN, time_control=TimeControl.NONE)
    other = next(seat.person for i, seat in enumerate(table.seats) if i not in table.to_act)
    await house.tables.heartbeat.beat()
    house.clock.pass_by(DAY)
    with pytest.raises(NotIdle):
        await house.tables.do(table.id, HandOver(other, table.to_act[0]))


@pytest.mark.sqlite  # the trigger is in SQLite's dialect
async def test_a_turn_that_the_caretaker_could_not_make_is_made_later(house):
    tables = [await game(house, ANNA, BEN) for _ in range(2)]
    await house.tamper(
        "CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(FAIL, ''); END"
    )
    with pytest.raises(StaleClick):
        await late(house, DAY)
    await house.tamper("DROP TRIGGER full")
    assert [table.id for table in await late(house, 1)] == [table.id for table in tables]


async def test_a_board_with_a_clock_is_behind_once_its_times_have_moved(house):
    await house.tables.heartbeat.beat()
    tables = [
        await game(house, ANNA, BEN, time_control=time_control)
        for time_control in (TimeControl.DAY, TimeControl.NONE)
    ]
    for table in tables:
        await house.tables.messages.set_message(table.id, 5)
    now = [await house.tables.lookup.get(table.id) for table in tables]
    await house.tables.maintenance.set_shown({table.id: table.revision for table in now})
    house.clock.pass_by(DAY)
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    assert later.tables.heartbeat.moved
    behind = await later.tables.maintenance.find_not_shown()
    assert [table.id for table in behind] == [tables[0].id]


@pytest.mark.heavy
@pytest.mark.sqlite  # it tests the rules of clocks, which are the same on both backends
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
async def test_a_seat_in_time_loses_no_turn_and_no_table_hangs(house, seed):
    """Play a game for weeks, with restarts, outages and steps of the clock."""
    choose = random.Random(seed)
    house.clock.time += seed
    await house.tables.heartbeat.beat()
    table = await game(
        house, ANNA, BEN, CLEO, time_control=choose.choice([TimeControl.RELAXED, TimeControl.DAY])
    )
    budget, running, ran = table.time_control.budget, house, {}
    missed = 0
    for _ in range(4_000):
        if table.status is not Status.PLAYING:
            break
        turn, step = (table.seq, table.to_act), choose.choice([15, 40, 55])
        seat = table.to_act[0]
        match choose.randrange(40):
            case 0:
                running.clock.pass_by(choose.choice([-DAY, 3 * DAY]))
            case 1:
                running.clock.pass_by(choose.randrange(2 * DAY))
                running = await house.restarted()
            case 2 if seat < 2 or choose.random() < 0.2:  # the third person hardly ever comes
                running.clock.pass_by(choose.choice([0, 0, DAY]))  # the machine slept
                table = await running.act(table, choose.choice(["roll", "hold"]))
            case _:
                for _ in range(int(budget / 40 // step) or 1):
                    running.clock.pass_by(step)
                    await running.tables.heartbeat.beat()
                ran[turn] = ran.get(turn, 0) + (int(budget / 40 // step) or 1) * step
        await running.tables.heartbeat.beat()
        for moved in await running.tables.maintenance.move_late():
            assert ran.get(turn, 0) + UNSEEN >= budget
            table, missed = moved, missed + 1
        table = await running.tables.lookup.get(table.id)
    assert table.status is Status.FINISHED
    assert missed > 0
