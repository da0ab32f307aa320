"""Queries of reviews that read all rows of a table."""

SCANS = {"NEXT_TO_REVIEW": "results"}  # by an index of these alone

BY_INDEX_THERE = ("NEXT_TO_REVIEW",)
"""Those that PostgreSQL finds by an index."""
