"""Keeps the commands and emojis at Discord up to date.

The housekeeper does this for all workers. It changes only what differs, and tries again after a
failure.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import discord
from discord import Object, app_commands
from discord.app_commands import TranslationContextLocation as Place
from discord.app_commands import Translator
from discord.http import Route

from cogs.display.emojis import FAILURES
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import MOST_LISTED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterator

    from discord.app_commands import TranslationContextTypes, locale_str

    from cogs.app.client import DucksClient
    from cogs.interactions.language import Languages

log = logging.getLogger(__name__)

T = TypeVar("T")

Sent = dict[str, Any]

AGAIN: Final = 5.0
"""Pause before the second try, in seconds. Each later pause is twice as long as the one before."""

AT_LAST: Final = 3_600.0
"""Longest pause in seconds."""

LOOK_EVERY: Final = 1.0
"""Seconds between two servers in the search for commands that an earlier start has registered."""

OLD_STAY: Final = 900.0
"""Seconds for which outdated emojis stay after the boards of this worker were redrawn.

By then, other workers have redrawn theirs, and no private page can be edited any more.
"""

_OF_DISCORD: Final = ("id", "application_id", "version", "guild_id", "handler", "dm_permission")
"""Keys of a command that Discord adds or changes; the comparison leaves them out."""

_OF_ALL: Final = ("contexts",)
"""Keys that Discord drops from a single server's commands; the comparison leaves them out."""


_REFUSED: Final = re.compile(r"^In (\d+)[.:] ?(.*)", re.MULTILINE)
"""The number of a command in an answer of Discord, and what is wrong with this command."""

MOST_LETTERS: Final = {"name": 32, "description": 100, "value": 100}
"""Discord's limits on letters; the name of a choice may have as many as its value."""

LARGEST: Final = 8_000
"""Discord's limit on the letters of a command in all, in the longest language for each text."""

_NAMES: Final = frozenset({Place.command_name, Place.group_name, Place.parameter_name})
"""Parts that people type; they are the same in all languages."""


