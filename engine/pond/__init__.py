"""Ducks in the Pond by Etien (text of 30 May 2019, last updated 6 June 2019), for one or two.

Six days, a roll a day, one sheet. The player uses dice as long as he likes, then ends the day.

Notation of the moves. Dice are values in ascending order; the wild die is its value and a `w`.

    start 5 3               nature: the roll for start, seat 0 first; equal dice are rolled again
    roll 1 3 3 5            nature: the dice of the day, or those that are re-rolled
    place 4 4               dice into their row
    straight 2 3 4          a set of the right column: full-house, 4-kind, 5-kind, straight
    change 5 to 6           a 1 is spent to change another die
    reroll 2 2 5            a 3 is spent to roll these again
    sunny                   a 6 is spent to make the player's next day sunny
    feed 2 6 as 4           two dice become one wild die, which has to be placed next: place 4w
    undo                    the last placement or ability is taken back, until dice are rolled
    end day                 the dice that are left are wasted

Decisions beyond the rulings:

- A row counts as filled in one roll when it was untouched as the day began and full when it ended,
  whether its dice were put down together or one by one: dice can be kept back at no cost, so this
  gives nothing that is not to be had anyway.
- A fed die waits for its place: until it is placed (or the feeding taken back) nothing else can be
  done. Feeding is legal only for a value that then has a place. Of the two dice the higher stays in
  the feeding area, which matters to nobody.
- `undo` may be repeated as often as there are moves since the dice last fell; the dice end it, so a
  re-roll, a day ended and what came before them stand.
- A 6 is refused when the day that it would make sunny is sunny already.
"""

from engine.pond.game import Pond
from engine.pond.moves import Move, moves_using
from engine.pond.sheet import DUCKS, RANKS, SETS, State
from engine.pond.view import View

__all__ = ["DUCKS", "RANKS", "SETS", "Move", "Pond", "State", "View", "moves_using"]
