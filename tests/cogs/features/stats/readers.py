"""Additions of this feature to the `Server` of the tests."""

from cogs.features.stats.reader import StatsReader

READERS = {"stats": StatsReader}


async def tell(server, guild, people):
    for person in people:
        yield await server.stats.read(guild, person.id)
        yield await server.stats.summary(guild, person.id)
