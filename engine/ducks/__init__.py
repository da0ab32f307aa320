"""Ducks in a Bucket by James Ernest, Joe Kisenwether and John Kovalic, by the free rules of 2018.

A player has five white dice and the Boss. In his inning he rolls all dice. He may promote white
dice that equal the Boss or add up to it: he moves them into his bucket. Then he stops or presses
his luck. At the end of the round the buckets are compared as hands.

Notation of the moves. Dice are the values of white dice in ascending order.

    first 2                 nature: seat 2 has the button in the first round
    roll                    the player rolls all unbucketed dice and the Boss; begins every inning
    dice 1 3 5 5 6 boss 5   nature: how the dice fall
    promote 5 5             move dice into the bucket; if none is left on the table, the inning ends
    stop                    after a promotion: record the hand
    throw away              promote nothing: throw a white die away and roll the rest at once; if
                            no die is left, lose the bucket
    bust                    promote nothing, if the option `press` is "bust": lose the bucket

`throw away` needs a click even if it is the only move, because dice are rolled again. The loss of
the bucket happens without a click if it is the only move.

    dice.py      the dice, and the promotions that the Boss allows
    moves.py     the moves
    hands.py     the worth of a bucket
    inning.py    innings, rounds, points
    odds.py      exact odds in an inning
    view.py      what everybody sees
    game.py      the rules as a `Game`
"""

from engine.ducks.dice import Dice, RollDice, promotable
from engine.ducks.game import Ducks
from engine.ducks.hands import DUCK, RANKS, Hand, evaluate
from engine.ducks.inning import State
from engine.ducks.moves import Bust, Fall, Move, Promote, Roll, Stop, ThrowAway
from engine.ducks.view import Inning, Promotion, Round, View

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
