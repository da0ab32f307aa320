"""Players of The Bucket King.

rule.py      a rule of thumb: easy and normal
orders.py    standing orders
fast.py      the tricks in small numbers, and the rule in a quick loop
reading.py   what is known of the hidden cards, and deals that agree with it
search.py    hard: play-outs over common deals; what moves bring in them
"""

from players.buckets.rule import choose_easy, choose_normal
from players.buckets.search import (
    Weighed,
    choose_hard,
    estimate,
    make_source,
    weigh_decision,
)

__all__ = [
    "Weighed",
    "choose_easy",
    "choose_hard",
    "choose_normal",
    "estimate",
    "make_source",
    "weigh_decision",
]
