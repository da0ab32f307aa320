"""Rate limits: sizes of windows, requests that share a window, and headers of answers."""

import aiohttp
import discord
import pytest

from sandbox.settings import Limits, Quota
from sandbox.tests.helpers import Bot, bot_with, show_counter

MESSAGE = {"content": "x"}
HOUR = 3600


@pytest.fixture
def limits():
    return Limits()


@pytest.fixture
async def rest(box):
    """Sends a request with the bot's token; returns (status, body, headers)."""
    headers = {"Authorization": f"Bot {box.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:

        async def rest(method, path, body=None, token=None):
            own = {} if token is None else {"Authorization": token}
            url = box.api_base + path
            async with http.request(method, url, json=body, headers=own) as response:
                text = await response.text()
                given = await response.json() if response.content_type.endswith("json") else text
                return response.status, given, response.headers

        yield rest


@pytest.fixture
def channels(box):
    """The message paths of the channels #games and #lounge in The Pond."""
    found = {c.name: c.id for c in reversed(box.core.world.channels.values())}
    return [f"/channels/{found[name]}/messages" for name in ("games", "lounge")]


async def statuses(rest, count, method, path, body=None):
    return [(await rest(method, path, body))[0] for _ in range(count)]


async def test_five_messages_in_five_seconds_fit_into_a_channel(rest, channels, box):
    games, lounge = channels
    assert await statuses(rest, 6, "POST", games, MESSAGE) == [200] * 5 + [429]
    assert await statuses(rest, 1, "POST", lounge, MESSAGE) == [200]
    box.core.clock.advance(4.9)
    assert await statuses(rest, 1, "POST", games, MESSAGE) == [429]
    box.core.clock.advance(0.2)
    assert await statuses(rest, 6, "POST", games, MESSAGE) == [200] * 5 + [429]


async def test_each_answer_has_the_remaining_requests(rest, channels, box):
    first, last = [await rest("POST", channels[0], MESSAGE) for _ in range(5)][::4]
    assert first[2]["X-RateLimit-Limit"] == "5"
    assert [found[2]["X-RateLimit-Remaining"] for found in (first, last)] == ["4", "0"]
    assert float(first[2]["X-RateLimit-Reset-After"]) == pytest.approx(5, abs=0.01)
    reset = box.core.clock.now() + 5
    assert float(first[2]["X-RateLimit-Reset"]) == pytest.approx(reset, abs=0.01)
    other = await rest("POST", channels[1], MESSAGE)
    assert other[2]["X-RateLimit-Bucket"] == first[2]["X-RateLimit-Bucket"]


async def test_a_request_beyond_the_limit_learns_when_to_repeat(rest, channels, box):
    await statuses(rest, 5, "POST", channels[0], MESSAGE)
    box.core.clock.advance(2.5)
    status, body, headers = await rest("POST", channels[0], MESSAGE)
    assert status == 429
    assert body["message"] == "You are being rate limited."
    assert body["retry_after"] == pytest.approx(2.5, abs=0.01)
    assert body["global"] is False
    assert (headers["Retry-After"], headers["X-RateLimit-Scope"]) == ("3", "user")
    assert headers["X-RateLimit-Remaining"] == "0"
    assert headers["Via"]


async def test_a_refused_request_counts_too(rest, channels):
    assert await statuses(rest, 6, "POST", channels[0], {}) == [400] * 5 + [429]


async def test_edits_have_a_window_of_their_own(rest, channels):
    _, message, _ = await rest("POST", channels[0], MESSAGE)
    path = f"{channels[0]}/{message['id']}"
    assert await statuses(rest, 6, "PATCH", path, MESSAGE) == [200] * 5 + [429]
    assert await statuses(rest, 1, "POST", channels[0], MESSAGE) == [200]


@pytest.mark.parametrize(
    ("age", "fits", "seconds"), [(9, 5, 1), (11, 3, 0.334), (15 * 86400, 30, 4)]
)
async def test_deletions_have_windows_by_the_age_of_the_message(
    rest, channels, box, age, fits, seconds
):
    games = box.core.world.channels[int(channels[0].split("/")[2])]
    for _ in range(fits + 2):
        box.core.clock.advance(5)
        await rest("POST", channels[0], MESSAGE)
    *old, new = [f"{channels[0]}/{number}" for number in games.messages]
    box.core.clock.advance(age)
    unknown = [f"{channels[0]}/{number}" for number in range(fits)]
    paths = old if age > 10 else [new, *unknown]
    found = [(await rest("DELETE", path))[0] for path in paths[: fits + 1]]
    assert found[fits:] == [429]
    assert 429 not in found[:fits]
    box.core.clock.advance(seconds)
    assert (await rest("DELETE", paths[fits]))[0] != 429


async def test_each_interaction_token_has_its_own_window(asked, box, rest):
    async with asked() as (smew, interaction):
        await interaction.response.send_message("x")
        base = f"/webhooks/{interaction.application_id}/{interaction.token}"
        _, call, _ = await rest("POST", base, MESSAGE)
        message = f"{base}/messages/{call['id']}"
        found = [
            (await rest("PATCH", f"{base}/messages/@original", MESSAGE))[0],
            (await rest("PATCH", message, MESSAGE))[0],
            (await rest("DELETE", message))[0],
            *await statuses(rest, 2, "POST", base, MESSAGE),
        ]
        assert found == [200, 200, 204, 200, 429]
        await smew.command("try", wait=False)
        other = list(box.core.interactions.values())[-1]
        answer = f"/interactions/{other.id}/{other.token}/callback"
        assert await statuses(rest, 1, "POST", answer, {"type": 4, "data": MESSAGE}) == [204]
        base_of_other = f"/webhooks/{interaction.application_id}/{other.token}"
        assert await statuses(rest, 1, "POST", base_of_other, MESSAGE) == [200]
        box.core.clock.advance(2.1)
        assert await statuses(rest, 1, "POST", base, MESSAGE) == [200]


async def test_the_follow_ups_of_a_channel_share_a_window(asked, box, rest):
    async with asked() as (_, interaction):
        await interaction.response.send_message("x")
        base = f"/webhooks/{interaction.application_id}/{interaction.token}"
        for _ in range(6):
            assert await statuses(rest, 5, "POST", base, MESSAGE) == [200] * 5
            box.core.clock.advance(2.1)
        status, body, headers = await rest("POST", base, MESSAGE)
        assert status == 429
        assert body["message"] == "The resource is being rate limited."
        assert body["retry_after"] == pytest.approx(60 - 6 * 2.1, abs=0.01)
        assert headers["X-RateLimit-Scope"] == "shared"
        assert headers["X-RateLimit-Remaining"] == "4"
        original = f"{base}/messages/@original"
        assert await statuses(rest, 1, "PATCH", original, MESSAGE) == [200]
        box.core.clock.advance(60)
        assert await statuses(rest, 1, "POST", base, MESSAGE) == [200]


async def test_fifty_requests_in_a_second_fit_for_the_token_of_the_bot(asked, rest, box):
    async with asked() as (_, interaction):
        box.core.clock.advance(1.1)
        assert set(await statuses(rest, 50, "GET", "/users/@me")) == {200}
        status, body, headers = await rest("GET", "/users/@me")
        assert (status, body["global"]) == (429, True)
        assert headers["X-RateLimit-Global"] == "true"
        assert headers["X-RateLimit-Scope"] == "global"
        assert "X-RateLimit-Bucket" not in headers
        await interaction.response.send_message("answers and follow-ups do not count")
        await interaction.followup.send("at all")
        box.core.clock.advance(1.1)
        assert (await rest("GET", "/users/@me"))[0] == 200


async def old_message(rest, path, box):
    """Post a message, and let it get older than an hour; return its path."""
    _, message, _ = await rest("POST", path, MESSAGE)
    box.core.clock.advance(HOUR + 1)
    return f"{path}/{message['id']}"


async def test_old_messages_of_a_channel_allow_few_edits(rest, channels, box):
    one = await old_message(rest, channels[0], box)
    two = await old_message(rest, channels[0], box)
    assert await statuses(rest, 2, "PATCH", one, MESSAGE) == [200] * 2
    assert await statuses(rest, 1, "PATCH", two, MESSAGE) == [200]
    status, body, headers = await rest("PATCH", two, MESSAGE)
    assert (status, body["code"]) == (429, 30046)
    assert body["message"].startswith("Maximum number of edits to messages older than 1 hour")
    assert headers["X-RateLimit-Remaining"] == "1"
    assert body["retry_after"] == pytest.approx(10, abs=0.01)
    _, new, _ = await rest("POST", channels[0], MESSAGE)
    assert await statuses(rest, 1, "PATCH", f"{channels[0]}/{new['id']}", MESSAGE) == [200]
    box.core.clock.advance(10.1)
    assert await statuses(rest, 1, "PATCH", two, MESSAGE) == [200]


async def test_an_answer_to_a_click_edits_an_old_message(login, people, box):
    smew = await people("Smew")
    async with login(bot_with(show_counter)):
        await smew.command("try")
        box.core.clock.advance(HOUR + 1)
        for _ in range(5):
            assert (await smew.click("Update")).state == "answered"


async def test_invalid_requests_are_counted_for_ten_minutes(rest, channels, box):
    assert box.core.rate_limits.invalid_requests == 0
    await rest("GET", "/users/@me", token="Bot wrong")  # 401
    await rest("POST", "/channels/1/messages", MESSAGE)  # 404
    await statuses(rest, 6, "POST", channels[0], MESSAGE)  # 429
    assert box.core.rate_limits.invalid_requests == 2
    box.core.clock.advance(601)
    assert box.core.rate_limits.invalid_requests == 0


async def test_a_missing_permission_is_an_invalid_request(rest, channels, box, people):
    smew = await people("Smew")
    channel = channels[0].split("/")[2]
    await smew.admin("deny", channel_id=channel, permissions=["SEND_MESSAGES"])
    assert await statuses(rest, 1, "POST", channels[0], MESSAGE) == [403]
    assert box.core.rate_limits.invalid_requests == 1


async def test_a_shared_limit_is_no_invalid_request(rest, channels, box, people):
    smew = await people("Smew")
    for scope in ("shared", "user"):
        await smew.fault(on="POST /channels/*/messages", status=429, scope=scope)
        assert await statuses(rest, 1, "POST", channels[0], MESSAGE) == [429]
    assert box.core.rate_limits.invalid_requests == 1


@pytest.mark.parametrize("limits", [Limits(invalid=Quota(3, 600))])
async def test_after_too_many_invalid_requests_all_are_refused(rest, box, asked):
    async with asked() as (_, interaction):
        for _ in range(3):
            assert (await rest("GET", "/users/@me", token="Bot wrong"))[0] == 401
        status, body, headers = await rest("GET", "/users/@me")
        assert (status, body) == (429, "error code: 1015")
        assert "Via" not in headers
        with pytest.raises(discord.HTTPException) as caught:
            await interaction.response.send_message("x")
        assert caught.value.status == 429
        box.core.clock.advance(601)
        assert (await rest("GET", "/users/@me"))[0] == 200


@pytest.mark.parametrize("limits", [Limits(create=Quota(2, 0.2))])
async def test_a_bot_that_waits_sends_all_its_messages(login, people, box, monkeypatch):
    clock = box.core.clock
    monkeypatch.setattr(clock, "now", type(clock).now.__get__(clock))  # time passes by itself
    smew = await people("Smew")
    async with login(Bot()) as bot:
        games = bot.get_channel(int(smew.channel()))
        for number in range(5):
            await games.send(str(number))
    await smew.until(lambda: "".join(m["content"] for m in smew.messages()) == "01234")


@pytest.mark.parametrize("limits", [None])
async def test_without_limits_everything_fits(rest, channels):
    assert set(await statuses(rest, 60, "POST", channels[0], MESSAGE)) == {200}
