"""How people are reminded of long turns: in the way they chose, once a turn, and not too often."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.features.turns.reminders import DIRECT_EVERY, ReminderChoice, Reminders, Way
from tables.model.time_control import TimeControl
from tables.play.lobby import Settle
from tables.play.messages import SetCall
from tables.play.playing import Move
from tables.play.seating import Leave, Start
from tests.tables.house import ANNA, BEN

DAY = 86_400


@pytest.fixture
def reminders(house):
    return Reminders(house.tables)


async def game(house, time_control=TimeControl.DAY):
    """Begin a game in which Anna is to act."""
    table = await house.lobby(ANNA, BEN, game="heaps")
    await house.tables.do(table.id, Settle(ANNA, time_control=time_control))
    return await house.tables.do(table.id, Start(ANNA, 1))


async def due(house):
    return [table.id for table in await Reminders(house.tables).find_due()]


async def begin(house, person=ANNA):
    """Begin a direct message. Return its tables' ids, and the ids of those it reminds of."""
    waiting, reminded = await Reminders(house.tables).begin_direct(person.id)
    return [table.id for table in waiting], [table.id for table in reminded]


async def send(house, *tables):
    """Send Anna a direct message about these tables, and note that it has arrived."""
    await Reminders(house.tables).begin_direct(ANNA.id)
    await Reminders(house.tables).note_sent(ANNA.id, tables)


async def test_by_default_a_person_is_reminded_in_the_channel(house, reminders):
    assert await reminders.choice_of(ANNA.id) == ReminderChoice(Way.CHANNEL)
    table = await game(house)
    assert await reminders.elsewhere(table) == frozenset()
    house.clock.pass_by(DAY / 2)
    assert await due(house) == []


@pytest.mark.parametrize("way", [Way.DIRECT, Way.NONE])
async def test_after_another_choice_a_person_is_not_reminded_in_the_channel(house, reminders, way):
    table = await game(house)
    await reminders.choose(ANNA.id, Way.CHANNEL, "de")
    await reminders.choose(ANNA.id, way, "de")
    later = Reminders((await house.restarted()).tables)
    assert await later.choice_of(ANNA.id) == ReminderChoice(way, language="de")
    assert await later.elsewhere(table) == {table.seat_of(ANNA.id)}


