"""Additions of this feature to the `Server` of the tests."""

from cogs.features.history.reader import HistoryReader
from players.games import GAMES

READERS = {"history": HistoryReader}


async def tell(server, guild, people):
    for person in (None, *(each.id for each in people)):
        for game in (None, *(each.info.key for each in GAMES)):
            yield (await server.history.page(guild, person, game, 1)).entries
