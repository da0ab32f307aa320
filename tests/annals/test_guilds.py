"""Settings, resets, and servers that the bot has left."""

import pytest

from annals.guilds import KEPT_FOR
from annals.model import GuildSettings, Losses, Period, Sort
from engine.errors import BadSetup
from tables.model import Status
from tests.annals.server import ANNA, BEN, CLEO, GUILD

OTHER = 78


async def players(server, game="ducks", guild=GUILD):
    return (await server.annals.leaderboard(guild, game, Period.ALL, Sort.WINS, 1, 0)).players


async def test_settings_are_empty_at_first(server):
    assert await server.annals.settings(GUILD) == GuildSettings()


async def test_settings_are_kept(server):
    wanted = GuildSettings((1, 2), (3,), {"ducks": {"wild": "off"}})
    await server.annals.set_settings(GUILD, wanted)
    assert await server.annals.settings(GUILD) == wanted


async def test_settings_are_of_one_server(server):
    await server.annals.set_settings(GUILD, GuildSettings(channels=(1,)))
    assert await server.annals.settings(OTHER) == GuildSettings()


@pytest.mark.parametrize("defaults", [{"chess": {}}, {"ducks": {"tame": "on"}},
                                      {"ducks": {"wild": "maybe"}}])  # fmt: skip
async def test_defaults_that_no_game_knows_are_refused(server, defaults):
    with pytest.raises(BadSetup):
        await server.annals.set_settings(GUILD, GuildSettings(defaults=defaults))


async def test_a_reset_empties_the_board_of_a_game(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.reset(GUILD, "ducks")
    assert await players(server) == 0


async def test_a_reset_leaves_other_games_alone(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    await server.annals.reset(GUILD, "ducks")
    assert (await players(server, "trophy"), await players(server, None)) == (2, 2)


async def test_a_reset_leaves_other_servers_alone(server):
    await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.annals.reset(GUILD, None)
    assert await players(server, guild=OTHER) == 2


async def test_a_reset_of_everything_empties_every_board(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    await server.annals.reset(GUILD, None)
    assert await server.rows("SELECT * FROM standings") == []


async def test_ratings_begin_anew_after_a_reset(server):
    await server.play("ducks", ANNA, BEN)
    first = await server.rows("SELECT mu FROM ratings ORDER BY mu")
    await server.annals.reset(GUILD, "ducks")
    await server.play("ducks", ANNA, BEN)
    assert await server.rows("SELECT mu FROM ratings ORDER BY mu") == first


async def test_the_chart_of_a_rating_begins_anew_too(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.reset(GUILD, "ducks")
    await server.play("ducks", ANNA, BEN)
    assert len((await server.annals.stats(GUILD, ANNA.id, "ducks")).ratings) == 1


async def test_history_achievements_and_luck_outlive_a_reset(server):
    await server.play("ducks", ANNA, BEN)
    earned = await server.annals.achievements(GUILD, ANNA.id)
    await server.annals.reset(GUILD, None)
    assert (await server.annals.history(GUILD, None, None, 1)).tables == 1
    assert await server.annals.achievements(GUILD, ANNA.id) == earned
    assert (await server.annals.stats(GUILD, ANNA.id)).luck


async def test_what_a_reset_takes_away_is_told_before_and_after(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, CLEO)
    await server.play("pond", ANNA)
    assert await server.annals.losses(GUILD, "ducks") == Losses(3, 2, 3)
    assert await server.annals.losses(GUILD, None) == Losses(3, 3, 3)
    assert await server.annals.reset(GUILD, None) == Losses(3, 3, 3)
    assert await server.annals.losses(GUILD, None) == Losses(0, 0, 0)


async def test_what_was_reset_is_not_lost_again(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.reset(GUILD, "ducks")
    await server.play("ducks", ANNA, BEN)
    assert (await server.annals.losses(GUILD, "ducks")).games == 1


async def test_a_server_is_kept_for_30_days(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR - 1)
    assert await server.annals.purge() == ()
    assert await players(server) == 2


async def test_everything_of_a_server_goes_after_30_days(server):
    await server.play("ducks", ANNA, BEN)
    await server.start("trophy", ANNA, BEN)
    await server.lobby("pond", ANNA)
    await server.annals.set_settings(GUILD, GuildSettings(channels=(1,)))
    await server.annals.reset(GUILD, "pond")
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR)
    assert await server.annals.purge() == (GUILD,)
    tables = await server.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    kept = {
        name for (name,) in tables
        if not name.startswith(("_yoyo", "yoyo", "sqlite"))
        and await server.rows(f"SELECT * FROM {name}")
    }  # fmt: skip
    assert kept == set()


async def test_other_servers_stay_when_one_goes(server):
    table = await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.play("ducks", ANNA, BEN)
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR)
    await server.annals.purge()
    assert await players(server, guild=OTHER) == 2
    assert (await server.tables.get(table.id)).status is Status.FINISHED
    assert await server.annals.rebuild() == ()


async def test_who_comes_back_within_30_days_finds_everything(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR - 1)
    await server.annals.guild_joined(GUILD)
    server.clock.pass_by(KEPT_FOR)
    assert await server.annals.purge() == ()
    assert await players(server) == 2


async def test_the_days_count_from_the_first_word_of_leaving(server):
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR)
    await server.annals.guild_left(GUILD)
    assert await server.annals.purge() == (GUILD,)


async def test_a_rematch_does_not_keep_its_server(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tables.rematch(table.id, ANNA, 9_999)
    await server.annals.guild_left(GUILD)
    server.clock.pass_by(KEPT_FOR)
    await server.annals.purge()
    assert await server.rows("SELECT * FROM tables") == []


async def test_removing_a_table_finds_its_rematch_by_an_index(server):
    plan = await server.rows("EXPLAIN QUERY PLAN SELECT 1 FROM tables WHERE rematch_of = ?", 1)
    assert "INDEX" in plan[0][3]


async def test_servers_left_while_the_bot_was_away_are_noted(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.annals.set_settings(79, GuildSettings())
    await server.annals.guilds_now([GUILD])
    server.clock.pass_by(KEPT_FOR)
    assert await server.annals.purge() == (OTHER, 79)


async def test_servers_come_back_to_while_the_bot_was_away_are_noted(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.guild_left(GUILD)
    await server.annals.guilds_now([GUILD])
    server.clock.pass_by(KEPT_FOR)
    assert await server.annals.purge() == ()


async def test_who_is_away_twice_is_away_since_the_first_time(server):
    await server.play("ducks", ANNA, BEN)
    await server.annals.guilds_now([])
    server.clock.pass_by(KEPT_FOR)
    await server.annals.guilds_now([])
    assert await server.annals.purge() == (GUILD,)


async def test_direct_messages_are_no_server_that_can_be_left(server):
    await server.play("pond", ANNA, guild=None)
    await server.annals.guilds_now([])
    server.clock.pass_by(KEPT_FOR)
    assert await server.annals.purge() == ()
