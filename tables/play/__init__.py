"""The acts of people and computers at a table: join, move, state an absence.

An act is a value that computes the next table. `TableWriter.do` applies it.
"""
