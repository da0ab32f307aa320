"""All drawings of all games, and emojis that show these drawings."""

from __future__ import annotations

import importlib

from cogs.display.art import Drawing, RenderedDrawing
from cogs.display.art.canvas import COMMON
from cogs.display.emojis import Emojis, name_of
from cogs.display.pages.renderer import Renderer
from players.games import GAMES, find_kit


def renderer_of(key: str) -> Renderer:
    return importlib.import_module(find_kit(key).face).RENDERER


RENDERERS = {game.info.key: renderer_of(game.info.key) for game in GAMES}
DRAWINGS: dict[str, Drawing] = {
    drawing.key: drawing
    for drawings in (COMMON, *(renderer.drawings for renderer in RENDERERS.values()))
    for drawing in drawings
}


def rendered(key: str) -> RenderedDrawing:
    return DRAWINGS[key].render()


def all_emojis() -> Emojis:
    """Return emojis with the drawings of all games, as in the running bot."""
    emojis = Emojis()
    for renderer in RENDERERS.values():
        emojis.add(renderer.drawings)
    return emojis


def longest_emojis():
    """Return made-up emojis with the longest possible texts."""
    emojis = all_emojis()
    for key in DRAWINGS:
        emojis.use(key, name_of(key, "kq"), 2**63 - 1)
    return emojis
