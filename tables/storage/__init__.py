"""Tables in the database and in memory: read, replayed, written, found, and proven.

`storage.writer` is the only way in which a table is changed.
"""
