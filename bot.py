"""The composition root: read the settings, open the database, build the services, run the client.

Whatever is wrong with the settings, the token or the database is told in one sentence, and the
process ends with status 2. What passes by itself is waited for: a Discord that cannot be reached,
a database that another program holds, a full disk.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import signal
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, Literal

import discord
from pydantic import AnyHttpUrl, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import SettingsConfigDict

from cogs.app import metrics
from cogs.app.clicks import Clicks
from cogs.app.client import DucksClient
from cogs.app.health import show_life
from cogs.app.in_place import put_commands, put_emojis
from cogs.app.logs import set_up_log
from cogs.app.services import Services
from cogs.app.workers.connection import Refused, Unavailable, log_in, serve
from cogs.app.workers.sharding import Sharding
from cogs.display.words.emojis import Emojis
from cogs.interactions.click_rate import ClickRate
from cogs.interactions.responder import SEND_ERRORS
from db.connection import Database
from db.errors import DatabaseError, DatabaseFull, DatabaseLocked, DatabaseUnreachable
from db.settings import UNREADABLE, DatabaseSettings
from engine import GAMES
from records.facts.luck import warm_up
from records.service import Records
from tables.play.limits import Limits
from tables.service import Tables
from workers.leases import Leases
from workers.slots import Slots

log = logging.getLogger("bot")

LAST_CLICKS = 3.0
"""Seconds in which clicks under way may end when the bot stops: what Discord gives a click."""

LOOK = 5.0
"""Seconds between two looks whether the database is where it was."""

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds before the bot tries again to start; each pause is twice the last, up to the longest."""

SAMPLE = 2_000
"""How many finished games a check of the records looks at: some seconds."""

COLLECT_AFTER = 10_000
"""Objects made, and not yet freed, after which Python looks for garbage: some clicks make them."""

LIMITS = Limits()
"""What may be open at once, unless the host says otherwise."""

Limit = Annotated[int, Field(gt=0, description="a number above 0")]


class Settings(DatabaseSettings):
    """What a host may set, in the environment or in `.env`; `.env.example` explains each."""

    model_config = SettingsConfigDict(extra="forbid")

    # A description says what a malformed value should have been.
    discord_token: Annotated[SecretStr, Field(description="as it was copied from Discord")]
    discord_api_base: Annotated[
        AnyHttpUrl | None, Field(description="an address that begins with http:// or https://")
    ] = None
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"],
        Field(description="DEBUG, INFO, WARNING or ERROR"),
    ] = "INFO"
    log_format: Annotated[Literal["text", "json"], Field(description="text or json")] = "text"
    metrics_port: Annotated[
        int | None, Field(gt=0, lt=65536, description="the number of a port")
    ] = None
    metrics_host: Annotated[str, Field(description="an address of this machine")] = "127.0.0.1"
    sync_guild: Annotated[int | None, Field(gt=0, description="the id of a server, a number")] = (
        None
    )
    tables_per_person: Limit = LIMITS.tables_per_person
    lobbies_per_person: Limit = LIMITS.lobbies_per_person
    tables_per_channel: Limit = LIMITS.tables_per_channel
    clicks_per_second: Limit = 100
    duck_pause: Annotated[
        float, Field(ge=0, le=10, description="a number of seconds from 0 to 10")
    ] = 1.2
    shards: Limit | None = None
    postgres_password: SecretStr | None = None  # for compose.yaml, which reads the same file
    health_file: Annotated[Path | None, Field(description="the path of a file")] = None

    @field_validator("discord_token")
    @classmethod
    def _looks_like_a_token(cls, token: SecretStr) -> SecretStr:
        """Refuse what cannot be sent; whether it is a token is for Discord to say."""
        text = token.get_secret_value()
        if not (text and text.isascii() and text.isprintable()) or " " in text:
            raise ValueError
        return token

    @field_validator("discord_api_base")
    @classmethod
    def _is_a_plain_address(cls, address: AnyHttpUrl | None) -> AnyHttpUrl | None:
        """Refuse a name, a password or a query: paths are joined to the address as it stands."""
        if address and (address.username or address.password or address.query or address.fragment):
            raise ValueError
        return address


