"""The album of achievements: what is in it, what is missing, within Discord's limits."""

from __future__ import annotations

import re

import pytest

from cogs.commands.records.album_page import render_album, render_earned_at
from cogs.display.controls.paging import ALL, TITLES
from records.facts.achievements import GOALS
from records.model.people import Earned
from tests.cogs.extremes import HUGE, LONG, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of


def earned(key, at):
    goal = GOALS[key]
    return Earned(5, "Teal", key, goal.game, goal.title, goal.words, 1, at)


def goals(game):
    return [goal for goal in GOALS.values() if game in (ALL, goal.game)]


@pytest.mark.parametrize("game", [ALL, *TITLES])
@pytest.mark.parametrize("whole", [True, False])
def test_an_album_full_or_empty_is_within_the_limits(game, whole):
    have = [earned(key, float(HUGE)) for key in GOALS] if whole else []
    page = render_album(game, HUGE, have, goals(game))
    assert faults(page) == []
    said = text_of(sent(page))
    assert ("Still missing" in said) == (not whole and game != ALL and bool(goals(game)))


def test_the_album_of_a_game_has_every_achievement_once():
    said = text_of(sent(render_album("pond", 5, [earned("pond.first-win", 9.0)], goals("pond"))))
    assert "### 🏅 The album of <@5>\n-# Ducks in the Pond · 1 of 18 achievements" in said
    assert "🏅 **Top of the Pond**: Won a game against others. <t:9:d>" in said
    assert "**Still missing: 17**" in said
    for goal in goals("pond"):
        assert (
            said.count(f"{goal.title}**: {goal.words}")
            + said.count(f"▫️ {goal.title}: {goal.words}")
            == 1
        )


def test_the_album_of_a_game_begins_with_the_newest():
    have = [earned("ducks.five", 8.0), earned("ducks.first-win", 9.0)]
    said = text_of(sent(render_album("ducks", 5, have, goals("ducks"))))
    assert [int(at) for at in re.findall(r"<t:(\d+):d>", said)] == [9, 8]


def test_the_album_of_all_games_counts_those_of_each():
    have = [earned("pond.first-win", 9.0), earned("ducks.five", 8.0)]
    have += [earned(goal.key, 7.0) for goal in goals("trophy")]
    page = sent(render_album(ALL, 5, have, goals(ALL)))
    said = text_of(page)
    assert "`▱▱▱▱▱▱▱▱▱▱` 1/18 **Ducks in the Pond**\n" in said
    assert "`▰▰▰▰▰▰▰▰▰▰` 15/15 **Trophy Buck**\n" in said
    assert "🏅 **Top of the Pond**, <t:9:d>\n🏅 **Quintuplets**, <t:8:d>\n" in said
    assert said.count("🏅 **") == 5
    assert labels(page) == ["Statistics"]


def test_all_that_a_table_earned_is_told_and_what_has_no_room_is_counted():
    few = text_of(sent(render_earned_at(3, [earned("ducks.five", 8.0)])))
    assert few == (
        "### 🏅 Table #3 · 1 achievement\n"
        "🏅 **Teal** earned **Quintuplets**: Recorded five of a kind."
    )
    many = [Earned(1, LONG, "k", "ducks", "t" * 30, "w" * 90, 1, 0.0)] * 90
    page = render_earned_at(3, many)
    assert faults(page) == []
    assert "more, in the albums of `/stats`" in text_of(sent(page))
