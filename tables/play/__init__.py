"""What people do at a table: join, move, state an absence, give orders, watch, be forgotten.

Each is a function from one table to the next, or a part of `Tables` that applies one.
"""
