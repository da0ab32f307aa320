"""The world of the stand-in: its clock, users, guilds, channels and messages, and how to find them.

This module also finds mentions in texts, and the installs of the application that an interaction
can use. It sends no events; callers do.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from sandbox.protocol.json_values import Json
from sandbox.protocol.refusals import UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, Refusal
from sandbox.state.model import (
    DM,
    EVERYONE,
    EVERYTHING,
    GROUP,
    IN_DM,
    PRIVATE_THREAD,
    TEXT,
    TIMED_OUT,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Permission,
    Role,
    User,
    compute_in_channel,
    compute_in_guild,
)
from sandbox.state.time import Snowflakes, make_fixed_snowflake

if TYPE_CHECKING:
    from sandbox.state.time import Clock


PEOPLE: Final = (
    ("smew", "#1f8b4c"),
    ("scoter", "#9b6a3c"),
    ("merganser", "#11806a"),
    ("wigeon", "#c27c0e"),
    ("eider", "#5865f2"),
    ("gadwall", "#7289a0"),
    ("goldeneye", "#ad1457"),
    ("pochard", "#a84300"),
)
"""People of a new world: username, and colour of the avatar."""

_FIRST_PERSON: Final = 10

_FIRST_GUILD: Final = 100

_FIRST_EMPTY: Final = 10_000

_EMPTY_STEP: Final = 3
"""Ids that each empty guild uses: one for itself, one for its role, one for its channel."""

_SPREAD: Final = 840
"""Milliseconds over which the ids of empty guilds are spread.

