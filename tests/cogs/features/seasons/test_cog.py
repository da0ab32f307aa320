"""The message at the end of a season: Discord's limits, what it says, and whom it mentions."""

from __future__ import annotations

import pytest

from cogs.app.services import Winner
from cogs.features.seasons.cog import SHOWN, describe_channel, list_winners, name_board, render_end
from players.games import GAMES
from records.values import mixed_board, solo_board
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import text_of


def test_the_message_names_the_month_and_what_counts():
    said = text_of(sent(render_end("2026-05", ["Ducks: 🥇 **Teal**", "Pond: 🥇 **Smew**"])))
    assert said == (
        "### 🏁 May 2026 is over\nDucks: 🥇 **Teal**\nPond: 🥇 **Smew**\n"
        "-# Of those with 5 games or more. The next season has begun: `/leaderboard`"
    )


def test_each_board_is_a_line_with_its_first():
    firsts = [(name_board("ducks"), 1, "Teal"), (name_board("ducks"), 2, "*Bo*")]
    firsts += [(name_board("ducks"), 2, "Cy"), (name_board("pond/solo"), 1, "D")]
    assert list_winners(Winner(*each) for each in firsts) == [
        "Ducks in a Bucket: 🥇 **Teal** · 🥈 **\\*Bo\\*** · 🥈 **Cy**",
        "Ducks in the Pond, alone: 🥇 **D**",
    ]


def test_equals_that_are_many_are_counted():
    (line,) = list_winners([Winner("Ducks", 1, "Teal")] * (SHOWN + 3))
    assert line.count("🥇") == SHOWN
    assert line.endswith(" · and 3 more")


def test_the_fullest_message_is_within_the_limits():
    keys = [game.info.key for game in GAMES]
    boards = [make(key) for key in keys for make in (str, solo_board, mixed_board)]
    firsts = [Winner(name_board(board), 1, LONG) for board in [*boards, "ducks"] for _ in range(90)]
    assert faults(render_end("2026-09", list_winners(firsts))) == []


def test_a_name_that_looks_like_a_mention_is_none():
    page = render_end("2026-05", list_winners([Winner("Ducks", 1, "<@5> @everyone")]))
    assert page.allowed_mentions().to_dict()["parse"] == []
    assert r"\<@5>" in text_of(sent(page))
    assert "@everyone" not in text_of(sent(page))


@pytest.mark.parametrize(("channel", "said"), [(None, "Not announced"), (7, "Announced in <#7>")])
def test_the_settings_say_where_the_winners_of_a_month_are_announced(channel, said):
    answer, menu = describe_channel(channel)
    assert answer == said
    assert [each["id"] for each in menu["default_values"]] == [str(channel)] * bool(channel)
    assert set(menu["channel_types"]) == {0, 2, 5, 13}  # a forum has posts alone
    assert (menu["min_values"], menu["max_values"]) == (0, 1)
