"""A test player who finishes a game by reading only words and alt texts."""

from __future__ import annotations

import random
from typing import Any

from cogs.display.components import (
    FocusButton,
    FocusSelect,
    MoveButton,
    StepButton,
)
from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, Language
from engine.core import Seat
from tables.model.progress import PRESS
from tables.model.table import Table
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN, read, words_of_controls

LOOKS = 60
"""Presses without a move after which the player gives up and the test fails."""


class TextPlayer:
    """Chooses controls by their words, and tries unused controls first.

    Args:
        seed: for the random choice among controls that were used equally often.
        language: the language of the pages.

    Attributes:
        said: every line that the player has read, in order.
    """

    def __init__(self, seed: int, language: Language = ENGLISH) -> None:
        self._chance = random.Random(seed)
        self._language = language
        self.said: list[str] = []

    def choose(self, at: Table) -> tuple[Seat, Any]:
        """Return a seat to act, and the move of a control on its page."""
        seat, focus = self._chance.choice(at.to_act), ""
        tried: dict[str, int] = {}
        for _ in range(LOOKS):
            page = _page(at, seat, focus, self._language)
            self.said += read(page)
            sent, words = self._press(page, tried)
            tried[words] = tried.get(words, 0) + 1
            move, focus = _understand(sent)
            if move is not None:
                return seat, at.game.parse(move.split(PRESS)[0])
        raise AssertionError(f"seat {seat} finds no move in:\n" + "\n".join(read(page)))

    def _press(self, page: MessageContent, tried: dict[str, int]) -> tuple[str, str]:
        """Choose a control. Return what its press sends (an id or a value) and its words."""
        own = [(sent, words) for sent, words in words_of_controls(page) if _kind(sent)]
        fewest = min(tried.get(words, 0) for _, words in own)
        return self._chance.choice([each for each in own if tried.get(each[1], 0) == fewest])


def _page(at: Table, seat: Seat, focus: str, language: Language) -> MessageContent:
    """Return the message in which a seat acts: its hand if hands are hidden, else the board."""
    renderer = RENDERERS[at.game.info.key]
    if at.game.info.hidden:
        return render_hand(renderer, at, PLAIN, seat, focus, language)
    return render_table(renderer, at, PLAIN, 0.0, focus, language=language)


def _kind(sent: str) -> Any:
    """Match the id of a control that makes a move or changes the focus. Other ids give None."""
    custom_id = sent.split(" ", 1)[0] if sent.startswith("p1") else sent
    kinds = MoveButton, StepButton, FocusButton, FocusSelect
    return next(filter(None, (kind.pattern.fullmatch(custom_id) for kind in kinds)), None)


def _understand(sent: str) -> tuple[str | None, str]:
    """Return the move of a press (None if it makes none) and the focus afterwards."""
    found = _kind(sent).groupdict()
    value = sent.split(" ", 1)[1] if "name" in found else ""
    if sent.startswith("p1"):
        return None, f"{found['name']} {value}"
    return found.get("move"), found.get("focus", "")
