"""What people do: read, write, type commands, click, fill in modals."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sandbox.gateway import events
from sandbox.gateway.interactions import resolved
from sandbox.json_values import Json, as_object
from sandbox.people import command_input, modal_input
from sandbox.people.command_input import Typed
from sandbox.people.errors import Mistake
from sandbox.people.modal_input import Filler
from sandbox.validate import fields
from sandbox.world import interactions, messages, threads
from sandbox.world.model import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from sandbox.world.objects import channel_json, last_message_id, user_json
from sandbox.world.permissions import Can

if TYPE_CHECKING:
    from sandbox.core import Core
    from sandbox.world.model import Channel, User

MAX_CONTENT: Final = 2000


def person(core: Core, value: object) -> User:
    """The person with an id or a name; raises Mistake (404)."""
    wanted = str(value or "mallard").lower()
    for user in core.world.people():
        if wanted in {str(user.id), user.username.lower(), (user.global_name or "").lower()}:
            return user
    raise Mistake("There is nobody of that name.", status=404)


def place(core: Core, user: User, value: object) -> Channel:
    """A channel that the person sees; raises Mistake (404)."""
    channel = core.world.channels.get(fields.snowflake(value) or 0)
    if channel is None or not core.world.may(channel, user.id):
        raise Mistake("There is no such channel.", status=404)
    return channel


def world(core: Core, who: object) -> Json:
    """Everything the page shows around the messages."""
    me, world = person(core, who), core.world
    guilds = [guild for guild in world.guilds.values() if me.id in guild.members]
    found: list[Json] = [
        {
            "id": str(guild.id),
            "name": guild.name,
            "channels": _channels(core, guild.id, me),
            "roles": [{"id": str(r.id), "name": r.name} for r in guild.roles.values()],
        }
        for guild in guilds
        if guild.available
    ]
    scopes = [None, *(guild.id for guild in guilds)]
    commands = [c for scope in scopes for c in world.commands.get(scope, {}).values()]
    alone = world.dm_with(me.id)
    dm = channel_json(world, alone) | {"commands": _commands(core, alone, me)}
    return {
        "me": _person(me),
        "people": [_person(user) for user in world.people()],
        "guilds": found,
        "dms": [dm | {"recipients": [user_json(world.bot)]}],
        "commands": commands,
        "bot": user_json(world.bot) | {"online": core.gateway.online},
    }


def _person(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.global_name,
        "avatar_color": user.colour,
    }


def _channels(core: Core, guild_id: int, me: User) -> list[Json]:
    guild = core.world.guilds[guild_id]
    return [
        {
            "id": str(channel.id),
            "name": channel.name,
            "type": channel.kind,
            "parent_id": None if channel.parent_id is None else str(channel.parent_id),
            "last_message_id": last_message_id(channel),
            "commands": _commands(core, channel, me),
        }
        for channel in core.world.channels_of(guild)
        if core.world.may(channel, me.id)
    ]


def _commands(core: Core, channel: Channel, me: User) -> list[str]:
    """The ids of the commands that a person can use in a channel."""
    return [command["id"] for command in command_input.visible(core.world, channel, me.id)]


def read(core: Core, who: object, channel_id: object) -> list[Json]:
    """The messages of a channel that a person sees, oldest first."""
    me = person(core, who)
    channel = place(core, me, channel_id)
    found = sorted(channel.messages.values(), key=lambda message: message.id)
    mine = [m for m in found if m.viewer_id in {None, me.id}]
    return [events.seen_by(core, message, me.id) for message in mine]


def write(core: Core, channel_id: object, body: Json) -> Json:
    """A person writes a message."""
    me = person(core, body.get("as"))
    channel = place(core, me, channel_id)
    content = body.get("content")
    if not isinstance(content, str) or not 0 < len(content.strip()) <= MAX_CONTENT:
        raise Mistake(f"A message has from 1 to {MAX_CONTENT} characters.")
    send = Can.SEND_MESSAGES if channel.thread is None else Can.SEND_MESSAGES_IN_THREADS
    if not core.world.may(channel, me.id) & send:
        raise Mistake("You may not write here.", status=403)
    if threads.is_locked_for(core, channel, me.id):
        raise Mistake("This thread is locked.", status=403)
    message = messages.blank(core, channel, me.id)
    message.content = content.strip()
    messages.write(core, message, None)
    threads.wake(core, channel)
    for user_id in (me.id, *message.mentions):
        threads.add(core, channel, user_id)
    return events.seen_by(core, message, me.id)


def _typed(body: Json) -> Typed:
    values = as_object(body.get("options")) or {}
    group, sub = body.get("group"), body.get("sub")
    return Typed(str(body.get("name")), group, sub, values, body.get("focused"))


def _begin(core: Core, kind: int, me: User, channel: Channel, data: Json) -> Interaction:
    """A new interaction, not yet sent to the bot."""
    world = core.world
    if channel.guild_id is not None and world.bot.id not in world.guilds[channel.guild_id].members:
        raise Mistake("The bot is not here.", status=404)
    return Interaction(world.ids.fresh(), kind, me.id, channel.id, data, core.clock.now())


def _send(core: Core, interaction: Interaction) -> Json:
    interactions.begin(core, interaction)
    return {"interaction_id": str(interaction.id)}


def command(core: Core, body: Json) -> Json:
    """A person sends a slash command."""
    me = person(core, body.get("as"))
    channel = place(core, me, body.get("channel_id"))
    typed = _typed(body)
    typed.focused = None
    ready = command_input.prepare(core.world, channel, me.id, typed)
    found = resolved(
        core, channel.guild_id, me.id, users=ready.users, channels=ready.channels, roles=[]
    )
    if found:
        ready.data["resolved"] = found
    made = _begin(core, COMMAND, me, channel, ready.data)
    made.name = ready.full_name
    return _send(core, made)


async def autocomplete(core: Core, body: Json) -> Json:
    """Suggestions of the bot for the option that a person is typing."""
    me = person(core, body.get("as"))
    channel = place(core, me, body.get("channel_id"))
    ready = command_input.prepare(core.world, channel, me.id, _typed(body))
    answer: asyncio.Future[list[Json]] = asyncio.get_running_loop().create_future()
    made = _begin(core, AUTOCOMPLETE, me, channel, ready.data)
    made.name, made.choices, made.option_kind = ready.full_name, answer, ready.focused_kind
    _send(core, made)
    return {"choices": await answer}


def act(core: Core, body: Json) -> Json:
    """A person clicks a button or chooses in a select."""
    me = person(core, body.get("as"))
    message = core.world.any_message(fields.snowflake(body.get("message_id")) or 0)
    if message is None or me.id not in core.world.viewers(message):
        raise Mistake("There is no such message.", status=404)
    channel = core.world.channels[message.channel_id]
    found = modal_input.component(message, str(body.get("custom_id")))
    data = modal_input.component_data(Filler(core, channel, me.id), found, body.get("values"))
    made = _begin(core, COMPONENT, me, channel, data)
    made.message_id = message.id
    return _send(core, made)


def submit(core: Core, body: Json) -> Json:
    """A person sends a modal that was shown to them."""
    me = person(core, body.get("as"))
    parent = core.interactions.get(fields.snowflake(body.get("interaction_id")) or 0)
    if parent is None or parent.user_id != me.id or parent.modal is None or parent.modal_used:
        raise Mistake("There is no such modal.", status=404)
    channel = core.world.channels.get(parent.channel_id)
    if channel is None:
        raise Mistake("There is no such channel.", status=404)
    entered = as_object(body.get("fields")) or {}
    data = modal_input.modal_data(Filler(core, channel, me.id), parent.modal, entered)
    made = _begin(core, MODAL_SUBMIT, me, channel, data)
    made.message_id, made.parent = parent.message_id, parent
    return _send(core, made)


def state(core: Core, who: object, interaction_id: str) -> Json:
    """How an interaction stands."""
    me = person(core, who)
    found = core.interactions.get(fields.snowflake(interaction_id) or 0)
    if found is None or found.user_id != me.id:
        raise Mistake("There is no such interaction.", status=404)
    return {"state": found.state, "modal": None if found.modal_used else found.modal}
