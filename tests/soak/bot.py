"""Runs the real bot on the sandbox, with kills, a broken disk, wrong clocks and lost answers.

Whatever people see must be saved. So after a kill, the file must have all steps for which a board
was drawn, and the end of each game that people saw end. Each step of a person must come from one
click.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from cogs.interactions.interaction import PRIVATE
from db.connection import Database
from engine.core import CHANCE
from players.games import GAMES
from sandbox import Sandbox
from sandbox.settings import Limits
from tables.model.progress import PRESS, SAME_PRESS
from tables.model.table import Status
from tables.service import Tables
from tests.e2e.process import ROOT, Bot
from tests.people import controls
from tests.soak.crowd import MOVING, Crowd
from tests.soak.file import copy, find_differences, find_forced
from tests.soak.sweep import JUMPS
from tests.soak.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from tables.model.table import Table

Step = tuple[int, int, str]
"""A step: table, person and move."""

Seen = tuple[int | None, int, int | None]
"""A control on screen: who sees it (None: everybody), its table, and its seq as in `_read`."""

PROGRAM = ROOT / "tests/soak/hit_bot.py"
OFFERS = 10**12
"""Lowest number of a daily that is only offered, and is no table yet."""

HANDS = 3
"""Clicks that are under way at the same time."""

LIFE = (0.2, 4.0)
"""Seconds of clicks before a kill, at least and at most."""

FAR = 900
"""Highest number of the call to the disk at which a process of the bot is hit."""

STEPS = (*JUMPS, *(-jump for jump in JUMPS if jump <= 3_600))
"""Steps of the clock while a process of the bot runs, in seconds.

