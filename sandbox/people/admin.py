"""Changes that only tests make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events, leaving, messages
from sandbox.people.mistake import Mistake
from sandbox.protocol import fields
from sandbox.protocol.json_values import Json, as_list
from sandbox.state.model import (
    TEXT,
    Channel,
    Guild,
    Member,
    Overwrite,
    Permission,
    Role,
    Thread,
    User,
)
from sandbox.state.objects import member_json, role_json
from sandbox.state.sessions import GUILDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.state.core import Core

MOST_GUILDS: Final = 100_000

MOST_SECONDS: Final = 10 * 366 * 86_400


def run(core: Core, body: Json) -> Json:
    """Run the action named by `do`; raise Mistake if it fails."""
    act = _ACTIONS.get(str(body.get("do")))
    if act is None:
        message = f"`do` must be one of {', '.join(_ACTIONS)}."
        raise Mistake(message)
    try:
        return act(core, body) or {"ok": True}
    except (LookupError, TypeError, ValueError) as error:
        raise Mistake(f"`{body['do']}` failed: {error!r}") from error


def _read_id(body: Json, key: str) -> int:
    number = fields.parse_snowflake(body.get(key))
    if number is None:
        message = f"{key} is missing."
        raise Mistake(message, key)
    return number


def _read_amount(body: Json, key: str, most: int) -> float:
    """Return a number between -`most` and `most`, or 0 if it is missing; else raise Mistake."""
    value = body.get(key) or 0
    if not isinstance(value, int | float) or not abs(value) <= most:
        raise Mistake(f"{key} must be a number of at most {most}.", key)
    return value


def find_guild(core: Core, body: Json) -> Guild:
    guild = core.world.guilds.get(_read_id(body, "guild_id"))
    if guild is None:
        raise Mistake("There is no such guild.", status=404)
    return guild


def _find_channel(core: Core, body: Json) -> Channel:
    channel = core.world.channels.get(_read_id(body, "channel_id"))
    if channel is None:
        raise Mistake("There is no such channel.", status=404)
    return channel


def _read_permissions(value: object) -> int:
    """Return permission bits from a number or a list of names."""
    names = as_list(value)
    if names is None:
        return fields.parse_snowflake(value) or 0
    bits = 0
    for name in names:
        bits |= Permission[str(name)]
    return bits


def _delete_message(core: Core, body: Json) -> None:
    message = core.world.find_any_message(_read_id(body, "message_id"))
    if message is None:
        raise Mistake("There is no such message.", status=404)
    messages.delete(core, message)


def _delete_channel(core: Core, body: Json) -> None:
    messages.delete_channel(core, _find_channel(core, body))


def _open_thread(core: Core, body: Json) -> Json:
    """Open a public (11) or private (12) thread for a person."""
    parent, kind = _find_channel(core, body), _read_id(body, "kind")
    thread = Channel(core.world.ids.create(), kind, "corner", parent.guild_id, parent.id)
    messages.start(core, thread, _read_id(body, "user_id"))
    return {"id": str(thread.id)}


def _find_thread(core: Core, body: Json) -> tuple[Channel, Thread]:
    channel = _find_channel(core, body)
    if channel.thread is None:
        raise Mistake("This is not a thread.")
    return channel, channel.thread


def _archive_thread(core: Core, body: Json) -> None:
    """Archive a thread, as Discord archives idle threads. With `locked: true`, lock it, too."""
    channel, thread = _find_thread(core, body)
    thread.archived, thread.archived_at = True, core.clock.now()
    thread.locked = bool(body.get("locked"))
    events.notify_channel(core, "THREAD_UPDATE", channel)


def _unarchive_thread(core: Core, body: Json) -> None:
    """Unarchive and unlock a thread."""
    channel, thread = _find_thread(core, body)
    thread.archived, thread.archived_at = False, core.clock.now()
    thread.locked = False
    events.notify_channel(core, "THREAD_UPDATE", channel)


def _lock_thread(core: Core, body: Json) -> None:
    """Lock a thread, or unlock it with `locked: false`. An archived thread stays archived."""
    channel, thread = _find_thread(core, body)
    thread.locked = bool(body.get("locked", True))
    events.notify_channel(core, "THREAD_UPDATE", channel)


def _leave_thread(core: Core, body: Json) -> None:
    """Remove the bot from a private thread."""
    channel, thread = _find_thread(core, body)
    thread.members.pop(core.world.bot.id, None)
    events.notify_bot_in_thread(core, channel, added=False)


def _create_channel(core: Core, body: Json) -> Json:
    guild = find_guild(core, body)
    kind = fields.parse_snowflake(body.get("kind")) or TEXT
    channel = Channel(core.world.ids.create(), kind, str(body.get("name") or "new"), guild.id)
    channel.position = len(core.world.list_channels(guild))
    core.world.channels[channel.id] = channel
    events.notify_channel(core, "CHANNEL_CREATE", channel)
    return {"id": str(channel.id)}


def _delete_guild(core: Core, body: Json) -> None:
    guild = find_guild(core, body)
    events.notify_guild_left(core, guild, outage=False)
    for channel in core.world.list_channels(guild):
        del core.world.channels[channel.id]
    del core.world.guilds[guild.id]
    core.world.commands.pop(guild.id, None)
    events.notify_world_changed(core)


def _add_guilds(core: Core, body: Json) -> None:
    """Add the bot to `count` new guilds, each with one channel and no people."""
    for number in range(int(_read_amount(body, "count", MOST_GUILDS))):
        core.world.add_empty_guild(number)


def _remove_bot(core: Core, body: Json) -> None:
    leaving.remove_bot(core, find_guild(core, body))


def _add_bot(core: Core, body: Json) -> None:
    guild = find_guild(core, body)
    roles = [role.id for role in guild.roles.values() if role.bot_id is not None]
    guild.bot_joined_at = core.clock.now()
    guild.members[core.world.bot.id] = Member(core.world.bot.id, guild.bot_joined_at, roles)
    events.notify_guild_joined(core, guild, outage=False)


def _set_outage(core: Core, body: Json) -> None:
    guild = find_guild(core, body)
    guild.available = not body.get("unavailable", True)
    if guild.available:
        events.notify_guild_joined(core, guild, outage=True)
    else:
        events.notify_guild_left(core, guild, outage=True)


def _remove_member(core: Core, body: Json) -> None:
    guild, user_id = find_guild(core, body), _read_id(body, "user_id")
    if guild.members.pop(user_id, None) is None:
        raise Mistake("That person is no member.", status=404)
    events.notify_member_left(core, guild, user_id, banned=bool(body.get("ban")))


def _add_member(core: Core, body: Json) -> None:
    guild, user_id = find_guild(core, body), _read_id(body, "user_id")
    guild.members[user_id] = Member(user_id, core.clock.now())
    events.notify_world_changed(core)


def _time_out(core: Core, body: Json) -> None:
    """Time a member out for some seconds; 0 ends the timeout."""
    guild, user_id = find_guild(core, body), _read_id(body, "user_id")
    member = guild.members.get(user_id)
    if member is None:
        raise Mistake("That person is no member.", status=404)
    seconds = _read_amount(body, "seconds", MOST_SECONDS)
    member.timed_out_until = core.clock.now() + seconds if seconds else 0.0
    if user_id == core.world.bot.id:  # the bot hears of its own member without a further intent
        data: Json = {"guild_id": str(guild.id), **member_json(core.world, member)}
        core.gateway.dispatch("GUILD_MEMBER_UPDATE", data, guild.id, GUILDS)
    events.notify_world_changed(core)


def _deny_permissions(core: Core, body: Json) -> None:
    """Deny the bot or a member permissions in a channel; an empty list removes the denial."""
    channel = _find_channel(core, body)
    who = fields.parse_snowflake(body.get("user_id")) or core.world.bot.id
    denied = _read_permissions(body.get("permissions"))
    channel.overwrites[who] = Overwrite(who, 1, deny=denied)
    if not denied:
        del channel.overwrites[who]
    events.notify_channel(core, "CHANNEL_UPDATE", channel)


def _set_permissions(core: Core, body: Json) -> None:
    """Replace a member's roles, except those of bots, by a new role with these permissions."""
    guild, user_id = find_guild(core, body), _read_id(body, "user_id")
    member = guild.members.get(user_id)
    if member is None:
        raise Mistake("That person is no member.", status=404)
    role = Role(
        core.world.ids.create(),
        "trusted",
        _read_permissions(body.get("permissions")),
        len(guild.roles),
    )
    guild.roles[role.id] = role
    member.roles = [role.id, *(r for r in member.roles if guild.roles[r].bot_id is not None)]
    data: Json = {"guild_id": str(guild.id), "role": role_json(role)}
    core.gateway.dispatch("GUILD_ROLE_CREATE", data, guild.id, GUILDS)
    events.notify_world_changed(core)


