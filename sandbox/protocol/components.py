"""Checks of components in messages (V2 and older) and in modals, and of their buttons and selects.

The checks return components as Discord stores them, with default values, ids and media addresses.
The limits come from Discord's "Component Reference", and from the request schemas of its API
description.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.protocol import fields
from sandbox.protocol.emojis import is_emoji
from sandbox.protocol.form import Form, Path
from sandbox.protocol.json_values import Json, as_list, as_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROW: Final = 1

BUTTON: Final = 2

STRING_SELECT: Final = 3

USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8

SELECTS: Final = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)

TEXT: Final = 10

LINK, PREMIUM = 5, 6

_DEFAULT_KINDS: Final = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}


class ControlsValidator:
    """Checks the buttons and selects of one message or modal; their custom ids must differ."""

    def __init__(self, form: Form, knows_emoji: Callable[[int], bool]) -> None:
        self.form = form
        self._knows_emoji = knows_emoji
        self._custom_ids: set[str] = set()

    def check_custom_id(self, data: Json, path: Path) -> str:
        """Return a required custom id of at most 100 characters, unique among the controls."""
        here = (*path, "custom_id")
        value = fields.read_text(self.form, data, here, (1, 100), required=True)
        if value is None:
            return ""
        if value in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self.form.add_error(here, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(value)
        return value

    def check_emoji(self, data: Json, path: Path) -> Json | None:
        """Return the emoji, which must be a Unicode emoji or an emoji of the application."""
        if data.get("emoji") is None:
            return None
        here = (*path, "emoji")
        emoji = fields.read_object(self.form, data["emoji"], here) or {}
        if emoji.get("id") is not None:
            number = fields.parse_snowflake(emoji["id"])
            if number is None or not self._knows_emoji(number):
                self.form.add_error(
                    (*here, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
                )
            name = str(emoji.get("name") or "_")
            body: Json = {"id": str(emoji["id"]), "name": name}
            return body | ({"animated": True} if emoji.get("animated") else {})
        name = emoji.get("name")
        if not isinstance(name, str) or not is_emoji(name):
            self.form.add_error((*here, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return {"name": name}

    def check_button(self, data: Json, path: Path) -> Json:
        """Return a button. It has a label or emoji, and a custom id or (for a link) an address."""
        style = fields.read_choice(self.form, data, (*path, "style"), range(1, 7))
        body: Json = {"type": BUTTON, "style": style}
        label = fields.read_text(self.form, data, (*path, "label"), (0, 80))
        emoji = self.check_emoji(data, path)
        if label:
            body["label"] = label
        if emoji:
            body["emoji"] = emoji
        if fields.read_flag(self.form, data, (*path, "disabled")):
            body["disabled"] = True
        self._check_target(data, path, style, body)
        if not label and not emoji and style != PREMIUM:
            message = "A button must have a label or emoji"
            self.form.add_error(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
        return body

    def _check_target(self, data: Json, path: Path, style: int | None, body: Json) -> None:
        """Check what a click does: a link needs an address, every other button a custom id."""
        add_error = self.form.add_error
        if style == LINK:
            if data.get("custom_id") is not None:
                message = "A custom id and url cannot both be specified"
                add_error(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
            if data.get("url") is None:
                fields.add_missing(self.form, (*path, "url"))
            schemes = ("http", "https", "discord")
            fields.check_url(self.form, data, (*path, "url"), schemes, 512)
            body["url"] = data.get("url")
        elif style == PREMIUM:
            add_error((*path, "sku_id"), "BUTTON_COMPONENT_INVALID_SKU", "Invalid SKU")
        else:
            if data.get("url") is not None:
                add_error(
                    (*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Only a link has a url"
                )
            body["custom_id"] = self.check_custom_id(data, path)

    def check_select(self, data: Json, path: Path, *, modal: bool = False) -> Json:
        kind = int(data["type"])
        body: Json = {"type": kind, "custom_id": self.check_custom_id(data, path)}
        placeholder = fields.read_text(self.form, data, (*path, "placeholder"), (0, 150))
        if placeholder:
            body["placeholder"] = placeholder
        low = fields.read_int(self.form, data, (*path, "min_values"), (0, 25))
        high = fields.read_int(self.form, data, (*path, "max_values"), (1, 25))
        body["min_values"] = 1 if low is None else low
        body["max_values"] = 1 if high is None else high
        if body["min_values"] > body["max_values"]:
            message = "min_values must be less than or equal to max_values"
            self.form.add_error(path, "COMPONENT_MIN_VALUES_GREATER_THAN_MAX", message)
        if fields.read_flag(self.form, data, (*path, "disabled")):
            body["disabled"] = True
        if modal:
            body["required"] = fields.read_flag(self.form, data, (*path, "required"), default=True)
        if kind == STRING_SELECT:
            body["options"] = self._check_options(data, path, body)
        else:
            self._check_defaults(data, path, kind, body)
        return body

    def _check_options(self, data: Json, path: Path, body: Json) -> list[Json]:
        here = (*path, "options")
        given = fields.read_list(self.form, data, here, (1, 25), required=True)
        for bound in ("min_values", "max_values"):
            if given and body[bound] > len(given):
                message = f"{bound} is greater than the number of options"
                self.form.add_error((*path, bound), "COMPONENT_SELECT_VALUES_OUT_OF_RANGE", message)
        options = [self._check_option(option, (*here, i)) for i, option in enumerate(given)]
        values = [option["value"] for option in options]
        for i, value in enumerate(values):
            if value is not None and value in values[:i]:
                message = "The specified option value is already used"
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                self.form.add_error((*here, i, "value"), code, message)
        if sum(1 for option in options if option.get("default")) > body["max_values"]:
            message = "More options are default than can be selected"
            self.form.add_error(here, "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", message)
        return options

    def _check_option(self, value: object, path: Path) -> Json:
        option = fields.read_object(self.form, value, path) or {}
        label = fields.read_text(self.form, option, (*path, "label"), (1, 100), required=True)
        own = fields.read_text(self.form, option, (*path, "value"), (1, 100), required=True)
        body: Json = {"label": label, "value": own}
        description = fields.read_text(self.form, option, (*path, "description"), (0, 100))
        emoji = self.check_emoji(option, path)
        if description:
            body["description"] = description
        if emoji:
            body["emoji"] = emoji
        if fields.read_flag(self.form, option, (*path, "default")):
            body["default"] = True
        return body

    def _check_defaults(self, data: Json, path: Path, kind: int, body: Json) -> None:
        """Check the default values of a select of users, roles or channels."""
        here = (*path, "default_values")
        kept: list[Json] = []
        for i, value in enumerate(fields.read_list(self.form, data, here, (0, 25))):
            default = fields.read_object(self.form, value, (*here, i)) or {}
            if default.get("type") not in _DEFAULT_KINDS[kind]:
                message = f"Value must be one of {_DEFAULT_KINDS[kind]}."
                self.form.add_error((*here, i, "type"), "BASE_TYPE_CHOICES", message)
            number = fields.parse_snowflake(default.get("id"))
            if number is None:
                message = f'Value "{default.get("id")}" is not snowflake.'
                self.form.add_error((*here, i, "id"), "NUMBER_TYPE_COERCE", message)
            kept.append({"id": str(number), "type": default.get("type")})
        if kept and not body["min_values"] <= len(kept) <= body["max_values"]:
            message = "The number of default values is not between min_values and max_values"
            self.form.add_error(here, "COMPONENT_SELECT_DEFAULT_VALUES_OUT_OF_RANGE", message)
        if kept:
            body["default_values"] = kept
        if kind == CHANNEL_SELECT and data.get("channel_types"):
            body["channel_types"] = data["channel_types"]


SECTION, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 11, 12, 13, 14, 17

IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)

TOP_LEVEL: Final = (*IN_CONTAINER, CONTAINER)

MAX_COMPONENTS: Final = 40

MAX_TEXT: Final = 4000

_SECTION_TEXTS: Final = 3


class ComponentsValidator:
    """Checks the components of one message.

    Args:
        form: Collects the errors.
        controls: Checks the buttons and selects.
        find_media: Returns the stored form of a media address; None for an upload that is missing.
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
        """Give each component without an id the next free id, in order."""
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
        """Return a picture with its alt text, for a thumbnail or a gallery."""
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
    """Yield every component from top to bottom, including nested components and accessories."""
    for component in components:
        yield component
        yield from walk(as_list(component.get("components")) or [])
        inner = component.get("accessory") or component.get("component")
        if inner:
            yield from walk([inner])


def list_texts(components: list[Json]) -> list[str]:
    return [str(c["content"]) for c in walk(components) if c["type"] == TEXT]
