"""Fixtures of the tests of the Discord face."""

from __future__ import annotations

import asyncio

import pytest
from discord import http

from sandbox import Sandbox

PATIENCE = 20


@pytest.fixture
async def box(monkeypatch):
    """A sandbox in place of Discord."""
    async with Sandbox() as sandbox:
        monkeypatch.setattr(http.Route, "BASE", sandbox.api_base)
        yield sandbox


async def until(holds):
    """Wait at every turn of the loop for something that lasts only milliseconds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - the client tells nobody
            await asyncio.sleep(0)
