"""The message at the end of a season: Discord's limits, what it says, and whom it mentions."""

from __future__ import annotations

from cogs.commands.records.medals import list_firsts
from cogs.commands.server.seasons import render_end
from engine import GAMES
from records.model.people import SeasonMedal
from records.model.scopes import mixed_board, solo_board
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import text_of


def test_the_message_names_the_month_and_what_counts():
    said = text_of(sent(render_end("2026-05", ["Ducks: 🥇 **Teal**", "Pond: 🥇 **Smew**"])))
    assert said == (
        "### 🏁 May 2026 is over\nDucks: 🥇 **Teal**\nPond: 🥇 **Smew**\n"
        "-# Of those with 5 games or more. The next season has begun: `/leaderboard`"
    )


def test_the_fullest_message_is_within_the_limits():
    keys = [game.info.key for game in GAMES]
    boards = [make(key) for key in keys for make in (str, solo_board, mixed_board)]
    medals = [SeasonMedal("2026-09", board, 1, LONG) for board in boards for _ in range(90)]
    assert faults(render_end("2026-09", list_firsts(medals))) == []


def test_a_name_that_looks_like_a_mention_is_none():
    page = render_end(
        "2026-05", list_firsts([SeasonMedal("2026-05", "ducks", 1, "<@5> @everyone")])
    )
    assert page.allowed_mentions().to_dict()["parse"] == []
    assert r"\<@5>" in text_of(sent(page))
    assert "@everyone" not in text_of(sent(page))
