"""Checks that Discord's client makes on the input in selects and modals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sandbox.changes.interaction_json import resolved_json
from sandbox.people.mistake import Mistake
from sandbox.protocol.components import (
    BUTTON,
    CHANNEL_SELECT,
    ROLE_SELECT,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    USER_SELECT,
    walk,
)
from sandbox.protocol.json_values import Json, as_list
from sandbox.protocol.modals import (
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    RADIO_GROUP,
    TEXT_INPUT,
    list_inputs,
)

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel, Message


@dataclass(frozen=True, slots=True)
class InputContext:
    """A person (`id`), and the channel in which the person chooses or writes."""

    core: Core
    channel: Channel
    id: int


def find_component(message: Message, custom_id: str) -> Json:
    """Return a message's button or select; raise Mistake if it is missing or disabled."""
    for found in walk(message.components):
        if found.get("custom_id") == custom_id:
            if found.get("disabled"):
                raise Mistake("This is disabled.")
            return found
    raise Mistake("This message has no such component.", status=404)


def build_component_data(who: InputContext, found: Json, values: object) -> Json:
    data: Json = {
        "component_type": found["type"],
        "custom_id": found["custom_id"],
        "id": found["id"],
    }
    if found["type"] == BUTTON:
        return data
    chosen = check_selected(who, found, values)
    data["values"] = chosen
    users = [int(value) for value in chosen] if found["type"] == USER_SELECT else []
    channels = [int(value) for value in chosen] if found["type"] == CHANNEL_SELECT else []
    roles = [int(value) for value in chosen] if found["type"] == ROLE_SELECT else []
    if found["type"] != STRING_SELECT:
        data["resolved"] = resolved_json(
            who.core, who.channel.guild_id, who.id, users=users, channels=channels, roles=roles
        )
    return data


def check_selected(who: InputContext, select: Json, values: object) -> list[str]:
    chosen = [str(value) for value in as_list(values) or []]
    low, high = select["min_values"], select["max_values"]
    if not select.get("required", True) and not chosen:
        return chosen
    if not low <= len(chosen) <= high or len(set(chosen)) < len(chosen):
        message = f"Choose from {low} to {high} options."
        raise Mistake(message, select["custom_id"])
    if any(value not in _list_allowed(who, select) for value in chosen):
        raise Mistake("There is no such option.", select["custom_id"])
    return chosen


def _list_allowed(who: InputContext, select: Json) -> set[str]:
    if select["type"] == STRING_SELECT:
        return {str(option["value"]) for option in select["options"]}
    world = who.core.world
    guild = world.find_guild_of(who.channel)
    if select["type"] == USER_SELECT:
        people = guild.members if guild else [world.bot.id, *who.channel.recipients]
        return {str(user_id) for user_id in people}
    if select["type"] == CHANNEL_SELECT and guild is not None:
        seen = [c for c in world.list_channels(guild) if world.compute_permissions(c, who.id)]
        kinds = select.get("channel_types")
        return {str(c.id) for c in seen if kinds is None or c.kind in kinds}
    return {str(role) for role in guild.roles} if guild else set()


def build_modal_data(who: InputContext, modal: Json, entered: Json) -> Json:
    known = {found["custom_id"]: found for found in list_inputs(modal)}
    for name in entered:
        if name not in known:
            raise Mistake(f"The modal has no field {name}.", name)
    rows = [_build_row(who, row, entered) for row in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": rows}


def _build_row(who: InputContext, row: Json, entered: Json) -> Json:
    body: Json = {"type": row["type"], "id": row["id"]}
    if row["type"] == ROW:
        body["components"] = [_build_input(who, row["components"][0], entered)]
    elif row["type"] == LABEL:
        body["component"] = _build_input(who, row["component"], entered)
    elif row["type"] == TEXT:
        body["content"] = row["content"]
    return body


def _build_input(who: InputContext, found: Json, entered: Json) -> Json:
    kind, name = found["type"], found["custom_id"]
    value = entered.get(name)
    body: Json = {"type": kind, "id": found["id"], "custom_id": name}
    if kind == TEXT_INPUT:
        return body | {"value": _check_text(found, value)}
    if kind == CHECKBOX:
        return body | {"value": bool(found["default"] if value is None else value)}
    options = as_list(found.get("options")) or []
    if value is None:  # the person has left the field as it was shown
        value = [option["value"] for option in options if option.get("default")]
    if kind in SELECTS:
        return body | {"values": check_selected(who, found, value)}
    chosen = [str(v) for v in as_list(value) or ([value] if value else [])]
    if found.get("required") and not chosen:
        raise Mistake(f"{name} is required.", name)
    if {*chosen} - {str(option["value"]) for option in options} or len({*chosen}) < len(chosen):
        raise Mistake("There is no such option.", name)
    if kind == RADIO_GROUP:
        if len(chosen) > 1:
            raise Mistake("Choose one option.", name)
        return body | {"value": chosen[0] if chosen else None}
    if kind == CHECKBOX_GROUP and chosen:
        low, high = found["min_values"], found["max_values"]
        if not low <= len(chosen) <= high:
            raise Mistake(f"Choose from {low} to {high} options.", name)
    return body | {"values": chosen}


def _check_text(found: Json, value: object) -> str:
    text = str(found.get("value", "") if value is None else value)
    name = found["custom_id"]
    if not text:
        if found.get("required", True):
            raise Mistake(f"{name} is required.", name)
        return text
    low, high = found.get("min_length", 0), found.get("max_length", 4000)
    if not low <= len(text) <= high:
        raise Mistake(f"{name} must have from {low} to {high} characters.", name)
    return text


MAX_CONTENT: Final = 2000
