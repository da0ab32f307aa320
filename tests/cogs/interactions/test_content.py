"""Messages with pictures on the sandbox: pictures already shown are kept, not sent again."""

from __future__ import annotations

import asyncio
import operator
import os
import signal
from dataclasses import replace
from functools import partial

import discord
import pytest
from discord import http

from cogs.display.components import ActionButton
from cogs.interactions import content as contents
from cogs.interactions.content import MessageContent, edit_as_bot, picture
from cogs.interactions.drawing import begin, draw
from cogs.interactions.failures import TooLate
from cogs.interactions.parts import rows, text
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
        yield client.get_partial_messageable(next(iter(box.core.world.channels)))


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(contents, "AGAIN", 0.01)
    contents._KEPT.clear()
    yield
    contents.stop_completing()


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

    def note(drawing):
        found.append(drawing.args[1].decode())
        return begin(drawing)

    monkeypatch.setattr(contents, "begin", note)
    return found


FAILING = partial(int, "duck")


def page(*words):
    """Return a page with a picture for each word."""
    parts = [picture("a", partial(operator.add, PNG, word.encode()), word) for word in words]
    items = [item for part in parts for item in part.items]
    return MessageContent(items, [each for part in parts for each in part.pictures])


async def posted(channel, content):
    drawn, files = await content.drawn()
    message = await channel.send(**drawn.parts(files))
    if drawn.in_words:
        content.follow(message.id, partial(edit_as_bot, message), in_words=True)
    return message


async def edited(message, content, shown):
    """Edit a message that shows these files; return the edited message."""
    found = []

    async def edit(new, attachments):
        found.append(await message.edit(view=new.view(), attachments=attachments))
        return found[-1].attachments

    await content.update(message.id, shown, edit)
    return found[-1]


def refused(box):
    """Return the requests that Discord refused."""
    return [entry for entry in box.core.record.entries() if entry["status"] >= 400]


async def test_only_new_pictures_are_drawn(channel, drawn):
    message = await posted(channel, page("duck", "pond"))
    after = await edited(message, page("duck", "bucket"), message.attachments)
    assert drawn == ["duck", "pond", "bucket"]
    assert message.attachments[0].id == after.attachments[0].id


async def test_all_pictures_are_sent_to_an_unknown_message(channel):
    message = await posted(channel, page("duck"))
    after = await edited(message, page("duck"), ())
    assert message.attachments[0].id != after.attachments[0].id


async def test_a_recent_picture_is_not_drawn_again(channel, drawn):
    for _ in range(2):
        await posted(channel, page("duck"))
    assert drawn == ["duck"]


@pytest.mark.heavy
async def test_a_failed_picture_is_tried_again(drawn):
    failing = picture("a", partial(operator.add, PNG, b"duck", "no such argument"), "A duck")
    for _ in range(2):
        assert await failing.pictures[0].file() is None
    assert drawn == ["duck", "duck"]


async def test_concurrent_edits_name_no_replaced_file(channel, box):
    message = await posted(channel, page("duck"))
    pages = [page("pond"), page("duck"), page("duck", "bucket"), page("pond"), page("duck")]
    edits = [asyncio.create_task(edited(message, each, message.attachments)) for each in pages]
    *_, last = await asyncio.gather(*edits)
    assert refused(box) == []
    assert [each.filename for each in last.attachments] == [pages[-1].pictures[0].filename]
    assert (await channel.fetch_message(message.id)).attachments[0].id == last.attachments[0].id


async def test_a_file_that_discord_has_lost_is_sent_again(channel, drawn):
    message = await posted(channel, page("duck"))
    await edited(message, page("pond"), message.attachments)
    contents._ATTACHED.clear()  # as if another process had sent the picture
    content = page("duck")
    after = await edited(message, content, message.attachments)
    assert drawn == ["duck", "pond"]
    assert [each.filename for each in after.attachments] == [content.pictures[0].filename]


async def test_an_edit_refused_for_another_reason_fails(channel):
    message = await posted(channel, page("duck"))
    await message.delete()
    with pytest.raises(discord.NotFound):
        await edited(message, page("duck"), message.attachments)


def failing_way(error, asked):
    """Return an edit that fails; `asked` gets, per file, True if the message already had it."""

    async def way(_, attached):
        asked.append([isinstance(each, discord.Attachment) for each in attached])
        raise error

    return way


async def test_after_a_failed_edit_the_next_edit_sends_all_files(channel):
    message, asked = await posted(channel, page("duck", "pond")), []
    ways = failing_way(TooLate("slow"), asked), partial(edit_as_bot, message)
    await page("duck", "bucket").update(message.id, message.attachments, *ways)
    assert asked == [[True, False]]
    after = await channel.fetch_message(message.id)
    assert {each.id for each in after.attachments}.isdisjoint(e.id for e in message.attachments)


