"""Players of Ducks in the Pond.

rule.py    a rule of thumb: easy and normal
orders.py  standing orders
table.py   what each sheet is worth each day: `values.bin`
solve.py   the program that computes it
dice.py    what abilities make of dice
best.py    hard, and what each move is worth
spread.py  the program that tells how the points of the best play alone are spread
lead.py    the program that tells how far a lead still changes where two play
win.py     how often a lead wins
"""

from players.pond.best import assess, choose_hard, expect_chance, weigh_chances
from players.pond.rule import choose_easy, choose_normal

__all__ = [
    "assess",
    "choose_easy",
    "choose_hard",
    "choose_normal",
    "expect_chance",
    "weigh_chances",
]
