"""The statistics of one person."""

from itertools import pairwise

import pytest

from cogs.features.stats.entering import Latest, Played
from cogs.features.stats.reader import POINTS, _find_streak, _rating_points
from tests.records.server import ANNA, BEN, CLEO, DORA, GUILD


async def test_somebody_who_has_not_played_has_no_stats(server):
    assert await server.stats.read(GUILD, ANNA.id) is None


async def test_the_first_page_has_levels_the_latest_games_and_near_achievements(server):
    assert await server.stats.summary(GUILD, ANNA.id) is None
    tables = [await server.play("pond", ANNA) for _ in range(4)]
    tables += [await server.play("buckdice", ANNA, BEN) for _ in range(9)]
    summary = await server.stats.summary(GUILD, ANNA.id)
    wins = sum(table.seats[0].place == 1 for table in tables[4:])
    dice, pond = summary.played
    assert (dice.game, dice.people, dice.ducks, dice.alone, dice.wins) == (
        "buckdice",
        9,
        0,
        0,
        wins,
    )
    assert (pond.game, pond.people, pond.ducks, pond.alone, pond.wins) == ("pond", 0, 0, 4, 0)
    assert [(game.game, game.place, game.players, game.score) for game in summary.latest] == [
        (t.game.info.key, t.seats[0].place, len(t.seats), t.seats[0].score)
        for t in reversed(tables[3:])
    ]
    near = [(each.goal.key, each.done, each.needed) for each in summary.near]
    assert near[0] == ("buckdice.some", 9, 10)
    assert ("pond.some", 4, 10) in near
    have = {each.key for each in summary.earned}
    assert have.isdisjoint(key for key, *_ in near)


@pytest.mark.parametrize(
    ("points", "level", "following"),
    [
        (0, 0, (0, 1)),
        (1, 1, (0, 2)),
        (2, 1, (1, 2)),
        (3, 2, (0, 3)),
        (9, 3, (3, 4)),
        (10, 4, (0, 5)),
    ],
)
def test_a_level_takes_one_point_more_than_the_last(points, level, following):
    played = Played("pond", 0, 0, points, 0)
    assert (played.level, played.next_level) == (level, following)
    if points > 1:  # a win adds one point
        assert Played("ducks", 1, points - 2, 0, 1).level == level


@pytest.mark.parametrize(
    ("places", "streak"), [([], 0), ([2, 1], 0), ([1, 1, 2, 1], 2), ([1, 0, 1], 2), ([0], 0)]
)
def test_a_streak_counts_wins_and_ignores_games_alone(places, streak):
    """A place of 0 stands for a game alone."""
    latest = [
        Latest("pond", place or 1, 2 if place else 1, 9, streak=int(place == 1)) for place in places
    ]
    assert _find_streak(latest) == streak