840 is divisible by every number from 1 to 8, so up to 8 shards get equal numbers of guilds.
"""


class World:
    """Everything that exists, by id."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.emojis: dict[int, Emoji] = {}
        self.commands: dict[int | None, dict[int, Json]] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.bot = User(make_fixed_snowflake(1), "Ducks", None, "#f0b232", bot=True)
        self.users[self.bot.id] = self.bot
        self._populate()

    def _populate(self) -> None:
        for number, (name, colour) in enumerate(PEOPLE):
            user = User(
                make_fixed_snowflake(_FIRST_PERSON + number), name, name.capitalize(), colour
            )
            self.users[user.id] = user
            self._create_dm(make_fixed_snowflake(_FIRST_PERSON + 50 + number), user.id)
        people = [user.id for user in self.list_people()]
        self._create_guild(_FIRST_GUILD, "The Pond", ("games", "lounge"), people)
        self._create_guild(_FIRST_GUILD + 100, "Far Lake", ("games",), people[:2])

    def _create_guild(
        self, number: int, name: str, channels: tuple[str, ...], people: list[int], later: int = 0
    ) -> None:
        """Create a guild with the bot and these people as members.

        The first of the people owns the guild; without people, an outsider owns it. The first
        channel is the system channel, as in a new server of Discord. `later`: milliseconds added to
        the time in the guild's id.
        """
        now, (owner, *_) = self.clock.now(), people or [u.id for u in self.list_people()]
        guild_id = make_fixed_snowflake(number) + (later << 22)
        guild = Guild(guild_id, name, owner, now)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE)
        own = Role(make_fixed_snowflake(number + 1), self.bot.username, EVERYONE, 1, self.bot.id)
        guild.roles[own.id] = own
        guild.members = {user_id: Member(user_id, now) for user_id in people}
        guild.members[self.bot.id] = Member(self.bot.id, now, [own.id])
        self.guilds[guild.id] = guild
        for position, channel in enumerate(channels):
            new = Channel(make_fixed_snowflake(number + 2 + position), TEXT, channel, guild.id)
            new.position = position
            self.channels[new.id] = new
            guild.system_channel_id = guild.system_channel_id or new.id

    def add_empty_guild(self, number: int) -> None:
        """Add a guild with one channel, and with the bot as its only member."""
        first = _FIRST_EMPTY + _EMPTY_STEP * number
        self._create_guild(first, f"Puddle {number}", ("games",), [], number % _SPREAD)

    def _create_dm(self, channel_id: int, user_id: int) -> Channel:
        dm = Channel(channel_id, DM, "", recipients=[user_id])
        self.channels[channel_id] = dm
        return dm

    def list_people(self) -> list[User]:
        return [user for user in self.users.values() if not user.bot]

    def open_dm(self, user_id: int) -> Channel:
        """Return the direct channel between a person and the bot; create it if needed."""
        for channel in self.channels.values():
            if channel.with_bot and user_id in channel.recipients:
                return channel
        return self._create_dm(self.ids.create(), user_id)

    def open_private(self, people: list[int]) -> Channel:
        """Return the direct channel of two people, or a new group channel for more people."""
        for channel in self.list_private(people[0]):
            if channel.kind == DM and set(channel.recipients) == set(people):
                return channel
        new = Channel(self.ids.create(), DM if len(people) == 2 else GROUP, "", recipients=people)
        self.channels[new.id] = new
        return new

    def list_private(self, user_id: int) -> list[Channel]:
        """Return a person's direct and group channels that do not include the bot."""
        found = (c for c in self.channels.values() if c.guild_id is None and not c.with_bot)
        return [channel for channel in found if user_id in channel.recipients]

    def find_channel(self, channel_id: int) -> Channel:
        """Return a channel by id; raise Refusal (10003) if there is none."""
        channel = self.channels.get(channel_id)
        if channel is None:
            raise Refusal(UNKNOWN_CHANNEL)
        return channel

    def find_guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in; raise Refusal (10004) if there is none."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise Refusal(UNKNOWN_GUILD)
        return guild

    def find_message(self, channel: Channel, message_id: int) -> Message:
        """Return a message that is not ephemeral; raise Refusal (10008) if there is none."""
        message = channel.messages.get(message_id)
        if message is None or message.viewer_id is not None:
            raise Refusal(UNKNOWN_MESSAGE)
        return message

    def find_any_message(self, message_id: int) -> Message | None:
        """Return a message from any channel, even an ephemeral message; None if there is none."""
        found = (channel.messages.get(message_id) for channel in self.channels.values())
        return next((message for message in found if message is not None), None)

    def list_bot_guilds(self) -> list[Guild]:
        """Return the bot's guilds, including guilds in an outage."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def list_channels(self, guild: Guild) -> list[Channel]:
        """Return the channels of a guild in the order of their positions, then its threads."""
        own = [channel for channel in self.channels.values() if channel.guild_id == guild.id]
        return sorted(own, key=_place)

    def group_channels(self) -> dict[int | None, list[Channel]]:
        """Return the channels and threads of all guilds, ordered as by `list_channels`.

        The key is the guild's id. Direct and group channels have the key None.
        """
        found: defaultdict[int | None, list[Channel]] = defaultdict(list)
        for channel in sorted(self.channels.values(), key=_place):
            found[channel.guild_id].append(channel)
        return found

    def find_guild_of(self, channel: Channel) -> Guild | None:
        """Return the guild that a channel is in; None for a direct or group channel."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def compute_permissions(self, channel: Channel, user_id: int) -> int:
        """Return a user's permissions in a channel; 0 if the user cannot see it.

        A private thread is visible to its members and to users who manage threads.
        """
        bits = self.compute_base_permissions(channel, user_id)
        secret = channel.thread is not None and channel.kind == PRIVATE_THREAD
        if not secret or (channel.thread and user_id in channel.thread.members):
            return bits
        return bits if bits & Permission.MANAGE_THREADS else 0

    def compute_base_permissions(self, channel: Channel, user_id: int) -> int:
        """Return the permissions that roles and overwrites give a user in a channel.

        A thread has the permissions of its parent channel.
        """
        guild = self.find_guild_of(channel)
        if guild is None:
            bot = channel.with_bot and user_id == self.bot.id
            return int(IN_DM) if bot or user_id in channel.recipients else 0
        place = channel if channel.parent_id is None else self.channels[channel.parent_id]
        bits = compute_in_channel(guild, place, user_id)
        return bits & TIMED_OUT if self.is_timed_out(guild, user_id) else bits

    def is_timed_out(self, guild: Guild, user_id: int) -> bool:
        """Return whether a member is timed out and may only read. Admins cannot be timed out."""
        member = guild.members.get(user_id)
        late = member is None or member.timed_out_until <= self.clock.now()
        return not late and compute_in_guild(guild, user_id) != EVERYTHING

    def list_viewers(self, message: Message) -> list[int]:
        """Return the ids of the people who can read a message."""
        if message.viewer_id is not None:
            return [message.viewer_id]
        channel = self.channels[message.channel_id]
        return [
            user.id for user in self.list_people() if self.compute_permissions(channel, user.id)
        ]


def _place(channel: Channel) -> tuple[bool, int]:
    """Return a sort key that puts threads after channels."""
    return channel.thread is not None, channel.position
