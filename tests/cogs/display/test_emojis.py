"""Emojis on the sandbox are created once, reused and replaced; until then, characters are shown."""

from __future__ import annotations

import dataclasses
import logging
import re
from unicodedata import category

import discord
import pytest
from discord import http

from cogs.display import emojis as emojis_module
from cogs.display.art import Drawing
from cogs.display.emojis import name_of
from cogs.display.table_text import EMPTY, draw_bar
from tests.cogs.pictures import DRAWINGS, all_emojis, longest_emojis, rendered

pytestmark = pytest.mark.usefixtures("drawn_here")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Create emojis without a pause."""
    monkeypatch.setattr(emojis_module, "PAUSE", 0)


@pytest.fixture
async def client(box):
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(box.token)
        yield client


def names(box):
    return {emoji.name for emoji in box.core.world.emojis.values()}


def test_every_drawing_has_plain_characters():
    assert all(drawing.plain for drawing in DRAWINGS.values())


def test_without_discord_the_plain_characters_are_used():
    emojis = all_emojis()
    assert [emojis[key] for key in DRAWINGS] == [DRAWINGS[key].plain for key in DRAWINGS]


def test_without_discord_a_button_has_no_picture():
    assert all_emojis().picture("duck") is None


def test_an_unknown_key_is_refused():
    with pytest.raises(KeyError):
        all_emojis()["swan"]


@pytest.mark.parametrize("key", DRAWINGS)
def test_discord_accepts_the_names_of_emojis(key):
    assert re.fullmatch(r"\w{2,32}", name_of(key, rendered(key).digest), re.ASCII)


@pytest.mark.parametrize("key", DRAWINGS)
def test_a_screen_reader_reads_words_numbers_and_two_letters(key):
    """A part of a name is a word, or a small number. Only the end is no word."""
    *words, digest = name_of(key, rendered(key).digest).split("_")
    assert re.fullmatch(r"[bcdfghj-np-tv-xz]{2}", digest)
    assert words
    assert all(re.fullmatch(r"[a-z]{3,}|\d{1,2}", word) for word in words)


def test_bars_and_empty_places_are_no_emojis():
    """A screen reader reads the name of each emoji, and would read a bar's cell by cell.

    Only the bucket is a picture of emojis. It has five places at most.
    """
    found = {key for key in DRAWINGS if re.search("bar|empty|piece|cell|box", key)}
    assert found <= {"pail_empty"}
    for sign in {*draw_bar(1, 2), EMPTY}:
        assert category(sign) == "So"
        assert "\ufe0f" not in sign


def test_made_up_emojis_are_as_long_as_discords():
    assert re.fullmatch(r"<:white_die_5_\w\w:\d{19}>", longest_emojis()["white_die_5"])


async def test_the_first_start_creates_every_drawing(box, client):
    await all_emojis().sync(client)
    assert names(box) == {name_of(key, rendered(key).digest) for key in DRAWINGS}


async def test_emojis_replace_plain_characters(box, client):
    emojis = all_emojis()
    await emojis.sync(client)
    ids = {emoji.name: emoji.id for emoji in box.core.world.emojis.values()}
    name = name_of("boss_die_3", rendered("boss_die_3").digest)
    assert emojis["boss_die_3"] == f"<:{name}:{ids[name]}>"


async def test_a_button_gets_the_drawing(box, client):
    emojis = all_emojis()
    await emojis.sync(client)
    picture = emojis.picture("duck")
    assert picture is not None
    assert picture["id"] in box.core.world.emojis


async def test_the_second_start_creates_nothing(box, client):
    await all_emojis().sync(client)
    before = dict(box.core.world.emojis)
    emojis = all_emojis()
    await emojis.sync(client)
    assert box.core.world.emojis == before
    assert all(emojis[key] != DRAWINGS[key].plain for key in DRAWINGS)


async def test_a_changed_drawing_is_replaced(box, client, monkeypatch):
    await all_emojis().sync(client)
    old = name_of("duck", rendered("duck").digest)
    new = name_of("duck", "xx")

    async def draw(drawing):
        drawn = drawing()
        return dataclasses.replace(drawn, digest="xx") if drawn.key == "duck" else drawn

    monkeypatch.setattr(emojis_module, "draw", draw)
    emojis = all_emojis()
    assert await emojis.sync(client)
    assert {old, new} <= names(box)
    assert new in emojis["duck"]
    await emojis.delete_outdated()
    assert (old in names(box), new in names(box)) == (False, True)


async def test_an_outdated_emoji_is_removed_and_not_used(box, client):
    await all_emojis().sync(client)
    old = name_of("duck", "xx")
    await client.create_application_emoji(name=old, image=rendered("duck").png)
    emojis = all_emojis()
    await emojis.sync(client)
    assert old in names(box)
    await emojis.delete_outdated()
    assert old not in names(box)
    assert old not in emojis["duck"]


async def test_boards_are_redrawn_as_long_as_an_outdated_emoji_exists(box, client):
    """The bot may have been killed while it redrew them."""
    await all_emojis().sync(client)
    old = name_of("duck", "xx")
    await client.create_application_emoji(name=old, image=rendered("duck").png)
    emojis = all_emojis()
    await emojis.look(client)
    await emojis.sync(client)
    assert await emojis.sync(client)
    await emojis.delete_outdated()
    assert not await emojis.sync(client)


@pytest.mark.parametrize("name", ["party_parrot", "swan_kq", "duck", "duck_hi"])
async def test_emojis_of_the_host_are_left_alone(box, client, name):
    await client.create_application_emoji(name=name, image=rendered("duck").png)
    await all_emojis().sync(client)
    assert name in names(box)


async def test_a_refusal_leaves_plain_characters_and_is_logged_once(box, client, caplog):
    box.core.faults.add({"on": "GET /applications/*/emojis", "status": 403})
    emojis = all_emojis()
    with caplog.at_level(logging.WARNING, "cogs.display.emojis"):
        await emojis.sync(client)
    assert emojis["duck"] == DRAWINGS["duck"].plain
    assert len([r for r in caplog.records if r.name == "cogs.display.emojis"]) == 1


async def test_a_refused_emoji_does_not_stop_the_rest(box, client, caplog):
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 400, "skip": 6})
    emojis = all_emojis()
    with caplog.at_level(logging.WARNING, "cogs.display.emojis"):
        await emojis.sync(client)
    drawn = [key for key in DRAWINGS if emojis[key] != DRAWINGS[key].plain]
    assert len(drawn) == len(DRAWINGS) - 1
    assert not emojis.complete
    assert "1 emojis could not be created, and plain characters stay: 400" in caplog.text
    assert await emojis.sync(client)
    assert emojis.complete
    assert len(box.core.world.emojis) == len(DRAWINGS)


async def test_an_outdated_emoji_that_cannot_be_removed_does_no_harm(box, client):
    await all_emojis().sync(client)
    old = name_of("duck", "xx")
    await client.create_application_emoji(name=old, image=rendered("duck").png)
    box.core.faults.add({"on": "DELETE /applications/*/emojis/*", "status": 403})
    emojis = all_emojis()
    await emojis.sync(client)
    await emojis.delete_outdated()
    assert emojis.complete
    assert old not in emojis["duck"]


def never():
    return False


async def test_a_worker_that_is_no_longer_housekeeper_stops(box, client):
    turns = iter([True] * 4)
    await all_emojis().sync(client, puts=lambda: next(turns, False))
    assert len(box.core.world.emojis) == 3


def refused(box):
    """Return the requests that Discord has refused."""
    return [each for each in box.core.record.entries() if each["status"] >= 400]


async def test_an_emoji_that_another_worker_creates_during_drawing_is_not_created_again(
    box, client, monkeypatch
):
    others, draw = iter([all_emojis()]), emojis_module.draw

    async def draw_slowly(drawing):
        for other in others:
            await other.sync(client)
        return await draw(drawing)

    monkeypatch.setattr(emojis_module, "draw", draw_slowly)
    emojis = all_emojis()
    await emojis.sync(client)
    assert emojis.complete
    assert refused(box) == []
    assert len(box.core.world.emojis) == len(DRAWINGS)


async def test_other_workers_look_again_until_all_emojis_exist(box, client):
    emojis, keeper = all_emojis(), all_emojis()
    assert not await emojis.sync(client, puts=never)
    assert box.core.world.emojis == {}
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 403, "skip": 6})
    await keeper.sync(client)
    assert await emojis.sync(client, puts=never)
    assert not emojis.complete
    await keeper.sync(client)
    assert await emojis.sync(client, puts=never)
    assert emojis.complete
    assert {key: emojis[key] for key in DRAWINGS} == {key: keeper[key] for key in DRAWINGS}
    assert not await emojis.sync(client, puts=never)


async def test_a_rate_limit_is_waited_for(box, client):
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 429, "retry_after": 0.01})
    await all_emojis().sync(client)
    assert len(box.core.world.emojis) == len(DRAWINGS)


async def test_plain_characters_stay_if_discord_cannot_be_reached(client, monkeypatch):
    monkeypatch.setattr(http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    emojis = all_emojis()
    await emojis.sync(client)
    assert emojis["crown"] == DRAWINGS["crown"].plain


def fail():
    raise ValueError


async def test_a_drawing_that_fails_leaves_the_other_emojis_in_place(box, client, caplog):
    emojis = all_emojis()
    emojis.add([Drawing("swan", "🦢", fail)])
    await emojis.sync(client)
    assert names(box) == {name_of(key, rendered(key).digest) for key in DRAWINGS}
    assert not emojis.complete
    assert emojis["swan"] == "🦢"
    assert "plain characters stay for them: swan" in caplog.text


async def test_an_emoji_stays_while_its_drawing_fails(box, client):
    name = name_of("swan", "kq")
    await client.create_application_emoji(name=name, image=rendered("duck").png)
    emojis = all_emojis()
    emojis.add([Drawing("swan", "🦢", fail)])
    await emojis.sync(client)
    await emojis.delete_outdated()
    assert name in names(box)
    assert emojis["swan"].startswith(f"<:{name}:")
