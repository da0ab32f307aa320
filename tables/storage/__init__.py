"""Reads, replays, writes, finds and proves tables, in the database and in memory.

Every change of a table goes through `storage.writer`.
"""
