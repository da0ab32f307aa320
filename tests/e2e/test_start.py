"""A process that cannot start gives the reason in one plain sentence, and ends with status 2."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

import bot
from db.connection import Database
from sandbox import Sandbox
from sandbox.settings import ANSWER_WITHIN
from tables.play.heartbeat import PUT_SEEN_AT
from tests.e2e.forked import Forked
from tests.e2e.process import PATIENCE, ROOT
from tests.test_play import free_port

TOKEN = "no-such-token"
DAY = 24 * 60 * 60
NOWHERE = "http://127.0.0.1:9/api/v10"


NO_DATABASE = "sqlite:///none/ducks.db"
"""A URL that is refused after all settings are read, so no test waits for Discord."""


async def refusal(folder, *arguments, **settings):
    """Run a bot that cannot start. Return its exit status and its output."""
    environment = {"PATH": os.environ["PATH"], "DISCORD_API_BASE": NOWHERE, **settings}
    log = folder / "said.log"
    log.unlink(missing_ok=True)
    process = Forked(folder, environment, log, ANSWER_WITHIN, arguments=arguments)
    status = await asyncio.wait_for(process.wait(), PATIENCE)
    return status, log.read_text("utf-8")


async def sentence(folder, *arguments, **settings):
    """Run a bot that cannot start. Return the one sentence with which it ends."""
    status, said = await refusal(folder, *arguments, **settings)
    assert status == 2
    return one_sentence(said)


def one_sentence(said):
    """Check that the output is one sentence without the token, and return it."""
    assert said.count("\n") == 1, said
    assert said.endswith(".\n")
    assert TOKEN not in said
    return said


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Runs the bot in this process, to save time, and returns the sentence with which it ends."""

    def begin(**settings):
        monkeypatch.chdir(tmp_path)
        for name, value in {"DATABASE_URL": NO_DATABASE, **settings}.items():
            monkeypatch.setenv(name, value)
        assert bot.main([]) == 2
        return one_sentence(capsys.readouterr().err)

    return begin


@pytest.mark.parametrize("token", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
async def test_a_missing_token_is_reported(tmp_path, token):
    assert "DISCORD_TOKEN" in await sentence(tmp_path, **token)


@pytest.mark.parametrize("token", ["two words", "line\nbreak", "täuschend"])
def test_an_impossible_token_is_not_sent(refused, token):
    said = refused(DISCORD_TOKEN=token)
    assert said.startswith("DISCORD_TOKEN has to be")
    assert token not in said


def test_the_repr_of_settings_hides_the_token():
    assert TOKEN not in repr(bot.Settings(TOKEN))


async def test_a_token_in_the_env_file_is_read(tmp_path):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n")
    (tmp_path / ".env").chmod(0o600)
    assert "The directory" in await sentence(tmp_path, DATABASE_URL=NO_DATABASE)


async def test_an_unknown_setting_in_the_env_file_is_named(tmp_path):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVLE=DEBUG\n")
    assert (await sentence(tmp_path)).startswith("LOG_LEVLE in .env is not a setting")


async def test_an_env_file_that_is_no_text_is_reported(tmp_path):
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00DISCORD_TOKEN")
    assert ".env cannot be read" in await sentence(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "99999"),
        ("SYNC_GUILD", "The Pond"),
        ("SYNC_GUILD", "-1"),
        ("TABLES_PER_PERSON", "-7"),
        ("CLICKS_PER_SECOND", "many"),
        ("DISCORD_API_BASE", "discord.com"),
        ("DISCORD_API_BASE", "http://["),
        ("DISCORD_API_BASE", "http://me:secret@localhost/"),
        ("DATABASE_URL", "mysql://me:secret@localhost/ducks"),
        ("DATABASE_URL", "ducks.db"),
        ("METRICS_HOST", "http://127.0.0.1"),
        ("METRICS_HOST", "two..dots"),
        ("METRICS_HOST", "192.0.2.1"),
    ],
)
def test_a_malformed_setting_is_named_but_not_quoted(refused, name, value):
    said = refused(**{"DISCORD_TOKEN": TOKEN, "METRICS_PORT": str(free_port()), name: value})
    assert said.startswith(name)
    assert value not in said


ADDRESSES = {
    "DATABASE_URL": "postgresql://{login}127.0.0.1{port}/ducks",
    "DISCORD_API_BASE": "http://{login}127.0.0.1{port}/api/v10",
    "HTTP_PROXY": "http://{login}127.0.0.1{port}",
}
"""Settings that are addresses; the last one is read if Discord's address begins with http."""

IMPOSSIBLE = [
    *({"login": f"me:quack{mark}quack@"} for mark in "@/"),
    *({"port": port} for port in (":70000", ":many", "..:80")),
]


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("parts", IMPOSSIBLE, ids=str)
async def test_an_address_that_cannot_be_meant_ends_the_start(tmp_path, name, parts):
    """A bot that goes on would log a part of the password, and try for ever."""
    address = ADDRESSES[name].format(**{"login": "", "port": "", **parts})
    said = await sentence(tmp_path, **{"DISCORD_TOKEN": TOKEN, name: address})
    assert said.startswith(name)
    assert "quack" not in said
    if "login" in parts and name != "DISCORD_API_BASE":  # it has no login at all
        assert "write @ as %40" in said


