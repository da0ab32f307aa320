"""Routes for answers to interactions: first response, original message, follow-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.changes import messages
from sandbox.changes.interaction_json import metadata_json
from sandbox.changes.messages import MessageValidator
from sandbox.changes.starting import find_answerable, find_by_token, notify_person
from sandbox.protocol import fields
from sandbox.protocol.commands import check_choice
from sandbox.protocol.components import ControlsValidator
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json, as_object
from sandbox.protocol.modals import ModalValidator
from sandbox.protocol.refusals import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Refusal,
)
from sandbox.rest.route import NOTHING, Answer, Call, Route
from sandbox.state import installs
from sandbox.state.model import (
    ANSWERED,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEFERRED,
    EPHEMERAL,
    LOADING,
    MODAL_SUBMIT,
    PENDING,
    Interaction,
    Message,
)
from sandbox.state.objects import message_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.state.core import Core

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SUGGEST, SHOW_MODAL = 4, 5, 6, 7, 8, 9
_CALLBACKS: Final = {
    COMMAND: (MESSAGE, DEFER, SHOW_MODAL),
    COMPONENT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE, SHOW_MODAL),
    AUTOCOMPLETE: (SUGGEST,),
    MODAL_SUBMIT: (MESSAGE, DEFER, DEFER_UPDATE, UPDATE),
}
"""Allowed first responses, by the kind of interaction."""


def create_response(core: Core, call: Call) -> Answer:
    interaction = find_answerable(core, call.id("interaction_id"), call.args["token"])
    if interaction.state != PENDING:
        raise Refusal(ALREADY_ACKNOWLEDGED)
    body = call.form()
    kind = _read_kind(interaction, body)
    data = as_object(body.get("data")) or {}
    _RESPONSES[kind](core, interaction, data, call)
    interaction.callback, interaction.answered_at = kind, call.received
    if interaction.kind == MODAL_SUBMIT and interaction.parent is not None:
        interaction.parent.modal_used = True
    interaction.state = DEFERRED if kind == DEFER else ANSWERED
    notify_person(core, interaction)
    if not call.has_flag("with_response"):
        return NOTHING
    return Answer(_response_json(core, interaction))


def _read_kind(interaction: Interaction, body: Json) -> int:
    form = Form()
    allowed = _CALLBACKS[interaction.kind]
    if interaction.kind == MODAL_SUBMIT and interaction.message_id is None:
        allowed = (MESSAGE, DEFER)
    kind = fields.read_choice(form, body, ("type",), allowed)
    form.check()
    return kind or 0


def _response_json(core: Core, interaction: Interaction) -> Json:
    """Return the body of the answer to a request with `with_response`."""
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    body: Json = {"interaction": about}
    message = _find_original(core, interaction)
    if message is not None:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
    if message is not None and interaction.callback in {MESSAGE, UPDATE}:
        body["resource"] = {
            "type": interaction.callback,
            "message": message_json(core.world, core.settings.url, message),
        }
    return body


def _create_message(core: Core, interaction: Interaction, flags: int) -> Message:
    channel = core.world.channels.get(interaction.channel_id)
    if channel is None:
        raise Refusal(UNKNOWN_CHANNEL)
    if installs.is_kept_private(core.world, interaction):
        flags |= EPHEMERAL
    if not flags & EPHEMERAL:
        messages.require_unlocked(core, channel)
        messages.unarchive(core, channel)
    message = messages.create(core, channel, core.world.bot.id)
    message.token = interaction.token
    message.flags = flags & EPHEMERAL
    message.viewer_id = interaction.user_id if flags & EPHEMERAL else None
    message.kind = 20 if interaction.kind == COMMAND else 0
    message.interaction = metadata_json(core, interaction)
    return message


def _respond(core: Core, interaction: Interaction, data: Json, call: Call) -> None:
    """Callback 4: send a message."""
    checked = MessageValidator(core, interaction.channel_id, call.files, ("data",)).read(data)
    message = _create_message(core, interaction, checked.flags)
    messages.fill(message, checked)
    message.tts = checked.tts
    interaction.original_id = message.id
    messages.post(core, message, checked.allowed)


def _defer(core: Core, interaction: Interaction, data: Json, _call: Call) -> None:
    """Callback 5: show "is thinking"."""
    form = Form("data")
    flags = fields.read_int(form, data, ("flags",), (0, 2**53)) or 0
    form.check()
    message = _create_message(core, interaction, flags)
    message.flags |= LOADING
    interaction.original_id = message.id
    messages.post(core, message, {"parse": []})


def _defer_update(_core: Core, interaction: Interaction, _data: Json, _call: Call) -> None:
    """Callback 6: acknowledge the interaction. The bot may edit the component's message later."""
    interaction.original_id = interaction.message_id


def _update_message(core: Core, interaction: Interaction, data: Json, call: Call) -> None:
    """Callback 7: edit the component's message."""
    channel = core.world.channels.get(interaction.channel_id)
    message = channel.messages.get(interaction.message_id or 0) if channel else None
    if message is None:
        raise Refusal(UNKNOWN_MESSAGE)
    messages.require_editable(core, message)
    validator = MessageValidator(core, message.channel_id, call.files, ("data",), message)
    messages.edit(core, message, validator.read(data))
    interaction.original_id = message.id


