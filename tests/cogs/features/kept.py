"""A person's rows in a feature: told, exported and forgotten."""

import json

from players.games import GAMES
from records.service import Records
from tests.records.server import ANNA


async def look(server, kept):
    """Return what Anna is told, her exported rows, and the persons left once she is forgotten."""
    privacy = Records(server.database, GAMES, server.clock, [kept]).privacy
    told, export = await privacy.tell_kept(ANNA.id), json.loads(await privacy.export(ANNA.id))
    assert kept.about in export["about"]
    await privacy.forget(ANNA.id)
    left = await server.rows(f"SELECT person_id FROM {kept.part}")
    return told, export[kept.part], [person for (person,) in left]
