"""Queries of reviews that read all rows of a table."""

SCANS = {"NEXT_TO_REVIEW": "results"}  # an index holds only these rows

BY_INDEX_THERE = ("NEXT_TO_REVIEW",)
"""Queries of `SCANS` for which PostgreSQL uses an index."""
