"""Players of Ducks in the Pond.

rule.py    a rule of thumb: easy and normal
orders.py  standing orders
table.py   what each sheet is worth each day: `values.bin`
solve.py   the program that computes it
dice.py    what abilities make of dice
best.py    hard, and what each move is worth
"""

from players.pond.best import assess, choose_hard
from players.pond.rule import choose_easy, choose_normal

__all__ = ["assess", "choose_easy", "choose_hard", "choose_normal"]
