"""Checks application commands as Discord does, and returns them as Discord stores them.

The limits come from Discord's page "Application Commands", and from the request schemas of its API
description.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields, json_values
from sandbox.protocol.form import Form, Path
from sandbox.protocol.json_values import Json

if TYPE_CHECKING:
    from collections.abc import Callable

CHAT, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(
    1, 12
)
VALUES: Final = range(STRING, ATTACHMENT + 1)
MAX_SIZE: Final = 8000
"""Maximum number of characters in a command: the sum of its names, descriptions and values.

The longest translation of each text counts.
"""

LOCALES: Final = (
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th",
    "tr", "uk", "vi", "zh-CN", "zh-TW",
)  # fmt: skip
"""The languages that a person can set: the locales of Discord's API description."""

_ALIKE: Final = {"en-GB": "en-US", "en-US": "en-GB", "es-419": "es-ES", "es-ES": "es-419"}
"""Fallback for a language without a translation: a related language that Discord shows instead."""

_KINDS: Final = (CHAT, USER_MENU, MESSAGE_MENU)
_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_TRANSLATED: Final = {"name": "name_localizations", "description": "description_localizations"}
_TRANSLATIONS: Final = frozenset(_TRANSLATED.values())


def without_localizations(said: Json) -> Json:
    """Return a command as Discord lists it for requests that do not ask for translations."""
    nested = {key: [*map(without_localizations, said[key])] for key in _nested(said)}
    return _drop_translations(said) | nested


def localize(said: Json, locale: str) -> Json:
    """Return a command as Discord lists it for a person with this language."""
    shown = _drop_translations(said)
    for key, translations in _TRANSLATED.items():
        words: Json = said.get(translations) or {}
        if found := words.get(locale) or words.get(_ALIKE.get(locale, "")):
            shown[f"{key}_localized"] = found
    return shown | {key: [localize(each, locale) for each in said[key]] for key in _nested(said)}


def _drop_translations(said: Json) -> Json:
    return {key: value for key, value in said.items() if key not in _TRANSLATIONS}


def _nested(said: Json) -> list[str]:
    return [key for key in ("options", "choices") if said.get(key)]