async def test_a_value_that_no_server_can_have_ends_the_start(tmp_path):
    url = "postgresql://127.0.0.1:9/ducks?sslmode=verify"
    said = await sentence(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert said.startswith("DATABASE_URL cannot be used")
    assert "sslmode" in said


WRONG = {
    "an unreadable file": {},
    "no token": {"LOG_LEVEL": "INFO"},
    "a wrong format of another setting": {"DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "loud"},
    "a wrong database": {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": NO_DATABASE},
}


@pytest.mark.parametrize("case", WRONG)
async def test_a_refused_start_is_an_object_for_programs_that_collect_logs(tmp_path, case):
    if not WRONG[case]:
        (tmp_path / ".env").write_bytes(b"\xff\xfe")
    status, said = await refusal(tmp_path, LOG_FORMAT="json", **WRONG[case])
    (line,) = map(json.loads, said.splitlines())
    assert (status, line["level"], line["message"][-1]) == (2, "CRITICAL", ".")
    assert datetime.fromisoformat(line["time"]).tzinfo


async def test_an_empty_setting_counts_as_absent(tmp_path):
    empty = dict.fromkeys(("LOG_LEVEL", "SYNC_GUILD", "DATABASE_URL", "HEALTH_FILE"), "")
    (tmp_path / "ducks.db").mkdir()
    assert "ducks.db is a directory" in await sentence(tmp_path, DISCORD_TOKEN=TOKEN, **empty)


async def test_a_readable_env_file_is_reported_at_each_start(tmp_path):
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL={NO_DATABASE}\n")
    (tmp_path / ".env").chmod(0o644)
    for arguments in ((), ("--check",)):
        status, said = await refusal(tmp_path, *arguments)
        assert (status, TOKEN in said) == (2, False)
        assert "everybody on this machine can read .env" in said


async def test_a_refused_token_is_reported(tmp_path):
    async with Sandbox() as box:
        said = await sentence(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_BASE=box.api_base)
    assert "refuses DISCORD_TOKEN" in said


async def test_an_address_without_discord_is_reported(tmp_path):
    async with Sandbox() as box:
        base = f"{box.url}/elsewhere"
        said = await sentence(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_BASE=base)
    assert "it answers 404" in said


async def test_a_port_that_another_process_has_is_no_reason_to_end(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        settings = {"METRICS_PORT": port, "DATABASE_URL": NO_DATABASE}
        _, said = await refusal(tmp_path, DISCORD_TOKEN=TOKEN, **settings)
    warning, last = said.splitlines()
    assert "WARNING" in warning
    assert f"METRICS_PORT {port} is taken" in warning
    assert "The directory" in last


async def with_database(tmp_path):
    database = await Database.open(f"sqlite:///{tmp_path}/ducks.db")
    await database.close()
    return tmp_path / "ducks.db"


async def test_a_database_from_the_future_is_reported_unless_the_clock_is_trusted(tmp_path):
    database = await Database.open(f"sqlite:///{tmp_path}/ducks.db")
    async with database, database.write() as store:
        store.run(PUT_SEEN_AT, seen_at=time.time() + 2 * DAY)
    async with Sandbox() as box:
        settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": box.api_base}
        assert "set the clock" in await sentence(tmp_path, **settings)
        assert "refuses DISCORD_TOKEN" in await sentence(tmp_path, "--trust-clock", **settings)


@pytest.mark.parametrize("place", ["", "none/ducks.db", "folder"])
async def test_a_database_that_cannot_be_written_is_reported(tmp_path, place):
    (tmp_path / "folder").mkdir()
    url = f"sqlite:///{tmp_path / place}"
    assert "database" in (await sentence(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)).lower()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="this system has no /proc")
async def test_a_place_where_not_even_root_writes_is_reported(tmp_path):
    url = "sqlite:////proc/ducks.db"
    said = await sentence(tmp_path, DISCORD_TOKEN=TOKEN, DATABASE_URL=url)
    assert "cannot be opened or written" in said


async def test_a_file_that_is_no_database_is_reported_and_kept(tmp_path):
    path = tmp_path / "ducks.db"
    path.write_bytes(b"quack " * 1000)
    assert "is damaged" in await sentence(tmp_path, DISCORD_TOKEN=TOKEN)
    assert path.read_bytes() == b"quack " * 1000


async def test_a_damaged_database_is_reported(tmp_path):
    path = await with_database(tmp_path)
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)
    assert "is damaged" in await sentence(tmp_path, DISCORD_TOKEN=TOKEN)


async def test_a_database_of_a_newer_version_is_reported(tmp_path):
    path = await with_database(tmp_path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO applied_migrations VALUES ('9999_later')")
    file.close()
    assert "newer version" in await sentence(tmp_path, DISCORD_TOKEN=TOKEN)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_bot_that_still_waits_for_discord_ends_on_a_signal(tmp_path, number):
    asked = asyncio.Event()

    async def say_nothing(reader, writer):
        asked.set()
        try:
            await reader.read()
        finally:
            writer.close()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        cwd=tmp_path,
        env={"DISCORD_TOKEN": TOKEN, "DISCORD_API_BASE": f"http://127.0.0.1:{port}"},
        stderr=asyncio.subprocess.PIPE,
    )
    await asyncio.wait_for(asked.wait(), PATIENCE)
    process.send_signal(number)
    _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    server.close()
    assert (process.returncode, errors) == (0, b"")
