"""No request causes a server error in the sandbox, whatever its path, query or body."""

from __future__ import annotations

import copy
import io
import json
import logging
import re
from contextlib import suppress
from itertools import islice, product

import aiohttp
import pytest

from sandbox import Sandbox, app
from sandbox.changes import starting
from sandbox.people import admin, api
from sandbox.state.model import COMMAND, COMPONENT, Interaction

TEXTS = ("²", "\u0661", "9" * 5000, "-1", "1e999", "", "\x00", "a/../b", "\ud83e\udd86", " 7")
VALUES = ("²", "9" * 5000, None, True, -1, 10**400, 1e308, [], {}, [None], {"": {}})
"""Values that replace each part of a body in turn."""

BROKEN = (
    *("", "{", "[]", "null", "1", '"x"', "\\ud800", '{"content": NaN}', '{"flags": 1e999}'),
    *("[" * 200_000, '{"a":' * 100_000, '{"content": ' + "[" * 200_000),
)
"""Bodies that are no JSON object, are nested too deeply, or have a number that is not finite."""

BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "a", "emoji": {"name": "🦆"}}
OPTION = {"label": "x", "value": "y", "description": "z", "emoji": {"name": "🦆"}, "default": False}
SELECT = {
    "type": 3,
    "custom_id": "b",
    "placeholder": "p",
    "min_values": 0,
    "max_values": 1,
    "options": [OPTION],
}
USERS = {"type": 5, "custom_id": "c", "default_values": [{"id": "1", "type": "user"}]}
ROWS = [{"type": 1, "components": [each]} for each in (BUTTON, SELECT, USERS)]
MEDIA = {"media": {"url": "https://example.com/a.png"}, "description": "d", "spoiler": False}
SECTION = {
    "type": 9,
    "id": 5,
    "components": [{"type": 10, "content": "x"}],
    "accessory": {"type": 11, **MEDIA},
}
PLAIN = {
    "content": "x",
    "tts": False,
    "flags": 0,
    "nonce": "1",
    "enforce_nonce": True,
    "allowed_mentions": {"parse": ["users"], "roles": ["1"], "replied_user": False},
    "embeds": [
        {
            "title": "t",
            "description": "d",
            "color": 1,
            "url": "https://example.com",
            "fields": [{"name": "n", "value": "v", "inline": True}],
            "footer": {"text": "f"},
            "author": {"name": "a"},
            "timestamp": "2026-01-01T00:00:00Z",
        }
    ],
    "components": ROWS,
    "attachments": [{"id": 0, "filename": "a.png", "description": "d"}],
    "message_reference": {"message_id": "1", "channel_id": "1"},
}
MODERN = {
    "flags": 1 << 15,
    "components": [
        {
            "type": 17,
            "accent_color": 1,
            "spoiler": False,
            "components": [
                *(
                    SECTION,
                    {"type": 12, "items": [MEDIA]},
                    {"type": 14, "divider": True, "spacing": 1},
                ),
                *({"type": 10, "content": "x"}, *ROWS),
            ],
        }
    ],
}
MODAL = {
    "title": "t",
    "custom_id": "m",
    "components": [
        {"type": 18, "label": "l", "description": "d", "component": {**SELECT, "required": True}},
        {"type": 18, "label": "l", "component": {"type": 4, "custom_id": "w", "style": 1}},
        {"type": 1, "components": [{"type": 4, "custom_id": "v", "style": 1, "label": "l"}]},
    ],
}
ARGUMENT = {
    "type": 4,
    "name": "n",
    "description": "d",
    "required": True,
    "min_value": 1,
    "max_value": 9,
    "choices": [{"name": "one", "value": 1}],
}
COMMANDS = [
    {
        "name": "try",
        "description": "d",
        "type": 1,
        "contexts": [0],
        "integration_types": [0],
        "options": [ARGUMENT, {**ARGUMENT, "type": 3, "name": "s", "min_length": 1, "choices": []}],
        "default_member_permissions": "8",
    }
]
SHORT = {"content": "x", "flags": 64, "allowed_mentions": {"parse": []}, "attachments": [{"id": 0}]}
THREAD = {"name": "t", "type": 11, "auto_archive_duration": 60, "invitable": False}
SEEDS = {
    "/channels/{channel}/messages": ("POST", (PLAIN, MODERN)),
    "/channels/{channel}/messages/{message}": ("PATCH", (SHORT,)),
    "/channels/{channel}/messages/{message}/threads": ("POST", (THREAD,)),
    "/channels/{channel}/threads": ("POST", (THREAD, {**THREAD, "message": {"content": "x"}})),
    "/channels/{channel}": ("PATCH", ({"archived": True, "locked": True, "name": "n"},)),
    "/users/@me/channels": ("POST", ({"recipient_id": "1"},)),
    "/applications/{bot}/commands": ("PUT", (COMMANDS,)),
    "/applications/{bot}/emojis": (
        "POST",
        ({"name": "duck", "image": "data:image/png;base64,iVB"},),
    ),
    "/interactions/{id}/{token}/callback": (
        "POST",
        (
            *({"type": 4, "data": SHORT}, {"type": 7, "data": SHORT}),
            *({"type": 9, "data": MODAL}, {"type": 5, "data": {"flags": 64}}),
        ),
    ),
    "/webhooks/{bot}/{token}": ("POST", (SHORT,)),
    "/webhooks/{bot}/{token}/messages/@original": ("PATCH", (SHORT,)),
}
"""Method of requests with a body, and bodies that the sandbox accepts, by address."""