def _create_role(core: Core, body: Json) -> Json:
    guild = find_guild(core, body)
    role = Role(core.world.ids.create(), str(body.get("name") or "new"), 0, len(guild.roles))
    guild.roles[role.id] = role
    data: Json = {"guild_id": str(guild.id), "role": role_json(role)}
    core.gateway.dispatch("GUILD_ROLE_CREATE", data, guild.id, GUILDS)
    return {"id": str(role.id)}


def _delete_role(core: Core, body: Json) -> None:
    guild, role_id = find_guild(core, body), _read_id(body, "role_id")
    del guild.roles[role_id]
    for member in guild.members.values():
        member.roles = [each for each in member.roles if each != role_id]
    data: Json = {"guild_id": str(guild.id), "role_id": str(role_id)}
    core.gateway.dispatch("GUILD_ROLE_DELETE", data, guild.id, GUILDS)
    events.notify_world_changed(core)


def _add_person(core: Core, body: Json) -> Json:
    name = str(body.get("name") or "").strip()
    if not name or any(user.username == name.lower() for user in core.world.users.values()):
        raise Mistake("This name is taken or empty.", "name")
    user = User(core.world.ids.create(), name.lower(), name, "#607d8b")
    core.world.users[user.id] = user
    for guild_id in as_list(body.get("guild_ids")) or list(core.world.guilds)[:1]:
        guild = core.world.guilds[int(guild_id)]
        guild.members[user.id] = Member(user.id, core.clock.now())
    events.notify_world_changed(core)
    return {"id": str(user.id)}


