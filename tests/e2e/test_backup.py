"""The commands for backup and restore in the guide for hosts, with a running bot."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from db.copies import AHEAD, CLOSED
from tests.e2e.process import ROOT
from tests.e2e.table import actor, moves, seated, table_of
from tests.people import has_text, text_of

EXAMPLE = "backups/ducks-2031-05-04T04-00-00Z.db"


@pytest.fixture
def commands():
    """The guide's two commands: a backup, and a restore of that backup."""
    guide = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    return re.findall(r"^python (-m db .+)$", guide, re.MULTILINE)


def run(folder, command):
    """Run a command of the guide in the folder that holds the database."""
    return subprocess.run(
        [sys.executable, *shlex.split(command)],
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_guide_has_a_command_for_a_backup_and_one_for_a_restore(commands):
    assert commands[:2] == ["-m db backup", f"-m db restore {EXAMPLE}"]


@pytest.mark.parametrize("game", ["ducks", "buckdice"])
async def test_a_backup_is_made_while_people_play_and_restored(people, bot, commands, game):
    smew, scoter, merganser = people
    pair = (smew, scoter)
    board = await seated(pair, game)
    backup = run(bot.folder, commands[0])
    assert (backup.returncode, backup.stderr) == (0, "")
    await actor(board, pair).click_id(board["id"], moves(board)[0]["custom_id"])
    lost = (await merganser.command(f"{game} start")).message
    assert table_of(lost) == 2
    restore = commands[1].replace(EXAMPLE, backup.stdout.strip())
    refused = run(bot.folder, restore)
    assert (refused.returncode, refused.stderr) == (
        2, f"The database {bot.folder / 'ducks.db'} is in use: stop the bot first.\n",
    )  # fmt: skip
    assert await bot.stop() == 0
    restored = run(bot.folder, restore)
    assert (restored.returncode, restored.stderr) == (0, "")
    await bot.start()
    await bot.ready()
    await smew.wait_for(has_text(CLOSED))
    newest = (await smew.command(f"{game} start")).message
    assert table_of(newest) == 2 + AHEAD + 1
    joined = await scoter.click("Join", lost)
    assert "my database does not have it" in text_of(joined.message)
    assert "Traceback" not in bot.said()
