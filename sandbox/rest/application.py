"""Routes of the application with its emojis and commands, and of users and guilds."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Any, Final

from sandbox.changes import events
from sandbox.protocol import fields
from sandbox.protocol.commands import CHAT, CommandValidator, without_localizations
from sandbox.protocol.fields import (
    CLOSED_TO_MESSAGES,
    INVALID_FORM,
    MISSING_ACCESS,
    TOO_MANY_EMOJIS,
    UNKNOWN_COMMAND,
    UNKNOWN_EMOJI,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    Form,
    Json,
    Path,
    Refusal,
    as_list,
)
from sandbox.rest import server
from sandbox.rest.server import NOTHING, Answer, Call, Route
from sandbox.settings import build_gateway_url
from sandbox.state.model import Emoji
from sandbox.state.objects import (
    channel_json,
    emoji_json,
    guild_json,
    member_json,
    my_guild_json,
    own_user_json,
    user_json,
)
from sandbox.state.world import config_json

if TYPE_CHECKING:
    from sandbox.state.core import Core


_OWNER: Final = 0


def get_me(core: Core, _call: Call) -> Answer:
    return Answer(own_user_json(core.world.bot))


def get_application(core: Core, _call: Call) -> Answer:
    world = core.world
    body: Json = {
        "id": str(world.bot.id),
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": config_json(),
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.list_people()[_OWNER]),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": sum(user.has_app for user in world.users.values()),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
    return Answer(body)


def get_gateway(_core: Core, call: Call) -> Answer:
    return Answer({"url": build_gateway_url(call.host)})


def get_gateway_bot(core: Core, call: Call) -> Answer:
    """Return the gateway's address and the limits for bots."""
    return Answer({"url": build_gateway_url(call.host)} | core.gateway.starts.describe())


def get_user(core: Core, call: Call) -> Answer:
    found = core.world.users.get(call.id("user_id"))
    if found is None:
        raise Refusal(UNKNOWN_USER)
    return Answer(user_json(found))


def open_dm(core: Core, call: Call) -> Answer:
    recipient = fields.parse_snowflake(call.form().get("recipient_id"))
    if recipient is None:
        form = Form()
        fields.add_missing(form, ("recipient_id",))
        form.check()
    found = core.world.users.get(recipient or 0)
    if found is None:
        raise Refusal(UNKNOWN_USER)
    if found.bot:
        raise Refusal(CLOSED_TO_MESSAGES)
    return Answer(channel_json(core.world, core.world.open_dm(found.id)))


def get_guild(core: Core, call: Call) -> Answer:
    found = core.world.find_guild(call.id("guild_id"))
    body = guild_json(found)
    if call.has_flag("with_counts"):
        count = len(found.members)
        body |= {"approximate_member_count": count, "approximate_presence_count": count}
    return Answer(body)


def list_channels(core: Core, call: Call) -> Answer:
    """List the channels of a guild that the bot can view, without threads."""
    world = core.world
    found = [
        c for c in world.list_channels(world.find_guild(call.id("guild_id"))) if c.thread is None
    ]
    return Answer(
        [channel_json(world, c) for c in found if world.compute_permissions(c, world.bot.id)]
    )


def get_member(core: Core, call: Call) -> Answer:
    user_id = call.id("user_id")
    found = core.world.find_guild(call.id("guild_id")).members.get(user_id)
    if found is None:
        raise Refusal(UNKNOWN_MEMBER if user_id in core.world.users else UNKNOWN_USER)
    return Answer(member_json(core.world, found))


def list_my_guilds(core: Core, call: Call) -> Answer:
    query, limit = call.read_page(most=200, default=200)
    bot = core.world.bot
    mine = sorted(guild.id for guild in core.world.list_bot_guilds())
    if "before" in query:
        found = [number for number in mine if number < query["before"]][-limit:]
    else:
        found = [number for number in mine if number > query.get("after", 0)][:limit]
    return Answer([my_guild_json(core.world.find_guild(number), bot.id) for number in found])


def leave_guild(core: Core, call: Call) -> Answer:
    events.remove_bot(core, core.world.find_guild(call.id("guild_id")))
    return Answer(None, 204)


# Routes of application commands, both global commands and commands of one guild.

_MOST: Final = {1: 100, 2: 5, 3: 5}
"""Maximum number of commands in one scope, by type: 1 chat input, 2 user menu, 3 message menu."""


