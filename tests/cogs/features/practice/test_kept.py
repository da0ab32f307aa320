"""The rows kept about a person who has practised."""

from cogs.features.practice import KEPT
from cogs.features.practice.positions import Practice
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN
from tests.records.test_leaving import left, removal

__all__ = ["left"]


async def test_practised_positions_are_counted_exported_and_deleted(server):
    for person in (ANNA, BEN):
        await Practice(server.tables).note_right(person, (0, 17))
    told, rows, left = await look(server, KEPT)
    assert told == {"which positions you answered right in `/practice`": 1}
    assert rows == [{"table": 0, "move": 17}]
    assert left == [BEN.id]


async def test_practised_positions_are_deleted_with_their_tables(server, left, monkeypatch):
    for place in ((left[0], 3), (left[-1] + 1, 3), (0, 17)):
        await server.tamper("INSERT INTO practice VALUES (?, ?, ?)", ANNA.id, *place)
    await removal(server.database, server.clock, monkeypatch)
    kept = await server.rows("SELECT table_id FROM practice ORDER BY table_id")
    assert kept == [(0,), (left[-1] + 1,)]
