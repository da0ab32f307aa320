"""Boards and answers fit a phone: they are no higher than the list of messages.

These tests draw the messages as the page does. No bot runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser

from cogs.display.components import MORE, PageButton
from cogs.display.emojis import Emojis
from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Spot, render_leaving, render_more
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, NAMES, Language, read_language
from cogs.interactions.parts import frame, text
from engine.core import Game, Seat
from engine.trophy import State
from players.games import game
from sandbox import Sandbox
from sandbox.tests.browser import browser, in_browser  # noqa: F401 - a fixture
from tables.model.table import Status, Table
from tables.model.time_control import TimeControl
from tests.cogs.buckdice.fullest import fullest_of_buckdice
from tests.cogs.buckets.messages import alone
from tests.cogs.buckets.messages import at as buckets
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.scene import EMOJIS, scene
from tests.e2e.page.heights import find_higher, keep_higher, on_phone
from tests.e2e.past import people_of
from tests.engine.buckets.scene import after, building
from tests.engine.buckets.scene import scene as trick
from tests.tabletop import playthrough, seat, table

pytestmark = in_browser("heights")

DIGITS = "0123456789abcdef" * 4
SEEDS = 3

ROOM = 681
"""Height in pixels that the page leaves for messages on a phone of 390 x 844."""

HALF = ROOM // 2
"""Greatest height of a private answer, in pixels: the board above should stay in sight."""

LINE = 44
"""Rough number of characters in a line on a phone."""

PHASES = {
    "ducks": lambda view: "round" if view.results and not view.innings else view.phase,
    "pond": lambda view: "wild" if any(d.wild and not d.spent for d in view.dice) else view.phase,
    "trophy": lambda view: "tiebreak" if view.tiebreak else "rolled" if view.rolled else "fresh",
    "buckets": lambda view: view.phase,
    "buckdice": lambda view: view.game,
}
"""A function for each game that names the phase of a view."""

FOCUSES = {"pond": ("", "dice 0", "dice 0 1", "end")}
"""The focuses of a board, for games with several."""

TWO_DAYS = (
    *("start 5 3", "roll 1 2 3 4 5 6", "sunny", "end day"),
    *("roll 1 1 2 3 4", "place 1 1", "place 2", "place 3", "place 4", "end day"),
)
"""Two days of two players at the pond, after which six dice are rolled."""


class Board(NamedTuple):
    """A state to draw: on the board, or on the private page of a seat."""

    at: Table
    focus: str = ""
    seat: Seat | None = None


def fullest_of_pond() -> Iterator[Board]:
    """Yield boards with the most rows, sets and powers that can be pressed."""
    for seats, moves in (1, ()), (2, TWO_DAYS):
        for dice in "roll 1 1 1 3 3 6", "roll 1 2 3 4 5 6", "roll 1 3 4 4 6 6":
            at = scene("pond", seats, *moves, dice)
            yield from (Board(at, focus) for focus in ("", "dice 0", "dice 0 1", "end"))


def fullest_of_trophy() -> Iterator[Board]:
    """Yield eight hunters in a tiebreak: before a new stand, and after long turns of ducks."""
    level = State((40,) * 8, 0, 0, tied=tuple(range(8)))
    throws = [*("roll", "hunt bP bP bP"), *("roll", "hunt bT wP wS")]
    stand = [*throws, *("roll", "hunt bP wP wP"), *("roll", "hunt gP gP oS")]
    yield Board(scene("trophy", 8, *stand, state=level))
    lost = [*throws, *("roll", "hunt bP wP wT"), *("roll", "hunt wP gS gS")]
    for last in (lost, [*stand, "stop"]):
        at = scene("trophy", 8, *lost, *lost * 5, *last, state=level)
        moves = (replace(each, player="normal 1" if each.seat else "") for each in at.recent)
        yield Board(replace(at, progress=replace(at.progress, recent=tuple(moves))))


FULL_HOUSE = (
    *("roll", "dice 1 1 6 6 6 boss 6", "promote 6 6 6"),
    *("roll", "dice 1 1 boss 2", "promote 1 1"),
)
"""A turn of Ducks in a Bucket that ends with a full house."""


def fullest_of_ducks() -> Iterator[Board]:
    """Yield boards with a hand to beat, points of two rounds, and the most dice to promote."""
    for seats in 2, 3, 6:
        played = ("first 0", *FULL_HOUSE * (2 * seats + 1))
        five = ("roll", "dice 5 5 5 5 5 boss 5")
        four = (*five[:1], "dice 1 4 4 4 4 boss 2", "throw away", "dice 4 4 4 4 boss 4")
        leads = (*five, "promote 5", "roll", "dice 5 5 5 5 boss 5", "promote 5 5 5")
        for more in five, four, leads:
            yield Board(scene("ducks", seats, *played, *more, options={"circuits": "2"}))


TEN = "h1 h1 h2 h2 h3 h4 h5 h6 h7 h8 c3 d4 p6 s8"
"""A hand with ten cards of one animal, and one of each other."""


def fullest_of_buckets() -> Iterator[Board]:
    """Yield a hand with ten cards of an animal, on the board of one person and on a page."""
    for seats in 3, 6:
        last, hands = seats - 1, [TEN, *["c5", "c6", "d1", "d2"][: seats - 2], "h2 h5"]
        lead, attack = (
            trick(*hands, pyramids=["cdhps" * 3] * seats, turn=turn) for turn in (0, last)
        )
        attack = after(attack, f"{last} play h2", f"card {last} p1")
        bare = trick(*hands, pyramids=["cdpsscdpcdps..."] * seats, turn=last)
        bare = after(bare, f"{last} play h2", f"card {last} p1")
        yield Board(alone(buckets(bare)), "drop")
        for state, focus in (
            *((lead, focus) for focus in ("", "lead", "lead h")),
            *((attack, focus) for focus in ("", "drop")),
            (building(*hands), ""),
        ):
            yield Board(alone(buckets(state)), focus)
        yield Board(buckets(attack), "", 0)
        yield Board(buckets(attack))


FULLEST: dict[str, Callable[[], Iterator[Board]]] = {
    "ducks": fullest_of_ducks,
    "pond": fullest_of_pond,
    "trophy": fullest_of_trophy,
    "buckets": fullest_of_buckets,
    "buckdice": lambda: map(Board, fullest_of_buckdice()),
}
"""The fullest states of a game, beside those that random games find."""


@pytest.mark.parametrize("key", PHASES)
async def test_the_fullest_boards_fit_a_phone_in_every_language(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    boards = [*find_longest(game(key)), *FULLEST.get(key, lambda: iter(()))()]
    async with on_phone(box, browser) as phone:
        drawn = await phone.draw(in_every_language(box, boards))
        assert await keep_higher(phone, drawn, ROOM) == {}
        playing = Status.PLAYING.value
        lonely = [name for name, *_, alone in drawn if alone]
        assert [name for name in lonely if playing in name or name.startswith(ENGLISH.code)] == []


async def test_a_board_that_is_one_line_too_high_is_found(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
) -> None:
    numbers = [f"{n}" for n in range(20, 35)]
    pages = [(n, MessageContent([frame(0, [text("\n".join("x" * int(n)))])])) for n in numbers]
    async with on_phone(box, browser) as phone:
        drawn = await phone.draw(pages)
        lowest, *_ = heights = [each.height for each in drawn]
        (line,) = {after - before for before, after in pairwise(heights)}
        fitting = int((ROOM - lowest) // line) + 1
        assert list(await keep_higher(phone, drawn, ROOM)) == numbers[fitting:]


@pytest.mark.parametrize("key", PHASES)
async def test_a_private_answer_is_at_most_half_as_high_as_a_phone(
    box: Sandbox,
    browser: Browser,  # noqa: F811 - the fixture
    key: str,
) -> None:
    found = answers(game(key), list(people_of(box).values()), emojis_of(box))
    assert await find_higher(box, browser, found, HALF) == {}


def answers(
    rules: Game[Any, Any, Any], folk: list[Any], emojis: Emojis
) -> Iterator[tuple[str, MessageContent]]:
    """Yield the answers to presses on a board: the page behind ⋯, and the pages after it."""
    renderer, seats = RENDERERS[rules.info.key], rules.seat_range({})[-1]
    first, *_, end = playthrough(rules, seats, {}, 1)
    lobby = table(rules, seats, {}, seats=tuple(map(seat, range(seats))))
    slow = replace(seated(first, folk), time_control=TimeControl.DAY)
    told = {Spot.FIRST: [PageButton.of(MORE, 9, label="All achievements: 9")]}
    for name, at in ("lobby", seated(lobby, folk)), ("play", slow), ("end", seated(end, folk)):
        for person in folk[0].id, 7:
            yield (
                f"{name}-{person}",
                render_more(renderer, at, emojis, person, 1e9, told=told, offers=OFFERS),
            )
    leaving = render_leaving(ENGLISH, slow, folk[0].id)
    assert leaving is not None
    yield "leaving", leaving


def emojis_of(box: Sandbox) -> Emojis:
    """Return the emojis with their ids in the sandbox."""
    emojis = all_emojis()
    for number, emoji in box.core.world.emojis.items():
        key = emoji.name.rpartition("_")[0]
        emojis.use(key, emoji.name, number)
    return emojis


def in_every_language(box: Sandbox, boards: list[Board]) -> Iterator[tuple[str, MessageContent]]:
    """Yield each board in each language, with its name."""
    emojis, folk = emojis_of(box), list(people_of(box).values())
    for code in NAMES:
        language = ENGLISH if code == ENGLISH.code else read_language(code)
        for number, board in enumerate(boards):
            name = f"{code}-{number}-{board.at.status.value}-{board.focus.replace(' ', '-')}"
            yield name, render(board._replace(at=seated(board.at, folk)), emojis, language)


def find_longest(rules: Game[Any, Any, Any]) -> Iterator[Board]:
    """Yield the longest board of each phase, with the fewest and with the most seats."""
    for seats in {rules.seat_range({})[0], rules.seat_range({})[-1]}:
        lobby = table(rules, seats, {}, seats=tuple(map(seat, range(seats))))
        found: dict[str, tuple[int, Board]] = {"lobby": (0, Board(lobby))}
        for seed in range(SEEDS):
            for at in playthrough(rules, seats, {}, seed):
                for name, board in looks(at):
                    length = lines(render(board, EMOJIS, ENGLISH))
                    if length > found.get(name, (0, board))[0]:
                        found[name] = length, board
        yield from (board for _, board in found.values())


def looks(at: Table) -> Iterator[tuple[str, Board]]:
    """Yield a board in each focus, with the name of its phase."""
    key, view = at.game.info.key, at.game.view(at.state, None)
    phase = PHASES[key](view) if at.status is Status.PLAYING else "end"
    for focus in FOCUSES.get(key, ("",)):
        yield "-".join([phase, *focus.split()]), Board(at, focus)


def render(board: Board, emojis: Emojis, language: Language = ENGLISH) -> MessageContent:
    """Return a board, a lobby as a newcomer reads it, or a private page."""
    at, focus, seat = board
    renderer, newcomer = RENDERERS[at.game.info.key], at.status is Status.LOBBY
    if seat is not None:
        return render_hand(renderer, at, emojis, seat, focus, language)
    return render_table(
        renderer, at, emojis, 0.0, focus, newcomer=newcomer, language=language, offers=OFFERS
    )


def seated(at: Table, folk: list[Any]) -> Table:
    """Return the table with people of the sandbox in its seats."""
    pairs = zip(at.seats, folk, strict=False)
    seats = tuple(
        each if each.level else replace(each, person_id=person.id, name=person.name)
        for each, person in pairs
    )
    hashes = {"commitment": DIGITS}
    if at.status is not Status.LOBBY:
        hashes["start_hash"] = DIGITS
    if at.status.over:
        hashes["last_hash"] = DIGITS
    ids = {before.person_id: after.person_id for before, after in zip(at.seats, seats, strict=True)}
    sat = (each._replace(person_id=ids[each.person_id]) for each in at.contributions)
    opener = {"contributions": tuple(sat), "opener_id": folk[0].id, "opener_name": folk[0].name}
    return replace(at, id=4321, seats=seats, **opener, **hashes)


def lines(content: MessageContent) -> int:
    """Estimate how many lines a message takes on a phone, including its rows of buttons."""

    def count(part: dict[str, Any]) -> int:
        inner = sum(map(count, part.get("components", ())))
        words = part.get("content", "").split("\n") if "content" in part else []
        own = sum(1 + len(line) // LINE for line in words)
        width = sum(6 + len(each.get("label") or "") for each in part.get("components", ()))
        return inner + own + (2 * (1 + width // LINE) if part["type"] == 1 else 0)

    return sum(map(count, content.items))
