"""Fixtures: a path for a database file, a small disk, and the command line."""

from __future__ import annotations

import asyncio
import shutil
import subprocess

import pytest

from db.__main__ import main

SIZE = 1400 * 1024


@pytest.fixture
def disk(tmp_path):
    """A small disk that only this test uses."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        pytest.skip("only root can mount a disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ducks.db"


@pytest.fixture
def url(path):
    return f"sqlite:///{path}"


@pytest.fixture
def run_main():
    """Runs `python -m db` with these arguments, and returns its exit status."""

    async def run(*arguments):
        return await asyncio.to_thread(main, list(arguments))

    return run
