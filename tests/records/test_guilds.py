"""Settings, resets, and servers that the bot has left."""

import asyncio
import json
from dataclasses import replace

import pytest

from engine.core import BadSetup
from records.upkeep import KEEP_FOR
from records.values import GuildSettings, ResetPreview, solo_board
from tables.model.table import Status
from tests.records.server import ANNA, BEN, CLEO, GUILD

OTHER = 78


async def players(server, game="ducks", guild=GUILD):
    return len(await server.standings(game, guild))


async def test_settings_are_empty_at_first(server):
    assert await server.records.settings.read(GUILD) == GuildSettings()


async def test_settings_are_kept(server):
    wanted = GuildSettings((1, 2), (3,), {"ducks": {"wild": "off"}})
    await server.records.settings.write(GUILD, wanted)
    assert await server.records.settings.read(GUILD) == wanted


async def test_settings_belong_to_one_server(server):
    await server.records.settings.write(GUILD, GuildSettings(channels=(1,)))
    assert await server.records.settings.read(OTHER) == GuildSettings()


@pytest.mark.parametrize("defaults", [{"chess": {}}, {"ducks": {"tame": "on"}},
                                      {"ducks": {"wild": "maybe"}}])  # fmt: skip
async def test_defaults_with_an_unknown_game_option_or_value_are_refused(server, defaults):
    with pytest.raises(BadSetup):
        await server.records.settings.write(GUILD, GuildSettings(defaults=defaults))


@pytest.mark.parametrize(
    "gone",
    [{"chess": {"board": "on"}}, {"ducks": {"tame": "on"}}, {"ducks": {"wild": "maybe"}}],
)
async def test_settings_can_be_changed_after_an_update_removed_one_of_them(server, gone):
    kept = {
        "channels": [1],
        "cancel_roles": [],
        "defaults": {"pond": {}, **gone},
        "time_control": "none",
        "threads": False,
    }
    sql = "INSERT INTO guild_settings (guild_id, settings) VALUES (?, ?)"
    await server.tamper(sql, GUILD, json.dumps(kept))
    settings = await server.records.settings.read(GUILD)
    assert settings == GuildSettings(channels=(1,))
    await server.records.settings.write(GUILD, replace(settings, channels=(2,)))
    assert await server.records.settings.read(GUILD) == GuildSettings(channels=(2,))


