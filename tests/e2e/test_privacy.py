"""Forgotten people and left servers: what the files still hold, and how running games go on."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing

from tests.e2e.process import ROOT
from tests.e2e.table import actor, ask_to_forget, seated
from tests.people import text_of


def changed(bot, sql, *values):
    """Change the database of a running bot from outside its process."""
    with closing(sqlite3.connect(bot.database, timeout=10)) as file, file:
        file.execute(sql, values)


def asked(bot, sql):
    """Return the first value of a query's result."""
    with closing(sqlite3.connect(bot.database, timeout=10)) as file:
        return file.execute(sql).fetchone()[0]


def names_in_files(bot, person):
    """Return whether a person's id or name is in the database or its write-ahead log."""
    files = (bot.database, bot.database.with_name(f"{bot.database.name}-wal"))
    found = b"".join(file.read_bytes() for file in files if file.exists())
    return int(person.id).to_bytes(8, "big") in found or person.name.encode() in found


async def forget_by_command(bot, person):
    """Forget a person with the host's command while the bot runs. Return the command's output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "records", "forget", person.id,
        "--database", f"sqlite:///{bot.database}",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    said, _ = await process.communicate()
    assert process.returncode == 0
    return said.decode()


async def test_the_files_of_a_running_bot_name_no_forgotten_person(people, bot):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    assert names_in_files(bot, smew)
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await bot.wait_until(lambda: not names_in_files(bot, smew))


async def test_after_the_hosts_command_the_next_player_is_called(people, bot):
    board = await seated(people[:2], "ducks")
    player = actor(board, people)
    other = next(person for person in people[:2] if person is not player)
    assert "names the account" in await forget_by_command(bot, player)
    await bot.begin_anew()  # the restarted bot has seen nobody click, so it calls soon
    bot.let_wait(100)
    await other.wait_for(lambda m: f"▶ {other.mention}" in text_of(m))
    assert not names_in_files(bot, player)


async def test_tables_of_a_server_that_was_left_while_the_bot_was_away_end(people, bot):
    smew, scoter, _ = people
    await seated((smew, scoter), "ducks")
    await bot.stop()
    await smew.admin("remove_bot", guild_id=smew.world["guilds"][0]["id"])
    await bot.start()
    await bot.wait_until(lambda: asked(bot, "SELECT status FROM tables") == "abandoned")
    assert asked(bot, "SELECT COUNT(*) FROM departures") == 1
