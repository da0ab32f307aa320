"""The bot's requests and the sandbox's answers conform to Discord's description of its API."""

from __future__ import annotations

import random

import pytest

from players.games import GAMES
from sandbox.tests.openapi import MISSING, all_conform, load
from tests.e2e.table import click_once, moves, over, picked, ready_board, seated

pytestmark = pytest.mark.skipif(load() is None, reason=MISSING)
CLICKS = 12


async def play(people, game):
    """Start a game and make some clicks, in private hands if the game has them."""
    allowed = game.seat_range({})
    players = people[: max(allowed[0], min(allowed[-1], 3))]
    await seated(players, game.info.key)
    chance = random.Random(11)
    for number in range(CLICKS):
        if game.info.hidden:
            await look_and_click(players[number % len(players)], chance)
        elif over(await players[0].until(lambda: ready_board(players[0], players))):
            return
        else:
            await click_once(players, chance)


async def look_and_click(player, chance):
    """Open the player's hand, and click one of its controls if it has any."""
    hand = (await player.click("a1:1:hand")).message
    offered = moves(hand)
    if offered:
        control = chance.choice(offered)
        values = picked(control, chance)
        done = await player.click(control["custom_id"], hand, values=values)
        assert done.state == "answered"


@pytest.mark.parametrize("key", [game.info.key for game in GAMES])
async def test_a_game_conforms(people, key):
    game = next(game for game in GAMES if game.info.key == key)
    asker = people[0]
    assert (await asker.command("play")).state == "answered"
    await play(people, game)
    assert await asker.autocomplete("table show", "table", table="")
    for command in ("show", "leave", "cancel"):
        assert (await asker.command(f"table {command}")).state == "answered"
    record = await asker.record()
    assert {entry["method"] for entry in record} >= {"GET", "PUT", "POST"}
    assert all_conform(record) == []
