"""The message at the end of a season: Discord's limits, what it says, and whom it mentions."""

from __future__ import annotations

import pytest

from cogs.app.services import Winner
from cogs.features.seasons.cog import SHOWN, describe_channel, list_winners, name_board, render_end
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import rows, text
from players.games import GAMES
from records.values import mixed_board, solo_board
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import text_of
from tests.pseudo import PSEUDO, find_unmarked


def test_the_message_names_the_month_and_what_counts():
    winners = [Winner("Ducks", 1, "Teal"), Winner("Pond", 1, "Smew")]
    said = text_of(sent(render_end(ENGLISH, "2026-05", winners)))
    assert said == (
        "### 🏁 The season is over: May 2026\nDucks: 🥇 **Teal**\nPond: 🥇 **Smew**\n"
        "-# Only players with 5 games or more count. The next season has begun: `/leaderboard`"
    )


def test_each_board_is_a_line_with_its_winners():
    firsts = [(name_board(ENGLISH, "ducks"), 1, "Teal"), (name_board(ENGLISH, "ducks"), 2, "*Bo*")]
    firsts += [(name_board(ENGLISH, "ducks"), 2, "Cy"), (name_board(ENGLISH, "pond/solo"), 1, "D")]
    assert list_winners(ENGLISH, [Winner(*each) for each in firsts]) == [
        "Ducks in a Bucket: 🥇 **Teal** · 🥈 **\\*Bo\\*** · 🥈 **Cy**",
        "Ducks in the Pond, alone: 🥇 **D**",
    ]


def test_many_equal_winners_are_counted():
    (line,) = list_winners(ENGLISH, [Winner("Ducks", 1, "Teal")] * (SHOWN + 3))
    assert line.count("🥇") == SHOWN
    assert line.endswith(" · +3")


def test_the_fullest_message_is_within_the_limits():
    keys = [game.info.key for game in GAMES]
    boards = [make(key) for key in keys for make in (str, solo_board, mixed_board)]
    titles = [name_board(ENGLISH, board) for board in [*boards, "ducks"]]
    firsts = [Winner(title, 1, LONG) for title in titles for _ in range(90)]
    assert faults(render_end(ENGLISH, "2026-09", firsts)) == []


def test_a_name_that_looks_like_a_mention_mentions_nobody():
    page = render_end(ENGLISH, "2026-05", [Winner("Ducks", 1, "<@5> @everyone")])
    assert page.letter().calls == ()
    assert r"\<@5>" in text_of(sent(page))
    assert "@everyone" not in text_of(sent(page))


@pytest.mark.parametrize(("channel", "said"), [(None, "Not announced"), (7, "Announced in <#7>")])
def test_the_settings_say_where_the_winners_of_a_month_are_announced(channel, said):
    answer, menu = describe_channel(ENGLISH, channel)
    assert answer == said
    assert [each["id"] for each in menu["default_values"]] == [str(channel)] * bool(channel)
    assert set(menu["channel_types"]) == {0, 2, 5, 13}  # no forums: they take only posts
    assert (menu["min_values"], menu["max_values"]) == (0, 1)


def test_no_word_about_a_season_is_left_untranslated():
    boards = ("ducks", mixed_board("ducks"), solo_board("pond"))
    titles = [name_board(PSEUDO, board) for board in boards]
    firsts = [Winner(title, 1, LONG) for title in titles for _ in range(90)]
    assert find_unmarked(render_end(PSEUDO, "2026-05", firsts).items, [LONG]) == []
    answers = [describe_channel(PSEUDO, channel) for channel in (None, 7)]
    assert find_unmarked([text(answer) for answer, _ in answers]) == []
    assert find_unmarked(rows([answers[0][1]])) == []
