"""The controls of a day at the pond: the rows and sets of the sheet, and the dice.

The focus holds the positions of the picked dice among the unused dice, such as `dice 0 2`. A press
on a die picks it or puts it back. A press on the sheet makes one or more moves (`Press`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.display.components import BACK
from cogs.interactions.parts import IN_A_ROW, Component, Items, beside, row, rows, text
from cogs.pond.words import count_gain, describe_ability, describe_row, label_set
from engine.core import N_, remove_items
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, EndDay, Feed, Move, Place, Reroll, Sunny
from engine.pond.reach import list_claims
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
        """Return the abilities of the picked dice.

        If only 3s are picked, one of the abilities uses up a 3 and re-rolls all other unused dice.
        """
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
        """Return the changes by which the picked 1s turn all other picked dice into `value`.

        Empty if the 1s are too few or too many for this.
        """
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


def read_day(view: View, moves: Sequence[Move], places: Iterable[int]) -> Day:
    """Return a day on which the dice at `places` are picked.

    If only one die is unused, it is always picked, unless a wild die must be placed first.
    """
    day = Day(view, tuple(moves))
    count = len(day.unused)
    picked = (0,) if count == 1 and not day.wild else sorted({p for p in places if p < count})
    return Day(view, day.moves, tuple(picked))


PICK, END = "dice", "end"
"""First word of a focus: dice are picked, or a player is asked to confirm the end of the day."""
NARROW = 4
"""Largest number of dice buttons in one row on a phone; more dice are split into two rows."""

_USES: Final = {
    Sunny: N_("a 6 can bring six dice next day"),
    Feed: N_("two can become one wild die"),
    Change: N_("a 1 can change another one"),
    Reroll: N_("a 3 can roll others again"),
}
"""Uses of dice besides rows and sets. The board names the first of these uses that is possible."""


def make_controls(context: RenderContext) -> Items:
    """Return the rows, the sets or the abilities, the dice, and the button to end the day."""
    if not context.moves:
        return []
    day = read_day(context.view, context.moves, _read_places(context.focus))
    uses = _list_abilities(context, day)
    # Five buttons for abilities and sets fill three lines on a phone, so no explanation fits.
    full, ending = len(uses) == IN_A_ROW, context.focus == END
    words = "" if full else _explain(context.language, day, ending=ending)
    return [
        *(_make_row(context, day, each) for each in context.view.rows),
        row(*(uses or _make_sets(context, day))),
        *_make_dice(context, day),
        *_make_ending(context, day, words),
    ]


def _read_places(focus: str) -> list[int]:
    name, *places = focus.split(" ")
    return [int(place) for place in places if place.isdecimal()] if name == PICK else []


def _make_row(context: RenderContext, day: Day, each: RowView) -> Component:
    """Return a row of the sheet with its button."""
    press = day.find_row(each.value)
    colour = "gold" if press and press.is_wild else "white"
    picture = context.emojis.picture(f"{colour}_die_{each.value}")
    words = _label_row(context.language, each, press)
    label = words if picture else context.language.label(str(each.value), words)
    move = press or f"place {each.value}"
    button = context.move_button(move, label, picture, disabled=press is None)
    return beside("\n-# ".join(describe_row(context, each)), button)


def _label_row(_: Language, each: RowView, press: Press | None) -> str:
    """Return the label of a row's button: its gain, or why no press is possible."""
    if press is None:
        return _("full") if each.points else _("none") if each.possible else _("too late")
    *before, place = press.moves
    if before:
        words = _("Both") if press.is_wild else _("Make it")
    else:
        words = _("Fill") if press.gain else _("Add {number}", number=len(place.dice))
    return f"{words} +{press.gain}" if press.gain else words


def _make_sets(context: RenderContext, day: Day) -> Items:
    buttons: Items = []
    for each in context.view.sets:
        press = day.find_set(each.key)
        label = label_set(context.language, each, press.gain if press else 0)
        buttons.append(context.move_button(press or each.key, label, disabled=press is None))
    return buttons


def _list_abilities(context: RenderContext, day: Day) -> Items:
    """Return buttons for the abilities and sets of the picked dice; empty without an ability."""
    abilities = day.list_abilities()
    sets = [each for each in _make_sets(context, day) if not each.get("disabled")]
    own = [_make_ability(context, day, press) for press in abilities]
    return [*own, *sets][:IN_A_ROW] if own else []


