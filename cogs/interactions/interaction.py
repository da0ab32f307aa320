"""A click or a command: its data, its rate, and what its person may do.

A server's leaderboards and statistics are for all its members. A single table is only for its
players and for people who can read its channel. For others, the table does not exist.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from cogs.interactions.failures import SEND_ERRORS, Declined
from cogs.interactions.language import clean_name
from engine.core import Told
from players.games import GAMES
from records.values import GuildSettings
from tables.model.errors import GameMissing, NoSuchTable
from tables.model.table import Gone, Person

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Mapping, Sequence

    from cogs.interactions.wire import Wire
    from records.upkeep import SettingsService
    from tables.model.table import Table
    from tables.service import Tables

Interaction = discord.Interaction[Any]


def person_of(interaction: Interaction) -> Person:
    """Return who acts; a display name without visible letters gives way to the user name."""
    user, name = interaction.user, clean_name(interaction.user.display_name)
    return Person(user.id, name or clean_name(user.name))


def is_guest(interaction: Interaction) -> bool:
    """Return whether the bot is here only by a person's user install, not as a member.

    A guest can only respond to each click or command, for 15 minutes.
    """
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not interaction.is_guild_integration()


def home_of(interaction: Interaction) -> int | None:
    """Return the server if the bot is a member of it; else None, as in direct messages."""
    return None if is_guest(interaction) else interaction.guild_id


def guest_of(interaction: Interaction) -> int | None:
    """Return the place where the bot is a guest, as in `Table.guest`; None where it is a member."""
    return interaction.guild_id or 0 if is_guest(interaction) else None


def is_kept_private(interaction: Interaction) -> bool:
    """Return whether only this person would see an answer: some servers hide answers of guests."""
    in_server = interaction.guild_id is not None
    return in_server and is_guest(interaction) and not interaction.permissions.use_external_apps


def require_known(user: discord.abc.User | discord.Object | None) -> None:
    """Raise Declined for an id that no user has; discord.py makes a bare `Object` of such an id."""
    if isinstance(user, discord.Object):
        raise Declined("I do not know this person.")


class ClickRate:
    """Counts the clicks of each person in the current second, and declines clicks beyond the limit.

    Args:
        most: Clicks of one person allowed in a second.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._second = 0
        self._clicks: Counter[int] = Counter()

    def count(self, person_id: int) -> None:
        """Count a click; raise Declined if there are too many."""
        second = int(time.monotonic())
        if second != self._second:
            self._second = second
            self._clicks.clear()
        self._clicks[person_id] += 1
        if self._clicks[person_id] > self._most:
            raise Declined("You click faster than I can follow: this click has done nothing.")


# The interaction that is being handled, for the log and the metrics.

KINDS: Final[Mapping[str, str]] = {
    "t1": "move",
    "h1": "move",
    "g1": "move",
    "l1": "look",
    "p1": "look",
    "a1": "table",
    "n1": "page",
    "o1": "page",
}
"""Purposes of items, by the beginning of their ids: see `cogs.display.components`."""

PRIVATE: Final = "d1:"
"""Beginning of the ids of controls on pages of a private table; the id of an item follows."""

_KEYS: Final = frozenset(game.info.key for game in GAMES)
_NOTHING: Final[Mapping[str, int]] = {}
_handled: ContextVar[Mapping[str, int]] = ContextVar("handled", default=_NOTHING)


def now_handled() -> Mapping[str, int]:
    """Return the ids of the interaction, server and table that the current task handles, by name.

    Missing ids are left out. Outside an interaction the mapping is empty.
    """
    return _handled.get()


class Item(NamedTuple):
    """The control that was clicked. A command has neither kind nor table.

    Attributes:
        kind: The beginning of its id, as in `KINDS`.
        table_id: The table in its id.
    """

    kind: str | None = None
    table_id: int | None = None

    def __str__(self) -> str:
        """Return the text for the log. It leaves out the move, which may be secret."""
        if self.kind is None:
            return "a command"
        return self.kind if self.table_id is None else f"{self.kind}:{self.table_id}"