async def test_half_of_the_time_has_to_be_over_at_a_slow_table(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    tables = [
        await game(house, time_control)
        for time_control in (TimeControl.DAY, TimeControl.DAYS, TimeControl.LIVE, TimeControl.NONE)
    ]
    house.clock.pass_by(DAY / 2 - 1)
    assert await due(house) == []
    assert await begin(house) == ([], [])
    house.clock.pass_by(1)
    assert await due(house) == [tables[0].id]


async def test_a_person_who_wants_no_reminders_gets_none(house, reminders):
    await reminders.choose(ANNA.id, Way.NONE, "de")
    await game(house)
    house.clock.pass_by(DAY / 2)
    assert await due(house) == []
    assert await begin(house) == ([], [])


async def test_a_turn_is_reminded_of_once_also_after_a_restart(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    house.clock.pass_by(DAY / 2)
    await send(house, table)
    house.clock.pass_by(DIRECT_EVERY)
    assert await due(await house.restarted()) == await due(house) == []
    assert await begin(house) == ([], [])
    assert (await house.tables.lookup.get(table.id)).reminded == (table.seat_of(ANNA.id),)


async def test_one_message_an_hour_lists_all_tables_and_reminds_of_those_half_over(
    house, reminders
):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    first, second = await game(house), await game(house)
    fresh = await game(house, TimeControl.DAYS)
    house.clock.pass_by(DAY / 2)
    assert await due(house) == [first.id, second.id]
    assert await begin(house) == ([first.id, second.id, fresh.id], [first.id, second.id])
    assert await begin(await house.restarted()) == await begin(house) == ([], [])
    assert await due(house) == []


async def test_a_turn_that_is_half_over_within_the_hour_waits_for_the_hours_end(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    first = await game(house)
    house.clock.pass_by(60)
    second = await game(house)
    house.clock.pass_by(DAY / 2 - 60)
    await send(house, first)
    house.clock.pass_by(DIRECT_EVERY - 1)
    assert await due(house) == []
    house.clock.pass_by(1)
    assert await due(house) == [second.id]
    assert await begin(house) == ([first.id, second.id], [second.id])


async def test_a_clock_that_was_put_back_does_not_stop_messages(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    house.clock.pass_by(DAY / 2)
    await begin(house)
    house.clock.pass_by(-3600 * 6)
    await house.tamper("UPDATE tables SET waiting = ?", f"0:{house.clock.time - DAY / 2!r}")
    assert await due(await house.restarted()) == [table.id]


async def test_a_player_who_has_moved_meanwhile_is_not_noted_as_reminded(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    seat = table.seat_of(ANNA.id)
    house.clock.pass_by(DAY / 2)
    await reminders.begin_direct(ANNA.id)
    house.clock.pass_by(1)
    await house.tables.do(table.id, Move(ANNA, 0, "put 3"))
    await reminders.note_sent(ANNA.id, [table])  # the table before the move
    assert seat not in (await house.tables.lookup.get(table.id)).reminded


async def test_a_reminder_makes_no_board_outdated(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await house.tables.do((await game(house)).id, SetCall(5, (0, 1)))
    await house.tables.maintenance.set_shown({table.id: table.revision})
    await reminders.note_sent(ANNA.id, [table])
    assert (await house.tables.lookup.get(table.id)).notified == (1, 0)
    assert await house.tables.maintenance.find_not_shown() == []


async def test_after_a_refusal_a_person_is_reminded_in_the_channel_and_reads_why(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    house.clock.pass_by(DAY / 2)
    await reminders.begin_direct(ANNA.id)
    await reminders.give_up(ANNA.id)
    assert await reminders.choice_of(ANNA.id) == ReminderChoice(
        Way.CHANNEL, refused=True, language="de"
    )
    assert await reminders.elsewhere(table) == frozenset()
    await reminders.note_told(ANNA.id)
    assert await reminders.choice_of(ANNA.id) == ReminderChoice(Way.CHANNEL, language="de")


async def test_a_message_that_discord_does_not_take_is_tried_again_in_a_minute(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    house.clock.pass_by(DAY / 2)
    assert await begin(house) == ([table.id], [table.id])
    await reminders.put_off(ANNA.id)
    house.clock.pass_by(59)
    assert await begin(house) == ([], [])
    house.clock.pass_by(1)
    assert await begin(house) == ([table.id], [table.id])


async def test_where_no_clock_runs_nobody_is_reminded(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    table = await game(house)
    await house.tables.do(table.id, Leave(BEN))
    house.clock.pass_by(DAY / 2)
    assert await begin(house) == ([], [])


async def test_of_several_processes_each_looks_after_its_own_tables(house, reminders):
    await reminders.choose(ANNA.id, Way.DIRECT, "de")
    await game(house)
    house.clock.pass_by(DAY / 2)
    house.tables.shared = replace(house.tables.shared, looks_after=lambda _: False)
    assert await due(house) == []


async def test_a_turn_is_called_once_more_after_half_of_its_time(house, reminders):
    table = await game(house)
    seats, at = table.waiting_on, house.clock.time + DAY / 2
    await house.tables.do(table.id, SetCall(7, seats))
    house.clock.pass_by(DAY / 2 - 1)
    assert await reminders.find_half_over() == []
    assert await reminders.find_again(table, at - 1) == []
    house.clock.pass_by(1)
    (half,) = await reminders.find_half_over()
    assert await reminders.find_again(half, at) == [*seats]
    again = await house.tables.do(table.id, SetCall(8, seats, seats))
    assert (again.notified, again.reminded) == (seats, seats)
    assert await reminders.find_half_over() == []
    assert await Reminders((await house.restarted()).tables).find_half_over() == []


async def test_without_the_feature_nobody_is_called_once_more(house):
    table = await game(house)
    await house.tables.do(table.id, SetCall(7, table.waiting_on))
    house.clock.pass_by(DAY / 2)
    assert await house.tables.maintenance.find_uncalled() == []


async def test_at_a_fast_table_nobody_is_called_once_more(house, reminders):
    table = await game(house, time_control=TimeControl.LIVE)
    house.clock.pass_by(115)
    assert await reminders.find_half_over() == []
    assert await reminders.find_again(table, house.clock.time) == []
