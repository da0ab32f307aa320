"""Removal of the data of a server that the bot has left. Once begun, a removal is finished."""

from contextlib import asynccontextmanager, suppress

import pytest

from db.connection import Database
from records.upkeep import KEEP_FOR
from records.values import GuildSettings, ResetPreview
from tests.records.server import ANNA, BEN, GUILD, Server

OTHER = 78
SUMS = ("finishes", "players", "luck", "achievements", "resets")
STEPS = 7
"""Transactions that remove two players and three tables, one player or table at a time."""


class Killed(Exception):
    """Raised in place of the next transaction."""


async def removal(database, clock, monkeypatch, steps=None):
    """Remove one player or table per transaction. After `steps` transactions, kill the removal.

    Return the number of transactions.
    """
    write, done = database.write, 0

    @asynccontextmanager
    async def counted():
        nonlocal done
        if done == steps:
            raise Killed
        done += 1
        async with write() as store:
            yield store

    monkeypatch.setattr("records.upkeep._BATCH", 1)
    with monkeypatch.context() as patched:
        patched.setattr(database, "write", counted)
        with suppress(Killed):
            await Server(database, clock).records.guilds.purge()
        return done


@pytest.fixture
async def left(server):
    """Leave a server and let its removal become due; return the numbers of its three tables."""
    tables = [await server.play("buckdice", ANNA, BEN) for _ in range(3)]
    await server.play("ducks", ANNA, BEN, guild=OTHER)
    for person in (ANNA, BEN):
        earned = (
            "INSERT INTO achievements VALUES (?, ?, 'buckdice.first', ?, 0) ON CONFLICT DO NOTHING"
        )
        await server.tamper(earned, person.id, GUILD, tables[0].id)
        luck = "INSERT INTO luck VALUES (?, ?, 'buckdice', 'eggs', 1, 1, 1, 1)"
        await server.tamper(luck, person.id, GUILD)
    await server.records.settings.write(GUILD, GuildSettings(channels=(1,)))
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR)
    return [table.id for table in tables]


@pytest.fixture
async def begun(server, left, monkeypatch, tmp_path):
    """Return a function that runs some steps of a removal and then reopens the database."""
    opened = []

    async def begin(steps):
        await removal(server.database, server.clock, monkeypatch, steps)
        await server.database.close()
        opened.append(await Database.open(server.url))
        return Server(opened[0], server.clock, seed=1)

    yield begin
    for database in opened:
        await database.close()


async def numbers(server):
    sql = "SELECT id FROM tables WHERE guild_id = ? ORDER BY id"
    return [number for (number,) in await server.rows(sql, GUILD)]


async def told(server):
    """Return whether anything about the server's earlier games is still shown."""
    losses = [await server.records.resets.preview(GUILD, game) for game in (None, "buckdice")]
    return any(await server.tell(ANNA, BEN)) or losses != [ResetPreview(0, 0, 0, 0)] * 2


async def test_a_removal_takes_many_short_steps(server, left, monkeypatch):
    assert await removal(server.database, server.clock, monkeypatch) == STEPS
    assert await numbers(server) == []


@pytest.mark.parametrize("name", ["players", "luck", "achievements"])
async def test_the_sums_are_removed_a_few_players_at_a_time(begun, name):
    server = await begun(2)
    sql = f"SELECT DISTINCT person_id FROM {name} WHERE guild_id = ?"
    assert await server.rows(sql, GUILD) == [(BEN.id,)]


async def test_tables_are_removed_after_all_sums(begun, left):
    server = await begun(4)
    assert await server.rows("SELECT * FROM players WHERE guild_id = ?", GUILD) == []
    assert await numbers(server) == left[1:]


@pytest.mark.parametrize("steps", range(1, STEPS + 1))
async def test_a_removal_killed_at_any_step_shows_no_partial_data(begun, steps):
    server = await begun(steps)
    assert not await told(server)
    assert len(await server.standings("ducks", OTHER)) == 2
    assert await server.differences() == ()