def read_item(interaction: Interaction) -> Item:
    custom_id = (interaction.data or {}).get("custom_id")
    if custom_id is None:
        return Item()
    kind, number, *_ = *str(custom_id).removeprefix(PRIVATE).split(":", 2), ""
    known = KINDS.get(kind, "page") != "page" and number.isascii() and number.isdecimal()
    return Item(kind, int(number) if known else None)


@contextlib.contextmanager
def handling(interaction: Interaction) -> Generator[Item]:
    """Make `now_handled` return an interaction's ids within the block; yield the clicked item."""
    item = read_item(interaction)
    ids = {"interaction": interaction.id}
    if interaction.guild_id is not None:
        ids["guild"] = interaction.guild_id
    if item.table_id is not None:
        ids["table"] = item.table_id
    token = _handled.set(ids)
    try:
        yield item
    finally:
        _handled.reset(token)


def name_use(interaction: Interaction, item: Item) -> tuple[str, str]:
    """Return labels for metrics: the game's key or "none", and the item's purpose or "command"."""
    if item.kind is not None:
        lookup = interaction.client.services.tables.lookup
        game = item.table_id is not None and lookup.key_of(item.table_id)
        return game or "none", KINDS.get(item.kind, "unknown")
    command = interaction.command
    named = isinstance(command, discord.app_commands.Command)
    word = command.qualified_name.partition(" ")[0] if named else ""
    return word if word in _KEYS else "none", "command"


NEEDED = {
    "view_channel": Told("View Channel"),
    "send_messages": Told("Send Messages"),
    "send_messages_in_threads": Told("Send Messages in Threads"),
}
"""Permissions that the bot needs for a table, with Discord's names for them."""

NEEDED_FOR_PICTURES = {"attach_files": Told("Attach Files")}
"""Permissions without which a table has words for its pictures."""

NEEDED_FOR_THREADS = {
    "create_public_threads": Told("Create Public Threads"),
    "send_messages_in_threads": Told("Send Messages in Threads"),
}
"""Further permissions that the bot needs for a table in its own thread."""

NEEDED_IN_VOICE = {"connect": Told("Connect")}
"""Further permissions that the bot needs for the chat of a voice channel."""


class Permissions:
    """Checks what people and the bot may do, by Discord's permissions and the server's settings."""

    def __init__(self, tables: Tables, settings: SettingsService) -> None:
        self._tables = tables
        self._settings = settings

    async def find_table(
        self, interaction: Interaction, table_id: int, *, to_cancel: bool = False
    ) -> Table:
        """Return a table; raise NoSuchTable if this person may not see it, or GameMissing.

        With `to_cancel`, people who may cancel any table here also get tables they may not see.
        """
        try:
            table = await self._tables.lookup.get(table_id)
        except GameMissing as missing:
            if (missing.row.guild_id or missing.row.channel_id) == (
                interaction.guild_id or interaction.channel_id
            ):
                raise
            raise NoSuchTable(table_id) from missing
        try:
            await require_reader(interaction, table)
        except NoSuchTable:
            if not (to_cancel and _is_here(interaction, table)):
                raise
            if not await self.may_cancel(interaction):
                raise
        return table

    async def require_opening(self, interaction: Interaction) -> GuildSettings:
        """Return the settings for a new table; raise Declined if none can be opened here."""
        await _require_place(interaction)
        settings = await self.settings(interaction) or GuildSettings()
        if not settings.channels:
            return settings
        here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
        if here.isdisjoint(settings.channels):
            places = " ".join(f"<#{channel}>" for channel in settings.channels)
            raise Declined("On this server, tables are opened in: {places}", places=places)
        return settings

    async def may_cancel(self, interaction: Interaction) -> bool:
        """Return whether this person may cancel tables of others, as an admin or by a role."""
        if interaction.permissions.manage_guild:
            return True
        settings = await self.settings(interaction)
        member = interaction.user
        if settings is None or not isinstance(member, discord.Member):
            return False
        roles = {member.guild.id, *(role.id for role in member.roles)}  # guild.id is @everyone
        return not roles.isdisjoint(settings.cancel_roles)

    async def settings(self, interaction: Interaction) -> GuildSettings | None:
        """Return the server's settings; None in direct messages, and where the bot is a guest."""
        home = home_of(interaction)
        if home is None:
            return None
        return without_gone(interaction.client.get_guild(home), await self._settings.read(home))


