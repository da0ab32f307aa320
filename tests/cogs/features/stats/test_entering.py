"""Luck and achievements that the end of a game enters."""

import pytest

from cogs.app.feature import find_off
from cogs.features import FEATURES
from cogs.features.stats.entering import GOALS, MANY, SOME
from players.core import Level
from players.games import GAMES
from tables.play.seating import Leave
from tests.records.server import ANNA, BEN, GUILD, Server
from tests.records.test_computers import play, played
from tests.records.test_leaving import STEPS, begun, left

__all__ = ["begun", "left", "played"]


@pytest.mark.heavy
async def test_a_player_who_left_earns_no_achievements(server):
    """The 50th game earns an achievement only for the person who stayed."""
    for _ in range(MANY - 1):
        await server.play("buckdice", ANNA, BEN)
    table = await server.start("buckdice", ANNA, BEN)
    await server.finish(await server.tables.do(table.id, Leave(ANNA)))
    earned = {
        person.name: {one.key for one in (await server.stats.summary(GUILD, person.id)).earned}
        for person in (ANNA, BEN)
    }
    assert "buckdice.many" not in earned["Anna"]
    assert "buckdice.many" in earned["Ben"]


@pytest.mark.parametrize("late", [False, True])
async def test_without_the_feature_nothing_is_entered(server, clock, late):
    """If `late`, the bot's start enters a game that was missed at its end."""
    off = find_off(FEATURES, [game.info.key for game in GAMES], {"stats"})
    server = Server(server.database, clock, without=off)
    if late:
        server.tables._writer._on_end = None
    await server.play("ducks", ANNA, BEN)
    assert await server.records.recorder.catch_up() == int(late)
    assert len(await server.standings("ducks")) == 2
    for name in ("luck", "achievements"):
        assert await server.rows(f"SELECT * FROM {name}") == []


@pytest.mark.usefixtures("played")
async def test_statistics_count_games_with_computers_separately(server):
    stats = await server.stats.read(GUILD, ANNA.id)
    assert (stats.score, stats.records) == (None, ())
    assert [(score.game, score.games) for score in stats.mixed] == [("buckdice", 1)]
    assert stats.opponents == ()


@pytest.mark.heavy
async def test_games_with_computers_earn_only_achievements_that_need_no_other_people(server):
    for _ in range(SOME):
        await play(server, "buckdice", Level.EASY)
    summary = await server.stats.summary(GUILD, ANNA.id)
    assert summary.played[0].wins > 0
    assert "buckdice.some" in {each.key for each in summary.earned}
    assert [each.key for each in summary.earned if GOALS[each.key].people] == []
    assert [each.goal.key for each in summary.near if each.goal.people] == []
    assert await server.rows("SELECT 1 FROM achievements WHERE person_id < 0") == []
    assert await server.differences() == ()


async def test_after_a_reset_the_chart_of_a_rating_begins_anew(server):
    await server.play("ducks", ANNA, BEN)
    await server.reset("ducks")
    await server.play("ducks", ANNA, BEN)
    assert len((await server.stats.read(GUILD, ANNA.id, "ducks")).ratings) == 1


async def test_achievements_and_luck_outlive_a_reset(server):
    table = await server.play("ducks", ANNA, BEN)
    sql = "INSERT INTO achievements VALUES (?, ?, 'ducks.many', ?, 0)"
    await server.tamper(sql, ANNA.id, GUILD, table.id)
    earned = (await server.stats.summary(GUILD, ANNA.id)).earned
    assert earned
    await server.reset(None)
    assert (await server.stats.summary(GUILD, ANNA.id)).earned == earned
    assert (await server.stats.read(GUILD, ANNA.id)).luck


@pytest.mark.parametrize("steps", range(1, STEPS))
async def test_achievements_are_hidden_while_the_data_of_their_server_is_deleted(
    begun, left, steps
):
    server = await begun(steps)
    assert await server.stats.earned_at(left[0]) == ()
