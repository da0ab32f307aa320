"""The latest game that a person began, as it stands in the tables."""

from __future__ import annotations

import pytest

from cogs.features.recall.starts import Starts
from players.core import Level
from tables.model.time_control import TimeControl
from tables.play.lobby import AddComputer, Settle
from tables.play.seating import Join, Leave, Start
from tests.records.server import ANNA, BEN, GUILD


@pytest.fixture
def starts(server):
    return Starts(server.records.shared)


async def find(starts, person=ANNA, game="trophy", guild=GUILD):
    """Return the options, clock and levels of ducks; None if there is no game."""
    rows = await starts.find(guild, person.id, game)
    levels = [row.level for row in rows if row.level]
    return (dict(rows[0].settled), rows[0].time_control, levels) if rows else None


async def begun(server, *changes, people=(ANNA,), game="trophy", guild=GUILD, **options):
    table = await server.lobby(game, *people, guild=guild, **options)
    for change in changes:
        await server.tables.do(table.id, change)
    return await server.tables.do(table.id, Start(people[0], 9_000 + table.id))


async def test_what_the_person_began_with_counts_with_the_levels_of_the_ducks(server, starts):
    assert await find(starts) is None
    hard, easy = (AddComputer(ANNA, level) for level in (Level.HARD, Level.EASY))
    await begun(server, Settle(ANNA, {"two_hunters": "off"}, TimeControl.DAY), hard, easy)
    assert await find(starts) == ({"two_hunters": "off"}, "day", ["hard", "easy"])
    await begun(server, hard)
    assert await find(starts) == ({"two_hunters": "on"}, "none", ["hard"])


async def test_another_game_server_and_person_are_apart_and_a_lobby_is_no_start(server, starts):
    await begun(server, people=(ANNA, BEN))
    await server.lobby("trophy", ANNA)
    others = {"person": BEN}, {"game": "ducks"}, {"guild": 1}, {"guild": None}
    assert [await find(starts, **other) for other in others] == [None] * 4
    await begun(server, people=(ANNA, BEN), guild=None, game="ducks")
    assert await find(starts, game="ducks", guild=None) is not None
    assert await find(starts, game="ducks") is None


async def test_whoever_inherits_a_game_or_comes_back_for_a_rematch_has_chosen_nothing(
    server, starts
):
    table = await begun(server, people=(ANNA, BEN))
    await server.tables.do(table.id, Leave(ANNA))
    assert await find(starts, BEN) is None
    table = await server.finish(await begun(server, people=(ANNA, BEN)))
    again = await server.tables.endings.rematch(table.id, ANNA, 71)
    await server.tables.do(again.id, Join(BEN, 72))
    assert await find(starts, BEN) is None


async def test_a_forgotten_person_has_no_last_time(server, starts):
    await begun(server, people=(ANNA, BEN))
    await server.records.privacy.forget(ANNA.id)
    assert await find(starts) is None
