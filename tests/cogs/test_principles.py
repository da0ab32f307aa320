"""Principles of every screen: each fact once, no hashes, and order, colours and rows of controls.

The tests draw states of random games, each with the focuses that presses lead to.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import cogs
from cogs.display.components import (
    ControlKind,
    FocusButton,
    FocusSelect,
    MoveButton,
    StepButton,
)
from cogs.display.pages.board import render_context, render_hand
from cogs.display.pages.messages import render_table
from cogs.display.routing import control_kind_of
from cogs.interactions.content import MessageContent
from engine.core import Game
from players.games import GAMES
from tables.model.table import Status, Table
from tests.cogs.limits import BUTTON, ROW, SELECT, TEXT, components
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.scene import kind_of, parts_of
from tests.tabletop import playthrough, table

SEEDS, STATES, FOCUSES = 3, 12, 12
"""Games per setup, mean number of states tested per game, and limit on focuses per state."""

EMOJIS = all_emojis()
BLUE, GREY, GREEN, RED = 1, 2, 3, 4
"""Discord's numbers for the styles of buttons."""

MOST_ROWS = 4
LONG = 16
"""Length, in characters, from which a sentence may not be on a screen twice."""

MOVES = (MoveButton, StepButton)

GIVES_UP = re.compile(r"bust|throw away|remove( \w+)?")
"""Moves that give something up for good."""

STOPS = re.compile(rf"stop|end( day)?|{GIVES_UP.pattern}")
"""Moves that end something, such as a turn, or give something up."""

ROW_OF_DIGITS = re.compile(r"^.*\b[1-6](\+| \+ | )[1-6]\b(?!.*=)")
"""Dice as a row of digits, such as "5 5" and "2+3". An "=" afterwards makes it a sum of cards."""

PLACED = {"going on": re.compile(r"roll|throw"), "stopping": re.compile(r"stop")}
"""Kinds of moves, each with a button that has the same place on all boards of a game."""

HASHES = {"commitment": "c" * 64, "start_hash": "a" * 64, "last_hash": "b" * 64}

TOGETHER = {
    game.info.key: pytest.mark.xdist_group(f"principles of {game.info.key}") for game in GAMES
}
"""A mark for each game that runs its tests in one process, which draws their screens only once."""

EVERY = [
    pytest.param(game, seats, id=f"{game.info.key}-{seats}", marks=TOGETHER[game.info.key])
    for game in GAMES
    for seats in sorted({game.seat_range({})[0], game.seat_range({})[-1]})
]


@dataclass(frozen=True)
class Screen:
    """A board, or the hand of a seat. The seat of a board is None."""

    at: Table
    seat: int | None
    focus: str
    parts: tuple[dict[str, Any], ...]

    @cached_property
    def controls(self) -> list[Any]:
        return [part for part in self.parts if part["type"] in {BUTTON, SELECT}]

    @cached_property
    def kinds(self) -> list[ControlKind | None]:
        return [control_kind_of(each["custom_id"]) for each in self.controls]

    @cached_property
    def lines(self) -> list[str]:
        texts = (part["content"] for part in self.parts if part["type"] == TEXT)
        return [line for text in texts for line in text.split("\n") if line]


def draw(at: Table, seat: int | None, focus: str) -> MessageContent:
    renderer = RENDERERS[at.game.info.key]
    if seat is None:
        return render_table(renderer, at, EMOJIS, 0.0, focus)
    return render_hand(renderer, at, EMOJIS, seat, focus)


def led_to(controls: list[Any]) -> Iterator[str]:
    """Yield the focuses to which one press on these controls leads."""
    for control in controls:
        kind = kind_of(control)
        if kind is FocusButton and not control.get("disabled"):
            yield parts_of(control)["focus"]
        elif kind is FocusSelect:
            name = parts_of(control)["name"]
            yield from (f"{name} {option['value']}" for option in control["options"])


