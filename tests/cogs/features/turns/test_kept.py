"""The row kept about a person who has chosen how to be reminded."""

from cogs.features.turns import KEPT
from cogs.features.turns.reminders import Reminders, Way
from tests.cogs.features.kept import look
from tests.records.server import ANNA, BEN


async def test_the_choice_of_reminders_is_counted_exported_and_deleted(server):
    for person in (ANNA, BEN):
        await Reminders(server.tables).choose(person.id, Way.DIRECT, "de")
    told, rows, left = await look(server, KEPT)
    assert told == {"how you are reminded of long turns": 1}
    assert rows == [{"way": "direct", "sent_at": 0.0, "refused": 0, "language": "de"}]
    assert left == [BEN.id]
