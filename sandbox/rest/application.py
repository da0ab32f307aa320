"""Routes of the application with its emojis and commands, and of users and guilds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import leaving
from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import (
    CLOSED_TO_MESSAGES,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    Refusal,
)
from sandbox.rest.commands import (
    GLOBAL,
    GUILD,
    create_command,
    delete_command,
    edit_command,
    get_command,
    list_commands,
    overwrite_commands,
)
from sandbox.rest.emojis import create_emoji, delete_emoji, get_emoji, list_emojis, rename_emoji
from sandbox.rest.route import Answer, Call, Route
from sandbox.settings import build_gateway_url
from sandbox.state.installs import config_json
from sandbox.state.objects import (
    channel_json,
    guild_json,
    member_json,
    my_guild_json,
    own_user_json,
    user_json,
)

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
    leaving.remove_bot(core, core.world.find_guild(call.id("guild_id")))
    return Answer(None, 204)


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
        for base in (GLOBAL, GUILD)
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
