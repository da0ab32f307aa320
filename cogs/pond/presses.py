"""The presses on the sheet of Ducks in the Pond: each is one or more moves.

Without picked dice, the press on a row takes all dice of its number, and the press on a set the
dice that score most. With picked dice it takes exactly those. Where they do not fit as they are,
picked 1s change another one, or two dice become a wild one: the press makes it and places it, in a
row with all others of its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cogs.pond.words import count_gain
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, Feed, Move, Place, Reroll, Sunny
from engine.pond.pool import list_claims
from engine.tuples import remove_items
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.pond.view import DieView, View


class Press(NamedTuple):
    """The moves of a button.

    Attributes:
        moves: one or more.
        gain: the points that they score at once.
    """

    moves: tuple[Move, ...]
    gain: int = 0

    @property
    def is_wild(self) -> bool:
        """Whether it places a wild die."""
        last = self.moves[-1]
        return bool(isinstance(last, Place | Claim) and last.wild)

    def __str__(self) -> str:
        return PRESS.join(map(str, self.moves))


@dataclass(frozen=True, slots=True)
class Day:
    """The dice of a day as a player sees them who is to act.

    Attributes:
        view: the sheet.
        moves: the legal moves.
        picked: the places of the picked dice among the unused ones that are not wild.
    """

    view: View
    moves: tuple[Move, ...]
    picked: tuple[int, ...] = ()

    @property
    def unused(self) -> list[DieView]:
        """The dice that can be picked."""
        return [die for die in self.view.dice if die.spent is None and not die.wild]

    @property
    def wild(self) -> DieView | None:
        """The wild die that waits for its place; None without one."""
        return next((die for die in self.view.dice if die.spent is None and die.wild), None)

    @property
    def tokens(self) -> list[str]:
        """The picked dice as in moves, with the wild die that waits."""
        taken = [self.unused[place] for place in self.picked]
        return [die.token for die in (*taken, *([self.wild] if self.wild else ()))]

    def find_row(self, value: int) -> Press | None:
        """Return the press on a row; None where it takes nothing now."""
        fitting = self._find_exact() if self.picked or self.wild else self.moves
        places = [m for m in fitting if isinstance(m, Place) and m.value == value]
        if places:
            return self._make_press(max(places, key=lambda move: move.count))
        room = self.view.rows[value - 1].boxes.count(None)
        there = [die.value for die in self.unused].count(value)
        if changes := self._change_to(value):
            made = sum(change.to == value for change in changes)
            spent = len(changes) if value == 1 else 0
            place = Place(value, min(there - spent + made, room))
            return self._make_press(*changes, place) if made <= room else None
        feeds = [feed for feed in self._list_feeds() if feed.wild == value] if room else []
        place = Place(value, min(there - self.tokens.count(f"{value}") + 1, room), wild=True)
        return self._make_press(feeds[0], place) if feeds else None

    def find_set(self, key: str) -> Press | None:
        """Return the press on a set; None where the dice do not make it now."""
        fitting = self._find_exact() if self.picked else self.moves
        ways = [self._make_press(m) for m in fitting if isinstance(m, Claim) and m.key == key]
        ways = ways or list(self._list_wild_claims(key))
        return max(ways, key=lambda press: press.gain, default=None)

    def list_abilities(self) -> list[Press]:
        """Return what else the picked dice can do; a 3 alone re-rolls all other dice."""
        kinds = Change | Reroll | Sunny
        found: list[Move] = [m for m in self._find_exact() if isinstance(m, kinds)]
        can_be_sunny = any(plan.key == "sunny" for plan in self.view.plans)
        six = self._change_to(6) if can_be_sunny else ()
        if set(self.tokens) == {"3"} and not self.wild:
            rest = remove_items(tuple(die.value for die in self.unused), (3,) * len(self.picked))
            extra = Reroll(tuple(sorted((*(rest or ()), *(3,) * (len(self.picked) - 1)))))
            found += [extra] if rest and extra in self.moves else []
        return [*([Press((*six, Sunny()))] if six else ()), *(Press((move,)) for move in found)]

    def _change_to(self, value: int) -> list[Change]:
        """Return the changes by which the picked 1s make all other picked dice show this."""
        values = [] if self.wild else sorted(int(token) for token in self.tokens)
        ones = min(values.count(1), len(values) - 1)
        if ones < 1 or sum(abs(value - die) for die in values[ones:]) != ones:
            return []
        return [
            Change(each, each + step)
            for die in values[ones:]
            for step in [1 if value > die else -1]
            for each in range(die, value, step)
        ]

    def _find_exact(self) -> tuple[Move, ...]:
        """Return the moves that use exactly the picked dice, and the wild one that waits."""
        return moves_using(self.moves, self.tokens)

    def _list_feeds(self) -> list[Feed]:
        """Return the wild dice that the picked two can become."""
        return [move for move in self._find_exact() if isinstance(move, Feed)]

    def _list_wild_claims(self, key: str) -> Iterable[Press]:
        """Yield the ways to make a set with a wild die out of the picked two."""
        taken = next(each for each in self.view.sets if each.key == key).seat is not None
        for feed in () if taken else self._list_feeds():
            rest = remove_items(tuple(die.value for die in self.unused), feed.values) or ()
            for claims in list_claims(rest, feed.wild):
                yield from (self._make_press(feed, claim) for claim in claims if claim.key == key)

    def _make_press(self, *moves: Move) -> Press:
        return Press(moves, count_gain(self.view, moves[-1]))


def read_day(view: View, moves: Sequence[Move], places: Iterable[int]) -> Day:
    """Return a day with these dice picked; a single die is always picked."""
    day = Day(view, tuple(moves))
    count = len(day.unused)
    picked = (0,) if count == 1 and not day.wild else sorted({p for p in places if p < count})
    return Day(view, day.moves, tuple(picked))
