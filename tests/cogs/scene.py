"""Tables in the middle or at the end of a game, and the content of their messages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from cogs.display.components import FocusButton, FocusSelect, Item, MoveButton
from cogs.display.pages.board import describe_steps, render_context
from cogs.display.pages.messages import render_table
from cogs.display.pages.renderer import RenderContext, Renderer
from cogs.display.routing import CONTROLS
from engine.core import CHANCE
from players.games import game
from tables.model.progress import PlayedMove
from tables.model.table import Status, Table
from tests.cogs.limits import TEXT, components
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.tabletop import seat, table

EMOJIS = all_emojis()
"""Plain characters: a 5 is `5`, a Points side of a brown die 🟤`B2`."""


def renderer_of(at: Table) -> Renderer:
    return RENDERERS[at.game.info.key]


def scene(key: str, seats: int, *moves: str, state: Any = None, **more: Any) -> Table:
    """Return a table after these moves, nature's included. Play starts from `state` if given."""
    rules, options, first = game(key), more.pop("options", {}), more.get("first")
    state = rules.start(seats, options, first) if state is None else state
    recent = []
    for seq, text in enumerate(moves):
        (who,) = rules.to_act(state)
        move = rules.parse(text)
        after = rules.apply(state, who, move)
        own = {"by_caretaker": False, "forced": who != CHANCE and rules.forced(state) is not None}
        recent.append(PlayedMove(state, who, move, after, seq, 0.0, **own))
        state = after
    outcome = rules.outcome(state)
    status = Status.FINISHED if outcome else Status.PLAYING
    ended = zip(outcome.scores, outcome.places, strict=True) if outcome else [(None, None)] * seats
    sitting = tuple(seat(i, score=score, place=place) for i, (score, place) in enumerate(ended))
    facts = {"status": status, "state": state, "seats": sitting, "seq": len(moves)}
    return table(rules, seats, options, recent=tuple(recent), **facts, **more)


def context_of(at: Table, focus: str = "") -> RenderContext:
    return render_context(at, EMOJIS, focus=focus)


def said(at: Table, focus: str = "") -> str:
    """Return all text on the live message."""
    content = render_table(renderer_of(at), at, EMOJIS, 0.0, focus)
    found = components(content.items)
    return "\n".join(item["content"] for item in found if item["type"] == TEXT)


def steps_of(at: Table) -> str:
    """Return the board's text about the steps since a person last moved."""
    return "\n".join(describe_steps(renderer_of(at), at, context_of(at)))


def controls(at: Table, focus: str = "") -> Iterator[Any]:
    """Yield the enabled controls of the board, except ⋯."""
    shown = render_table(renderer_of(at), at, EMOJIS, 0.0, focus)
    for part in components(shown.items):
        if "custom_id" in part and not part.get("disabled") and part.get("label") != "⋯":
            yield part


def labels(at: Table, focus: str = "") -> list[str]:
    """Return the labels of all enabled buttons, including those that make no move."""
    return [c["label"] for c in controls(at, focus) if "label" in c]


def all_labels(at: Table, focus: str = "") -> list[str]:
    """Return the labels of all buttons, including disabled ones."""
    shown = components(render_table(renderer_of(at), at, EMOJIS, 0.0, focus).items)
    return [part["label"] for part in shown if "label" in part]


def parts_of(control: Any) -> dict[str, Any]:
    """Return the parts of a control's custom id."""
    return kind_of(control).pattern.fullmatch(control["custom_id"]).groupdict()


def kind_of(control: Any) -> type[Item]:
    """Return the type of a control, by its custom id."""
    return CONTROLS[control["custom_id"][:2]][0]


def offered(at: Table, focus: str = "") -> list[str]:
    """Return the moves that can be made with one click."""
    found: list[str] = []
    for control in controls(at, focus):
        if control.get("disabled"):
            continue
        if kind_of(control) is MoveButton:
            found.append(parts_of(control)["move"])
    return found


def focuses(at: Table, focus: str = "") -> list[str]:
    """Return the focuses that one click, or one choice in a select, leads to."""
    found: list[str] = []
    for control in controls(at, focus):
        if control.get("disabled"):
            continue
        if kind_of(control) is FocusButton:
            found.append(parts_of(control)["focus"])
        elif kind_of(control) is FocusSelect:
            found += list_choices(parts_of(control)["name"], control)
    return found


def list_choices(name: str, select: Any) -> list[str]:
    """Return the focuses that a select leads to: one for each set of options that may be chosen."""
    values = sorted(option["value"] for option in select["options"])
    sizes = range(1, select.get("max_values", 1) + 1)
    return [" ".join([name, *some]) for size in sizes for some in combinations(values, size)]


def choices(at: Table, focus: str = "") -> list[str]:
    """Return the labels of the options in all selects."""
    found = (control.get("options", ()) for control in controls(at, focus))
    return [option["label"] for options in found for option in options]


def every_focus(at: Table) -> Iterator[str]:
    """Yield every focus that clicks lead to, including the empty one of a fresh board."""
    seen, waiting = {""}, [""]
    while waiting:
        focus = waiting.pop()
        yield focus
        fresh = [other for other in focuses(at, focus) if other not in seen]
        seen.update(fresh)
        waiting += fresh
