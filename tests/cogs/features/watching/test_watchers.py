"""Watching: a spectator gets the result card once, or nothing if the game has no result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.features.watching import watchers
from cogs.features.watching.watchers import TRIED_FOR, TooManyWatchers, Watchers
from tables.model.errors import AlreadyHandled, AlreadySeated, WrongPhase
from tables.play.seating import Cancel
from tests.tables.house import ANNA, BEN, CLEO, DORA


async def due(house, most=9):
    return [(row.table_id, row.person_id) for row in await Watchers(house.tables).find_due(most)]


@pytest.fixture
async def watched(house):
    """A game that Cleo and Dora watch."""
    table = await house.game(ANNA, BEN)
    for person in (CLEO, DORA):
        assert await Watchers(house.tables).turn(table, person.id, "de")
    return table


async def test_cards_are_due_when_the_game_has_ended(house, watched):
    assert await due(house) == []
    await house.finish(watched)
    assert await due(house) == [(watched.id, CLEO.id), (watched.id, DORA.id)]
    assert await due(house, most=1) == [(watched.id, CLEO.id)]
    assert await due(await house.restarted()) == await due(house)


async def test_a_watcher_who_got_the_card_is_forgotten(house, watched):
    await house.finish(watched)
    first, _ = await Watchers(house.tables).find_due(9)
    await Watchers(house.tables).forget(first)
    assert await due(house) == [(watched.id, DORA.id)]


async def test_a_card_that_may_have_been_sent_is_sent_again_while_discord_knows_its_nonce(
    house, watched
):
    await house.finish(watched)
    rows = await Watchers(house.tables).find_due(9)
    await Watchers(house.tables).note_sending(rows[0])
    later = await house.restarted()
    house.clock.pass_by(TRIED_FOR)
    assert await due(later) == await due(house)
    house.clock.pass_by(1)
    assert await due(later) == [(watched.id, DORA.id)]
    assert await house.rows("SELECT person_id FROM watchers") == [(DORA.id,)]


async def test_a_card_that_discord_does_not_take_stays_due(house, watched):
    await house.finish(watched)
    rows = await Watchers(house.tables).find_due(9)
    await Watchers(house.tables).note_sending(rows[0])
    await Watchers(house.tables).put_off(rows[0])
    house.clock.pass_by(TRIED_FOR + 1)
    assert await due(house) == [(watched.id, CLEO.id), (watched.id, DORA.id)]


async def test_the_time_for_retries_runs_from_the_first_try(house, watched):
    await house.finish(watched)
    for _ in range(2):
        (row, _) = await Watchers(house.tables).find_due(9)
        await Watchers(house.tables).note_sending(row)
        house.clock.pass_by(TRIED_FOR / 2 + 1)
    assert await due(house) == [(watched.id, DORA.id)]


async def test_without_a_result_nothing_is_sent_and_nothing_kept(house, watched):
    await house.tables.do(watched.id, Cancel(ANNA, force=True))
    assert await due(house) == []
    assert await house.rows("SELECT * FROM watchers") == []


async def test_a_second_press_stops_watching(house, watched):
    assert await Watchers(house.tables).watches(watched.id, CLEO.id)
    assert not await Watchers(house.tables).turn(watched, CLEO.id, "de")
    assert not await Watchers(house.tables).watches(watched.id, CLEO.id)
    await house.finish(watched)
    assert await due(house) == [(watched.id, DORA.id)]


async def test_a_click_received_by_two_processes_counts_once(house, watched):
    assert not await Watchers(house.tables).turn(watched, CLEO.id, "de", click=7)
    with pytest.raises(AlreadyHandled):
        await Watchers((await house.restarted()).tables).turn(watched, CLEO.id, "de", click=7)
    assert not await Watchers(house.tables).watches(watched.id, CLEO.id)


async def test_a_player_of_the_table_cannot_watch(house, watched):
    with pytest.raises(AlreadySeated):
        await Watchers(house.tables).turn(watched, ANNA.id, "de")


async def test_only_a_running_game_can_be_watched(house, watched):
    lobby = await house.lobby(ANNA)
    over = await house.finish(watched)
    for table in (lobby, over):
        with pytest.raises(WrongPhase):
            await Watchers(house.tables).turn(table, CLEO.id, "de")


async def test_the_number_of_watchers_is_limited(house, watched, monkeypatch):
    monkeypatch.setattr(watchers, "WATCHERS", 2)
    with pytest.raises(TooManyWatchers):
        await Watchers(house.tables).turn(watched, 5, "de")


async def test_each_process_sends_cards_only_for_its_own_tables(house, watched):
    await house.finish(watched)
    tables = house.tables
    tables.shared = replace(tables.shared, looks_after=lambda guild_id: guild_id is None)
    assert await due(house) == []
    assert len(await house.rows("SELECT * FROM watchers")) == 2
