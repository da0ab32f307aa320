"""The composition root: reads settings, opens the database, builds services, runs the client.

If a setting, the token or the database is wrong, the process prints one sentence about it and exits
with status 2. Some faults pass by themselves: Discord cannot be reached, another program holds the
database, or a disk is full. After such a fault, the bot waits and tries again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal

import discord

from cogs.app import health
from cogs.app.clicks import Clicks
from cogs.app.client import DucksClient
from cogs.app.connection import Refused, Unavailable, is_address, log_in, serve
from cogs.app.feature import find_off, list_kept, list_on_result
from cogs.app.feature_cog import add_features
from cogs.app.games import add_games, load_renderers
from cogs.app.health import set_up_log, show_life
from cogs.app.in_place import put_commands, put_emojis
from cogs.app.services import Services
from cogs.app.sharding import Sharding
from cogs.display.emojis import Emojis
from cogs.features import FEATURES, INSTALLED
from cogs.interactions.failures import SEND_ERRORS, is_refusal
from cogs.interactions.interaction import ClickRate
from cogs.interactions.wire import DiscordWire
from db.backends.backend import is_postgresql, to_the_end
from db.connection import DATABASE, UNREADABLE, Database, read_given, tell_if_open
from db.errors import Conflict, DatabaseError, DatabaseFull, DatabaseLocked, DatabaseUnreachable
from players.games import GAMES, LOADED
from records.service import Records
from tables.service import Tables
from tables.storage.writer import Limits
from workers.alone import Alone
from workers.leases import Leases, Slots

log = logging.getLogger("bot")

LAST_CLICKS = 3.0
"""Seconds that running clicks get to finish when the bot stops. Discord waits no longer for the
answer to a click.
"""

LOOK = 5.0
"""Seconds between two checks that the database file is still in its place."""

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""First and longest pause before the bot tries to start again, in seconds. Each pause is twice as
long as the pause before it, up to the longest.
"""

COLLECT = 2_000, 5, 5
"""Thresholds of Python's garbage collector: new objects per young collection, young collections
per middle collection, middle collections per full one. All three are low, so that the objects of
past clicks are freed soon. A click leaves about ten objects and the objects of its page.
"""

LIMITS = Limits()
"""Default limits for open tables."""


