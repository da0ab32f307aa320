"""What people do outside of servers: install the application, open messages with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events
from sandbox.people.actions import find_person
from sandbox.people.errors import Mistake
from sandbox.protocol.json_values import Json, as_list
from sandbox.state.world.objects import channel_json

if TYPE_CHECKING:
    from sandbox.state.core import Core

MOST: Final = 10
"""How many people are in group messages at most (Discord's code 30004)."""


def install_app(core: Core, body: Json) -> Json:
    """Install the application to a person's account, or remove it (`installed: false`)."""
    me = find_person(core, body.get("as"))
    me.has_app = bool(body.get("installed", True))
    events.notify_world_changed(core)
    return {"installed": me.has_app}


def open_messages(core: Core, body: Json) -> Json:
    """Open direct messages with one person, or group messages with several (`people`)."""
    me = find_person(core, body.get("as"))
    others = [find_person(core, who).id for who in as_list(body.get("people")) or []]
    people = list(dict.fromkeys([me.id, *others]))
    if not 1 < len(people) <= MOST:
        message = f"Choose from 1 to {MOST - 1} other people."
        raise Mistake(message, "people")
    channel = core.world.open_private(people)
    events.notify_world_changed(core)
    return channel_json(core.world, channel)
