"""The best player of Ducks in the Pond. It plays for points; with two players, for points ahead.

`values.bin` has the worth of each sheet on the next morning, so the search covers only today. Dice
can always be placed last. So the search tries changes, a re-roll, more changes, feeding, and then
all placements.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from math import erf, sqrt
from typing import TYPE_CHECKING, Any, Final

from engine.core import remove_items, replace_item, weigh_rolls
from engine.pond.handfuls import list_claims, list_wild_places
from engine.pond.moves import (
    BOXES,
    DAYS,
    DUCKS,
    SET_INDEX,
    SETS,
    Change,
    Claim,
    Dice,
    EndDay,
    Feed,
    Place,
    Reroll,
    Sunny,
    parse,
)
from players.core import Assessed
from players.pond.solve import (
    LEVELS,
    change_dice,
    feed_dice,
    load_values,
    number_sheet,
    reroll_dice,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Source
    from engine.pond.view import View
    from players.core import Knowledge
    from players.pond.solve import Later


_SMALL = 1e-6
"""Least difference of worths that counts: `values.bin` has seven digits."""


@dataclass(frozen=True, slots=True)
class Today:
    """The day of one player, reduced to the facts that matter for his moves.

    Attributes:
        levels: number of filled boxes in each row.
        fresh: whether each row was untouched when the day began.
        sets: the claimed sets as bits.
        points: points scored today.
        free: the unused dice, without the wild one.
        wild: the value of a wild die that is not placed yet; 0 for none.
        may_feed: whether dice can still be fed today.
        may_reroll: whether a 3 can still roll dice again today.
        may_call: whether a 6 can still be spent today to make a day sunny.
        called: whether a 6 has been spent today to make a day sunny.
    """

    levels: tuple[int, ...]
    fresh: tuple[bool, ...]
    sets: int
    points: int
    free: Dice
    wild: int
    may_feed: bool
    may_reroll: bool
    may_call: bool
    called: bool

    def place(self, value: int, count: int) -> Today:
        """Return the day with these boxes of a row filled."""
        row = value - 1
        level = self.levels[row] + count
        points = _score(row, fresh=self.fresh[row]) if level == BOXES else 0
        return replace(
            self, levels=replace_item(self.levels, row, level), points=self.points + points
        )

    def claim(self, key: str, size: int) -> Today:
        """Return the day with this set claimed."""
        index = SET_INDEX[key]
        points = self.points + SETS[index].points[size]
        return replace(self, sets=self.sets | 1 << index, points=points)

    def take(self, dice: Dice) -> Today:
        """Return the day without these dice, and with the wild one placed."""
        return replace(self, free=remove_items(self.free, dice) or (), wild=0)


def _score(row: int, *, fresh: bool) -> int:
    """Return the score of a row that is filled today."""
    return DUCKS[row].one_roll if fresh else DUCKS[row].singly


class Tomorrow:
    """The worth of a sheet at the end of the day.

    Args:
        seats: one or two.
        mornings: the next morning without, and with, a 6 spent today to make a day sunny; empty
            after the last day.
    """

    def __init__(self, seats: int, mornings: Sequence[Later]) -> None:
        self._sign = 1 if seats == 1 else -1
        self._tables = [load_values()[seats, morning] for morning in mornings]

    @property
    def plain(self) -> Tomorrow:
        """The same future, judged by points alone. A search for wins shares its `Ends`."""
        return self

    def weigh(self, sheet: int, *, called: bool) -> float:
        """Return the expected points of all later days; with two players, the points ahead."""
        return self._sign * self._tables[called][sheet] if self._tables else 0.0

    def judge(self, points: float, *, called: bool) -> float:  # noqa: ARG002 - `Lead` needs it
        """Return the worth of a finished day: here the points, which include those to come."""
        return points


def list_mornings(
    seats: int, day: int, *, sunny: bool = False, later: bool = False
) -> tuple[Later, ...]:
    """Return the possible mornings after a day, as `Tomorrow` needs them.

    Args:
        seats: one or two.
        day: the number of the day.
        sunny: whether a 6 has already made day `day + 1` sunny.
        later: whether a 6 has already made day `day + 2` sunny.
    """
    if day == DAYS:
        return ()
    if seats == 1:
        return (day + 1, sunny, False), (day + 1, True, False)
    return (day + 1, sunny, later), (day + 1, sunny, day + 1 < DAYS)


class Ends:
    """The points of the best end of a day in one position, for each choice of dice to use."""

    def __init__(self, today: Today, tomorrow: Tomorrow) -> None:
        self._today = today
        self._tomorrow = tomorrow
        self._placed: dict[tuple[Dice, int, bool], float] = {}
        self._found: dict[Dice, dict[bool, float]] = {}

    def find(self, dice: Dice) -> dict[bool, float]:
        """Return the best sum of today's and future points, by whether a 6 makes a day sunny.

        The dice are placed, claimed, or spent to make a day sunny.
        """
        if dice not in self._found:
            today = self._today
            ways = [*self._place_or_call(dice, today.sets, 0)]
            for index, claims in enumerate(list_claims(dice)):
                if not today.sets >> index & 1:
                    for claim in claims:
                        rest = remove_items(dice, claim.values) or ()
                        points = SETS[index].points[len(claim.values)]
                        ways += self._place_or_call(rest, today.sets | 1 << index, points)
            best: dict[bool, float] = {}
            for called, points in ways:
                best[called] = max(points, best.get(called, points))
            self._found[dice] = best
        return self._found[dice]

    def _place_or_call(self, dice: Dice, sets: int, points: int) -> Iterator[tuple[bool, float]]:
        """Yield whether a 6 makes a day sunny, and the points with the other dice in the rows."""
        rows = tuple(die for die in dice if die <= len(DUCKS))
        today = self._today
        yield today.called, today.points + points + self._place(rows, sets, called=today.called)
        if today.may_call and len(rows) < len(dice):
            yield True, today.points + points + self._place(rows, sets, called=True)

    def _place(self, dice: Dice, sets: int, *, called: bool) -> float:
        """Return the worth of dice in the rows, including the points of these rows."""
        key = (dice, sets, called)
        if key not in self._placed:
            self._placed[key] = self._fill(dice, 0, number_sheet(self._today.levels, sets), called)
        return self._placed[key]

    def _fill(self, dice: Dice, row: int, sheet: int, called: bool) -> float:  # noqa: FBT001 - passed on
        """Return the worth of the best way to fill this row and the rows after it."""
        if row == len(DUCKS):
            return self._tomorrow.weigh(sheet, called=called)
        today = self._today
        room = BOXES - today.levels[row]
        best = self._fill(dice, row + 1, sheet, called)
        for count in range(1, min(room, dice.count(row + 1)) + 1):
            points = _score(row, fresh=today.fresh[row]) if count == room else 0
            after = self._fill(dice, row + 1, sheet + count * LEVELS**row, called)
            best = max(best, points + after)
        return best


class Search:
    """The worth of dice in one position of a day, by `Tomorrow.judge`."""

    def __init__(self, today: Today, tomorrow: Tomorrow, ends: Ends) -> None:
        self._today = today
        self._tomorrow = tomorrow
        self._ends = ends
        self._used: dict[Dice, float] = {}
        self._changed: dict[Dice, float] = {}
        self._luck: dict[tuple[Dice, int], float] = {}
        self._best: dict[Dice, float] = {}

    def best(self, dice: Dice) -> float:
        """Return the worth of dice while a re-roll is possible."""
        if dice not in self._best:
            ways = [self.average(kept, count) for kept, count in reroll_dice(dice)]
            ways += [self.best(changed) for changed in change_dice(dice)]
            self._best[dice] = max([self.changed(dice), *ways])
        return self._best[dice]

    def changed(self, dice: Dice) -> float:
        """Return the worth of dice after the re-roll."""
        if dice not in self._changed:
            fed = feed_dice(dice) if self._today.may_feed else ()
            ways = [*map(self.use, (dice, *fed)), *map(self.changed, change_dice(dice))]
            self._changed[dice] = max(ways)
        return self._changed[dice]

    def average(self, kept: Dice, count: int) -> float:
        """Return the worth of kept dice before `count` others are rolled."""
        if count == 0:
            return self.changed(kept)
        if (kept, count) not in self._luck:
            after = (tuple(sorted((*kept, side))) for side in range(1, 7))
            self._luck[kept, count] = sum(self.average(each, count - 1) for each in after) / 6
        return self._luck[kept, count]

    def use(self, dice: Dice) -> float:
        """Return the worth of dice that are placed, claimed, or spent to make a day sunny."""
        if dice not in self._used:
            ends, judge = self._ends.find(dice), self._tomorrow.judge
            self._used[dice] = max(judge(points, called=called) for called, points in ends.items())
        return self._used[dice]


def weigh_day(today: Today, tomorrow: Tomorrow) -> float:
    """Return the worth of a day from this point on, with the best play."""
    if today.wild:
        return max(weigh_day(each, tomorrow) for each in _place_wild(today))
    search = find_search(today, tomorrow)
    return search.best(today.free) if today.may_reroll else search.changed(today.free)


def find_search(today: Today, tomorrow: Tomorrow) -> Search:
    """Return the search of a day; cached, because one search serves all dice."""
    return _make_search(replace(today, free=(), may_reroll=False), tomorrow)


@lru_cache(maxsize=16)
def _make_search(today: Today, tomorrow: Tomorrow) -> Search:
    return Search(today, tomorrow, _make_ends(today, tomorrow.plain))


_make_ends = lru_cache(maxsize=16)(Ends)


def _place_wild(today: Today) -> list[Today]:
    """Return the day after each way to place the wild die."""
    room = BOXES - today.levels[today.wild - 1]
    moves: list[Place | Claim] = [*list_wild_places(today.free, today.wild)[:room]]
    for index, claims in enumerate(list_claims(today.free, today.wild)):
        moves += () if today.sets >> index & 1 else claims
    return [_make(today, move) for move in moves]


def _make(today: Today, move: Any) -> Today:  # noqa: ANN401 - any move that needs no luck
    """Return the day after a move that rolls no dice."""
    match move:
        case Place():
            own = (move.value,) * (move.count - move.wild)
            return today.take(own).place(move.value, move.count)
        case Claim():
            own = remove_items(move.values, (move.wild,) if move.wild else ()) or ()
            return today.take(own).claim(move.key, len(move.values))
        case Change():
            rest = remove_items(today.free, (1, move.value)) or ()
            return replace(today, free=tuple(sorted((*rest, move.to))))
        case Sunny():
            return replace(today.take((6,)), may_call=False, called=True)
        case _:
            return replace(today.take(move.values), wild=move.wild, may_feed=False)


def weigh_move(today: Today, tomorrow: Tomorrow, move: Any) -> float:  # noqa: ANN401 - any move
    """Return the worth of the day with this move."""
    match move:
        case EndDay():
            sheet = number_sheet(today.levels, today.sets)
            points = today.points + tomorrow.weigh(sheet, called=today.called)
            return tomorrow.judge(points, called=today.called)
        case Reroll():
            kept = remove_items(today.free, (3, *move.values)) or ()
            return find_search(today, tomorrow).average(kept, len(move.values))
        case _:
            return weigh_day(_make(today, move), tomorrow)


def choose_hard(known: Knowledge, source: Source) -> Any:  # noqa: ANN401, ARG001 - nothing is left to luck
    """Return the best move; of several, the most binding one (see `_order`)."""
    if len(known.moves) == 1:
        return known.moves[0]
    today, tomorrow = read_today(known.view), look_ahead(known.view)
    wanted = weigh_day(today, tomorrow) - _SMALL
    ways = sorted(known.moves, key=_order)
    return next(move for move in ways if weigh_move(today, tomorrow, move) >= wanted)


def _order(move: Any) -> int:  # noqa: ANN401 - any move
    """Return a move's rank. The most binding moves come first: they leave the least to search."""
    return (EndDay, Claim, Place, Sunny, Change, Feed, Reroll).index(type(move))


