"""The world of the stand-in: its clock, users, guilds, channels and messages, and how to find them.

This module also finds mentions in texts, and the installs of the application that an interaction
can use. It sends no events; callers do.
"""

from __future__ import annotations

import asyncio
import heapq
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Final

from sandbox.protocol import fields
from sandbox.protocol.fields import (
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MESSAGE,
    Form,
    Json,
    Refusal,
    as_list,
    as_object,
)
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.state.model import Interaction


# Time and ids of the stand-in: a clock that tests can set forward, and snowflakes.

DISCORD_EPOCH: Final = 1_420_070_400.0
"""Time zero of snowflakes, in Unix seconds: the start of 2015."""


class Clock:
    """The clock of the stand-in: the machine's time plus the seconds that tests have added."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Set the clock forward, and make all calls that have become due."""
        self._ahead += seconds
        self._run()

    def call_later(self, seconds: float, what: Callable[[], None]) -> None:
        """Call `what` once this clock has gone forward by `seconds`."""
        heapq.heappush(self._due, (self.now() + seconds, next(self._order), what))
        self._schedule()

    def stop(self) -> None:
        """Cancel all pending calls."""
        self._due.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _run(self) -> None:
        while self._due and self._due[0][0] <= self.now():
            heapq.heappop(self._due)[2]()
        self._schedule()

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due:
            wait = max(0.001, self._due[0][0] - self.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._run)


class Snowflakes:
    """Creates ids that rise with time, like Discord's ids."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def create(self) -> int:
        now = int((self._clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(now, self._last + 1)
        return self._last


def make_fixed_snowflake(number: int) -> int:
    """Return an id for a person or place of a new world; it is the same at every start."""
    return (int((1_704_067_200.0 - DISCORD_EPOCH) * 1000) + number * 1000) << 22


def format_time(seconds: float) -> str:
    """Return a time in Discord's format: ISO 8601 in UTC, with microseconds."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


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


# Mentions in a text, and the filter `allowed_mentions`.

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


# Installs of the application, and their effect on interactions.
#
# A guild installs the application by adding the bot. A person installs the application to an
# account. If only a person has installed the application, the bot is not a member of the guild, and
# can only answer interactions. Sources: Discord's "Interactions" (Authorizing Integration Owners,
# Create Followup Message) and "Permissions" (USE_EXTERNAL_APPS).

GUILD_INSTALL, USER_INSTALL = 0, 1
IN_GUILD, IN_BOT_DM, IN_PRIVATE = 0, 1, 2

DEFAULT_CONTEXTS: Final = (IN_GUILD, IN_BOT_DM)
"""Contexts of a command that names no contexts itself (discord-api-docs #7108)."""

FOLLOW_UPS: Final = 5
"""Maximum number of follow-ups to an interaction if only a person installed the application."""

AS_GUEST: Final = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""The application's permissions in messages between people, and in guilds without the bot."""


def find_context(channel: Channel) -> int:
    """Return the kind of place: a guild, direct messages with the bot, or messages without it."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.with_bot else IN_PRIVATE


def find_owners(world: World, channel: Channel, user_id: int, kinds: list[int]) -> dict[str, str]:
    """Return the owners of the installs that a command can use, by kind of install.

    The owner of a guild's install is the guild's id, or "0" in direct messages with the bot. The
    owner of a person's install is the person's id.

    `kinds`: the kinds of install that the command supports.
    """
    owners: dict[str, str] = {}
    guild = world.find_guild_of(channel)
    if GUILD_INSTALL in kinds and channel.with_bot:
        owners[str(GUILD_INSTALL)] = "0"
    if GUILD_INSTALL in kinds and guild is not None and world.bot.id in guild.members:
        owners[str(GUILD_INSTALL)] = str(guild.id)
    if USER_INSTALL in kinds and world.users[user_id].has_app:
        owners[str(USER_INSTALL)] = str(user_id)
    return owners


def find_owners_of(world: World, channel: Channel, message: Message) -> dict[str, str]:
    """Return the owners of the installs that a click on a message uses.

    A person's install counts if that person's command or click led to the message. It does not
    matter who clicks now.
    """
    metadata = message.interaction or {}
    before = as_object(metadata.get("authorizing_integration_owners")) or {}
    person = before.get(str(USER_INSTALL))
    if person is None:
        return find_owners(world, channel, message.author_id, [GUILD_INSTALL])
    return find_owners(world, channel, int(person), [GUILD_INSTALL, USER_INSTALL])


def is_guest(interaction: Interaction) -> bool:
    """Return whether only a person has installed the application, so the bot is not a member."""
    return str(GUILD_INSTALL) not in interaction.owners


def is_kept_private(world: World, interaction: Interaction) -> bool:
    """Return whether only the person who acted can see the answer to an interaction.

    The answer is private if the guild has not installed the application, and the person may not use
    external applications there.
    """
    channel = world.channels[interaction.channel_id]
    if channel.guild_id is None or not is_guest(interaction):
        return False
    have = world.compute_permissions(channel, interaction.user_id)
    return not have & Permission.USE_EXTERNAL_APPS


def compute_app_permissions(world: World, channel: Channel) -> int:
    """Return the application's permissions in a channel, as each interaction reports them."""
    guild = world.find_guild_of(channel)
    if guild is not None and world.bot.id in guild.members:
        return world.compute_base_permissions(channel, world.bot.id)
    return AS_GUEST | (Permission.USE_EXTERNAL_EMOJIS if channel.with_bot else 0)


def config_json() -> Json:
    """Return the application's settings for installs, as its owner would choose them."""
    server: Json = {"scopes": ["applications.commands", "bot"], "permissions": "0"}
    person: Json = {"scopes": ["applications.commands"], "permissions": "0"}
    return {
        str(GUILD_INSTALL): {"oauth2_install_params": server},
        str(USER_INSTALL): {"oauth2_install_params": person},
    }
