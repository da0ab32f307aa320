"""Questions about the statistics. `bench.records` measures how long the answers take."""

from functools import partial

from cogs.display.components import ALL, key_of
from cogs.features.stats.pages import render_stats, render_summary
from cogs.features.stats.reader import StatsReader
from cogs.interactions.language import ENGLISH
from players.games import GAMES


def ask(records, guild_id, most, least):
    reader = StatsReader(records.shared)

    async def summary():
        found = await reader.summary(guild_id, most)
        return render_summary(ENGLISH, found, own=True).items

    async def stats(game):
        found = await reader.read(guild_id, most, key_of(game))
        return render_stats(ENGLISH, game, found).items

    yield "/stats", summary
    for game in (ALL, GAMES[0].info.key):
        yield f"the rest of /stats of {game}", partial(stats, game)
        what = f"stats of who plays least, {game}"
        yield what, partial(reader.read, guild_id, least, key_of(game))