def screens_of(at: Table, seat: int | None) -> Iterator[Screen]:
    """Yield the screen of every focus of a state."""
    seen, waiting = {""}, [""]
    while waiting:
        focus = waiting.pop(0)
        parts = tuple(components(draw(at, seat, focus).items))
        screen = Screen(at, seat, focus, parts)
        yield screen
        fresh = [each for each in dict.fromkeys(led_to(screen.controls)) if each not in seen]
        seen.update(fresh)
        waiting += fresh


@cache
def games(game: Game[Any, Any, Any], seats: int) -> list[Table]:
    """Return every state of random games."""
    return [at for seed in range(SEEDS) for at in playthrough(game, seats, {}, seed)]


@cache
def played(game: Game[Any, Any, Any], seats: int) -> list[Table]:
    """Return some states of random games, with the hashes that a table in play has."""
    playing = [at for at in games(game, seats) if at.status is Status.PLAYING]
    chosen = random.Random(1).sample(playing, min(SEEDS * STATES, len(playing)))
    return [replace(at, **HASHES | {"last_hash": None}) for at in chosen]


@cache
def boards(game: Game[Any, Any, Any], seats: int) -> list[Screen]:
    return [
        screen for at in played(game, seats) for screen in islice(screens_of(at, None), FOCUSES)
    ]


@cache
def hands(game: Game[Any, Any, Any], seats: int) -> list[Screen]:
    return [
        screen
        for at in (played(game, seats) if game.info.hidden else ())
        for seat in range(seats)
        for screen in islice(screens_of(at, seat), FOCUSES)
    ]


def screens(game: Game[Any, Any, Any], seats: int) -> list[Screen]:
    return boards(game, seats) + hands(game, seats)


def undoes(move: object) -> bool:
    return str(move).split(" ")[0] == "undo"


def digits_on(lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(r"a{8}|b{8}|c{8}", line)]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_no_screen_in_play_shows_a_number_of_the_table_or_digits_of_hashes(game, seats):
    for screen in screens(game, seats):
        assert digits_on(screen.lines) == []
        assert [line for line in screen.lines if f"#{screen.at.id}" in line] == []


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_a_lobby_and_an_end_show_no_digits_of_hashes(game, seats):
    lobby = replace(table(game, seats, {}), commitment=HASHES["commitment"])
    *_, end = playthrough(game, seats, {}, 0)
    for at in lobby, replace(end, **HASHES):
        (shown,) = screens_of(at, None)
        assert digits_on(shown.lines) == []
        assert [line for line in shown.lines if f"#{at.id}" in line] == []


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_undo_comes_before_more_and_more_is_always_there_and_last(game, seats):
    for screen in screens(game, seats):
        *others, last = screen.kinds
        assert last is ControlKind.MORE
        if ControlKind.UNDO in others:
            assert others.pop() is ControlKind.UNDO
        assert set(others) <= {ControlKind.PLAY, ControlKind.HAND}


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_a_game_has_undo_if_and_only_if_some_move_can_be_undone(game, seats):
    found = any(
        at.undoable or any(map(undoes, game.moves(at.state, seat)))
        for at in games(game, seats)
        for seat in at.to_act
    )
    assert RENDERERS[game.info.key].has_undo == found


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_undo_is_there_if_and_only_if_a_move_can_be_undone(game, seats):
    for screen in screens(game, seats):
        at, seat = screen.at, screen.seat
        acts = at.to_act[:1] if seat is None else [seat] if seat in at.to_act else []
        able = any(undoes(move) for each in acts for move in game.moves(at.state, each))
        able |= any(seat in {None, move.seat} for move in at.undoable)
        able &= not game.info.hidden or seat is not None
        assert (ControlKind.UNDO in screen.kinds) == able


