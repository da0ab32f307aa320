"""The rows that the statistics keep about a person who has played."""

from cogs.features.stats import ACHIEVEMENTS, LUCK
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN


async def test_the_luck_of_the_dice_is_counted_exported_and_deleted(server):
    await server.play("ducks", ANNA, BEN)
    told, rows, left = await look(server, LUCK)
    assert told == {"your dice statistics": 2}
    assert [row["measure"] for row in rows] == ["matches", "promotable"]
    assert set(left) == {BEN.id}


async def test_achievements_are_counted_exported_and_deleted(server):
    for person in (ANNA, BEN):
        sql = "INSERT INTO achievements VALUES (?, 77, 'ducks.many', 5, 8.0)"
        await server.tamper(sql, person.id)
    told, rows, left = await look(server, ACHIEVEMENTS)
    assert told == {"your achievements": 1}
    assert rows == [{"server": 77, "name": "ducks.many", "table": 5, "at": 8.0}]
    assert left == [BEN.id]