class CommandValidator:
    """Checks one command, and adds errors to `form` under `path`."""

    def __init__(self, form: Form, path: Path) -> None:
        self._form = form
        self._path = path
        self._size = 0

    def check(self, value: object) -> Json:
        """Return the command as it is stored, without its id."""
        path, form = self._path, self._form
        data = fields.read_object(form, value, path) or {}
        kind = data.get("type") or CHAT
        if kind not in _KINDS:
            form.add_error((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.")
        translated = _check_translated(form, data, path)
        body: Json = {
            "type": kind,
            "name": self._check_name(data, path, menu=kind != CHAT),
            "description": self._check_description(data, path) if kind == CHAT else "",
            "default_member_permissions": self._read_permissions(data),
            "dm_permission": fields.read_flag(form, data, (*path, "dm_permission"), default=True),
            "contexts": self._check_numbers(data, "contexts", (0, 1, 2)),
            "integration_types": self._check_numbers(data, "integration_types", (0, 1)) or [0],
            "nsfw": fields.read_flag(form, data, (*path, "nsfw")),
        } | {key: translated.get(key) for key in _TRANSLATED.values()}
        if kind == CHAT:
            body["options"] = self._check_options(data, path, 0)
        elif data.get("description") or data.get("options"):
            message = "Context menu commands cannot have description"
            form.add_error(path, "APPLICATION_COMMAND_CONTEXT_MENU_INVALID", message)
        if self._size > MAX_SIZE:
            message = f"Command exceeds maximum size ({MAX_SIZE})"
            form.add_error(path, "APPLICATION_COMMAND_TOO_LARGE", message)
        return body

    def _check_name(self, data: Json, path: Path, *, menu: bool = False) -> str | None:
        here = (*path, "name")
        name = fields.read_text(self._form, data, here, (1, 32), required=True)
        self._size += _measure(data, "name")
        if name and not menu and (not _NAME.fullmatch(name) or name != name.lower()):
            message = f'Command name is invalid: "{name}"'
            self._form.add_error(here, "APPLICATION_COMMAND_INVALID_NAME", message)
        return name

    def _check_description(self, data: Json, path: Path) -> str | None:
        here = (*path, "description")
        self._size += _measure(data, "description")
        return fields.read_text(self._form, data, here, (1, 100), required=True)

    def _read_permissions(self, data: Json) -> str | None:
        value = data.get("default_member_permissions")
        return None if value is None else str(value)

    def _check_numbers(self, data: Json, key: str, allowed: tuple[int, ...]) -> list[int] | None:
        here = (*self._path, key)
        if data.get(key) is None:
            return None
        given = fields.read_list(self._form, data, here, (1, len(allowed)))
        for i, value in enumerate(given):
            if value not in allowed or value in given[:i]:
                self._form.add_error(
                    (*here, i), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}."
                )
        return given

    def _check_options(self, data: Json, path: Path, depth: int) -> list[Json]:
        here = (*path, "options")
        given = fields.read_list(self._form, data, here, (0, 25))
        found = [self._check_option(value, (*here, i), depth) for i, value in enumerate(given)]
        self._check_names_differ(found, here)
        self._check_kinds_fit(found, here)
        optional = False
        for i, option in enumerate(found):
            if option.get("required") and optional:
                message = "Required options must be placed before non-required options"
                code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
                self._form.add_error((*here, i), code, message)
            optional = optional or not option.get("required")
        return found

    def _check_names_differ(self, found: list[Json], path: Path) -> None:
        names = [option["name"] for option in found]
        for i, name in enumerate(names):
            if name is not None and name in names[:i]:
                message = "Option name already used"
                code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
                self._form.add_error((*path, i, "name"), code, message)

    def _check_kinds_fit(self, found: list[Json], path: Path) -> None:
        """Refuse subcommands and groups next to options with values."""
        subs = [option["type"] in {SUB, GROUP} for option in found]
        if any(subs) and not all(subs):
            message = "Sub-command and sub-command group option types are mutually exclusive"
            code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
            self._form.add_error(path, code, message)

    def _check_option(self, value: object, path: Path, depth: int) -> Json:
        data = fields.read_object(self._form, value, path) or {}
        allowed = ((SUB, GROUP, *VALUES), (SUB, *VALUES), VALUES)[depth]
        kind = fields.read_choice(self._form, data, (*path, "type"), allowed)
        body: Json = {
            "type": kind,
            "name": self._check_name(data, path),
            "description": self._check_description(data, path),
        } | _check_translated(self._form, data, path)
        if kind == GROUP:
            body["options"] = self._check_options(data, path, 1)
            self._check_only_subs(body["options"], path)
        elif kind == SUB:
            body["options"] = self._check_options(data, path, 2)
        else:
            if fields.read_flag(self._form, data, (*path, "required")):
                body["required"] = True
            self._check_value(data, path, kind, body)
        return body

    def _check_only_subs(self, options: list[Json], path: Path) -> None:
        if not options or any(option["type"] != SUB for option in options):
            message = "A sub-command group has sub-commands and nothing else"
            self._form.add_error(
                (*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message
            )

    def _check_value(self, data: Json, path: Path, kind: int | None, body: Json) -> None:
        bounds: dict[int, Callable[[], Json]] = {
            STRING: lambda: self._check_lengths(data, path),
            INTEGER: lambda: self._check_range(data, path),
            NUMBER: lambda: self._check_range(data, path),
        }
        if kind in bounds:
            body |= bounds[kind]()
            self._check_choices(data, path, kind, body)
        elif data.get("choices") or data.get("autocomplete"):
            message = "This option type has no choices"
            self._form.add_error(
                (*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", message
            )
        if kind == CHANNEL and data.get("channel_types"):
            body["channel_types"] = data["channel_types"]

    def _check_lengths(self, data: Json, path: Path) -> Json:
        low = fields.read_int(self._form, data, (*path, "min_length"), (0, 6000))
        high = fields.read_int(self._form, data, (*path, "max_length"), (1, 6000))
        body: Json = {"min_length": low, "max_length": high}
        return {key: value for key, value in body.items() if value is not None}

    def _check_range(self, data: Json, path: Path) -> Json:
        body: Json = {}
        for key in ("min_value", "max_value"):
            value = data.get(key)
            if isinstance(value, bool) or not isinstance(value, int | float | None):
                self._form.add_error(
                    (*path, key), "NUMBER_TYPE_COERCE", f'Value "{value}" is not number.'
                )
            elif value is not None:
                body[key] = value
        return body

    def _check_choices(self, data: Json, path: Path, kind: int, body: Json) -> None:
        here = (*path, "choices")
        given = fields.read_list(self._form, data, here, (0, 25))
        if fields.read_flag(self._form, data, (*path, "autocomplete")):
            body["autocomplete"] = True
            if given:
                message = "Autocomplete and choices are mutually exclusive"
                self._form.add_error(
                    here, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message
                )
        if given:
            found = [
                check_choice(self._form, value, (*here, i), kind) for i, value in enumerate(given)
            ]
            body["choices"] = found
            self._size += sum(_measure(c, "name") + len(str(c["value"])) for c in found)
            self._check_names_differ(found, here)


def _measure(said: Json, key: str) -> int:
    """Return the number of characters in the longest translation of a text."""
    words = json_values.as_object(said.get(_TRANSLATED[key])) or {}
    return max(len(str(text)) for text in (said.get(key) or "", *words.values()))


_LENGTHS: Final = {"name": 32, "description": 100}


def _check_translated(form: Form, data: Json, path: Path, lengths: Json = _LENGTHS) -> Json:
    """Return the translations of a command, an option or a choice, if they are not empty."""
    found: Json = {}
    for key, most in lengths.items():
        name = _TRANSLATED[key]
        if not data.get(name):
            continue
        words = found[name] = fields.read_object(form, data[name], (*path, name)) or {}
        for locale in words:
            here = (*path, name, locale)
            if locale not in LOCALES:
                message = f"Value must be one of {{{', '.join(LOCALES)}}}."
                form.add_error(here, "DICT_KEY_ENUM_TYPE_COERCE", message)
            fields.read_text(form, words, here, (1, most), required=True)
    return found


def check_choice(form: Form, value: object, path: Path, kind: int) -> Json:
    """Return a choice of an option, or a suggestion of an autocompletion."""
    data = fields.read_object(form, value, path) or {}
    name = fields.read_text(form, data, (*path, "name"), (1, 100), required=True)
    given = data.get("value")
    translated = _check_translated(form, data, path, {"name": 100})
    body: Json = {"name": name, "value": given} | translated
    if kind == STRING:
        if not isinstance(given, str):
            form.add_error(
                (*path, "value"), "STRING_TYPE_CONVERT", "Could not interpret value as string."
            )
        else:
            fields.read_text(form, data, (*path, "value"), (1, 100), required=True)
    elif isinstance(given, bool) or not isinstance(given, int | float if kind == NUMBER else int):
        form.add_error((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{given}" is not a number.')
    return body
