"""Queries of reviews that read all rows of a table."""

SCANS = {"NEXT_TO_REVIEW": "results"}  # in an index of these rows alone

BY_INDEX_THERE = ("NEXT_TO_REVIEW",)
"""Those for which PostgreSQL uses an index."""
