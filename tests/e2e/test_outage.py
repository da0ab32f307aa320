"""After an outage of days, tables that were not old before it are still open."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tables.service import LOBBY_AGE
from tests.people import has_button, labels, text_of

OUTAGE = 8 * 86_400


def let_pass(bot, seconds):
    """Move the heartbeat and the last change of all tables into the past. Table 1 gets too old."""
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute("UPDATE heartbeat SET seen_at = seen_at - ?", (seconds,))
        file.execute("UPDATE tables SET changed_at = changed_at - ?", (seconds,))
        file.execute("UPDATE tables SET changed_at = changed_at - ? WHERE id = 1", (LOBBY_AGE,))


def statuses(bot):
    with closing(sqlite3.connect(bot.database)) as file:
        return [row[0] for row in file.execute("SELECT status FROM tables ORDER BY id")]


async def test_a_lobby_is_open_after_an_outage_longer_than_its_lifetime(people, bot):
    smew, scoter, _ = people
    for person in (smew, scoter):
        await person.command("ducks start")
    await bot.kill()
    let_pass(bot, OUTAGE)
    await bot.start()
    await bot.ready()
    await bot.wait_until(lambda: "cancelled" in statuses(bot))
    assert statuses(bot) == ["cancelled", "lobby"]
    await smew.click("Join", await smew.wait_for(has_button("Join")))
    await scoter.wait_for(lambda m: "Smew" in text_of(m) and "Start" in labels(m))
