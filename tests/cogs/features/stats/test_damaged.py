"""Tables with damaged rows beside others that count."""

import pytest

from tests.records.test_damaged import ANNA, GUILD, memory, over

__all__ = ["memory", "over"]


@pytest.mark.heavy
async def test_who_played_at_the_others_has_statistics(over):
    assert (await over.stats.read(GUILD, ANNA.id, "pig")).score
