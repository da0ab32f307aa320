"""Many tables at once, with Discord's rate limits: refused requests, and how long boards wait."""

from __future__ import annotations

import asyncio
import random
import time
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bench.channel.figures import Figure
from bench.channel.requests import count_requests
from bench.players import SEATS, Players, Table
from bench.programs import ours
from sandbox.settings import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES, CHANNELS = 200, 20
RATE, SECONDS = 100, 11.0
"""Clicks a second, and for how long."""

LIVELY_TABLES, LIVELY_SECONDS = 25, 20.0
THINKING = (0.5, 1.5)
"""Seconds that a player of a lively game looks at the board, at least and at most."""

WAIT = 0.5
"""The wanted seconds until the next player can move, of 95 in 100 moves."""


async def measure_rate() -> list[Figure]:
    """Click at many tables of many channels; returns the refused requests and the clicks made."""
    async with ours(Limits()) as program, Players(program.box.core) as players:
        await program.until_said("emojis are in place")
        counted = count_requests(program.box.core)
        channels = [players.open_channel(f"rate {number}") for number in range(CHANNELS)]
        tables = [
            Table(players, "buckdice", seed, channel=channels[seed % CHANNELS])
            for seed in range(TABLES)
        ]
        await asyncio.gather(*(_open(tables[first::CHANNELS]) for first in range(CHANNELS)))
        clicks, taken = await _click_at_rate(tables)
    note = f"{clicks} clicks in {taken:.1f} s, {RATE} a second were asked for"
    return [
        Figure(f"answers 429, {TABLES} tables of Buck Dice", counted.limited, 0),
        Figure("clicks a second made there", clicks / taken, note=note),
    ]


async def measure_waits() -> list[Figure]:
    """Play lively games in one channel; returns how long the next player waits for a board."""
    async with ours(Limits()) as program, Players(program.box.core) as players:
        await program.until_said("emojis are in place")
        counted = count_requests(program.box.core)
        channel, games = players.open_channel("lively"), tuple(SEATS)
        tables = [
            Table(players, games[seed % len(games)], seed, channel=channel)
            for seed in range(LIVELY_TABLES)
        ]
        await _open(tables)
        until = time.perf_counter() + LIVELY_SECONDS
        chance = random.Random(1)  # noqa: S311 - a measurement keeps no secret
        await asyncio.gather(*(_play_lively(table, until, chance) for table in tables))
    note = f"{counted.limited} answers 429"
    figures = _waits(f"until the next board, {LIVELY_TABLES} tables", tables, note)
    for first, game in enumerate(games):
        figures += _waits(f"of these {game}", tables[first :: len(games)])[1:]
    return figures


async def _open(tables: Sequence[Table]) -> None:
    """Open tables one after another."""
    for table in tables:
        await table.prepare()


async def _click_at_rate(tables: Sequence[Table]) -> tuple[int, float]:
    """Click at whichever table is ready; returns the clicks made, and the seconds they took."""
    ready: asyncio.Queue[Table] = asyncio.Queue()
    for table in tables:
        ready.put_nowait(table)
    begun, clicks = time.perf_counter(), list[asyncio.Task[None]]()
    while (now := time.perf_counter() - begun) < SECONDS:
        await asyncio.sleep(len(clicks) / RATE - now)
        clicks.append(asyncio.create_task(_click(await ready.get(), ready)))
    await asyncio.gather(*clicks)
    return len(clicks), time.perf_counter() - begun


async def _click(table: Table, ready: asyncio.Queue[Table]) -> None:
    await table.prepare()
    await table.click()
    ready.put_nowait(table)


async def _play_lively(table: Table, until: float, chance: random.Random) -> None:
    """Look at the board, click, and so on until that time."""
    while time.perf_counter() < until:
        await asyncio.sleep(chance.uniform(*THINKING))
        await table.prepare()
        await table.click()


def _waits(what: str, tables: Sequence[Table], note: str = "") -> list[Figure]:
    """Return the median of what players have waited for, and what 95 in 100 have kept to."""
    waits = [wait for table in tables for wait in table.waits]
    made = f"{len(waits)} moves"
    return [
        Figure(f"{what}: median", median(waits), unit="s", note=note),
        Figure(f"{what}: p95", quantiles(waits, n=20)[-1], WAIT, "s", made),
    ]
