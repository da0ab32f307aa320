"""What people do at a table: join, move, state an absence, give orders, watch, be forgotten.

Most are pure functions from one table to the next. `tables.changes` applies them.
"""
