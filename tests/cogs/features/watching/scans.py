"""Queries of watching that read all rows of a table."""

SCANS = {"WATCHERS_OF_ENDED": "watchers"}  # every few seconds: who is to be sent a card
