"""Ducks in the Pond by Etien (text of 30 May 2019, last updated 6 June 2019).

One or two players share one sheet. The game has six days with one roll each. Two players take
turns, one day each. The player of the day uses dice and then ends the day.

Notation of the moves. Dice are values in ascending order; the wild die is its value and a `w`.

    start 5 3               nature: the roll for start, a die for seat 0 and a die for seat 1; equal
                            dice are rolled again
    roll 1 3 3 5            nature: the dice of the day, or the re-rolled dice
    place 4 4               put dice into their row
    straight 2 3 4          claim a set, in the sheet's right column: full-house, 4-kind, 5-kind
                            or straight
    change 5 to 6           spend a 1 to change another die
    reroll 2 2 5            spend a 3 to roll these dice again
    sunny                   spend a 6 to make the player's next day sunny
    feed 2 6 as 4           turn two dice into one wild die, which must be placed next: place 4w
    end day                 end the day; unused dice are lost

Decisions beyond the rulings:

- A row counts as filled in one roll if it was untouched at the start of the day and is full at the
  end of the day. Its dice may be placed one by one, because a player could also wait, at no cost,
  and place them together.
- The wild die that `feed` makes must be placed next. Feeding is legal only if the wild die can then
  be placed. The higher of the two dice stays in the feeding area; it does not matter which stays.
- Every move except a re-roll and the end of a day can be taken back until the next dice fall.
- A 6 is refused if the day that it would make sunny is already sunny.
"""

from engine.pond.game import Pond
from engine.pond.moves import DUCKS, LOWEST_RANK, RANKS, SETS, Move, State, moves_using
from engine.pond.view import View

__all__ = [
    "DUCKS",
    "LOWEST_RANK",
    "RANKS",
    "SETS",
    "Move",
    "Pond",
    "State",
    "View",
    "moves_using",
]
