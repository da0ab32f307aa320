"""A person starts an interaction. The bot receives it and has a limited time to answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sandbox.changes.interaction_json import interaction_json
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import INVALID_WEBHOOK_TOKEN, UNKNOWN_INTERACTION, Refusal
from sandbox.state.model import (
    FAILED,
    PENDING,
    Interaction,
)

if TYPE_CHECKING:
    from sandbox.state.core import Core

TOKEN_LIFE: Final = 15 * 60.0
"""Lifetime of an interaction's token, in seconds."""


def start(core: Core, interaction: Interaction) -> Interaction:
    """Register an interaction, send it to the bot, and start the time limit for the answer."""
    core.interactions[interaction.id] = interaction
    core.tokens[interaction.token] = interaction
    core.clock.call_later(core.settings.answer_within, lambda: _fail_if_pending(core, interaction))
    payload = interaction_json(core, interaction)
    guild_id = core.world.channels[interaction.channel_id].guild_id
    order = core.faults.take("interactions")
    what = order["interactions"] if order else None
    if what == "twice":
        core.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)
    if isinstance(what, dict):
        wait = float(order["interactions"].get("delay", 0)) if order else 0.0
        send = core.gateway.dispatch
        asyncio.get_running_loop().call_later(wait, send, "INTERACTION_CREATE", payload, guild_id)
    elif what != "lost":
        core.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)
    return interaction


def _fail_if_pending(core: Core, interaction: Interaction) -> None:
    if interaction.state == PENDING:
        fail(core, interaction)


def fail(core: Core, interaction: Interaction) -> None:
    """Mark an interaction as failed, so that the bot can no longer answer; notify the person."""
    interaction.state = FAILED
    if interaction.choices is not None and not interaction.choices.done():
        interaction.choices.set_result([])
        return
    data: Json = {
        "interaction_id": str(interaction.id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
    }
    core.live.push_to_one(interaction.user_id, "interaction_failed", data)
    notify_person(core, interaction)


def notify_person(core: Core, interaction: Interaction) -> None:
    number = interaction.original_id or interaction.message_id
    data: Json = {
        "interaction_id": str(interaction.id),
        "state": interaction.state,
        "message_id": None if number is None else str(number),
    }
    core.live.push_to_one(interaction.user_id, "interaction", data)


def find_answerable(core: Core, number: int, token: str) -> Interaction:
    found = core.interactions.get(number)
    if found is None or found.token != token:
        raise Refusal(UNKNOWN_INTERACTION)
    if found.state == FAILED or is_expired(core, found):
        raise Refusal(UNKNOWN_INTERACTION)
    return found


def find_by_token(core: Core, token: str) -> Interaction | None:
    """Return the interaction with a token; raise Refusal (50027) if the token is too old."""
    found = core.tokens.get(token)
    if found is not None and is_expired(core, found):
        raise Refusal(INVALID_WEBHOOK_TOKEN)
    return found


def is_expired(core: Core, interaction: Interaction) -> bool:
    age = core.clock.now() - interaction.created_at
    return interaction.expired or age > TOKEN_LIFE
