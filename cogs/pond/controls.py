"""The controls of a day at the pond: the rows and sets of the sheet, the powers, and the end.

Without a focus, a button takes all dice that fit. The focus `dice 0 2` has a button for each unused
die, and holds the positions of the picked ones: a press picks a die or puts it back. A press on the
sheet makes one or more moves (`Press`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from cogs.display.components import BACK
from cogs.interactions.parts import IN_A_ROW, Component, Items, beside, row, rows, text
from cogs.pond.words import count_gain, describe_ability, describe_row
from engine.core import N_, remove_items
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, EndDay, Feed, Move, Place, Reroll, Sunny
from engine.pond.reach import WILD_VALUES, list_claims
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.pond.position import DieView, RowView, View


# Presses on the sheet.


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
    """The dice of a day, as the player to act sees them.

    Attributes:
        view: the sheet.
        moves: the legal moves.
        picked: the indices of the picked dice in `unused`.
    """

    view: View
    moves: tuple[Move, ...]
    picked: tuple[int, ...] = ()

    @property
    def unused(self) -> list[DieView]:
        return [die for die in self.view.dice if die.spent is None and not die.wild]

    @property
    def wild(self) -> DieView | None:
        """The wild die that must be placed next; None if there is none."""
        return next((die for die in self.view.dice if die.spent is None and die.wild), None)

    @property
    def tokens(self) -> list[str]:
        """The picked dice and the wild die that waits, in the notation of moves."""
        taken = [self.unused[place] for place in self.picked]
        return [die.token for die in (*taken, *([self.wild] if self.wild else ()))]

    def find_row(self, value: int) -> Press | None:
        """Return the press on a row; None if the row takes nothing now."""
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
        """Return the press on a set; None if the dice cannot make the set now."""
        fitting = self._find_exact() if self.picked else self.moves
        ways = [self._make_press(m) for m in fitting if isinstance(m, Claim) and m.key == key]
        ways = ways or list(self._list_wild_claims(key))
        return max(ways, key=lambda press: press.gain, default=None)

    def list_abilities(self) -> list[Press]:
        """Return the abilities of the picked dice, and those that another 1 or 3 uses on them.

        While no dice or only 3s are picked, one of them re-rolls all unused dice but a 3.
        """
        can_be_sunny = any(plan.key == "sunny" for plan in self.view.plans)
        six = self._change_to(6) if can_be_sunny else ()
        values = tuple(die.value for die in self.unused)
        taken = tuple(values[place] for place in self.picked)
        rest = remove_items(values, (3,)) if {*taken} <= {3} else ()
        exact, aims = self._find_exact(), {taken, rest}
        found = [
            move
            for move in self.moves
            if (move in exact and isinstance(move, Change | Reroll | Sunny))
            or (isinstance(move, Reroll) and move.values in aims)
            or (isinstance(move, Change) and (move.value,) == taken)
        ]
        return [*([Press((*six, Sunny()))] if six else ()), *(Press((move,)) for move in found)]

    def _change_to(self, value: int) -> list[Change]:
        """Return the changes by which 1s turn all other picked dice into `value`.

        All picked 1s are spent, and other 1s on a single picked die. Empty if this is impossible.
        """
        values = [] if self.wild else sorted(int(token) for token in self.tokens)
        ones = min(values.count(1), len(values) - 1)
        steps = sum(abs(value - die) for die in values[ones:])
        free = [die.value for die in self.unused].count(1) - values.count(1)
        others = free if len(values) == 1 else 0
        if not steps or not ones <= steps <= ones + others:
            return []
        return [
            Change(each, each + step)
            for die in values[ones:]
            for step in [1 if value > die else -1]
            for each in range(die, value, step)
        ]

    def _find_exact(self) -> tuple[Move, ...]:
        """Return the moves that use all dice in `tokens` and no others."""
        return moves_using(self.moves, self.tokens)

    def _list_feeds(self) -> list[Feed]:
        """Return the feedings that turn the two picked dice into a wild die."""
        return [move for move in self._find_exact() if isinstance(move, Feed)]

    def _list_wild_claims(self, key: str) -> Iterable[Press]:
        """Yield presses that turn the two picked dice into a wild die and claim a set with it."""
        taken = next(each for each in self.view.sets if each.key == key).seat is not None
        for feed in () if taken else self._list_feeds():
            rest = remove_items(tuple(die.value for die in self.unused), feed.values) or ()
            for claims in list_claims(rest, feed.wild):
                yield from (self._make_press(feed, claim) for claim in claims if claim.key == key)

    def _make_press(self, *moves: Move) -> Press:
        return Press(moves, count_gain(self.view, moves[-1]))


def read_day(view: View, moves: Sequence[Move], places: Iterable[int] = ()) -> Day:
    """Return a day on which the dice at `places` are picked."""
    day = Day(view, tuple(moves))
    return replace(day, picked=tuple(sorted({p for p in places if p < len(day.unused)})))


PICK, END = "dice", "end"
"""First word of a focus: dice are picked, or a player is asked to confirm the end of the day."""
TICK = "✓"
NARROW = 4
"""Largest number of dice buttons in one row on a phone; more dice are split into two rows."""

_GREEN: Final[Component] = {"style": discord.ButtonStyle.success.value}
"""Colour of a button that scores."""

_USES: Final = {
    Sunny: N_("a 6 can bring six dice next day"),
    Feed: N_("two can become one wild die"),
    Change: N_("a 1 can change another one"),
    Reroll: N_("a 3 can roll others again"),
}
"""Uses of dice besides rows and sets. The board names the first of these uses that is possible."""


def make_controls(context: RenderContext) -> Items:
    """Return the sheet, the sets and powers, the dice if they can be picked, and the end."""
    if not context.moves:
        return []
    day, picking = _read_focus(context), _is_picking(context)
    if context.focus == END and (left := _name_left(context, day)):
        return [*_make_sheet(context, day), *_make_question(context, left)]
    powers = _make_abilities(context, day) if picking else _make_powers(context, day)
    words = [] if picking else [_explain(context.language, day), _tell_near(context, day)]
    return [
        *_make_sheet(context, day),
        *(text(f"-# {told}") for told in words if told),
        *rows([*_make_sets(context, day), *powers][:IN_A_ROW]),
        *(_make_dice(context, day) if picking else ()),
        *_make_ending(context, day),
    ]


def find_focus(context: RenderContext, move: Move) -> str:
    """Return the focus in which the dice of a move are picked, or that asks before the day ends."""
    if isinstance(move, EndDay):
        return END
    free, places = [die.token for die in read_day(context.view, context.moves).unused], set[int]()
    for token in move.dice:
        places.update([i for i, each in enumerate(free) if each == token and i not in places][:1])
    return _make_focus(places)


def explain_picks(context: RenderContext) -> str:
    """Say what the picked dice can do, where no button does; empty while no dice are picked."""
    if not context.moves or not _is_picking(context):
        return ""
    day, _ = _read_focus(context), context.language
    if words := _explain(_, day):
        return words
    return _explain_taps(_, day) if len(day.picked) <= 1 else _explain_picked(_, day)


def _is_picking(context: RenderContext) -> bool:
    return context.focus.split(" ")[0] == PICK


def _read_focus(context: RenderContext) -> Day:
    """Return the day with the dice picked that the focus names."""
    places = context.focus.split(" ")[1:] if _is_picking(context) else []
    picked = (int(place) for place in places if place.isdecimal())
    return read_day(context.view, context.moves, picked)


def _make_sheet(context: RenderContext, day: Day) -> Items:
    """Return the rows, all equally high; a row that takes dice now has a button beside it."""
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
    picture = context.emojis.picture(f"{colour}_die_{die}")
    return words if picture else context.language.label(str(die), words), picture


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


def _make_powers(context: RenderContext, day: Day) -> Items:
    """Return the use of a 6, and the way to the buttons that pick dice."""
    _, kinds = context.language, set(map(type, day.moves))
    sunny = _show(context, 6, describe_ability(_, day.view, Sunny()))
    has_more = not kinds.isdisjoint({Change, Reroll}) or _has_choice(day)
    return [
        *([context.move_button(Sunny(), *sunny)] if Sunny in kinds else ()),
        *(
            [context.focus_button(_make_focus(_pick_first(day)), _("More moves…"))]
            if has_more
            else ()
        ),
    ]


def _pick_first(day: Day) -> list[int]:
    """Return the two dice that are picked at first, for a wild die; none if it cannot be made.

    Numbers that were rolled once come first, and among them dice that fit into no row.
    """
    kinds = set(map(type, day.moves))
    used = {move.value for move in day.moves if isinstance(move, Place)}
    values = [die.value for die in day.unused] if Feed in kinds else []
    order = sorted((values.count(v), v if v in used else 0, i) for i, v in enumerate(values))
    return [place for *_, place in order[:2]]


def _has_choice(day: Day) -> bool:
    """Return whether some dice can go into a row or a set in a way that no button offers."""
    presses = [*map(day.find_row, range(1, 6)), *(day.find_set(each.key) for each in day.view.sets)]
    offered = {move for press in presses if press for move in press.moves}
    return any(isinstance(m, Place | Claim | Feed) and m not in offered for m in day.moves)


def _make_abilities(context: RenderContext, day: Day) -> Items:
    """Return the abilities of the picked dice. A picture shows a changed die as it is now."""
    buttons: Items = []
    for press in day.list_abilities():
        move = press.moves[-1]
        label = describe_ability(context.language, day.view, move)
        die = (
            context.emojis.picture(f"white_die_{move.value}") if isinstance(move, Change) else None
        )
        buttons.append(context.move_button(press, label.partition(" ")[2] if die else label, die))
    return buttons


def _make_dice(context: RenderContext, day: Day) -> Items:
    """Return a button for each unused die, which picks it or puts it back, and the way back.

    While a wild die waits, no button ends the day, and the way back is beside Undo.
    """
    buttons: Items = []
    for place, die in enumerate(day.unused):
        on = place in day.picked
        picture = context.emojis.picture(f"{'gold' if on else 'white'}_die_{die.value}")
        focus = _make_focus({*day.picked} ^ {place})
        label = TICK if on and picture else f"{die.value}{f' {TICK}' * on}"
        buttons.append(context.focus_button(focus, label, picture))
    back = context.focus_button("", context.language(BACK))
    if day.wild:
        return [*rows(buttons, NARROW), row(back)]
    buttons.append(back)
    return rows(buttons, (len(buttons) + 1) // 2 if len(buttons) > NARROW else NARROW)


def _make_focus(places: Iterable[int]) -> str:
    """Return the focus with the dice at these places picked."""
    return " ".join([PICK, *map(str, sorted(places))])


def _explain(_: Language, day: Day) -> str:
    """Say that only the end is left, or that a wild die waits."""
    if day.moves == (EndDay(),):
        return _("Nothing fits any more.") if day.unused else _("All dice are used.")
    return _("Place the wild {die}.", die=day.wild.value) if day.wild else ""


def _explain_picked(_: Language, day: Day) -> str:
    """Say what several picked dice can become together, or that they have no use."""
    presses = [press for press in map(day.find_row, range(1, 6)) if press]
    if any(press.is_wild for press in presses):
        return _("Together they make one wild die: pick a row.")
    if day.list_abilities() or presses or any(day.find_set(each.key) for each in day.view.sets):
        return ""
    return _("These dice can do nothing together.")


def _explain_taps(_: Language, day: Day) -> str:
    """Say why the player might tap a first or a second die; empty if there is no reason."""
    kinds = {type(move) for move in day.moves}
    if day.tokens == ["1"] and Change in kinds:
        return _("Tap another die: the 1 makes it 1 more or 1 less.")
    if day.picked:
        return _("Tap another die: two can become one wild die.") if Feed in kinds else ""
    uses = [_(words) for kind, words in _USES.items() if kind in kinds - {Sunny}]
    return _("Tap dice: {use}.", use=_.join(uses, "commas")) if uses else ""


def _name_left(context: RenderContext, day: Day) -> str:
    """Say what the player loses by ending the day; empty if nothing is worth points any more."""
    _, view = context.language, day.view
    is_open = any(each.possible and each.seat is None for each in (*view.rows, *view.sets))
    if not is_open or EndDay() not in day.moves:
        return ""
    if points := _find_points(context, day):
        return _("{points} is still there. End the day anyway?", points=points)
    kinds = {type(move) for move in day.moves}
    if view.day + view.seats > len(view.days):  # the player's last day
        kinds &= {*_USES} if any(plan.points for plan in view.plans) else {Reroll}
    elif any(isinstance(m, Place) and view.rows[m.value - 1].possible for m in day.moves):
        return _("A die still fits into a row. End the day anyway?")
    use = next((words for kind, words in _USES.items() if kind in kinds), "")
    return _("Dice can do more: {use}. End the day anyway?", use=_(use)) if use else ""


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
