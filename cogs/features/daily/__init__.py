"""`/daily`: one short game a day for each person."""

from pathlib import Path

from cogs.app.feature import Feature, HostCommand
from cogs.features.daily.commands import keep_dailies, print_dailies
from cogs.features.daily.dailies import mark_dailies
from records.kept import Kept

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
    words="your dailies, with their moves and your places on their boards",
    about="dailies has your daily of each day, the server on whose board it counts, and how well "
    "you played: a letter for each decision, n, u or o for nothing, up to a tenth, or over a tenth "
    "of what moves at random give away, s for those that are not ranked, / between two days of the "
    "game, and your first decision",
    off_server="UPDATE dailies SET guild_id = 0",
    before=mark_dailies,
)

REMINDERS = Kept(
    part="daily_reminders",
    columns={
        "minute": "minute",
        "sent_day": "sent_day",
        "in_vain": "in_vain",
        "language": "language",
    },
    words="when you are reminded of the daily",
    about="daily_reminders has the minute of the UTC day at which you are reminded of the daily, "
    "the day of the latest message, its language, and how many have led to nothing",
)

FEATURE = Feature(
    name="daily",
    cog="cogs.features.daily.cog",
    needs=("reviews", "pond"),
    kept=(DAILIES, REMINDERS),
    commands=(
        HostCommand(
            "keep-dailies",
            "write the dailies behind the boards into a folder",
            keep_dailies,
            {"folder": Path},
        ),
        HostCommand(
            "daily",
            "print the boards of dailies from that folder alone",
            print_dailies,
            {"folder": Path},
            on_database=False,
        ),
    ),
)
