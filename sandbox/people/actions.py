"""Actions of people: read, write, send commands, click, submit modals.

A slash command is checked here as Discord's client checks it before sending.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sandbox.changes import events, messages
from sandbox.changes.events import resolved_json
from sandbox.protocol import fields
from sandbox.protocol.commands import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    LOCALES,
    NUMBER,
    STRING,
    SUB,
    USER,
    localize,
)
from sandbox.protocol.components import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    RADIO_GROUP,
    ROLE_SELECT,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    USER_SELECT,
    list_inputs,
    walk,
)
from sandbox.protocol.fields import Json, as_list, as_object
from sandbox.state.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    FORUMS,
    MODAL_SUBMIT,
    Interaction,
    Permission,
    get_send_permission,
)
from sandbox.state.objects import channel_json, last_message_id, user_json
from sandbox.state.world import DEFAULT_CONTEXTS, find_context, find_owners, find_owners_of

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel, Message, User
    from sandbox.state.world import World

# The error for input that Discord's client would refuse.


class Mistake(Exception):
    """Input that Discord's client would not send. The message is for the person."""

    def __init__(self, message: str, option: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.option = option
        self.status = status

    def body(self) -> Json:
        body: Json = {"message": str(self)}
        return body | ({"option": self.option} if self.option else {})


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


# Checks that Discord's client makes on the input in selects and modals.


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


def find_person(core: Core, value: object) -> User:
    """Return a person by id or name (default: smew); raise Mistake (404) if there is none."""
    wanted = str(value or "smew").lower()
    for user in core.world.list_people():
        if wanted in {str(user.id), user.username.lower(), (user.global_name or "").lower()}:
            return user
    raise Mistake("Nobody has that name.", status=404)


def find_channel(core: Core, user: User, value: object) -> Channel:
    """Return a channel; raise Mistake (404) if there is none or the person does not see it."""
    channel = core.world.channels.get(fields.parse_snowflake(value) or 0)
    if channel is None or not core.world.compute_permissions(channel, user.id):
        raise Mistake("There is no such channel.", status=404)
    return channel


def describe_world(core: Core, who: object) -> Json:
    """Return everything that the page shows, except messages."""
    me, world = find_person(core, who), core.world
    guilds = [guild for guild in world.guilds.values() if me.id in guild.members]
    found: list[Json] = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "channels": _channels_json(core, guild.id, me),
            "roles": [{"id": str(r.id), "name": r.name} for r in guild.roles.values()],
            "locale": guild.locale,
        }
        for guild in guilds
        if guild.available
    ]
    scopes = [None, *(guild.id for guild in guilds)]
    commands = [
        localize(c, me.locale) for scope in scopes for c in world.commands.get(scope, {}).values()
    ]
    return {
        "me": _person_json(me) | {"has_app": me.has_app, "locale": me.locale},
        "locales": LOCALES,
        "people": [_person_json(user) for user in world.list_people()],
        "guilds": found,
        "dms": [
            _direct_json(core, c, me) for c in (world.open_dm(me.id), *world.list_private(me.id))
        ],
        "commands": commands,
        "bot": user_json(world.bot) | {"online": core.gateway.online},
    }


def _person_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "avatar_color": user.colour,
    }


def _channels_json(core: Core, guild_id: int, me: User) -> list[Json]:
    guild = core.world.guilds[guild_id]
    return [
        {
            "id": str(channel.id),
            "name": channel.name,
            "type": channel.kind,
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "last_message_id": last_message_id(channel),
            "archived": channel.thread is not None and channel.thread.archived,
            "commands": _list_command_ids(core, channel, me),
        }
        for channel in core.world.list_channels(guild)
        if core.world.compute_permissions(channel, me.id)
    ]


def _direct_json(core: Core, channel: Channel, me: User) -> Json:
    """Return a channel of direct or group messages, with all recipients except `me`."""
    others = [user for user in channel.recipients if user != me.id] or [core.world.bot.id]
    return channel_json(core.world, channel) | {
        "recipients": [user_json(core.world.users[user]) for user in others],
        "commands": _list_command_ids(core, channel, me),
    }


def _list_command_ids(core: Core, channel: Channel, me: User) -> list[str]:
    return [command["id"] for command in list_usable(core.world, channel, me.id)]


def list_messages(core: Core, who: object, channel_id: object) -> list[Json]:
    """Return the messages that a person sees in a channel, oldest first."""
    me = find_person(core, who)
    channel = find_channel(core, me, channel_id)
    found = sorted(channel.messages.values(), key=lambda message: message.id)
    mine = [m for m in found if m.viewer_id in {None, me.id}]
    return [events.message_view_json(core, message, me.id) for message in mine]


