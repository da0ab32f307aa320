"""Books as the bot shows them: asked for, drawn, and put into Discord's words."""

from __future__ import annotations

import asyncio
import importlib
from typing import TYPE_CHECKING, Any

from bench.large import FIRST_PERSON, GUILD
from cogs import history_page, leaderboard_page, replay_page, stats_page
from cogs.book import ALL, key_of
from cogs.emojis import Emojis
from cogs.leaderboard_page import ALONE, Asked
from cogs.privacy import as_file

if TYPE_CHECKING:
    from annals.service import Annals
    from bench.asking import Questions
    from cogs.face import Page

Sent = list[dict[str, Any]]


async def shown(asked: Questions, annals: Annals) -> None:
    """Every kind of page, of the person of whom most is to be told."""
    for game in (ALL, "ducks", "pond" + ALONE):
        where = Asked(game)
        await asked.ask(f"/leaderboard of {game}", lambda w=where: _leaderboard(annals, w))
    for game in (ALL, "ducks"):
        await asked.ask(f"/stats of {game}", lambda g=game: _stats(annals, g))
    await asked.ask("/history", lambda: _history(annals))
    for game in ("ducks", "pond", "trophy", "buckets", "buckdice"):
        await asked.ask(f"a replay of {game}", lambda g=game: _replay(annals, g))
    await asked.ask("/privacy export", lambda: _export(annals), times=2)


async def _leaderboard(annals: Annals, where: Asked) -> Sent:
    at = (where.period, where.order, where.page, FIRST_PERSON)
    if where.solo:
        board = await annals.solo_board(GUILD, where.key or "", *at)
    else:
        board = await annals.leaderboard(GUILD, where.key, *at)
    chart = await asyncio.to_thread(leaderboard_page.draw, where, board)
    return _sent(leaderboard_page.board_page(where, board, chart))


async def _stats(annals: Annals, game: str) -> Sent:
    stats = await annals.stats(GUILD, FIRST_PERSON, key_of(game))
    if stats is None:
        raise LookupError(game)
    chart = await asyncio.to_thread(stats_page.draw, game, stats)
    return _sent(stats_page.stats_page(game, stats, annals.goals(key_of(game)), chart))


async def _history(annals: Annals) -> Sent:
    return _sent(history_page.history_page(0, ALL, await annals.history(GUILD, None, None, 1)))


async def _replay(annals: Annals, game: str) -> Sent:
    """The newest table of the game, in its middle."""
    history = await annals.history(GUILD, None, game, 1)
    replay = await annals.replay(history.entries[0].table_id, GUILD)
    face = importlib.import_module(f"cogs.{game}").FACE
    everybody = replay_page.EVERYBODY
    page = replay_page.replay_page(face, replay, Emojis(), replay.length // 2, everybody)
    return _sent(page)


async def _export(annals: Annals) -> None:
    everything = await annals.export(FIRST_PERSON)
    await asyncio.to_thread(as_file, everything)


def _sent(page: Page) -> Sent:
    return page.view().to_components()
