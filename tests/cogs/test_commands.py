"""The complete list of commands."""

from __future__ import annotations

import time
from importlib import import_module

import pytest
from discord import app_commands
from discord.ext import tasks

from cogs.app.client import EXTENSIONS, DucksClient
from cogs.app.feature_cog import add_features
from cogs.app.games import add_games, load_renderers
from cogs.app.services import Services
from cogs.display.emojis import Emojis
from cogs.features import FEATURES
from cogs.interactions.wire import DiscordWire
from players.games import GAMES
from records.service import Records
from sandbox.protocol.commands import CommandValidator
from sandbox.protocol.form import Form
from tables.service import Tables


async def make_client():
    """Return a client with all commands and without running tasks."""
    client = DucksClient()
    client.sharding = None
    tables, records = (kind(None, GAMES, time.time) for kind in (Tables, Records))
    client.services = Services(client, DiscordWire(client), tables, records, Emojis())
    for renderer in load_renderers().values():
        client.services.add_renderer(renderer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks.Loop, "start", lambda _: None)
        for extension in EXTENSIONS:
            await import_module(extension).setup(client)
        await add_features(client, FEATURES, {})
        add_games(client)
    return client


@pytest.fixture
async def listed():
    """Return all commands in the form sent to Discord."""
    client = await make_client()
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def described(command):
    """Yield the descriptions of a command, its subcommands and options."""
    yield command["description"]
    for option in command.get("options", ()):
        yield from described(option)


GUILD, BOT_DM, PRIVATE = 0, 1, 2
"""Discord's numbers for the contexts in which a command can be used."""

BY_SERVER, BY_PERSON = 0, 1
"""Discord's numbers for the two ways to install the bot."""

OF_SERVERS = {"leaderboard", "settings"}
"""Commands that work only on servers with the bot as a member."""

DIRECT = {"pond", "table", "history", "stats", "privacy", "turns", "away", "practice"} | {"daily"}
"""Commands that work in direct messages with the bot."""


async def test_every_command_says_where_it_can_be_used(listed):
    for command in listed:
        name = command["name"]
        direct, private = [BOT_DM] * (name in DIRECT), [PRIVATE] * (name not in OF_SERVERS)
        assert command["contexts"] == [GUILD, *direct, *private]
        assert command["integration_types"] == [BY_SERVER, *[BY_PERSON] * (name not in OF_SERVERS)]


async def test_every_command_is_within_discords_limits(listed):
    form = Form()
    for command in listed:
        CommandValidator(form, (command["name"],)).check(command)
    form.check()  # raises if any command is refused: Discord would then refuse the whole list


async def test_no_description_is_cut_short_by_the_library(listed):
    texts = [text for command in listed for text in described(command)]
    assert len(texts) > len(listed)
    assert [text for text in texts if text.endswith("…")] == []


OURS = {"circuits", "press", "accumulate", "draw", "wild", "game"}
"""Keys of options in the rules' code, which mean nothing to players."""


def options(command):
    """Yield all options of a command and its subcommands."""
    for option in command.get("options", ()):
        yield from [option] if option["type"] not in {1, 2} else options(option)


async def test_the_command_of_a_game_names_it_first_and_its_options_plainly(listed):
    for game in GAMES:
        (command,) = [each for each in listed if each["name"] == game.info.key]
        assert all(text.startswith(f"{game.info.title}: ") for text in (
            command["description"], command["options"][0]["description"]))  # fmt: skip
        offered = {option["name"]: option["description"] for option in options(command)}
        assert offered.keys() & OURS == set()
        assert [name for name, said in offered.items() if "; usually " not in said] == []


def names(command, before=""):
    """Yield the full name of the command, or of each of its subcommands if it has any."""
    name = f"{before}{command['name']}"
    inner = [option for option in command.get("options", ()) if option["type"] in {1, 2}]
    for option in inner:
        yield from names(option, f"{name} ")
    if not inner:
        yield name


OF_CORE = {
    *("play", "privacy", "settings"),
    *("table show", "table leave", "table cancel"),
}
OF_FEATURES = {
    **{name: name for name in ("away", "daily", "history", "practice", "stats", "turns")},
    "leaderboards": "leaderboard",
}
"""The command that a feature adds, by feature."""


async def test_exactly_these_commands_exist(listed):
    """With the five built-in games there are 18 commands."""
    found = [name for command in listed for name in names(command)]
    known = [OF_FEATURES[each.name] for each in FEATURES if each.name in OF_FEATURES]
    of_games = [f"{game.info.key} start" for game in GAMES]
    assert sorted(found) == sorted([*OF_CORE, *known, *of_games])


async def test_a_game_whose_name_is_a_command_is_off(caplog):
    client = await make_client()
    key, renderer = next(iter(client.services.offered.items()))
    client.tree.remove_command(key)
    taken = app_commands.Group(name=key, description="Something else.")
    client.tree.add_command(taken)
    client.services.renderers.clear()
    client.services.renderers[key] = renderer
    add_games(client)
    assert client.tree.get_command(key) is taken
    assert f"{key} is off: another command has this name" in caplog.text
    assert key not in client.services.offered
