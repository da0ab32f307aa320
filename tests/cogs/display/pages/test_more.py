"""The page behind ⋯: what it offers to whom, in which order, and that all of it can be shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.display.controls.routing import role_of
from cogs.display.pages.hints import render_hint
from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.more import render_leaving, render_more
from engine import GAMES, game
from players import find_hint
from players.core import Level, know
from tables.model.advice import Hint
from tables.model.pace import Pace
from tables.model.table import Person, Status
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.cogs.scene import EMOJIS, renderer_of, scene
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough, seat, table

SPECTATOR = 7
LATE = 1e9
ORDER = (
    *(
        "💡 Hint",
        "How to play",
        "Hide the odds for all",
        "👀 Watch",
        "📋 Standing order",
        "Fair dice",
    ),
    *("Play on for", "I'm back", "Leave", "End"),
)
"""How the labels begin, in the order in which they stand."""


def page(at, person=1000, now=0.0, **more):
    return render_more(renderer_of(at), at, person, now, **more)


def offered(at, person=1000, now=0.0, **more):
    return labels(sent(page(at, person, now, **more)))


def at_table(key="ducks", people=3, *moves, **more):
    """A table after the draw of who begins, at which computers fill the seats behind the people."""
    at = scene(key, 3, "first 0", *moves, **more)
    seats = tuple(
        seat(i) if i < people else replace(seat(i), level=Level.EASY, person=Person(-1 - i, "Teal"))
        for i in range(3)
    )
    return replace(at, seats=seats)


def with_seat(at, number, **more):
    seats = list(at.seats)
    seats[number] = replace(seats[number], **more)
    return replace(at, seats=tuple(seats))


def test_who_plays_alone_finds_hint_rules_odds_dice_and_the_end():
    assert offered(at_table(people=1)) == [
        *("💡 Hint", "How to play", "Hide the odds for all", "Fair dice", "End the game")
    ]


@pytest.mark.parametrize(("status", "number"), [(Status.LOBBY, 1), (Status.PLAYING, 0)])
def test_how_to_play_does_not_repeat_the_three_lines_of_a_lobby(status, number):
    at = table(game("ducks"), 2, {}) if status is Status.LOBBY else at_table()
    ids = [each["custom_id"] for each in controls(sent(page(at)))]
    assert f"n1:howto:ducks:{number}:{at.id}" in ids


def test_a_hint_is_offered_to_who_is_to_act_where_all_agree():
    agreed = replace(at_table(), seats=tuple(replace(seat(i), agrees=True) for i in range(3)))
    assert "💡 Hint" in offered(agreed)
    assert "💡 Hint" not in offered(agreed, 1001)
    assert "💡 Hint" not in offered(with_seat(agreed, 2, agrees=False))


def test_a_spectator_can_read_and_watch_and_nothing_else():
    assert offered(at_table(), SPECTATOR) == ["How to play", "👀 Watch", "Fair dice"]
    assert offered(replace(at_table(), guild_id=None), SPECTATOR) == ["How to play", "Fair dice"]


def test_the_switch_of_the_odds_says_what_it_does():
    assert "Hide the odds for all" in offered(at_table())
    assert "Show the odds to all" in offered(replace(at_table(), odds=False))
    assert not any("odds" in label for label in offered(scene("buckdice", 3)))


@pytest.mark.parametrize("status", [Status.LOBBY, Status.CANCELLED, Status.ABANDONED])
def test_where_nothing_is_played_there_are_rules_and_dice(status):
    at = table(game("ducks"), 2, {}, status=status)
    assert offered(at) == offered(at, SPECTATOR) == ["How to play", "Fair dice"]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_end_leads_to_review_achievements_rules_and_dice(rules):
    *_, end = playthrough(rules, rules.info.max_seats, {}, seed=7)
    review = ["Review"] if renderer_of(end).has_hints else []
    assert offered(end) == [*review, "How to play", "Fair dice"]
    assert offered(end, earned=3) == offered(end)
    assert "All 4 achievements" in offered(end, earned=4)
    old = replace(end, state=None, recent=())
    assert offered(old) == ["How to play", "Fair dice"]


def test_for_a_silent_player_others_can_have_the_caretaker_play_on():
    silent = with_seat(at_table(), 0, waiting_since=0.0)
    assert "Play on for Mallard" in offered(silent, 1001, LATE)
    assert "Play on for Mallard" not in offered(silent, 1001)
    assert "Play on for Mallard" not in offered(silent, 1000, LATE)
    assert "Play on for Mallard" not in offered(silent, SPECTATOR, LATE)
    assert "Play on for Mallard" not in offered(with_seat(silent, 1, caretaker=True), 1001, LATE)


def test_only_who_is_away_can_come_back():
    gone = with_seat(at_table(), 1, caretaker=True)
    found = {person: offered(gone, person) for person in (1000, 1001, 1002, SPECTATOR)}
    assert [person for person, buttons in found.items() if "I'm back" in buttons] == [1001]
    assert "I'm back" in offered(with_seat(at_table(), 1, away_until=50.0), 1001, 49.0)
    assert "I'm back" not in offered(with_seat(at_table(), 1, away_until=50.0), 1001, 50.0)


def test_who_has_left_does_not_leave_again():
    left = with_seat(at_table(), 1, caretaker=True, departed=True)
    assert ["Leave" in offered(left, person) for person in (1000, 1001)] == [True, False]


def test_those_who_can_end_the_game_together_find_it_here():
    slow = with_seat(replace(at_table("trophy"), pace=Pace.DAY), 1, caretaker=True)
    assert offered(slow)[-2:] == ["Leave", "End without a result"]
    assert "End without a result" not in offered(slow, 1001)
    assert "📋 Standing order" in offered(slow)
    assert "📋 Standing order" not in offered(slow, 1001)


def test_the_buttons_stand_in_one_order():
    at = with_seat(replace(at_table("trophy", 3), pace=Pace.DAY, pauses=True), 1, away_until=LATE)
    silent = with_seat(with_seat(at, 0, waiting_since=0.0, missed=3), 2, caretaker=True)
    for person in (1000, 1001, 1002, SPECTATOR):
        found = offered(silent, person, LATE / 2)
        numbers = [i for label in found for i, word in enumerate(ORDER) if label.startswith(word)]
        assert len(numbers) == len(found)
        assert numbers == sorted(numbers)


def test_a_notice_stands_above_all_else():
    shown = sent(page(at_table(), notice="It is Wigeon's turn."))
    assert text_of(shown).split("\n")[0] == "It is Wigeon's turn."


@pytest.mark.parametrize("key", ["ducks", "trophy"])
def test_a_hint_stays_on_the_page_and_is_one_press_from_the_next(key):
    at = at_table(key, 1)
    found = find_hint(key, know(at.game, at.options, at.state, 0))
    shown = page(at, hint=render_hint(renderer_of(at), Hint(at, 0, found), EMOJIS))
    assert "### 💡 Hint" in text_of(sent(shown))
    assert labels(sent(shown)) == offered(at)
    assert faults(shown) == []


def test_how_to_play_leads_back_to_the_page_it_came_from_page_by_page():
    renderer = renderer_of(at_table())
    for number in range(1 + len(renderer.rules(EMOJIS))):
        shown = sent(render_how_to_play(renderer, EMOJIS, number, 12))
        *others, back = controls(shown)
        assert (back["label"], back["custom_id"]) == ("‹ Back", "a1:12:more")
        assert all(each["custom_id"].endswith(":12") for each in others)
        assert "‹ Back" not in labels(sent(render_how_to_play(renderer, EMOJIS, number)))


def test_before_somebody_leaves_the_page_says_what_that_means():
    two = with_seat(at_table(people=2), 1, caretaker=True)
    assert "The caretaker plays on" in text_of(sent(render_leaving(at_table())))
    assert "the game ends without a result" in text_of(sent(render_leaving(two)))
    assert labels(sent(render_leaving(two))) == ["Leave the game", "‹ Back"]


def test_nothing_on_the_page_looks_like_play():
    for person in (1000, 1001, SPECTATOR):
        ids = [each["custom_id"] for each in controls(sent(page(at_table(), person)))]
        assert [role_of(each) for each in ids] == [None] * len(ids)


def test_the_longest_page_is_within_the_limits():
    people = tuple(
        replace(seat(i, waiting_since=0.0, missed=3), person=Person(1000 + i, LONG))
        for i in range(8)
    )
    at = replace(next(playthrough(game("trophy"), 8, {}, 1)), seats=people, pace=Pace.DAY)
    everybody = replace(at, waiting_on=tuple(range(8)))
    assert faults(page(everybody, 1000, LATE, notice="x" * 900)) == []
