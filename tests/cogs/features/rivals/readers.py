"""Additions of this feature to the `Server` of the tests."""

from itertools import permutations

from cogs.features.rivals.duels import Duels

READERS = {"duels": Duels}


async def tell(server, guild, people):
    for one, other in permutations([person.id for person in people], 2):
        yield (await server.duels.read(guild, one, other)).tallies
