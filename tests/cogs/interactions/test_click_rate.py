"""How fast one person may click."""

from __future__ import annotations

import pytest

from cogs.interactions import interaction
from cogs.interactions.failures import Declined


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    times = [100.0]
    monkeypatch.setattr(interaction.time, "monotonic", lambda: times[0])
    return times


def test_clicks_beyond_the_limit_are_declined_until_the_second_is_over(clock):
    heard = interaction.ClickRate(2)
    heard.count(1)
    heard.count(1)
    for _ in range(3):
        with pytest.raises(Declined, match="faster than I can follow"):
            heard.count(1)
    clock[0] += 1
    heard.count(1)


def test_each_person_has_a_rate_of_their_own(clock):
    heard = interaction.ClickRate(1)
    for person_id in range(5):
        heard.count(person_id)
