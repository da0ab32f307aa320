"""The components of a message: rows, sections, containers, galleries, text. V2 and before.

Checks what Discord checks and returns the components as Discord stores them: with defaults, with a
number for every component, and with an address for media. Limits: Discord's "Component Reference".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.protocol import fields
from sandbox.protocol.controls import BUTTON, ROW, SELECTS, TEXT, ControlsValidator
from sandbox.protocol.fields import Form, Json, Path, as_list, as_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SECTION, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 11, 12, 13, 14, 17
IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
TOP_LEVEL: Final = (*IN_CONTAINER, CONTAINER)
MAX_COMPONENTS: Final = 40
MAX_TEXT: Final = 4000
_SECTION_TEXTS: Final = 3


class ComponentsValidator:
    """Checks the components of one message.

    Args:
        form: Where errors go.
        controls: Checks the buttons and selects.
        find_media: Gives the stored form of a media address, or None if it names no upload.
    """

    def __init__(
        self, form: Form, controls: ControlsValidator, find_media: Callable[[str], Json | None]
    ) -> None:
        self._form = form
        self._controls = controls
        self._find_media = find_media

    def check(self, given: list[Any], path: Path, *, v2: bool) -> list[Json]:
        """Return the components as they are stored; add errors to the form."""
        if not v2 and len(given) > 5:
            self._form.add_error(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        allowed = TOP_LEVEL if v2 else (ROW,)
        found = [self._check_component(c, (*path, i), allowed) for i, c in enumerate(given)]
        self._check_total(found, path)
        self._assign_numbers(found, path)
        return found

    def _check_total(self, found: list[Json], path: Path) -> None:
        everything = list(walk(found))
        if len(everything) > MAX_COMPONENTS:
            message = f"The maximum number of total components is {MAX_COMPONENTS}."
            self._form.add_error(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        if sum(len(c.get("content") or "") for c in everything if c["type"] == TEXT) > MAX_TEXT:
            message = f"Displayable text exceeds the maximum size of {MAX_TEXT} characters."
            self._form.add_error(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def _assign_numbers(self, found: list[Json], path: Path) -> None:
        """Give each component without a number the next free one, in order."""
        taken = [c["id"] for c in walk(found) if c.get("id")]
        if len(set(taken)) < len(taken):
            message = "Component id cannot be duplicated"
            self._form.add_error(path, "COMPONENT_ID_DUPLICATED", message)
        free = (n for n in range(1, 1000) if n not in set(taken))
        for component in walk(found):
            component["id"] = component.get("id") or next(free)

    def _check_component(self, value: object, path: Path, allowed: Iterable[int]) -> Json:
        data = fields.read_object(self._form, value, path) or {}
        kinds = tuple(allowed)
        kind = data.get("type")
        if isinstance(kind, bool) or kind not in kinds:
            message = f'Value of field "type" must be one of {kinds}.'
            self._form.add_error((*path, "type"), "UNION_TYPE_CHOICES", message)
            return {"type": 0}
        number = fields.read_int(self._form, data, (*path, "id"), (0, 2**31 - 1))
        body = self._check_kind(int(kind), data, path)
        return {"type": body["type"], "id": number} | body

    def _check_kind(self, kind: int, data: Json, path: Path) -> Json:
        if kind in SELECTS:
            return self._controls.check_select(data, path)
        makers: dict[int, Callable[[Json, Path], Json]] = {
            ROW: self._check_row,
            BUTTON: self._controls.check_button,
            SECTION: self._check_section,
            TEXT: self._check_text,
            THUMBNAIL: self._check_thumbnail,
            GALLERY: self._check_gallery,
            FILE: self._check_file,
            SEPARATOR: self._check_separator,
            CONTAINER: self._check_container,
        }
        return makers[kind](data, path)

    def _check_row(self, data: Json, path: Path) -> Json:
        here = (*path, "components")
        given = fields.read_list(self._form, data, here, (1, 5), required=True)
        kinds = [(as_object(c) or {}).get("type") for c in given]
        if any(kind in SELECTS for kind in kinds) and len(kinds) > 1:
            for i in range(1, len(kinds)):
                message = "The specified component exceeds the maximum width"
                self._form.add_error((*here, i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        rows = [
            self._check_component(c, (*here, i), (BUTTON, *SELECTS)) for i, c in enumerate(given)
        ]
        return {"type": ROW, "components": rows}

    def _check_section(self, data: Json, path: Path) -> Json:
        here = (*path, "components")
        given = fields.read_list(self._form, data, here, (1, _SECTION_TEXTS), required=True)
        texts = [self._check_component(c, (*here, i), (TEXT,)) for i, c in enumerate(given)]
        if data.get("accessory") is None:
            fields.add_missing(self._form, (*path, "accessory"))
            return {"type": SECTION, "components": texts, "accessory": {"type": 0}}
        accessory = self._check_component(
            data["accessory"], (*path, "accessory"), (BUTTON, THUMBNAIL)
        )
        return {"type": SECTION, "components": texts, "accessory": accessory}

    def _check_text(self, data: Json, path: Path) -> Json:
        limits = (1, MAX_TEXT)
        content = fields.read_text(self._form, data, (*path, "content"), limits, required=True)
        return {"type": TEXT, "content": content or ""}

    def _check_thumbnail(self, data: Json, path: Path) -> Json:
        return {"type": THUMBNAIL} | self._check_medium(data, path, "media")

    def _check_medium(self, data: Json, path: Path, key: str) -> Json:
        """Return a picture with its alt text, of a thumbnail or a gallery."""
        return {
            key: self._check_media(data, (*path, key)),
            "description": fields.read_text(self._form, data, (*path, "description"), (1, 1024)),
            "spoiler": fields.read_flag(self._form, data, (*path, "spoiler")),
        }

    def _check_media(self, data: Json, path: Path, *, upload_only: bool = False) -> Json:
        if data.get(str(path[-1])) is None:
            fields.add_missing(self._form, path)
            return {}
        media = fields.read_object(self._form, data[str(path[-1])], path) or {}
        here = (*path, "url")
        schemes = ("attachment",) if upload_only else ("attachment", "http", "https")
        if media.get("url") is None:
            fields.add_missing(self._form, here)
            return {}
        fields.check_url(self._form, media, here, schemes)
        stored = self._find_media(str(media["url"]))
        if stored is None:
            name = str(media["url"]).partition("://")[2]
            message = f"The referenced attachment '{name}' was not found"
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            self._form.add_error(here, code, message)
            return {}
        if not upload_only:
            return {key: value for key, value in stored.items() if key not in {"name", "size"}}
        return stored

    def _check_gallery(self, data: Json, path: Path) -> Json:
        here = (*path, "items")
        given = fields.read_list(self._form, data, here, (1, 10), required=True)
        found: list[Json] = []
        for i, value in enumerate(given):
            item = fields.read_object(self._form, value, (*here, i)) or {}
            found.append(self._check_medium(item, (*here, i), "media"))
        return {"type": GALLERY, "items": found}

    def _check_file(self, data: Json, path: Path) -> Json:
        file = self._check_media(data, (*path, "file"), upload_only=True)
        return {
            "type": FILE,
            "name": file.pop("name", None),
            "size": file.pop("size", None),
            "file": file,
            "spoiler": fields.read_flag(self._form, data, (*path, "spoiler")),
        }

    def _check_separator(self, data: Json, path: Path) -> Json:
        spacing = 1
        if data.get("spacing") is not None:
            spacing = fields.read_choice(self._form, data, (*path, "spacing"), (1, 2))
        divider = fields.read_flag(self._form, data, (*path, "divider"), default=True)
        return {"type": SEPARATOR, "divider": divider, "spacing": spacing}

    def _check_container(self, data: Json, path: Path) -> Json:
        here = (*path, "components")
        given = fields.read_list(self._form, data, here, (1, MAX_COMPONENTS), required=True)
        return {
            "type": CONTAINER,
            "accent_color": fields.read_int(
                self._form, data, (*path, "accent_color"), (0, 0xFFFFFF)
            ),
            "spoiler": fields.read_flag(self._form, data, (*path, "spoiler")),
            "components": [
                self._check_component(c, (*here, i), IN_CONTAINER) for i, c in enumerate(given)
            ],
        }


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component from top to bottom, also nested ones and accessories."""
    for component in components:
        yield component
        yield from walk(as_list(component.get("components")) or [])
        inner = component.get("accessory") or component.get("component")
        if inner:
            yield from walk([inner])


def list_texts(components: list[Json]) -> list[str]:
    """Return the contents of all text displays."""
    return [str(c["content"]) for c in walk(components) if c["type"] == TEXT]
