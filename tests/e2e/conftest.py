"""The real bot process on a real sandbox: what a stranger's machine runs.

Every test ends with all that was asked and answered being held to Discord's description of its API.
"""

from __future__ import annotations

import shutil

import pytest

from sandbox import Sandbox
from tests.e2e.past import put_emojis
from tests.e2e.process import Bot
from tests.openapi import all_conform, load
from tests.people import UNHURRIED, Person


@pytest.fixture
def answer_within():
    """The seconds that the bot has for an answer; a test about that time has fewer."""
    return UNHURRIED


@pytest.fixture
def lets_go():
    """Whether the bot closes the session of a shard that another process holds."""
    return True


@pytest.fixture
async def box(answer_within):
    async with Sandbox(answer_within=answer_within) as sandbox:
        put_emojis(sandbox)
        yield sandbox
        if load() is not None:
            assert all_conform(sandbox.core.record.entries()) == []


@pytest.fixture
async def bot(box, tmp_path, file_of_sqlite, lets_go):
    shutil.copy(file_of_sqlite, tmp_path)
    async with Bot(box, tmp_path, lets_go=lets_go) as process:
        await process.ready()
        yield process


@pytest.fixture
async def people(box, bot):
    """Smew, Scoter and Merganser, looking at #games of The Pond."""
    async with Person(box, "Smew") as a, Person(box, "Scoter") as b, Person(box, "Merganser") as c:
        yield a, b, c
