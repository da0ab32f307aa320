"""Boards that are left behind by a process that is killed while people click."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from bench.channel.figures import Figure
from bench.players import Players, Table, shown
from bench.programs import PATIENCE
from sandbox import Sandbox
from sandbox.changes.messages import NONCE_LIFE
from sandbox.people import actions
from sandbox.people.errors import Mistake
from sandbox.settings import Limits
from tests.e2e.process import Bot
from tests.e2e.table import over
from tests.people import controls

if TYPE_CHECKING:
    from sandbox.protocol.json_values import Json
    from sandbox.state.world.model import Message, User

GAMES = ("trophy", "ducks", "buckdice", "buckets")
LIFE = (0.1, 1.5)
"""Seconds of clicks before a kill, at least and at most."""

PAUSE = 0.01
"""Seconds between two clicks, all tables together."""

ASKING = 0.4
"""How often somebody asks for the board with /table show: it is posted anew."""

LATE = 3
"""Every so many restarts is later than Discord remembers nonces."""

TIDY = 5.0
"""Seconds after the last clicks in which the bot may still remove boards."""


class Crowd:
    """People who do not wait for answers, at one table of each game.

    Args:
        players: the people.
        chance: of their choices.
    """

    def __init__(self, players: Players, chance: random.Random) -> None:
        self._players = players
        self._chance = chance
        self._tables = [Table(players, game) for game in GAMES]

    async def prepare(self) -> None:
        """Open new tables where games are over."""
        for table in self._tables:
            await table.prepare()

    async def click(self, seconds: float) -> None:
        """Click here and there for so long."""
        until = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < until:
            person = self._chance.choice(self._players.people)
            table = self._chance.choice(self._tables)
            if self._chance.random() < ASKING:
                self._ask(person, table.channel)
            elif boards := self._boards(table):
                self._click(person, self._chance.choice(boards))
            await asyncio.sleep(PAUSE)

    async def click_on_all(self) -> None:
        """Click on every message with controls that is left, and wait for the answers."""
        for table in self._tables:
            for board in self._boards(table):
                if made := self._click(self._players.people[0], board):
                    await self._players.answer(made)

    def count_left(self) -> int:
        """Return how many messages with controls there are beyond one a table."""
        live: Counter[str] = Counter()
        for table in self._tables:
            for board in self._boards(table):
                live[controls(shown(board))[0]["custom_id"].split(":")[1]] += 1
        return sum(live.values()) - len(live)

    def _boards(self, table: Table) -> list[Message]:
        """Return the public messages of a table's channel with controls of a game that goes on."""
        channel = self._players.core.world.channels[int(table.channel)]
        public = [one for one in channel.messages.values() if one.viewer_id is None]
        return [one for one in public if controls(shown(one)) and not over(shown(one))]

    def _ask(self, person: User, channel_id: str) -> None:
        body = {"as": str(person.id), "channel_id": channel_id, "name": "table", "sub": "show"}
        actions.send_command(self._players.core, body)

    def _click(self, person: User, board: Message) -> Json | None:
        """Click on any control; None where the control is gone, or wants more values."""
        control = self._chance.choice(controls(shown(board)))
        body = {"as": str(person.id), "message_id": str(board.id)}
        body["custom_id"] = control["custom_id"]
        options = [option["value"] for option in control.get("options", ())]
        more = {"values": [self._chance.choice(options)]} if options else {}
        try:
            return actions.use_component(self._players.core, body | more)
        except Mistake:
            return None


async def measure_kills(number: int) -> list[Figure]:
    """Kill the bot so often; returns how many boards stayed that nobody keeps true."""
    chance = random.Random(1)  # noqa: S311 - a measurement keeps no secret
    lost = stayed = 0
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        box = Sandbox(answer_within=PATIENCE, limits=Limits())
        await stack.enter_async_context(box)
        bot = await stack.enter_async_context(Bot(box, Path(folder), LOG_LEVEL="INFO"))
        await bot.ready()
        players = await stack.enter_async_context(Players(box.core))
        crowd = Crowd(players, chance)
        for kill in range(1, number + 1):
            await crowd.prepare()
            await crowd.click(chance.uniform(*LIFE))
            await bot.kill()
            lost += crowd.count_left()
            if kill % LATE == 0:
                box.core.clock.advance(NONCE_LIFE + 1)
            await bot.start()
            await bot.ready()
            stayed += await _tidy(crowd)
    note = f"{number} kills left {lost} boards beyond one a table"
    return [Figure("boards that stay after a click on each", stayed, 0, note=note)]


async def _tidy(crowd: Crowd) -> int:
    """Click on all that is left; returns how many boards stay for all that."""
    await crowd.click_on_all()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(TIDY):
            while crowd.count_left():  # noqa: ASYNC110 - a deletion is not told to this view
                await asyncio.sleep(0.05)
    return crowd.count_left()
