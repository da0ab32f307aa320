"""Buck Dice, the pub game for three dice and a point number, with its two variants.

Classic has a loser and no winner, thirteen-fourteen is classic with fewer dice near the end, pot
has a winner who takes a pot of play chips. The chips are a score of one game and worth nothing.

Notation of the moves.

    first 2           nature, pot only: seat 2 begins
    order 3 6 1 1     nature: those who throw for the order, in order of seats, throw these
    dice 4            nature: one die for the point number
    throw             the thrower takes up the dice
    dice 2 5 5        nature: they fall so, in ascending order; three dice, or two or one

    dice.py           the dice, and what a throw scores
    game.py           who begins, the point number; throws, leaving, the pot; what the table sees
"""

from engine.buckdice.dice import BUCK, Dice, Score
from engine.buckdice.game import BuckDice, Left, Move, Opened, Order, State, Throw, Thrown, View

__all__ = [
    "BUCK",
    "BuckDice",
    "Dice",
    "Left",
    "Move",
    "Opened",
    "Order",
    "Score",
    "State",
    "Throw",
    "Thrown",
    "View",
]
