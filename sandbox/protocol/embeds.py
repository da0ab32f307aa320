"""Embeds, checked against Discord's "Embed Limits", and returned as Discord stores them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.protocol.fields import (
    check_url,
    read_flag,
    read_int,
    read_list,
    read_object,
    read_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.protocol.form import Form, Path
    from sandbox.protocol.json_values import Json

MAX_EMBEDS: Final = 10

MAX_TOTAL: Final = 6000

_SCHEMES: Final = ("http", "https", "attachment")


class EmbedsValidator:
    """Checks the embeds of one message; `find_media` resolves addresses of pictures."""

    def __init__(self, form: Form, find_media: Callable[[str], Json | None]) -> None:
        self._form = form
        self._find_media = find_media
        self._total = 0

    def check(self, given: list[Any], path: Path) -> list[Json]:
        """Return the embeds as they are stored; add errors to the form."""
        if len(given) > MAX_EMBEDS:
            message = f"Must be {MAX_EMBEDS} or fewer in length."
            self._form.add_error(path, "BASE_TYPE_MAX_LENGTH", message)
        found = [self._check_embed(value, (*path, i)) for i, value in enumerate(given)]
        if self._total > MAX_TOTAL:
            message = f"Embed size exceeds maximum size of {MAX_TOTAL}"
            self._form.add_error(path, "MAX_EMBED_SIZE_EXCEEDED", message)
        return found

    def _check_text(
        self, data: Json, path: Path, limit: int, *, required: bool = False
    ) -> str | None:
        low = 1 if required else 0
        value = read_text(self._form, data, path, (low, limit), required=required)
        self._total += len(value or "")
        return value

    def _check_embed(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        body: Json = {"type": "rich"}
        for key, limit in (("title", 256), ("description", 4096)):
            text = self._check_text(data, (*path, key), limit)
            if text:
                body[key] = text
        check_url(self._form, data, (*path, "url"), ("http", "https"))
        body |= {key: data[key] for key in ("url", "timestamp") if data.get(key)}
        color = read_int(self._form, data, (*path, "color"), (0, 0xFFFFFF))
        if color is not None:
            body["color"] = color
        self._check_author_and_footer(data, path, body)
        for key in ("image", "thumbnail"):
            if data.get(key):
                body[key] = self._check_picture(data[key], (*path, key))
        rows = read_list(self._form, data, (*path, "fields"), (0, 25))
        if rows:
            here = (*path, "fields")
            body["fields"] = [self._check_field(row, (*here, i)) for i, row in enumerate(rows)]
        return body

    def _check_author_and_footer(self, data: Json, path: Path, body: Json) -> None:
        for key, name, limit in (("author", "name", 256), ("footer", "text", 2048)):
            if data.get(key):
                here = (*path, key)
                part = read_object(self._form, data[key], here) or {}
                body[key] = {name: self._check_text(part, (*here, name), limit, required=True)}
                check_url(self._form, part, (*here, "icon_url"), _SCHEMES)
                if part.get("icon_url"):
                    body[key]["icon_url"] = part["icon_url"]

    def _check_picture(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        check_url(self._form, data, (*path, "url"), _SCHEMES)
        stored = self._find_media(str(data.get("url")))
        if stored is None:  # the address names a file that was not uploaded
            return {"url": str(data.get("url"))}
        return {k: v for k, v in stored.items() if k in {"url", "proxy_url", "width", "height"}}

    def _check_field(self, value: object, path: Path) -> Json:
        data = read_object(self._form, value, path) or {}
        return {
            "name": self._check_text(data, (*path, "name"), 256, required=True),
            "value": self._check_text(data, (*path, "value"), 1024, required=True),
            "inline": read_flag(self._form, data, (*path, "inline")),
        }
