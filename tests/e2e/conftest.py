"""Fixtures: the real bot process on a real sandbox, as any developer runs them.

After each test, all requests and answers are checked against Discord's description of its API.
"""

from __future__ import annotations

import asyncio
import shutil
import time

import pytest

from sandbox import Sandbox
from sandbox.tests.openapi import all_conform, load
from tests.e2e.past import drawn_games, people_of, place_in, put_emojis, remember
from tests.e2e.process import EMOJIS, Bot
from tests.people import UNHURRIED, Person

TABLES = 12
"""Tables in the database of `past`."""


@pytest.fixture
def answer_within():
    """Seconds that the bot has for an answer. Tests of this limit set fewer."""
    return UNHURRIED


@pytest.fixture
async def box(answer_within):
    async with Sandbox(answer_within=answer_within) as sandbox:
        put_emojis(sandbox)
        yield sandbox
        if load() is not None:
            assert all_conform(sandbox.core.record.entries()) == []


@pytest.fixture
async def bot(box, tmp_path, file_of_sqlite):
    shutil.copy(file_of_sqlite, tmp_path)
    async with Bot(box, tmp_path) as process:
        await process.ready()
        if box.core.world.emojis:  # boards that were drawn without them would soon be redrawn
            await process.wait_until(lambda: EMOJIS in process.said())
        yield process


@pytest.fixture
async def people(box, bot):
    """Smew, Scoter and Merganser, looking at #games of The Pond."""
    async with Person(box, "Smew") as a, Person(box, "Scoter") as b, Person(box, "Merganser") as c:
        yield a, b, c


@pytest.fixture(scope="session")
def past(tmp_path_factory):
    """A database with finished games. Tests copy the file and must not change it."""
    file = tmp_path_factory.mktemp("past") / "past.db"
    box = Sandbox(0)
    known = list(people_of(box).values())
    games = drawn_games(known, {"ducks": 2, "buckdice": 8}, TABLES - 2)
    games += [("pond", (known[0],)), ("buckets", tuple(known[:3]))]
    asyncio.run(remember(file, place_in(box), games, until=time.time() - 60))
    return file


@pytest.fixture
async def memory(box, tmp_path, past):
    """A bot with the games of `past`, and two people who played some of them."""
    shutil.copy(past, tmp_path / "ducks.db")
    async with Bot(box, tmp_path) as process:
        await process.ready()
        async with Person(box, "Smew") as a, Person(box, "Scoter") as b:
            yield process, a, b
