"""Creates, posts, edits and deletes messages and threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sandbox.changes import events
from sandbox.protocol import fields
from sandbox.protocol.components import ComponentsValidator, ControlsValidator, list_texts
from sandbox.protocol.embeds import EmbedsValidator
from sandbox.protocol.form import Form
from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import EMPTY_MESSAGE, THREAD_ARCHIVED, UNKNOWN_MESSAGE, Refusal
from sandbox.state import mentions
from sandbox.state.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    PRIVATE_THREAD,
    SILENT,
    SUPPRESS_EMBEDS,
    THREAD_CREATED,
    THREAD_STARTER,
    Attachment,
    Message,
    Permission,
    Thread,
)
from sandbox.state.objects import attachment_json
from sandbox.state.uploads import Upload, Uploads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sandbox.state.core import Core
    from sandbox.state.model import Channel


# Starts, joins, unarchives and deletes threads; refuses changes to archived or locked threads.
#
# `World.compute_permissions` decides who sees a thread. Source: Discord's "Threads".


def start(core: Core, channel: Channel, owner_id: int, after: int = 1440) -> None:
    """Turn a new channel into a thread with its owner as member; add the thread to the world."""
    channel.thread = Thread(owner_id, core.clock.now(), after)
    channel.thread.members[owner_id] = core.clock.now()
    core.world.channels[channel.id] = channel
    events.notify_thread_created(core, channel, new=True)


def add_member(core: Core, channel: Channel, user_id: int) -> None:
    """Add a user to a thread; notify the bot of a private thread that it sees from now on."""
    thread = channel.thread
    if (
        thread is None
        or user_id in thread.members
        or not core.world.compute_base_permissions(channel, user_id)
    ):
        return
    thread.members[user_id] = core.clock.now()
    if channel.kind == PRIVATE_THREAD and user_id == core.world.bot.id:
        events.notify_thread_created(core, channel, new=False)
        events.notify_bot_in_thread(core, channel, added=True)
    events.notify_world_changed(core)


def unarchive(core: Core, channel: Channel) -> None:
    """Unarchive a thread if it is archived. Discord does this at every new message."""
    thread = channel.thread
    if thread is not None and thread.archived:
        thread.archived, thread.archived_at = False, core.clock.now()
        events.notify_channel(core, "THREAD_UPDATE", channel)


def is_locked_for(core: Core, channel: Channel, user_id: int) -> bool:
    manages = core.world.compute_permissions(channel, user_id) & Permission.MANAGE_THREADS
    return channel.thread is not None and channel.thread.locked and not manages


def require_unlocked(core: Core, channel: Channel) -> None:
    """Raise Refusal (50083) in a locked thread, unless the bot manages threads."""
    if is_locked_for(core, channel, core.world.bot.id):
        raise Refusal(THREAD_ARCHIVED)


def require_deletable(core: Core, message: Message) -> None:
    """Raise Refusal (50083) if the message is in an archived thread.

    Ephemeral messages can always be deleted. Source: programs that delete messages in bulk must
    unarchive a thread first (undiscord #520).
    """
    thread = core.world.channels[message.channel_id].thread
    if thread is not None and thread.archived and not message.flags & EPHEMERAL:
        raise Refusal(THREAD_ARCHIVED)


def require_editable(core: Core, message: Message) -> None:
    """Raise Refusal (50083) if the message is in an archived or locked thread.

    Ephemeral messages can always be edited.
    """
    require_deletable(core, message)
    if not message.flags & EPHEMERAL:
        require_unlocked(core, core.world.channels[message.channel_id])


def delete_channel(core: Core, channel: Channel) -> None:
    """Delete a channel and its threads. Only the channel's own deletion sends an event."""
    for thread in [c for c in core.world.channels.values() if c.parent_id == channel.id]:
        core.world.channels.pop(thread.id)
    core.world.channels.pop(channel.id, None)
    guild = core.world.find_guild_of(channel)
    if guild is not None and guild.system_channel_id == channel.id:
        guild.system_channel_id = None
    events.notify_channel(core, "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE", channel)


NEW_FOR: Final = 60.0
"""Seconds for which a message counts as new. Discord says only that the value is very small."""

NONCE_LIFE: Final = 300.0
"""Seconds for which a nonce is remembered. Discord only says "in the past few minutes"."""


def find_by_nonce(core: Core, author_id: int, nonce: str | int) -> Message | None:
    """Return the author's recent message with this nonce, or None.

    Raises:
        Refusal: 10008 if that message was deleted meanwhile. Discord then creates no new message
            (source: discord.py's `send`).
    """
    message = core.world.nonces.get((author_id, str(nonce)))
    if message is None or core.clock.now() - message.created_at > NONCE_LIFE:
        return None
    channel = core.world.channels.get(message.channel_id)
    if channel is None or message.id not in channel.messages:
        raise Refusal(UNKNOWN_MESSAGE)
    return message


def create(core: Core, channel: Channel, author_id: int) -> Message:
    world = core.world
    return Message(world.ids.create(), channel.id, author_id, "", core.clock.now())


def fill(message: Message, checked: CheckedMessage) -> None:
    message.flags = checked.flags | (message.flags & (EPHEMERAL | LOADING))
    message.attachments = checked.attachments
    for attachment in message.attachments:
        attachment.ephemeral = message.viewer_id is not None
    if checked.content is not None:
        message.content = checked.content
    if checked.embeds is not None:
        message.embeds = checked.embeds
    if checked.components is not None:
        message.components = checked.components


def post(core: Core, message: Message, allowed: Json | None, replied: int | None = None) -> None:
    """Put a new message into its channel, ping the people it mentions, and notify everybody."""
    channel = core.world.channels[message.channel_id]
    channel.messages[message.id] = message
    if message.viewer_id is None:
        channel.last_message_id = message.id
    if message.nonce is not None:
        core.world.nonces[message.author_id, str(message.nonce)] = message
    if channel.thread is not None:
        channel.thread.sent += 1
    _set_mentions(core, message, allowed)
    if replied is not None and (allowed is None or allowed.get("replied_user")):
        message.mentions = list(dict.fromkeys([*message.mentions, replied]))
    _set_pings(core, message)
    for user_id in message.mentions:
        add_member(core, channel, user_id)
    events.notify_message_created(core, message)


def _set_mentions(core: Core, message: Message, allowed: Json | None) -> None:
    channel = core.world.channels[message.channel_id]
    text = "\n".join([message.content, *list_texts(message.components)])
    found = mentions.find(core.world, channel, message.author_id, text, allowed)
    message.mentions = found.users
    message.mention_roles = found.roles
    message.mention_everyone = found.everyone


def _set_pings(core: Core, message: Message) -> None:
    """Set `pings` to the mentioned people who can see the message. A silent message has none."""
    if message.flags & SILENT:
        return
    guild = core.world.find_guild_of(core.world.channels[message.channel_id])
    viewers = set(core.world.list_viewers(message))
    message.pings = viewers & set(message.mentions)
    if message.mention_everyone:
        message.pings = viewers
    for user_id in viewers if guild is not None else ():
        member = guild.members.get(user_id) if guild is not None else None
        if member is not None and set(member.roles) & set(message.mention_roles):
            message.pings.add(user_id)
    message.pings.discard(message.author_id)


def begin_thread(core: Core, thread: Channel, starter: Message, owner_id: int) -> None:
    """Write Discord's own messages about a thread that is opened from a message.

    The first message of the thread references the starter message. The channel gets a message about
    the thread, unless the starter message is new. Source: Discord's "Threads".
    """
    first = create(core, thread, owner_id)
    first.kind = THREAD_STARTER
    parent = core.world.channels[starter.channel_id]
    first.reference = _point_to(parent) | {"message_id": str(starter.id)}
    post(core, first, {"parse": []})
    if core.clock.now() - starter.created_at > NEW_FOR:
        told = create(core, parent, owner_id)
        told.kind, told.content, told.reference = THREAD_CREATED, thread.name, _point_to(thread)
        post(core, told, {"parse": []})


def _point_to(channel: Channel) -> Json:
    return {"type": 0, "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}


def edit(core: Core, message: Message, checked: CheckedMessage, *, marked: bool = True) -> None:
    """Edit a message without pinging anybody. With `marked`, the message shows as edited."""
    fill(message, checked)
    if marked:
        message.edited_at = core.clock.now()
    _set_mentions(core, message, checked.allowed)
    events.notify_message_updated(core, message)


def delete(core: Core, message: Message) -> None:
    events.notify_message_deleted(core, message)
    core.world.channels[message.channel_id].messages.pop(message.id, None)


# Checks of a request to write or edit a message, with the errors that Discord returns.

MAX_CONTENT: Final = 2000
MAX_NONCE: Final = 25
ON_CREATE: Final = SUPPRESS_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2
ON_EDIT: Final = SUPPRESS_EMBEDS | COMPONENTS_V2
_LEGACY: Final = ("content", "embeds", "sticker_ids", "poll")


@dataclass(slots=True)
class CheckedMessage:
    """The fields of a message. None means that the request does not set the field."""

    attachments: list[Attachment]
    flags: int
    content: str | None
    embeds: list[Json] | None
    components: list[Json] | None
    allowed: Json | None
    tts: bool


class MessageValidator:
    """Checks one request body as a new or edited message.

    Args:
        core: The stand-in.
        channel_id: The channel of the message.
        files: The files of the request, by index.
        prefix: The path of the message in the request, for errors: ("data",) in a callback.
        old: The edited message; None for a new one.
    """

    def __init__(
        self,
        core: Core,
        channel_id: int,
        files: Mapping[int, Upload],
        prefix: tuple[str, ...] = (),
        old: Message | None = None,
    ) -> None:
        self._core = core
        self._form = Form(*prefix)
        self._old = old
        self._uploads = Uploads(core.world.ids, channel_id, files)

    def read(self, body: Json) -> CheckedMessage:
        """Return the checked message; raise Refusal (50035, 50006, 40005)."""
        form = self._form
        flags = self._check_flags(body)
        v2 = bool(flags & COMPONENTS_V2)
        old = self._old.attachments if self._old else []
        attachments = self._uploads.collect(form, body, old)
        find_media = self._build_media_finder(attachments)
        checked = CheckedMessage(
            attachments,
            flags,
            content=fields.read_text(form, body, ("content",), (0, MAX_CONTENT)),
            embeds=self._check_embeds(body, find_media),
            components=self._check_components(body, find_media, v2=v2),
            allowed=mentions.check_allowed(form, body),
            tts=fields.read_flag(form, body, ("tts",)),
        )
        if body.get("content", "") is None:
            checked.content = ""
        self._check_no_legacy(body, checked, v2=v2)
        form.check()
        self._check_not_empty(checked)
        return checked

    def _check_flags(self, body: Json) -> int:
        old = self._old.flags if self._old else 0
        given = body.get("flags")
        if given is None:
            return old
        flags = fields.read_int(self._form, body, ("flags",), (0, 2**53)) or 0
        if self._old is None:
            return flags & ON_CREATE
        if old & COMPONENTS_V2 and not flags & COMPONENTS_V2:
            message = "The components v2 flag cannot be removed"
            self._form.add_error(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", message)
        return (old & ~ON_EDIT) | (flags & ON_EDIT)

    def _build_media_finder(self, attachments: list[Attachment]) -> Callable[[str], Json | None]:
        """Return a function that turns the address of an upload or picture into its stored form.

        For an upload that does not exist, the function returns None.
        """
        named = {a.filename: a for a in attachments}

        def find_media(url: str) -> Json | None:
            scheme, name = url.partition("://")[::2]
            if scheme != "attachment":
                return {"id": str(self._core.world.ids.create()), "url": url, "proxy_url": url}
            found = named.get(name)
            return None if found is None else _media_json(self._core.settings.url, found)

        return find_media

    def _check_embeds(
        self, body: Json, find_media: Callable[[str], Json | None]
    ) -> list[Json] | None:
        if "embeds" not in body:
            return None
        given = fields.read_list(self._form, body, ("embeds",), (0, 10))
        return EmbedsValidator(self._form, find_media).check(given, ("embeds",))

    def _check_components(
        self, body: Json, find_media: Callable[[str], Json | None], *, v2: bool
    ) -> list[Json] | None:
        if "components" not in body:
            return None
        given = fields.read_list(self._form, body, ("components",), (0, 40))
        controls = ControlsValidator(self._form, self._core.world.emojis.__contains__)
        return ComponentsValidator(self._form, controls, find_media).check(
            given, ("components",), v2=v2
        )

    def _check_no_legacy(self, body: Json, checked: CheckedMessage, *, v2: bool) -> None:
        """Refuse `content`, `embeds` and other old fields in a message with Components V2."""
        if not v2:
            return
        used = [key for key in _LEGACY if body.get(key)]
        if self._old is not None:
            if self._old.content and checked.content is None:
                used.append("content")
            if self._old.embeds and checked.embeds is None:
                used.append("embeds")
        for key in dict.fromkeys(used):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            self._form.add_error((key,), code, message)

    def _check_not_empty(self, checked: CheckedMessage) -> None:
        old = self._old
        content = checked.content if checked.content is not None else (old.content if old else "")
        embeds = checked.embeds if checked.embeds is not None else (old.embeds if old else [])
        own = (
            checked.components
            if checked.components is not None
            else (old.components if old else [])
        )
        files = [] if checked.flags & COMPONENTS_V2 else checked.attachments
        if not (content.strip() or embeds or own or files):
            raise Refusal(EMPTY_MESSAGE)


def read_nonce(body: Json) -> str | int | None:
    """Return the nonce of a new message; raise Refusal (50035).

    Source of codes and texts: discord-api-docs #1158.
    """
    nonce = body.get("nonce")
    form, path = Form(), ("nonce",)
    if nonce is None:
        return None
    if isinstance(nonce, bool) or not isinstance(nonce, str | int):
        form.add_error(path, "NONCE_TYPE_INVALID_TYPE", "This field must be a string or integer.")
    elif len(str(nonce)) > MAX_NONCE:
        message = f"Must be {MAX_NONCE} or fewer characters long."
        form.add_error(path, "NONCE_TYPE_TOO_LONG", message)
    form.check()
    return nonce


def _media_json(base: str, attachment: Attachment) -> Json:
    whole = attachment_json(base, attachment)
    return {
        "id": whole["id"],
        "url": whole["url"],
        "proxy_url": whole["proxy_url"],
        "width": whole.get("width"),
        "height": whole.get("height"),
        "content_type": attachment.content_type,
        "attachment_id": whole["id"],
        "placeholder": None,
        "loading_state": 2,
        "flags": 0,
        "name": attachment.filename,
        "size": len(attachment.data),
    }
