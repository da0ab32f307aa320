"""Queries of seasons that read all rows of a table."""

SCANS = {"SEASONS_TO_TELL": "season_channels"}  # every few seconds, but only on two days of a month
