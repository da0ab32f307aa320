"""Reads, replays, writes and finds tables, and proves their dice fair.

`tables.storage.writer` applies the acts that change tables.
"""
