"""Mentions in a text, and the filter `allowed_mentions`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json, as_list
from sandbox.state.model import (
    Channel,
    Permission,
)

if TYPE_CHECKING:
    from sandbox.state.world import World

_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)

_USER: Final = re.compile(r"<@!?(\d{1,20})>")

_ROLE: Final = re.compile(r"<@&(\d{1,20})>")

_EVERYONE: Final = re.compile(r"@(?:everyone|here)\b")

_KINDS: Final = ("roles", "users", "everyone")


@dataclass(slots=True)
class Mentions:
    """The mentions in a message that take effect: of users, of roles, and of everyone."""

    users: list[int] = field(default_factory=list[int])
    roles: list[int] = field(default_factory=list[int])
    everyone: bool = False


def check_allowed(form: Form, body: Json) -> Json | None:
    value = body.get("allowed_mentions")
    if value is None:
        return None
    path = ("allowed_mentions",)
    allowed = fields.read_object(form, value, path)
    if allowed is None:
        return None
    parse = fields.read_list(form, allowed, (*path, "parse"), (0, 3))
    for i, kind in enumerate(parse):
        if kind not in _KINDS:
            message = f"Value must be one of {_KINDS}."
            form.add_error((*path, "parse", i), "BASE_TYPE_CHOICES", message)
    for kind in ("users", "roles"):
        ids = fields.read_list(form, allowed, (*path, kind), (0, 100))
        if ids and kind in parse:
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.add_error(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    return allowed


def find(
    world: World, channel: Channel, author_id: int, text: str, allowed: Json | None
) -> Mentions:
    """Return the mentions in a text that take effect.

    `allowed_mentions` must allow the mention, and the user or role must exist. To mention everyone,
    the author needs the permission MENTION_EVERYONE.
    """
    plain = _CODE.sub(" ", text)
    guild = world.find_guild_of(channel)
    users = _filter_allowed(_find_ids(_USER, plain), "users", allowed)
    roles = _filter_allowed(_find_ids(_ROLE, plain), "roles", allowed)
    everyone = bool(_EVERYONE.search(plain)) and (
        allowed is None or "everyone" in (as_list(allowed.get("parse")) or [])
    )
    permitted = world.compute_permissions(channel, author_id) & Permission.MENTION_EVERYONE
    return Mentions(
        [user for user in users if user in world.users],
        [role for role in roles if guild is not None and role in guild.roles],
        everyone and bool(permitted),
    )


def _find_ids(pattern: re.Pattern[str], text: str) -> list[int]:
    """Return the ids in a text in order, without repetitions."""
    return list(dict.fromkeys(int(found) for found in pattern.findall(text)))


def _filter_allowed(ids: list[int], kind: str, allowed: Json | None) -> list[int]:
    if allowed is None or kind in (as_list(allowed.get("parse")) or []):
        return ids
    named = {fields.parse_snowflake(value) for value in as_list(allowed.get(kind)) or []}
    return [number for number in ids if number in named]
