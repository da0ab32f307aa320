"""The rows kept about a watcher."""

from cogs.features.watching import KEPT
from cogs.features.watching.watchers import Watchers
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN, CLEO, DORA


async def test_watched_tables_are_counted_exported_and_deleted(server):
    tables = [await server.start("ducks", BEN, CLEO) for _ in range(2)]
    for table in tables:
        for person in (ANNA, DORA):
            await Watchers(server.tables).turn(table, person.id, "de")
    told, rows, left = await look(server, KEPT)
    assert told == {"which tables you watch": 2}
    assert rows == [{"table": table.id, "language": "de"} for table in tables]
    assert left == [DORA.id, DORA.id]
