"""Actions of people: read, write, send commands, click, submit modals.

A slash command is checked here as Discord's client checks it before sending.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sandbox.changes import events, messages, starting
from sandbox.changes.interaction_json import resolved_json
from sandbox.people.client_checks import (
    MAX_CONTENT,
    InputContext,
    build_component_data,
    build_modal_data,
    find_component,
)
from sandbox.people.command_input import TypedCommand, check_command, list_usable
from sandbox.people.mistake import Mistake
from sandbox.protocol import fields
from sandbox.protocol.commands import (
    LOCALES,
    localize,
)
from sandbox.protocol.json_values import Json, as_object
from sandbox.state.installs import find_owners_of
from sandbox.state.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    FORUMS,
    MODAL_SUBMIT,
    Interaction,
    get_send_permission,
)
from sandbox.state.objects import channel_json, last_message_id, user_json

if TYPE_CHECKING:
    from sandbox.state.core import Core
    from sandbox.state.model import Channel, User


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
    starting.start(core, interaction)
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
