"""A message beyond a limit is refused as Discord refuses it: with code 50035 and nested errors."""

import pytest

V2 = 1 << 15


def button(**more):
    return {"type": 2, "style": 1, "label": "b", "custom_id": "b", **more}


def row(*inner):
    return {"type": 1, "components": list(inner)}


def buttons(count, start=0):
    return [button(custom_id=str(n)) for n in range(start, start + count)]


def text(content="t"):
    return {"type": 10, "content": content}


def select(**more):
    options = [{"label": "a", "value": "a"}]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def channel_select(*ids, **more):
    chosen = [{"type": "channel", "id": number} for number in ids]
    return {"type": 8, "custom_id": "s", "default_values": chosen, **more}


def v1(*rows, **more):
    return {"content": "x", "components": list(rows), **more}


def v2(*components, **more):
    return {"flags": V2, "components": list(components), **more}


def container(*inner):
    return {"type": 17, "components": list(inner)}


def media(url="https://example.com/a.png"):
    return {"media": {"url": url}}


def options(count):
    return [{"label": str(n), "value": str(n)} for n in range(count)]


BAD = {
    "content is at most 2000": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "content is a text": ({"content": []}, "content", "STRING_TYPE_CONVERT"),
    "a row holds five buttons": (
        v1(row(*buttons(6))),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a row is not empty": (v1(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "five rows before V2": (
        v1(*[row(*buttons(1, n)) for n in range(6)]),
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "V2 needs its flag": (v1(text()), "components.0.type", "UNION_TYPE_CHOICES"),
    "a button stands in a row": (v2(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    "custom ids differ": (
        v1(row(button(), button())),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a custom id is at most 100": (
        v1(row(button(custom_id="x" * 101))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a button has a custom id": (
        v1(row({"type": 2, "style": 1, "label": "b"})),
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "a label is at most 80": (
        v1(row(button(label="x" * 81))),
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a button has a label or emoji": (
        v1(row({"type": 2, "style": 1, "custom_id": "b"})),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "an emoji is a Unicode emoji": (
        v1(row(button(emoji={"name": "duck"}))),
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "a die face is no emoji": (
        v1(row(button(emoji={"name": "⚀"}))),
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "an application emoji exists": (
        v1(row(button(emoji={"id": "1", "name": "d6"}))),
        "components.0.components.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "a link has no custom id": (
        v1(row(button(style=5, url="https://example.com"))),
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link has an address": (
        v1(row({"type": 2, "style": 5, "label": "b"})),
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    "a style is known": (
        v1(row(button(style=9))),
        "components.0.components.0.style",
        "BASE_TYPE_CHOICES",
    ),
    "25 options": (
        v1(row(select(options=options(26)))),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "options differ": (
        v1(row(select(options=[*options(1), *options(1)]))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a select stands alone": (
        v1(row(select(), button())),
        "components.0.components.1",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "min is not above max": (
        v1(row(select(options=options(3), min_values=3, max_values=2))),
        "components.0.components.0",
        "COMPONENT_MIN_VALUES_GREATER_THAN_MAX",
    ),
    "max is not above the options": (
        v1(row(select(max_values=2))),
        "components.0.components.0.max_values",
        "COMPONENT_SELECT_VALUES_OUT_OF_RANGE",
    ),
    "alt text is not empty": (
        v2({"type": 12, "items": [{**media(), "description": ""}]}),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no more defaults than can be chosen": (
        v1(row(channel_select("1", "2"))),
        "components.0.components.0.default_values",
        "COMPONENT_SELECT_DEFAULT_VALUES_OUT_OF_RANGE",
    ),
    "no fewer defaults than have to be chosen": (
        v1(row(channel_select("1", min_values=2, max_values=3))),
        "components.0.components.0.default_values",
        "COMPONENT_SELECT_DEFAULT_VALUES_OUT_OF_RANGE",
    ),
    "a default has an id": (
        v1(row(channel_select("games"))),
        "components.0.components.0.default_values.0.id",
        "NUMBER_TYPE_COERCE",
    ),
    "V2 has no content": (
        v2(text(), content="x"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 has no embeds": (
        v2(text(), embeds=[{"title": "x"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "40 components, nested ones included": (
        v2(*[container(text(), text(), text(), row(*buttons(5, 5 * n))) for n in range(4)], text()),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4000 characters in all": (
        v2(text("x" * 2000), container(text("x" * 2001))),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "a text is not empty": (v2(text("")), "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    "a section has an accessory": (
        v2({"type": 9, "components": [text()]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a section has three texts": (
        v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an accessory is a button or thumbnail": (
        v2({"type": 9, "components": [text()], "accessory": text()}),
        "components.0.accessory.type",
        "UNION_TYPE_CHOICES",
    ),
    "no container in a container": (
        v2(container(container(text()))),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a container is not empty": (
        v2(container()),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "ten pictures in a gallery": (
        v2({"type": 12, "items": [media()] * 11}),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a referenced picture was uploaded": (
        v2({"type": 12, "items": [media("attachment://a.png")]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file is an upload": (
        v2({"type": 13, "file": {"url": "https://example.com/a.txt"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "alt text is at most 1024": (
        v2({"type": 12, "items": [{**media(), "description": "x" * 1025}]}),
        "components.0.items.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "spacing is 1 or 2": (
        v2({"type": 14, "spacing": 3}),
        "components.0.spacing",
        "BASE_TYPE_CHOICES",
    ),
    "component ids differ": (
        v2({**text(), "id": 1}, {**text(), "id": 1}),
        "components",
        "COMPONENT_ID_DUPLICATED",
    ),
    "ten embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    "an embed's title is at most 256": (
        {"embeds": [{"title": "x" * 257}]},
        "embeds.0.title",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "an embed's field has a value": (
        {"embeds": [{"fields": [{"name": "x", "value": ""}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "6000 characters in all embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "mentions are parsed or listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a kept file exists": (
        {"content": "x", "attachments": [{"id": "5"}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    "a nonce is at most 25": ({"content": "x", "nonce": "n" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
}


@pytest.mark.parametrize(("body", "path", "code"), BAD.values(), ids=BAD)
async def test_a_message_beyond_a_limit_is_refused(send, body, path, code):
    status, answer = await send(body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    node = answer["errors"]
    for step in path.split("."):
        node = node[step]
    assert code in [error["code"] for error in node["_errors"]]


GOOD = {
    "content of 2000": {"content": "x" * 2000},
    "25 buttons": v1(*[row(*buttons(5, 5 * n)) for n in range(5)]),
    "40 components": v2(*[text(str(n)) for n in range(40)]),
    "4000 characters": v2(text("x" * 4000)),
    "a keycap, a flag, a family": v1(
        row(
            button(emoji={"name": "5️⃣"}),
            button(custom_id="c", emoji={"name": "🇩🇪"}),
            button(custom_id="d", emoji={"name": "👨‍👩‍👧"}),
            button(custom_id="e", emoji={"name": "👍🏽"}),
            button(custom_id="f", emoji={"name": "🦆"}),
        )
    ),
    "a select of 25": v1(row(select(options=options(25), min_values=0, max_values=25))),
    "a section with a thumbnail": v2(
        {"type": 9, "components": [text()], "accessory": {"type": 11, **media()}}
    ),
    "a spaced line": v2({"type": 14, "divider": False, "spacing": 2}),
    "an embed": {
        "embeds": [
            {
                "title": "t",
                "description": "d",
                "color": 255,
                "footer": {"text": "f"},
                "author": {"name": "a"},
                "fields": [{"name": "n", "value": "v", "inline": True}],
                "image": {"url": "https://example.com/a.png"},
            }
        ]
    },
    "defaults that can be chosen": v1(row(channel_select("1", "2", max_values=2))),
    "no defaults": v1(row(channel_select(min_values=0))),
    "a user select": v1(row({"type": 5, "custom_id": "u", "max_values": 2})),
}


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
async def test_a_message_within_the_limits_is_accepted(send, body):
    status, answer = await send(body)
    assert (status, answer.get("errors")) == (200, None)


async def test_several_errors_are_reported_together(send):
    _, answer = await send(v1(row(button(label="x" * 81), button(custom_id="x" * 101))))
    found = answer["errors"]["components"]["0"]["components"]
    assert set(found) == {"0", "1"}


async def test_the_flag_of_v2_can_be_set_but_not_removed(send):
    _, message = await send({"content": "x"})
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    status, answer = await send({"flags": V2, "components": [text()]}, "PATCH", path)
    assert set(answer["errors"]) == {"content"}
    body = {"flags": V2, "components": [text()], "content": None}
    status, answer = await send(body, "PATCH", path)
    assert (status, answer["flags"], answer["content"]) == (200, V2, "")
    status, answer = await send({"flags": 0, "components": []}, "PATCH", path)
    code = answer["errors"]["flags"]["_errors"][0]["code"]
    assert code == "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"
    status, answer = await send({"content": "y"}, "PATCH", path)
    assert set(answer["errors"]) == {"content"}
