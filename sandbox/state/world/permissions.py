"""Permissions: the bits by Discord's names, and what a member may do in a guild or channel."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.state.world.model import Channel, Guild


class Permission(IntFlag):
    """The permission bits that this stand-in knows."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


EVERYTHING: Final = (1 << 53) - 1
"""What an owner or administrator has."""

EVERYONE: Final = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""What every member of a fresh guild may do."""

TIMED_OUT: Final = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""What a member may do at most who is timed out (Discord's documentation, "Permissions")."""

IN_DM: Final = EVERYONE | Permission.MENTION_EVERYONE
"""What both sides may do in a direct message."""


def compute_in_guild(guild: Guild, user_id: int) -> int:
    """Return a member's permissions in the guild; 0 for a user who is no member."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    if user_id == guild.owner_id or bits & Permission.ADMINISTRATOR:
        return EVERYTHING
    return bits


def compute_in_channel(guild: Guild, channel: Channel, user_id: int) -> int:
    """Return a member's permissions in a channel, with overwrites of everyone, roles, member."""
    bits = compute_in_guild(guild, user_id)
    if bits in (0, EVERYTHING):
        return bits
    member = guild.members[user_id]
    for group in ([guild.id], member.roles, [user_id]):
        found = [channel.overwrites[i] for i in group if i in channel.overwrites]
        for overwrite in found:
            bits &= ~overwrite.deny
        for overwrite in found:
            bits |= overwrite.allow
    return bits if bits & Permission.VIEW_CHANNEL else 0


def get_send_permission(channel: Channel) -> Permission:
    """Return the permission that is needed to write in a channel or thread."""
    threaded = channel.thread is not None
    return Permission.SEND_MESSAGES_IN_THREADS if threaded else Permission.SEND_MESSAGES
