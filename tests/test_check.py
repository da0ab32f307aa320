"""`python bot.py --check` reads everything, reports its findings, changes nothing, and ends."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import bot
from db.connection import Database
from tests.records.server import ANNA, BEN, CLEO, Clock, Server

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path):
    """A folder with a database: three finished games on two servers, and two open tables."""

    async def play():
        async with await Database.open(f"sqlite:///{tmp_path}/ducks.db") as database:
            server = Server(database, Clock())
            for people, guild in (((ANNA, BEN), 1), ((ANNA, BEN, CLEO), 2), ((BEN, CLEO), 2)):
                await server.play("ducks", *people, guild=guild)
            await server.start("ducks", ANNA, BEN)
            await server.lobby("buckdice", CLEO)

    asyncio.run(play())
    return tmp_path


def check(folder, **settings):
    """Run a check; return its exit status and its lines."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), "--check"],
        check=False,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "DISCORD_TOKEN": "quack", **settings},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout.splitlines() or done.stderr.splitlines()


def change(folder, sql):
    with closing(sqlite3.connect(folder / "ducks.db")) as file, file:
        file.execute(sql)


def digest(folder):
    return hashlib.sha256((folder / "ducks.db").read_bytes()).hexdigest()


FOUND = [
    "Open tables: 2; those that can go on: 2.",
]


def test_a_good_database_is_found_good_and_stays_as_it_is(folder):
    before = digest(folder)
    assert check(folder) == (
        0,
        [f"The database {folder}/ducks.db was read.", *FOUND, "Nothing is wrong."],
    )
    assert digest(folder) == before


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE moves SET text = 'quack' WHERE table_id = 4 AND seq = 0",
         "Table 4: its log cannot be replayed."),
        ("UPDATE tables SET settled = '{' WHERE id = 5", "Table 5: its rows cannot be read."),
        ("UPDATE tables SET secret = CAST(X'717561636BFF' AS TEXT) WHERE id = 4",
         "Table 4: its rows cannot be read."),
        ("UPDATE tables SET time_control = 'quack' WHERE id = 5",
         "Table 5: its rows cannot be read."),
    ],
)  # fmt: skip
def test_a_fault_is_reported_and_left_as_it_is(folder, damage, said):
    change(folder, damage)
    before = digest(folder)
    settings = bot.Settings(discord_token="quack", database_url=f"sqlite:///{folder}/ducks.db")
    (fault,) = asyncio.run(bot.check(settings))
    assert fault.startswith(said)
    assert "quack" not in fault
    assert digest(folder) == before


def test_a_fault_makes_the_status_1(folder):
    change(folder, "UPDATE tables SET time_control = 'quack' WHERE id = 5")
    status, lines = check(folder)
    assert status == 1
    assert lines[2] == "Table 5: its rows cannot be read."


def test_a_database_that_is_not_there_is_not_made(tmp_path):
    status, (sentence,) = check(tmp_path)
    assert (status, sentence.startswith("There is no database")) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_setting_is_reported(folder):
    status, (sentence,) = check(folder, LOG_LEVEL="LOUD")
    assert (status, sentence.startswith("LOG_LEVEL has to be")) == (2, True)
