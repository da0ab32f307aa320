"""Actions outside channels: install the application, choose languages, open private messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.changes import events
from sandbox.people.actions import find_person
from sandbox.people.admin import find_guild
from sandbox.people.mistake import Mistake
from sandbox.protocol.commands import LOCALES
from sandbox.protocol.json_values import Json, as_list
from sandbox.state.objects import channel_json

if TYPE_CHECKING:
    from sandbox.state.core import Core

MOST: Final = 10
"""Largest number of people in group messages (Discord's code 30004)."""


def install_app(core: Core, body: Json) -> Json:
    """Install the application for a person's account, or remove it (`installed: false`)."""
    me = find_person(core, body.get("as"))
    me.has_app = bool(body.get("installed", True))
    events.notify_world_changed(core)
    return {"installed": me.has_app}


def choose_locale(core: Core, body: Json) -> Json:
    """Set the language of a person, or of a server if the body has a `guild_id`.

    The server becomes a Community, unless the body says `community: false`.
    """
    locale = str(body.get("locale"))
    if locale not in LOCALES:
        raise Mistake("Discord has no such language.", "locale")
    if body.get("guild_id") is None:
        find_person(core, body.get("as")).locale = locale
        events.notify_world_changed(core)
    else:
        guild = find_guild(core, body)
        guild.locale, guild.community = locale, bool(body.get("community", True))
        events.notify_guild_changed(core, guild)
    return {"locale": locale}


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