def _close_dms(core: Core, body: Json) -> None:
    user = core.world.users.get(_read_id(body, "user_id"))
    if user is None:
        raise Mistake("Nobody has that id.", status=404)
    user.open_to_messages = not body.get("closed", True)


def _expire_token(core: Core, body: Json) -> None:
    found = core.interactions.get(_read_id(body, "interaction_id"))
    if found is None:
        raise Mistake("There is no such interaction.", status=404)
    found.expired = True


def _expire_tokens(core: Core, _body: Json) -> None:
    for interaction in core.interactions.values():
        interaction.expired = True


def _advance_clock(core: Core, body: Json) -> None:
    core.clock.advance(_read_amount(body, "seconds", MOST_SECONDS))


_ACTIONS: Final[dict[str, Callable[[Core, Json], Json | None]]] = {
    "delete_message": _delete_message,
    "delete_channel": _delete_channel,
    "create_channel": _create_channel,
    "open_thread": _open_thread,
    "archive_thread": _archive_thread,
    "unarchive_thread": _unarchive_thread,
    "lock_thread": _lock_thread,
    "leave_thread": _leave_thread,
    "create_role": _create_role,
    "delete_role": _delete_role,
    "delete_guild": _delete_guild,
    "remove_bot": _remove_bot,
    "add_bot": _add_bot,
    "add_guilds": _add_guilds,
    "outage": _set_outage,
    "remove_member": _remove_member,
    "add_member": _add_member,
    "time_out": _time_out,
    "deny": _deny_permissions,
    "set_permissions": _set_permissions,
    "add_person": _add_person,
    "close_dms": _close_dms,
    "expire_token": _expire_token,
    "expire_tokens": _expire_tokens,
    "advance": _advance_clock,
}
