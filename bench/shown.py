"""Books as the bot shows them: asked for, drawn, and put into Discord's words."""

from __future__ import annotations

import asyncio
import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

from bench.large import FIRST_PERSON, GUILD
from cogs.commands.records import history_page, leaderboard_page, replay_page, stats_page
from cogs.commands.records.leaderboard_page import ALONE, LeaderboardQuery
from cogs.commands.records.privacy import make_file
from cogs.display.controls.paging import ALL, key_of
from cogs.display.words.emojis import Emojis
from engine import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.asking import Question
    from cogs.interactions.content import MessageContent
    from records.service import Records

Sent = list[dict[str, Any]]


def show(records: Records) -> Iterator[Question]:
    """Yield every kind of page, of the person of whom most is to be told."""
    for game in (ALL, "ducks", "pond" + ALONE):
        yield f"/leaderboard of {game}", partial(_leaderboard, records, LeaderboardQuery(game))
    yield "/stats", partial(_summary, records)
    for game in (ALL, "ducks"):
        yield f"the rest of /stats of {game}", partial(_stats, records, game)
    yield "/history", partial(_history, records)
    for game in GAMES:
        yield f"a replay of {game.info.key}", partial(_replay, records, game.info.key)
    yield "/privacy: the file", partial(_export, records)


async def _leaderboard(records: Records, where: LeaderboardQuery) -> Sent:
    at = (where.period, where.order, where.page, FIRST_PERSON)
    if where.solo:
        board = await records.leaderboards.solo_page(GUILD, where.key or "", *at)
    else:
        board = await records.leaderboards.page(GUILD, where.key, *at)
    return _sent(leaderboard_page.render_leaderboard(where, board))


async def _summary(records: Records) -> Sent:
    summary = await records.stats.summary(GUILD, FIRST_PERSON)
    if summary is None:
        raise LookupError(GUILD)
    return _sent(stats_page.render_summary(summary, own=True))


async def _stats(records: Records, game: str) -> Sent:
    stats = await records.stats.read(GUILD, FIRST_PERSON, key_of(game))
    if stats is None:
        raise LookupError(game)
    return _sent(stats_page.render_stats(game, stats))


async def _history(records: Records) -> Sent:
    history = await records.history.page(GUILD, None, None, 1)
    return _sent(history_page.render_history(FIRST_PERSON, 0, ALL, history))


async def _replay(records: Records, game: str) -> Sent:
    """The newest table of the game, in its middle."""
    history = await records.history.page(GUILD, None, game, 1)
    replay = await records.history.replay(history.entries[0].table_id, GUILD)
    renderer = importlib.import_module(f"cogs.{game}.board").RENDERER
    emojis = Emojis()
    emojis.add(renderer.drawings)
    everybody = replay_page.EVERYBODY
    page = replay_page.render_replay(renderer, replay, emojis, replay.length // 2, everybody)
    return _sent(page)


async def _export(records: Records) -> None:
    everything = await records.privacy.export(FIRST_PERSON)
    await asyncio.to_thread(make_file, everything)


def _sent(page: MessageContent) -> Sent:
    return page.view().to_components()