def assess(known: Knowledge) -> tuple[Assessed, ...]:
    """Return the points each move leads to: the final score, or for two players the points ahead.

    The most binding moves come first.
    """
    today, tomorrow = read_today(known.view), look_ahead(known.view)
    ahead = count_ahead(known, today)
    found = list[Assessed]()
    for move in sorted(known.moves, key=_order):
        worth = weigh_move(today, tomorrow, move)
        now, then = _score_now(known.view, today, tomorrow, move, worth)
        found.append(Assessed(move, ahead + worth, off=0.0, now=now, then=then))
    return tuple(found)


def _score_now(
    view: View,
    today: Today,
    tomorrow: Tomorrow,
    move: Any,  # noqa: ANN401 - any move
    worth: float,
) -> tuple[int, tuple[str, ...]]:
    """Return the points that a move scores at once, or else by one of the best plans with it.

    The second item has the texts of the other moves of this plan.
    """
    if isinstance(move, Place | Claim):
        return _make(today, move).points - today.points, ()
    for plan in view.plans:
        if plan.points and plan.moves[:1] == (str(move),):
            after = reduce(_make, map(parse, plan.moves), today)
            if weigh_day(after, tomorrow) >= worth - _SMALL:
                return plan.points, plan.moves[1:]
    return 0, ()


