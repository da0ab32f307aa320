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
    opening.py        who begins, and the point number
    play.py           the throws after that, leaving, the loser, the pot
    view.py           what the table sees
    game.py           the rules as a `Game`
"""

from engine.buckdice.dice import BUCK, Dice, Score
from engine.buckdice.game import BuckDice, Left, Move, State, Throw, Thrown, View
from engine.buckdice.opening import Opened, Order

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
