"""A daily that is begun with one worker and finished with another worker, on another server."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.settings import Sharding
from tests.cogs.features.daily.e2e.test_daily import begun, opened, played, pressed, rows
from tests.e2e.workers import SHARDS, Workers
from tests.people import EPHEMERAL, UNHURRIED, Person, text_of


@pytest.fixture
async def box():
    """A sandbox in which all shards may identify at once, so that no shard waits for another."""
    limits = Sharding(max_concurrency=SHARDS)
    async with Sandbox(answer_within=UNHURRIED, sharding=limits) as sandbox:
        yield sandbox


@pytest.mark.heavy
@pytest.mark.postgresql
async def test_a_daily_goes_on_with_another_worker_and_counts_where_it_was_begun(
    box, tmp_path, database_url
):
    """The worker that began the daily is killed. Another worker finishes it, on another server."""
    async with Workers(box, tmp_path, database_url) as workers:
        for _ in range(2):
            await workers.start()
        await workers.share(SHARDS // 2, SHARDS // 2)
        async with Person(box, "Smew") as smew:
            here, there = (each["id"] for each in smew.world["guilds"][:2])
            await played(smew, await begun(smew, "The Pond/games"), most=4)
            await workers.kill(workers.holder_of(here))
            await workers.share(SHARDS)
            card = await played(smew, await opened(smew, "Far Lake/games"))
            assert "Place 1 of 1 so far" in text_of(card)
            board = await pressed(smew, "Places", card)
            assert "Nobody has finished yet" in text_of(board)
            back = await pressed(smew, "‹ Back", board)
            await pressed(smew, "Put it on this board", await pressed(smew, "⋯", back))
            assert rows(database_url, "SELECT guild_id FROM dailies") == [(int(there),)]
            assert [m for m in smew.messages() if not m["flags"] & EPHEMERAL] == []
