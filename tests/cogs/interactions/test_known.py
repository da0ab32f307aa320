"""Messages with pictures on the sandbox: pictures already shown are kept, not sent again."""

from __future__ import annotations

import asyncio
import operator
import os
import signal
from functools import partial
from itertools import count

import discord
import pytest
from discord import http

from cogs.interactions import drawing, known
from cogs.interactions.content import MessageContent, picture
from cogs.interactions.drawing import Studio, begin, draw
from cogs.interactions.failures import TooLate
from cogs.interactions.known import Messages
from cogs.interactions.letter import KeptFile
from cogs.interactions.parts import text
from cogs.interactions.wire import DiscordWire, Mine
from sandbox import Sandbox
from tests.cogs.limits import faults

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def box():
    async with Sandbox() as box:
        yield box


@pytest.fixture
async def channel(box, monkeypatch):
    async with discord.Client(intents=discord.Intents.none()) as client:
        monkeypatch.setattr(http.Route, "BASE", box.api_base)
        await client.login(box.token)
        yield Channel(client, next(iter(box.core.world.channels)))


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(known, "AGAIN", 0.01)


class Channel:
    """A channel where the bot posts, with what it knows of its messages there."""

    def __init__(self, client, channel_id):
        self.id = channel_id
        self.messages = Messages(DiscordWire(client), Studio())
        self._channel = client.get_partial_messageable(channel_id)

    async def post(self, content):
        """Post a message; return what the bot knows of it, which is forgotten then."""
        letter, in_words = await self.messages.compose(content)
        sent = await self.messages.wire.post(self.id, letter, str(next(NONCES)))
        self.messages.note_sent(sent, content, in_words=in_words, channel_id=self.id)
        return sent

    async def edit(self, sent, content, there=None):
        """Edit a message that shows these files; return its new files."""
        self.messages.note(sent.message_id, files=there)
        await self.messages.edit(sent.message_id, content)
        return self.messages.find(sent.message_id).files

    async def fetch(self, sent):
        return await self._channel.fetch_message(sent.message_id)

    async def delete(self, sent):
        await self.messages.wire.delete(Mine(self.id, sent.message_id))

    @property
    def completing(self):
        (task,) = self.messages._tasks.values()
        return task


class Refused:
    """A click whose edit fails. `asked` has, per file, whether the message already had it."""

    def __init__(self, error):
        self._error = error
        self.asked = []

    async def respond(self, reply, letter):
        self.asked.append([isinstance(each, KeptFile) for each in letter.attached])
        raise self._error


@pytest.fixture
async def stopped():
    """The drawing process, paused until it is continued."""
    process = await draw(os.getpid)
    os.kill(process, signal.SIGSTOP)
    yield process
    os.kill(process, signal.SIGCONT)


@pytest.fixture
def drawn(monkeypatch):
    """The words of the pictures that were drawn."""
    found = []

    def note(what):
        found.append(what.args[1].decode())
        return begin(what)

    monkeypatch.setattr(drawing, "begin", note)
    return found


FAILING = partial(int, "duck")
NONCES = count()


def page(*words):
    """Return a page with a picture for each word."""
    parts = [picture("a", partial(operator.add, PNG, word.encode()), word) for word in words]
    items = [item for part in parts for item in part.items]
    return MessageContent(items, [each for part in parts for each in part.pictures])


def refused(box):
    """Return the requests that Discord refused."""
    return [entry for entry in box.core.record.entries() if entry["status"] >= 400]


async def test_only_new_pictures_are_drawn(channel, drawn):
    sent = await channel.post(page("duck", "pond"))
    after = await channel.edit(sent, page("duck", "bucket"), sent.files)
    assert drawn == ["duck", "pond", "bucket"]
    assert sent.files[0] == after[0]


async def test_all_pictures_are_sent_to_an_unknown_message(channel):
    sent = await channel.post(page("duck"))
    after = await channel.edit(sent, page("duck"))
    assert sent.files[0].id != after[0].id


async def test_a_recent_picture_is_not_drawn_again(channel, drawn):
    for _ in range(2):
        await channel.post(page("duck"))
    assert drawn == ["duck"]


@pytest.mark.heavy
async def test_a_failed_picture_is_tried_again(drawn):
    failing = picture("a", partial(operator.add, PNG, b"duck", "no such argument"), "A duck")
    studio = Studio()
    for _ in range(2):
        assert await studio.draw(*failing.pictures) is None
    assert drawn == ["duck", "duck"]


