"""A path for a database file."""

from __future__ import annotations

import pytest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ducks.db"


@pytest.fixture
def url(path):
    return f"sqlite:///{path}"
