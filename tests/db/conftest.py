"""A path for a database file, and the command line."""

from __future__ import annotations

import asyncio

import pytest

from db.__main__ import main


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ducks.db"


@pytest.fixture
def url(path):
    return f"sqlite:///{path}"


@pytest.fixture
def run_main():
    """Runs `python -m db` with these arguments, and returns its status."""

    async def run(*arguments):
        return await asyncio.to_thread(main, list(arguments))

    return run
