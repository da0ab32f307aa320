"""Questions about the leaderboards. `bench.records` measures how long the answers take."""

from functools import partial

from cogs.display.components import ALL, key_of
from cogs.features.leaderboards.pages import ALONE, LeaderboardQuery, render_leaderboard
from cogs.features.leaderboards.reader import Leaderboards
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from records.values import Period

LAST = 10**6
"""Page number beyond the last page of any board."""


def ask(records, guild_id, most, least):
    boards = Leaderboards(records.shared)

    async def leaderboard(where):
        at = (where.period, where.page, most)
        if where.solo:
            board = await boards.solo_page(guild_id, where.key or "", *at)
        else:
            board = await boards.page(guild_id, where.key, *at)
        return render_leaderboard(ENGLISH, where, board).items

    alone = [rules.info.key + ALONE for rules in GAMES if rules.info.min_seats == 1]
    for game in (ALL, GAMES[0].info.key, *alone):
        yield f"/leaderboard of {game}", partial(leaderboard, LeaderboardQuery(game))
    for game in (GAMES[0].info.key, ALL):
        for period in Period:
            what = f"leaderboard {game}, {period.name.lower()}"
            yield what, partial(boards.page, guild_id, key_of(game), period, 1, least)
    last = (guild_id, None, Period.ALL, LAST, least)
    yield "leaderboard of all games, last page", partial(boards.page, *last)
