"""`/daily`: one short game a day for each person."""

from cogs.app.feature import Feature
from records.upkeep.kept import Kept

DAILIES = Kept(
    part="dailies",
    columns={
        "day": "day",
        "table": "table_id",
        "server": "guild_id",
        "marks": "marks",
        "accuracy": "accuracy",
        "opening": "opening",
        "shared": "shared",
    },
    order="day",
    one="daily",
    many="dailies",
    lost="your dailies, with their moves and your places on their boards",
    about="dailies has your daily of each day, the server on whose board it counts, and how well "
    "you played: a letter for each decision, n, u or o for nothing, up to a tenth, or over a tenth "
    "of what moves at random give away, s for those that are not ranked, / between two days of the "
    "game, and your first decision",
    off_server="UPDATE dailies SET guild_id = 0",
)

FEATURE = Feature(
    name="daily", cog="cogs.features.daily.cog", needs=("reviews", "pond"), kept=(DAILIES,)
)
