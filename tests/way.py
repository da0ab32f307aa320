"""Notes the path of one click through the running bot: the calls between its functions.

    python -m tests.way ducks

Two or three people play a game without hidden hands. Its dice follow from a fixed secret. Then
somebody looks at a daily. The bot runs in its own process. Between two signals it notes each call
of its own functions in the main thread. Functions of libraries are left out.
"""

from __future__ import annotations

import asyncio
import dis
import json
import random
import runpy
import secrets
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

from cogs.interactions import responder
from sandbox import Sandbox
from tests.bench.people import SEATS
from tests.e2e.past import put_emojis
from tests.e2e.process import ROOT, Bot
from tests.e2e.table import click_once, over, play_out, ready_board, seated, table_of
from tests.people import UNHURRIED, Json, Person

NOTES = "way.json"
"""Name of the file in the bot's folder that gets the calls of one click."""

TRIP = "aiosqlite/core.py", "Connection._execute"
"""File and name of a function that is called once for each trip to the database's thread."""

CLICKED = "cogs/interactions/raw.py", "cogs/app/client.py"
"""Modules that receive a click first."""

BY_CLOCK = "discord/ext/tasks/__init__.py"
"""Module of discord.py that calls the bot's repeated chores."""

OF_CLICKS = "Task-", "discord", "CommandTree"
"""Beginnings of the names of tasks for clicks. A task with another name is a long chore."""

RULES, DRAWING = ("engine/",), ("cogs/display/", "cogs/ducks/")

INSIDE = (
    *RULES,
    *DRAWING,
    "tables/model/",
    "cogs/interactions/parts.py",
    "cogs/interactions/content.py",
    "cogs/interactions/language.py",
)
"""Files that rules and drawing call at every step; those calls are left out."""

COUNTED = 24
"""The medians cover this many clicks from the beginning of a game."""


@dataclass
class Call:
    """A call of a function: its file from the root, its name, and the calls that it made."""

    file: str
    name: str
    made: list[Call] = field(default_factory=list)

    def everything(self, depth: int = 1) -> Iterator[tuple[Call, int]]:
        """Yield this call and all calls below it, each with its depth."""
        yield self, depth
        for call in self.made:
            yield from call.everything(depth + 1)


class Way:
    """All calls of one click, and the number of trips to the database."""

    def __init__(self, roots: list[Call], trips: int) -> None:
        self.roots = roots
        self.trips = trips

    @cached_property
    def calls(self) -> list[tuple[Call, int]]:
        return [pair for root in self.roots for pair in root.everything()]

    @property
    def frames(self) -> int:
        """Greatest depth of the stack, in functions."""
        return max(depth for _, depth in self.calls)

    @property
    def modules(self) -> int:
        return len({call.file for call, _ in self.calls})

    def carrying(self) -> Counter[tuple[str, str]]:
        """Count the calls outside rules and drawing, by file and name."""
        return Counter(
            (call.file, call.name)
            for call, _ in self.calls
            if not call.file.startswith(RULES + DRAWING)
        )

    def count(self, name: str, within: str = "") -> int:
        """Count the calls of functions with this name, in files below a folder."""
        return sum(
            call.file.startswith(within) and call.name.rpartition(".")[2] == name
            for call, _ in self.calls
        )

    def figures(self) -> dict[str, int]:
        """Return the figures for which there are limits."""
        carrying = self.carrying()
        return {
            "calls": carrying.total(),
            "functions": len(carrying),
            "frames": self.frames,
            "modules": self.modules,
            "to_act": self.count("to_act", "engine/"),
            "all calls": len(self.calls),
            "trips": self.trips,
            "folds": self.count("fold"),
        }

    def tree(self) -> list[str]:
        """List the calls from one module into another, as indented lines, each kind once.

        A call that enters rules or drawing has a line, and calls that stay within them have none.
        Repeated chores are left out.
        """
        clicked = (root for root in self.roots if root.file in CLICKED)
        return [line for root in clicked for line in _tell(root, 0)]


