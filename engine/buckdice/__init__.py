"""Buck Dice, a pub game with three dice and a point number: classic and two variants.

Classic has a loser and no winner. Thirteen-fourteen is classic with fewer dice near the end. Pot
has a winner who takes the chips in the pot. The chips count for one game only and have no value.

Notation of the moves.

    first 2           nature, pot only: seat 2 begins
    order 3 6 1 1     nature: the throw for the order, one die for each thrower, in order of seats
    dice 4            nature: one die for the point number
    throw             the thrower takes up the dice
    dice 2 5 5        nature: how one to three dice fall, in ascending order

    dice.py           the dice, and the score of a throw
    moves.py          what a player does
    opening.py        who begins, and the point number
    throws.py         throws, leaving, the loser, and the pot
    view.py           what everybody sees
    game.py           the rules as a `Game`
"""

from engine.buckdice.dice import BUCK, Dice, Score
from engine.buckdice.game import BuckDice
from engine.buckdice.moves import Move, Throw
from engine.buckdice.opening import Opened, Order
from engine.buckdice.throws import Left, State, Thrown
from engine.buckdice.view import View

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
