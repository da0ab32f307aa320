"""The rows kept about a person whose decisions were weighed."""

from cogs.features.reviews import KEPT
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN, GUILD


async def test_regrets_are_counted_exported_and_deleted(server):
    table = await server.play("pond", ANNA, BEN)
    for person in (ANNA, BEN):
        sql = "INSERT INTO regrets VALUES (1, ?, ?, 'pond', 6, 1.5, 4.5)"
        await server.tamper(sql, person.id, GUILD)
    told, rows, left = await look(server, KEPT)
    assert told == {"what your decisions gave away": 1}
    key = {"table": table.id, "server": GUILD, "game": "pond"}
    assert rows == [{**key, "decisions": 6, "given_away": 1.5, "at_random": 4.5}]
    assert left == [BEN.id]
