"""Removing what is kept of a server that was left: begun, it is carried to its end."""

import pytest

from annals.guilds import KEPT_FOR
from annals.model import GuildSettings, Period, Sort
from db.errors import Conflict
from db.store import queries
from tests.annals.server import ANNA, BEN, GUILD

OTHER = 78


async def begun(server, monkeypatch):
    """A removal that was stopped after the first of three tables; their numbers."""
    tables = [await server.play("buckdice", ANNA, BEN) for _ in range(3)]
    await server.annals.set_settings(GUILD, GuildSettings(channels=(1,)))
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR)
    monkeypatch.setattr("annals.guilds._AT_ONCE", 1)
    await server.tamper(
        "CREATE TRIGGER refuse BEFORE DELETE ON tables WHEN old.id = "
        f"{tables[1].id} BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    with pytest.raises(Conflict):
        await server.annals.purge()
    await server.tamper("DROP TRIGGER refuse")
    return [table.id for table in tables]


async def numbers(server):
    return [number for (number,) in await server.rows("SELECT id FROM tables ORDER BY id")]


async def test_all_sums_go_at_once_and_tables_after_them(server, monkeypatch):
    tables = await begun(server, monkeypatch)
    assert await numbers(server) == tables[1:]
    for name in ("standings", "ratings", "players", "luck", "tallies", "achievements",
                 "guild_settings"):  # fmt: skip
        assert await server.rows(f"SELECT * FROM {name}") == [], name


async def test_in_the_middle_of_a_removal_the_sums_equal_the_log(server, monkeypatch):
    await begun(server, monkeypatch)
    assert await server.annals.rebuild() == ()


async def test_a_return_does_not_stop_a_removal_that_has_begun(server, monkeypatch):
    await begun(server, monkeypatch)
    await server.annals.guild_joined(GUILD)
    await server.annals.guilds_now([GUILD])
    assert await server.annals.purge() == (GUILD,)
    assert await numbers(server) == []


async def test_what_begins_after_a_return_is_kept_whole(server, monkeypatch):
    await begun(server, monkeypatch)
    await server.annals.guild_joined(GUILD)
    await server.annals.set_settings(GUILD, GuildSettings(channels=(2,)))
    table = await server.play("buckdice", ANNA, BEN)
    assert await server.annals.rebuild() == ()
    await server.annals.purge()
    assert await numbers(server) == [table.id]
    assert await server.annals.settings(GUILD) == GuildSettings(channels=(2,))
    board = await server.annals.leaderboard(GUILD, "buckdice", Period.ALL, Sort.WINS, 1, 0)
    assert [row.games for row in board.rows] == [1, 1]
    assert await server.annals.rebuild() == ()


async def test_who_leaves_again_after_a_removal_is_noted_anew(server, monkeypatch):
    await begun(server, monkeypatch)
    await server.annals.guild_joined(GUILD)
    await server.play("buckdice", ANNA, BEN)
    await server.annals.purge()
    await server.annals.guild_left(GUILD)
    assert await server.annals.purge() == ()


async def test_the_servers_that_were_left_are_told(server):
    await server.play("buckdice", ANNA, BEN)
    await server.play("buckdice", ANNA, BEN, guild=OTHER)
    await server.annals.guild_left(79)
    assert await server.annals.guilds_now([GUILD]) == {OTHER, 79}
    assert await server.annals.guilds_now([GUILD, OTHER]) == {79}


async def test_a_server_with_settings_only_is_known(server):
    await server.annals.set_settings(GUILD, GuildSettings(channels=(1,)))
    await server.play("pond", ANNA, guild=None)
    assert await server.annals.guilds_now([]) == {GUILD}


@pytest.mark.parametrize(
    "query",
    [
        "delete_luck_of_guild",
        "delete_achievements_of_guild",
        "delete_resets_of_guild",
        "delete_tallies_of_guild",
        "delete_players_of_guild",
        "delete_boards",
        "delete_rating_boards",
        "some_tables_of_guild",
        "known_guilds",
    ],
)
async def test_what_is_removed_is_found_by_an_index(server, query):
    sql = getattr(queries(), query).sql
    values = dict.fromkeys(("guild_id", "last", "number"), 1)
    async with server.database.read() as store:
        plan = await store.session.fetch(f"EXPLAIN QUERY PLAN {sql}", values)
    scans = [told for *_, told in plan if told.startswith("SCAN")]
    assert [told for told in scans if "INDEX" not in told and "guilds" not in told] == []
