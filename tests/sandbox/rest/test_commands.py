"""What a bot puts in place: commands and emojis."""

import aiohttp
import discord
import pytest
from discord import app_commands

from tests.people import Refused
from tests.sandbox.conftest import Bot
from tests.sandbox.rest.test_refusals import code_of

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000030000000208060000009d74660a")


@pytest.fixture
async def put(box):
    """Overwrites the global commands; gives (status, body)."""
    headers = {"Authorization": f"Bot {box.token}"}
    url = f"{box.api_base}/applications/{box.core.world.bot.id}/commands"
    async with aiohttp.ClientSession(headers=headers) as http:

        async def put(*commands):
            async with http.put(url, json=list(commands)) as response:
                return response.status, await response.json()

        yield put


def command(**more):
    return {"name": "try", "description": "d", **more}


def option(kind=3, name="o", **more):
    return {"type": kind, "name": name, "description": "d", **more}


BAD = {
    "a name is lower case": (command(name="Try"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name has no spaces": (command(name="a b"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a name is at most 32": (command(name="x" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
    "a description is needed": ({"name": "try"}, "description", "BASE_TYPE_REQUIRED"),
    "a description is at most 100": (
        command(description="x" * 101),
        "description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "25 options": (
        command(options=[option(name=f"o{n}") for n in range(26)]),
        "options",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "options differ": (
        command(options=[option(), option()]),
        "options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "required options come first": (
        command(options=[option(), option(name="p", required=True)]),
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "25 choices": (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        "options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a choice fits its option": (
        command(options=[option(kind=4, choices=[{"name": "a", "value": "a"}])]),
        "options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    "choices or autocompletion": (
        command(options=[option(choices=[{"name": "a", "value": "a"}], autocomplete=True)]),
        "options.0.choices",
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
    ),
    "subcommands or values": (
        command(options=[option(kind=1), option(name="p")]),
        "options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "no group in a group": (
        command(options=[option(kind=2, options=[option(kind=2)])]),
        "options.0.options.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "a context is known": (command(contexts=[7]), "contexts.0", "BASE_TYPE_CHOICES"),
}


@pytest.mark.parametrize(("body", "path", "code"), BAD.values(), ids=BAD)
async def test_a_command_beyond_a_limit_is_refused(put, body, path, code):
    status, answer = await put(body)
    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]["0"]
    for step in path.split("."):
        node = node[step]
    assert code in [error["code"] for error in node["_errors"]]


async def test_a_hundred_commands_and_no_twins(put):
    status, _ = await put(*[command(name=f"c{n}") for n in range(100)])
    assert status == 200
    status, _ = await put(*[command(name=f"c{n}") for n in range(101)])
    assert status == 400
    status, answer = await put(command(), command())
    code = answer["errors"]["1"]["name"]["_errors"][0]["code"]
    assert code == "APPLICATION_COMMANDS_DUPLICATE_NAME"


async def test_commands_keep_their_ids_when_they_are_put_again(put):
    _, (first,) = await put(command())
    _, (same,) = await put(command())
    _, (changed,) = await put(command(description="e"))
    assert first == same
    assert changed["id"] == first["id"]
    assert changed["version"] != first["version"]


async def test_a_guilds_commands_are_its_own(login, people):
    bot = Bot()
    pond = discord.Object(int((await people("Teal")).world["guilds"][0]["id"]))

    @bot.tree.command(description="x", guild=pond)
    async def local(i: discord.Interaction):
        await i.response.send_message("here")

    mallard = await people("Mallard")
    async with login(bot):
        await bot.tree.sync(guild=pond)
        assert len(await bot.tree.fetch_commands(guild=pond)) == 1
        assert await bot.tree.fetch_commands() == []
        assert (await mallard.command("local")).state == "answered"
        with pytest.raises(Refused):
            await mallard.command("local", channel="Far Lake/games")


async def test_groups_and_subcommands_are_invoked(login, people):
    bot = Bot()
    outer = app_commands.Group(name="table", description="x")
    inner = app_commands.Group(name="log", description="x", parent=outer)

    @inner.command(description="x")
    async def show(i: discord.Interaction, number: int):
        await i.response.send_message(f"{i.command.qualified_name} {number}")

    bot.tree.add_command(outer)
    mallard = await people("Mallard")
    async with login(bot):
        done = await mallard.command("table log show", number=3)
        assert done.message["content"] == "table log show 3"
        assert done.message["interaction_metadata"]["name"] == "table log show"
        with pytest.raises(Refused):
            await mallard.command("table show", number=3)


async def test_emojis_are_created_used_renamed_and_deleted(login, people, box):
    mallard = await people("Mallard")
    async with login(Bot()) as bot:
        emoji = await bot.create_application_emoji(name="d6", image=PNG)
        assert [e.id for e in await bot.fetch_application_emojis()] == [emoji.id]
        view = discord.ui.View()
        view.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
        await bot.get_channel(int(mallard.channel())).send("x", view=view)
        async with mallard._http.get(f"{box.url}/emojis/{emoji.id}.png") as response:
            assert await response.read() == PNG
        await emoji.edit(name="d7")
        assert (await bot.fetch_application_emoji(emoji.id)).name == "d7"
        await emoji.delete()
        assert await code_of(bot.fetch_application_emoji(emoji.id)) == 10014


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("x", PNG),
        ("x" * 33, PNG),
        ("a-b", PNG),
        ("taken", PNG),
        ("large", PNG + bytes(256 * 1024)),
    ],
)
async def test_a_bad_emoji_is_refused(login, name, image):
    async with login(Bot()) as bot:
        await bot.create_application_emoji(name="taken", image=PNG)
        assert await code_of(bot.create_application_emoji(name=name, image=image)) == 50035


async def test_what_is_no_picture_is_refused(login):
    async with login(Bot()) as bot:
        body = {"name": "text", "image": "data:image/png;base64,aGVsbG8="}
        route = discord.http.Route("POST", f"/applications/{bot.user.id}/emojis")
        assert await code_of(bot.http.request(route, json=body)) == 50035


async def test_2000_emojis_are_enough(login, box):
    async with login(Bot()) as bot:
        emoji = await bot.create_application_emoji(name="d6", image=PNG)
        first = box.core.world.emojis[emoji.id]
        box.core.world.emojis.update(dict.fromkeys(range(1999), first))
        assert await code_of(bot.create_application_emoji(name="d7", image=PNG)) == 30008


async def test_everything_stays_when_the_bot_begins_again(login, people):
    async def answer(i: discord.Interaction):
        await i.response.send_message("x", view=_view())

    def make():
        bot = Bot()
        bot.tree.add_command(app_commands.Command(name="try", description="x", callback=answer))
        return bot

    mallard = await people("Mallard")
    async with login(make()) as bot:
        await bot.create_application_emoji(name="d6", image=PNG)
        await mallard.command("try")
    async with login(make()) as bot:
        assert len(await bot.fetch_application_emojis()) == 1
        bot.add_view(_view())
        assert (await mallard.click("Go")).state == "answered"


def _view():
    class View(discord.ui.View):
        def __init__(self):
            super().__init__(timeout=None)

        @discord.ui.button(label="Go", custom_id="go")
        async def go(self, i: discord.Interaction, _):
            await i.response.edit_message(content="went")

    return View()
