"""Buttons and selects: checked as Discord checks them, returned as Discord stores them.

Limits: Discord's "Component Reference", and the request schemas of its API description.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.unicode_emoji import is_emoji

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.protocol.form import Form, Path
    from sandbox.protocol.json_values import Json

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
    """Checks the buttons and selects of one message or modal. Custom ids are unique in it."""

    def __init__(self, form: Form, knows_emoji: Callable[[int], bool]) -> None:
        self.form = form
        self._knows_emoji = knows_emoji
        self._custom_ids: set[str] = set()

    def check_custom_id(self, data: Json, path: Path) -> str:
        """Return a required custom id of at most 100 characters that no other control has."""
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
        """Return an emoji that exists: one of the application's, or a Unicode one."""
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
        """Return a button: a label or emoji, and a custom id or (for a link) an address."""
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
        """Check where a click leads: a link has an address, every other button a custom id."""
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
        """Return a select of any kind."""
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
        """Check the values that are chosen at first in a select of users, roles or channels."""
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
