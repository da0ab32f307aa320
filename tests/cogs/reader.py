"""Reads messages without pictures: text, labels and alt texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from cogs.display.emojis import Emojis
from cogs.display.pages.board import render_hand
from cogs.display.pages.how_to_play import (
    list_digits,
    render_below_fair_dice,
    render_fair_dice,
    render_how_to_play,
)
from cogs.display.pages.lobby import render_lobby
from cogs.display.pages.messages import render_table
from cogs.display.pages.more import Scene, render_leaving, render_more
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH
from engine.core import Game
from tables.model.table import Status, Table
from tests.cogs.limits import BUTTON, GALLERY, SELECT, TEXT, components
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.tabletop import playthrough, replay_of, table

PLAIN = all_emojis()
"""Emojis as plain characters, as before the bot has registered emojis at Discord."""

AWKWARD = ["_" * 32, "مرحبا بكم في لعبة البط الجميلة", "שלום לכולם", "日本語の長い名前" * 4]
"""Longest names, and names that run from right to left."""

SPECTATOR = 7
"""Id of a person without a seat."""

FOCUSES = {"pond": ("end", "dice 0 1"), "buckets": ("one", "cards h", "drop 2")}
"""Focuses of a player to act, by game. Hands of other players have no focus."""


def read(content: MessageContent) -> list[str]:
    """Return the lines of a message in order; each control is a line."""
    lines: list[str] = []
    for part in components(content.items):
        if part["type"] == TEXT:
            lines += part["content"].split("\n")
        elif part["type"] == GALLERY:
            lines += [f"(picture) {item['description']}" for item in part["items"]]
        elif part["type"] == BUTTON:
            lines.append(f"[{part.get('label', '')}]" + " off" * bool(part.get("disabled")))
        elif part["type"] == SELECT:
            options = [f"{o['label']} - {o.get('description') or ''}" for o in part["options"]]
            lines.append(f"[{part.get('placeholder', '')}: {' | '.join(options)}]")
    return lines


def words_of_controls(content: MessageContent) -> Iterator[tuple[str, str]]:
    """Yield each enabled choice: the id and value that a click sends, and the words on it."""
    for part in components(content.items):
        if part.get("disabled"):
            continue
        if part["type"] == BUTTON:
            yield part["custom_id"], part.get("label") or ""
        elif part["type"] == SELECT:
            for option in part["options"]:
                words = f"{part.get('placeholder')} {option['label']}"
                yield f"{part['custom_id']} {option['value']}", words


def pages(at: Table, emojis: Emojis) -> Iterator[MessageContent]:
    """Yield all messages about a table, in several focuses."""
    renderer = RENDERERS[at.game.info.key]
    yield render_table(renderer, at, emojis, 0.0, offers=OFFERS)
    if at.status is not Status.PLAYING:
        return
    focuses = ("", *FOCUSES.get(at.game.info.key, ()))
    if not at.game.info.hidden:
        yield from (render_table(renderer, at, emojis, 0.0, focus) for focus in focuses[1:])
        return
    for seat in range(len(at.seats)):
        for focus in focuses if seat in at.to_act else ("",):
            yield render_hand(renderer, at, emojis, seat, focus)


def awkward(at: Table) -> Table:
    """Return the same table with names that are hard to show."""
    seats = (replace(seat, name=AWKWARD[seat.seat % len(AWKWARD)]) for seat in at.seats)
    return replace(at, seats=tuple(seats))


def told(game: Game[Any, Any, Any]) -> str:
    """Return the text of a game's lobby, some boards and hands, its end, and related pages.

    The `told.py` of a feature adds that feature's pages.
    """
    seats = game.seat_range({})[0]
    every = list(playthrough(game, seats, {}, 3))
    chosen = [*islice(every, 5), *random.Random(1).sample(every[5:-1], 5), every[-1]]
    renderer = RENDERERS[game.info.key]
    found = [render_lobby(Scene(renderer, table(game, seats, {})), PLAIN, newcomer=True)]
    found += [page for at in chosen for page in islice(pages(at, PLAIN), 2)]
    found += _pages_around(game, seats)
    for path in sorted(Path(__file__).parent.glob("features/*/told.py")):
        found += import_module(f"tests.cogs.features.{path.parent.name}.told").draw(game)
    texts = dict.fromkeys("\n".join(read(page)) for page in found)
    return "\n\n---\n\n".join(texts) + "\n"


def _pages_around(game: Game[Any, Any, Any], seats: int) -> Iterator[MessageContent]:
    """Yield the pages of the rules, and the pages behind ⋯ at a game's beginning and end."""
    renderer = RENDERERS[game.info.key]
    for number in range(1 + len(renderer.rules(ENGLISH, PLAIN))):
        yield render_how_to_play(ENGLISH, renderer, PLAIN, number)
    for at in (next(playthrough(game, seats, {}, 3)), replay_of(game, seats, 3).table):
        for person in (1000, SPECTATOR):
            yield render_more(renderer, at, PLAIN, person, 0.0, offers=OFFERS)
        yield from filter(None, [render_leaving(ENGLISH, at, 1000)])
        yield render_fair_dice(ENGLISH, at, "more")
        yield render_below_fair_dice(ENGLISH, list_digits(ENGLISH, at), at, "more")
