"""The log of a bot whose answers Discord refuses: warnings of one line, and no errors."""

from __future__ import annotations

import re

import pytest

from tests.e2e.table import actor, moves, seated


@pytest.mark.parametrize("answer_within", [3.0])
@pytest.mark.parametrize("fault", [{"status": 403}, {"status": 429, "retry_after": 90}])
async def test_an_answer_that_discord_refuses_is_no_error(answer_within, people, bot, fault):
    smew, scoter, _ = people
    await smew.fault(on="POST /interactions/*/*/callback", **fault)
    await smew.command("play", wait=False)
    await bot.wait_until(lambda: re.search(r"interaction \d+", bot.said()))
    board = await seated((smew, scoter), "buckdice")
    await actor(board, (smew, scoter)).click_id(board["id"], moves(board)[0]["custom_id"])
    assert re.search(r"Traceback|ERROR|CRITICAL", bot.said()) is None
