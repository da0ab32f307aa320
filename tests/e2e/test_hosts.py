"""Starts on hosts' machines: behind a proxy, with quotes, a read-only root, on Windows."""

from __future__ import annotations

import subprocess
import sys

from tests.e2e.process import ROOT, Bot
from tests.e2e.table import actor, board_of, moves, seated
from tests.hardened import hardened
from tests.people import Person
from tests.proxy import SandboxLine

PROGRAMS = ("bot", "play", "sandbox", "db", "records")

WINDOWS = """
import aiohttp, aiosqlite, discord, dotenv, os, prometheus_client, psycopg, runpy, sys
sys.platform = "win32"
sys.modules |= dict.fromkeys(("fcntl", "resource"))
for program in sys.argv[1:]:
    if not os.fork():
        runpy.run_module(program, run_name="__main__")
        os._exit(0)
    print(program, os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""Runs programs in forks of one process, which saves most of the time for their imports."""

UNREAL = "http://localhost:1/api/v10"
"""An address without a server: the bot reaches the sandbox only through the proxy."""


def test_windows_is_refused_in_one_sentence(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, *PROGRAMS],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == [f"{program} 2" for program in PROGRAMS]
    told = "The bot runs on Linux and macOS; on Windows run it in WSL or Docker.\n"
    assert done.stderr == told * len(PROGRAMS)


async def play(box):
    """Start a game, and play a few moves."""
    async with Person(box, "Smew") as smew, Person(box, "Scoter") as scoter:
        people = (smew, scoter)
        board = await seated(people, "ducks")
        for _ in range(3):
            player = actor(board, people)
            await player.click_id(board["id"], moves(board)[0]["custom_id"])
            board = board_of(player)


async def test_all_requests_go_through_the_proxy_in_the_environment(box, tmp_path):
    async with SandboxLine(box) as line:
        way = f"127.0.0.1:{line.port}"
        settings = {"DISCORD_API_BASE": UNREAL, "HTTP_PROXY": f"http://duck:quack@{way}"}
        async with Bot(box, tmp_path, str(ROOT / "bot.py"), **settings) as bot:
            await bot.ready()
            await play(box)
            await line.cut(silent=False)
            await bot.stop()
            await bot.start()
            told = f"Discord (at {UNREAL}, by the proxy {way}) cannot be reached."
            await bot.wait_until(lambda: told in bot.said())
        assert "quack" not in bot.said()


async def test_a_host_in_NO_PROXY_is_reached_directly(box, tmp_path):
    settings = {"HTTP_PROXY": "http://127.0.0.1:1", "NO_PROXY": "127.0.0.1"}
    async with Bot(box, tmp_path, **settings) as bot:
        await bot.ready()


async def test_a_start_writes_only_into_the_folder_of_the_database(box, tmp_path):
    command = hardened(tmp_path, sys.executable, ROOT / "bot.py")
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/ducks.db"}
    launch = f"import os; os.execvp('unshare', {command!r})"
    async with Bot(box, tmp_path, "-c", launch, **settings) as bot:
        await bot.ready()
        await play(box)
        assert await bot.stop() == 0
    assert "Traceback" not in bot.said()
    assert "[ERROR" not in bot.said()
    assert "[WARNING" not in bot.said()


async def test_quotes_kept_by_docker_are_removed(box, tmp_path):
    quoted = {"DISCORD_TOKEN": f'"{box.token}"', "DATABASE_URL": "'sqlite:///other.db'"}
    async with Bot(box, tmp_path, **quoted) as bot:
        await bot.ready()
    assert (tmp_path / "other.db").exists()


async def test_a_start_names_the_database_by_its_whole_path(box, tmp_path):
    async with Bot(box, tmp_path) as bot:
        await bot.ready()
        assert f"the database is {tmp_path}/ducks.db, new" in bot.said()
        await play(box)
        await bot.begin_anew()
        assert f"the database is {tmp_path}/ducks.db, tables: 1" in bot.said()
