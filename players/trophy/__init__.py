"""Players of Trophy Buck.

rule.py       a rule of thumb: easy and normal
orders.py     standing orders
hunting.py    the best play of one turn, exactly, for any worth of its points
race.py       what totals are worth: the race, the last round, the tiebreak
best.py       hard, and what each choice is worth
"""

from players.trophy.best import assess, choose_hard, weigh_loss
from players.trophy.rule import choose_easy, choose_normal

__all__ = ["assess", "choose_easy", "choose_hard", "choose_normal", "weigh_loss"]
