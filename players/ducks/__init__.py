"""Players of Ducks in a Bucket.

rule.py     a rule of thumb: easy and normal
orders.py   standing orders
inning.py   the best play of one inning, exactly, for any worth of its hand
round.py    what a hand is worth, with the hands that are made and the seats to come
best.py     hard, and what each move is worth
"""

from players.ducks.best import assess, choose_hard
from players.ducks.rule import choose_easy, choose_normal

__all__ = ["assess", "choose_easy", "choose_hard", "choose_normal"]
