"""Computer players: what a seat may know and a source of randomness in, a move out.

A player never gets a state, has no clock, and moves alike for equal knowledge and source. So a
transcript can prove each of its moves. A package a game has them, with all else that makes its
`Kit`; `games` lists the kits.
"""
