"""Trophy Buck, a dice game by Steve Jackson Games, version 1.0 of September 2011.

The hunter rolls three dice from a bag of twelve, as often as he dares. He keeps Points and
rolls Tracks again. The third Startle ends his turn, which then scores nothing.

Notation of the moves. A die is its colour (b, w, g, o) and its face: P points, S startle, T tracks.

    first 2           nature: seat 2 begins
    roll              the hunter draws up to three dice and rolls them
    hunt bP wT gS     nature: the dice on the table, re-rolled Tracks included; sorted brown, white,
                      green, orange, and within a colour P, S, T
    stop              the hunter banks the Points of this turn

    dice.py           the dice, and the odds of a roll
    moves.py          what a player does
    hunts.py          a turn, rounds, and the tiebreak
    view.py           what everybody sees
    game.py           the rules as a `Game`
"""

from engine.trophy.dice import FACES_NOTE, KINDS, STARTLES_TO_END, SYMBOLS, Hunt, Kind
from engine.trophy.game import TrophyBuck
from engine.trophy.hunts import GOAL, State
from engine.trophy.moves import Move, Roll, Stop
from engine.trophy.view import Die, InBag, Tried, View

__all__ = [
    "FACES_NOTE",
    "GOAL",
    "KINDS",
    "STARTLES_TO_END",
    "SYMBOLS",
    "Die",
    "Hunt",
    "InBag",
    "Kind",
    "Move",
    "Roll",
    "State",
    "Stop",
    "Tried",
    "TrophyBuck",
    "View",
]
