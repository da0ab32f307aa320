"""Helpers for tests of The Bucket King: each reader's messages and their controls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cogs.buckets.board import GAME, RENDERER
from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.interactions.content import MessageContent
from db.store import ContributionRow
from engine.buckets.cards import DECK
from engine.buckets.moves import Deal, Drawn
from engine.buckets.state import State
from engine.core import CHANCE, Match
from players.core import Level
from tables.model.progress import PlayedMove
from tables.model.table import Status, Table
from tables.play.computers import COMPUTERS
from tests.cogs.limits import components
from tests.cogs.pictures import all_emojis
from tests.cogs.scene import list_choices
from tests.tabletop import Dice, table

EMOJIS = all_emojis()


def at(state: State, **more: Any) -> Table:
    """Return a table at a position, with the options of that position."""
    setup = state.setup
    options = {
        "draw": "hand" if setup.by_hand else "automatic",
        "accumulate": "leader" if setup.leader_only else "everyone",
        "rounds": str(setup.rounds),
    }
    facts = {"status": Status.PLAYING, "seq": 40, "state": state, **more}
    return table(GAME, setup.seats, options, **facts)


def alone(table: Table) -> Table:
    """Return the table with a person in seat 0, where nobody else ever sat, and ducks."""
    ducks = (computer for level in COMPUTERS.values() for computer in level)
    others = [
        replace(each, person_id=duck.id, name=duck.name, level=Level.NORMAL)
        for each, duck in zip(table.seats[1:], ducks, strict=False)
    ]
    sat = ContributionRow(0, table.seats[0].person_id, "seat", 1)
    return replace(table, seats=(table.seats[0], *others), contributions=(sat,))


def board(table: Table, focus: str = "") -> MessageContent:
    return render_table(RENDERER, table, EMOJIS, 0.0, focus)


def hand(table: Table, seat: int, focus: str = "") -> MessageContent:
    return render_hand(RENDERER, table, EMOJIS, seat, focus)


def parts(content: MessageContent) -> list[dict[str, Any]]:
    return list(components(content.items))


def words(content: MessageContent) -> str:
    return "\n".join(part["content"] for part in parts(content) if part["type"] == 10)


def alts(content: MessageContent) -> str:
    galleries = [part for part in parts(content) if part["type"] == 12]
    return "\n".join(item["description"] for part in galleries for item in part["items"])


def controls(content: MessageContent) -> list[dict[str, Any]]:
    """Return the buttons and selects except those on every message."""
    found = [part for part in parts(content) if "custom_id" in part]
    return [part for part in found if part.get("label") not in {"↩ Undo", "⋯"}]


def labels(content: MessageContent) -> list[str]:
    """Return the labels of all buttons except those on every message."""
    found = [part["label"] for part in parts(content) if part["type"] == 2]
    return [label for label in found if label not in {"↩ Undo", "⋯"}]


def received(content: MessageContent) -> bytes:
    """Return every byte of a message that reaches the reader."""
    files = []
    for picture in content.pictures:
        files += [picture.filename.encode(), picture.draw()]
    return b"\0".join([json.dumps(content.items).encode(), *files])


def offered(content: MessageContent) -> set[str]:
    """Return the moves that a message offers."""
    found: set[str] = set()
    for part in parts(content):
        kind, _, rest = part.get("custom_id", "").partition(":")
        if kind == "t1" and not part.get("disabled"):
            found.add(rest.split(":", 2)[2])
        if kind == "h1" and not part.get("disabled"):
            found.add(rest.split(":", 3)[3])
    return found


def ways(content: MessageContent) -> Iterator[str]:
    """Yield the other focuses that a message offers."""
    for part in parts(content):
        kind, _, rest = part.get("custom_id", "").partition(":")
        if kind == "l1" and not part.get("disabled"):
            yield rest.split(":", 2)[2]
        if kind == "p1":
            yield from list_choices(rest.split(":", 2)[2], part)


def hands(table: Table, seat: int) -> Iterator[MessageContent]:
    """Yield all pages of a seat's hand that clicks can reach."""
    seen, waiting = {""}, [""]
    while waiting:
        page = hand(table, seat, waiting.pop())
        yield page
        fresh = [focus for focus in ways(page) if focus not in seen]
        seen.update(fresh)
        waiting += fresh


def drawn_anew(table: Table, seat: int | None, seed: int) -> Table:
    """Deal everything that is hidden from a reader again, also in the latest steps."""
    dice = Dice(seed)
    match = Match.at(GAME, GAME.resample(table.state, seat, dice))
    recent = tuple(_retold(transition, seat, dice) for transition in table.recent)
    return replace(table, progress=replace(table.progress, match=match, recent=recent))


def _retold(step: PlayedMove, seat: int | None, dice: Dice) -> PlayedMove:
    before, move = step.before, step.move
    text = str(move)
    if GAME.seen(before, step.seat, move, seat) != text:
        match move:
            case Drawn(owner):
                text = str(Drawn(owner, DECK[dice.below(len(DECK))]))
            case Deal(owner):
                text = str(Deal(owner, tuple(sorted(DECK[dice.below(110)] for _ in range(12)))))
            case _:
                assert step.seat != CHANCE
                text = ("auto", "clear", "undo 3", "place 0 h")[dice.below(4)]
    return replace(
        step,
        before=GAME.resample(before, seat, dice),
        move=GAME.parse(text),
        after=GAME.resample(step.after, seat, dice),
    )
