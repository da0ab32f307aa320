"""Leaderboards while some rows are damaged."""

import pytest

from records.values import Period
from tests.records.test_damaged import ANNA, BEN, GUILD, memory, over

__all__ = ["memory", "over"]


@pytest.mark.sqlite
@pytest.mark.parametrize("column", ["score", "place"])
@pytest.mark.heavy
async def test_numbers_too_large_to_be_added_hide_no_board(over, column):
    await over.tamper(f"UPDATE finishes SET {column} = {2**63 - 1}")
    for board in ("pig", None):
        page = await over.leaderboards.page(GUILD, board, Period.ALL, 1, ANNA.id)
        assert {line.person_id for line in page.rows} >= {ANNA.id, BEN.id}
