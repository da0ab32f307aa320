"""The newest message of a channel, as a client of the sandbox learns it from clicks."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import http

from cogs.app.client import DucksClient
from cogs.interactions.raw import find_last_message
from sandbox import Sandbox
from tests.people import UNHURRIED, Person


class Client(DucksClient):
    """A client that only notes each click; the command `ask` responds with a private button.

    The client holds all shards, because there are no other workers.
    """

    launch_shards = discord.AutoShardedClient.launch_shards
    before_identify_hook = discord.Client.before_identify_hook

    async def setup_hook(self):
        self.clicks = []
        self.tree.command(name="ask", description="A private button")(ask)
        await self.tree.sync()

    async def on_interaction(self, interaction):
        if interaction.type is discord.InteractionType.component:
            self.clicks.append(interaction)
            await interaction.response.defer()


async def ask(interaction: discord.Interaction):
    await interaction.response.send_message(view=button(), ephemeral=True)


def button():
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Click", custom_id="x"))
    view.stop()
    return view


@pytest.fixture
async def box():
    async with Sandbox(answer_within=UNHURRIED) as sandbox:
        yield sandbox


@pytest.fixture
async def client(box, monkeypatch):
    monkeypatch.setattr(http.Route, "BASE", box.api_base)
    async with Client() as client:
        await client.login(box.token)
        serving = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        yield client
        await client.close()
        await serving


@pytest.fixture
async def smew(box, client):
    async with Person(box, "Smew") as person:
        yield person


async def test_a_click_tells_the_newest_message_of_its_channel(client, smew):
    await client.get_partial_messageable(int(smew.channel())).send(view=button())
    clicked = await smew.wait_for(lambda message: message["components"])
    await smew.click("Click", clicked)
    said = await smew.say("Somebody writes below it.")
    await smew.click("Click", clicked)
    newest = [find_last_message(click) for click in client.clicks]
    assert newest == [int(clicked["id"]), int(said["id"])]
    assert [click.message.id for click in client.clicks] == [int(clicked["id"])] * 2


async def test_a_click_tells_no_newest_message_if_all_are_private(client, smew):
    hand = (await smew.command("ask")).message
    await smew.click("Click", hand)
    (click,) = client.clicks
    assert find_last_message(click) is None
    assert click.message.flags.ephemeral


async def test_only_some_fields_of_a_clicked_message_are_read(client, smew):
    await client.get_partial_messageable(int(smew.channel())).send(view=button())
    clicked = await smew.wait_for(lambda message: message["components"])
    await smew.click("Click", clicked)
    (click,) = client.clicks
    assert click.message.id == int(clicked["id"])
    assert not hasattr(click.message, "components")
