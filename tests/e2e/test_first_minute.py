"""After the command, a few presses lead a lone player to the first dice or cards."""

from __future__ import annotations

import pytest

from tests.e2e.process import Bot
from tests.people import Person, offers

WAYS = {
    "ducks": ["Play with a duck", "t1:"],
    "trophy": ["Play with 2 ducks", "t1:"],
    "buckdice": ["Play with a duck", "t1:"],
    "pond": ["Start"],
    "buckets": ["Play with 2 ducks", "Build it for me"],
}
"""Presses of each game from its lobby to its first dice or cards."""


@pytest.fixture
async def smew(box, tmp_path):
    """A person alone with a bot whose computer players take no time."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as bot, Person(box, "Smew") as person:
        await bot.ready()
        person.bot = bot
        yield person


async def press(person, what):
    """Press a control as soon as it is there and enabled."""

    def there():
        found = [
            (message, control)
            for message in reversed(person.messages())
            for control in offers(message, what)
            if not control.get("disabled")
        ]
        return found[0] if found else None

    message, control = await person.until(there)
    assert (await person.click(control["custom_id"], message)).state == "answered"


def has_begun(bot, game):
    """Whether the player has moved. In the pond: whether the first dice were thrown."""
    seat = -1 if game == "pond" else 0
    return bot.rows(f"SELECT text FROM moves WHERE seat = {seat}")


@pytest.mark.parametrize("game", WAYS)
async def test_few_presses_lead_a_lone_player_to_the_first_dice(smew, game):
    await smew.command(f"{game} start")
    for what in WAYS[game]:
        await press(smew, what)
    await smew.bot.wait_until(lambda: has_begun(smew.bot, game))


async def test_the_chooser_costs_one_press_more(smew):
    await smew.command("play")
    for what in ["n1:play:open:pond", *WAYS["pond"]]:
        await press(smew, what)
    await smew.bot.wait_until(lambda: has_begun(smew.bot, "pond"))
