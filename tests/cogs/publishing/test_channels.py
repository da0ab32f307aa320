"""Channels: a slow one delays no other, and a forum's tables have posts of their own."""

from __future__ import annotations

import asyncio
import shutil
from unittest.mock import Mock, patch

import discord
import pytest

from cogs.interactions.responder import responding
from cogs.publishing import queue as queues
from cogs.publishing.queue import WorkQueue
from db.connection import Database
from players.games import GAMES
from tests.cogs.publishing.stage import NOW, Stage
from tests.tables.house import ANNA, CHANNEL, GUILD, Clock, House


@pytest.fixture
async def stage(tmp_path, file_of_sqlite):
    file = shutil.copy(file_of_sqlite, tmp_path)
    async with await Database.open(f"sqlite:///{file}") as database:
        with patch("time.time", return_value=NOW):
            yield Stage(database, House(database, Clock(), GAMES))


async def opened(stage, channel_id):
    """Open a table in a channel, and return it with its message."""
    table = await stage.house.tables.lobbies.open(
        "ducks", {}, GUILD, channel_id, ANNA, stage.wire.count()
    )
    interaction = stage.interaction(ANNA)
    interaction.channel_id = channel_id
    async with responding(interaction) as responder:
        await stage.publisher.publish_new(table, responder)
    return await stage.table(table.id)


async def test_a_slow_channel_delays_no_other(stage):
    slow, other = [await opened(stage, CHANNEL + number) for number in range(2)]
    stage.messages.forget_contents()
    stage.wire.said.clear()
    answered = asyncio.Event()
    stage.wire.answer("token: edit A", answered.wait)
    stage.publisher.refresh([slow, other])
    async with asyncio.timeout(30):
        while "token: edit B" not in stage.wire.said:  # noqa: ASYNC110 - the wire gives no event
            await asyncio.sleep(0)
    assert stage.publisher.count_waiting() == 0
    answered.set()
    await stage.settle()
    assert stage.wire.said == ["token: edit A", "token: edit B"]


async def test_the_tables_of_a_channel_are_updated_one_after_the_other(stage):
    first, second = [await opened(stage, CHANNEL) for _ in range(2)]
    stage.messages.forget_contents()
    stage.wire.said.clear()
    answered = asyncio.Event()
    stage.wire.answer("token: edit A", answered.wait)
    stage.publisher.refresh([first, second])
    async with asyncio.timeout(30):
        while not stage.wire.said:  # noqa: ASYNC110 - the wire gives no event
            await asyncio.sleep(0)
    assert (stage.wire.said, stage.publisher.count_waiting()) == (["token: edit A"], 1)
    answered.set()
    await stage.settle()
    assert stage.wire.said == ["token: edit A", "token: edit B"]


async def test_a_queue_that_closes_drops_what_waits_and_stops_what_hangs(monkeypatch):
    monkeypatch.setattr(queues, "LAST_WORK", 0.01)
    begun = []

    async def work(table_id):
        begun.append(table_id)
        await asyncio.Event().wait()

    queue = WorkQueue()
    queue.add(CHANNEL, work, 1)
    queue.add(CHANNEL, work, 2)
    await asyncio.sleep(0)
    await queue.close()
    queue.add(CHANNEL, work, 3)
    assert (begun, len(queue)) == ([1], 0)


def forum():
    """Return a post in a forum, beside which people use commands; one of its tags is reserved."""
    tags = [Mock(id=number, moderated=number == 2) for number in (1, 2, 3)]
    post = Mock(spec=discord.Thread, id=CHANNEL, applied_tags=tags)
    post.parent = Mock(spec=discord.ForumChannel, id=900)
    return post


async def publish_in_post(stage):
    table = await stage.house.tables.lobbies.open(
        "ducks", {}, GUILD, CHANNEL, ANNA, stage.wire.count(), threaded=True
    )
    interaction = stage.interaction(ANNA)
    interaction.channel = forum()
    async with responding(interaction) as responder:
        await stage.publisher.publish_in_post(table, responder)
    await stage.settle()
    return await stage.table(table.id)


async def test_a_table_in_a_forum_gets_a_post_and_a_link_to_it(stage):
    table = await publish_in_post(stage)
    assert stage.wire.said == ["open a post with the tags 1, 3", "click: post"]
    assert table.message_id == table.thread_id == table.channel_id == min(stage.wire.shown)
    known = stage.messages.find(table.message_id)
    assert (known.digest is not None, known.channel_id) == (True, table.message_id)


async def test_without_a_post_the_table_is_where_the_command_was(stage):
    stage.wire.answer("open a post", "forbidden")
    table = await publish_in_post(stage)
    said = "token: whisper 'No thread could be opened for this table, so it is played here.'"
    assert stage.wire.said == ["open a post with the tags 1, 3", "click: post", said]
    assert (table.thread_id, table.threaded, table.channel_id) == (None, False, CHANNEL)


async def test_a_message_of_others_covers_a_board_even_if_a_thread_was_opened_from_it(stage):
    theirs, ours, board = 12, 11, 10
    stage.messages.note_last(theirs, 13)  # in the thread, whose id is the id of their message
    stage.messages.note_own(ours)
    stage.messages.note_last(CHANNEL, ours)
    assert not stage.messages.is_covered(CHANNEL, board)
    stage.messages.note_last(CHANNEL, theirs)
    assert stage.messages.is_covered(CHANNEL, board)
    assert not stage.messages.is_covered(CHANNEL + 1, board)
