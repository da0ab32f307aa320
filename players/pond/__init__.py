"""Players of Ducks in the Pond.

rule.py    a rule of thumb: easy and normal; standing orders
solve.py   what dice and sheets are worth; the program that writes `values.bin`
best.py    hard, and what each move is worth
spread.py  programs that tell how points are spread, and how far a lead still changes
"""

from players.pond.best import assess, choose_hard, expect_chance, weigh_chances
from players.pond.rule import ORDERS, choose_easy, choose_normal

__all__ = [
    "ORDERS",
    "assess",
    "choose_easy",
    "choose_hard",
    "choose_normal",
    "expect_chance",
    "weigh_chances",
]