async def test_a_reset_empties_the_board_of_a_game(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    assert await players(server) == 0


async def test_a_reset_leaves_other_games_alone(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    await server.reset("ducks")
    assert (await players(server, "trophy"), await players(server, None)) == (2, 2)


async def test_a_reset_leaves_other_servers_alone(server):
    await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.reset(None)
    assert await players(server, guild=OTHER) == 2


async def test_a_reset_of_everything_empties_every_board(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("pond", ANNA)
    await server.reset(None)
    for board in ("ducks", None, solo_board("pond")):
        assert await players(server, board) == 0


async def test_ratings_start_anew_after_a_reset(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    await server.play("ducks", ANNA, BEN)
    sql = "SELECT mu FROM finishes WHERE result_id = ? ORDER BY mu"
    assert await server.rows(sql, 2) == await server.rows(sql, 1)


async def test_a_reset_shows_its_losses_before_and_after(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, CLEO)
    await server.play("pond", ANNA)
    assert await server.records.resets.preview(GUILD, "ducks") == ResetPreview(3, 2, 3, latest=2)
    assert await server.records.resets.preview(GUILD, None) == ResetPreview(3, 3, 3, latest=3)
    assert await server.reset(None) == ResetPreview(3, 3, 3, latest=3)
    assert await server.records.resets.preview(GUILD, None) == ResetPreview(0, 0, 0, latest=3)


async def test_a_person_on_both_boards_of_a_game_is_counted_once(server):
    await server.play("pond", ANNA, BEN)
    await server.play("pond", CLEO)
    await server.play("pond", ANNA)
    assert await server.records.resets.preview(GUILD, "pond") == ResetPreview(3, 3, 2, latest=3)


async def test_a_reset_of_all_boards_counts_games_already_reset_on_their_own_boards(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, CLEO)
    await server.reset("ducks")
    assert await server.records.resets.preview(GUILD, "ducks") == ResetPreview(0, 0, 0, latest=2)
    assert await server.records.resets.preview(GUILD, None) == ResetPreview(3, 2, 0, latest=2)


async def test_solo_games_already_reset_are_not_lost_again_with_all_boards(server):
    await server.play("pond", ANNA)
    await server.play("pond", ANNA, BEN)
    await server.reset("pond")
    await server.play("pond", CLEO)
    assert await server.records.resets.preview(GUILD, None) == ResetPreview(3, 2, 0, latest=3)


async def test_games_lost_with_all_boards_are_not_lost_again(server):
    await server.play("pond", ANNA)
    await server.reset(None)
    await server.reset("pond")
    await server.play("pond", ANNA, BEN)
    assert (await server.records.resets.preview(GUILD, None)).games == 1


@pytest.mark.parametrize("game", ["ducks", None])
async def test_an_outdated_confirmation_resets_nothing(server, game):
    await server.play("ducks", ANNA, BEN)
    losses = await server.records.resets.preview(GUILD, game)
    await server.play("ducks", ANNA, CLEO)
    assert await server.records.resets.reset(GUILD, game, losses.latest) is None
    assert await players(server, game) == 3


async def test_other_games_and_servers_do_not_outdate_a_confirmation(server):
    await server.play("ducks", ANNA, BEN)
    losses = await server.records.resets.preview(GUILD, "ducks")
    await server.play("trophy", ANNA, CLEO)
    await server.play("ducks", ANNA, CLEO, guild=OTHER)
    assert await server.records.resets.reset(GUILD, "ducks", losses.latest) == losses


async def test_results_before_a_reset_are_not_lost_again(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    await server.play("ducks", ANNA, BEN)
    assert (await server.records.resets.preview(GUILD, "ducks")).games == 1


async def test_a_server_is_kept_for_30_days(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR - 1)
    assert await server.records.guilds.purge() == ()
    assert await players(server) == 2


async def test_a_server_is_deleted_30_days_after_the_bot_left(server):
    await server.play("ducks", ANNA, BEN)
    await server.start("trophy", ANNA, BEN)
    await server.lobby("pond", ANNA)
    await server.records.settings.write(GUILD, GuildSettings(channels=(1,)))
    await server.records.guilds.claim_greeting(GUILD)
    await server.reset("pond")
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == (GUILD,)
    kept = {
        name for name in await server.table_names() if await server.rows(f"SELECT * FROM {name}")
    }
    assert kept == {"pending_work"}  # the file must still be compacted


async def test_deleting_a_server_keeps_the_others(server):
    table = await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR)
    await server.records.guilds.purge()
    assert await players(server, guild=OTHER) == 2
    assert (await server.tables.lookup.get(table.id)).status is Status.FINISHED
    assert await server.differences() == ()


async def test_a_server_that_returns_within_30_days_keeps_everything(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR - 1)
    await server.records.guilds.mark_joined(GUILD)
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == ()
    assert await players(server) == 2


async def test_the_30_days_count_from_the_first_report_of_leaving(server):
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR)
    await server.records.guilds.mark_left(GUILD)
    assert await server.records.guilds.purge() == (GUILD,)


async def test_a_rematch_does_not_keep_its_server_from_being_deleted(server):
    table = await server.play("ducks", ANNA, BEN)
    await server.tables.endings.rematch(table.id, ANNA, 9_999)
    await server.records.guilds.mark_left(GUILD)
    server.clock.pass_by(KEEP_FOR)
    await server.records.guilds.purge()
    assert await server.rows("SELECT * FROM tables") == []


@pytest.mark.sqlite
async def test_removing_a_table_finds_its_rematch_by_an_index(server):
    plan = await server.rows("EXPLAIN QUERY PLAN SELECT 1 FROM tables WHERE rematch_of = ?", 1)
    assert "INDEX" in plan[0][3]


async def test_servers_left_during_an_outage_are_noted(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("ducks", ANNA, BEN, guild=OTHER)
    await server.records.settings.write(79, GuildSettings())
    await server.records.guilds.update([GUILD])
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == (OTHER, 79)


async def test_servers_rejoined_during_an_outage_are_noted(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.mark_left(GUILD)
    await server.records.guilds.update([GUILD])
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == ()


async def test_a_server_left_twice_counts_from_the_first_time(server):
    await server.play("ducks", ANNA, BEN)
    await server.records.guilds.update([])
    server.clock.pass_by(KEEP_FOR)
    await server.records.guilds.update([])
    assert await server.records.guilds.purge() == (GUILD,)


async def test_direct_messages_count_as_no_server(server):
    await server.play("pond", ANNA, guild=None)
    await server.records.guilds.update([])
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == ()


async def test_a_server_is_greeted_once_by_several_processes(server):
    asked = await asyncio.gather(*[server.records.guilds.claim_greeting(GUILD) for _ in range(5)])
    assert sorted(asked) == [False] * 4 + [True]
    assert await server.records.guilds.claim_greeting(OTHER)


async def test_the_note_of_a_greeting_is_deleted_a_month_after_the_bot_left(server):
    await server.records.guilds.claim_greeting(GUILD)
    assert await server.records.guilds.update([]) == {GUILD}  # during an outage
    await server.records.guilds.purge()
    assert not await server.records.guilds.claim_greeting(GUILD)
    server.clock.pass_by(KEEP_FOR)
    assert await server.records.guilds.purge() == (GUILD,)
    assert await server.records.guilds.claim_greeting(GUILD)
