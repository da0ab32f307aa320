"""Fixtures for the tests of `cogs`."""

from __future__ import annotations

import asyncio

import pytest
from discord import http

from cogs.interactions.drawing import DrawingProcess, NotDrawn
from sandbox import Sandbox

PATIENCE = 20


@pytest.fixture
async def box(monkeypatch):
    """A sandbox in place of Discord."""
    async with Sandbox() as sandbox:
        monkeypatch.setattr(http.Route, "BASE", sandbox.api_base)
        yield sandbox


@pytest.fixture
def drawn_here(monkeypatch):
    """Draw in this process; a new process would have to load all code and draw everything anew."""

    def draw(_, drawing):
        try:
            return drawing()
        except Exception as error:
            raise NotDrawn from error

    monkeypatch.setattr(DrawingProcess, "ask", draw)


async def until(holds):
    """Wait for a condition that may last only milliseconds; check it at every turn of the loop."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the client sets no event
            await asyncio.sleep(0)
