"""Quick games with the most seats while nobody else talks: messages and requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bench.channel.figures import Figure
from bench.channel.requests import count_requests
from bench.players import Players, Table
from bench.programs import ours
from engine import GAMES
from sandbox.settings import Limits

if TYPE_CHECKING:
    from bench.channel.requests import Requests

PEOPLE = 8
REST = 1.0
"""Seconds after a game in which the bot may still tidy up."""

REQUESTS, HIDDEN_REQUESTS = 0.02, 0.05
"""The wanted requests a click; the second where hands are hidden."""


async def measure_messages() -> list[Figure]:
    """Play a game of each kind; returns the messages left, and the bot's requests a click."""
    messages: list[Figure] = []
    requests: list[Figure] = []
    async with ours(Limits()) as program, Players(program.box.core, PEOPLE) as players:
        await program.until_said("emojis are in place")
        counted = count_requests(program.box.core)
        for game in GAMES:
            key, seats = game.info.key, game.info.max_seats
            left, clicks, own = await _play(players, counted, key, seats)
            name, note = f"{key}, {seats} seats", f"{own} in {clicks} clicks"
            wanted = HIDDEN_REQUESTS if game.info.hidden else REQUESTS
            messages.append(Figure(f"public messages left by {name}", left, 1))
            requests.append(Figure(f"requests a click, {name}", own / clicks, wanted, note=note))
    return messages + requests


async def _play(players: Players, counted: Requests, game: str, seats: int) -> tuple[int, int, int]:
    """Play to the end; returns the public messages left, the clicks, the bot's requests."""
    core, channel = players.core, players.open_channel(game)
    clicks, own = len(core.interactions), counted.own
    table = Table(players, game, seats=seats, channel=channel)
    await table.prepare()
    while not table.is_over:
        await table.click()
    await asyncio.sleep(REST)
    messages = core.world.channels[int(channel)].messages.values()
    left = sum(message.viewer_id is None for message in messages)
    return left, len(core.interactions) - clicks, counted.own - own
