"""The body of a request to write or edit a message, checked as Discord checks it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.components import ComponentsValidator
from sandbox.protocol.controls import ControlsValidator
from sandbox.protocol.embeds import EmbedsValidator
from sandbox.protocol.errors import EMPTY_MESSAGE, Refusal
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.state.world import mentions
from sandbox.state.world.model import COMPONENTS_V2, EPHEMERAL, SILENT, SUPPRESS_EMBEDS, Attachment
from sandbox.state.world.objects import attachment_json
from sandbox.state.world.uploads import Upload, Uploads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.state.core import Core
    from sandbox.state.world.model import Message

MAX_CONTENT: Final = 2000
MAX_NONCE: Final = 25
ON_CREATE: Final = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2
ON_EDIT: Final = SUPPRESS_EMBEDS | COMPONENTS_V2
_LEGACY: Final = ("content", "embeds", "sticker_ids", "poll")


@dataclass(slots=True)
class CheckedMessage:
    """The fields of a message. None means that the request does not set the field."""

    attachments: list[Attachment]
    flags: int
    content: str | None
    embeds: list[Json] | None
    components: list[Json] | None
    allowed: Json | None
    tts: bool


class MessageValidator:
    """Checks one request body as a new or edited message.

    Args:
        core: The stand-in.
        channel_id: Where the message is or will be.
        files: The files of the request, by index.
        prefix: Where the message stands in the request, for errors: ("data",) in a callback.
        old: The message that is edited.
    """

    def __init__(
        self,
        core: Core,
        channel_id: int,
        files: Mapping[int, Upload],
        prefix: tuple[str, ...] = (),
        old: Message | None = None,
    ) -> None:
        self._core = core
        self._form = Form(*prefix)
        self._old = old
        self._uploads = Uploads(core.world.ids, channel_id, files)

    def read(self, body: Json) -> CheckedMessage:
        """Return the checked message; raise Refusal (50035, 50006, 40005)."""
        form = self._form
        flags = self._check_flags(body)
        v2 = bool(flags & COMPONENTS_V2)
        old = self._old.attachments if self._old else []
        attachments = self._uploads.collect(form, body, old)
        find_media = self._build_media_finder(attachments)
        checked = CheckedMessage(
            attachments,
            flags,
            content=fields.read_text(form, body, ("content",), (0, MAX_CONTENT)),
            embeds=self._check_embeds(body, find_media),
            components=self._check_components(body, find_media, v2=v2),
            allowed=mentions.check_allowed(form, body),
            tts=fields.read_flag(form, body, ("tts",)),
        )
        if body.get("content", "") is None:
            checked.content = ""
        self._check_no_legacy(body, checked, v2=v2)
        form.check()
        self._check_not_empty(checked)
        return checked

    def _check_flags(self, body: Json) -> int:
        old = self._old.flags if self._old else 0
        given = body.get("flags")
        if given is None:
            return old
        flags = fields.read_int(self._form, body, ("flags",), (0, 2**53)) or 0
        if self._old is None:
            return flags & ON_CREATE
        if old & COMPONENTS_V2 and not flags & COMPONENTS_V2:
            message = "The components v2 flag cannot be removed"
            self._form.add_error(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
        return (old & ~ON_EDIT) | (flags & ON_EDIT)

    def _build_media_finder(self, attachments: list[Attachment]) -> Callable[[str], Json | None]:
        """Return a function that finds the stored form of an upload's name or a web address."""
        named = {a.filename: a for a in attachments}

        def find_media(url: str) -> Json | None:
            scheme, name = url.partition("://")[::2]
            if scheme != "attachment":
                return {"id": str(self._core.world.ids.create()), "url": url, "proxy_url": url}
            found = named.get(name)
            return None if found is None else _media_json(self._core.settings.url, found)

        return find_media

    def _check_embeds(
        self, body: Json, find_media: Callable[[str], Json | None]
    ) -> list[Json] | None:
        if "embeds" not in body:
            return None
        given = fields.read_list(self._form, body, ("embeds",), (0, 10))
        return EmbedsValidator(self._form, find_media).check(given, ("embeds",))

    def _check_components(
        self, body: Json, find_media: Callable[[str], Json | None], *, v2: bool
    ) -> list[Json] | None:
        if "components" not in body:
            return None
        given = fields.read_list(self._form, body, ("components",), (0, 40))
        controls = ControlsValidator(self._form, self._core.world.emojis.__contains__)
        return ComponentsValidator(self._form, controls, find_media).check(
            given, ("components",), v2=v2
        )

    def _check_no_legacy(self, body: Json, checked: CheckedMessage, *, v2: bool) -> None:
        """Refuse other content in a message of components."""
        if not v2:
            return
        used = [key for key in _LEGACY if body.get(key)]
        if self._old is not None:
            if self._old.content and checked.content is None:
                used.append("content")
            if self._old.embeds and checked.embeds is None:
                used.append("embeds")
        for key in dict.fromkeys(used):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            self._form.add_error((key,), code, message)

    def _check_not_empty(self, checked: CheckedMessage) -> None:
        old = self._old
        content = checked.content if checked.content is not None else (old.content if old else "")
        embeds = checked.embeds if checked.embeds is not None else (old.embeds if old else [])
        own = (
            checked.components
            if checked.components is not None
            else (old.components if old else [])
        )
        files = [] if checked.flags & COMPONENTS_V2 else checked.attachments
        if not (content.strip() or embeds or own or files):
            raise Refusal(EMPTY_MESSAGE)


def read_nonce(body: Json) -> str | int | None:
    """Return the nonce of a new message; raise Refusal (50035).

    The codes and texts are those of discord-api-docs #1158.
    """
    nonce = body.get("nonce")
    form, path = Form(), ("nonce",)
    if nonce is None:
        return None
    if isinstance(nonce, bool) or not isinstance(nonce, str | int):
        form.add_error(path, "NONCE_TYPE_INVALID_TYPE", "This field must be a string or integer.")
    elif len(str(nonce)) > MAX_NONCE:
        message = f"Must be {MAX_NONCE} or fewer characters long."
        form.add_error(path, "NONCE_TYPE_TOO_LONG", message)
    form.check()
    return nonce


def _media_json(base: str, attachment: Attachment) -> Json:
    whole = attachment_json(base, attachment)
    return {
        "id": whole["id"],
        "url": whole["url"],
        "proxy_url": whole["proxy_url"],
        "width": whole.get("width"),
        "height": whole.get("height"),
        "content_type": attachment.content_type,
        "attachment_id": whole["id"],
        "placeholder": None,
        "loading_state": 2,
        "flags": 0,
        "name": attachment.filename,
        "size": len(attachment.data),
    }
