"""Where the commands that are no groups can be used."""

from __future__ import annotations

import pytest

from cogs.commands.records.history import HistoryCog
from cogs.commands.records.leaderboard import LeaderboardCog
from cogs.commands.records.stats import StatsCog
from cogs.commands.server.settings import SettingsCog


@pytest.mark.parametrize(
    ("command", "direct"),
    [
        (LeaderboardCog.leaderboard, False),
        (SettingsCog.settings, False),
        (HistoryCog.history, True),
        (StatsCog.stats, True),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_command_is_offered_where_it_has_something_to_show(command, direct):
    where = command.allowed_contexts
    assert (where.guild, bool(where.dm_channel), bool(where.private_channel)) == (
        True, direct, direct,
    )  # fmt: skip
