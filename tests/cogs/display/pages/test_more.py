"""The page behind ⋯: its buttons for each person, their order, and Discord's limits."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cogs.display.pages.how_to_play import render_how_to_play
from cogs.display.pages.more import render_leaving, render_more
from cogs.display.routing import control_kind_of
from cogs.interactions.language import ENGLISH
from players.core import Level
from players.games import GAMES, game
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tests.cogs.extremes import LONG, sent
from tests.cogs.limits import faults
from tests.cogs.offers import OFFERS
from tests.cogs.scene import EMOJIS, renderer_of, scene
from tests.people import controls, labels, text_of
from tests.tabletop import playthrough, seat, table

SPECTATOR = 7
LATE = 1e9
ORDER = (
    *(
        "💡 Hint",
        "How to play",
        "Odds",
        "Fair dice",
    ),
    *("Play on for", "I'm back", "Leave", "End"),
)
"""First words of the labels, in the order of the buttons."""


def page(at, person=1000, now=0.0, **more):
    return render_more(renderer_of(at), at, EMOJIS, person, now, **more)


def offered(at, person=1000, now=0.0, **more):
    return labels(sent(page(at, person, now, **more)))


def at_table(key="ducks", people=3, *moves, **more):
    """Return a table at the first turn. Computer players have the last seats."""
    at = scene(key, 3, "first 0", *moves, **more)
    seats = tuple(
        seat(i) if i < people else seat(i, level=Level.EASY, person_id=-1 - i, name="Teal")
        for i in range(3)
    )
    return replace(at, seats=seats)


def with_seat(at, number, **more):
    seats = list(at.seats)
    seats[number] = replace(seats[number], **more)
    return replace(at, seats=tuple(seats))


def test_a_lone_player_finds_rules_dice_and_the_end():
    assert offered(at_table(people=1)) == ["How to play", "Fair dice", "End the game"]


def test_a_spectator_can_read_and_nothing_else():
    assert offered(at_table(), SPECTATOR) == ["How to play", "Fair dice"]


def test_a_spectator_finds_the_scores_while_the_game_goes_on():
    *_, late, end = playthrough(game("ducks"), 3, {}, seed=1)
    scores = sorted(renderer_of(late).scores(late.game.view(late.state, None)), reverse=True)
    told = text_of(sent(page(late, SPECTATOR)))
    assert re.findall(r"`(\d+)` \w", told) == [str(each) for each in scores]
    for shown in (page(late), page(end, SPECTATOR)):  # a player has the board, and the end its own
        assert re.findall(r"`\d+` \w", text_of(sent(shown))) == []


@pytest.mark.parametrize("status", [Status.CANCELLED, Status.ABANDONED])
def test_without_a_running_game_the_page_has_rules_and_dice(status):
    at = table(game("ducks"), 2, {}, status=status)
    assert offered(at) == offered(at, SPECTATOR) == ["How to play", "Fair dice"]


def test_a_player_with_a_hidden_hand_finds_it_on_the_page():
    at = next(playthrough(game("buckets"), 3, {}, seed=1))
    assert "My hand" in offered(at)
    assert "My hand" not in offered(at, SPECTATOR)


@pytest.mark.parametrize(
    ("scores", "places", "said"),
    [
        ((12, 3, 5), (1, 3, 2), "**You won**: 12 points."),
        ((12, 12, 5), (1, 1, 3), "**You share first place**: 12 points."),
        ((3, 12, 5), (3, 1, 2), "**Your place: 3 of 3** · 3 points · 9 points short"),
        ((12, 12, 5), (2, 1, 3), "**Your place: 2 of 3** · 12 points"),
    ],
)
def test_players_read_their_own_result(scores, places, said):
    *_, end = playthrough(game("ducks"), 3, {}, seed=1)
    seats = tuple(replace(seat(i), score=scores[i], place=places[i]) for i in range(3))
    end = replace(end, seats=seats)
    assert text_of(sent(page(end))).split("\n")[-1] == said
    assert "You" not in text_of(sent(page(end, SPECTATOR)))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_end_leads_to_rules_and_dice(rules):
    *_, end = playthrough(rules, rules.info.max_seats, {}, seed=7)
    assert offered(end) == ["How to play", "Fair dice"]
    old = replace(end, progress=None)
    assert offered(old) == ["How to play", "Fair dice"]


def test_others_can_let_the_caretaker_play_on_for_an_idle_player():
    idle = replace(at_table(), waiting={0: 0.0})
    assert "Play on for Mallard" in offered(idle, 1001, LATE)
    assert "Play on for Mallard" not in offered(idle, 1001)
    assert "Play on for Mallard" not in offered(idle, 1000, LATE)
    assert "Play on for Mallard" not in offered(idle, SPECTATOR, LATE)
    assert "Play on for Mallard" not in offered(with_seat(idle, 1, caretaker=True), 1001, LATE)


def test_only_absent_players_can_come_back():
    gone = with_seat(at_table(), 1, caretaker=True)
    found = {person: offered(gone, person) for person in (1000, 1001, 1002, SPECTATOR)}
    assert [person for person, buttons in found.items() if "I'm back" in buttons] == [1001]
    assert "I'm back" in offered(with_seat(at_table(), 1, absent_until=50.0), 1001, 49.0)
    assert "I'm back" not in offered(with_seat(at_table(), 1, absent_until=50.0), 1001, 50.0)


def test_a_player_who_left_cannot_leave_again():
    left = with_seat(at_table(), 1, caretaker=True, departed=True)
    assert ["Leave" in offered(left, person) for person in (1000, 1001)] == [True, False]


def test_players_who_can_end_the_game_together_find_the_button():
    left = with_seat(at_table("trophy", 3), 1, caretaker=True)
    assert [offered(left, person)[-2:] for person in (1000, 1002)] == [
        ["Leave", "End it together"]
    ] * 2
    assert "End it together" not in offered(left, 1001)
    assert "End it together" not in offered(with_seat(left, 0, caretaker=True), 1002)
    assert "End it together" not in offered(left, SPECTATOR)


def test_the_buttons_are_always_in_the_same_order():
    at = with_seat(
        replace(at_table("trophy", 3), time_control=TimeControl.DAY), 1, absent_until=LATE
    )
    idle = with_seat(with_seat(at, 0, missed=3), 2, caretaker=True)
    idle = replace(idle, waiting={0: 0.0})
    for person in (1000, 1001, 1002, SPECTATOR):
        found = offered(idle, person, LATE / 2, offers=OFFERS)
        numbers = [i for label in found for i, word in enumerate(ORDER) if label.startswith(word)]
        assert len(numbers) == len(found)
        assert numbers == sorted(numbers)


def test_a_notice_stands_above_all_else():
    shown = sent(page(at_table(), notice="It is Wigeon's turn."))
    assert text_of(shown).split("\n")[0] == "It is Wigeon's turn."


@pytest.mark.parametrize(("place", "back"), [("more-12", ["a1:12:more"]), ("12", []), ("", [])])
def test_how_to_play_leads_back_to_where_it_was_opened(place, back):
    renderer = renderer_of(at_table())
    for number in range(1 + len(renderer.rules(ENGLISH, EMOJIS))):
        shown = controls(sent(render_how_to_play(ENGLISH, renderer, EMOJIS, number, place)))
        assert [each["custom_id"] for each in shown if each["label"] == "‹ Back"] == back
        turns = [each["custom_id"] for each in shown if each["label"] != "‹ Back"]
        assert all(each.split(":")[4:] == [place][: bool(place)] for each in turns)


def test_the_question_before_leaving_names_the_consequences():
    two = with_seat(at_table(people=2), 1, caretaker=True)
    asked = text_of(sent(render_leaving(ENGLISH, at_table(), 1000)))
    assert "If the others finish without you, you lose and come behind all who stay" in asked
    assert "If everybody leaves, all who have made a move lose." in asked
    assert "If you have made a move, you lose the game." in text_of(
        sent(render_leaving(ENGLISH, two, 1000))
    )
    assert labels(sent(render_leaving(ENGLISH, two, 1000))) == ["Leave the game", "‹ Back"]


def test_no_control_on_the_page_belongs_to_play():
    for person in (1000, 1001, SPECTATOR):
        ids = [each["custom_id"] for each in controls(sent(page(at_table(), person)))]
        assert [control_kind_of(each) for each in ids] == [None] * len(ids)


def test_the_longest_page_is_within_the_limits():
    people = tuple(seat(i, missed=3, name=LONG) for i in range(8))
    at = replace(
        next(playthrough(game("trophy"), 8, {}, 1)), seats=people, time_control=TimeControl.DAY
    )
    everybody = replace(at, waiting=dict.fromkeys(range(8), 0.0))
    assert faults(page(everybody, 1000, LATE, notice="x" * 900, offers=OFFERS)) == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_the_page_never_has_one_button(rules):
    seats = rules.seat_range({})[-1]
    begun, *_, over = playthrough(rules, seats, {}, 1)
    lobby = table(rules, seats, {}, seats=tuple(map(seat, range(seats))))
    cancelled = replace(lobby, status=Status.CANCELLED)
    counts = [len(offered(at, who)) for at in (begun, over, lobby, cancelled) for who in (1000, 7)]
    assert min(counts) > 1
