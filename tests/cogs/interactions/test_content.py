"""A message with a picture on the sandbox: what it shows already is kept, not sent again."""

from __future__ import annotations

import operator
from functools import partial

import discord
import pytest
from discord import http

from cogs.interactions import content as contents
from cogs.interactions.content import MessageContent, picture
from cogs.interactions.drawing import draw
from sandbox import Sandbox

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
async def channel(monkeypatch):
    async with Sandbox() as box, discord.Client(intents=discord.Intents.none()) as client:
        monkeypatch.setattr(http.Route, "BASE", box.api_base)
        await client.login(box.token)
        yield client.get_partial_messageable(next(iter(box.core.world.channels)))


@pytest.fixture
def drawn(monkeypatch):
    """The words of the pictures that were drawn."""
    found = []

    def note(drawing):
        found.append(drawing.args[1].decode())
        return draw(drawing)

    monkeypatch.setattr(contents, "draw", note)
    return found


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


async def test_where_nothing_is_known_to_be_shown_all_is_drawn(channel, drawn):
    message = await posted(channel, page("duck"))
    await edited(message, page("duck"), ())
    assert drawn == ["duck", "duck"]


async def test_what_discord_has_no_longer_is_sent_again(channel, drawn):
    message = await posted(channel, page("duck"))
    await edited(message, page("pond"), message.attachments)
    content = page("duck")
    after = await edited(message, content, message.attachments)
    assert drawn == ["duck", "pond", "duck"]
    assert [each.filename for each in after.attachments] == [content.pictures[0].filename]


async def test_an_edit_that_is_refused_for_another_reason_fails(channel):
    message = await posted(channel, page("duck"))
    await message.delete()
    with pytest.raises(discord.NotFound):
        await edited(message, page("duck"), message.attachments)
