"""The message at the end of a season: Discord's limits, what it says, and whom it mentions."""

from __future__ import annotations

from cogs.features.seasons.cog import SHOWN, find_firsts, list_firsts, render_end
from players.games import GAMES
from records.boards.leaderboards import STEADY
from records.boards.seasons import First
from records.daily.service import rank
from records.model.boards import Period
from records.model.scopes import mixed_board, solo_board
from tables.model.advice import Grade
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.people import text_of
from tests.records.daily.house import graded


def test_the_message_names_the_month_and_what_counts():
    said = text_of(sent(render_end("2026-05", ["Ducks: 🥇 **Teal**", "Pond: 🥇 **Smew**"])))
    assert said == (
        "### 🏁 May 2026 is over\nDucks: 🥇 **Teal**\nPond: 🥇 **Smew**\n"
        "-# Of those with 5 games or more. The next season has begun: `/leaderboard`"
    )


def test_each_board_is_a_line_with_its_first():
    firsts = [("ducks", 1, "Teal"), ("ducks", 2, "*Bo*"), ("ducks", 2, "Cy"), ("pond/solo", 1, "D")]
    assert list_firsts(First(*each) for each in firsts) == [
        "Ducks in a Bucket: 🥇 **Teal** · 🥈 **\\*Bo\\*** · 🥈 **Cy**",
        "Ducks in the Pond, alone: 🥇 **D**",
    ]


def test_equals_that_are_many_are_counted():
    (line,) = list_firsts([First("ducks", 1, "Teal")] * (SHOWN + 3))
    assert line.count("🥇") == SHOWN
    assert line.endswith(" · and 3 more")


def test_the_fullest_message_is_within_the_limits():
    keys = [game.info.key for game in GAMES]
    boards = [make(key) for key in keys for make in (str, solo_board, mixed_board)]
    firsts = [First(board, 1, LONG) for board in [*boards, "daily"] for _ in range(90)]
    assert faults(render_end("2026-09", list_firsts(firsts))) == []


def test_a_name_that_looks_like_a_mention_is_none():
    page = render_end("2026-05", list_firsts([First("ducks", 1, "<@5> @everyone")]))
    assert page.allowed_mentions().to_dict()["parse"] == []
    assert r"\<@5>" in text_of(sent(page))
    assert "@everyone" not in text_of(sent(page))


# the daily


def month(*people):
    """The board of a month: each person's name, number of days and accuracy on each."""
    entries = [
        graded(number, f"2026-05-{day:02}", name, Grade("u", accuracy))
        for number, (name, days, accuracy) in enumerate(people)
        for day in range(1, days + 1)
    ]
    return rank(entries, Period.SEASON)


def test_the_daily_is_a_line_with_its_first_three_of_those_with_five():
    some = ("A", STEADY, 50), ("B", STEADY, 90), ("C", STEADY, 50), ("D", STEADY, 10)
    board = month(*some, ("E", STEADY - 1, 100))
    assert list_firsts(find_firsts(board)) == ["The daily: 🥇 **B** · 🥈 **A** · 🥈 **C**"]


def test_the_daily_is_told_from_three_people_with_five_on():
    assert find_firsts(month(*[("A", STEADY, 50)] * 2, ("C", STEADY - 1, 50))) == []
    assert len(find_firsts(month(*[("A", STEADY, 50)] * 3))) == 3


def test_who_had_nothing_to_decide_is_not_among_the_first_of_the_daily():
    assert find_firsts(month(("A", STEADY, 50), ("B", STEADY, 40), ("C", STEADY, None))) == []
