"""The rows of `cases.txt`: what is known, what happens, what Discord answers, and what follows.

Nothing here waits for a clock, and no process or sandbox runs. When a row changes, read why, and
record the rows again: see `cases`.
"""

from __future__ import annotations

import shutil

import pytest

from db.connection import Database
from tests.cogs.publishing.cases import list_rows, play


@pytest.mark.every
@pytest.mark.parametrize("row", list_rows(), ids=str)
async def test_what_is_sent_and_known(row, tmp_path, file_of_sqlite):
    file = shutil.copy(file_of_sqlite, tmp_path)
    async with await Database.open(f"sqlite:///{file}") as database:
        assert await play(row, database) == (row.sent, row.after)
