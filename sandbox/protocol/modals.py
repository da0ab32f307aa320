"""Checks that Discord makes when the bot opens a modal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.components import ROW, SELECTS, TEXT
from sandbox.protocol.form import Form, Path
from sandbox.protocol.json_values import Json, as_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.protocol.components import ControlsValidator

TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 4, 18, 19, 21, 22, 23

IN_LABEL: Final = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


class ModalValidator:
    def __init__(self, controls: ControlsValidator) -> None:
        self._controls = controls
        self._form: Form = controls.form
        self._numbers = iter(range(1, 100))

    def check(self, data: Json) -> Json:
        """Return the modal as it is sent to a person."""
        form = self._form
        rows = fields.read_list(form, data, ("components",), (1, 5), required=True)
        return {
            "custom_id": fields.read_text(form, data, ("custom_id",), (1, 100), required=True),
            "title": fields.read_text(form, data, ("title",), (1, 45), required=True),
            "components": [self._check_row(row, ("components", i)) for i, row in enumerate(rows)],
        }

    def _check_row(self, value: object, path: Path) -> Json:
        data = fields.read_object(self._form, value, path) or {}
        makers: dict[int, Callable[[Json, Path], Json]] = {
            ROW: self._check_action_row,
            LABEL: self._check_label,
            TEXT: self._check_text,
        }
        kind = data.get("type")
        if kind not in tuple(makers):
            message = 'Value of field "type" must be one of (1, 10, 18).'
            self._form.add_error((*path, "type"), "UNION_TYPE_CHOICES", message)
            return {"type": 0}
        number = data.get("id") or next(self._numbers)
        return {"type": kind, "id": number} | makers[kind](data, path)

    def _check_text(self, data: Json, path: Path) -> Json:
        content = fields.read_text(self._form, data, (*path, "content"), (1, 4000), required=True)
        return {"content": content}

    def _check_action_row(self, data: Json, path: Path) -> Json:
        """Return an action row: the old form of a modal's row, one text input with a label."""
        here = (*path, "components")
        given = fields.read_list(self._form, data, here, (1, 1), required=True)
        return {
            "components": [
                self._check_input(c, (*here, i), (TEXT_INPUT,)) for i, c in enumerate(given)
            ]
        }

    def _check_label(self, data: Json, path: Path) -> Json:
        label = fields.read_text(self._form, data, (*path, "label"), (1, 45), required=True)
        description = fields.read_text(self._form, data, (*path, "description"), (0, 100))
        if data.get("component") is None:
            fields.add_missing(self._form, (*path, "component"))
            return {"label": label}
        inner = self._check_input(data["component"], (*path, "component"), IN_LABEL)
        return {"label": label, "description": description, "component": inner}

    def _check_input(self, value: object, path: Path, allowed: tuple[int, ...]) -> Json:
        data = fields.read_object(self._form, value, path) or {}
        kind = data.get("type")
        if kind not in allowed:
            message = f'Value of field "type" must be one of {allowed}.'
            self._form.add_error((*path, "type"), "UNION_TYPE_CHOICES", message)
            return {"type": 0}
        number = data.get("id") or next(self._numbers)
        if kind in SELECTS:
            return self._controls.check_select(data, path, modal=True) | {"id": number}
        body: Json = {"type": kind, "id": number}
        body["custom_id"] = self._controls.check_custom_id(data, path)
        body["required"] = fields.read_flag(self._form, data, (*path, "required"), default=True)
        if kind == TEXT_INPUT:
            return body | self._check_text_input(data, path, own_label=allowed == (TEXT_INPUT,))
        if kind == CHECKBOX:
            return body | {"default": fields.read_flag(self._form, data, (*path, "default"))}
        return body | self._check_group(data, path, kind)

    def _check_text_input(self, data: Json, path: Path, *, own_label: bool) -> Json:
        form = self._form
        body: Json = {
            "style": fields.read_choice(form, data, (*path, "style"), (1, 2)),
            "label": fields.read_text(form, data, (*path, "label"), (1, 45), required=own_label),
            "placeholder": fields.read_text(form, data, (*path, "placeholder"), (0, 100)),
            "min_length": fields.read_int(form, data, (*path, "min_length"), (0, 4000)),
            "max_length": fields.read_int(form, data, (*path, "max_length"), (1, 4000)),
            "value": fields.read_text(form, data, (*path, "value"), (0, 4000)),
        }
        return {key: value for key, value in body.items() if value is not None}

    def _check_group(self, data: Json, path: Path, kind: int) -> Json:
        """Return radio buttons, checkboxes, or a file upload."""
        body: Json = {}
        if kind != RADIO_GROUP:
            low = fields.read_int(self._form, data, (*path, "min_values"), (0, 10))
            high = fields.read_int(self._form, data, (*path, "max_values"), (1, 10))
            body = {"min_values": 1 if low is None else low, "max_values": high or 1}
        if kind == FILE_UPLOAD:
            return body
        here = (*path, "options")
        least = 2 if kind == RADIO_GROUP else 1
        given = fields.read_list(self._form, data, here, (least, 10), required=True)
        body["options"] = [self._check_option(o, (*here, i)) for i, o in enumerate(given)]
        if kind == CHECKBOX_GROUP and data.get("max_values") is None:
            body["max_values"] = len(given)
        self._check_values(body, path)
        if kind == CHECKBOX_GROUP:
            self._check_bounds(data, body, path)
        return body

    def _check_values(self, body: Json, path: Path) -> None:
        """Check that the values of a group differ, and that as many are default as can be."""
        here, options = (*path, "options"), body["options"]
        values = [option["value"] for option in options]
        for i, value in enumerate(values):
            if value is not None and value in values[:i]:
                message = "The specified option value is already used"
                code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
                self._form.add_error((*here, i, "value"), code, message)
        if sum(1 for option in options if option["default"]) > body.get("max_values", 1):
            message = "More options are default than can be selected"
            self._form.add_error(here, "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", message)

    def _check_bounds(self, data: Json, body: Json, path: Path) -> None:
        """Check how many boxes of a group can be checked: none only if it is not required."""
        low, high = body["min_values"], body["max_values"]
        required = fields.read_flag(self._form, data, (*path, "required"), default=True)
        if low > high:
            message = "min_values must be less than or equal to max_values"
            self._form.add_error(path, "COMPONENT_MIN_VALUES_GREATER_THAN_MAX", message)
        if high > len(body["options"]):
            message = "max_values is greater than the number of options"
            here = (*path, "max_values")
            self._form.add_error(here, "COMPONENT_SELECT_VALUES_OUT_OF_RANGE", message)
        if required and low == 0:
            message = "min_values of a required component must be at least 1"
            here = (*path, "min_values")
            self._form.add_error(here, "COMPONENT_SELECT_VALUES_OUT_OF_RANGE", message)

    def _check_option(self, value: object, path: Path) -> Json:
        option = fields.read_object(self._form, value, path) or {}
        return {
            "label": fields.read_text(
                self._form, option, (*path, "label"), (1, 100), required=True
            ),
            "value": fields.read_text(
                self._form, option, (*path, "value"), (1, 100), required=True
            ),
            "description": fields.read_text(self._form, option, (*path, "description"), (0, 100)),
            "default": fields.read_flag(self._form, option, (*path, "default")),
        }


def list_inputs(modal: Json) -> list[Json]:
    """Return the inputs of a modal from top to bottom."""
    found: list[Json] = []
    for row in modal["components"]:
        if row["type"] == ROW:
            found += as_list(row["components"]) or []
        elif row["type"] == LABEL:
            found.append(row["component"])
    return found