def without_gone(guild: discord.Guild | None, settings: GuildSettings) -> GuildSettings:
    """Return the settings without channels and roles that were deleted.

    While the server is unknown, nothing counts as deleted.
    """
    if guild is None or guild.unavailable:
        return settings
    return replace(
        settings,
        channels=tuple(filter(guild.get_channel, settings.channels)),
        cancel_roles=tuple(filter(guild.get_role, settings.cancel_roles)),
    )


async def require_reader(interaction: Interaction, table: Table) -> None:
    """Raise NoSuchTable for a table that this person may not see.

    Such a table belongs to another server, or to another conversation in which the person did not
    play. Or it belongs to this server, but the person did not play and cannot read its channel.
    """
    if _is_here(interaction, table):
        place = interaction.channel_id if interaction.channel_id == table.thread_id else None
        (visible,) = await find_visible(
            interaction, [(place or table.channel_id, _people_of(table))]
        )
        if visible:
            return
    raise NoSuchTable(table.id)


async def find_visible(
    interaction: Interaction, tables: Sequence[tuple[int, Collection[int]]]
) -> list[bool]:
    """Return for each table, given by channel and people, whether this person may see it.

    The person may see tables where they have a seat, tables of the channel where they ask, and
    tables of other channels that they can read.
    """
    own = [_takes_part(interaction, *table) for table in tables]
    asked = list(
        {channel_id for (channel_id, _), is_own in zip(tables, own, strict=True) if not is_own}
    )
    answers = await asyncio.gather(*(_can_look_into(interaction, one) for one in asked))
    can_look = dict(zip(asked, answers, strict=True))
    return [
        is_own or can_look[channel_id] for (channel_id, _), is_own in zip(tables, own, strict=True)
    ]


def require_sharer(interaction: Interaction, table: Table) -> None:
    """Raise Declined if a reader of the table may not show it to everybody in this channel."""
    require_public(interaction)
    if table.guild_id is None and table.channel_id != interaction.channel_id:
        raise Declined(
            "Table #{number} was played in another conversation. You can share it there.",
            number=table.id,
        )
    if not any(
        _takes_part(interaction, channel, _people_of(table))
        for channel in (table.channel_id, table.board_channel)
    ):
        raise Declined(
            "Only those who sat at table #{number} can share it outside the channel where it was "
            "played.",
            number=table.id,
        )


def _is_here(interaction: Interaction, table: Table) -> bool:
    """Return whether a table can be used from this server or this conversation.

    Direct messages, group messages and servers where the bot is no member count as one place for a
    player, because `/history` lists their tables together. Private tables can be used everywhere.
    """
    here = interaction.guild_id or interaction.channel_id
    in_messages = table.guild_id is None and home_of(interaction) is None
    homeless = in_messages or table.private is not None
    own = homeless and interaction.user.id in _people_of(table)
    return own or (table.server_id or table.channel_id) == here


def _people_of(table: Table) -> list[int]:
    return [seat.person_id for seat in table.seats]


def _takes_part(interaction: Interaction, channel_id: int, people: Collection[int]) -> bool:
    """Return whether the person sat at the table, or asks in its channel."""
    return interaction.user.id in people or channel_id == interaction.channel_id


