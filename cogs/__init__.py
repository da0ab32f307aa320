"""Everything that people see on Discord: commands, messages and buttons.

The rules of the games are in `engine`, and those of tables are in `tables`.
"""
