"""Questions about the leaderboards. `bench.records` measures how long the answers take."""

from functools import partial

from cogs.display.components import ALL, key_of
from cogs.features.leaderboards.pages import ALONE, LeaderboardQuery, render_leaderboard
from cogs.features.leaderboards.reader import Leaderboards, Sort
from cogs.interactions.language import ENGLISH
from players.games import GAMES
from records.values import Period

LAST = 10**6
"""Page number beyond the last page of any board."""


def ask(records, guild_id, most, least):
    boards = Leaderboards(records.shared)

    async def leaderboard(where):
        at = (where.period, where.order, where.page, most)
        if where.solo:
            board = await boards.solo_page(guild_id, where.key or "", *at)
        else:
            board = await boards.page(guild_id, where.key, *at)
        return render_leaderboard(ENGLISH, where, board).view().to_components()

    alone = [rules.info.key + ALONE for rules in GAMES if rules.info.min_seats == 1]
    for game in (ALL, GAMES[0].info.key, *alone):
        yield f"/leaderboard of {game}", partial(leaderboard, LeaderboardQuery(game))
    for game in (GAMES[0].info.key, ALL):
        for period in Period:
            for sort in Sort if period is Period.ALL else (Sort.WINS, Sort.RATING):
                what = f"leaderboard {game}, {period.name.lower()}, {sort}"
                at = (guild_id, key_of(game), period, sort, 1, least)
                yield what, partial(boards.page, *at)
    last = (guild_id, None, Period.ALL, Sort.WINS, LAST, least)
    yield "leaderboard of all games, last page", partial(boards.page, *last)
    places = (guild_id, None, Period.ALL, Sort.PLACE, LAST, most)
    yield "leaderboard of all games by place, last page", partial(boards.page, *places)
