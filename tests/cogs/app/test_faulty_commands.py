"""A command that Discord would refuse is left out, and all others are put up."""

from __future__ import annotations

import asyncio
import logging
from copy import deepcopy
from types import SimpleNamespace

import pytest

from cogs.app import in_place
from cogs.app.games import add_games
from cogs.app.in_place import list_faults, put_commands
from engine.core import Choice, Info, Option
from players.games import GAMES
from sandbox.protocol.commands import CommandValidator
from sandbox.protocol.form import Form
from sandbox.protocol.refusals import Refusal
from tests.cogs.interactions.test_language import write_catalog
from tests.cogs.test_commands import make_client

KEY = GAMES[0].info.key


@pytest.fixture
async def client(box):
    """The housekeeper's client, whose tree has no commands of games yet."""
    client = await make_client()
    for game in GAMES:
        client.tree.remove_command(game.info.key)
    client.sharding = SimpleNamespace(housekeeping=asyncio.Event())
    client.sharding.housekeeping.set()
    client.services.languages.loaded.set()
    async with client:
        await client.login(box.token)
        yield client


def there(box):
    """Return the names of the commands that Discord has."""
    return {command["name"] for command in box.core.world.commands[None].values()}


def wanted(client):
    """Return the names of all commands of the bot."""
    return {command.name for command in client.tree.get_commands()} | {g.info.key for g in GAMES}


def options(*choices, title="Goal", number=1):
    """Return options with these choices."""
    return tuple(
        Option(f"goal{i}", title if number == 1 else f"{title} {i}", tuple(choices))
        for i in range(number)
    )


def choice(i, title=""):
    return Choice(f"c{i}", title or f"Choice {i}")


BROAD = options(*(choice(i, f"{i} {'x' * 80}") for i in range(25)), number=5)

GAMES_TOO_LARGE = {
    "the gist": {"gist": "x" * 100},
    "the pitch": {"pitch": "x" * 100},
    "26 choices": {"options": options(*map(choice, range(26)))},
    "a choice of 101 letters": {"options": options(choice(1, "x" * 101), choice(2))},
    "a value of 101 letters": {"options": options(Choice("x" * 101, "Far"), choice(2))},
    "two choices of one name": {"options": options(choice(1, "Far"), choice(2, "Far"))},
    "23 options beside the bot's own": {"options": options(choice(1), choice(2), number=23)},
    "8,000 letters in all": {"options": BROAD},
}


@pytest.fixture
def change(client, monkeypatch):
    """A function that gives a game another gist, pitch, title or options."""
    renderer = client.services.renderers[KEY]

    def change(gist="throw", pitch="Fun", options=(), title="Ducks"):
        for name, value in (("gist", gist), ("pitch", pitch)):
            monkeypatch.setattr(renderer, name, value, raising=False)
        info = renderer.game.info
        changed = Info(KEY, title, info.min_seats, info.max_seats, 1, options=options)
        monkeypatch.setattr(type(renderer.game), "info", changed)

    return change


@pytest.mark.parametrize("fault", GAMES_TOO_LARGE.values(), ids=GAMES_TOO_LARGE)
async def test_a_game_beyond_a_limit_is_off_and_all_other_commands_are_there(
    client, box, change, fault, caplog
):
    add_games(client)
    await put_commands(client, None)
    before = wanted(client)
    assert there(box) == before
    for game in GAMES:
        client.tree.remove_command(game.info.key)
    change(**fault)
    add_games(client)
    with caplog.at_level(logging.WARNING):
        await put_commands(client, None)
    assert there(box) == before - {KEY}
    assert KEY not in client.services.offered
    (line,) = [record.message for record in caplog.records]
    assert line.startswith(f"{KEY} is off: ")


async def test_a_translation_beyond_a_limit_puts_its_game_off(client, box, tmp_path, caplog):
    renderer = client.services.renderers[KEY]
    words = f"{renderer.game.info.title}: {renderer.gist}"
    write_catalog(tmp_path, "de", {words: "x" * 101})
    await client.services.languages.load(tmp_path)
    add_games(client)
    before = wanted(client)
    await put_commands(client, None)
    assert there(box) == before - {KEY}
    why = f"the description of {KEY!r} has 101 letters of 100 (de)"
    assert f"{KEY} is off: {why}" in caplog.text


async def test_what_discord_refuses_all_the_same_is_left_out(
    client, box, change, monkeypatch, caplog
):
    monkeypatch.setattr(in_place, "list_faults", lambda _: iter(()))
    change(gist="x" * 100)
    add_games(client)
    before = wanted(client)
    await put_commands(client, None)
    assert there(box) == before - {KEY}
    assert caplog.text.count(f"{KEY} is off: Discord refuses its command (description") == 1


FAULTS = {
    "no fault": lambda _: None,
    "a long name": lambda c: c.update(name="x" * 33),
    "no description": lambda c: c.update(description=""),
    "a long description": lambda c: c.update(description="x" * 101),
    "a long translation": lambda c: c.update(description_localizations={"de": "x" * 101}),
    "an empty translation": lambda c: c.update(description_localizations={"de": ""}),
    "many options": lambda c: c["options"].extend(
        {"type": 3, "name": f"o{i}", "description": "x"} for i in range(25)
    ),
    "options of one name": lambda c: c["options"].append(deepcopy(c["options"][0])),
    "many choices": lambda c: c["options"][0]["choices"].extend(
        {"name": f"c{i}", "value": f"v{i}"} for i in range(25)
    ),
    "choices of one name": lambda c: c["options"][0]["choices"].append(
        {"name": "one", "value": "other"}
    ),
    "a long choice": lambda c: c["options"][0]["choices"][0].update(name="x" * 101),
    "a long value": lambda c: c["options"][0]["choices"][0].update(value="x" * 101),
    "a choice that is long in one language": lambda c: c["options"][0]["choices"][0].update(
        name_localizations={"fr": "x" * 101}
    ),
    "8,001 letters": lambda c: fill(c, 8001),
    "8,000 letters": lambda c: fill(c, 8000),
}
"""Changes of a command. Discord's limits on it are told by the sandbox's own check."""


def fill(command, size):
    """Add two options with choices until the texts of a command have this size, near 8,000."""
    left = size - sum(len(each) for each in ("many", "x", "one", "x", "one", "1", "o0x", "o1x"))
    for number in range(2):
        choices = []
        while left and len(choices) < 25:
            letters = min(left, 200)
            name = f"{len(choices):02}".ljust(100, "x")
            choices.append({"name": name, "value": "v" * (letters - 100)})
            left -= letters
        command["options"].append(
            {"type": 3, "name": f"o{number}", "description": "x", "choices": choices}
        )
    assert left == 0


@pytest.mark.parametrize("fault", FAULTS)
def test_the_limits_are_those_that_discord_checks(fault):
    choices = [{"name": "one", "value": "1"}]
    option = {"type": 3, "name": "one", "description": "x", "choices": choices}
    command = {"type": 1, "name": "many", "description": "x", "options": [option]}
    FAULTS[fault](command)
    form = Form()
    CommandValidator(form, ("many",)).check(command)
    try:
        form.check()
    except Refusal:
        refused = True
    else:
        refused = False
    assert bool([*list_faults(command)]) == refused
    assert refused == (fault not in {"no fault", "8,000 letters"})