AGAIN = {
    "/channels/{channel}/messages/{message}": ("PATCH", (MODERN,)),
    "/interactions/{id}/{token}/callback": (
        "POST",
        ({"type": 4, "data": PLAIN}, {"type": 7, "data": MODERN}),
    ),
}
"""Like `SEEDS`, with whole messages at addresses where the same functions read them."""

ONE_IN = 4
"""Send every fourth change. 4 and 11, the number of `VALUES`, are coprime: each value is used."""


@pytest.fixture
def well_behaved():
    """False, as Discord's OpenAPI description is stricter than Discord in places."""
    return False


def places(body, path=()):
    """Yield the path of each part of a body, beginning with the whole body."""
    yield path
    inner = (
        body.items()
        if isinstance(body, dict)
        else enumerate(body)
        if isinstance(body, list)
        else ()
    )
    for key, value in inner:
        yield from places(value, (*path, key))


def changed(body, path, value):
    """Return a copy of a body with another value at this path."""
    if not path:
        return value
    found = copy.deepcopy(body)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def mutants(body, one_in=1):
    """Yield every `one_in`-th of the bodies that differ from this one in a single part."""
    changes = islice(product(places(body), VALUES), None, None, one_in)
    return (changed(body, path, value) for path, value in changes)


@pytest.fixture
async def ask(box, caplog):
    """Sends a request with JSON or text. The test fails if any answer is a server error."""
    caplog.set_level(logging.ERROR)
    headers = {"Authorization": f"Bot {box.token}", "Content-Type": "application/json"}
    faults = []
    async with aiohttp.ClientSession(headers=headers) as session:

        async def ask(method, address, body=None, **more):
            text = body if isinstance(body, str) else json.dumps(body)
            data = None if body is None else io.BytesIO(text.encode())
            async with session.request(method, box.url + address, data=data, **more) as response:
                said = await response.text()
                if response.status >= 500:
                    faults.append((method, address[:200], more, text[:300]))
                return json.loads(said) if said.startswith("{") else None

        yield ask
    assert faults == []
    assert caplog.records == []


def place_of(box):
    """Return the ids of a server, its channel, a member and the bot, by path parameter."""
    guild = next(iter(box.core.world.guilds.values()))
    channel = next(iter(box.core.world.list_channels(guild)))
    person = next(iter(box.core.world.list_people()))
    return {
        "guild": guild.id,
        "channel": channel.id,
        "user": person.id,
        "bot": box.core.world.bot.id,
    }


def begin(box, place, message=None):
    """Start an interaction that waits for its answer: a command, or a click on a message."""
    kind = COMMAND if message is None else COMPONENT
    made = Interaction(
        box.core.world.ids.create(),
        *(kind, place["user"], place["channel"], {"name": "try", "custom_id": "a"}),
        box.core.clock.now(),
    )
    made.message_id = message
    return starting.start(box.core, made)


async def test_no_path_and_no_query_causes_a_server_error(box, ask):
    place = place_of(box)
    for route in app._ROUTES:
        names = re.findall(r"\{(\w+)\}", route.template)
        there = {name: place.get(name.partition("_")[0], "1") for name in names}
        there |= {name: place["bot"] for name in names if name == "application_id"}
        for name, text in product(names, TEXTS):
            shown = there | {name: text.replace("/", "%2F") or "%20"}
            await ask(route.method, f"/api/v10{route.template.format(**shown)}")
        if route.method == "GET":
            asked = ("limit", "before", "after", "around", "with_counts", "with_localizations")
            for name, text in product(asked, TEXTS):
                await ask("GET", f"/api/v10{route.template.format(**there)}", params={name: text})


async def send(box, ask, method, address, bodies):
    """Send bodies to an address, each with a new interaction."""
    place = place_of(box)
    at = f"/api/v10/channels/{place['channel']}/messages"
    message = (await ask("POST", at, {"content": "x", "components": ROWS[:1]}))["id"]
    for body in bodies:
        made = begin(box, place, int(message))
        if address.endswith("@original") or address.startswith("/webhooks"):
            answer = f"/api/v10/interactions/{made.id}/{made.token}/callback"
            await ask("POST", answer, {"type": 4, "data": {"content": "x"}})
        filled = address.format(message=message, id=made.id, token=made.token, **place)
        await ask(method, f"/api/v10{filled}", body)


@pytest.mark.parametrize("address", SEEDS)
async def test_every_part_of_a_body_is_checked(box, ask, address):
    method, seeds = SEEDS[address]
    changes = (mutant for seed in seeds for mutant in mutants(seed))
    await send(box, ask, method, address, [*BROKEN, *changes])


