"""The controls of a day at the pond: the rows and sets of the sheet, the powers, and the end.

Without a focus, a button takes all dice that fit. Each other use of dice has a page of its own, so
that no page has many buttons. The first word of a focus names the page:

    more             the powers, and what each of them does
    change 4         a 1 changes a 4; without a number, the dice that it can change
    reroll 0 2       a 3 re-rolls the dice at these places in `Day.unused`
    wild 0 2         two dice become a wild die, which goes to a row or a set
    dice 0 2         the picked dice go to a row or a set, and no others
    end              the question before the day ends

A press makes one or more moves (`Press`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from cogs.display.components import BACK
from cogs.interactions.parts import Component, Items, beside, row, rows, text
from cogs.pond.words import count_gain, describe_ability, describe_row, describe_sets, show_dice
from engine.core import N_, remove_items
from engine.pond import moves_using
from engine.pond.handfuls import WILD_VALUES, list_claims
from engine.pond.moves import Change, Claim, EndDay, Feed, Move, Place, Reroll, Sunny
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.pond.view import DieView, RowView, View

CHANGE, REROLL, WILD, PICK = "change", "reroll", "wild", "dice"
"""Pages on which dice are picked."""
MORE, END = "more", "end"
TICK = "✓"
NARROW = 4
"""Largest number of dice buttons in one row on a phone; more dice are split into two rows."""
MOST = 7
"""Largest number of moves and powers on the board; of more, the powers have a page of their own.

