"""Queries of dailies that read all rows of a table."""

SCANS = {
    "UNGRADED_DAILIES": "dailies",  # in an index of these rows alone
    "DAILY_KEY": "daily_key",  # the table has one row
    "COUNT_LEFT": "daily_marks",  # the table holds the marks of a day
    "DELETE_MARKS": "daily_marks",
}

BY_INDEX_THERE = ("UNGRADED_DAILIES",)
"""Those for which PostgreSQL uses an index."""