def move_of(control: Any) -> str:
    """Return the move of a button, or "" if the button makes no move or undoes one."""
    move = parts_of(control)["move"] if kind_of(control) in MOVES else ""
    return "" if undoes(move) else move


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_going_on_stands_before_stopping_and_cards_below_giving_up(game, seats):
    above = game.info.key == "buckets"
    for screen in screens(game, seats) if game.info.key != "ducks" else ():
        moves = [move for move in map(move_of, screen.controls) if move]
        assert moves == sorted(moves, key=lambda move: (STOPS.fullmatch(move) is None) is above)


@pytest.mark.parametrize("seats", [2, 6])
def test_ducks_stop_beside_a_roll_and_are_thrown_away_above_or_beside_promotions(seats):
    for screen in boards(next(game for game in GAMES if game.info.key == "ducks"), seats):
        rows = [part["components"] for part in screen.parts if part["type"] == ROW]
        moves = [[move for move in map(move_of, row) if move] for row in rows]
        ends = [up for up, row in enumerate(moves) if any(map(STOPS.fullmatch, row))]
        on = [up for up, row in enumerate(moves) if not all(map(STOPS.fullmatch, row))]
        assert ends == [] or all(up >= ends[0] for up in on)
        assert all(row == ["roll", "stop"] for row in moves if "stop" in row)


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_going_on_and_stopping_keep_their_places_on_all_boards(game, seats):
    places: dict[str, set[tuple[int, int]]] = {kind: set() for kind in PLACED}
    for screen in boards(game, seats):
        rows = [part["components"] for part in screen.parts if part["type"] == ROW]
        for up, row in enumerate(reversed(rows)):
            for place, control in enumerate(row):
                for kind, moves in PLACED.items():
                    if moves.fullmatch(move_of(control)):
                        places[kind].add((up, place))
    assert {kind: found for kind, found in places.items() if len(found) > 1} == {}


@pytest.mark.parametrize("key", [pytest.param(key, marks=TOGETHER[key]) for key in ("buckdice",)])
def test_all_boards_of_a_game_have_as_many_rows(key):
    for case in EVERY:
        if case.values[0].info.key == key:
            shown = boards(*case.values)
            rows = {sum(part["type"] == ROW for part in screen.parts) for screen in shown}
            assert len(rows) == 1


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_no_button_shows_dice_as_a_row_of_digits(game, seats):
    for screen in screens(game, seats):
        labels = [each["label"] for each in screen.controls if each.get("label")]
        assert [label for label in labels if ROW_OF_DIGITS.search(label)] == []


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_chances_on_a_board_are_in_tenths(game, seats):
    for screen in screens(game, seats):
        assert [line for line in screen.lines if "%" in line] == []


def is_forced(screen: Screen) -> bool:
    """Return whether every move gives something up, so that no move has to be warned of."""
    at = screen.at
    seat = at.to_act[0] if screen.seat is None else screen.seat
    return all(GIVES_UP.fullmatch(str(move)) for move in at.moves(seat))


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_blue_plays_red_gives_something_up_and_all_else_is_grey(game, seats):
    """At the pond, green is for what scores at once.

    Grey is for a die or a bucket that is given up beside better moves, and for a lost stop.
    """
    for screen in screens(game, seats):
        for kind, control in zip(screen.kinds, screen.controls, strict=True):
            if control["type"] == BUTTON:
                move = move_of(control)
                scores = game.info.key == "pond" and "+" in control["label"]
                plays = BLUE if (move and move != "clear") or kind is ControlKind.HAND else GREY
                plays = GREEN if move and scores else plays
                wanted = RED if GIVES_UP.fullmatch(move) and not is_forced(screen) else plays
                quiet = {"bust", "throw away"} if wanted == RED else {"stop"}
                hopeless = wanted == RED or "short" in control["label"]
                wanted = GREY if move in quiet and hopeless else wanted
                wanted = GREY if control.get("disabled") else wanted
                assert (control["label"], control["style"]) == (control["label"], wanted)


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_lobbies_and_ends_have_green_to_begin_and_no_red(game, seats):
    *_, end = playthrough(game, seats, {}, 0)
    for at in table(game, seats, {}), end:
        (shown,) = screens_of(at, None)
        green = [each["label"] for each in shown.controls if each.get("style") == GREEN]
        assert green in (["Start"], ["Rematch"], ["Play again"])
        assert RED not in {each.get("style") for each in shown.controls}


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_no_screen_has_more_than_four_rows_of_controls(game, seats):
    for screen in screens(game, seats):
        labels = [each.get("label") or each.get("placeholder") for each in screen.controls]
        assert sum(part["type"] == ROW for part in screen.parts) <= MOST_ROWS, labels


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_no_screen_has_a_sentence_twice(game, seats):
    for screen in screens(game, seats):
        # The story is a set, since equal events have equal sentences.
        story = {each for line in screen.lines if line[0] == ">" for each in sentences(line)}
        rest = [each for line in screen.lines if line[0] != ">" for each in sentences(line)]
        assert [each for each in {*story, *rest} if [*story, *rest].count(each) > 1] == []


