"""A wire without Discord: it notes each call as a line, and gives any answer on demand.

Messages have letters in the order in which they appear: A, B, C. A call is a line such as
`click: edit A`, `token: edit A`, `bot: post B`. Without other orders, the wire does what Discord
does: it keeps what each message shows, and refuses to edit a message that is gone.
"""

from __future__ import annotations

import itertools
import re
from types import SimpleNamespace

import discord

from cogs.interactions.letter import File, KeptFile
from cogs.interactions.wire import ORIGINAL, Direct, Mine, Reply, Sent

_LONG = re.compile(r"\d{17,}")

EPOCH = 1_420_070_400.0
"""The first second of Discord's ids, in Unix seconds."""


def snowflake(time, number=0):
    """Return the id of something that came into being at this time."""
    return (int((time - EPOCH) * 1000) << 22) + number


def refusal(status, code, kind=discord.HTTPException):
    answer = SimpleNamespace(status=status, reason="refused")
    return kind(answer, {"code": code, "message": "refused"})


REFUSALS = {
    "gone": lambda: refusal(404, 10008, discord.NotFound),
    "no channel": lambda: refusal(404, 10003, discord.NotFound),
    "no member": lambda: refusal(404, 10007, discord.NotFound),
    "too late": lambda: refusal(404, 10062, discord.NotFound),
    "elsewhere": lambda: refusal(400, 40060),
    "bad token": lambda: refusal(401, 50027),
    "no webhook": lambda: refusal(404, 10015, discord.NotFound),
    "forbidden": lambda: refusal(403, 50013, discord.Forbidden),
    "locked": lambda: refusal(400, 50083),
    "too many edits": lambda: refusal(429, 30046),
    "broken": lambda: refusal(400, 50035),
    "there is one": lambda: refusal(400, 160004),
    "fault": lambda: refusal(500, 0, discord.DiscordServerError),
    "unavailable": lambda: refusal(503, 0, discord.DiscordServerError),
    "slow down": lambda: discord.RateLimited(60.0),
    "no answer": TimeoutError,
    "no way": lambda: OSError("unreachable"),
}
"""What Discord can answer instead of doing what it was asked, by a short name."""


def _refuse(how):
    return REFUSALS[how]()


class Killed(BaseException):
    """The process is killed at this moment."""


