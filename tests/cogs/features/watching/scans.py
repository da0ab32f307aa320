"""Queries of watching that read all rows of a table."""

SCANS = {"WATCHERS_OF_ENDED": "watchers"}  # every few seconds: finds who gets a card
