"""No button that gives something up stands where a throw stood on the board before.

A phone's double tap falls on the redrawn board, at the place of the pressed button. A chat ends at
the bottom of the screen. Therefore a place is a row, counted from the last, and a number in it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from cogs.display.components import FocusButton, FocusSelect, MoveButton, StepButton
from engine.core import CHANCE, Seat
from players.games import GAMES
from tables.model.progress import PRESS, Progress, advance, begin, paced_seat, push
from tables.model.table import Status, Table
from tests.cogs.limits import ROW, SECTION, components
from tests.cogs.scene import list_choices, parts_of
from tests.cogs.test_principles import draw
from tests.tabletop import Dice, seat, table

GAMES_EACH, BY_DAY, IN_A_CASE = 200, 50, 5
"""Games of each kind, those that run outside the soak, and those in one case."""

LOOKS = 4
"""Presses that only change the focus, after which a player makes a move."""

GIVES_UP = re.compile(r"stop|end( day)?|bust|throw away|remove( \w+)?|clear")
"""Moves that end something or give something up."""


@dataclass(frozen=True)
class Press:
    """A control that can be pressed, with the text of its moves, or "" if it changes the focus."""

    place: tuple[int, int]
    moves: str
    focus: str

    def throws(self, at: Table, who: Seat) -> bool:
        """Whether dice fall or cards are drawn after the press."""
        state = at.state
        for text in filter(None, self.moves.split(PRESS)):
            state = at.game.apply(state, who, at.game.parse(text))
        return bool(self.moves) and at.game.to_act(state) == (CHANCE,)

    def gives_up(self, at: Table, who: Seat) -> bool:
        """Whether the press loses something.

        A day loses nothing if no points can follow, and a die that has to be thrown away neither.
        """
        only = [*map(str, at.game.moves(at.state, who))] in (["end day"], ["throw away"])
        idle = only or (self.moves == "end day" and not can_score(at))
        return not idle and any(map(GIVES_UP.fullmatch, self.moves.split(PRESS)))


def can_score(at: Table) -> bool:
    """Whether a row or a set of the pond can still be completed, on this day or later."""
    view = at.game.view(at.state, None)
    return any(each.possible and each.seat is None for each in (*view.rows, *view.sets))


def presses_on(at: Table, who: Seat, focus: str) -> list[Press]:
    """Return what can be pressed on the page on which a seat plays."""
    page = draw(at, who if at.game.info.hidden else None, focus)
    rows = [part for part in components(page.items) if part["type"] in {ROW, SECTION}]
    controls = [
        ((up, number), control)
        for up, part in enumerate(reversed(rows))
        for number, control in enumerate(
            part["components"] if part["type"] == ROW else [part["accessory"]]
        )
    ]
    return [
        press
        for place, control in controls
        for press in read(place, control)
        if control["custom_id"]
    ]


def read(place: tuple[int, int], control: Any) -> Iterator[Press]:
    """Yield the presses on a control of the game; nothing for a disabled one, Undo and ⋯."""
    if control.get("disabled"):
        return
    custom_id = control["custom_id"]
    if found := StepButton.pattern.fullmatch(custom_id) or MoveButton.pattern.fullmatch(custom_id):
        if not found["move"].startswith("undo"):
            yield Press(place, found["move"], found.groupdict().get("focus", ""))
    elif found := FocusButton.pattern.fullmatch(custom_id):
        yield Press(place, "", found["focus"])
    elif FocusSelect.pattern.fullmatch(custom_id):
        for focus in list_choices(parts_of(control)["name"], control):
            yield Press(place, "", focus)


def make(at: Table, who: Seat, press: Press, dice: Dice) -> Progress:
    """Return the game after a press, when a player is to act again."""
    progress = at.progress
    assert progress is not None
    for text in press.moves.split(PRESS):
        progress = push(progress, who, at.game.parse(text), 0.0)
    return settle(progress, dice)


def settle(progress: Progress, dice: Dice) -> Progress:
    """Return the game after all moves that need no press, those with a pause included."""
    progress = advance(progress, lambda _: dice, {}, 0.0)
    while (thrower := paced_seat(match := progress.match, ())) is not None:
        progress = push(progress, thrower, match.game.forced(match.state), 0.0)
        progress = advance(progress, lambda _: dice, {}, 0.0)
    return progress


@dataclass(frozen=True)
class Page:
    """What a seat can press, and the press that it chooses."""

    at: Table
    who: Seat
    offered: list[Press]
    press: Press

    def risky(self) -> set[tuple[int, int]]:
        """Return the places of throws, and of a press that only changes the focus."""
        throws = (each for each in self.offered if each.moves and each.throws(self.at, self.who))
        return {
            each.place
            for each in (*throws, *([] if self.press.moves else [self.press]))
            if each == self.press or not each.gives_up(self.at, self.who)
        }


def pages(game: Any, seed: int) -> Iterator[Page]:
    """Play a random game, and yield the pages on which somebody presses."""
    dice, chance = Dice(seed), random.Random(seed)
    seats = game.seat_range({})[0]
    people = tuple(map(seat, range(seats)))

    def show(progress: Progress) -> Table:
        facts: dict[str, Any] = {"status": Status.PLAYING, "progress": progress, "seats": people}
        return table(game, seats, {}, **facts)

    at, looks, focus, who = show(settle(begin(game, seats, {}, None), dice)), 0, "", None
    while at.to_act:
        if who not in at.to_act:
            who, focus = chance.choice(at.to_act), ""
        offered = presses_on(at, who, focus)
        moves = [press for press in offered if press.moves]
        looking = [press for press in offered if not press.moves]
        look = looking and (not moves or (looks < LOOKS and chance.random() < 0.5))
        press = chance.choice(looking if look else moves)
        yield Page(at, who, offered, press)
        looks, focus = 0 if press.moves else looks + 1, press.focus
        at = show(make(at, who, press, dice)) if press.moves else at


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(first, marks=() if first < BY_DAY else pytest.mark.soak)
        for first in range(0, GAMES_EACH, IN_A_CASE)
    ],
)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_what_gives_something_up_never_stands_where_a_throw_stood(game, first):
    for seed in range(first, first + IN_A_CASE):
        for before, after in pairwise(pages(game, seed)):
            if before.who == after.who:  # the next person sees another board, or another hand
                given_up = [each for each in after.offered if each.gives_up(after.at, after.who)]
                risky = before.risky() if given_up else set()
                assert [each for each in given_up if each.place in risky] == []
