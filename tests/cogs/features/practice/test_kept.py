"""What is kept of who has practised."""

from cogs.features.practice import KEPT
from cogs.features.practice.positions import Practice
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN


async def test_what_was_practised_is_told_exported_and_deleted(server):
    for person in (ANNA, BEN):
        await Practice(server.tables).note_right(person, (0, 17))
    lines, rows, left = await look(server, KEPT)
    assert lines == ["1 position that you answered right in `/practice`"]
    assert rows == [{"table": 0, "move": 17}]
    assert left == [BEN.id]