class CommandTranslator(Translator):
    """Translates the descriptions of commands and options, and the names of choices."""

    def __init__(self, languages: Languages) -> None:
        found = {locale: languages.of(locale) for locale in discord.Locale}
        self._languages = {key: each for key, each in found.items() if each is not ENGLISH}

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return the translation; None if it is the same as the English words."""
        language = self._languages.get(locale)
        if language is None or context.location in _NAMES:
            return None
        words = language.of(string.extras.get("game", ""))(string.message)
        return None if words == string.message else words


def list_faults(command: Sent) -> Iterator[str]:
    """Yield the limits of Discord that a command breaks in any language, as it would be sent."""
    size = 0
    for said in _walk(command):
        name = said["name"]
        for kind in ("options", "choices"):
            names = [each["name"] for each in said.get(kind) or ()]
            if len(names) > MOST_LISTED:
                yield f"{name!r} has {len(names)} {kind} of {MOST_LISTED}"
            if len({*names}) < len(names):
                yield f"two {kind} of {name!r} have one name"
        for key in MOST_LETTERS.keys() & said:
            most = MOST_LETTERS["value" if "value" in said else key]
            translated: dict[str, str] = said.get(f"{key}_localizations") or {}
            texts = {"en": str(said[key]), **translated}
            size += max(map(len, texts.values()))
            for locale, words in texts.items():
                if not 1 <= len(words) <= most:
                    yield f"the {key} of {name!r} has {len(words)} letters of {most} ({locale})"
    if size > LARGEST:
        yield f"it has {size} letters of {LARGEST} in all"


def _walk(said: Sent) -> Iterator[Sent]:
    """Yield a command, its options and their choices."""
    yield said
    for inner in (*(said.get("options") or ()), *(said.get("choices") or ())):
        yield from _walk(inner)


async def put_commands(client: DucksClient, guild: Object | None) -> None:
    """Register the commands with Discord: everywhere, or only in the server `guild`.

    Until this succeeds, the commands of the last start stay usable. Afterwards, commands that an
    earlier start registered elsewhere are removed, because Discord would list every command twice.
    """
    languages = client.services.languages
    await languages.loaded.wait()
    await client.tree.set_translator(translator := CommandTranslator(languages))
    for key in [*client.services.offered]:
        if (command := client.tree.get_command(key)) is not None:
            sent = await command.get_translated_payload(client.tree, translator)
            if fault := next(list_faults(sent), None):
                _switch_off(client, key, fault)
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
    """Do this work as the housekeeper, and repeat it until Discord accepts it."""
    pauses = _pauses()
    while True:
        await client.sharding.housekeeping.wait()
        try:
            return await work()
        except FAILURES as error:
            log.warning("the commands could not be put in place: %s", error)
            await asyncio.sleep(next(pauses))


async def _list_places(client: DucksClient) -> list[Object | None]:
    """Return the places where commands can be registered: None for everywhere, and each server."""
    return [None, *[Object(each.id) async for each in client.fetch_guilds(limit=None)]]


def _switch_off(client: DucksClient, key: str, why: str, guild: Object | None = None) -> None:
    """Take a command away. If it belongs to a game, no table of the game can be opened any more."""
    client.tree.remove_command(key, guild=guild)
    client.services.left_out.add_game(key)
    log.error("%s is off: %s", key, why)


async def _put(client: DucksClient, guild: Object | None) -> None:
    """Register the commands if they differ. Those that Discord refuses are taken away."""
    while await _differ(client, guild):
        try:
            await client.tree.sync(guild=guild)
        except app_commands.CommandSyncFailure as error:
            commands = client.tree.get_commands(guild=guild)
            refused = dict(_REFUSED.findall(error.text))
            if not refused:
                raise
            for number, fault in refused.items():
                why = f"Discord refuses its command ({fault})"
                _switch_off(client, commands[int(number)].name, why, guild)
        else:
            return


async def _remove(client: DucksClient, guild: Object | None) -> None:
    with contextlib.suppress(discord.Forbidden):  # the bot has left, or may have no commands there
        await _put(client, guild)


async def put_emojis(client: DucksClient) -> None:
    """Upload the drawings as emojis, redraw the messages without them, delete outdated ones last.

    Boards are redrawn at once. If a board waited for the next move, its edit would reveal that
    somebody has made a hidden move.
    """
    emojis, publisher = client.services.emojis, client.services.publisher
    housekeeping = client.sharding.housekeeping
    with contextlib.suppress(*FAILURES):
        await emojis.look(client)
    await client.wait_until_ready()
    await client.sharding.holds.wait()
    new = False
    for pause in _pauses():
        new |= await emojis.sync(client, puts=housekeeping.is_set)
        if new or emojis.complete:
            try:
                live = await client.services.tables.lookup.all_live() if new else ()
            except Exception:
                log.exception("the live tables cannot be read; the next try follows")
            else:
                await publisher.redraw_plain(live)
                if emojis.complete:
                    break
                new = False
        resting = asyncio.sleep(pause) if housekeeping.is_set() else housekeeping.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await resting
    if emojis.outdated:
        await asyncio.sleep(OLD_STAY)
        if housekeeping.is_set():
            await emojis.delete_outdated()


def _pauses() -> Iterator[float]:
    """Yield the pauses between tries, in seconds."""
    pause = AGAIN
    while True:
        yield pause
        pause = min(2 * pause, AT_LAST)


async def _differ(client: DucksClient, guild: Object | None) -> bool:
    """Return whether the commands at Discord differ from those of the client."""
    tree, translator = client.tree, client.tree.translator
    assert translator is not None  # noqa: S101 - `put_commands` has set it
    commands = tree.get_commands(guild=guild)
    place = f"/guilds/{guild.id}" if guild else ""
    path = f"/applications/{client.application_id}{place}/commands?with_localizations=true"
    there = await client.http.request(Route("GET", path))
    if len(there) != len(commands):  # saves translations on a first start
        return True
    wanted = [await each.get_translated_payload(tree, translator) for each in commands]
    without = _OF_ALL if guild else ()
    return _by_name(wanted, without) != _by_name(there, without)


def _by_name(listed: Collection[Any], without: Collection[str] = ()) -> dict[object, object]:
    """Return the commands by type and name, without the keys that are not compared."""
    without = (*_OF_DISCORD, *without)
    kept = ({k: v for k, v in each.items() if k not in without} for each in listed)
    return {(each["type"], each["name"]): _simplify(each) for each in kept}


def _simplify(said: object) -> object:
    """Return a value for the comparison: without empty parts, and with permissions as text."""
    if isinstance(said, list):
        return [_simplify(each) for each in cast("list[object]", said)]
    if not isinstance(said, dict):
        return said
    return {
        key: str(value) if key == "default_member_permissions" else _simplify(value)
        for key, value in cast("dict[str, object]", said).items()
        if value is not None and value is not False and value not in ("", [], {})
    }
