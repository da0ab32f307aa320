"""Several processes share one database, and each looks after its own tables only."""

from __future__ import annotations

import pytest

from tables.model.time_control import CALL_UNHURRIED_AFTER
from tables.play.playing import IDLE_AFTER
from tables.play.seating import Join, Start
from tables.service import Tables
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD
from workers.leases import BEAT

OTHER = GUILD + 1


@pytest.fixture
async def both(house):
    """Begin a game on each of two servers; return one game, and its process's maintenance."""
    await house.game(ANNA, BEN)
    lobby = await house.tables.lobbies.open("pig", {}, OTHER, CHANNEL + 1, ANNA, 1)
    await house.tables.do(lobby.id, Join(CLEO, 2))
    theirs = await house.tables.do(lobby.id, Start(ANNA, 3))
    mine = Tables(
        house.database, (Pig(), Heaps()), house.clock, looks_after=lambda guild: guild == OTHER
    )
    return theirs, mine.maintenance


def numbers(tables):
    return [table.id for table in tables]


async def test_each_process_calls_and_offers_seats_at_its_own_tables(house, both):
    theirs, maintenance = both
    house.clock.pass_by(CALL_UNHURRIED_AFTER)
    assert numbers(await maintenance.find_uncalled()) == [theirs.id]
    house.clock.pass_by(IDLE_AFTER - CALL_UNHURRIED_AFTER)
    assert numbers(await maintenance.find_idle()) == [theirs.id]


async def test_each_process_updates_its_own_boards(both):
    theirs, maintenance = both
    assert numbers(await maintenance.find_not_shown()) == [theirs.id]


async def test_the_newer_of_two_new_messages_is_the_live_one(house):
    table = await house.lobby(ANNA)
    other = await house.restarted()
    await house.tables.messages.set_message(table.id, 100)
    table, useless = await house.tables.messages.set_message(table.id, 300)
    assert (table.message_id, useless) == (300, 100)
    table, useless = await other.tables.messages.set_message(table.id, 200)
    assert (table.message_id, useless) == (300, 200)
    assert (await house.tables.messages.set_message(table.id, 300))[1] is None


async def test_the_revision_tells_the_state_that_a_message_shows(house):
    table = await house.lobby(ANNA)
    await house.tables.maintenance.set_shown({table.id: table.revision})
    assert await house.tables.maintenance.is_shown(table)
    newer = await house.tables.do(table.id, Join(BEN, 2))
    assert not await house.tables.maintenance.is_shown(newer)


async def test_old_processed_interactions_are_deleted(house):
    for click in (10, 20):
        await house.tables.lobbies.open("pig", {}, GUILD, CHANNEL, ANNA, click, click=click)
    await house.tables.maintenance.forget_processed(20)
    assert await house.rows("SELECT interaction_id FROM processed_interactions") == [(20,)]


HOUR = 3600


async def ages(house):
    """Return the seconds since each table's last change, as the rows have it."""
    rows = await house.rows("SELECT changed_at FROM tables ORDER BY id")
    return [house.clock.time - changed_at for (changed_at,) in rows]


@pytest.fixture
async def beating(house, both):
    """Return the heartbeats of two processes with a table each, and of a third without tables."""
    games = (Pig(), Heaps())

    def beat_of(guild):
        return Tables(
            house.database, games, house.clock, looks_after=lambda found: found == guild
        ).heartbeat

    beats = [beat_of(GUILD), beat_of(OTHER)]
    async with house.database.write() as store:
        store.run(BEAT, id="a", aside=False, without="")
    for each in beats:
        await each.beat()
    return (*beats, beat_of(None))


@pytest.mark.postgresql
async def test_an_outage_of_one_process_moves_the_times_of_its_own_tables(house, beating):
    first, second, _ = beating
    for _ in range(HOUR // 60):
        house.clock.pass_by(60)
        await second.beat()
    await first.beat()
    assert await ages(house) == [0, HOUR]


@pytest.mark.postgresql
@pytest.mark.parametrize("step", [HOUR, -HOUR])
async def test_an_outage_of_both_processes_moves_times_once(house, beating, step):
    first, second, _ = beating
    for _ in range(10):
        house.clock.pass_by(60)
        await first.beat()
        await second.beat()
    house.clock.pass_by(step)
    await first.beat()
    await second.beat()
    assert await ages(house) == [600, 600]


@pytest.mark.postgresql
async def test_a_process_that_starts_beside_another_moves_no_times(house, beating):
    first, _, third = beating
    before = await house.rows("SELECT * FROM tables")
    for _ in range(10):
        house.clock.pass_by(60)
        await first.beat()
    house.clock.pass_by(20)
    await third.beat()
    assert await house.rows("SELECT * FROM tables") == before


@pytest.mark.postgresql
async def test_the_first_of_several_processes_to_start_moves_the_times_for_all(house, beating):
    house.clock.pass_by(HOUR)
    for each in (beating[2], Tables(house.database, (), house.clock).heartbeat):
        await each.beat()
        house.clock.pass_by(20)
    assert await ages(house) == [40, 40]
