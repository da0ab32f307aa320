"""Servers of which the client keeps only a part give the same permissions as whole servers."""

from __future__ import annotations

import copy
import random

import discord
import pytest

from cogs.app.client import DucksClient

GUILD, OWNER, MEMBER = 10, 5, 7
ROLES = (GUILD, 11, 12, 13)
BITS = ("view_channel", "connect", "send_messages", "manage_messages", "administrator")
TYPES = (discord.ChannelType.text, discord.ChannelType.voice, discord.ChannelType.category)


def some_bits(chance, most):
    names = chance.sample(BITS[:most], chance.randint(0, most))
    return str(discord.Permissions(**dict.fromkeys(names, True)).value)


def role(chance, number):
    permissions = some_bits(chance, len(BITS) if chance.random() < 0.1 else len(BITS) - 1)
    colors = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
    return {
        "id": str(number), "name": f"Role {number}", "permissions": permissions, "position": number,
        "color": 0, "colors": colors, "hoist": False, "managed": False, "mentionable": False,
        "flags": 0,
    }  # fmt: skip


def channel(chance, number):
    whose = [(each, 0) for each in ROLES] + [(MEMBER, 1)]
    chosen = chance.sample(whose, chance.randint(0, len(whose)))
    overwrites = [
        {"id": str(each), "type": kind, "allow": some_bits(chance, 4), "deny": some_bits(chance, 4)}
        for each, kind in chosen
    ]
    return {
        "id": str(100 + number), "type": TYPES[number % 3].value, "name": f"channel-{number}",
        "position": number, "topic": "Ducks.", "last_message_id": "99", "parent_id": None,
        "permission_overwrites": overwrites, "bitrate": 64_000, "user_limit": 0,
    }  # fmt: skip


def server(seed):
    chance = random.Random(seed)
    return {
        "id": str(GUILD), "name": "The Pond", "owner_id": str(OWNER), "member_count": 3,
        "roles": [role(chance, number) for number in ROLES],
        "channels": [channel(chance, number) for number in range(30)],
        "members": [], "threads": [], "presences": [], "voice_states": [], "emojis": [],
        "stickers": [], "features": [], "stage_instances": [], "guild_scheduled_events": [],
    }  # fmt: skip


def guild_of(client, data):
    """Return the server as a client has it after GUILD_CREATE."""
    state = client._connection
    state.shard_count, state.shard_ids = 1, [0]
    state.parsers["GUILD_CREATE"](copy.deepcopy(data))
    return client.get_guild(GUILD)


@pytest.fixture
async def plain():
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True))


@pytest.fixture
async def ours():
    return DucksClient()


@pytest.mark.parametrize("seed", range(10))
async def test_reduced_servers_give_the_same_permissions(plain, ours, seed):
    data = server(seed)
    guilds = [guild_of(client, data) for client in (plain, ours)]
    for roles in ([], ["11"], ["12", "13"]):
        user = {"id": str(MEMBER), "username": "teal", "discriminator": "0", "avatar": None}
        member = {"user": user, "roles": roles, "flags": 0, "joined_at": None}
        told = []
        for guild in guilds:
            who = discord.Member(data=member, guild=guild, state=guild._state)
            allowed = [each.permissions_for(who) for each in guild.channels]
            told.append([(each.view_channel, each.connect, each.send_messages) for each in allowed])
            assert {each.id for each in who.roles} == {GUILD, *map(int, roles)}
        assert told[0] == told[1]


async def test_names_and_unused_permissions_are_not_kept(ours):
    guild = guild_of(ours, server(1))
    assert guild.name == "The Pond"
    assert {each.name for each in (*guild.channels, *guild.roles)} == {""}
    assert {each.topic for each in guild.text_channels} == {None}
    kept = [each for channel in guild.channels for each in channel.overwrites.values()]
    assert kept
    assert all({each.view_channel, each.connect, each.send_messages} != {None} for each in kept)


async def test_a_change_of_the_server_brings_no_names_back(ours):
    guild = guild_of(ours, server(1))
    ours._connection.parsers["GUILD_UPDATE"](server(1))
    assert {each.name for each in guild.roles} == {""}