def look_ahead(view: View) -> Tomorrow:
    """Return the future after the day of a view."""
    return find_tomorrow(view.seats, read_mornings(view))


find_tomorrow = cache(Tomorrow)


def read_mornings(view: View) -> tuple[Later, ...]:
    """Return the possible mornings after the day of a view."""
    sunny, later = [*(day.called for day in view.days[view.day :]), False, False][:2]
    return list_mornings(view.seats, view.day, sunny=sunny, later=later)


def count_ahead(known: Knowledge, today: Today) -> int:
    """Return a seat's points at the start of the day; for two players, the points ahead."""
    totals = [each.total for each in known.view.scores]
    return totals[known.seat] - sum(totals[: known.seat] + totals[known.seat + 1 :]) - today.points


def read_today(view: View) -> Today:
    boxes = [[box for box in row.boxes if box] for row in view.rows]
    uses = {die.spent for die in view.dice}
    scored = [
        row.points
        for row in view.rows
        if row.points and row.boxes[-1] and row.boxes[-1].day == view.day
    ]
    claimed = [each.points for each in view.sets if each.points and each.key in uses]
    return Today(
        levels=tuple(map(len, boxes)),
        fresh=tuple(all(box.day == view.day for box in row) for row in boxes),
        sets=sum(1 << i for i, each in enumerate(view.sets) if each.points),
        points=sum(scored) + sum(claimed),
        free=tuple(die.value for die in view.dice if die.spent is None and not die.wild),
        wild=sum(die.value for die in view.dice if die.spent is None and die.wild),
        may_feed="feeding" not in uses,
        may_reroll="reroll" not in uses,
        may_call=_may_call(view),
        called="sunny" in uses,
    )