async def test_a_message_that_is_gone_is_not_edited_in_another_way(channel):
    message, asked = await posted(channel, page("duck")), []
    await message.delete()
    ways = partial(edit_as_bot, message), failing_way(TooLate("slow"), asked)
    with pytest.raises(discord.NotFound):
        await page("pond").update(message.id, (), *ways)
    assert asked == []


# Pictures that cannot be drawn


def words_of(message):
    return [part.content for part in message.components if isinstance(part, discord.TextDisplay)]


@pytest.mark.heavy
async def test_words_replace_a_picture_that_cannot_be_drawn(channel):
    first, second = picture("a", FAILING, "A *duck*"), page("pond")
    pictures = [*first.pictures, *second.pictures]
    content = MessageContent([text("Look:"), *first.items, *second.items], pictures)
    message = await posted(channel, content)
    assert words_of(message) == ["Look:", r"A \*duck\*"]
    assert [each.filename for each in message.attachments] == [second.pictures[0].filename]
    message = await posted(channel, page("bucket"))
    after = await edited(message, content, message.attachments)
    assert words_of(after) == ["Look:", r"A \*duck\*"]


async def test_words_replace_a_picture_until_it_is_drawn(channel, monkeypatch, stopped):
    monkeypatch.setattr(contents, "DRAWN_WITHIN", 0.05)
    content = page("duck")
    message = await posted(channel, content)
    assert (words_of(message), message.attachments) == (["duck"], [])
    (completing,) = contents._COMPLETING.values()
    await asyncio.sleep(0.2)
    assert contents.is_in_words(message.id)
    os.kill(stopped, signal.SIGCONT)
    await completing
    after = await channel.fetch_message(message.id)
    assert [each.filename for each in after.attachments] == [content.pictures[0].filename]


async def test_a_late_picture_never_replaces_newer_content(channel, monkeypatch, stopped):
    monkeypatch.setattr(contents, "DRAWN_WITHIN", 0.05)
    content = page("duck")
    message = await posted(channel, content)
    (completing,) = contents._COMPLETING.values()
    await MessageContent([text("pond")]).update(message.id, (), partial(edit_as_bot, message))
    os.kill(stopped, signal.SIGCONT)
    await completing
    assert words_of(await channel.fetch_message(message.id)) == ["pond"]


async def test_pictures_of_a_message_that_is_gone_are_given_up(channel, monkeypatch, stopped):
    monkeypatch.setattr(contents, "DRAWN_WITHIN", 0.05)
    content = page("duck")
    message = await posted(channel, content)
    await message.delete()
    (completing,) = contents._COMPLETING.values()
    os.kill(stopped, signal.SIGCONT)
    await completing


@pytest.mark.heavy
async def test_words_for_pictures_keep_discords_limit(channel):
    drawn = [picture(name, FAILING, "duck " * 200) for name in "abc"]
    items = [text("b" * 2000), *(item for part in drawn for item in part.items)]
    content, files = await MessageContent(items, [p for d in drawn for p in d.pictures]).drawn()
    assert (faults(replace(content, pictures=())), files) == ([], [])


# Pages that look the same


def shown_page(words="words", data=b"data", name="a", calls=(), button="join"):
    drawn = picture(name, partial(bytes, data), "A picture")
    items = [text(words), *drawn.items, *rows([ActionButton.of(1, button, "Join")])]
    return MessageContent(items, drawn.pictures, calls)


@pytest.mark.parametrize("calls", [(), (1, 2)])
def test_pages_with_equal_words_buttons_and_files_are_equal(calls):
    assert shown_page(calls=calls).digest == shown_page().digest


@pytest.mark.parametrize(
    "other", [{"words": "other"}, {"data": b"other"}, {"name": "b"}, {"button": "leave"}]
)
def test_pages_with_other_words_buttons_or_files_differ(other):
    assert shown_page(**other).digest != shown_page().digest


FAMILY = "👩\u200d👧"
"""An emoji of three code points."""


def test_no_alt_text_and_no_words_for_a_picture_end_within_an_emoji():
    for before in range(len(FAMILY)):
        shown = picture("family", partial(bytes), "x" * before + 600 * FAMILY)
        (drawn,) = shown.pictures
        assert len(drawn.alt) <= 1024
        assert drawn.alt.endswith(FAMILY)
        long = text("y" * (3997 - len(FAMILY) * 9))
        content = MessageContent([long, *shown.items], shown.pictures)
        assert content._put_into_words(shown.pictures).items[-1]["content"].endswith(FAMILY)
