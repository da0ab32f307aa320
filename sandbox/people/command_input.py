"""Checks that Discord's client makes on a typed command."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandbox.people.mistake import Mistake
from sandbox.protocol import fields
from sandbox.protocol.commands import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    NUMBER,
    STRING,
    SUB,
    USER,
)
from sandbox.protocol.json_values import Json
from sandbox.state.installs import DEFAULT_CONTEXTS, find_context, find_owners
from sandbox.state.model import (
    FORUMS,
    Permission,
)

if TYPE_CHECKING:
    from sandbox.state.model import Channel
    from sandbox.state.world import World


@dataclass(slots=True)
class TypedCommand:
    name: str
    group: str | None
    sub: str | None
    values: dict[str, Any]
    focused: str | None = None


@dataclass(slots=True)
class CheckedCommand:
    data: Json
    full_name: str
    users: list[int]
    channels: list[int]
    focused_kind: int = STRING
    owners: dict[str, str] = field(default_factory=dict[str, str])


def list_usable(world: World, channel: Channel, user_id: int) -> list[Json]:
    guild_commands = world.commands.get(channel.guild_id, {}) if channel.guild_id else {}
    found = [*guild_commands.values(), *world.commands.get(None, {}).values()]
    return [command for command in found if _is_usable(world, channel, user_id, command)]


def _is_usable(world: World, channel: Channel, user_id: int, command: Json) -> bool:
    if channel.kind in FORUMS:
        return False
    contexts = command.get("contexts") or DEFAULT_CONTEXTS
    owners = find_owners(world, channel, user_id, command["integration_types"])
    if find_context(channel) not in contexts or not owners:
        return False
    if channel.guild_id is None:
        return command.get("dm_permission") is not False
    have = world.compute_permissions(channel, user_id)
    wanted = command.get("default_member_permissions")
    if wanted is not None:
        bits = int(wanted) or int(Permission.ADMINISTRATOR)
        if have & bits != bits:
            return False
    return bool(have & Permission.USE_APPLICATION_COMMANDS)


def check_command(
    world: World, channel: Channel, user_id: int, typed: TypedCommand
) -> CheckedCommand:
    commands = list_usable(world, channel, user_id)
    command = next((c for c in commands if c["name"] == typed.name and c["type"] == 1), None)
    if command is None:
        message = f"There is no command /{typed.name} here."
        raise Mistake(message)
    names = [name for name in (typed.group, typed.sub) if name]
    options = _find_options(command, names)
    values, ready = _check_values(world, channel, options, typed)
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    data["options"] = _nest_options(names, values)
    ready.data, ready.full_name = data, " ".join([typed.name, *names])
    ready.owners = find_owners(world, channel, user_id, command["integration_types"])
    return ready


def _find_options(command: Json, names: list[str]) -> list[Json]:
    """Return the options of the subcommand that `names` leads to, or raise Mistake."""
    options: list[Json] = command.get("options") or []
    for name in names:
        kinds = (SUB, GROUP)
        found = next((o for o in options if o["name"] == name and o["type"] in kinds), None)
        if found is None:
            message = f"/{command['name']} has no {name}."
            raise Mistake(message)
        options = found.get("options") or []
    if any(option["type"] in {SUB, GROUP} for option in options):
        message = f"/{command['name']} needs a subcommand."
        raise Mistake(message)
    return options


def _nest_options(names: list[str], values: list[Json]) -> list[Json]:
    found = values
    for depth, name in enumerate(reversed(names)):
        found = [{"name": name, "type": SUB if depth == 0 else GROUP, "options": found}]
    return found


def _check_values(
    world: World, channel: Channel, options: list[Json], typed: TypedCommand
) -> tuple[list[Json], CheckedCommand]:
    ready = CheckedCommand({}, "", [], [])
    known = {option["name"]: option for option in options}
    for name in typed.values:
        if name not in known:
            message = f"There is no option {name}."
            raise Mistake(message, name)
    found: list[Json] = []
    for name, option in known.items():
        value = typed.values.get(name)
        if value is None or (value == "" and name != typed.focused):
            if option.get("required") and typed.focused is None:
                message = f"{name} is required."
                raise Mistake(message, name)
            continue
        entry: Json = {"name": name, "type": option["type"]}
        if name == typed.focused:
            ready.focused_kind = option["type"]
            found.append(entry | {"value": str(value), "focused": True})
        else:
            found.append(entry | {"value": _check_value(world, channel, option, value, ready)})
    return found, ready


def _check_value(
    world: World, channel: Channel, option: Json, value: object, ready: CheckedCommand
) -> object:
    """Return a value in the form that is sent; raise Mistake if the option does not accept it."""
    kind, name = option["type"], option["name"]
    if option.get("choices"):
        for choice in option["choices"]:
            if value == choice["value"] or str(value) == str(choice["value"]):
                return choice["value"]
        message = f"{name} must be one of {', '.join(str(c['name']) for c in option['choices'])}."
        raise Mistake(message, name)
    if kind in {INTEGER, NUMBER}:
        return _check_number(option, value)
    if kind == BOOLEAN:
        if str(value).lower() not in {"true", "false"}:
            raise Mistake(f"{name} must be true or false.", name)
        return str(value).lower() == "true"
    if kind in {USER, CHANNEL}:
        return _check_id(world, channel, option, value, ready)
    text = str(value)
    if not option.get("min_length", 0) <= len(text) <= option.get("max_length", 6000):
        raise Mistake(f"{name} is too short or too long.", name)
    return text


def _check_number(option: Json, value: object) -> int | float:
    name = option["name"]
    try:
        number = int(str(value)) if option["type"] == INTEGER else float(str(value))
    except ValueError:
        raise Mistake(f"{name} must be a number.", name) from None
    low, high = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
    if not low <= number <= high:
        raise Mistake(f"{name} must be from {low} to {high}.", name)
    return number


def _check_id(
    world: World, channel: Channel, option: Json, value: object, ready: CheckedCommand
) -> str:
    """Return the id of a user or channel, and add it to `ready`; raise Mistake if there is none."""
    number = fields.parse_snowflake(value) or 0
    name = option["name"]
    if option["type"] == USER:
        if number not in world.users:
            raise Mistake(f"{name} must be a person.", name)
        ready.users.append(number)
    else:
        found = world.channels.get(number)
        if found is None or found.guild_id != channel.guild_id:
            raise Mistake(f"{name} must be a channel.", name)
        ready.channels.append(number)
    return str(number)