def sentences(line: str) -> list[str]:
    """Return the sentences of a line that have `LONG` characters or more, without markdown."""
    found = (
        re.sub(r"^[>#▶\s-]+|[.*!?\s]+", " ", each).strip() for each in re.split(r"[.:·]\s", line)
    )
    return [each for each in found if len(each) >= LONG]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_a_board_shows_each_score_and_the_turn_once(game, seats):
    for screen in boards(game, seats):
        at, renderer = screen.at, RENDERERS[game.info.key]
        context = render_context(at, EMOJIS)
        turns = " ".join(f"<@{at.seats[each].person_id}>" for each in at.waiting_on)
        told = [f"▶ {turns}"] if seats > 1 else []  # alone, it is always the same person's turn
        assert [line for line in screen.lines if "▶" in line] == told
        for seat, score in enumerate(renderer.scores(context.view)):
            score_told = re.compile(
                rf"{re.escape(context.name(seat))}.*\b{score} (points?$|points? ·|in all)"
            )
            lines = [line for line in screen.lines if score_told.search(line)]
            assert score == 0 or len(lines) <= 1, lines


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_what_everybody_reads_says_you_to_nobody(game, seats):
    """Everybody has a name there. "You" is for private pages."""
    *_, end = playthrough(game, seats, {}, 0)
    for screen in (*boards(game, seats), *screens_of(end, None)):
        labels = [str(each.get("label", "")) for each in screen.controls]
        said = [*screen.lines, *labels]
        assert [line for line in said if re.search(r"\b[Yy]ou(r|rs)?\b", line)] == []


ALIKE = {"RED", "GREEN", "BROWN", "ORANGE"}
"""Colours that people with the most frequent colour blindness cannot tell apart."""

NUMBERED = {"cogs/trophy/drawings.py"}
"""Modules whose signs always have a number beside them, which says the same."""


def test_no_two_signs_differ_by_red_and_green_alone():
    found = []
    root = Path(cogs.__file__).parent
    for path in root.rglob("*.py"):
        signs = (sign for sign in set(path.read_text("utf-8")) if ord(sign) > 0x2000)
        shapes = [
            unicodedata.name(sign, "").removeprefix("LARGE ").partition(" ") for sign in signs
        ]
        alike = Counter(shape for colour, _, shape in shapes if colour in ALIKE)
        found += [str(path.relative_to(root.parent))] * (max(alike.values(), default=0) > 1)
    assert {path for path in found if path not in NUMBERED} == set()


def test_every_way_back_has_the_same_label():
    """Only `components.py` has the label's arrow, and no module has another usual label."""
    root = Path(cogs.__file__).parent
    arrows = [each for each in root.rglob("*.py") if "‹" in each.read_text(encoding="utf-8")]
    assert [each.name for each in arrows] == ["components.py"]
    words = {"◀ Back", "Summary", "Close", "Go back"}
    for each in root.rglob("*.py"):
        assert not {f'"{word}"' for word in words} & set(re.findall(r'"[^"\n]*"', each.read_text()))
