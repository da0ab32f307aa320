"""Reads, replays, writes and finds tables, and proves their dice fair.

`storage.writer` makes every change of a table.
"""
