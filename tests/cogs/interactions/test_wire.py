"""The requests of the wire: to which address, with which body, and what is read of the answer."""

from __future__ import annotations

import json
from types import SimpleNamespace

import discord
import pytest
from discord.webhook.async_ import async_context

from cogs.interactions.failures import NotSent
from cogs.interactions.letter import File, KeptFile, Letter
from cogs.interactions.wire import Direct, DiscordWire, Mine, Reply, Sent, Token

PAGE = [{"type": 10, "content": "words"}]
FILES = (KeptFile(7, "old.png"), File("new.png", b"png", "A duck"))
ANSWER = {"id": "50", "channel_id": "3", "attachments": [{"id": "8", "filename": "new.png"}]}
SENT = Sent(50, (KeptFile(8, "new.png"),), 3)
TOKEN = Token("secret", "@original", 0.0)
CLICK = SimpleNamespace(id=40, token="click")
NOBODY = {"parse": [], "users": []}


class Discord:
    """Stands in for discord.py: notes requests, and gives one answer to all.

    Attributes:
        asked: The method, address, body and files of each request.
    """

    application_id = 9

    def __init__(self, answer):
        self.asked = []
        self._answer = answer
        self.http = SimpleNamespace(proxy=None, _HTTPClient__session=None, request=self._ask)

    async def request(self, route, _session, *, proxy, payload, multipart):
        return self._note(route, payload, multipart)

    async def _ask(self, route, *, json=None, form=None):
        return self._note(route, json, form)

    def _note(self, route, body, form):
        if form:
            body = json.loads(form[0]["value"])
        files = [(each["name"], each["filename"], each["value"]) for each in (form or [])[1:]]
        url = route.url.removeprefix(route.BASE)
        self.asked.append((route.method, url, body, files))
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


async def asked(call, answer=ANSWER):
    """Return what a call returns, and the only request that it makes."""
    there = Discord(answer)
    async_context.set(there)
    done = await call(DiscordWire(there))
    (request,) = there.asked
    return done, request


def written(letter=PAGE, *, flags=1 << 15, attachments=(), mentions=NOBODY):
    content = {"content": letter} if isinstance(letter, str) else {"components": letter}
    body = {"flags": flags, "attachments": [*attachments], "allowed_mentions": mentions}
    return body | content


async def test_a_first_response_edits_the_clicked_message():
    done, request = await asked(lambda wire: wire.respond(CLICK, Reply.EDIT, Letter(PAGE)), "")
    path = "/interactions/40/click/callback?with_response=false"
    assert (done, request) == (Sent(), ("POST", path, {"type": 7, "data": written()}, []))


async def test_a_first_response_with_files_asks_for_their_ids():
    answer = {"resource": {"message": ANSWER}}
    done, request = await asked(
        lambda wire: wire.respond(CLICK, Reply.EDIT, Letter(PAGE, FILES)), answer
    )
    described = [{"id": "7"}, {"id": 0, "filename": "new.png", "description": "A duck"}]
    path = "/interactions/40/click/callback?with_response=true"
    body = {"type": 7, "data": written(attachments=described)}
    assert (done, request) == (SENT, ("POST", path, body, [("files[0]", "new.png", b"png")]))


async def test_a_first_response_is_a_message_for_one_person():
    answer = {"resource": {"message": ANSWER}}
    done, (_, path, body, _) = await asked(
        lambda wire: wire.respond(CLICK, Reply.MESSAGE, Letter(words="No."), private=True), answer
    )
    assert (done.message_id, path.rpartition("=")[2]) == (50, "true")
    assert body == {"type": 4, "data": written("No.", flags=64)}


@pytest.mark.parametrize(
    ("reply", "private", "body"),
    [
        (Reply.DEFER_MESSAGE, True, {"type": 5, "data": {"flags": 64}}),
        (Reply.DEFER_MESSAGE, False, {"type": 5}),
        (Reply.DEFER_EDIT, True, {"type": 6}),
    ],
)
async def test_a_deferred_response_is_public_or_private(reply, private, body):
    done, request = await asked(lambda wire: wire.respond(CLICK, reply, None, private=private), "")
    assert (done, request[2]) == (Sent(), body)


async def test_a_token_edits_deletes_and_follows_up():
    done, request = await asked(lambda wire: wire.edit(TOKEN, Letter(PAGE)))
    path = "/webhooks/9/secret/messages/%40original"
    assert (done, request) == (SENT, ("PATCH", path, written(), []))
    _, request = await asked(lambda wire: wire.delete(TOKEN), "")
    assert request == ("DELETE", path, None, [])
    told = Letter(PAGE, calls=(5,))
    done, request = await asked(lambda wire: wire.follow_up(TOKEN, told, private=True))
    mentions = {"parse": [], "users": ["5"]}
    body = written(flags=1 << 15 | 64, mentions=mentions)
    assert (done, request) == (SENT, ("POST", "/webhooks/9/secret?wait=true", body, []))


async def test_the_bot_posts_with_a_nonce_and_edits():
    done, request = await asked(lambda wire: wire.post(3, Letter(PAGE), "n"))
    body = written() | {"nonce": "n", "enforce_nonce": True}
    assert (done, request) == (SENT, ("POST", "/channels/3/messages", body, []))
    done, request = await asked(lambda wire: wire.edit(Mine(3, 50), Letter(PAGE, FILES[:1])))
    body = written(attachments=[{"id": "7"}])
    assert (done, request) == (SENT, ("PATCH", "/channels/3/messages/50", body, []))


async def test_a_direct_message_opens_its_channel_first():
    there = Discord(ANSWER)
    assert await DiscordWire(there).post(Direct(6), Letter(PAGE), "n") == SENT
    assert [each[:2] for each in there.asked] == [
        ("POST", "/users/@me/channels"),
        ("POST", "/channels/50/messages"),
    ]
    assert there.asked[0][2] == {"recipient_id": 6}


def refusal(status, kind):
    return kind(SimpleNamespace(status=status, reason="no"), {"code": 0, "message": "no"})


@pytest.mark.parametrize(
    ("answer", "raised"),
    [
        (refusal(500, discord.DiscordServerError), NotSent),
        (TimeoutError(), NotSent),
        (refusal(403, discord.Forbidden), discord.Forbidden),
    ],
)
async def test_a_channel_that_cannot_be_opened_says_whether_it_may_be_later(answer, raised):
    there = Discord(answer)
    with pytest.raises(raised):
        await DiscordWire(there).post(Direct(6), Letter(PAGE), "n")
    assert len(there.asked) == 1


async def test_threads_and_posts_are_opened_for_a_week():
    _, request = await asked(lambda wire: wire.open_thread(Mine(3, 50), "Ducks #1"))
    kept = {"name": "Ducks #1", "auto_archive_duration": 10_080}
    assert request == ("POST", "/channels/3/messages/50/threads", kept, [])
    opened = {"id": "50", "message": ANSWER}
    done, request = await asked(
        lambda wire: wire.open_post(3, "Ducks #1", Letter(PAGE, FILES[1:]), [1]), opened
    )
    described = [{"id": 0, "filename": "new.png", "description": "A duck"}]
    body = kept | {"applied_tags": [1], "message": written(attachments=described)}
    path, files = "/channels/3/threads?use_nested_fields=1", [("files[0]", "new.png", b"png")]
    assert (done, request) == (SENT, ("POST", path, body, files))


async def test_the_newest_hundred_messages_are_listed():
    found, request = await asked(lambda wire: wire.list_messages(3), [ANSWER])
    assert (found, request[:2]) == ([ANSWER], ("GET", "/channels/3/messages?limit=100"))
