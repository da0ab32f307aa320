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
    about="dailies has your daily of each day, the server on whose board it counts, your accuracy, "
    "your first decision, and marks: a letter for each decision, and / between two days of the "
    "game. The letters are n for a decision that cost nothing, u for a cost up to a tenth of the "
    "average cost of random moves, o for a higher cost, and s for a decision that is not ranked",
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
    "the day of the latest message, the language, and the number of messages in a row after which "
    "you began no daily",
)

FEATURE = Feature(
    name="daily",
    cog="cogs.features.daily.cog",
    needs=("reviews", "pond"),
    kept=(DAILIES, REMINDERS),
    commands=(
        HostCommand(
            "keep-dailies",
            "write the dailies that count on boards, with their transcripts, into a folder",
            keep_dailies,
            {"folder": Path},
        ),
        HostCommand(
            "daily",
            "compute the boards of dailies from that folder alone, and print them",
            print_dailies,
            {"folder": Path},
            on_database=False,
        ),
    ),
)