async def test_concurrent_edits_name_no_replaced_file(channel, box):
    sent = await channel.post(page("duck"))
    pages = [page("pond"), page("duck"), page("duck", "bucket"), page("pond"), page("duck")]
    await asyncio.gather(*(channel.messages.edit(sent.message_id, each) for each in pages))
    assert refused(box) == []
    (last,) = channel.messages.find(sent.message_id).files
    assert last.filename == pages[-1].pictures[0].filename
    assert (await channel.fetch(sent)).attachments[0].id == last.id


async def test_a_file_that_discord_has_lost_is_sent_again(channel, drawn):
    sent = await channel.post(page("duck"))
    await channel.edit(sent, page("pond"), sent.files)
    content = page("duck")
    after = await channel.edit(sent, content, sent.files)  # as if another process sent the pond
    assert drawn == ["duck", "pond"]
    assert [each.filename for each in after] == [content.pictures[0].filename]


async def test_an_edit_refused_for_another_reason_fails(channel):
    sent = await channel.post(page("duck"))
    await channel.delete(sent)
    with pytest.raises(discord.NotFound):
        await channel.edit(sent, page("duck"), sent.files)


async def test_after_a_failed_edit_the_next_edit_sends_all_files(channel):
    sent, click = await channel.post(page("duck", "pond")), Refused(TooLate("slow"))
    await channel.messages.edit(sent.message_id, page("duck", "bucket"), click, sent.files)
    assert click.asked == [[True, False]]
    after = await channel.fetch(sent)
    assert {each.id for each in after.attachments}.isdisjoint(each.id for each in sent.files)


# Pictures that cannot be drawn


def words_of(message):
    return [part.content for part in message.components if isinstance(part, discord.TextDisplay)]


@pytest.mark.heavy
async def test_words_replace_a_picture_that_cannot_be_drawn(channel):
    first, second = picture("a", FAILING, "A *duck*"), page("pond")
    pictures = [*first.pictures, *second.pictures]
    content = MessageContent([text("Look:"), *first.items, *second.items], pictures)
    message = await channel.fetch(await channel.post(content))
    assert words_of(message) == ["Look:", r"A \*duck\*"]
    assert [each.filename for each in message.attachments] == [second.pictures[0].filename]
    sent = await channel.post(page("bucket"))
    await channel.edit(sent, content, sent.files)
    assert words_of(await channel.fetch(sent)) == ["Look:", r"A \*duck\*"]


async def test_words_replace_a_picture_until_it_is_drawn(channel, monkeypatch, stopped):
    monkeypatch.setattr(drawing, "DRAWN_WITHIN", 0.05)
    content = page("duck")
    sent = await channel.post(content)
    message = await channel.fetch(sent)
    assert (words_of(message), message.attachments) == (["duck"], [])
    completing = channel.completing
    await asyncio.sleep(0.2)
    assert channel.messages.lacks_pictures(sent.message_id)
    os.kill(stopped, signal.SIGCONT)
    await completing
    after = await channel.fetch(sent)
    assert [each.filename for each in after.attachments] == [content.pictures[0].filename]


async def test_a_late_picture_never_replaces_newer_content(channel, monkeypatch, stopped):
    monkeypatch.setattr(drawing, "DRAWN_WITHIN", 0.05)
    sent = await channel.post(page("duck"))
    completing = channel.completing
    await channel.edit(sent, MessageContent([text("pond")]))
    os.kill(stopped, signal.SIGCONT)
    await completing
    assert words_of(await channel.fetch(sent)) == ["pond"]


async def test_pictures_of_a_message_that_is_gone_are_given_up(channel, monkeypatch, stopped):
    monkeypatch.setattr(drawing, "DRAWN_WITHIN", 0.05)
    sent = await channel.post(page("duck"))
    await channel.delete(sent)
    completing = channel.completing
    os.kill(stopped, signal.SIGCONT)
    await completing


@pytest.mark.heavy
async def test_words_for_pictures_keep_discords_limit():
    drawn = [picture(name, FAILING, "duck " * 200) for name in "abc"]
    items = [text("b" * 2000), *(item for part in drawn for item in part.items)]
    content = MessageContent(items, [p for d in drawn for p in d.pictures])
    letter, in_words = await Messages(None, Studio()).compose(content)
    assert (faults(MessageContent([*letter.items])), letter.attached, in_words) == ([], [], True)
