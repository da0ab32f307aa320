"""The page about the sandbox: a bot and a test that do what the page says."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from sandbox.process import BotEnded
from sandbox.testing import PATIENCE, launch

HOME = Path(__file__).parents[2]
PAGE = (HOME / "sandbox/README.md").read_text("utf-8")
FILES = dict(re.findall(r"^```python (\S+)\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL))


@pytest.fixture
def folder(tmp_path):
    """A folder with the files that the page shows, outside the project."""
    for name, source in FILES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    return tmp_path


@pytest.fixture
def environment():
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(HOME)}


@pytest.mark.heavy
def test_the_pages_test_passes(folder, environment):
    command = [sys.executable, "-m", "pytest", "--quiet", "test_my_bot.py"]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


@pytest.mark.heavy
def test_the_pages_test_fails_for_a_bot_that_counts_wrong(folder, environment):
    bot = folder / "my_bot.py"
    bot.write_text(FILES["my_bot.py"].replace("self.count += 1", "self.count += 2"))
    short = (folder / "test_my_bot.py").read_text().replace('1"))', '1"), timeout=1)')
    (folder / "test_my_bot.py").write_text(short)
    command = [sys.executable, "-m", "pytest", "--quiet", "test_my_bot.py"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 1


async def begin(folder, environment, bot):
    """Start the sandbox with a bot; return the process and the address that it prints."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "sandbox", "--port", "0", "--bot", bot]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stdout=pipe, stderr=pipe
    )
    return process, (await process.stdout.readline()).decode().split()[-1]


@pytest.mark.heavy
async def test_the_pages_command_runs_the_bot_until_ctrl_c(folder, environment):
    process, url = await begin(folder, environment, f"{sys.executable} my_bot.py")
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(url + "/sandbox/live?as=Smew") as live,
    ):
        while (event := await live.receive_json())["t"] != "bot_status" or not event["d"]["online"]:
            pass
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            await process.communicate()
    assert process.returncode == 0


async def test_a_bot_that_ends_by_itself_ends_the_sandbox(folder, environment):
    bot = f"{sys.executable} -c 'raise SystemExit(3)'"
    process, _ = await begin(folder, environment, bot)
    async with asyncio.timeout(PATIENCE):
        _, errors = await process.communicate()
    assert (process.returncode, errors) == (1, b"The bot has ended by itself, with status 3.\n")


async def test_a_program_that_does_not_exist_is_one_sentence(folder, environment):
    process, _ = await begin(folder, environment, "no-such-bot")
    async with asyncio.timeout(PATIENCE):
        _, errors = await process.communicate()
    said = b"The sandbox cannot start: there is no program no-such-bot.\n"
    assert (process.returncode, errors) == (2, said)


async def test_a_bot_that_ends_before_it_is_online_fails_the_test(box):
    with pytest.raises(BotEnded, match="status 3"):
        async with launch(box, sys.executable, "-c", "raise SystemExit(3)"):
            pass
