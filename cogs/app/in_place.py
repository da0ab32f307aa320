"""What one worker puts in place at Discord for all of them: the commands and the emojis.

That is the worker that keeps house. It does so only where something differs, and tries again where
Discord refuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import discord

from cogs.display.words.emojis import FAILURES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterator

    from cogs.app.client import DucksClient

log = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN: Final = 5.0
"""Seconds after which what is not in place is tried again; each pause is twice the last."""

AT_LAST: Final = 3_600.0
"""Seconds of the longest pause."""

LOOK_EVERY: Final = 1.0
"""Seconds between two servers that are searched for commands of an earlier start."""

_OF_DISCORD: Final = ("id", "application_id", "version", "guild_id", "handler", "dm_permission")
"""What Discord adds to a command, or makes of its contexts."""

_OF_ALL: Final = ("contexts",)
"""What it does not keep of the commands of one server."""


async def put_commands(client: DucksClient, guild: discord.Object | None) -> None:
    """Tell Discord the commands: everywhere, or at once in one server.

    Until Discord takes them, those of the last start stay, and work. What an earlier start has put
    elsewhere goes then: Discord would list every command twice.
    """
    if guild is not None:
        client.tree.copy_global_to(guild=guild)
        client.tree.clear_commands(guild=None)
    await _insist(client, partial(_put, client, guild))
    log.info("%d commands are in place", len(client.tree.get_commands(guild=guild)))
    for other in await _insist(client, partial(_list_places, client)):
        if other != guild:
            await _insist(client, partial(_remove, client, other))
            await asyncio.sleep(LOOK_EVERY)


async def _insist(client: DucksClient, work: Callable[[], Awaitable[T]]) -> T:
    """Do what the worker that keeps house does, again and again until Discord takes it."""
    pauses = _pauses()
    while True:
        await client.sharding.keeps_house.wait()
        try:
            return await work()
        except FAILURES as error:
            log.warning("the commands could not be put in place: %s", error)
            await asyncio.sleep(next(pauses))


async def _list_places(client: DucksClient) -> list[discord.Object | None]:
    """Return where commands can be: everywhere, and in each server."""
    return [None, *[discord.Object(each.id) async for each in client.fetch_guilds(limit=None)]]


async def _put(client: DucksClient, guild: discord.Object | None) -> None:
    if await _differ(client, guild):
        await client.tree.sync(guild=guild)


async def _remove(client: DucksClient, guild: discord.Object | None) -> None:
    with contextlib.suppress(discord.Forbidden):  # the bot has left it, or may have none there
        await _put(client, guild)


async def put_emojis(client: DucksClient) -> None:
    """Have the drawings, and show them on the messages that were drawn without them.

    In a game with hidden moves a board must not wait for the next move to show them: its edit would
    tell of the move.
    """
    emojis, publisher = client.services.emojis, client.services.publisher
    keeps_house = client.sharding.keeps_house
    with contextlib.suppress(*FAILURES):
        await emojis.look(client)
    await client.wait_until_ready()
    await client.sharding.holds.wait()
    new = False
    for pause in _pauses():
        new |= await emojis.sync(client, puts=keeps_house.is_set)
        if new or emojis.complete:
            try:
                live = await client.services.tables.lookup.all_live() if new else ()
            except Exception:
                log.exception("the live tables cannot be read; it will be tried again")
            else:
                publisher.redraw_plain(live)
                if emojis.complete:
                    return
                new = False
        resting = asyncio.sleep(pause) if keeps_house.is_set() else keeps_house.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await resting


def _pauses() -> Iterator[float]:
    """Yield the pauses between tries, in seconds."""
    pause = AGAIN
    while True:
        yield pause
        pause = min(2 * pause, AT_LAST)


async def _differ(client: DucksClient, guild: discord.Object | None) -> bool:
    """Return whether Discord lists other commands than there are."""
    number = client.application_id or 0
    wanted = [command.to_dict(client.tree) for command in client.tree.get_commands(guild=guild)]
    if guild is None:
        return _by_name(wanted) != _by_name(await client.http.get_global_commands(number))
    there = await client.http.get_guild_commands(number, guild.id)
    return _by_name(wanted, _OF_ALL) != _by_name(there, _OF_ALL)


def _by_name(listed: Collection[Any], without: Collection[str] = ()) -> dict[object, object]:
    """Return what commands say, by their types and names, but for some keys."""
    without = (*_OF_DISCORD, *without)
    kept = ({k: v for k, v in each.items() if k not in without} for each in listed)
    return {(each["type"], each["name"]): _simplify(each) for each in kept}


def _simplify(said: object) -> object:
    """Return it as we and Discord would say it: without what is empty, and permissions as text."""
    if isinstance(said, list):
        return [_simplify(each) for each in cast("list[object]", said)]
    if not isinstance(said, dict):
        return said
    return {
        key: str(value) if key == "default_member_permissions" else _simplify(value)
        for key, value in cast("dict[str, object]", said).items()
        if value is not None and value is not False and value not in ("", [], {})
    }
