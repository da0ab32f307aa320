"""A kill between a new board and the deletion of the old one leaves two boards with live buttons.

After the next start one of them goes, although nobody clicks.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.e2e.table import seated, table_of
from tests.people import controls

OLD = "DELETE /webhooks/*/*/messages/*"
"""The request that deletes an old board, by the token of the command or click that showed it."""


def boards(person, table):
    """Return the ids of the messages with buttons of a table, oldest first."""
    named = ((m["id"], [c["custom_id"] for c in controls(m)]) for m in person.messages())
    return [number for number, ids in named if any(f":{table}:" in each for each in ids)]


async def doubled(person, bot, shown):
    """Show a table again, and kill the bot before it has deleted the old board."""
    table = table_of(shown)
    await person.fault(on=OLD, delay=600, times=1)
    await person.command("table show", table=table)
    await person.until(lambda: len(boards(person, table)) == 2)
    await bot.wait_until(lambda: bot.rows("SELECT message_id FROM tables") != [(int(shown["id"]),)])
    await bot.kill()
    return boards(person, table)


async def gets(person, since=0):
    """Return the requests for the messages of a channel."""
    asked = (await person.record())[since:]
    return [a for a in asked if a["method"] == "GET" and a["path"].endswith("/messages")]


@pytest.mark.parametrize("stored", ["new", "old"])
@pytest.mark.parametrize("phase", ["lobby", "game"])
async def test_one_board_is_left_by_itself(people, bot, phase, stored):
    smew, *_ = people
    if phase == "game":
        shown = await seated(people, "trophy")
    else:
        shown = (await smew.command("trophy start")).message
    old, new = await doubled(smew, bot, shown)
    if stored == "old":  # killed even before the new board was stored
        with closing(sqlite3.connect(bot.database)) as file, file:
            file.execute("UPDATE tables SET message_id = ?", (int(old),))
    await bot.start()
    await smew.until(lambda: boards(smew, table_of(shown)) == [new])
    await bot.wait_until(lambda: bot.rows("SELECT message_id FROM tables") == [(int(new),)])
    assert len(await gets(smew)) == 1


async def test_a_table_that_has_not_changed_lately_is_not_looked_at(people, bot):
    smew, *_ = people
    shown = (await smew.command("trophy start")).message
    old, new = await doubled(smew, bot, shown)
    with closing(sqlite3.connect(bot.database)) as file, file:
        file.execute("UPDATE tables SET changed_at = changed_at - 60")
    await bot.start()
    await bot.ready()
    await bot.look_around()
    assert boards(smew, table_of(shown)) == [old, new]
    assert await gets(smew) == []
