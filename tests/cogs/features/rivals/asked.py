"""Questions about two people's games. `bench.records` measures how long the answers take."""

from functools import partial

from cogs.features.rivals.duels import Duels


def ask(records, guild_id, most, least):
    duels = Duels(records.shared)
    for name, other in (("most", most + 1), ("least", least)):
        yield f"against each other, {name}", partial(duels.score, guild_id, most, other)
        yield f"/stats against, {name}", partial(duels.read, guild_id, most, other)
    yield "rivals on a card", partial(duels.rivals, guild_id, most)
