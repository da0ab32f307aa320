"""Routes of application commands, both global commands and commands of one guild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.changes import events
from sandbox.protocol.commands import CHAT, CommandValidator, without_localizations
from sandbox.protocol.form import Form, Path
from sandbox.protocol.json_values import Json, as_list
from sandbox.protocol.refusals import (
    INVALID_FORM,
    MISSING_ACCESS,
    UNKNOWN_COMMAND,
    Refusal,
)
from sandbox.rest import permissions
from sandbox.rest.route import NOTHING, Answer, Call

if TYPE_CHECKING:
    from sandbox.state.core import Core

_MOST: Final = {1: 100, 2: 5, 3: 5}
"""Maximum number of commands in one scope, by type: 1 chat input, 2 user menu, 3 message menu."""


def _find_scope(core: Core, call: Call) -> tuple[int | None, dict[int, Json]]:
    """Return a guild's id and commands; None and the global commands if the path has no guild."""
    permissions.require_application(core, call.id("application_id"))
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


GLOBAL: Final = "/applications/{application_id}/commands"

GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