def _find_scope(core: Core, call: Call) -> tuple[int | None, dict[int, Json]]:
    """Return a guild's id and commands; None and the global commands if the path has no guild."""
    server.require_application(core, call.id("application_id"))
    guild_id = call.id("guild_id") if "guild_id" in call.args else None
    guild = core.world.guilds.get(guild_id or 0)
    if guild_id is not None and (guild is None or core.world.bot.id not in guild.members):
        raise Refusal(MISSING_ACCESS)
    return guild_id, core.world.commands.setdefault(guild_id, {})


def _find_command(core: Core, call: Call) -> tuple[dict[int, Json], Json]:
    _, commands = _find_scope(core, call)
    found = commands.get(call.id("command_id"))
    if found is None:
        raise Refusal(UNKNOWN_COMMAND)
    return commands, found


def _build_command(core: Core, guild_id: int | None, checked: Json, old: Json | None) -> Json:
    """Return the command with its ids. A command that has not changed keeps its version."""
    number = str(core.world.ids.create())
    body: Json = {
        "id": old["id"] if old else number,
        "application_id": str(core.world.bot.id),
        "version": number,
    } | checked
    if guild_id is not None:
        body["guild_id"] = str(guild_id)
        body.pop("dm_permission")
        body.pop("contexts")
    if old and {k: v for k, v in old.items() if k != "version"} == {
        k: v for k, v in body.items() if k != "version"
    }:
        return old
    return body


def list_commands(core: Core, call: Call) -> Answer:
    found = _find_scope(core, call)[1].values()
    whole = call.has_flag("with_localizations")
    return Answer([each if whole else without_localizations(each) for each in found])


def get_command(core: Core, call: Call) -> Answer:
    return Answer(_find_command(core, call)[1])


def delete_command(core: Core, call: Call) -> Answer:
    commands, found = _find_command(core, call)
    del commands[int(found["id"])]
    events.notify_world_changed(core)
    return NOTHING


def overwrite_commands(core: Core, call: Call) -> Answer:
    guild_id, commands = _find_scope(core, call)
    given = as_list(call.body)
    if given is None:
        raise Refusal(INVALID_FORM)
    form = Form()
    checked = [CommandValidator(form, (i,)).check(value) for i, value in enumerate(given)]
    _check_unique(form, checked)
    form.check()
    old = {(c["type"], c["name"]): c for c in commands.values()}
    new = [_build_command(core, guild_id, c, old.get((c["type"], c["name"]))) for c in checked]
    commands.clear()
    commands.update({int(command["id"]): command for command in new})
    events.notify_world_changed(core)
    return Answer(new)