async def _can_look_into(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the person can read another channel of this server; False for a guest.

    A deleted channel counts as readable for people who manage the server. The bot does not know the
    members of a private thread, so a private thread counts as unreadable.
    """
    guild, member = interaction.guild, interaction.user
    if is_guest(interaction) or guild is None or not isinstance(member, discord.Member):
        return False
    try:  # an archived thread is not in the cache
        cached = guild.get_channel_or_thread(channel_id)
        wire: Wire = interaction.client.services.messages.wire
        channel = cached or await wire.fetch_channel(channel_id)
    except discord.NotFound:
        return interaction.permissions.manage_guild
    except discord.Forbidden:
        return False
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return False
    return may_look_into(channel, member)


def may_look_into(
    channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> bool:
    """Return whether a member can read a channel; for a public thread its parent decides.

    The chat of a voice channel needs the permission to connect.
    """
    allowed = channel.permissions_for(member)
    by_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return allowed.view_channel and (allowed.connect or not by_voice)


def may_write(
    client: discord.Client,
    guild_id: int,
    channel_id: int,
    archived: Mapping[int, discord.Thread],
) -> bool | None:
    """Return whether the bot may write in a channel, from the cache; None if unknown.

    The cache lacks servers that Discord has not sent yet, and archived threads. `archived` has the
    threads that events have named. A post opens an archived thread again, unless it is locked.
    """
    guild = client.get_guild(guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    channel = channel or archived.get(channel_id)
    if guild is None or guild.unavailable or channel is None:
        return None
    in_thread = isinstance(channel, discord.Thread)
    if in_thread and channel.parent is None:
        return None
    allowed = channel.permissions_for(guild.me)
    if isinstance(channel, discord.Thread) and channel.locked and not allowed.manage_threads:
        return False
    sends = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return sends and may_look_into(channel, guild.me)


def may_attach(client: discord.Client, table: Table) -> bool:
    """Return whether the bot may send pictures where a table is played; True if unknown."""
    guild = client.get_guild(table.server_id or 0)
    channel = guild and guild.get_channel_or_thread(table.channel_id)
    channel = channel.parent if isinstance(channel, discord.Thread) else channel
    if guild is None or channel is None:
        return True
    return channel.permissions_for(guild.me).attach_files


def has_threads(interaction: Interaction) -> bool:
    """Return whether a table here can have a thread, on its message or as a forum's post."""
    threaded = isinstance(interaction.channel, discord.TextChannel) or is_in_forum(interaction)
    return threaded and not is_guest(interaction)


def is_in_forum(interaction: Interaction) -> bool:
    """Return whether a command was used in a forum's post."""
    channel = interaction.channel
    return isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.ForumChannel)


def find_thread_obstacle(interaction: Interaction, *, asked: bool) -> Told | None:
    """Return why a table opened here cannot have its own thread; None if it can.

    `asked`: whether this person asked for a thread; if not, the server's settings did.
    """
    if not has_threads(interaction):
        return Told("This table cannot have a thread of its own here, so it is played here.")
    needed = NEEDED if is_in_forum(interaction) else NEEDED_FOR_THREADS
    lacking = _list_lacking(interaction, needed)
    own = "send_messages" if is_in_forum(interaction) else "create_public_threads"
    if lacking:
        return Told(
            "I need {permissions} to open a thread here, so this table is played in the channel "
            "itself. Please ask an admin.",
            permissions=tuple(lacking),
        )
    if asked and not getattr(interaction.permissions, own):
        return Told(
            "You are not allowed to open a thread here, so this table is played in the channel "
            "itself. Please ask an admin."
        )
    return None


def require_public(interaction: Interaction) -> None:
    """Raise Declined unless this person may make the bot post for everybody here."""
    if is_kept_private(interaction):
        raise Declined(
            "I am not a member of this server, and your roles lack the permission Use External "
            "Apps, so only you would see the table. Please ask an admin for this permission, or to "
            "add me to the server."
        )
    writing = _write_permission(interaction)
    if interaction.guild_id is not None and not getattr(interaction.permissions, writing):
        raise Declined(
            "Others would see this, so you need {permission} in this channel.",
            permission=NEEDED[writing],
        )