def _may_call(view: View) -> bool:
    """Return whether the player has a next day that is not sunny yet (P8)."""
    day = view.day + view.seats
    return day <= DAYS and not view.days[day - 1].called


# The chance to win with a lead over the other player: exact for today, by a model for later days.

SPREADS: Final[dict[Later, float]] = {
    (2, False, False): 11.52,
    (2, False, True): 12.61,
    (3, False, False): 11.22,
    (3, False, True): 9.65,
    (3, True, False): 11.41,
    (3, True, True): 10.82,
    (4, False, False): 9.37,
    (4, False, True): 9.57,
    (4, True, False): 7.07,
    (4, True, True): 8.16,
    (5, False, False): 1.13,
    (5, False, True): 3.66,
    (5, True, False): 3.30,
    (5, True, True): 6.07,
    (6, False, False): 0.00,
    (6, True, False): 4.79,
}
"""Standard deviation of a lead's later change, by morning, from `players.pond.spread`."""

_TIE: Final = 1 / 12
"""Variance of a random fraction of a point.

The model adds such fractions to break ties, so a shared win counts as a fraction of a win.
"""


class Lead(Tomorrow):
    """The future after a day for a player who wants to win.

    Args:
        mornings: as for `Tomorrow`.
        ahead: points ahead at the start of the day.
    """

    def __init__(self, mornings: tuple[Later, ...], ahead: int) -> None:
        super().__init__(2, mornings)
        self._plain = find_tomorrow(2, mornings)
        self._ahead = ahead
        self._spreads = [sqrt(SPREADS[morning] ** 2 + _TIE) for morning in mornings]

    @property
    def plain(self) -> Tomorrow:
        """The same future for points alone."""
        return self._plain

    def judge(self, points: float, *, called: bool) -> float:
        """Return the chance to win after a day; `points` include the expected later ones."""
        lead = self._ahead + points
        if not self._spreads:
            return 0.5 * (1 + (lead > 0) - (lead < 0))
        return 0.5 * (1 + erf(lead / self._spreads[called] / sqrt(2)))


_find_lead = lru_cache(maxsize=16)(Lead)


def weigh_chances(known: Knowledge) -> dict[Any, float]:
    """Return the chance to win with each move if the day's later moves also aim to win."""
    today, lead = _read(known)
    return {move: weigh_move(today, lead, move) for move in known.moves}


def expect_chance(known: Knowledge) -> float:
    """Return the chance to win just before the day's roll; no die may have been used yet."""
    today, lead = _read(known)
    search, count = find_search(today, lead), len(today.free)
    return sum(ways * search.best(dice) for dice, ways in weigh_rolls(count)) / 6**count


def _read(known: Knowledge) -> tuple[Today, Lead]:
    """Return the day of a view, and its future."""
    today = read_today(known.view)
    return today, _find_lead(read_mornings(known.view), count_ahead(known, today))
