"""The way to a move on a board: the buttons to press, named as they stand there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cogs.display.components import FocusButton, MoveButton, StepButton
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cogs.display.pages.renderer import RenderContext, Renderer
    from players.core import Assessed

FARTHEST: Final = 7
"""Most presses to a move: the way to the dice, five dice, and the move."""


class Press(NamedTuple):
    """A button that makes moves, or one that shows a focus."""

    moves: str | None
    focus: str
    label: str


def find_way(
    renderer: Renderer, context: RenderContext, moves: Sequence[Assessed]
) -> tuple[Assessed, str]:
    """Return a move and the buttons to press for it, such as "Re-roll… ▸ Re-roll 2 dice".

    The first of the moves that has a button on the board is chosen, else the first move. The text
    is empty if no way is found.
    """
    board = [*_list_presses(renderer, replace(context, focus=""))]
    for each in moves:
        if label := _find_label(board, each):
            return each, label
    first, way, seen = moves[0], list[str](), {""}
    aim = renderer.find_focus(context, first.move).split(" ")
    for _ in range(FARTHEST):
        onward = [press for press in board if press.moves is None and press.focus not in seen]
        if not onward:
            break
        press = min(onward, key=lambda press: count_steps(press.focus.split(" "), aim))
        seen.add(press.focus)
        way.append(press.label)
        board = [*_list_presses(renderer, replace(context, focus=press.focus))]
        if label := _find_label(board, first):
            return first, " ▸ ".join([*way, label])
    return first, ""


def count_steps(here: Sequence[str], aim: Sequence[str]) -> tuple[bool, int]:
    """Return how far a focus is from another: first whether the page differs, then the picks."""
    return here[0] != aim[0], len({*here} ^ {*aim})


def _find_label(board: Sequence[Press], each: Assessed) -> str:
    """Return the label of the button that makes a move, alone or with what must follow it."""
    moves = (str(each.move), *each.then)
    for wanted in (PRESS.join(moves[:count]) for count in range(1, len(moves) + 1)):
        if label := next((press.label for press in board if press.moves == wanted), ""):
            return label
    if each.then:
        return ""
    begins = f"{moves[0]}{PRESS}"
    return next((press.label for press in board if (press.moves or "").startswith(begins)), "")


def _list_presses(renderer: Renderer, context: RenderContext) -> Iterator[Press]:
    for item in renderer.controls(context):
        for part in [item["accessory"]] if "accessory" in item else item.get("components", ()):
            for kind in (MoveButton, StepButton, FocusButton):
                if found := kind.pattern.fullmatch(part.get("custom_id", "")):
                    fields = found.groupdict()
                    yield Press(fields.get("move"), fields.get("focus", ""), _read_label(part))


def _read_label(part: Mapping[str, Any]) -> str:
    """Return the label of a button as text, after its picture."""
    emoji: Mapping[str, Any] = part.get("emoji") or {}
    picture = f"<:{emoji['name']}:{emoji['id']}>" if "id" in emoji else emoji.get("name", "")
    return f"{picture} {part.get('label') or ''}".strip()