def require_admin(interaction: Interaction) -> int:
    """Return the id of the server; raises Declined for a person who may not manage it.

    A server can let anybody use the command, so the bot does not rely on Discord's own check.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Declined("Only those who may manage the server can do this.")
    return interaction.guild_id


async def _require_place(interaction: Interaction) -> None:
    """Raise Declined if the bot could not keep a table here up to date.

    The bot must be able to write and edit here without a click. In direct messages it always can.
    Where the bot is a guest, it never can. There, it is enough that everybody can see its answers
    to commands.

    People can use the bot's commands even in a private thread that the bot is not in. For such a
    command, Discord sends the permissions of the parent channel. Only a request for the thread
    shows that the bot is not in it.
    """
    require_public(interaction)
    if home_of(interaction) is None:
        return
    lacking = list_lacking(interaction, pictures=False)
    if lacking:
        raise Declined(
            "I need {permissions} in this channel. Please ask an admin.", permissions=tuple(lacking)
        )
    thread = interaction.channel
    if not isinstance(thread, discord.Thread) or interaction.app_permissions.manage_threads:
        return
    if thread.locked:
        raise Declined("This thread is locked, so I cannot write in it.")
    if thread.is_private() and not await _is_in(interaction, thread):
        raise Declined("I am not in this private thread. Please mention me here, and try again.")


def list_lacking(interaction: Interaction, *, pictures: bool = True) -> list[Told]:
    """Return the bot's missing permissions for a table here, by Discord's names."""
    writing = _write_permission(interaction)
    needed = {n: t for n, t in NEEDED.items() if n == writing or not n.startswith("send")}
    if isinstance(interaction.channel, discord.VoiceChannel | discord.StageChannel):
        needed |= NEEDED_IN_VOICE
    needed |= NEEDED_FOR_PICTURES if pictures else {}
    return _list_lacking(interaction, needed)


def _write_permission(interaction: Interaction) -> str:
    in_thread = isinstance(interaction.channel, discord.Thread)
    return "send_messages_in_threads" if in_thread else "send_messages"


def _list_lacking(interaction: Interaction, needed: Mapping[str, Told]) -> list[Told]:
    """Return the bot's missing permissions among the needed ones, by Discord's names."""
    allowed = interaction.app_permissions
    return [title for name, title in needed.items() if not getattr(allowed, name)]


async def _is_in(interaction: Interaction, thread: discord.Thread) -> bool:
    """Return whether Discord shows the thread to the bot."""
    try:
        await interaction.client.services.messages.wire.fetch_channel(thread.id)
    except discord.Forbidden:
        return False
    return True


# People who can no longer play or watch.

log = logging.getLogger(__name__)


async def find_gone(
    client: discord.Client, wire: Wire, table: Table, person_id: int
) -> Gone | None:
    """Return why a person cannot play; None if no reason is known.

    This takes one request. It asks for one member by id, so it needs no privileged intent. `client`
    has the server's channels.
    """
    guild = None if table.guild_id is None else client.get_guild(table.guild_id)
    if guild is None:
        return None
    try:
        member = await wire.fetch_member(guild.id, person_id)
    except discord.NotFound:
        return Gone.LEFT
    except SEND_ERRORS as error:
        log.info("table %s: cannot find out whether a member has left: %s", table.id, error)
        return None
    if not _may_see(guild, table.channel_id, member):
        return Gone.HIDDEN
    return Gone.TIMED_OUT if member.is_timed_out() else None


def _may_see(guild: discord.Guild, channel_id: int, member: discord.Member) -> bool:
    """Return whether a member can read a channel; True if that is unknown.

    The bot does not know archived threads, nor the members of private threads.
    """
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return True
    if isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None):
        return True
    return may_look_into(channel, member)
