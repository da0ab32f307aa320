"""Processes on one file: two that play at the same time, and one that is killed while it plays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from tables.model import Status
from tests.tables.house import ANNA, BEN, CLEO

CLICKER = Path(__file__).with_name("clicker.py")
ROOT = Path(__file__).parents[2]


@contextlib.asynccontextmanager
async def clicker(path, table, clicks):
    """A process that plays at the table; gone at the end of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(str(CLICKER), str(path), str(table.id), str(clicks)),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def told(process):
    """The seqs that a process that was not killed reports, to its end."""
    out, _ = await process.communicate()
    assert process.returncode == 0
    return [int(line) for line in out.split()]


async def test_two_processes_play_at_one_table(house, path):
    table = await house.game(ANNA, BEN, CLEO, length="endless")
    async with clicker(path, table, 150) as one, clicker(path, table, 150) as two:
        first, second = await asyncio.gather(told(one), told(two))
    assert not set(first) & set(second)
    steps = await house.steps(table.id)
    by_people = [step.seq for step in steps if step.seat >= 0]
    assert sorted(first + second) == by_people
    assert (await house.tables.get(table.id)).seq == len(steps)


@pytest.mark.parametrize("after", [1, 7, 20, 41])
async def test_a_kill_loses_nothing_that_was_told(house, path, after):
    table = await house.game(ANNA, BEN, length="endless")
    for _ in range(2):
        async with clicker(path, table, 100_000) as process:
            reported = [int(await process.stdout.readline()) for _ in range(after)]
            process.kill()
            reported += [int(line) for line in (await process.stdout.read()).split()]
        fresh = await house.restarted()
        logged = {step.seq for step in await fresh.steps(table.id) if step.seat >= 0}
        assert set(reported) <= logged
        found = await fresh.tables.get(table.id)
        assert found.status is Status.PLAYING
        assert len(found.to_act) == 1
        assert (await fresh.act(found, "hold")).seq == found.seq + 1
    with contextlib.closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
