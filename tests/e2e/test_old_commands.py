"""Commands that Discord still lists although the bot no longer has them, as after an update."""

from __future__ import annotations

import aiohttp

from tests.people import text_of


async def test_a_command_that_is_gone_is_answered_with_a_sentence(box, people):
    smew = people[0]
    bot_id = smew.world["bot"]["id"]
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {box.token}"}) as http:
        command = {"name": "gone", "description": "Of an earlier version", "type": 1}
        url = f"{box.api_base}/applications/{bot_id}/commands"
        async with http.post(url, json=command) as response:
            assert response.status == 201
    await smew.look()
    done = await smew.command("gone")
    assert done.message["flags"] & 64
    assert "has changed" in text_of(done.message)
