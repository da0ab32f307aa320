"""Emojis on the sandbox: created once, reused, renewed, and done without where that fails."""

from __future__ import annotations

import dataclasses
import functools
import logging
import re

import discord
import pytest
from discord import http

from cogs.core import art
from cogs.core.emojis import PLAIN, Emojis, name_of
from sandbox import Sandbox

once = functools.cache(art.drawing)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch):
    """The same drawings, without drawing them again in each test."""
    monkeypatch.setattr(art, "drawing", once)


@pytest.fixture
async def box():
    async with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def client(box, monkeypatch):
    monkeypatch.setattr(http.Route, "BASE", box.api_base)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(box.token)
        yield client


def names(box):
    return {emoji.name for emoji in box.core.world.emojis.values()}


def test_every_drawing_has_plain_characters():
    assert set(PLAIN) == set(art.KEYS)


def test_without_discord_the_plain_characters_are_used():
    emojis = Emojis()
    assert [emojis[key] for key in art.KEYS] == [PLAIN[key] for key in art.KEYS]


def test_without_discord_a_button_has_no_picture():
    assert Emojis().picture("duck") is None


def test_an_unknown_key_is_refused():
    with pytest.raises(KeyError):
        Emojis()["swan"]


@pytest.mark.parametrize("key", art.KEYS)
def test_names_are_such_that_discord_takes_them(key):
    assert re.fullmatch(r"\w{2,32}", name_of(key, art.drawing(key).digest), re.ASCII)


def test_pretended_emojis_are_as_long_as_discords():
    emojis = Emojis()
    emojis.pretend()
    assert re.fullmatch(r"<:white_5_\w{8}:\d{19}>", emojis["white_5"])


async def test_the_first_start_creates_every_drawing(box, client):
    await Emojis().sync(client)
    assert names(box) == {name_of(key, art.drawing(key).digest) for key in art.KEYS}


async def test_the_drawings_take_the_place_of_plain_characters(box, client):
    emojis = Emojis()
    await emojis.sync(client)
    ids = {emoji.name: emoji.id for emoji in box.core.world.emojis.values()}
    name = name_of("boss_3", art.drawing("boss_3").digest)
    assert emojis["boss_3"] == f"<:{name}:{ids[name]}>"


async def test_a_button_gets_the_drawing(box, client):
    emojis = Emojis()
    await emojis.sync(client)
    picture = emojis.picture("duck")
    assert picture is not None
    assert picture.id in box.core.world.emojis


async def test_the_second_start_creates_nothing(box, client):
    await Emojis().sync(client)
    before = dict(box.core.world.emojis)
    emojis = Emojis()
    await emojis.sync(client)
    assert box.core.world.emojis == before
    assert all(emojis[key] != PLAIN[key] for key in art.KEYS)


async def test_a_changed_drawing_is_replaced(box, client, monkeypatch):
    await Emojis().sync(client)
    old = name_of("duck", art.drawing("duck").digest)
    new = name_of("duck", "00000000")
    real = art.drawing
    monkeypatch.setattr(
        art,
        "drawing",
        lambda key: (
            dataclasses.replace(real(key), digest="00000000") if key == "duck" else real(key)
        ),
    )
    emojis = Emojis()
    await emojis.sync(client)
    assert (old in names(box), new in names(box)) == (False, True)
    assert new in emojis["duck"]


async def test_an_older_drawing_beside_the_newer_is_removed_and_not_used(box, client):
    await Emojis().sync(client)
    old = name_of("duck", "ffffffff")
    await client.create_application_emoji(name=old, image=art.drawing("duck").png)
    emojis = Emojis()
    await emojis.sync(client)
    assert old not in names(box)
    assert old not in emojis["duck"]


@pytest.mark.parametrize("name", ["party_parrot", "swan_0123abcd", "duck", "duck_0123ABCD"])
async def test_emojis_of_the_host_are_left_alone(box, client, name):
    await client.create_application_emoji(name=name, image=art.drawing("duck").png)
    await Emojis().sync(client)
    assert name in names(box)


async def test_a_refusal_leaves_plain_characters_and_is_logged_once(box, client, caplog):
    box.core.faults.add({"on": "GET /applications/*/emojis", "status": 403})
    emojis = Emojis()
    with caplog.at_level(logging.WARNING, "cogs.core.emojis"):
        await emojis.sync(client)
    assert emojis["duck"] == PLAIN["duck"]
    assert len([r for r in caplog.records if r.name == "cogs.core.emojis"]) == 1


async def test_a_refusal_in_the_middle_keeps_what_was_created(box, client):
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 403, "skip": 6})
    emojis = Emojis()
    await emojis.sync(client)
    drawn = [key for key in art.KEYS if emojis[key] != PLAIN[key]]
    assert 6 <= len(drawn) < len(art.KEYS)


async def test_the_next_start_creates_what_was_missing(box, client):
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 403, "skip": 6})
    await Emojis().sync(client)
    await Emojis().sync(client)
    assert len(box.core.world.emojis) == len(art.KEYS)


async def test_a_rate_limit_is_waited_for(box, client):
    box.core.faults.add({"on": "POST /applications/*/emojis", "status": 429, "retry_after": 0.01})
    await Emojis().sync(client)
    assert len(box.core.world.emojis) == len(art.KEYS)


async def test_a_discord_that_cannot_be_reached_leaves_plain_characters(client, monkeypatch):
    monkeypatch.setattr(http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    emojis = Emojis()
    await emojis.sync(client)
    assert emojis["crown"] == PLAIN["crown"]
