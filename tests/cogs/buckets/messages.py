"""The Bucket King's messages for tests: what each reader receives, and where its controls lead."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cogs.buckets.board import GAME, RENDERER
from cogs.display.pages.context import render_context
from cogs.display.pages.messages import render_table
from cogs.interactions.content import MessageContent
from engine.buckets.cards import DECK
from engine.buckets.moves import Deal, Drawn
from engine.buckets.state import State
from engine.core import CHANCE
from tables.model.table import PlayedMove, Status, Table
from tests.cogs.limits import components
from tests.cogs.pictures import all_emojis
from tests.tabletop import Dice, table

EMOJIS = all_emojis()


def at(state: State, **more: Any) -> Table:
    """A table in a position that was set up by hand; options as the position has them."""
    setup = state.setup
    options = {
        "draw": "hand" if setup.by_hand else "automatic",
        "accumulate": "leader" if setup.leader_only else "everyone",
        "rounds": str(setup.rounds),
    }
    facts = {"status": Status.PLAYING, "seq": 40, "state": state, **more}
    return table(GAME, setup.seats, options, **facts)


def board(table: Table) -> MessageContent:
    return render_table(RENDERER, table, EMOJIS, 0.0)


def hand(table: Table, seat: int, focus: str = "") -> MessageContent:
    shown = RENDERER.hand(render_context(table, EMOJIS, seat, focus))
    assert shown is not None
    return MessageContent(shown.items, shown.pictures)


def parts(content: MessageContent) -> list[dict[str, Any]]:
    return list(components(content.view().to_components()))


def words(content: MessageContent) -> str:
    return "\n".join(part["content"] for part in parts(content) if part["type"] == 10)


def alts(content: MessageContent) -> str:
    galleries = [part for part in parts(content) if part["type"] == 12]
    return "\n".join(item["description"] for part in galleries for item in part["items"])


def labels(content: MessageContent) -> list[str]:
    return [part["label"] for part in parts(content) if part["type"] == 2]


def received(content: MessageContent) -> bytes:
    """Every byte of a message that reaches the reader."""
    files = []
    for picture in content.pictures:
        files += [picture.filename.encode(), picture.draw()]
    return b"\0".join([json.dumps(content.view().to_components()).encode(), *files])


def offered(content: MessageContent) -> set[str]:
    """The moves that can be made on a message."""
    found: set[str] = set()
    for part in parts(content):
        kind, _, rest = part.get("custom_id", "").partition(":")
        if kind == "t1":
            found.add(rest.split(":", 2)[2])
        if kind == "s1":
            found |= {option["value"] for option in part["options"]}
    return found


def ways(content: MessageContent) -> Iterator[str]:
    """The other ways of showing the state that a message offers."""
    for part in parts(content):
        kind, _, rest = part.get("custom_id", "").partition(":")
        if kind == "l1":
            yield rest.split(":", 2)[2]
        if kind == "p1":
            name = rest.split(":", 2)[2]
            yield from (f"{name} {option['value']}" for option in part["options"])


def hands(table: Table, seat: int) -> Iterator[MessageContent]:
    """All pages of a seat's hand that can be clicked to."""
    first = hand(table, seat)
    yield first
    for focus in ways(first):
        yield hand(table, seat, focus)


def drawn_anew(table: Table, seat: int | None, seed: int) -> Table:
    """The table with all that a reader may not know drawn anew, the latest steps included."""
    dice = Dice(seed)
    return replace(
        table,
        state=GAME.resample(table.state, seat, dice),
        recent=tuple(_retold(transition, seat, dice) for transition in table.recent),
    )


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
