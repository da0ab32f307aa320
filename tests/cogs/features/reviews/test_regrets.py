"""Regrets, which are entered with each result after the end of a game."""

from cogs.features.reviews.regrets import ENOUGH_SEARCHED
from tables.play.seating import Leave
from tables.thinking import Regret, find_regrets
from tests.records.server import ANNA, BEN, CLEO, GUILD


async def weigh(table):
    """Review in this process; a game of the pond takes a second."""
    return find_regrets(table)


async def look(table):
    """Return made-up regrets, for tests that need no real review."""
    return [Regret(seat.seat, 10, 1.0, 5.0) for seat in table.seats]


async def rows_of(server):
    found = await server.rows("SELECT * FROM regrets ORDER BY result_id, person_id")
    return [tuple(row) for row in found]


async def test_a_player_who_leaves_has_no_regrets(server):
    table = await server.start("pond", ANNA, BEN)
    await server.finish(await server.tables.do(table.id, Leave(BEN)))
    await server.regrets.catch_up(look)
    assert [row[1] for row in await rows_of(server)] == [ANNA.id]


async def test_somebody_forgotten_during_a_review_is_not_entered(server):
    await server.play("pond", ANNA)

    async def forget(table):
        await server.records.privacy.forget(ANNA.id)
        return await look(table)

    await server.regrets.catch_up(forget)
    assert await rows_of(server) == []


async def put(server, *rows):
    """Enter regrets. A row has: result, decisions, given away, cost of random moves."""
    await server.regrets.catch_up(look)
    for result, decisions, given_away, at_random in rows:
        await server.tamper(
            "UPDATE regrets SET decisions = ?, given_away = ?, at_random = ? WHERE result_id = ?",
            decisions,
            given_away,
            at_random,
            result,
        )


async def test_the_latest_game_is_reviewed_first(server):
    for _ in range(3):
        await server.play("pond", ANNA)
    order = []

    async def note(table):
        order.append(table.row.id)
        return ()

    await server.regrets.catch_up(note)
    assert order == [3, 2, 1]


async def test_nobody_is_better_than_perfect(server):
    async def make_up(table):
        return [
            Regret(0, ENOUGH_SEARCHED, -0.1, 5.0),
            Regret(1, ENOUGH_SEARCHED - 1, 0.0, 5.0),
            Regret(2, ENOUGH_SEARCHED, 2.0, 5.0),
        ]

    await server.play("buckets", ANNA, BEN, CLEO)
    await server.regrets.catch_up(make_up)
    spans = [await server.regrets.spans(GUILD, each.id, "buckets") for each in (ANNA, CLEO)]
    assert [span.accuracy for (span,) in spans] == [100, 60]


async def test_a_reset_leaves_out_earlier_regrets(server):
    await server.play("pond", ANNA)
    await put(server, (1, 20, 1, 10))
    assert await server.regrets.spans(GUILD, ANNA.id, "pond")
    await server.reset("pond")
    assert not await server.regrets.spans(GUILD, ANNA.id, "pond")


async def test_statistics_are_in_blocks_of_ten_games_with_the_latest_last(server):
    for _ in range(12):
        await server.play("pond", ANNA)
    await put(server, *((number, 10, 1.0 if number < 3 else 0.5, 5.0) for number in range(1, 13)))
    spans = await server.regrets.spans(GUILD, ANNA.id, "pond")
    assert [(span.games, span.decisions, span.accuracy) for span in spans] == [
        (2, 20, 80),
        (10, 100, 90),
    ]
