"""A message with a picture on the sandbox: what it shows already is kept, not sent again."""

from __future__ import annotations

import operator
import os
import signal
from dataclasses import replace
from functools import partial

import discord
import pytest
from discord import http

from cogs.interactions import content as contents
from cogs.interactions.content import MessageContent, framed, picture
from cogs.interactions.drawing import begin, draw
from cogs.interactions.parts import beside, text, thumbnail
from sandbox import Sandbox
from tests.cogs.limits import faults

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def channel(monkeypatch):
    async with Sandbox() as box, discord.Client(intents=discord.Intents.none()) as client:
        monkeypatch.setattr(http.Route, "BASE", box.api_base)
        await client.login(box.token)
        yield client.get_partial_messageable(next(iter(box.core.world.channels)))


@pytest.fixture(autouse=True)
def nothing_kept():
    contents._KEPT.clear()


@pytest.fixture
def drawn(monkeypatch):
    """The words of the pictures that were drawn."""
    found = []

    def note(drawing):
        found.append(drawing.args[1].decode())
        return begin(drawing)

    monkeypatch.setattr(contents, "begin", note)
    return found


FAILING = partial(int, "duck")


def page(*words):
    """A page with a picture for each word."""
    parts = [picture("a", partial(operator.add, PNG, word.encode()), word) for word in words]
    items = [item for part in parts for item in part.items]
    return MessageContent(items, [each for part in parts for each in part.pictures])


async def posted(channel, content):
    return await channel.send(**await content.parts())


async def edited(message, content, shown):
    return await content.update(
        shown, lambda new, attachments: message.edit(view=new.view(), attachments=attachments)
    )


async def test_only_new_pictures_are_drawn(channel, drawn):
    message = await posted(channel, page("duck", "pond"))
    after = await edited(message, page("duck", "bucket"), message.attachments)
    assert drawn == ["duck", "pond", "bucket"]
    assert message.attachments[0].id == after.attachments[0].id


async def test_where_nothing_is_known_to_be_shown_all_is_sent(channel):
    message = await posted(channel, page("duck"))
    after = await edited(message, page("duck"), ())
    assert message.attachments[0].id != after.attachments[0].id


async def test_what_was_drawn_lately_is_not_drawn_again(channel, drawn):
    for _ in range(2):
        await posted(channel, page("duck"))
    assert drawn == ["duck"]


async def test_what_could_not_be_drawn_is_tried_again(drawn):
    failing = picture("a", partial(operator.add, PNG, b"duck", "no such argument"), "A duck")
    for _ in range(2):
        assert await failing.pictures[0].file() is None
    assert drawn == ["duck", "duck"]


async def test_what_discord_has_no_longer_is_sent_again(channel, drawn):
    message = await posted(channel, page("duck"))
    await edited(message, page("pond"), message.attachments)
    content = page("duck")
    after = await edited(message, content, message.attachments)
    assert drawn == ["duck", "pond"]
    assert [each.filename for each in after.attachments] == [content.pictures[0].filename]


async def test_an_edit_that_is_refused_for_another_reason_fails(channel):
    message = await posted(channel, page("duck"))
    await message.delete()
    with pytest.raises(discord.NotFound):
        await edited(message, page("duck"), message.attachments)


# What cannot be drawn


def words_of(message):
    return [part.content for part in message.components if isinstance(part, discord.TextDisplay)]


async def test_words_stand_for_a_picture_that_cannot_be_drawn(channel):
    first, second = picture("a", FAILING, "A *duck*"), page("pond")
    pictures = [*first.pictures, *second.pictures]
    content = MessageContent([text("Look:"), *first.items, *second.items], pictures)
    message = await posted(channel, content)
    assert words_of(message) == ["Look:", r"A \*duck\*"]
    assert [each.filename for each in message.attachments] == [second.pictures[0].filename]
    message = await posted(channel, page("bucket"))
    after = await edited(message, content, message.attachments)
    assert words_of(after) == ["Look:", r"A \*duck\*"]


async def test_words_stand_for_a_picture_that_is_not_drawn_in_time(channel, monkeypatch):
    monkeypatch.setattr(contents, "DRAWN_WITHIN", 0.05)
    process = await draw(os.getpid)
    os.kill(process, signal.SIGSTOP)
    try:
        message = await posted(channel, page("duck"))
    finally:
        os.kill(process, signal.SIGCONT)
    assert (words_of(message), message.attachments) == (["duck"], [])


async def test_no_more_words_stand_for_pictures_than_discord_takes(channel):
    drawn = [picture(name, FAILING, "duck " * 200) for name in "abc"]
    items = [text("b" * 2000), *(item for part in drawn for item in part.items)]
    content, files = await MessageContent(items, [p for d in drawn for p in d.pictures]).drawn()
    assert (faults(replace(content, pictures=())), files) == ([], [])


async def test_the_words_beside_a_small_picture_that_cannot_be_drawn_stay(channel):
    small = contents.Picture("a.png", FAILING, "A duck")
    beside_it = beside("The duck", thumbnail("attachment://a.png", "A duck"))
    message = await posted(channel, framed(0, beside_it, pictures=[small]))
    (frame,) = message.components
    assert [part.content for part in frame.children] == ["The duck"]