def _check_unique(form: Form, checked: list[Json]) -> None:
    keys = [(c["type"], c["name"]) for c in checked]
    for i, key in enumerate(keys):
        if key in keys[:i]:
            message = "Application command names must be unique"
            form.add_error((i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message)
    for kind, most in _MOST.items():
        if sum(1 for key in keys if key[0] == kind) > most:
            path: Path = ()
            form.add_error(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def create_command(core: Core, call: Call) -> Answer:
    """Create a command, or replace the command with the same type and name."""
    guild_id, commands = _find_scope(core, call)
    form = Form()
    checked = CommandValidator(form, ()).check(call.form())
    old = _find_by_name(commands, checked)
    if old is None:
        _check_unique(form, [*commands.values(), checked])
    form.check()
    new = _build_command(core, guild_id, checked, old)
    commands[int(new["id"])] = new
    events.notify_world_changed(core)
    return Answer(new, 200 if old else 201)


def _find_by_name(commands: dict[int, Json], command: Json) -> Json | None:
    same: Any = (command["type"], command["name"])
    return next((c for c in commands.values() if (c["type"], c["name"]) == same), None)


def edit_command(core: Core, call: Call) -> Answer:
    guild_id, commands = _find_scope(core, call)
    _, old = _find_command(core, call)
    form = Form()
    unchanged = {k: v for k, v in old.items() if k not in {"id", "version", "application_id"}}
    if old["type"] != CHAT:
        unchanged.pop("description")
    checked = CommandValidator(form, ()).check(unchanged | call.form())
    form.check()
    new = _build_command(core, guild_id, checked, old)
    commands[int(new["id"])] = new
    events.notify_world_changed(core)
    return Answer(new)


_GLOBAL: Final = "/applications/{application_id}/commands"
_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"

# Routes of the application's emojis.

MAX_EMOJIS: Final = 2000
MAX_IMAGE: Final = 256 * 1024
_NAME: Final = re.compile(r"\w+", re.ASCII)
_IMAGE: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)
_MAGIC: Final = {
    "image/png": b"\x89PNG",
    "image/jpeg": b"\xff\xd8",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}


def _find_emoji(core: Core, call: Call) -> Emoji:
    server.require_application(core, call.id("application_id"))
    emoji = core.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise Refusal(UNKNOWN_EMOJI)
    return emoji


def _read_name(core: Core, form: Form, body: Json, own: Emoji | None) -> str:
    name = fields.read_text(form, body, ("name",), (2, 32), required=True)
    if name is None:
        return ""
    if not _NAME.fullmatch(name):
        message = "String value did not match validation regex."
        form.add_error(("name",), "STRING_TYPE_REGEX", message)
    others = (e.name for e in core.world.emojis.values() if e is not own)
    if name in others:
        message = "An emoji with that name already exists for this application."
        form.add_error(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", message)
    return name


def _read_image(form: Form, body: Json) -> tuple[str, bytes]:
    """Return the media type and the bytes of the picture in a data URI."""
    path = ("image",)
    if not isinstance(body.get("image"), str):
        fields.add_missing(form, path)
        return "", b""
    found = _IMAGE.fullmatch(body["image"])
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if found is None or not data.startswith(_MAGIC.get(found[1], b"")) or not data:
        form.add_error(path, "IMAGE_INVALID", "Invalid image data")
    if len(data) > MAX_IMAGE:
        form.add_error(path, "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return (found[1] if found else ""), data


def list_emojis(core: Core, call: Call) -> Answer:
    server.require_application(core, call.id("application_id"))
    return Answer({"items": [emoji_json(core.world, e) for e in core.world.emojis.values()]})


def get_emoji(core: Core, call: Call) -> Answer:
    return Answer(emoji_json(core.world, _find_emoji(core, call)))


def create_emoji(core: Core, call: Call) -> Answer:
    server.require_application(core, call.id("application_id"))
    form, body = Form(), call.form()
    name = _read_name(core, form, body, None)
    kind, data = _read_image(form, body)
    form.check()
    if len(core.world.emojis) >= MAX_EMOJIS:
        raise Refusal(TOO_MANY_EMOJIS)
    emoji = Emoji(core.world.ids.create(), name, data, kind, animated=kind == "image/gif")
    core.world.emojis[emoji.id] = emoji
    return Answer(emoji_json(core.world, emoji), 201)


def rename_emoji(core: Core, call: Call) -> Answer:
    emoji = _find_emoji(core, call)
    form = Form()
    name = _read_name(core, form, call.form(), emoji)
    form.check()
    emoji.name = name
    return Answer(emoji_json(core.world, emoji))


def delete_emoji(core: Core, call: Call) -> Answer:
    del core.world.emojis[_find_emoji(core, call).id]
    return NOTHING


ROUTES: Final = (
    Route("GET", "/users/@me", get_me),
    Route("GET", "/applications/@me", get_application),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/gateway", get_gateway, open=True),
    Route("GET", "/gateway/bot", get_gateway_bot),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/@me/guilds", list_my_guilds),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
    Route("GET", "/users/{user_id}", get_user),
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    Route("GET", "/applications/{application_id}/emojis", list_emojis),
    Route("POST", "/applications/{application_id}/emojis", create_emoji),
    Route("GET", "/applications/{application_id}/emojis/{emoji_id}", get_emoji),
    Route("PATCH", "/applications/{application_id}/emojis/{emoji_id}", rename_emoji),
    Route("DELETE", "/applications/{application_id}/emojis/{emoji_id}", delete_emoji),
    *(
        route
        for base in (_GLOBAL, _GUILD)
        for route in (
            Route("GET", base, list_commands),
            Route("PUT", base, overwrite_commands),
            Route("POST", base, create_command),
            Route("GET", base + "/{command_id}", get_command),
            Route("PATCH", base + "/{command_id}", edit_command),
            Route("DELETE", base + "/{command_id}", delete_command),
        )
    ),
)
