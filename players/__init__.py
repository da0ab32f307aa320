"""Computer players: functions from a seat's knowledge and a source of randomness to a move.

A player never gets a state, has no clock, and always makes the same move for the same knowledge and
source. So a transcript can prove each of its moves. Each game has a package with its players and
the rest of its `Kit`; `games` lists the kits.
"""
