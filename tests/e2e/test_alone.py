"""On SQLite the bot is one process. Whatever else uses the file may go on beside it."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from tests.e2e.process import PATIENCE, ROOT, Bot
from tests.e2e.table import actor, moves, seated

IN_USE = "is used by another process of the bot"


async def ended(bot):
    """Wait until a second start has ended; return its exit status and its words."""
    status = await asyncio.wait_for(bot._process.wait(), PATIENCE)
    return status, bot.said()


@pytest.mark.parametrize("path", ["ducks.db", "link.db"])
async def test_a_second_start_on_the_same_file_is_refused(box, bot, people, tmp_path, path):
    (tmp_path / "link.db").symlink_to("ducks.db")
    (tmp_path / "second").mkdir()
    url = f"sqlite:///{tmp_path / path}"
    second = Bot(box, tmp_path / "second", DATABASE_URL=url, LOG_LEVEL="INFO")
    await second.start()
    status, said = await ended(second)
    assert (status, said.count("\n")) == (2, 1)
    assert IN_USE in said
    assert (await people[0].command("ducks start")).state == "answered"
    assert len(box.core.gateway.connections) == 1


async def run(bot, *arguments):
    """Run a command for hosts on the bot's database; return its exit status and its output."""
    done = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=ROOT,
        env=bot._environment | {"DATABASE_URL": f"sqlite:///{bot.database}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(done.communicate(), PATIENCE)
    return done.returncode, said.decode()


async def test_commands_for_hosts_work_beside_the_bot_and_leave_its_lock(box, bot, tmp_path):
    assert (await run(bot, "-m", "db", "backup", "--to", str(tmp_path / "copies")))[0] == 0
    status, said = await run(bot, "bot.py", "--check")
    assert (status, said.splitlines()[-1]) == (0, "Nothing is wrong.")
    (tmp_path / "second").mkdir()
    second = Bot(box, tmp_path / "second", DATABASE_URL=f"sqlite:///{bot.database}")
    await second.start()
    assert IN_USE in (await ended(second))[1]


@pytest.mark.parametrize("answer_within", [3.0])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_click_during_a_restart_fails_and_moves_nothing_and_the_next_one_counts(
    answer_within, people, bot, how
):
    board = await seated(people[:2], "ducks")
    player, before = actor(board, people[:2]), bot.moves()
    press = moves(board)[0]["custom_id"]
    bot.skip_pace()
    await bot.stop(how)
    assert (await player.click_id(board["id"], press)).state == "failed"
    await bot.start()
    await bot.ready()
    assert bot.moves() == before
    assert (await player.click_id(board["id"], press)).state == "answered"
    assert len(bot.moves()) > len(before)