def _make_ability(context: RenderContext, day: Day, press: Press) -> Component:
    """Return the button of an ability. For a change, a picture shows the die as it is now."""
    move = press.moves[-1]
    label = describe_ability(context.language, move, of=len(day.unused))
    die = context.emojis.picture(f"white_die_{move.value}") if isinstance(move, Change) else None
    return context.move_button(press, label.partition(" ")[2] if die else label, die)


def _make_dice(context: RenderContext, day: Day) -> Items:
    """Return a button for each unused die, which picks it or puts it back."""
    buttons: Items = []
    for place, die in enumerate(day.unused):
        on = place in day.picked
        picture = context.emojis.picture(f"{'gold' if on else 'white'}_die_{die.value}")
        focus = _make_focus({*day.picked} ^ {place})
        label = f"{die.value}{' ✓' if on else ''}"
        alone = len(day.unused) == 1  # a single die stays picked
        buttons.append(context.focus_button(focus, label, picture, disabled=alone))
    many = len(buttons) > NARROW
    return rows(buttons, (len(buttons) + 1) // 2 if many else NARROW)


def _make_focus(places: Iterable[int]) -> str:
    """Return the focus with the dice at these places picked."""
    return " ".join([PICK, *map(str, sorted(places))])


def _explain(_: Language, day: Day, *, ending: bool) -> str:
    """Say what the dice can do; if `ending`, say what the player loses by ending the day."""
    if day.moves == (EndDay(),):
        return _("Nothing fits any more.") if day.unused else _("All dice are used.")
    if ending:
        return _name_left(_, day)
    if day.wild:
        return _("Place the wild {die}.", die=day.wild.value)
    return _explain_taps(_, day) if len(day.picked) <= 1 else _explain_picked(_, day)


def _name_left(_: Language, day: Day) -> str:
    """Say what the player loses by ending the day: points, or else another use of dice."""
    if points := _list_points(_, day):
        return _("{points} is still there. End the day anyway?", points=points[0])
    if any(isinstance(move, Place) for move in day.moves):
        return _("A die still fits into a row. End the day anyway?")
    use = _find_use(day)
    return _("Dice can do more: {use}. End the day anyway?", use=_(use))


def _find_use(day: Day) -> str:
    """Return a use of dice besides rows and sets; empty if there is none."""
    kinds = {type(move) for move in day.moves}
    return next((words for kind, words in _USES.items() if kind in kinds), "")


def _explain_picked(_: Language, day: Day) -> str:
    """Say what several picked dice can become together, or that they have no use."""
    presses = [press for press in map(day.find_row, range(1, 6)) if press]
    if any(press.is_wild for press in presses):
        return _("The two can be one die of any number: pick a row.")
    if day.list_abilities() or presses or _makes_set(day):
        return ""
    return _("These dice can do nothing together.")


def _explain_taps(_: Language, day: Day) -> str:
    """Say why the player might tap a first or a second die; empty if there is no reason."""
    if not day.picked:
        use = _find_use(day)
        return _("Tap dice: {use}.", use=_(use)) if use else ""
    kinds = {type(move) for move in day.moves}
    if day.tokens == ["1"] and Change in kinds:
        return _("Tap another die: the 1 makes it 1 more or 1 less.")
    return _("Tap another die: two can become one wild die.") if Feed in kinds else ""


def _makes_set(day: Day) -> bool:
    return any(day.find_set(each.key) for each in day.view.sets)


def _make_ending(context: RenderContext, day: Day, words: str) -> Items:
    """Return the words, and the button that ends the day.

    While dice can be used, the button first asks to confirm. The confirmation stands elsewhere, so
    that a double tap does not end the day.
    """
    _, told, asked = context.language, f"-# {words}", context.focus == END
    label = _("End anyway") if asked else _("End day")
    end = context.move_button(EndDay(), label, disabled=EndDay() not in day.moves)
    if asked:
        return [beside(told, end), row(context.focus_button("", _(BACK)))]
    if not day.wild and day.moves != (EndDay(),):
        end = context.focus_button(END, label)
    return [*([text(told)] if words else ()), row(end)]


def _list_points(_: Language, day: Day) -> list[str]:
    """Return the points that one press on a row or set scores, best first, such as "Teal +15"."""
    day = Day(day.view, day.moves)
    rows = {each.name: day.find_row(each.value) for each in day.view.rows}
    sets = {each.name: day.find_set(each.key) for each in day.view.sets}
    scoring = [(press.gain, name) for name, press in {**rows, **sets}.items() if press]
    return [f"{_(name)} +{gain}" for gain, name in sorted(scoring, reverse=True) if gain]
