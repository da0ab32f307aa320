"""The bot, forked from a process that has already imported the code. This saves most of a start.

Each fork starts from scratch; it shares only modules, fonts and finished drawings. It draws within
its own process, since a separate one would have to draw everything again. Tests about the start
itself, or with another program, start an ordinary process instead.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import operator
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from discord.state import AutoShardedConnectionState

import bot
from cogs.app import in_place
from cogs.app.client import DucksClient
from cogs.app.maintenance import MaintenanceCog
from cogs.features import FEATURES
from cogs.interactions import known, responder
from cogs.interactions.drawing import DrawingProcess, NotDrawn
from cogs.publishing import computers, due
from players.core import Assessed
from players.review import Reason, Why
from tests.e2e import clocked
from tests.e2e.forked_thinker import fork_thinkers

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.e2e.preloaded"])


class Forked:
    """A running bot, with the methods of `asyncio.subprocess.Process` that tests use.

    Args:
        folder: the working directory.
        environment: all variables of the environment.
        log: the file to which output and errors are added.
        answer_within: the seconds that the bot has for an answer; Discord gives three.
        clock: see `Bot`.
        arguments: of the command line.
    """

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        log: Path,
        answer_within: float,
        clock: Path | None = None,
        *,
        arguments: tuple[str, ...] = (),
    ) -> None:
        what = (folder, environment, log, answer_within, clock, arguments)
        # A daemon, so that Python ends it at exit if a failed test leaves it running.
        self._process = _CONTEXT.Process(target=_run, args=what, daemon=True)
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until the process has ended; returns the exit status."""
        while self._process.exitcode is None:
            await asyncio.to_thread(self._process.join, 1)
        return self._process.exitcode


UNDRAWN = "undrawn"
"""The file in the bot's folder that keeps the bot from drawing."""


def _draw(_: DrawingProcess, drawing: Callable[[], object]) -> object:
    """Draw in this process, unless `UNDRAWN` forbids it."""
    if Path(UNDRAWN).exists():
        raise NotDrawn
    return drawing()


async def _set_up(client: DucksClient, extension: str) -> None:
    """Load an extension without running its module again, which would undo what is set here."""
    await import_module(extension).setup(client)


ROUND = 0.5
"""Seconds between two rounds of repeated chores: a tenth of those on a host."""

_REVIEWS = [import_module(each.cog) for each in FEATURES if each.name == "reviews"]
"""The module of the feature that gives tips; empty if the feature has been removed."""

SHORTENED = (
    (due, "HERE_FOR"),
    (due, "UNHURRIED_HERE_FOR"),
    (computers, "AGAIN"),
    (known, "AGAIN"),
    (in_place, "AGAIN"),
    *((each, "REVIEW_REST") for each in _REVIEWS),
)
"""Modules, each with a constant for one of the bot's waits. These are divided by ten, too."""

TIPS = "TIPS"
"""The variable with which a bot gives a tip in each state of a first game.

Nearly all games of tests are first ones, and most tests need games that count. On a host, there is
a tip only where the choice matters and the reason is clear; a test does not know where that is.
"""


def _set_tips(reviews: ModuleType, *, given: bool) -> None:
    """Let a bot give all tips, or none."""
    if not given:
        reviews.Lessons.prepare = _teach_nobody
        reviews.Lessons.follow = lambda *_: None
        return
    for name in ("lessons", "hint_pages"):
        import_module(f"{reviews.__package__}.{name}").is_mistake = operator.is_not
    import_module(f"{reviews.__package__}.hint_pages").find_reason = _find_any_reason


async def _teach_nobody(*_: object) -> None:
    """Do not find out whether a table has tips."""


def _find_any_reason(moves: Sequence[Assessed], **_: object) -> Reason:
    """Return a reason for the first of several moves, even if another seems better."""
    return Reason(Why.LATER, *moves[:2])


TOLD_WITHIN = 0.5
"""Seconds after which a server that Discord has not announced counts as unavailable."""

_delay_ready = AutoShardedConnectionState._delay_shard_ready


async def _wait_for_guilds(state: AutoShardedConnectionState, shard_id: int) -> None:
    """Be ready once Discord has announced all servers, without a pause after the last."""
    loop = asyncio.get_running_loop()
    latest = loop.time() + TOLD_WITHIN
    while loop.time() < latest and any(  # noqa: ASYNC110 - there is no event
        guild.unavailable for guild in state.guilds if guild.shard_id == shard_id
    ):
        await asyncio.sleep(0.01)
    state.guild_ready_timeout = 0.01  # all servers are queued
    await _delay_ready(state, shard_id)


def _run(
    folder: Path,
    environment: dict[str, str],
    log: Path,
    answer_within: float,
    clock: Path | None,
    arguments: tuple[str, ...],
) -> None:
    """Run the bot in this process, and exit with its status."""
    DucksClient.load_extension = _set_up
    DrawingProcess.ask = _draw
    fork_thinkers()
    MaintenanceCog.look.change_interval(seconds=ROUND)
    for module, seconds in SHORTENED:
        setattr(module, seconds, getattr(module, seconds) / 10)
    AutoShardedConnectionState._delay_shard_ready = _wait_for_guilds
    for reviews in _REVIEWS:
        _set_tips(reviews, given=TIPS in environment)
    responder.RESPOND_WITHIN, responder.DEFER_AFTER = answer_within, answer_within / 2
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    if clock is not None:
        clocked.follow(clock)
        arguments = (*arguments, "--trust-clock")
    sys.exit(bot.main([*arguments]))