@pytest.mark.parametrize("steps", range(1, STEPS + 1))
async def test_a_game_after_the_bots_return_is_kept_whole_at_any_step(begun, steps):
    server = await begun(steps)
    await server.records.guilds.mark_joined(GUILD)
    await server.records.guilds.update([GUILD, OTHER])
    await server.records.settings.write(GUILD, GuildSettings(channels=(2,)))
    assert await server.records.recorder.catch_up() == 0
    table = await server.play("buckdice", ANNA, BEN)
    assert not await told(server) or steps == STEPS
    assert await server.differences() == ()
    await server.records.guilds.purge()
    assert await numbers(server) == [table.id]
    assert [row.games for row in (await server.standings("buckdice")).values()] == [1, 1]
    assert await server.records.settings.read(GUILD) == GuildSettings(channels=(2,))
    assert await server.differences() == ()


async def test_the_bots_return_does_not_stop_a_removal(begun):
    server = await begun(1)
    await server.records.guilds.mark_joined(GUILD)
    await server.records.guilds.update([GUILD, OTHER])
    assert await server.records.guilds.purge() == (GUILD,)
    assert await numbers(server) == []
    for name in SUMS:
        assert await server.rows(f"SELECT * FROM {name} WHERE guild_id = ?", GUILD) == [], name


async def test_games_finished_during_a_removal_are_entered_at_the_next_start(begun, monkeypatch):
    server = await begun(2)
    await server.records.guilds.mark_joined(GUILD)
    await server.play("buckdice", ANNA, BEN)
    await removal(server.database, server.clock, monkeypatch, STEPS - 1)
    assert await server.standings("buckdice") == {}
    assert await server.records.recorder.catch_up() == 1
    assert len(await server.standings("buckdice")) == 2
    assert await server.differences() == ()


async def test_the_data_of_a_person_forgotten_during_a_removal_are_removed(begun):
    server = await begun(2)
    await server.records.privacy.forget(BEN.id)
    await server.records.guilds.purge()
    for name in SUMS:
        assert await server.rows(f"SELECT * FROM {name} WHERE guild_id = ?", GUILD) == [], name


async def test_sums_without_a_row_of_their_player_are_removed(server, left, monkeypatch):
    await server.tamper("DELETE FROM players WHERE person_id = ?", BEN.id)
    await removal(server.database, server.clock, monkeypatch)
    for name in SUMS:
        assert await server.rows(f"SELECT * FROM {name} WHERE guild_id = ?", GUILD) == [], name


async def test_a_confirmation_from_before_a_removal_resets_nothing(server, left, begun):
    losses = await server.records.resets.preview(GUILD, "buckdice")
    server = await begun(2)
    assert await server.records.resets.reset(GUILD, "buckdice", losses.latest) is None


async def test_a_server_left_again_after_a_removal_is_noted_anew(begun):
    server = await begun(1)
    await server.records.guilds.mark_joined(GUILD)
    await server.play("buckdice", ANNA, BEN)
    await server.records.guilds.purge()
    await server.records.guilds.mark_left(GUILD)
    assert await server.records.guilds.purge() == ()


async def test_the_servers_that_the_bot_has_left_are_returned(server):
    await server.play("buckdice", ANNA, BEN)
    await server.play("buckdice", ANNA, BEN, guild=OTHER)
    await server.records.guilds.mark_left(79)
    assert await server.records.guilds.update([GUILD]) == {OTHER, 79}
    assert await server.records.guilds.update([GUILD, OTHER]) == {79}


async def test_a_server_that_has_only_settings_is_known(server):
    await server.records.settings.write(GUILD, GuildSettings(channels=(1,)))
    await server.play("pond", ANNA, guild=None)
    assert await server.records.guilds.update([]) == {GUILD}
