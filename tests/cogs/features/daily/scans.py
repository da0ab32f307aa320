"""Queries of dailies that read all rows of a table."""

SCANS = {
    "UNGRADED_DAILIES": "dailies",  # an index holds only these rows
    "DAILY_KEY": "daily_key",  # the table has one row
    "COUNT_LEFT": "daily_marks",  # the table holds the marks of one day
    "DELETE_MARKS": "daily_marks",
}

BY_INDEX_THERE = ("UNGRADED_DAILIES",)
"""Queries of `SCANS` for which PostgreSQL uses an index."""
