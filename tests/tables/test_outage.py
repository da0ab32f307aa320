"""Neither an outage nor a step of the clock uses anybody's time."""

from __future__ import annotations

import pytest

from tables.clocks import LONG_IDLE
from tables.model.errors import NotIdle
from tables.model.table import Status
from tables.play.heartbeat import OUTAGE
from tables.play.playing import HandOver
from tables.service import GAME_AGE, IDLE_AFTER, LOBBY_AGE
from tests.tables.games import Heaps
from tests.tables.house import ANNA, BEN

DAY = 86_400


@pytest.fixture
async def game(house):
    """Return a game in a running bot."""
    await house.tables.heartbeat.beat()
    return await house.game(ANNA, BEN)


async def run(house, seconds):
    """Let the bot run for this many seconds."""
    for _ in range(seconds // 60):
        house.clock.pass_by(60)
        await house.tables.heartbeat.beat()


async def age(house, seconds):
    """Date the last changes of tables back, as if the bot had run for this many seconds."""
    earlier = "UPDATE tables SET changed_at = changed_at - ?, revision = revision + 1"
    await house.tamper(earlier, seconds)


async def restarted(house, seconds):
    """Restart the bot after this many seconds on the clock, and return the new bot."""
    house.clock.pass_by(seconds)
    later = await house.restarted()
    await later.tables.heartbeat.beat()
    return later


@pytest.mark.heavy
async def test_a_game_keeps_its_remaining_days_over_an_outage_of_eight_days(house, game):
    await run(house, DAY)
    later = await restarted(house, 8 * DAY)
    assert await later.tables.maintenance.expire() == []
    await age(later, GAME_AGE - DAY - 1)
    assert await later.tables.maintenance.expire() == []
    await age(later, 1)
    assert [table.id for table in await later.tables.maintenance.expire()] == [game.id]


async def test_time_before_an_outage_counts(house, game):
    await run(house, 3600)
    later = await restarted(house, 8 * DAY)
    await age(later, GAME_AGE - 3600 - 1)
    assert await later.tables.maintenance.expire() == []
    await age(later, 1)
    assert len(await later.tables.maintenance.expire()) == 1


@pytest.mark.heavy
async def test_a_bot_that_is_restarted_again_and_again_still_ends_old_tables(house):
    table = await house.lobby(ANNA)
    await house.tables.heartbeat.beat()
    for _ in range(24):
        house = await restarted(house, 60)
        await run(house, LOBBY_AGE // 24)
    (expired,) = await house.tables.maintenance.expire()
    assert (expired.id, expired.status) == (table.id, Status.CANCELLED)


@pytest.mark.parametrize("step", [8 * DAY, OUTAGE + 1, -1, -DAY, -365 * DAY])
async def test_a_step_of_the_clock_changes_no_age(house, game, step):
    await run(house, 60)
    house.clock.pass_by(step)
    assert await house.tables.maintenance.expire() == []
    await house.tables.heartbeat.beat()
    assert await house.tables.maintenance.expire() == []
    await age(house, GAME_AGE - 60 - 1)
    assert await house.tables.maintenance.expire() == []
    await age(house, 1)
    assert len(await house.tables.maintenance.expire()) == 1


@pytest.mark.parametrize("step", [-DAY, -365 * DAY, 50 * 365 * DAY])
async def test_a_clock_that_was_set_while_the_bot_was_down_changes_no_age(house, game, step):
    later = await restarted(house, step)
    assert await later.tables.maintenance.expire() == []
    await age(later, GAME_AGE)
    assert len(await later.tables.maintenance.expire()) == 1


@pytest.mark.parametrize("step", [8 * DAY, -8 * DAY])
async def test_a_move_after_a_step_of_the_clock_counts_as_new(house, game, step):
    await run(house, 60)
    house.clock.pass_by(step)
    moved = await house.act(game, "hold")
    await house.tables.heartbeat.beat()
    assert await house.tables.maintenance.expire() == []
    assert await house.tables.maintenance.find_idle() == []
    assert (await house.tables.lookup.get(game.id)).changed_at == moved.changed_at


async def test_a_move_between_two_steps_back_does_not_count_as_old(house, game):
    await run(house, 60)
    house.clock.pass_by(-8 * DAY)
    await house.act(game, "hold")
    later = await restarted(house, -8 * DAY)
    assert await later.tables.maintenance.expire() == []
    assert await later.tables.maintenance.find_idle() == []


async def test_no_table_ages_while_beats_are_missing(house, game):
    house.clock.pass_by(8 * DAY)
    assert await house.tables.maintenance.expire() == []
    assert await house.tables.maintenance.find_idle() == []
    assert await house.tables.maintenance.find_uncalled() == []


async def test_silence_during_an_outage_does_not_count(house, game):
    (seat,) = game.to_act
    other = game.seats[1 - seat].person
    await run(house, 60)
    later = await restarted(house, DAY)
    assert await later.tables.maintenance.find_idle() == []
    with pytest.raises(NotIdle, match="another 60 s"):
        await later.tables.do(game.id, HandOver(other, seat))
    later.clock.pass_by(IDLE_AFTER - 60)
    assert len(await later.tables.maintenance.find_idle()) == 1
    assert (await later.tables.do(game.id, HandOver(other, seat))).seats[seat].caretaker


@pytest.mark.parametrize("step", [-DAY, -61, -1, 61, DAY])
async def test_a_player_to_act_since_a_step_of_the_clock_has_the_whole_time(house, game, step):
    (seat,) = game.to_act
    await run(house, 60)
    house.clock.pass_by(step)
    turned = await house.act(game, "hold")
    with pytest.raises(NotIdle):
        await house.tables.do(game.id, HandOver(game.seats[seat].person, *turned.to_act))


async def test_an_event_after_the_last_beat_does_not_lie_in_the_future(house, game):
    house.clock.pass_by(20)
    table = await house.lobby(ANNA)
    later = await restarted(house, 5)
    assert (await later.tables.lookup.get(table.id)).changed_at == later.clock.time


async def test_a_running_bot_changes_no_times(house, game):
    before = await house.rows("SELECT * FROM tables")
    await run(house, 600)
    assert await house.rows("SELECT * FROM tables") == before


async def test_a_player_silent_for_long_before_a_restart_is_not_reported_again(house, game):
    await run(house, IDLE_AFTER + LONG_IDLE)
    later = await restarted(house, 5)
    assert await later.tables.maintenance.find_idle() == []


async def test_a_player_silent_for_a_short_time_before_a_restart_is_reported(house, game):
    await run(house, IDLE_AFTER + LONG_IDLE - OUTAGE)
    later = await restarted(house, 5)
    assert [table.id for table in await later.tables.maintenance.find_idle()] == [game.id]


async def test_finished_tables_keep_their_times(house):
    await house.tables.heartbeat.beat()
    table = await house.finish(await house.game(ANNA, BEN))
    later = await restarted(house, DAY)
    assert (await later.tables.lookup.get(table.id)).changed_at == table.changed_at


async def test_a_game_goes_on_after_its_times_have_moved(house, game):
    house.clock.pass_by(DAY)
    await house.tables.heartbeat.beat()
    assert (await house.act(game, "hold")).seq > game.seq


@pytest.mark.parametrize("begun", [False, True])
async def test_the_time_in_which_a_game_is_not_installed_does_not_count(house, begun):
    await house.tables.heartbeat.beat()
    table = await (house.game(ANNA, BEN) if begun else house.lobby(ANNA))
    assert await house.tables.lookup.count_missing() == {}
    await run(house, 600)
    gone = await house.restarted(Heaps())
    gone.tables.heartbeat.missing = await gone.tables.lookup.count_missing()
    assert gone.tables.heartbeat.missing == {table.game.info.key: 1}
    await run(gone, 2 * LOBBY_AGE)
    back = await gone.restarted()
    await back.tables.heartbeat.beat()
    assert await back.tables.maintenance.expire() == []
    found = await back.tables.lookup.get(table.id)
    assert house.clock() - found.changed_at == pytest.approx(600, abs=OUTAGE)
    assert all(
        house.clock() - at == pytest.approx(600, abs=OUTAGE) for at in found.waiting.values()
    )


async def test_the_time_of_other_games_goes_on_meanwhile(house, game):
    await house.lobby(ANNA, game="heaps")
    house.tables.heartbeat.missing = {"heaps"}
    await run(house, 3600)
    found = await house.tables.lookup.get(game.id)
    assert house.clock() - found.changed_at == 3600