def read_settings() -> Settings:
    """Read the settings; raises Refused with a sentence that names the first wrong one."""
    try:
        return Settings()  # type: ignore[call-arg] - the values come from outside
    except ValidationError as error:
        raise Refused(_what_is_wrong(error)) from None
    except (OSError, UnicodeDecodeError):
        raise Refused(UNREADABLE) from None


def _what_is_wrong(error: ValidationError) -> str:
    """One sentence about the first error, without the value: it might be the token."""
    first = error.errors(include_input=False, include_url=False)[0]
    key = str(first["loc"][0])
    name = key.upper()
    if first["type"] == "missing":
        return f"{name} is missing: set it in the environment or in .env (see .env.example)."
    if first["type"] == "extra_forbidden":
        return f"{name} in .env is not a setting of this bot (see .env.example)."
    return f"{name} has to be {Settings.model_fields[key].description} (see .env.example)."


class Bot(DucksClient):
    """The client with its services, put together at login."""

    def __init__(self, settings: Settings, database: Database) -> None:
        super().__init__()
        if settings.metrics_port is not None:
            self.http.http_trace = metrics.trace_requests()
        self._settings = settings
        self._database = database
        self._background: set[asyncio.Task[None]] = set()
        self.sharding = Sharding(
            self, Leases(database), Slots(database), self.budget, settings.shards
        )
        records = Records(database, GAMES, time.time)
        limits = Limits(
            settings.tables_per_person, settings.lobbies_per_person, settings.tables_per_channel
        )
        on_end = records.recorder.record_result
        covers = self.sharding.covers
        tables = Tables(
            database, GAMES, time.time, on_end=on_end, limits=limits, looks_after=covers
        )
        self.services = Services(
            self,
            tables,
            records,
            Emojis(),
            shared=lambda: self.budget.workers > 1,
            duck_pause=settings.duck_pause,
        )
        self.clicks = Clicks(self.services)
        self.click_rate = ClickRate(settings.clicks_per_second)

    async def setup_hook(self) -> None:
        """After login, before the gateway: load the cogs; what can wait goes on behind.

        The time since the last beat is left out before anybody can click: no click pays for it.
        """
        await self.services.tables.heartbeat.beat()
        await self.load()
        guild = self._settings.sync_guild
        self._later(put_commands(self, None if guild is None else discord.Object(guild)))
        self._later(put_emojis(self))
        self._later(self._warm_up())
        self._later(self._watch_database())
        self._later(self._check_database())
        self._later(metrics.watch(self, self.services.publisher.count_waiting))
        if self._settings.health_file is not None:
            self._later(show_life(self, self._settings.health_file, self._database.can_save))

    async def on_ready(self) -> None:
        """The gateway is open and the servers are known."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def _warm_up(self) -> None:
        """Once ready, do what no click is to wait for: compute how dice can fall, tidy the memory.

        What is there then stays as long as the process, and is not searched for garbage any more:
        that would stop every click for a twentieth of a second.
        """
        await self.wait_until_ready()
        await asyncio.to_thread(warm_up)
        gc.collect()
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)

    async def _watch_database(self) -> None:
        """Have it logged soon when the database is removed, though nobody clicks."""
        while True:
            self._database.can_save()
            await asyncio.sleep(LOOK)

    async def _check_database(self) -> None:
        """Read all of a large database, once the bot is ready, and log what is found."""
        if self._database.was_checked():
            return
        await self.wait_until_ready()
        try:
            damage = await self._database.find_damage()
        except DatabaseError as error:
            log.warning("not all of the database could be read: %s", error)
        else:
            if damage is None:
                log.info("all of the database was read: nothing in it is damaged")
            else:
                log.error("%s", damage)

    async def close(self) -> None:
        """Let clicks under way end, end what goes on behind, and close the connection."""
        await self.settle(LAST_CLICKS)
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        try:
            await self.services.publisher.close()
        finally:
            await super().close()
        await self.settle(LAST_CLICKS)  # one that came in meanwhile: it is committed at least
        await self.sharding.close()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def run(settings: Settings, *, trust_clock: bool = False) -> None:
    """Run the bot until it is cancelled, and begin anew after whatever passes by itself.

    Args:
        settings: as they were read.
        trust_clock: whether to go on where the database was last used in what is now the future.

    Raises:
        Refused, DatabaseError: it cannot start or go on, however often it is tried.
    """
    pause = FIRST_PAUSE
    while True:
        begun = time.monotonic()
        try:
            return await _serve(settings, trust_clock=trust_clock)
        except (Unavailable, DatabaseLocked, DatabaseFull, DatabaseUnreachable) as error:
            if time.monotonic() - begun > LONGEST_PAUSE:  # this is no longer the same fault
                pause = FIRST_PAUSE
            log.warning("%s The next try is in %.0f seconds.", error, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _serve(settings: Settings, *, trust_clock: bool) -> None:
    """Run the bot once; raises Unavailable, too, where that may go better later."""
    now = None if trust_clock else time.time()
    database = await Database.open(settings.database_url, now=now)
    try:
        async with Bot(settings, database) as bot:
            await bot.services.tables.heartbeat.beat()
            await bot.services.records.recorder.catch_up()
            await bot.sharding.enter()
            base = settings.discord_api_base
            token = settings.discord_token.get_secret_value()
            await log_in(bot, token, None if base is None else str(base))
            await serve(bot, bot.sharding)
    finally:
        await database.close()


async def _until_told_to_stop(work: Coroutine[Any, Any, None]) -> None:
    """Do the work; SIGTERM and SIGINT end it early, and what it holds is closed in good order."""
    task = asyncio.ensure_future(work)
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def check(settings: Settings) -> list[str]:
    """Read the database and print what is there; returns what is wrong. Nothing is changed.

    Raises:
        DatabaseError: the database cannot be used.
    """
    async with await Database.open(settings.database_url, existing=True) as database:
        damage = await database.find_damage()
        print(f"The database {database.name} was read.")
        live, broken = await Tables(database, GAMES, time.time).lookup.find_broken()
        print(f"Open tables: {live}, of which can go on: {live - len(broken)}.")
        rebuild = Records(database, GAMES, time.time).rebuild
        games, differences = await rebuild.compare_sample(SAMPLE)
        print(f"Finished games of which the records were computed anew: {games}.")
    faults = [f"Table {number}: {fault}." for number, fault in broken.items()]
    return [*([str(damage)] if damage else ()), *faults, *differences]


def main(arguments: list[str] | None = None) -> int:
    """Run, or check what would be run; return the exit status."""
    parser = argparse.ArgumentParser(prog="python bot.py", description="Run the bot.")
    parser.add_argument("--check", action="store_true", help="read the database, and end")
    parser.add_argument(
        "--trust-clock",
        action="store_true",
        help="start although the database was last used in what is now the future",
    )
    chosen = parser.parse_args(arguments)
    try:
        settings = read_settings()
        set_up_log(settings.log_level, settings.log_format, _is_news)
        if chosen.check:
            faults = asyncio.run(check(settings))
            print(*(faults or ("Nothing is wrong.",)), sep="\n")
            return int(bool(faults))
        _serve_metrics(settings)
        asyncio.run(_until_told_to_stop(run(settings, trust_clock=chosen.trust_clock)))
    except (Refused, DatabaseError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _is_news(record: logging.LogRecord) -> bool:
    """Return False for what is no news to the host.

    That nothing can be saved is logged once by `db`, when it begins. Suggestions for an option that
    Discord does not take, mostly since the person has typed on, are missed by nobody.
    """
    error = record.exc_info[1] if record.exc_info else None
    if record.name == "discord.app_commands.tree" and isinstance(error, SEND_ERRORS):
        return False
    return not (isinstance(error, DatabaseError) and error.logged)


def _serve_metrics(settings: Settings) -> None:
    """Let programs read how the bot does, where a port for that is set."""
    if settings.metrics_port is not None:
        try:
            metrics.serve(settings.metrics_host, settings.metrics_port)
        except OSError as error:
            raise Refused(f"METRICS_PORT cannot be opened: {error.strerror}.") from None


if __name__ == "__main__":
    sys.exit(main())
