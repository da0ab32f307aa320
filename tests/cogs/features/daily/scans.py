"""Queries of dailies that read all rows of a table."""

SCANS = {
    "UNGRADED_DAILIES": "dailies",  # by an index of these alone
    "DAILY_KEY": "daily_key",  # one row
    "COUNT_LEFT": "daily_marks",  # those of a day
    "DELETE_MARKS": "daily_marks",
}

BY_INDEX_THERE = ("UNGRADED_DAILIES",)
"""Those that PostgreSQL finds by an index."""
