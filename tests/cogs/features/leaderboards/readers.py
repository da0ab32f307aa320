"""Additions of this feature to the `Server` of the tests."""

from cogs.features.leaderboards.reader import Leaderboards
from players.games import GAMES
from records.values import Period

READERS = {"leaderboards": Leaderboards}


async def tell(server, guild, people):
    at = (Period.ALL, 1, people[0].id)
    for game in (None, *(each.info.key for each in GAMES)):
        board = await server.leaderboards.page(guild, game, *at)
        yield board.rows
        yield board.own