def write_message(core: Core, channel_id: object, body: Json) -> Json:
    me = find_person(core, body.get("as"))
    channel = find_channel(core, me, channel_id)
    content = body.get("content")
    if not isinstance(content, str) or not 0 < len(content.strip()) <= MAX_CONTENT:
        raise Mistake(f"A message must have from 1 to {MAX_CONTENT} characters.")
    if channel.kind in FORUMS:
        raise Mistake("A forum has posts and no messages.", status=403)
    if not core.world.compute_permissions(channel, me.id) & get_send_permission(channel):
        raise Mistake("You may not write here.", status=403)
    if messages.is_locked_for(core, channel, me.id):
        raise Mistake("This thread is locked.", status=403)
    message = messages.create(core, channel, me.id)
    message.content = content.strip()
    messages.post(core, message, None)
    messages.unarchive(core, channel)
    messages.add_member(core, channel, me.id)
    return events.message_view_json(core, message, me.id)


def _read_command(body: Json) -> TypedCommand:
    values = as_object(body.get("options")) or {}
    group, sub = body.get("group"), body.get("sub")
    return TypedCommand(str(body.get("name")), group, sub, values, body.get("focused"))


def _create_interaction(
    who: InputContext, kind: int, data: Json, owners: dict[str, str]
) -> Interaction:
    if not owners:
        raise Mistake("The bot is not here.", status=404)
    world = who.core.world
    guild = world.find_guild_of(who.channel)
    if guild is not None and world.is_timed_out(guild, who.id):
        raise Mistake("You are timed out.", status=403)
    number, now = world.ids.create(), who.core.clock.now()
    return Interaction(number, kind, who.id, who.channel.id, data, now, owners=owners)


def _send_interaction(core: Core, interaction: Interaction) -> Json:
    events.start(core, interaction)
    return {"interaction_id": str(interaction.id)}


def send_command(core: Core, body: Json) -> Json:
    me = find_person(core, body.get("as"))
    channel = find_channel(core, me, body.get("channel_id"))
    typed = _read_command(body)
    typed.focused = None
    ready = check_command(core.world, channel, me.id, typed)
    found = resolved_json(
        core, channel.guild_id, me.id, users=ready.users, channels=ready.channels, roles=[]
    )
    if found:
        ready.data["resolved"] = found
    made = _create_interaction(
        InputContext(core, channel, me.id), COMMAND, ready.data, ready.owners
    )
    made.name = ready.full_name
    return _send_interaction(core, made)


async def autocomplete(core: Core, body: Json) -> Json:
    """Return the bot's suggestions for the option that a person is typing."""
    me = find_person(core, body.get("as"))
    channel = find_channel(core, me, body.get("channel_id"))
    ready = check_command(core.world, channel, me.id, _read_command(body))
    answer: asyncio.Future[list[Json]] = asyncio.get_running_loop().create_future()
    made = _create_interaction(
        InputContext(core, channel, me.id), AUTOCOMPLETE, ready.data, ready.owners
    )
    made.name, made.choices, made.option_kind = ready.full_name, answer, ready.focused_kind
    _send_interaction(core, made)
    return {"choices": await answer}


def use_component(core: Core, body: Json) -> Json:
    me = find_person(core, body.get("as"))
    message = core.world.find_any_message(fields.parse_snowflake(body.get("message_id")) or 0)
    if message is None or me.id not in core.world.list_viewers(message):
        raise Mistake("There is no such message.", status=404)
    channel = core.world.channels[message.channel_id]
    found = find_component(message, str(body.get("custom_id")))
    who = InputContext(core, channel, me.id)
    data = build_component_data(who, found, body.get("values"))
    owners = find_owners_of(core.world, channel, message)
    made = _create_interaction(who, COMPONENT, data, owners)
    made.message_id = message.id
    return _send_interaction(core, made)


def submit_modal(core: Core, body: Json) -> Json:
    me = find_person(core, body.get("as"))
    parent = core.interactions.get(fields.parse_snowflake(body.get("interaction_id")) or 0)
    if parent is None or parent.user_id != me.id or parent.modal is None or parent.modal_used:
        raise Mistake("There is no such modal.", status=404)
    channel = core.world.channels.get(parent.channel_id)
    if channel is None:
        raise Mistake("There is no such channel.", status=404)
    entered = as_object(body.get("fields")) or {}
    who = InputContext(core, channel, me.id)
    data = build_modal_data(who, parent.modal, entered)
    made = _create_interaction(who, MODAL_SUBMIT, data, parent.owners)
    made.message_id, made.parent = parent.message_id, parent
    return _send_interaction(core, made)


def describe_interaction(core: Core, who: object, interaction_id: str) -> Json:
    me = find_person(core, who)
    found = core.interactions.get(fields.parse_snowflake(interaction_id) or 0)
    if found is None or found.user_id != me.id:
        raise Mistake("There is no such interaction.", status=404)
    return {"state": found.state, "modal": None if found.modal_used else found.modal}
