"""Ducks in a Bucket by James Ernest, Joe Kisenwether and John Kovalic, the free rules of 2018.

A player has five white dice and the Boss. In his inning he rolls and promotes white dice that equal
the Boss, or add up to it, into his bucket. Then he stops or presses his luck. At the end of the
round the hands are compared.

Notation of the moves. Dice are the values of white dice in ascending order.

    first 2                 nature: seat 2 has the button in the first round
    roll                    the player rolls all unbucketed dice and the Boss; begins every inning
    dice 1 3 5 5 6 boss 5   nature: how the dice fall
    promote 5 5             move dice into the bucket; the last of them ends the inning
    stop                    after a promotion: record the hand
    throw away              no promotion: throw a white die away and roll the rest at once; without
                            dice left, lose the bucket
    bust                    no promotion with the press rule bust: lose the bucket

A player clicks `throw away` even if it is his only move, because it throws the dice again. If the
loss of the bucket is the only move, it happens by itself.

    inning.py    the dice and the moves; the worth of a bucket; innings, rounds, points
    game.py      the view, exact chances, and the rules as a `Game`
"""

from engine.ducks.game import Ducks, Inning, Promotion, Round, View
from engine.ducks.inning import (
    DUCK,
    RANKS,
    Bust,
    Dice,
    Fall,
    Hand,
    Move,
    Promote,
    Roll,
    RollDice,
    State,
    Stop,
    ThrowAway,
    evaluate,
    promotable,
)

__all__ = [
    "DUCK",
    "RANKS",
    "Bust",
    "Dice",
    "Ducks",
    "Fall",
    "Hand",
    "Inning",
    "Move",
    "Promote",
    "Promotion",
    "Roll",
    "RollDice",
    "Round",
    "State",
    "Stop",
    "ThrowAway",
    "View",
    "evaluate",
    "promotable",
]
