"""Ducks in a Bucket by James Ernest, Joe Kisenwether and John Kovalic, the free rules of 2018.

Five white dice and the Boss. In his inning a player rolls, promotes white dice that equal the Boss
or add up to it into his bucket, and stops or presses his luck; then the hands are compared.

Notation of the moves. Dice are the values of white dice in ascending order.

    first 2                 nature: seat 2 has the button in the first round
    roll                    the player rolls all unbucketed dice and the Boss; each inning begins so
    dice 1 3 5 5 6 boss 5   nature: the dice fall so
    promote 5 5             dice go into the bucket; with the last of them the inning is over
    stop                    after a promotion: the hand is recorded
    throw away              no promotion: a white die is thrown away and the rest are rolled at
                            once; without any left the bucket is lost
    bust                    no promotion, where the press rule is bust: the bucket is lost

A player clicks `throw away` even where it is his only move, for that throws the dice again. The
loss of the bucket happens by itself where there is no other move.

    inning.py    the dice and the moves; what a bucket is worth; innings, rounds, points
    game.py      what the table sees, exact chances, and the rules as a `Game`
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
