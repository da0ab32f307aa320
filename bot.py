"""The composition root: read the settings, open the database, build the services, run the client.

Whatever is wrong with the settings, the token or the database is told in one sentence, and the
process ends with status 2.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, Literal

import discord
import yarl
from discord import http
from discord.gateway import DiscordWebSocket
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from annals.service import Annals
from cogs.client import DucksClient
from cogs.desk import Desk
from cogs.emojis import Emojis
from cogs.health import show_life
from db.connection import Database
from db.errors import DatabaseError
from engine import GAMES
from tables.service import Tables

log = logging.getLogger("bot")


class Settings(BaseSettings):
    """What a host may set, in the environment or in `.env`; `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=".env", extra="forbid", str_strip_whitespace=True)

    discord_token: Annotated[SecretStr, Field(min_length=1)]
    database_url: str = "sqlite:///ducks.db"
    discord_api_base: Annotated[str | None, Field(pattern=r"^https?://[^\s/]+(/[^\s]*)?$")] = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    sync_guild: Annotated[int | None, Field(gt=0)] = None
    health_file: Path | None = None


class Refused(Exception):
    """The bot cannot start; the message is one sentence for the host."""


def read_settings() -> Settings:
    """Read the settings; raises Refused with a sentence that names the first wrong one."""
    try:
        return Settings()  # type: ignore[call-arg] - the values come from outside
    except ValidationError as error:
        raise Refused(_what_is_wrong(error)) from None


def _what_is_wrong(error: ValidationError) -> str:
    """One sentence about the first error, without the value: it might be the token."""
    first = error.errors(include_input=False, include_url=False)[0]
    name = str(first["loc"][0]).upper() if first["loc"] else "A setting"
    if first["type"] == "missing" or name == "DISCORD_TOKEN":
        return f"{name} is missing: set it in the environment or in .env (see .env.example)."
    if first["type"] == "extra_forbidden":
        return f"{name} in .env is not a setting of this bot (see .env.example)."
    return f"{name} is malformed: {first['msg'].lower()} (see .env.example)."


class Bot(DucksClient):
    """The client with its services, put together at login."""

    def __init__(self, settings: Settings, tables: Tables, annals: Annals, emojis: Emojis) -> None:
        super().__init__()
        self._settings = settings
        self._emojis = emojis
        self._background: set[asyncio.Task[None]] = set()
        self.desk = Desk(self, tables, annals, emojis)

    async def setup_hook(self) -> None:
        """After login, before the gateway: load the cogs; what can wait goes on behind."""
        await self.load()
        self._later(self._sync_commands())
        self._later(self._emojis.sync(self))
        if self._settings.health_file is not None:
            self._later(show_life(self, self._settings.health_file))

    async def on_ready(self) -> None:
        """The gateway is open and the servers are known."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def _sync_commands(self) -> None:
        """Tell Discord the commands: everywhere, or at once in the one server of SYNC_GUILD."""
        guild = None
        if self._settings.sync_guild is not None:
            guild = discord.Object(self._settings.sync_guild)
            self.tree.copy_global_to(guild=guild)
        try:
            commands = await self.tree.sync(guild=guild)
            log.info("%d commands are in place", len(commands))
        except discord.HTTPException as error:
            log.warning("the commands could not be put in place, the old ones stay: %s", error)

    def stop(self) -> None:
        """Close the connection soon; what `start` waits for ends then."""
        self._later(self.close())

    async def close(self) -> None:
        """Close the connection, and end what goes on behind."""
        await super().close()
        behind = self._background - {asyncio.current_task()}
        for task in behind:
            task.cancel()
        await asyncio.gather(*behind, return_exceptions=True)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop; raises Refused where it cannot start."""
    if settings.discord_api_base is not None:
        http.Route.BASE = settings.discord_api_base.rstrip("/")
    database = await Database.open(settings.database_url)
    try:
        annals = Annals(database, GAMES, time.time)
        await annals.catch_up()
        tables = Tables(database, GAMES, time.time, on_end=annals.keep)
        async with Bot(settings, tables, annals, Emojis()) as bot:
            _stop_on_signals(bot)
            await _log_in(bot, settings)
            await bot.connect()
    finally:
        await database.close()


async def _log_in(bot: Bot, settings: Settings) -> None:
    try:
        await bot.login(settings.discord_token.get_secret_value())
        if settings.discord_api_base is not None:
            # A lost session is begun anew at the gateway that discord.py knows by heart: Discord's.
            _, url, _ = await bot.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
    except discord.LoginFailure:
        raise Refused("Discord refuses DISCORD_TOKEN: copy the token again.") from None
    except (discord.HTTPException, OSError) as error:
        raise Refused(f"Discord cannot be reached at {http.Route.BASE}: {error}.") from None


def _stop_on_signals(bot: Bot) -> None:
    """SIGTERM and SIGINT close the connection and let clicks under way end."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, bot.stop)


def main() -> int:
    """Run; return the exit status."""
    try:
        settings = read_settings()
        _log(settings.log_level)
        asyncio.run(run(settings))
    except (Refused, DatabaseError) as error:
        return _refuse(str(error))
    return 0


def _log(level: str) -> None:
    discord.utils.setup_logging(level=logging.getLevelNamesMapping()[level])
    # The libraries' own talk is of use only where something is wrong. At DEBUG discord.py tells
    # whole payloads: tokens of interactions, and what one player alone may see.
    logging.getLogger("yoyo").setLevel(logging.WARNING)
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))


def _refuse(sentence: str) -> int:
    sys.stderr.write(sentence + "\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