No step goes back by days, because the process may end before it notices the step. If the clock then
stepped forward again, the next process would think that clicks on this process are days old.
`weeks.py` has such steps.
"""

CALLBACK, BOARD = "POST /interactions/*/*/callback", "* /webhooks/**"
FAULTS = (
    {"on": CALLBACK, "drop": "before"},
    {"on": CALLBACK, "drop": "after"},
    {"on": CALLBACK, "status": 500},
    {"on": CALLBACK, "delay": 2},
    {"on": BOARD, "drop": "after", "times": 2},
    {"on": BOARD, "status": 502},
    {"on": BOARD, "status": 429, "retry_after": 0.3},
    {"on": "* /channels/**", "status": 429, "retry_after": 0.5, "global": True},
    {"on": "* /channels/**", "drop": "before"},
    {"interactions": "twice"},
    {"interactions": "lost"},
    {"interactions": {"delay": 1}},
    {"gateway": "drop"},
    {"gateway": "invalid_session"},
)
"""Faults of Discord. Now and then, one of them is set up."""


class BotTrial:
    """A bot that is started and ended again and again.

    Args:
        seed: the seed of all random choices.
        folder: the folder of the database and the bot's log.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self._name = f"bot {seed}"
        self._chance = random.Random(seed)
        self._folder = folder
        self._path = folder / "ducks.db"
        self._wrong_by = 0.0
        self._beside: Executor | None = None
        self._tally = Tally()

    async def run(self, lives: int) -> Tally:
        """Hit `lives` processes one after the other, then let one more play undisturbed.

        Stop as soon as something is wrong, and print the bot's log to standard error.
        """
        async with await Database.open(f"sqlite:///{self._path}"):
            pass  # the schema is made before any hit, so the judge always finds tables
        async with Sandbox(limits=Limits()) as box:
            self._box = box
            self._crowd = Crowd(box.core, self._chance)
            async with self._start(0, 0, 0, 0) as bot:
                await bot.ready()  # Discord lists the commands from now on, however short a life is
            bot.skip_pace()
            for _ in range(lives):
                await self._live()
                await self._judge()
                if not self._tally.is_good:
                    self._tell_log()
                    return self._tally
            await self._go_on()
        self._tally.acts = self._crowd.acts
        for difference in await asyncio.to_thread(find_differences, self._path):
            self._complain(f"the records differ from the logs: {difference}")
        return self._tally

    def _tell_log(self) -> None:
        sys.stderr.write((self._folder / "bot.log").read_text(errors="replace"))

    def _complain(self, words: str) -> None:
        self._tally.wrong.append(f"{self._name}: {words}")

    async def _live(self) -> None:
        """Start the bot, let people click, let things fail, and kill the bot."""
        how = self._chance.choice(("kill", "kill at a call", "break", "break for long"))
        at = 0 if how == "kill" else self._chance.randint(1, FAR)
        failures = {"break": 1, "break for long": 50}.get(how, 0)
        jump = self._chance.choice(STEPS)
        bot = self._start(at, failures, self._wrong_by, self._wrong_by + jump)
        self._wrong_by += jump
        await bot.start()
        try:
            await self._online(bot)
        except TimeoutError:  # a bot with a failing disk tries again only every few seconds
            if how != "break for long":
                self._tell_log()
                raise
        with_faults = asyncio.create_task(self._disturb())
        await self._click(bot, self._chance.uniform(*LIFE))
        with_faults.cancel()
        self._box.core.faults.clear()
        if bot.alive or not failures:
            self._tally.kills += 1
        await bot.kill()
        self._tally.errors += failures

    async def _disturb(self) -> None:
        """Let Discord fail in one way after the other."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))
            self._box.core.faults.add(self._chance.choice(FAULTS))
            self._tally.errors += 1

    def _start(self, *numbers: float) -> Bot:
        words = [str(number) for number in numbers]
        return Bot(self._box, self._folder, str(PROGRAM), *words, LOG_LEVEL="INFO")

    async def _online(self, bot: Bot) -> None:
        """Wait until the bot is online or has ended."""
        await bot.wait_until(lambda: self._box.core.gateway.online or not bot.alive)

    async def _click(self, bot: Bot, seconds: float) -> None:
        """Let people click for some seconds, or until the bot has ended."""
        hands = [asyncio.create_task(self._crowd.click_about()) for _ in range(HANDS)]
        until = time.monotonic() + seconds
        while bot.alive and time.monotonic() < until:  # noqa: ASYNC110 - a process gives no event
            await asyncio.sleep(0.02)
        await end_clicks(hands)

    async def _go_on(self) -> None:
        """Let a bot run undisturbed until each game has gone on, and stop it as a host does.

        Somebody has to act, too: few people have begun a game before that on a busy machine.
        """
        bot = self._start(0, 0, self._wrong_by, self._wrong_by)
        before = self._playing()
        async with bot:
            await self._online(bot)
            for _ in range(60):
                await self._click(bot, 1)
                stuck = before.items() & self._playing().items()
                if self._crowd.acts and not stuck:
                    break
            else:
                self._complain(f"games do not go on; steps by table: {stuck}")
            if status := await bot.stop():
                self._complain(f"the bot has ended with status {status}")

    def _playing(self) -> dict[int, int]:
        """Return the number of steps of each running game, by table."""
        select = """
            SELECT id, (SELECT count(*) FROM moves WHERE table_id = id) FROM tables
            WHERE status = 'playing'
        """
        with closing(sqlite3.connect(self._path)) as file:
            return dict(file.execute(select).fetchall())

    def _copy(self, target: Path) -> None:
        """Copy the database, which no process uses at the moment."""
        copy(self._path, target)

    async def _judge(self) -> None:
        """Check the file against what people have seen and clicked."""
        seen = [
            (message.viewer_id, *shown)
            for message in self._crowd.messages()
            for control in controls({"components": message.components})
            if (shown := _read(control["custom_id"])) is not None
        ]
        copied = self._folder / "copy.db"
        await asyncio.to_thread(self._copy, copied)
        clicked = Counter(
            (table, person, move)
            for table, person, _, text in self._crowd.clicks
            for move in text.split(PRESS)
        )
        run = asyncio.get_running_loop().run_in_executor
        found = await run(self._beside, hold_to, copied, seen, clicked)
        found.wrong = [f"{self._name}: {words}" for words in found.wrong]
        self._tally.add(found)


def hold_to(path: Path, seen: list[Seen], clicked: Counter[Step]) -> Tally:
    """Check a file against what people have seen and clicked."""
    tables = {table.id: table for table in asyncio.run(_read_tables(path))}
    found = Tally()
    for viewer_id, table_id, seq in seen:
        found.lost += not _holds(tables.get(table_id), viewer_id, seq)
    for table in tables.values():
        unseen = (
            table.status is Status.CANCELLED and len(table.people) == 1
        )  # its lobby could not be shown
        if table.status in (Status.ABANDONED, Status.CANCELLED, Status.CLOSED) and not unseen:
            found.wrong.append(f"table {table.id} was {table.status}, but not by a person")
    with closing(sqlite3.connect(path)) as file:
        (answer,) = file.execute("PRAGMA integrity_check(1)").fetchone()
        found.doubled += (_read_steps(file) - clicked).total()
    if answer != "ok":
        found.wrong.append(f"the file is damaged: {answer}")
    return found


async def _read_tables(path: Path) -> list[Table]:
    with closing(sqlite3.connect(path)) as file:
        numbers = [number for (number,) in file.execute("SELECT id FROM tables")]
    async with await Database.open(f"sqlite:///{path}") as database:
        tables = Tables(database, GAMES, time.time)
        return [await tables.lookup.get(number) for number in numbers]


def _read_steps(file: sqlite3.Connection) -> Counter[Step]:
    """Return the steps made by clicks. One click may make several steps.

    The press that begins a daily is left out. It has no table yet, so the crowd did not note it.
    """
    select = f"""
        SELECT table_id, seq, person_id, text FROM moves
        JOIN seats USING (table_id, seat) JOIN tables ON id = table_id
        WHERE NOT by_caretaker AND player IN ('', '{SAME_PRESS}') AND (private IS NULL OR seq >= (
            SELECT seq FROM moves WHERE table_id = id AND player = '' AND seat <> {CHANCE}
            ORDER BY seq LIMIT 1 OFFSET 1
        ))
    """
    forced = find_forced(file)
    rows = [row for row in file.execute(select) if row[:2] not in forced]
    return Counter((table, person, text) for table, _, person, text in rows)


async def end_clicks(hands: list[asyncio.Task[None]]) -> None:
    """Stop the tasks that click. If one of them failed earlier, raise its error."""
    for hand in hands:
        hand.cancel()
    for ended in await asyncio.gather(*hands, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise ended


def _read(custom_id: str) -> tuple[int, int | None] | None:
    """Return a control's table, and the seq for which the control was drawn (None after the game).

    Return None for controls that prove nothing about a table.
    """
    kind, *parts = custom_id.removeprefix(PRIVATE).split(":", 3)
    if kind in (*MOVING, "l1", "p1"):
        table = int(parts[0])
        return None if table > OFFERS else (table, int(parts[1]))
    return (int(parts[0]), None) if parts[1:] == ["rematch"] else None


def _holds(table: Table | None, viewer_id: int | None, seq: int | None) -> bool:
    """Return whether a table has all steps that somebody has seen."""
    if table is None:
        return False
    if seq is None:
        return table.status is Status.FINISHED
    seat = table.open_hand if viewer_id is None else table.seat_of(viewer_id)
    return table.drawn_for(seat) >= seq
