"""Players of The Bucket King.

rule.py      a rule of thumb: easy and normal
orders.py    standing orders
fast.py      the tricks in small numbers, and the rule in a quick loop
reading.py   what is known of the hidden cards, and deals that agree with it
search.py    hard: play-outs over common deals
"""

from players.buckets.rule import choose_easy, choose_normal
from players.buckets.search import choose_hard, estimate

__all__ = ["choose_easy", "choose_hard", "choose_normal", "estimate"]