class FakeWire:
    """Stands in for Discord.

    Attributes:
        said: The calls since the last look, as lines.
        shown: What the messages show, by id.
        now: The time of new messages, in Unix seconds.
        last: The newest message of each channel, by the channel's id.
        gone: Ids of deleted messages.
        private: Ids of messages that only one person sees.
    """

    def __init__(self, now):
        self.now = now
        self.said = []
        self.shown = {}
        self.channels = {}
        self.last = {}
        self.gone = set()
        self.private = set()
        self._names = {}
        self._letters = itertools.count()
        self._counted = itertools.count(1)
        self._files = itertools.count(1)
        self._originals, self._places = {}, {}
        self._orders = []
        self._nonces = {}

    def answer(self, line, *how, done=False):
        """Give these answers to the next calls whose lines begin so, one each.

        An answer is a name in REFUSALS, Killed, or something to await first, such as a wait or what
        happens meanwhile. With `done`, Discord first does what it was asked.
        """
        self._orders += [(line, each, done) for each in how]

    def count(self):
        """Return the next number of this world."""
        return next(self._counted)

    def name(self, message_id):
        if message_id not in self._names:
            self._names[message_id] = chr(ord("A") + next(self._letters))
        return self._names[message_id]

    def put(self, channel_id, letter, at=None):
        """Put a message into a channel; return its id."""
        message_id = snowflake(self.now if at is None else at, self.count())
        self.shown[message_id], self.channels[message_id] = letter, channel_id
        self.last[channel_id] = max(message_id, self.last.get(channel_id, 0))
        self.name(message_id)
        return message_id

    def click(self, token, message_id, channel_id):
        """Note the message that a click's token edits, and the channel of the click."""
        self._originals[token], self._places[token] = message_id, channel_id

    async def _say(self, line):
        """Note a call; return whether it is done, and raise what was ordered for it."""
        self.said.append(_LONG.sub(lambda number: self.name(int(number[0])), line))
        for order in self._orders:
            wanted, how, done = order
            if line.startswith(wanted):
                self._orders.remove(order)
                if not isinstance(how, str) and how is not Killed:
                    await how()
                    return None
                if how == "ok":
                    return None
                error = Killed() if how is Killed else _refuse(how)
                if not done:
                    raise error
                return error
        return None

    def _target(self, way):
        if isinstance(way, Mine):
            return way.message_id
        return self._originals.get(way.text) if way.target == ORIGINAL else way.target

    def _keep(self, message_id, letter):
        files = tuple(
            KeptFile(next(self._files), each.filename) if isinstance(each, File) else each
            for each in letter.attached
        )
        self.shown[message_id] = letter
        return Sent(message_id, files, self.channels.get(message_id, 0))

    def _require(self, message_id):
        if message_id not in self.shown or message_id in self.gone:
            raise _refuse("gone")

    async def respond(self, click, reply, letter, *, private=False):
        if letter is None:
            failed = await self._say("click: defer")
            sent = Sent()
        elif reply is Reply.EDIT:
            message_id = self._originals[click.token]
            failed = await self._say(f"click: edit {self.name(message_id)}")
            self._require(message_id)
            sent = self._keep(message_id, letter)
        else:
            words = f" {letter.words!r}" if letter.words else ""
            failed = await self._say(f"click: {'whisper' if private else 'post'}{words}")
            message_id = self.put(click.channel_id, letter)
            self._originals[click.token] = message_id  # no longer the clicked message
            self.private |= {message_id} if private else set()
            sent = self._keep(message_id, letter)
        if failed:
            raise failed
        return sent

    async def ask(self, click, form):
        if failed := await self._say(f"click: form {form.title!r}"):
            raise failed

    async def edit(self, way, letter):
        who, message_id = "bot" if isinstance(way, Mine) else "token", self._target(way)
        failed = await self._say(f"{who}: edit {self.name(message_id)}")
        self._require(message_id)
        sent = self._keep(message_id, letter)
        if failed:
            raise failed
        return sent

    async def follow_up(self, token, letter, *, private=False):
        words = f" {letter.words!r}" if letter.words else ""
        failed = await self._say(f"token: {'whisper' if private else 'post'}{words}")
        message_id = self.put(self._places[token.text], letter)
        self.private |= {message_id} if private else set()
        if self._originals[token.text] is None:
            self._originals[token.text] = message_id
        sent = self._keep(message_id, letter)
        if failed:
            raise failed
        return sent

    async def post(self, place, letter, nonce):
        to = f" to person {place.person_id}" if isinstance(place, Direct) else ""
        failed = await self._say(f"bot: post{to}")
        channel_id = -place.person_id if isinstance(place, Direct) else place
        if nonce not in self._nonces:
            self._nonces[nonce] = self.put(channel_id, letter)
        sent = self._keep(self._nonces[nonce], letter)
        if failed:
            raise failed
        return sent

    async def delete(self, way):
        who, message_id = "bot" if isinstance(way, Mine) else "token", self._target(way)
        await self._say(f"{who}: delete {self.name(message_id)}")
        self._require(message_id)
        self.gone.add(message_id)

    async def fetch_message(self, message):
        await self._say(f"look at {self.name(message.message_id)}")
        self._require(message.message_id)

    async def list_messages(self, channel_id):
        await self._say("look for boards")
        there = self.shown.keys() - self.gone
        here = sorted(each for each in there if self.channels[each] == channel_id)
        return [{"id": str(each), "components": self.shown[each].items} for each in here]

    async def fetch_member(self, guild_id, person_id):
        await self._say(f"look at person {person_id}")
        return SimpleNamespace(is_timed_out=lambda: False)

    async def fetch_channel(self, channel_id):
        await self._say("look at the channel")
        return SimpleNamespace(last_message_id=self.last.get(channel_id))

    async def open_thread(self, starter, name):
        await self._say(f"open the thread of {self.name(starter.message_id)}")
        self._require(starter.message_id)

    async def open_post(self, forum_id, name, letter, tags):
        await self._say(f"open a post with the tags {', '.join(map(str, tags))}")
        message_id = self.put(forum_id, letter)
        self.channels[message_id] = message_id
        return self._keep(message_id, letter)

    async def archive_thread(self, thread_id):
        await self._say(f"archive {self.name(thread_id)}")
