"""Servers, channels, members and messages, and how Discord writes them as JSON."""