async def test_all_games_are_counted_together_and_each_by_itself(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    stats = await server.stats.read(GUILD, ANNA.id)
    assert stats.score.games == 2
    summary = await server.stats.summary(GUILD, ANNA.id)
    assert {each.game: each.games for each in summary.played} == {"ducks": 1, "trophy": 1}


async def test_statistics_can_be_of_one_game(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, BEN)
    stats = await server.stats.read(GUILD, ANNA.id, "ducks")
    assert (stats.score.game, stats.score.games) == ("ducks", 1)
    assert {luck.game for luck in stats.luck} == {"ducks"}


async def test_a_rating_has_a_point_for_every_game(server):
    tables = [await server.play("ducks", ANNA, BEN) for _ in range(3)]
    stats = await server.stats.read(GUILD, ANNA.id, "ducks")
    assert [point.table_id for point in stats.ratings] == [table.id for table in tables]
    assert stats.ratings[-1].rating == stats.score.rating


def test_a_long_course_is_thinned_out_between_its_ends():
    newest = [(n, float(n), 25.0, 5.0) for n in range(1001, 0, -1)]
    course = _rating_points(newest, 1001)
    assert len(course) == POINTS
    assert (course[0].table_id, course[-1].table_id) == (1, 1001)
    steps = [b.table_id - a.table_id for a, b in pairwise(course)]
    assert set(steps) == {5, 6}


def test_each_point_of_a_course_has_the_number_of_its_game():
    newest = [(n, float(n), 25.0, 5.0) for n in range(9000, 4000, -1)]
    course = _rating_points(newest, 9000)
    assert (course[0].number, course[-1].number) == (4001, 9000)


@pytest.mark.parametrize("games", [0, 1, 2, POINTS])
def test_a_short_course_has_every_game(games):
    newest = [(n, float(n), 25.0, 5.0) for n in range(games, 0, -1)]
    assert [point.number for point in _rating_points(newest, games)] == list(range(1, games + 1))


async def test_direct_messages_have_no_records_and_no_rating(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN, guild=None)
    stats = await server.stats.read(None, ANNA.id, "ducks")
    assert (stats.score.games, stats.score.rating) == (3, None)
    assert (stats.records, stats.ratings) == ((), ())


async def test_alone_there_is_no_record_of_wins(server):
    for _ in range(3):
        await server.play("pond", ANNA)
    held = (await server.stats.read(GUILD, ANNA.id)).records
    assert [record.what for record in held] == ["best score alone"]


async def test_the_three_met_most_often_are_named(server):
    for others in ([BEN], [BEN, CLEO], [BEN, CLEO, DORA]):
        await server.play("ducks", ANNA, *others)
    opponents = (await server.stats.read(GUILD, ANNA.id)).opponents
    assert [(one.name, one.games) for one in opponents] == [("Ben", 3), ("Cleo", 2), ("Dora", 1)]


async def test_games_ahead_of_an_opponent_are_counted(server):
    tables = [await server.play("ducks", ANNA, BEN) for _ in range(5)]
    ahead = sum(table.seats[0].place < table.seats[1].place for table in tables)
    assert (await server.stats.read(GUILD, ANNA.id)).opponents[0].wins == ahead


async def test_opponents_can_be_of_one_game(server):
    await server.play("ducks", ANNA, BEN)
    await server.play("trophy", ANNA, CLEO)
    opponents = (await server.stats.read(GUILD, ANNA.id, "trophy")).opponents
    assert [one.name for one in opponents] == ["Cleo"]


async def test_the_best_score_of_the_server_is_a_record(server):
    for _ in range(3):
        await server.play("ducks", ANNA, BEN)
    best = await server.rows("SELECT MAX(score) FROM seats")
    held = [
        (person.name, record.value)
        for person in (ANNA, BEN)
        for record in (await server.stats.read(GUILD, person.id)).records
        if record.what == "best score"
    ]
    assert held
    assert {value for _, value in held} == {best[0][0]}


async def test_an_achievement_is_shown_once(server):
    first = await server.play("pond", ANNA, BEN)
    before = await server.stats.earned_at(first.id)
    assert {"pond.first-win"} <= {earned.key for earned in before}
    later = [await server.play("pond", ANNA, BEN) for _ in range(4)]
    told = [
        (e.person_id, e.key) for t in (first, *later) for e in await server.stats.earned_at(t.id)
    ]
    assert len(told) == len(set(told))


async def test_achievements_are_shown_in_the_order_of_seats(server):
    table = await server.play("ducks", CLEO, ANNA, BEN)
    await server.tamper("DELETE FROM achievements")
    for person, name in ((ANNA, "first-win"), (BEN, "streak"), (CLEO, "many"), (ANNA, "many")):
        sql = "INSERT INTO achievements VALUES (?, ?, ?, ?, 0)"
        await server.tamper(sql, person.id, GUILD, f"ducks.{name}", table.id)
    told = [(earned.name, earned.key) for earned in await server.stats.earned_at(table.id)]
    assert told == [
        ("Cleo", "ducks.many"),
        ("Anna", "ducks.first-win"),
        ("Anna", "ducks.many"),
        ("Ben", "ducks.streak"),
    ]


async def test_every_game_has_between_12_and_19_achievements(server):
    for key in ("ducks", "pond", "trophy", "buckets", "buckdice"):
        assert 12 <= len(server.stats.goals(key)) <= 19


@pytest.mark.parametrize("field", ["key", "title", "words"])
async def test_no_two_goals_are_called_the_same(server, field):
    goals = server.stats.goals()
    if field == "words":
        goals = [goal for goal in goals if not goal.key.endswith(("first-win", "streak", "many"))]
    assert len({(g.game, getattr(g, field)) for g in goals}) == len(goals)


async def test_a_game_alone_counts_among_games_alone(server):
    await server.play("pond", ANNA)
    stats = await server.stats.read(GUILD, ANNA.id)
    assert stats.score is None
    assert [one.games for one in stats.solo] == [1]


async def test_the_score_alone_is_that_of_one_game_on_one_server(server):
    alone = server.stats.alone
    assert await alone(GUILD, ANNA.id, "pond") is None
    ended = [(await server.play("pond", ANNA)).outcome.scores[0] for _ in range(3)]
    told = await alone(GUILD, ANNA.id, "pond")
    assert (told.games, told.best, told.average) == (3, max(ended), sum(ended) / 3)
    assert (told,) == (await server.stats.read(GUILD, ANNA.id)).solo
    assert await alone(None, ANNA.id, "pond") is None


async def test_direct_messages_have_stats_of_the_person(server):
    await server.play("pond", ANNA, guild=None)
    assert (await server.stats.read(None, ANNA.id)).solo[0].games == 1
    assert await server.stats.read(GUILD, ANNA.id) is None
