"""Several processes look after the tables of one file: each after its own, none undoes another."""

from __future__ import annotations

import pytest

from tables.playing import SILENCE
from tables.service import CALL_AFTER, Tables
from tests.tables.games import Heaps, Pig
from tests.tables.house import ANNA, BEN, CHANNEL, CLEO, GUILD

OTHER = GUILD + 1


@pytest.fixture
async def both(house):
    """A game on each of two servers, and the tables of a process that looks after one of them."""
    await house.game(ANNA, BEN)
    lobby = await house.tables.open("pig", {}, OTHER, CHANNEL + 1, ANNA, 1)
    await house.tables.join(lobby.id, CLEO, 2)
    theirs = await house.tables.start(lobby.id, ANNA, 3)
    mine = Tables(
        house.database, (Pig(), Heaps()), house.clock, looks_after=lambda guild: guild == OTHER
    )
    return theirs, mine.maintenance


def numbers(tables):
    return [table.id for table in tables]


async def test_each_calls_and_offers_seats_at_its_own_tables(house, both):
    theirs, maintenance = both
    house.clock.pass_by(CALL_AFTER)
    assert numbers(await maintenance.find_uncalled()) == [theirs.id]
    house.clock.pass_by(SILENCE - CALL_AFTER)
    assert numbers(await maintenance.find_silent()) == [theirs.id]


async def test_each_brings_its_own_boards_up_to_date(both):
    theirs, maintenance = both
    assert numbers(await maintenance.find_not_shown()) == [theirs.id]


async def test_of_two_new_messages_the_newer_is_the_live_one(house):
    table = await house.lobby(ANNA)
    other = await house.restarted()
    await house.tables.set_message(table.id, 100)
    table, useless = await house.tables.set_message(table.id, 300)
    assert (table.message_id, useless) == (300, 100)
    table, useless = await other.tables.set_message(table.id, 200)
    assert (table.message_id, useless) == (300, 200)
    assert (await house.tables.set_message(table.id, 300))[1] is None


async def test_what_a_message_shows_is_known_by_its_revision(house):
    table = await house.lobby(ANNA)
    await house.tables.maintenance.set_shown({table.id: table.revision})
    assert await house.tables.maintenance.is_shown(table)
    newer = await house.tables.join(table.id, BEN, 2)
    assert not await house.tables.maintenance.is_shown(newer)


async def test_old_claims_are_forgotten(house):
    for click in (10, 20):
        await house.tables.open("pig", {}, GUILD, CHANNEL, ANNA, click, click=click)
    await house.tables.maintenance.forget_claims(20)
    assert await house.rows("SELECT interaction_id FROM claims") == [(20,)]