def _suggest(_core: Core, interaction: Interaction, data: Json, _call: Call) -> None:
    """Callback 8: suggest values for the option that a person is typing."""
    form = Form("data")
    given = fields.read_list(form, data, ("choices",), (0, 25), required=True)
    kind = interaction.option_kind
    found = [check_choice(form, value, ("choices", i), kind) for i, value in enumerate(given)]
    form.check()
    if interaction.choices is not None and not interaction.choices.done():
        interaction.choices.set_result(found)


def _show_modal(core: Core, interaction: Interaction, data: Json, _call: Call) -> None:
    """Callback 9: show a modal."""
    form = Form("data")
    modal = ModalValidator(ControlsValidator(form, core.world.emojis.__contains__)).check(data)
    form.check()
    interaction.modal = modal
    event: Json = {"interaction_id": str(interaction.id), "modal": modal}
    core.live.push_to_one(interaction.user_id, "modal", event)


_RESPONSES: Final[dict[int, Callable[[Core, Interaction, Json, Call], None]]] = {
    MESSAGE: _respond,
    DEFER: _defer,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update_message,
    SUGGEST: _suggest,
    SHOW_MODAL: _show_modal,
}


def _find_interaction(core: Core, call: Call) -> Interaction:
    """Return the interaction whose token is in the path; raise Refusal (10015, 50027)."""
    if call.id("webhook_id") != core.world.bot.id:
        raise Refusal(UNKNOWN_WEBHOOK)
    interaction = find_by_token(core, call.args["token"])
    if interaction is None:
        raise Refusal(INVALID_WEBHOOK_TOKEN)
    if interaction.callback is None:
        raise Refusal(UNKNOWN_WEBHOOK)
    return interaction


def _find_original(core: Core, interaction: Interaction) -> Message | None:
    channel = core.world.channels.get(interaction.channel_id)
    return channel.messages.get(interaction.original_id or 0) if channel else None


def _find_message(core: Core, call: Call, interaction: Interaction) -> Message:
    """Return the original message, or a follow-up of the same token; raise Refusal (10008)."""
    channel = core.world.channels.get(interaction.channel_id)
    name = call.args["message_id"]
    if name == "@original":
        found = _find_original(core, interaction)
    else:
        found = channel.messages.get(call.id("message_id")) if channel else None
        own = found is not None and found.token == interaction.token
        if found is not None and not own and found.id != interaction.original_id:
            found = None
    if found is None:
        raise Refusal(UNKNOWN_MESSAGE)
    return found


def create_followup(core: Core, call: Call) -> Answer:
    """Send a follow-up. After a deferral, the first follow-up replaces "is thinking"."""
    interaction = _find_interaction(core, call)
    thinking = _find_original(core, interaction)
    if thinking is not None and thinking.flags & LOADING and interaction.callback == DEFER:
        return Answer(_edit_message(core, thinking, call, interaction))
    if installs.is_guest(interaction) and interaction.follow_ups >= installs.FOLLOW_UPS:
        raise Refusal(TOO_MANY_FOLLOW_UPS)
    checked = MessageValidator(core, interaction.channel_id, call.files).read(call.form())
    message = _create_message(core, interaction, checked.flags)
    if interaction.original_id is not None and message.interaction is not None:
        message.interaction["original_response_message_id"] = str(interaction.original_id)
    message.kind = 0
    messages.fill(message, checked)
    message.tts = checked.tts
    messages.post(core, message, checked.allowed)
    interaction.follow_ups += 1
    return Answer(message_json(core.world, core.settings.url, message))


def get_message(core: Core, call: Call) -> Answer:
    message = _find_message(core, call, _find_interaction(core, call))
    return Answer(message_json(core.world, core.settings.url, message))


def edit_message(core: Core, call: Call) -> Answer:
    interaction = _find_interaction(core, call)
    return Answer(_edit_message(core, _find_message(core, call, interaction), call, interaction))


def _edit_message(core: Core, message: Message, call: Call, interaction: Interaction) -> Json:
    body = call.form()
    messages.require_editable(core, message)
    validator = MessageValidator(core, message.channel_id, call.files, (), message)
    checked = validator.read(body)
    filled = bool(message.flags & LOADING)
    message.flags &= ~LOADING
    checked.flags &= ~LOADING
    messages.edit(core, message, checked, marked=not filled)
    if filled:
        interaction.state = ANSWERED
        notify_person(core, interaction)
    return message_json(core.world, core.settings.url, message)


def delete_message(core: Core, call: Call) -> Answer:
    message = _find_message(core, call, _find_interaction(core, call))
    messages.require_deletable(core, message)
    messages.delete(core, message)
    return NOTHING


_MESSAGES: Final = "/webhooks/{webhook_id}/{token}/messages/{message_id}"
ROUTES: Final[tuple[Any, ...]] = (
    Route("POST", "/interactions/{interaction_id}/{token}/callback", create_response, open=True),
    Route("POST", "/webhooks/{webhook_id}/{token}", create_followup, open=True),
    Route("GET", _MESSAGES, get_message, open=True),
    Route("PATCH", _MESSAGES, edit_message, open=True),
    Route("DELETE", _MESSAGES, delete_message, open=True),
)
