"""Uploaded files of a message: names, types, picture sizes, and the files that an edit keeps."""

from __future__ import annotations

import mimetypes
import re
import secrets
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import TOO_LARGE, Refusal
from sandbox.state.model import (
    Attachment,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.state.time import Snowflakes

MAX_FILE: Final = 10 * 2**20

MAX_FILES: Final = 10

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Upload:
    filename: str
    data: bytes


def clean_filename(filename: str) -> str:
    return _ODD.sub("_", filename.rpartition("/")[2]).strip("_") or "unknown"


def read_picture_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF or JPEG in pixels; None for other files."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data.startswith((b"GIF87a", b"GIF89a")) and len(data) >= 10:
        return struct.unpack("<HH", data[6:10])
    if data.startswith(b"\xff\xd8"):
        return _read_jpeg_size(data)
    return None


def _read_jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None


class Uploads:
    """The files of one request, matched with the `attachments` of its body."""

    def __init__(self, ids: Snowflakes, channel_id: int, files: Mapping[int, Upload]) -> None:
        self._ids = ids
        self._channel_id = channel_id
        self._files = dict(files)
        if any(len(file.data) > MAX_FILE for file in files.values()):
            raise Refusal(TOO_LARGE)

    def collect(self, form: Form, body: Json, old: list[Attachment]) -> list[Attachment]:
        """Return the attachments of the message, both kept and new.

        A body without `attachments` keeps all old attachments. Otherwise the body keeps the
        attachments that it names by id. An entry whose id is a file's index describes that file.
        """
        if body.get("attachments") is None:
            found = list(old)
        else:
            found = self._match_entries(form, body, {a.id: a for a in old})
        found += [self._create_attachment(file, None) for _, file in sorted(self._files.items())]
        if len(found) > MAX_FILES:
            message = f"Must be {MAX_FILES} or fewer in length."
            form.add_error(("attachments",), "BASE_TYPE_MAX_LENGTH", message)
        return found

    def _match_entries(
        self, form: Form, body: Json, old: dict[int, Attachment]
    ) -> list[Attachment]:
        found: list[Attachment] = []
        entries = fields.read_list(form, body, ("attachments",), (0, MAX_FILES))
        for i, value in enumerate(entries):
            path = ("attachments", i)
            entry = fields.read_object(form, value, path) or {}
            description = fields.read_text(form, entry, (*path, "description"), (0, 1024))
            number = fields.parse_snowflake(entry.get("id"))
            if number in self._files:
                found.append(self._create_attachment(self._files.pop(number), description))
            elif number in old:
                found.append(old[number])
            else:
                message = f"Attachment {entry.get('id')} was not found"
                form.add_error((*path, "id"), "ATTACHMENT_NOT_FOUND", message)
        return found

    def _create_attachment(self, file: Upload, description: str | None) -> Attachment:
        name = clean_filename(file.filename)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        return Attachment(
            self._ids.create(),
            self._channel_id,
            name,
            file.data,
            kind,
            secrets.token_hex(16),
            read_picture_size(file.data) if kind.startswith("image/") else None,
            description or None,
        )
