"""The check against Discord's OpenAPI description finds faults, and covers the whole sandbox.

After every other test in this folder, the record of its sandbox is checked against the description
(see `box` in conftest.py). The tests below make sure that this check can fail.
"""

import discord
import pytest

from sandbox.tests.helpers import bot_with
from sandbox.tests.openapi import MISSING, all_conform, conforms, load, operation

pytestmark = pytest.mark.skipif(load() is None, reason=MISSING)
MESSAGE = {"content": "x"}


def test_a_path_is_found_with_its_most_exact_template():
    template = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    assert operation("PATCH", "/webhooks/1/t/messages/@original")[0] == template
    assert operation("GET", "/nothing") is None


def test_a_good_request_passes():
    assert (
        conforms("POST", "/channels/1/messages", MESSAGE, 404, {"code": 10003, "message": "x"})
        == []
    )


def test_a_wrong_request_that_was_accepted_is_found():
    wrong = conforms("POST", "/channels/1/typing", MESSAGE, 204, None)
    assert wrong == ["POST /channels/1/typing: the request has a body, but Discord takes none"]
    (wrong,) = conforms("PUT", "/applications/1/commands", [{"name": 1}], 200, [])
    assert 'request 0/name: 1 is not of type "string"' in wrong


def test_a_wrong_answer_is_found():
    wrong = conforms("GET", "/users/@me", None, 200, {"id": "1"})
    assert any('"username" is a required property' in line for line in wrong)
    assert conforms("GET", "/users/@me", None, 404, {"oops": 1}) != []
    assert conforms("GET", "/users/@me", None, 204, None) != []


def test_a_wrong_component_is_found_in_its_place():
    body = {"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10}]}]}
    wrong = conforms("POST", "/channels/1/messages", body, 200, None)
    assert any('components/0/components/0: "content" is a required' in line for line in wrong)


def test_a_route_that_discord_does_not_have_is_found():
    assert conforms("GET", "/ducks", None, 200, {}) == ["GET /ducks: Discord has no such route"]
    assert conforms("GET", "/ducks", None, 404, {}) == []


async def test_a_whole_conversation_conforms(login, people):
    async def answer(i: discord.Interaction):
        await i.response.defer(thinking=True)
        await i.edit_original_response(content="x")
        await i.followup.send("y", ephemeral=True)

    smew = await people("Smew")
    async with login(bot_with(answer)):
        await smew.command("try")
        await smew.wait_for(lambda m: m["content"] == "y")
    record = await smew.record()
    assert {entry["route"] for entry in record} >= {
        "/users/@me",
        "/oauth2/applications/@me",
        "/gateway/bot",
        "/interactions/{interaction_id}/{token}/callback",
        "/webhooks/{webhook_id}/{token}",
        "/webhooks/{webhook_id}/{token}/messages/{message_id}",
    }
    assert all_conform(record) == []
