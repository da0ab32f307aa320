"""Counts, exports and forgets a person's rows in a feature, for tests."""

import json

from players.games import GAMES
from records.service import Records
from tests.records.server import ANNA


async def look(server, kept):
    """Return the counts shown to Anna, her exported rows, and whose rows remain afterwards.

    Anna is forgotten before the remaining rows are read.
    """
    privacy = Records(server.database, GAMES, server.clock, [kept]).privacy
    told, export = await privacy.tell_kept(ANNA.id), json.loads(await privacy.export(ANNA.id))
    assert kept.about in export["about"]
    await privacy.forget(ANNA.id)
    left = await server.rows(f"SELECT person_id FROM {kept.part}")
    return told, export[kept.part], [person for (person,) in left]