def _is_inside(call: Call, entered: bool) -> bool:
    """Return whether rules or drawing were `entered` before, and the call stays within them."""
    return entered and all(each.file.startswith(INSIDE) for each, _ in call.everything())


def _tell(call: Call, depth: int, *, caller: str = "", entered: bool = False) -> Iterator[str]:
    """Yield the lines for a call and the calls below it, each kind once."""
    if _is_inside(call, entered):
        return
    shown = call.file != caller and "<" not in call.name.replace("<locals>", "")
    if shown:
        yield f"{'  ' * depth}{call.name.replace('.<locals>', '')}  {call.file}"
    within = call.file.startswith(RULES + DRAWING)
    told: list[list[str]] = []
    for inner in call.made:
        below = call.file if shown else caller
        lines = list(_tell(inner, depth + shown, caller=below, entered=within))
        if lines and lines not in told:
            told.append(lines)
            yield from lines


# Runs in the bot's process.


NONE, CLOCK = -1, -2
"""Values in place of a caller's number, for a call by a library or by a repeated chore."""

_RESUME = dis.opmap["RESUME"]


def _is_long_chore() -> bool:
    """Return whether the current task is a long chore, as its name tells (see `OF_CLICKS`)."""
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop runs
        return False
    return task is not None and not task.get_name().startswith(OF_CLICKS)


def _goes_on(frame: FrameType) -> bool:
    """Return whether a frame continues a coroutine, and is not a new call."""
    code = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 2]
    return code != bytes([_RESUME, 0])


class _Notes:
    """Notes the calls of the main thread."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._begin()

    def _begin(self) -> None:
        self._calls: dict[FrameType, int] = {}
        self._told: list[tuple[str, str, int]] = []
        self._trips = 0

    def begin(self, *_: object) -> None:
        self._begin()
        sys.setprofile(self._note)

    def end(self, *_: object) -> None:
        sys.setprofile(None)
        part = self._out.with_suffix(".part")
        part.write_text(json.dumps({"calls": self._told, "trips": self._trips}))
        part.replace(self._out)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_qualname == TRIP[1] and code.co_filename.endswith(TRIP[0]):
            self._trips += self._caller(frame) >= 0 and not _goes_on(frame)
        file = _own(code.co_filename)
        if file is None or frame in self._calls:  # a coroutine that continues is no new call
            return
        caller = self._caller(frame)
        if caller == CLOCK or (caller == NONE and _goes_on(frame)):
            self._calls[frame] = CLOCK
            return
        self._calls[frame] = len(self._told)
        self._told.append((file, code.co_qualname, caller))

    def _caller(self, frame: FrameType) -> int:
        """Return the number of the nearest caller among the bot's own functions."""
        above = frame.f_back
        while above is not None:
            if above in self._calls:
                return self._calls[above]
            if above.f_code.co_filename.endswith(BY_CLOCK):
                return CLOCK
            above = above.f_back
        return CLOCK if _is_long_chore() else NONE


_ROOT = f"{ROOT}/"
_OTHERS = f"{ROOT}/tests/", f"{ROOT}/.venv", f"{ROOT}/sandbox/"


def _own(path: str) -> str | None:
    if not path.startswith(_ROOT) or path.startswith(_OTHERS):
        return None
    return path[len(_ROOT) :]


def _same_bytes(count: int | None = None) -> bytes:
    return bytes(range(count or 32))


def _run() -> None:
    """Run the bot, with the same secret for every table."""
    notes = _Notes(Path(NOTES))
    signal.signal(signal.SIGUSR1, notes.begin)
    signal.signal(signal.SIGUSR2, notes.end)
    secrets.token_bytes = _same_bytes  # type: ignore[assignment]
    responder.RESPOND_WITHIN, responder.DEFER_AFTER = UNHURRIED, UNHURRIED / 2
    sys.argv[:] = [str(ROOT / "bot.py")]
    sys.path[0] = str(ROOT)
    runpy.run_path(sys.argv[0], run_name="__main__")


# Clicks.

EMOJIS = "emojis are in place"

QUIET = 0.4
"""Seconds that the bot gets for its work after an answered click."""


