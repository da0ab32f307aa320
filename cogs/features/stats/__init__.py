"""`/stats`: the statistics of a person on a server, with the album of achievements."""

from cogs.app.feature import Feature
from cogs.features.stats.entering import ON_RESULT
from records.kept import Kept

LUCK = Kept(
    part="luck",
    columns={
        "server": "guild_id",
        "game": "game",
        "measure": "measure",
        "times": "times",
        "actual": "actual",
        "expected": "expected",
        "variance": "variance",
    },
    order="guild_id, game, measure",
    words="your dice statistics",
    about="luck has for each server, game and measure what you rolled and what was expected",
)

ACHIEVEMENTS = Kept(
    part="achievements",
    columns={"server": "guild_id", "name": "name", "table": "table_id", "at": "at"},
    order="guild_id, at, name",
    words="your achievements",
    about="achievements has the table that earned each",
)

FEATURE = Feature(
    name="stats",
    cog="cogs.features.stats.cog",
    kept=(LUCK, ACHIEVEMENTS),
    on_result=ON_RESULT,
)
