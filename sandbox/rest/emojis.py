"""Routes of the application's emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import (
    TOO_MANY_EMOJIS,
    UNKNOWN_EMOJI,
    Refusal,
)
from sandbox.rest import permissions
from sandbox.rest.route import NOTHING, Answer, Call
from sandbox.state.model import Emoji
from sandbox.state.objects import (
    emoji_json,
)

if TYPE_CHECKING:
    from sandbox.state.core import Core

MAX_EMOJIS: Final = 2000

MAX_IMAGE: Final = 256 * 1024

_NAME: Final = re.compile(r"\w+", re.ASCII)

_IMAGE: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)

_MAGIC: Final = {
    "image/png": b"\x89PNG",
    "image/jpeg": b"\xff\xd8",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}


def _find_emoji(core: Core, call: Call) -> Emoji:
    permissions.require_application(core, call.id("application_id"))
    emoji = core.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise Refusal(UNKNOWN_EMOJI)
    return emoji


def _read_name(core: Core, form: Form, body: Json, own: Emoji | None) -> str:
    name = fields.read_text(form, body, ("name",), (2, 32), required=True)
    if name is None:
        return ""
    if not _NAME.fullmatch(name):
        message = "String value did not match validation regex."
        form.add_error(("name",), "STRING_TYPE_REGEX", message)
    others = (e.name for e in core.world.emojis.values() if e is not own)
    if name in others:
        message = "An emoji with that name already exists for this application."
        form.add_error(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)
    return name


def _read_image(form: Form, body: Json) -> tuple[str, bytes]:
    """Return the media type and the bytes of the picture in a data URI."""
    path = ("image",)
    if not isinstance(body.get("image"), str):
        fields.add_missing(form, path)
        return "", b""
    found = _IMAGE.fullmatch(body["image"])
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if found is None or not data.startswith(_MAGIC.get(found[1], b"")) or not data:
        form.add_error(path, "IMAGE_INVALID", "Invalid image data")
    if len(data) > MAX_IMAGE:
        form.add_error(path, "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return (found[1] if found else ""), data


def list_emojis(core: Core, call: Call) -> Answer:
    permissions.require_application(core, call.id("application_id"))
    return Answer({"items": [emoji_json(core.world, e) for e in core.world.emojis.values()]})


def get_emoji(core: Core, call: Call) -> Answer:
    return Answer(emoji_json(core.world, _find_emoji(core, call)))


def create_emoji(core: Core, call: Call) -> Answer:
    permissions.require_application(core, call.id("application_id"))
    form, body = Form(), call.form()
    name = _read_name(core, form, body, None)
    kind, data = _read_image(form, body)
    form.check()
    if len(core.world.emojis) >= MAX_EMOJIS:
        raise Refusal(TOO_MANY_EMOJIS)
    emoji = Emoji(core.world.ids.create(), name, data, kind, animated=kind == "image/gif")
    core.world.emojis[emoji.id] = emoji
    return Answer(emoji_json(core.world, emoji), 201)


def rename_emoji(core: Core, call: Call) -> Answer:
    emoji = _find_emoji(core, call)
    form = Form()
    name = _read_name(core, form, call.form(), emoji)
    form.check()
    emoji.name = name
    return Answer(emoji_json(core.world, emoji))


def delete_emoji(core: Core, call: Call) -> Answer:
    del core.world.emojis[_find_emoji(core, call).id]
    return NOTHING
