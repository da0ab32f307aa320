"""Reviews of finished games, and hints during a game. Both compute the worth of moves."""

from cogs.app.feature import Feature
from records.kept import Kept

KEPT = Kept(
    part="regrets",
    columns={
        "table": "(SELECT table_id FROM results WHERE results.id = result_id)",
        "server": "guild_id",
        "game": "game",
        "decisions": "decisions",
        "given_away": "given_away",
        "at_random": "at_random",
    },
    order="result_id",
    words="what your decisions gave away",
    about="regrets has what your decisions gave away in each game, and what moves at random would "
    "have given away",
)

FEATURE = Feature(name="reviews", cog="cogs.features.reviews.cog", kept=(KEPT,))