@pytest.mark.parametrize("one_in", [ONE_IN, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("address", AGAIN)
async def test_a_whole_message_is_checked_at_other_addresses(box, ask, address, one_in):
    method, seeds = AGAIN[address]
    changes = (mutant for seed in seeds for mutant in mutants(seed, one_in))
    await send(box, ask, method, address, changes)


def typed(place, message):
    """Return, by address, bodies of people's actions that the sandbox accepts."""
    who = {"as": str(place["user"])}
    where = {**who, "channel_id": str(place["channel"])}
    command = {**where, "name": "try", "group": None, "sub": None, "options": {"n": 1, "s": "x"}}
    return {
        "commands": [command],
        "components": [
            {**who, "message_id": message, "custom_id": i, "values": ["y"]} for i in "abc"
        ],
        "modals": [{**who, "interaction_id": "1", "fields": {"w": "x", "b": ["y"]}}],
        "app": [{**who, "installed": True}],
        "private": [{**who, "people": [str(place["user"])]}],
        f"channels/{place['channel']}/messages": [{**who, "content": "x", "reply_to": message}],
        "faults": [
            {"on": "GET /nothing", "times": 1, "skip": 1, "delay": 0.1, "status": 429},
            {"interactions": {"delay": 0.1}, "retry_after": 1, "shards": [0]},
            {"gateway": "drop", "shards": [0]},
        ],
    }


async def test_requests_of_people_are_checked(box, ask):
    place = place_of(box)
    await ask("PUT", f"/api/v10/applications/{place['bot']}/commands", COMMANDS)
    at = f"/api/v10/channels/{place['channel']}/messages"
    message = (await ask("POST", at, {"content": "x", "components": ROWS}))["id"]
    for address, seeds in typed(place, message).items():
        for body in [*BROKEN, *(mutant for seed in seeds for mutant in mutants(seed))]:
            await ask("POST", f"/sandbox/{address}", body)
            box.core.faults.clear()


def change_by_test(place, act):
    """Return a test's request to change the world, with every field that such requests have."""
    return {
        "do": act,
        "kind": 0,
        "name": "n",
        "count": 1,
        "seconds": 1,
        "ban": True,
        "locked": True,
        **{f"{name}_id": str(number) for name, number in place.items()},
        "message_id": "1",
        "interaction_id": "1",
        "guild_ids": [str(place["guild"])],
        "permissions": ["VIEW_CHANNEL"],
        "closed": True,
        "unavailable": True,
    }


class Noted(dict):
    """A body that notes which of its fields are read."""

    def __init__(self, body):
        super().__init__(body)
        self.read = set()

    def get(self, key, default=None):
        self.read.add(key)
        return super().get(key, default)

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)


def fields_of(act):
    """Return the fields that a change reads. The values of other fields do not matter."""
    box = Sandbox()
    body = Noted(change_by_test(place_of(box), act))
    with suppress(api.Mistake):
        admin.run(box.core, body)
    return body.read


@pytest.mark.parametrize("act", admin._ACTIONS)
async def test_changes_by_tests_are_checked(box, ask, act):
    place = place_of(box)
    whole = change_by_test(place, act)
    read = fields_of(act)
    changes = [each for each in places(whole) if not each or each[0] in read]
    for path, value in product(changes, VALUES):
        await ask("POST", "/sandbox/admin", changed(whole, path, value))
        await ask("GET", f"/sandbox/world?as={place['user']}")


IDENTIFY = {"op": 2, "d": {"token": "", "intents": 1, "shard": [0, 1], "properties": {"os": "x"}}}
RESUME = {"op": 6, "d": {"token": "", "session_id": "x", "seq": 1}}
MEMBERS = {
    "op": 8,
    "d": {"guild_id": "1", "user_ids": ["1"], "query": "", "limit": 0, "nonce": "n"},
}


@pytest.mark.parametrize("seed", [IDENTIFY, RESUME, MEMBERS], ids=["identify", "resume", "members"])
async def test_messages_to_the_gateway_are_checked(box, caplog, seed):
    caplog.set_level(logging.ERROR)
    hello = changed(IDENTIFY, ("d", "token"), box.token)
    small = [body for body in BROKEN if len(body) < 4000] + ["[" * 4000]
    if "token" in seed["d"]:
        seed = changed(seed, ("d", "token"), box.token)
    bodies = (json.dumps(body) for body in mutants(seed))
    async with aiohttp.ClientSession() as http:
        for text in [*small, *(body for body in bodies if len(body) < 4000)]:
            async with http.ws_connect(box.url + "/gateway?v=10") as socket:
                if seed is MEMBERS:
                    await socket.send_json(hello)
                await socket.send_str(text)
                await socket.send_json({"op": 1, "d": None})
                while (heard := await socket.receive()).type is aiohttp.WSMsgType.TEXT:
                    if json.loads(heard.data)["op"] == 11:
                        break
                assert socket.close_code is None or 4000 <= socket.close_code < 4020, text
    assert caplog.records == []
