"""From the command to the first dice: what somebody who is alone presses, and nothing else."""

from __future__ import annotations

import pytest

from tests.e2e.process import Bot
from tests.people import Person

WAYS = {
    "ducks": ("Ducks in a Bucket", ["Add a duck", "Start", "t1:"]),
    "trophy": ("Trophy Buck", ["Add 2 ducks", "Start", "t1:"]),
    "buckdice": ("Buck Dice", ["Add a duck", "Start", "t1:"]),
    "pond": ("Ducks in the Pond", ["Start"]),
    "buckets": ("The Bucket King", ["Add 2 ducks", "Start", "My hand", "Build it for me"]),
}
"""The title of each game, and the presses from its lobby to its first dice or cards."""


@pytest.fixture
async def smew(box, tmp_path):
    """A person alone with a bot whose computers take no time."""
    async with Bot(box, tmp_path, DUCK_PAUSE="0") as bot, Person(box, "Smew") as person:
        await bot.ready()
        person.bot = bot
        yield person


async def press(person, what):
    """Press what is there, as soon as it is there."""

    def there():
        try:
            return person.find(what)
        except LookupError:
            return None

    message, control = await person.until(there)
    assert (await person.click(control["custom_id"], message)).state == "answered"


def has_begun(bot, game):
    """Whether the player has moved; in the pond the first dice fall by themselves."""
    seat = -1 if game == "pond" else 0
    return bot.rows(f"SELECT text FROM moves WHERE seat = {seat}")


@pytest.mark.parametrize("game", WAYS)
async def test_so_few_presses_lead_alone_to_the_first_dice(smew, game):
    _, presses = WAYS[game]
    await smew.command(f"{game} start")
    for what in presses:
        await press(smew, what)
    await smew.bot.wait_until(lambda: has_begun(smew.bot, game))


async def test_the_chooser_costs_two_presses_more(smew):
    title, presses = WAYS["pond"]
    await smew.command("play")
    for what in [title, "Open a table", *presses]:
        await press(smew, what)
    await smew.bot.wait_until(lambda: has_begun(smew.bot, "pond"))