def _number(kind: type[float], least: float, most: float = math.inf) -> Callable[[str], float]:
    """Return a parser for numbers within bounds; it raises ValueError for any other text."""

    def read(text: str) -> float:
        number = kind(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser that accepts only these words; it raises ValueError for any other text."""
    return lambda text: choices[choices.index(text)]


LONGEST_WORD = 20
"""Letters of an unknown word in WITHOUT that are shown. A game has no longer name, but a token."""

KNOWN: Final = frozenset(
    {each.name for each in FEATURES}.union(
        (game.info.key for game in GAMES), LOADED.reasons, INSTALLED.reasons
    )
)
"""Names allowed in WITHOUT: features and games, including those that cannot be loaded."""


def _without(text: str) -> frozenset[str]:
    """Parse names separated by commas. An unknown name may be a game that was installed once."""
    return frozenset(name for each in text.split(",") if (name := each.strip()))


def _token(text: str) -> str:
    """Return the token; raise ValueError unless it is printable ASCII without spaces.

    Only Discord knows which tokens are valid.
    """
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise ValueError
    return text


def _address(text: str) -> str:
    """Return an http or https address; raise ValueError for any other text."""
    if not is_address(text):
        raise ValueError
    return text


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """The settings from the environment or `.env`; `.env.example` explains each.

    There is no `repr`, because it would show the token.
    """

    discord_token: str
    database_url: str = DATABASE
    discord_api_base: str | None = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    sync_guild: int | None = None
    tables_per_person: int = LIMITS.tables_per_person
    lobbies_per_person: int = LIMITS.lobbies_per_person
    tables_per_channel: int = LIMITS.tables_per_channel
    clicks_per_second: int = 100
    duck_pause: float = 1.2
    double_tap: float = 0.4
    without: frozenset[str] = frozenset()
    shards: int | None = None
    postgres_password: str = ""  # unused here: compose.yaml reads it from the same file
    health_file: Path | None = None


_COUNT: Final = _number(int, 1), "a number above 0"

_READ: Final[dict[str, tuple[Callable[[str], object], str]]] = {
    "discord_token": (_token, "as it was copied from Discord"),
    "discord_api_base": (_address, "an address that begins with http:// or https://"),
    "log_level": (_one_of("DEBUG", "INFO", "WARNING", "ERROR"), "DEBUG, INFO, WARNING or ERROR"),
    "log_format": (_one_of("text", "json"), "text or json"),
    "metrics_port": (_number(int, 1, 65535), "the number of a port"),
    "sync_guild": (_number(int, 1), "the id of a server, a number"),
    "tables_per_person": _COUNT,
    "lobbies_per_person": _COUNT,
    "tables_per_channel": _COUNT,
    "clicks_per_second": _COUNT,
    "duck_pause": (_number(float, 0, 10), "a number of seconds from 0 to 10"),
    "double_tap": (_number(float, 0, 2), "a number of seconds from 0 to 2"),
    "without": (_without, ""),
    "shards": _COUNT,
    "health_file": (Path, "the path of a file"),
}
"""Parsers for settings that are not free text, each with the hint for a malformed value."""


def read_settings() -> Settings:
    """Read the settings; raise Refused with a sentence about the first wrong setting."""
    try:
        in_file, environment = read_given()
    except (OSError, UnicodeDecodeError):
        raise Refused(UNREADABLE) from None
    known, given = {each.name for each in fields(Settings)}, in_file | environment
    if "discord_token" not in given:
        raise Refused(
            "DISCORD_TOKEN is missing: set it in the environment or in .env (see .env.example)."
        )
    if strange := in_file.keys() - known:
        name = min(strange).upper()
        raise Refused(f"{name} in .env is not a setting of this bot (see .env.example).")
    values: dict[str, Any] = {name: _read(name, given[name]) for name in known & given.keys()}
    return Settings(**values)


def _read_log_format() -> str:
    """Return LOG_FORMAT even if other settings are wrong or `.env` cannot be read."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        in_file, environment = read_given()
        return (in_file | environment).get("log_format", "text")
    return os.environ.get("LOG_FORMAT", "text")


def _read(name: str, text: str) -> object:
    """Parse a setting. The message of Refused omits the value, which might be the token."""
    read, wanted = _READ.get(name, (str, ""))
    try:
        return read(text)
    except ValueError:
        raise Refused(f"{name.upper()} has to be {wanted} (see .env.example).") from None


class Bot(DucksClient):
    """The client with its services."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__()
        if settings.metrics_port is not None:
            self.http.http_trace = health.trace_requests()
        self._settings = settings
        self._database = database
        self._background: set[asyncio.Task[None]] = set()
        several = is_postgresql(settings.database_url)
        self.sharding = Sharding(
            self,
            Leases(database, without=settings.without) if several else Alone(),
            Slots(database),
            self.budget,
            settings.shards,
        )
        renderers = load_renderers()
        games = renderers.keys() - settings.without
        self._off = find_off(FEATURES, games, settings.without)
        self._on_result = list_on_result(FEATURES, self._off)
        rules = [each.game for each in renderers.values()]
        records = Records(database, rules, time.time, list_kept(FEATURES), self._on_result)
        limits = Limits(
            settings.tables_per_person, settings.lobbies_per_person, settings.tables_per_channel
        )
        on_end, covers = records.recorder, self.sharding.covers
        tables = Tables(
            database, rules, time.time, on_end=on_end, limits=limits, looks_after=covers
        )
        self.services = Services(
            self,
            DiscordWire(self),
            tables,
            records,
            Emojis(),
            shared=lambda: self.budget.workers > 1,
            double_tap=settings.double_tap,
            duck_pause=settings.duck_pause,
            games_off=settings.without & renderers.keys(),
        )
        for renderer in renderers.values():
            self.services.add_renderer(renderer)
        self.clicks = Clicks(self.services)
        self.click_rate = ClickRate(settings.clicks_per_second)

    async def setup_hook(self) -> None:
        """Load the cogs after login, before the gateway opens, and start background work.

        The heartbeat comes first, because after an outage it moves the deadlines. Otherwise a click
        would have to do so.
        """
        await self.services.tables.heartbeat.beat()
        await self.load()
        INSTALLED.log_faults()
        await add_features(self, FEATURES, self._off)
        add_games(self)
        guild = self._settings.sync_guild
        self._later(put_commands(self, None if guild is None else discord.Object(guild)))
        self._later(put_emojis(self))
        self._later(self.services.languages.load(games=self.services.find_catalogs()))
        self._later(self._warm_up())
        self._later(self._watch_database())
        self._later(self._check_database())
        self._later(health.watch(self, self.services.publisher.count_waiting))
        if self._settings.health_file is not None:
            self._later(show_life(self, self._settings.health_file, self._database.can_save))

    async def on_ready(self) -> None:
        """Log that the gateway is open and the servers are known."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def _warm_up(self) -> None:
        """Once the bot is ready, compute the odds of dice in advance and set up garbage collection.

        Objects that exist by then stay until the process ends, so the garbage collector skips them.
        A full collection that visits them would hold up every click for a twentieth of a second.
        """
        await self.wait_until_ready()
        for each in self._on_result:
            await asyncio.to_thread(each.warm_up)
        gc.collect()
        gc.freeze()
        gc.collect()  # the number of objects left decides when the next full collection comes
        gc.set_threshold(*COLLECT)

    async def _watch_database(self) -> None:
        """Check the database file regularly, so that its loss is logged even if nobody clicks."""
        while True:
            self._database.can_save()
            await asyncio.sleep(LOOK)

    async def _check_database(self) -> None:
        """Read all of a large database once the bot is ready, and log damage."""
        if self._database.was_checked():
            return
        await self.wait_until_ready()
        try:
            damage = await self._database.find_damage()
        except DatabaseError as error:
            log.warning("not all of the database could be read: %s", error)
        else:
            if damage is None:
                log.info("the whole database was read, and nothing in it is damaged")
            else:
                log.error("%s", damage)

    async def close(self) -> None:
        """Let running clicks end, stop background work, and close the connection.

        Every step runs, even if another step fails or a second cancellation comes.
        """
        await to_the_end(self._close())

    async def _close(self) -> None:
        async with contextlib.AsyncExitStack() as last:  # runs the callbacks in reverse order
            last.push_async_callback(self.sharding.close)
            last.push_async_callback(self.settle, LAST_CLICKS)  # clicks that have come in meanwhile
            last.push_async_callback(super().close)
            last.push_async_callback(self.services.publisher.close)
            await self.settle(LAST_CLICKS)
            for task in self._background:
                task.cancel()
            await asyncio.gather(*self._background, return_exceptions=True)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def run(settings: Settings, *, trust_clock: bool = False) -> None:
    """Run the bot until it is cancelled, and restart it after faults that pass by themselves.

    Args:
        settings: the settings.
        trust_clock: whether to start even if the clock shows a time before the last use of the
            database.

    Raises:
        Refused, DatabaseError: the bot cannot start or go on, and trying again would not help.
    """
    pause = FIRST_PAUSE
    while True:
        begun = time.monotonic()
        try:
            return await _serve(settings, trust_clock=trust_clock)
        except (Unavailable, DatabaseLocked, DatabaseFull, DatabaseUnreachable) as error:
            if time.monotonic() - begun > LONGEST_PAUSE:  # the bot ran for a while: a new fault
                pause = FIRST_PAUSE
            log.warning("%s The next try is in %.0f seconds.", error, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _serve(settings: Settings, *, trust_clock: bool) -> None:
    """Run the bot once. Any fault is raised, and `run` may try again."""
    now = None if trust_clock else time.time()
    database = await Database.open(settings.database_url, now=now, alone=True)
    try:
        async with Bot(settings, database) as bot:
            await _note_missing(bot.services.tables, settings.without)
            await bot.services.tables.heartbeat.beat()
            await bot.services.records.recorder.catch_up()
            await bot.sharding.enter()
            await log_in(bot, settings.discord_token, settings.discord_api_base)
            log.info("the database is %s", await database.describe())
            await serve(bot, bot.sharding)
    finally:
        await database.close()


async def _note_missing(tables: Tables, without: Collection[str]) -> None:
    """Log the games that are not installed, and let the clocks of their tables stand still.

    Raises Refused for a word in WITHOUT that is no feature and was never a game here.
    """
    for word in sorted({*without} - KNOWN):
        if not await tables.lookup.has_game(word):
            names = ", ".join(sorted(KNOWN))
            raise Refused(
                f"WITHOUT has the word {word[:LONGEST_WORD]}, which is no feature and no game. "
                f"These are: {names}."
            )
        log.warning("WITHOUT has %s, a game that is not installed", word)
    tables.heartbeat.missing = missing = await tables.lookup.count_missing()
    if missing:
        log.warning(
            "%d tables wait for games that are not installed: %s",
            sum(missing.values()),
            ", ".join(sorted(missing)),
        )


async def _until_told_to_stop(work: Coroutine[Any, Any, None]) -> None:
    """Wait for the work to end. SIGTERM and SIGINT cancel the work, which closes everything."""
    task = asyncio.ensure_future(work)
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def check(settings: Settings) -> list[str]:
    """Read the database without changing it, print a summary, and return its faults.

    Raises:
        DatabaseError: the database cannot be used.
    """
    async with await Database.open(settings.database_url, existing=True) as database:
        damage = await database.find_damage()
        print(f"The database {database.name} was read.")
        live, broken = await Tables(database, GAMES, time.time).lookup.find_broken()
        print(f"Open tables: {live}; those that can go on: {live - len(broken)}.")
    faults = [f"Table {number}: {fault}." for number, fault in broken.items()]
    return [*([str(damage)] if damage else ()), *faults]


def main(arguments: list[str] | None = None) -> int:
    """Run or check the bot; return the exit status."""
    parser = argparse.ArgumentParser(prog="python bot.py", description="Run the bot.")
    parser.add_argument("--check", action="store_true", help="read the database, and end")
    parser.add_argument(
        "--trust-clock",
        action="store_true",
        help="start even if the clock shows a time before the last use of the database",
    )
    chosen = parser.parse_args(arguments)
    try:
        settings = read_settings()
        set_up_log(settings.log_level, settings.log_format, _is_news)
        tell_if_open()
        if chosen.check:
            faults = asyncio.run(check(settings))
            print(*(faults or ("Nothing is wrong.",)), sep="\n")
            return int(bool(faults))
        if settings.metrics_port is not None:
            health.serve(settings.metrics_host, settings.metrics_port)
        asyncio.run(_until_told_to_stop(run(settings, trust_clock=chosen.trust_clock)))
    except (Refused, DatabaseError) as error:
        health.tell_last(str(error), _read_log_format())
        return 2
    return 0


def _is_news(record: logging.LogRecord) -> bool:
    """Return False for records that tell the host nothing new.

    `db` itself logs once when saving begins to fail, and marks its errors as `logged`. Refusals are
    part of play. So is Conflict, which means that another click was faster. If Discord refuses the
    suggestions for a command's option, usually the person has typed on and does not need them.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name == "discord.app_commands.tree" and isinstance(error, SEND_ERRORS):
        return False
    if error is not None and (is_refusal(error) or isinstance(error, Conflict)):
        return False
    return not (isinstance(error, DatabaseError) and error.logged)


if __name__ == "__main__":
    sys.exit(main())