NAMES = "Smew", "Scoter", "Merganser"
LOOKING = "Eider", "Gadwall"
"""People who look at a daily for the first time: two, because a chore may disturb one look."""


async def _until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - another process makes it true
        await asyncio.sleep(0.05)


class Clicking:
    """Makes clicks in a sandbox, and lets the bot note its calls."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def note(self, click: Callable[[], Any]) -> Way:
        """Click, wait until the bot has finished its work, and return its calls."""
        out = self._bot.folder / NOTES
        out.unlink(missing_ok=True)
        self._bot.send(signal.SIGUSR1)
        await asyncio.sleep(0.05)
        await click()
        await asyncio.sleep(QUIET)
        self._bot.send(signal.SIGUSR2)
        await _until(out.exists)
        return _read(json.loads(out.read_text()))


def _read(notes: Json) -> Way:
    made = [Call(file, name) for file, name, _ in notes["calls"]]
    roots: list[Call] = []
    for call, (_, _, caller) in zip(made, notes["calls"], strict=True):
        (roots if caller < 0 else made[caller].made).append(call)
    return Way(roots, notes["trips"])


@dataclass(frozen=True)
class Ways:
    """The paths of the clicks of one game, and of a first look at the daily."""

    clicks: list[Way]
    daily: Way

    @property
    def shown(self) -> Way:
        """The first click, which is listed in full."""
        return self.clicks[0]

    @property
    def last(self) -> Way:
        """The click that ended the game."""
        return self.clicks[-1]

    def medians(self) -> dict[str, float]:
        """Return the median of each figure over the first clicks."""
        all_figures = [way.figures() for way in self.clicks[:COUNTED]]
        return {name: median(each[name] for each in all_figures) for name in all_figures[0]}


async def walk(game: str) -> Ways:
    """Play a game without hidden hands to its end, by random moves from a fixed seed."""
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(answer_within=UNHURRIED) as box:
            put_emojis(box)
            command = ("-m", "tests.way", "--bot")
            bot = Bot(box, Path(folder), *command, PYTHONPATH=str(ROOT), LOG_LEVEL="INFO")
            await bot.start()
            try:
                await bot.ready()
                await _until(lambda: EMOJIS in bot.said())
                async with AsyncExitStack() as stack:
                    *people, eider, gadwall = [
                        await stack.enter_async_context(Person(box, name))
                        for name in (*NAMES[: SEATS[game]], *LOOKING)
                    ]
                    clicking = Clicking(bot)
                    clicks = await _play(clicking, game, tuple(people))
                    await people[0].command("daily")  # the very first look draws the common key
                    looks: list[Way] = []
                    for who in (eider, gadwall):
                        await who.command("turns")  # so that the bot knows their names
                        looks.append(await clicking.note(partial(who.command, "daily")))
                    return Ways(clicks, min(looks, key=lambda way: way.trips))
            finally:
                await bot.kill()  # else a bot that hangs would run for ever


async def _play(clicking: Clicking, game: str, people: tuple[Person, ...]) -> list[Way]:
    """Play a game of people who have played before, and return its clicks."""
    first = await seated(people, game)
    await play_out(people, 1, table_of(first))
    board = await seated(people, game)
    table = table_of(board)
    await asyncio.sleep(5 * QUIET)
    chance, clicks = random.Random(1), list[Way]()
    while not over(board):
        clicks.append(await clicking.note(lambda: click_once(people, chance, table)))
        board = await people[0].until(lambda: ready_board(people[0], people, table))
    return clicks


def main() -> None:
    if sys.argv[1:] == ["--bot"]:
        _run()
        return
    ways = asyncio.run(walk(sys.argv[1] if len(sys.argv) > 1 else "ducks"))
    sys.stdout.write("\n".join(ways.shown.tree()) + "\n\n")
    figures = {
        "median": ways.medians(),
        "last click": ways.last.figures(),
        "first look at the daily": ways.daily.figures(),
    }
    for name, found in figures.items():
        sys.stdout.write(f"{name}: {found}\n")


if __name__ == "__main__":
    main()