With a tip, several powers always have a page of their own: a first game begins with fewer buttons.
"""
PAIR = 2
"""Number of dice that become a wild die."""

_GREEN: Final[Component] = {"style": discord.ButtonStyle.success.value}
"""Colour of a button that scores."""


class Power(NamedTuple):
    """A page: the move that it makes, the die that this spends or 0, and its words."""

    move: type[Move]
    spends: int
    label: str
    does: str


_POWERS: Final = {
    CHANGE: Power(Change, 1, N_("Change…"), N_("A 1 makes another die 1 more or less.")),
    REROLL: Power(Reroll, 3, N_("Re-roll…"), N_("A 3 rolls other dice again.")),
    WILD: Power(Feed, 0, N_("Wild die…"), N_("Two dice become one die of any number, 1 to 5.")),
    PICK: Power(Place, 0, N_("Choose dice…"), N_("Place only some of the dice.")),
}
_USES: Final[Mapping[type[Move], str]] = {
    Sunny: N_("A 6 brings six dice next day."),
    **{_POWERS[page].move: _POWERS[page].does for page in (WILD, CHANGE, REROLL)},
}
"""Uses of dice besides rows and sets. The board names the first of these uses that is possible."""


class Press(NamedTuple):
    """The moves of one button.

    Attributes:
        moves: one or more moves, in order.
        gain: the points that these moves score at once.
    """

    moves: tuple[Move, ...]
    gain: int = 0

    @property
    def is_wild(self) -> bool:
        """Whether the last move places a wild die."""
        last = self.moves[-1]
        return bool(isinstance(last, Place | Claim) and last.wild)

    def __str__(self) -> str:
        return PRESS.join(map(str, self.moves))


@dataclass(frozen=True, slots=True)
class Day:
    """The dice of a day and a page about them, as the player to act sees them.

    Attributes:
        view: the sheet.
        moves: the legal moves.
        page: the first word of the focus; empty for the board.
        picked: the indices of the picked dice in `unused`.
        value: the number of the die to change; 0 before it is chosen.
    """

    view: View
    moves: tuple[Move, ...]
    page: str = ""
    picked: tuple[int, ...] = ()
    value: int = 0

    @property
    def unused(self) -> list[DieView]:
        return [die for die in self.view.dice if die.spent is None and not die.wild]

    @property
    def wild(self) -> DieView | None:
        """The wild die that must be placed next; None if there is none."""
        return next((die for die in self.view.dice if die.spent is None and die.wild), None)

    @property
    def taken(self) -> tuple[int, ...]:
        """The numbers of the picked dice."""
        return tuple(self.unused[place].value for place in self.picked)

    @property
    def fitting(self) -> tuple[Move, ...]:
        """The moves that the page offers: those of exactly the picked dice, if dice are picked."""
        if self.page not in {PICK, WILD}:
            return () if self.page in {CHANGE, REROLL} else self.moves
        waiting = [self.wild.token] if self.wild else []
        return moves_using(self.moves, [*map(str, self.taken), *waiting])

    @property
    def makes_wild(self) -> bool:
        """Whether two dice are picked that become a wild die."""
        return self.page == WILD and len(self.picked) == PAIR

    def find_row(self, value: int) -> Press | None:
        """Return the press on a row; None if the row takes nothing now."""
        if self.page == WILD:
            room = self.view.rows[value - 1].boxes.count(None)
            left = [die.value for die in self.unused].count(value) - self.taken.count(value)
            place = Place(value, min(left + 1, room), wild=True)
            feeds = [feed for feed in self._list_feeds() if feed.wild == value] if room else []
            return self._make_press(feeds[0], place) if feeds else None
        places = [m for m in self.fitting if isinstance(m, Place) and m.value == value]
        return self._make_press(max(places, key=lambda move: move.count)) if places else None

    def find_set(self, key: str) -> Press | None:
        """Return the press on a set; None if the dice cannot make the set now."""
        ways = [self._make_press(m) for m in self.fitting if isinstance(m, Claim) and m.key == key]
        ways += self._list_wild_claims(key)
        return max(ways, key=lambda press: press.gain, default=None)

    def list_powers(self) -> list[str]:
        """Return the pages on which something can be done that no button of the board does."""
        board = Day(self.view, self.moves)
        keys = [each.key for each in self.view.sets]
        presses = [*map(board.find_row, range(1, 6)), *map(board.find_set, keys)]
        offered = {move for press in presses if press for move in press.moves}
        kinds: set[type[Move]] = {type(m) for m in self.moves if not isinstance(m, Place | Claim)}
        if any(isinstance(move, Place | Claim) and move not in offered for move in self.moves):
            kinds.add(Place)
        return [page for page, power in _POWERS.items() if power.move in kinds]

    def _list_feeds(self) -> list[Feed]:
        """Return the feedings that turn the two picked dice into a wild die of another number."""
        found = self.fitting if self.page == WILD else ()
        return [m for m in found if isinstance(m, Feed) and {*m.values} != {m.wild}]

    def _list_wild_claims(self, key: str) -> Iterator[Press]:
        """Yield presses that turn the two picked dice into a wild die and claim a set with it."""
        taken = next(each for each in self.view.sets if each.key == key).seat is not None
        for feed in () if taken else self._list_feeds():
            rest = remove_items(tuple(die.value for die in self.unused), feed.values) or ()
            for claims in list_claims(rest, feed.wild):
                yield from (self._make_press(feed, claim) for claim in claims if claim.key == key)

    def _make_press(self, *moves: Move) -> Press:
        return Press(moves, count_gain(self.view, moves[-1]))


def read_day(context: RenderContext) -> Day:
    """Return the day, with the page and the dice that the focus names."""
    page, *more = context.focus.split(" ")
    day = Day(context.view, context.moves)
    if not page or page not in {*day.list_powers(), MORE, END}:
        return day
    numbers = {int(each) for each in more if each.isdecimal()}
    picked = tuple(sorted(number for number in numbers if number < len(day.unused)))
    if page == CHANGE:
        values = {move.value for move in day.moves if isinstance(move, Change)}
        return Day(day.view, day.moves, page, value=min(numbers & values, default=0))
    return Day(day.view, day.moves, page, picked)


def make_controls(context: RenderContext) -> Items:
    """Return the sheet, the sets and powers, and the end of the day; or a page on a power."""
    if not context.moves:
        return []
    day = read_day(context)
    if day.page == END and (left := _name_left(context, day)):
        return [*_make_sheet(context, day), *_make_question(context, left)]
    if day.page == MORE:
        return _make_menu(context, day)
    if day.page in _POWERS:
        return _make_page(context, day)
    words = [_explain(context.language, day), _tell_near(context, day)]
    sheet, sets = _make_sheet(context, day), _make_sets(context, day)
    places = sum("accessory" in each for each in sheet)
    room = 0 if context.tip else MOST - len(sets) - places
    return [
        *sheet,
        *(text(f"-# {told}") for told in words if told),
        *rows([*sets, *_make_powers(context, day, room)]),
        *_make_ending(context, day),
    ]


def find_focus(context: RenderContext, move: Move) -> str:
    """Return the focus in which a button makes a move, or the question before the day ends."""
    day = Day(context.view, context.moves)
    match move:
        case EndDay():
            return END
        case Change(value):
            return f"{CHANGE} {value}"
        case Reroll(values):
            page, tokens = REROLL, [*map(str, values)]
        case Feed():
            page, tokens = WILD, [*move.dice]
        case _:
            page, tokens = PICK, [*move.dice]
    left, places = [die.token for die in day.unused], list[int]()
    if page == REROLL:
        left[left.index(f"{_POWERS[REROLL].spends}")] = ""
    for token in tokens:
        if token in left:
            places.append(left.index(token))
            left[places[-1]] = ""
    return _make_focus(page, places)


def show_unused(context: RenderContext) -> str:
    """Return the unused dice as pictures; picked dice are golden."""
    day = read_day(context)
    picked = [day.unused[place] for place in day.picked]
    return show_dice(context, (die for die in day.view.dice if die.spent is None), picked)


def explain_page(context: RenderContext) -> str:
    """Say above the dice what the page of a power is for; empty on the board, or with a tip."""
    return "" if context.tip else _tell_purpose(context)


def _tell_purpose(context: RenderContext) -> str:
    """Say what the page of a power is for; empty on the board."""
    _, day = context.language, read_day(context)
    if day.makes_wild:
        dice = show_dice(context, [day.unused[place] for place in day.picked])
        return _("{dice} become one wild die.", dice=dice)
    return _(_POWERS[day.page].does) if day.page in _POWERS else ""


def _make_focus(page: str, places: Iterable[int] = ()) -> str:
    """Return the focus of a page with the dice at these places picked."""
    return " ".join([page, *map(str, sorted(places))])


def _make_sheet(context: RenderContext, day: Day) -> Items:
    """Return the rows, all equally high; a row that takes dice on this page has a button."""
    items: Items = []
    for each in context.view.rows:
        told, press = "\n-# ".join(describe_row(context, each)), day.find_row(each.value)
        button = _make_place(context, each, press) if press else None
        items.append(beside(told, button) if button else text(told))
    return items


def _make_place(context: RenderContext, each: RowView, press: Press) -> Component:
    """Return the button of a row: green with the points if it gets full, else with its dice."""
    _, dice = context.language, len(press.moves[-1].dice)
    some = _("Place {n}", n=dice) if dice > 1 else _("Place")
    label = _.label(_("Fill"), f"+{press.gain}") if press.gain else some
    colour = "gold" if press.is_wild else "white"
    button = context.move_button(press, *_show(context, each.value, label, colour))
    return button | _GREEN if press.gain else button


def _show(
    context: RenderContext, die: int, words: str, colour: str = "white"
) -> tuple[str, Component | None]:
    """Return the label and the picture of a button with a die; without pictures, its number."""
    picture = _draw_die(context, die, colour)
    return words if picture else context.language.label(str(die), words), picture


def _draw_die(context: RenderContext, value: int, colour: str = "white") -> Component | None:
    return context.emojis.picture(f"{colour}_die_{value}")


def _make_sets(context: RenderContext, day: Day) -> Items:
    """Return a green button for each set that the dice make now."""
    return [
        context.move_button(press, context.language.label(context.language(each.name), gain))
        | _GREEN
        for each in context.view.sets
        if (press := day.find_set(each.key)) and (gain := f"+{press.gain}")
    ]


def _tell_near(context: RenderContext, day: Day) -> str:
    """Name the sets that one more die would make, with their points; empty if there are none."""
    _, free = context.language, tuple(die.value for die in day.unused)
    found: dict[str, int] = {}
    ways = chain.from_iterable(map(partial(list_claims, free), WILD_VALUES))
    for claim in chain.from_iterable(ways):
        found[claim.key] = max(count_gain(day.view, claim), found.get(claim.key, 0))
    near = [
        f"{_(each.name)} **{found[each.key]}**"
        for each in day.view.sets
        if each.key in found and each.possible and not day.find_set(each.key)
    ]
    return _.label(_("1 more die"), " · ".join(near)) if near and not day.wild else ""


def _make_powers(context: RenderContext, day: Day, room: int) -> Items:
    """Return the use of a 6, and the other powers, or one button to them if there is no room."""
    _, powers = context.language, day.list_powers()
    sunny = _show(context, 6, describe_ability(_, day.view, Sunny()))
    buttons: Items = [context.move_button(Sunny(), *sunny)] if Sunny() in day.moves else []
    if len(powers) > max(1, room - len(buttons)):
        return [*buttons, context.focus_button(MORE, _("Powers…"))]
    return [*buttons, *(_open_power(context, day, page) for page in powers)]


def _open_power(context: RenderContext, day: Day, page: str) -> Component:
    """Return the button to the page of a power, with the die that it spends."""
    label, spends = context.language(_POWERS[page].label), _POWERS[page].spends
    words, picture = _show(context, spends, label) if spends else (label, None)
    return context.focus_button(_make_focus(page, _pick_first(day, page)), words, picture)


def _pick_first(day: Day, page: str) -> list[int]:
    """Return the places of the dice that are picked at first.

    A re-roll takes all others. A wild die takes two numbers that were rolled once, first of all
    those that fit into no row.
    """
    values = [die.value for die in day.unused]
    if page == REROLL:
        return [place for place in range(len(values)) if place != values.index(3)]
    used = {move.value for move in day.moves if isinstance(move, Place)}
    order = sorted((values.count(v), v if v in used else 0, i) for i, v in enumerate(values))
    return [place for *_, place in order[:PAIR]] if page == WILD else []


def _make_menu(context: RenderContext, day: Day) -> Items:
    """Return a line for each power with the button to its page, the sets, and the way back."""
    _ = context.language
    lines = [
        beside(_(_POWERS[page].does), _open_power(context, day, page)) for page in day.list_powers()
    ]
    return [*lines, _lead_back(context)]


def _lead_back(context: RenderContext) -> Component:
    """Return the way back beside the sets, or with a tip beside what the page is for.

    It stands in no row of buttons: End day stands in the last row of the board.
    """
    _ = context.language
    purpose = _tell_purpose(context) if context.tip else ""
    told = f"-# {purpose}" if purpose else "\n".join(describe_sets(context))
    return beside(told or f"-# {_(_USES[Sunny])}", context.focus_button("", _(BACK)))


def _make_page(context: RenderContext, day: Day) -> Items:
    """Return the sheet, the dice to pick, what they can do, and the way back."""
    picks, does = _make_dice(context, day), _make_sets(context, day)
    if day.makes_wild:
        picks, other = [], context.focus_button(WILD, context.language("Other dice…"))
        does.append(other)
    return [
        *_make_sheet(context, day),
        *rows(picks, (len(picks) + 1) // 2 if len(picks) > NARROW else NARROW),
        *rows([*does, *_make_abilities(context, day)]),
        _lead_back(context),
    ]


def _make_dice(context: RenderContext, day: Day) -> Items:
    """Return a button for each die that the page can use; a press picks it or puts it back."""
    places = dict.fromkeys(range(len(day.unused)))
    if day.page == CHANGE:
        values = {move.value for move in day.moves if isinstance(move, Change)}
        shown = () if day.value or _list_changes(day) else sorted(values)
        return [_make_die(context, each, f"{CHANGE} {each}") for each in shown]
    if day.page == REROLL:
        places.pop(
            next(i for i, die in enumerate(day.unused) if die.value == _POWERS[REROLL].spends)
        )
    return [
        _make_die(
            context,
            day.unused[place].value,
            _make_focus(day.page, {*day.picked} ^ {place}),
            on=place in day.picked,
        )
        for place in places
    ]


def _make_die(context: RenderContext, value: int, focus: str, *, on: bool = False) -> Component:
    """Return the button that picks a die, with a tick if the die is picked."""
    picture = _draw_die(context, value, "gold" if on else "white")
    label = TICK if on and picture else f"{value}{f' {TICK}' * on}"
    return context.focus_button(focus, label, picture)


def _make_abilities(context: RenderContext, day: Day) -> Items:
    """Return the changes of the chosen die, or the re-roll of the picked dice."""
    if day.page == CHANGE:
        return [
            context.move_button(move, f"{move.value} → {move.to}", _draw_die(context, move.to))
            for move in _list_changes(day)
        ]
    reroll = Reroll(tuple(sorted(day.taken)))
    if day.page != REROLL or reroll not in day.moves:
        return []
    return [context.move_button(reroll, describe_ability(context.language, day.view, reroll))]


def _list_changes(day: Day) -> list[Change]:
    """Return the changes of the chosen die, or all changes unless they are too many."""
    changes = [move for move in day.moves if isinstance(move, Change)]
    if not day.value:
        return changes if len(changes) <= MOST else []
    return [move for move in changes if move.value == day.value]


def _explain(_: Language, day: Day) -> str:
    """Say that only the end is left, or that a wild die waits."""
    if day.moves == (EndDay(),):
        return _("Nothing fits any more.") if day.unused else _("All dice are used.")
    return _("Place the wild {die}.", die=day.wild.value) if day.wild else ""


def _name_left(context: RenderContext, day: Day) -> str:
    """Say what the player loses by ending the day; empty if nothing is worth points any more."""
    _, view = context.language, day.view
    is_open = any(each.possible and each.seat is None for each in (*view.rows, *view.sets))
    if not is_open or EndDay() not in day.moves:
        return ""
    if points := _find_points(context, day):
        return _("{points} is still there. End the day anyway?", points=points)
    is_last = view.day + view.seats > len(view.days)  # the player's last day
    if not is_last and any(
        isinstance(m, Place) and view.rows[m.value - 1].possible for m in day.moves
    ):
        return _("A die still fits into a row. End the day anyway?")
    kinds = {type(move) for move in day.moves}
    if is_last and not any(plan.points for plan in view.plans):
        kinds &= {Reroll}
    use = next((words for kind, words in _USES.items() if kind in kinds), "")
    return _("{use} End the day anyway?", use=_(use)) if use else ""


def _find_points(context: RenderContext, day: Day) -> str:
    """Name the row or the set that scores most by one press; empty if none scores.

    The best plan is not named: it would be a hint.
    """
    day = Day(day.view, day.moves)
    rows = [(day.find_row(each.value), each) for each in day.view.rows]
    sets = [(day.find_set(each.key), each) for each in day.view.sets]
    found = [(press.gain, each) for press, each in (*rows, *sets) if press and press.gain]
    if not found:
        return ""
    gain, best = max(found, key=lambda one: one[0])
    return f"{context.language(best.name)} +{gain}"


def _make_question(context: RenderContext, left: str) -> Items:
    """Return the question before the day ends.

    The answer stands elsewhere than End day, so that a double tap does not end the day.
    """
    _ = context.language
    end = context.move_button(EndDay(), _("End anyway"))
    return [beside(f"-# {left}", end), row(context.focus_button("", _(BACK)))]


def _make_ending(context: RenderContext, day: Day) -> Items:
    """Return the button that ends the day or asks first; none while a wild die waits.

    It has a place of its own, so that no throw and no other page has ever stood there.
    """
    label = context.language("End day")
    if EndDay() not in day.moves:
        return []
    if _name_left(context, day):
        return [row(context.focus_button(END, label))]
    return [row(context.move_button(EndDay(), label))]
