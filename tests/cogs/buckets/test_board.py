"""The board and the hands of The Bucket King, and their secrets."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from cogs.buckets.board import GAME, RENDERER
from cogs.display.pages.board import render_context, render_hand
from cogs.interactions.content import MessageContent
from cogs.interactions.language import plain_name
from db.store import ContributionRow
from engine.buckets.state import Building
from tables.model.progress import PRESS, PlayedMove
from tests.cogs.buckets.messages import (
    alone,
    alts,
    at,
    board,
    controls,
    drawn_anew,
    hand,
    hands,
    labels,
    offered,
    parts,
    received,
    ways,
    words,
)
from tests.cogs.limits import faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS
from tests.cogs.test_limits import each_number_of_states, spread
from tests.engine.buckets.scene import FULL, after, building, scene, standing
from tests.tabletop import playthrough

OPTIONS = [{"rounds": "3"}, {"draw": "hand", "accumulate": "leader"}]
NAME = "**a\\*b\\_c\\`d\\|e\\~f**"
PLAIN_HANDS = ("h1 h2 c3", "h5 h7 c1", "d1 d2 d3")


def played(seats, options, seed=1):
    """Return the table at each point of a random match at which somebody is to act."""
    return [table for table in playthrough(GAME, seats, options, seed) if table.to_act]


# Secrets


@pytest.mark.heavy
@each_number_of_states(40)  # of up to 540 states
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [3, 6])
def test_B12_no_byte_depends_on_facts_hidden_from_its_reader(seats, options, most):
    for number, table in enumerate(spread(played(seats, options), most)):
        for reader in (None, number % seats):
            other = drawn_anew(table, reader, number)
            assert received(board(other)) == received(board(table))
            if reader is not None:
                pages = map(received, hands(table, reader))
                assert list(map(received, hands(other, reader))) == list(pages)


def focuses(table):
    """Return the focuses to which presses on the board lead."""
    seen, waiting = {""}, [""]
    while waiting:
        fresh = [focus for focus in ways(board(table, waiting.pop())) if focus not in seen]
        seen.update(fresh)
        waiting += fresh
    return sorted(seen)


@pytest.mark.heavy
@each_number_of_states(40)
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [3, 6])
def test_B12_the_board_of_a_lone_person_is_drawn_from_that_seats_view(seats, options, most):
    """No byte of any focus depends on the hands of the ducks or on the order of the pile."""
    for number, table in enumerate(spread(played(seats, options, seed=6), most)):
        here = alone(table)
        other = drawn_anew(here, 0, number)
        for focus in focuses(here):
            assert received(board(other, focus)) == received(board(here, focus))


def test_B12_the_board_of_a_lone_person_shows_the_hand_and_offers_every_legal_move():
    for table in islice(played(3, {}, seed=7), 60):
        here = alone(table)
        found = set().union(*(offered(board(here, focus)) for focus in focuses(here)))
        assert {each.split(PRESS)[0] for each in found} == {
            str(move) for move in GAME.moves(here.state, 0)
        }
        assert "My hand" not in labels(board(here))
    hand_of_another = drawn_anew(alone(at(scene(*PLAIN_HANDS))), 1, 1)
    assert received(board(hand_of_another)) != received(board(alone(at(scene(*PLAIN_HANDS)))))


def sat(table, *people):
    """Return the table of a lone person where these people sat down, present or not."""
    rows = (ContributionRow(i, each, "seat", i) for i, each in enumerate(people))
    return replace(alone(table), contributions=tuple(rows))


@pytest.mark.parametrize("others", [(1001,), (-12345,), (1001, -12345)])
def test_B12_where_several_people_ever_sat_down_the_hand_stays_private(others):
    """Ids below zero are those of forgotten people."""
    for table in (at(scene(*PLAIN_HANDS)), at(building(*PLAIN_HANDS)), split()):
        here = sat(table, 1000, *others)
        assert offered(board(here)) == set()
        assert list(ways(board(here))) == []
        assert received(board(drawn_anew(here, None, 1))) == received(board(here))
        assert labels(board(here)) == ["My hand"]
    assert sat(at(scene(*PLAIN_HANDS)), 1000, 1000).open_hand == 0


def test_B12_redealing_hidden_facts_changes_other_readers_messages():
    table = at(scene(*PLAIN_HANDS))
    other = drawn_anew(table, 0, 1)
    assert received(hand(other, 1)) != received(hand(table, 1))


SECRET_MOVES = 60
"""Number of secret moves to test: more than one building phase has, so each kind occurs often."""


def secret_moves(options, seed):
    """Yield the first secret moves of a match: the seat, and the tables before and after."""
    yield from islice(every_secret_move(options, seed), SECRET_MOVES)


def every_secret_move(options, seed):
    for table, following in pairwise(played(4, options, seed)):
        stages = (table.state.stage, following.state.stage)
        still_building = all(isinstance(stage, Building) for stage in stages)
        if still_building and following.to_act == table.to_act:
            yield following.recent[-1].seat, table, following


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.heavy
def test_B12_the_board_does_not_change_by_a_byte_with_a_secret_move(options):
    found = list(secret_moves(options, seed=2))
    assert len(found) > 50
    for _, table, following in found:
        assert received(board(following)) == received(board(table))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.heavy
def test_B12_a_hand_does_not_change_by_a_byte_with_a_secret_move_of_another(options):
    for mover, table, following in secret_moves(options, seed=3):
        for seat in {0, 1, 2, 3} - {mover}:
            assert received(hand(following, seat)) == received(hand(table, seat))


def test_B12_no_button_of_the_board_reveals_the_number_of_moves():
    table = at(building(*PLAIN_HANDS), seq=98765)
    assert "98765" not in received(board(table)).decode()


def test_B12_a_board_offers_neither_moves_nor_other_focuses():
    for table in played(3, {}):
        assert offered(board(table)) == set()
        assert list(ways(board(table))) == []


def test_B12_a_board_names_no_card_that_was_not_played():
    table = at(scene("h1 h2 h3", "c4 c5 c6", "d7 d8 p8"))
    assert not re.findall(r"\b[cdhps][1-8]\b", str(parts(board(table))))


# Legal moves


@pytest.mark.heavy
@each_number_of_states(80)  # of up to 540 states
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [3, 6])
def test_a_hand_offers_every_legal_move_and_no_other(seats, options, most):
    for table in spread(played(seats, options, seed=4), most):
        for seat in range(seats):
            found = set().union(*map(offered, hands(table, seat)))
            single = {each.split(PRESS)[0] for each in found}
            assert single == {str(move) for move in GAME.moves(table.state, seat)}


TWELVE = "h1 h1 h2 h2 h3 h3 h4 h5 h6 h6 h7 h8"


def test_twelve_cards_of_an_animal_can_be_led_in_every_way():
    table = at(scene(TWELVE, "c1", "d1"))
    assert faults(hand(table, 0, "lead h")) == []
    moves = {str(move) for move in GAME.moves(table.state, 0)}
    assert len(moves) > 100
    assert set().union(*map(offered, hands(table, 0))) == moves


def test_a_lead_takes_one_press_for_the_lowest_card_of_an_animal():
    page = hand(at(scene("h1 h2 c3 d1 d2 d5 d8", *PLAIN_HANDS[1:])), 0)
    assert labels(page) == ["Choose cards…", "Cow 3", "Duck 1", "Horse 1"]
    assert offered(page) == {"play c3", "play d1", "play h1"}


def test_a_lead_of_several_cards_chooses_an_animal_and_then_its_cards():
    table = at(scene("h1 h2 c3 d1 d2 d5 d8", *PLAIN_HANDS[1:]))
    assert labels(hand(table, 0, "lead")) == ["Ducks", "Horses", "‹ Back"]
    page = hand(table, 0, "lead d")
    assert labels(page) == ["‹ Back", "✓ 1", "2", "5", "8", "Play 1"]
    picked = hand(table, 0, "cards d d1 d3")
    assert labels(picked) == ["‹ Back", "1", "✓ 2", "5", "✓ 8", "Play 10"]
    assert {"cards d d0 d1 d3", "cards d d3", ""} <= set(ways(picked))
    assert "-# Other cards: 🐮\u00a03 · 🐴\u00a01\u00a02" in words(picked)


def test_the_only_animal_with_several_cards_needs_no_choice():
    table = at(scene("h1 h2 c3", *PLAIN_HANDS[1:]))
    assert labels(hand(table, 0, "lead")) == ["‹ Back", "✓ 1", "2", "Play 1"]


def test_a_leader_with_one_card_of_each_animal_has_nothing_to_choose():
    assert labels(hand(at(scene("h1 c3", *PLAIN_HANDS[1:])), 0)) == ["Cow 3", "Horse 1"]


def test_ten_cards_have_rows_that_a_phone_does_not_break_and_never_a_menu():
    ten = at(scene("h1 h1 h2 h2 h3 h3 h4 h5 h6 h8 c1", *("c2", "d2")))
    shown = parts(hand(ten, 0, "lead h"))
    rows = [row["components"] for row in shown if row["type"] == 1]
    assert [len(row) for row in rows] == [1, 4, 4, 2, 2]
    assert not [part for part in shown if part["type"] == 3]
    assert {part["label"].strip("✓ ") for row in rows[1:4] for part in row} == set("1234568")


@pytest.mark.parametrize("seats", [3, 6])
def test_a_lead_has_six_controls_at_most(seats):
    found = [
        len(controls(hand(table, table.state.stage.turn)))
        for table in played(seats, {}, seed=2)
        if not isinstance(table.state.stage, Building) and table.state.stage.trick is None
    ]
    assert max(found) == 6


def test_a_fourth_card_takes_the_place_of_the_first():
    table = at(scene("d1 d2 d5 d8", *PLAIN_HANDS[1:]))
    assert "cards d d1 d2 d3" in ways(hand(table, 0, "cards d d0 d1 d2"))


def test_without_a_legal_choice_there_is_no_button_to_play_and_no_other_button_moves():
    table = attacked("0 play h1 h2", "card 0 p1")
    picked, weak = hand(table, 1), hand(table, 1, "cards h")
    assert labels(picked) == ["Give up a bucket…", "✓ 5", "7", "Play 5"]
    assert labels(weak) == ["Give up a bucket…", "5", "7"]
    assert [len([p for p in parts(page) if p["type"] == 1]) for page in (picked, weak)] == [3, 3]


def test_equal_cards_are_picked_one_by_one():
    page = hand(at(scene("d2 d2 d5 d8", *PLAIN_HANDS[1:])), 0, "cards d d0 d1")
    assert "play d2 d2" in offered(page)
    assert "Play 4" in labels(page)


def test_twelve_cards_of_an_animal_can_defend_in_every_way():
    table = at(after(scene("h1", TWELVE.replace("h1 h1", "h1 h2"), "d1"), "0 play h1", "card 0 c1"))
    assert faults(hand(table, 1)) == []
    plays = {str(move) for move in GAME.moves(table.state, 1) if str(move).startswith("play")}
    assert plays <= set().union(*map(offered, hands(table, 1)))


def test_any_of_fifteen_buckets_can_be_given_up_if_none_has_the_animal():
    pyramid = "cccdddcccpppsss"
    table = at(
        after(scene("h1", "c1", "d1", pyramids=(FULL, pyramid, FULL)), "0 play h1", "card 0 c1")
    )
    assert faults(hand(table, 1)) == []
    found = set().union(*map(offered, hands(table, 1)))
    assert {f"remove {box}" for box in range(15)} <= found


# Building


def test_one_press_places_all_remaining_buckets_of_an_animal():
    state = after(building(*PLAIN_HANDS), *[f"0 place {box} h" for box in range(3)], "0 place 3 c")
    page = hand(at(state), 0)
    assert labels(page)[2:] == ["Cow", "Duck", "Pig", "Sheep"]
    assert "place 4 d+place 5 d+place 6 d" in offered(page)
    assert "undo 3" in offered(page)


def test_undo_removes_the_buckets_of_one_press():
    state = after(building(*PLAIN_HANDS), *[f"0 place {box} h" for box in range(3)])
    assert "undo 2+undo 1+undo 0" in offered(hand(at(state), 0))
    assert "undo 2" in offered(hand(at(state), 0, "one"))


def test_one_at_a_time_offers_to_start_over_once_a_bucket_stands():
    begun = at(after(building(*PLAIN_HANDS), "0 place 0 h"))
    assert "Start over" in labels(hand(begun, 0, "one"))
    assert "Start over" not in labels(hand(at(building(*PLAIN_HANDS)), 0, "one"))


def test_only_a_finished_pyramid_can_be_confirmed():
    begun = after(building(*PLAIN_HANDS), "0 place 0 h")
    assert "Confirm" not in labels(hand(at(begun), 0))
    assert "Build a pyramid" in words(hand(at(begun), 0))
    complete = hand(at(after(begun, "0 auto")), 0)
    assert "Confirm" in labels(complete)
    assert "The pyramid is complete" in words(complete)


def test_B3_a_confirmed_hand_has_no_controls():
    page = hand(at(after(building(*PLAIN_HANDS), "0 auto", "0 confirm")), 0)
    assert labels(page) == []
    assert "The pyramid stands" in words(page)


def test_the_showing_of_pyramids_is_announced_once():
    state, recent = building(*PLAIN_HANDS), []
    for seat in range(3):
        for text in ("auto", "confirm"):
            move = GAME.parse(text)
            after_it = GAME.apply(state, seat, move)
            recent.append(PlayedMove(state, seat, move, after_it, 40, 0.0, by_caretaker=False))
            state = after_it
    page = words(board(at(state, recent=tuple(recent))))
    assert page.count("All pyramids are shown.") == 1


def test_the_board_says_who_is_ready():
    page = board(at(after(building(*PLAIN_HANDS), "1 auto", "1 confirm")))
    assert words(page).count("is building") == 2
    assert words(page).count("is ready") == 1


def test_a_hand_is_sorted_by_animal():
    page = hand(at(building("h1 h2 c2 c4 c5 c8", "c1", "d1")), 0)
    assert words(page).endswith("🐮\u00a02\u00a04\u00a05\u00a08 · 🐴\u00a01\u00a02")


def test_an_unfinished_pyramid_is_described_in_words():
    page = hand(at(after(building(*PLAIN_HANDS), "0 place 0 h", "0 place 1 c")), 0)
    assert "Mallard: 2 buckets · from the bottom: horse cow gap gap gap" in alts(page)


# The attack


def attacked(*steps, **more):
    return at(after(scene(*PLAIN_HANDS, **more), *steps))


def test_the_board_says_who_played_what_and_the_sum_to_beat():
    page = board(attacked("0 play h1 h2", "card 0 p1", "1 play h7", "card 1 p1"))
    assert "Horse cards attack **Wigeon with a name that is 32 ch**: beat 7" in words(page)
    assert f"-# **Mallard**: 3 → {NAME}: 7\n" in words(page)


def test_the_board_shows_a_lead_once():
    said = [words(board(each)) for seed in range(4) for each in played(3, {}, seed)]
    attacks = [each for each in said if " attack " in each]
    assert len(attacks) > 10
    assert {each.count("** leads ") for each in attacks} == {0}


def test_the_board_shows_the_latest_plays_of_a_long_attack():
    hands = ("h1 h3 h6", "h2 h4", "h3 h5")
    plays = [f"{seat} play h{card}" for seat, card in zip("0120120", "1233456", strict=True)]
    page = words(board(tricked(hands, *plays)))
    (line,) = [each for each in page.split("\n") if " → " in each]
    assert line.startswith(f"-# {NAME}: 2 → ")
    assert line.endswith("**Mallard**: 10")


def tricked(hands, *plays, **more):
    """Return a running trick in which everybody draws a pig."""
    state = scene(*hands, **more)
    for number, play in enumerate(plays, start=1):
        state = after(state, play, f"card {play[0]} p{number}")
    return at(state)


def test_B5_the_board_adds_earlier_cards_of_the_trick():
    plays = ("0 play h1", "1 play h2", "2 play h3", "0 play h8")
    page = words(board(tricked(("h1 h8", "h2 c1", "h3 c2"), *plays)))
    assert "→ **Mallard**: 9\n" in page
    assert "beat 9" in page


def test_B5_with_leader_only_earlier_cards_of_others_do_not_count():
    plays = ("0 play h1", "1 play h2", "2 play h3", "0 play h4", "1 play h7")
    page = words(board(tricked(("h1 h4", "h2 h7", "h3 c2"), *plays, leader_only=True)))
    assert f"→ **Mallard**: 5 → {NAME}: 7\n" in page


def test_B5_the_hand_shows_the_sum_of_earlier_cards():
    table = tricked(("h1 h8", "h2 c1", "h3 c2"), "0 play h1", "1 play h2", "2 play h3")
    assert "Already played: 1. Add 3 or more." in words(hand(table, 0))


def test_the_board_shows_hand_sizes():
    page = words(board(at(scene("h1 h2", "c1 c2 c3", "d1", pile="p1 p2"))))
    assert re.findall(r"\*\* (\d+)", page.partition("Cards: ")[2].split("\n")[0]) == ["2", "3", "1"]


def test_the_alt_text_names_attacker_and_attacked():
    page = board(attacked("0 play h1", "card 0 p1"))
    second = next(line for line in alts(page).splitlines() if line.startswith("a*b"))
    assert "attacker: horse" in second
    assert alts(page).count("attacker") == 1


def test_the_lowest_sufficient_sum_is_picked_for_a_defence():
    more = at(after(scene("h1 h2", "h1 h2 h5 h7", "d1"), "0 play h1 h2", "card 0 p1"))
    assert labels(hand(more, 1)) == ["Give up a bucket…", "1", "2", "✓ 5", "7", "Play 5"]


def test_the_only_play_has_no_cards_to_pick():
    table = attacked("0 play h1 h2", "card 0 p1", "1 play h5 h7", "card 1 p1")
    one = at(after(scene("h1 h2", "h7 c1", "d1"), "0 play h1 h2", "card 0 p1"))
    assert labels(hand(one, 1)) == ["Give up a bucket…", "Play 7"]
    assert "Give up a bucket…" not in labels(hand(table, 2))


def test_B5_a_button_shows_what_is_added_to_earlier_cards():
    table = tricked(("h1 h8", "h2 c1", "h3 c2"), "0 play h1", "1 play h2", "2 play h3")
    assert "Play 8" in labels(hand(table, 0))
    assert "Already played: 1. Add 3 or more." in words(hand(table, 0))


def test_a_player_who_cannot_defend_is_told_so():
    page = words(hand(attacked("0 play h1", "card 0 p1", "1 play h5", "card 1 p1"), 2))
    assert "No card beats that. Which bucket goes?" in page


def test_B6_a_player_without_that_animal_reads_that_any_bucket_may_go():
    table = attacked("0 play h1", "card 0 p1", pyramids=(FULL, "cccdddcccpppsss", FULL))
    page = hand(table, 1, "drop")
    assert "No bucket of that animal is left, so any may go." in words(page)
    rows = [row["components"] for row in parts(page) if row["type"] == 1]
    assert [[part["label"][0] for part in row] for row in rows] == [
        [*"ABCD"],
        [*"EFGH"],
        [*"‹IJK"],
        [*"LMNO"],
        ["⋯"],
    ]
    assert labels(page)[:5] == ["A ↓5", "B ↓9", "C ↓12", "D ↓9", "E ↓5"]
    assert not [part for part in parts(page) if part["type"] == 3]
    assert "any may go" not in words(hand(attacked("0 play h1", "card 0 p1"), 1, "drop"))


def test_a_waiting_hand_shows_the_moves_of_others():
    """The hand repeats these moves, because the board above has scrolled out of sight."""
    state = after(scene(*PLAIN_HANDS), "0 play h1", "card 0 p1")
    gone = after(state, "1 remove 8")
    step = PlayedMove(state, 1, GAME.parse("remove 8"), gone, 39, 0.0, by_caretaker=False)
    page = words(render_hand(RENDERERS["buckets"], at(gone, recent=(step,)), EMOJIS, 2))
    assert page.startswith(f"> {NAME} does not beat 1: a horse bucket goes.")


def test_a_waiting_hand_has_all_that_is_needed():
    """The board above may have scrolled out of sight."""
    page = hand(attacked("0 play h1", "card 0 p1"), 2)
    assert f"### 🐴 Horse cards attack {NAME}: beat 1" in words(page)
    assert "🐤\u00a01\u00a02\u00a03" in words(page) or "🦆\u00a01\u00a02\u00a03" in words(page)
    assert [line.split(":")[0] for line in alts(page).split("\n")] == [
        "Wigeon with a name that is 32 ch",
        "Mallard",
        "a*b_c`d|e~f",
    ]
    assert labels(page) == []


def test_B6_a_button_says_how_many_buckets_would_fall():
    found = labels(hand(attacked("0 play h1", "card 0 p1"), 1, "drop"))
    assert found == ["‹ Back", "A: 6 fall", "B: 6 fall", "C: 4 fall"]


def test_B6_the_picture_says_how_many_would_fall_and_then_has_a_letter_for_each_button():
    table = attacked("0 play h1", "card 0 p1")
    assert "marked: 7 = 6; 8 = 6; 9 = 4" in alts(hand(table, 1))
    assert "-# Numbers on the buckets: how many fall." in words(hand(table, 1))
    assert "marked: 7 = A; 8 = B; 9 = C" in alts(hand(table, 1, "drop"))
    assert "Numbers" not in words(hand(table, 1, "drop"))
    assert "marked" not in alts(board(table))


def test_B6_a_bucket_can_be_given_up_only_after_its_loss_was_shown():
    table = attacked("0 play h1", "card 0 p1")
    assert not [move for move in offered(hand(table, 1)) if move.startswith("remove")]
    assert offered(hand(table, 1, "drop")) == {"remove 6", "remove 7", "remove 8"}
    forced = hand(attacked("0 play h1", "card 0 p1", "1 play h5", "card 1 p1"), 2)
    assert labels(forced) == ["A: 6 fall", "B: 6 fall", "C: 4 fall"]


def test_B6_a_loss_that_splits_counts_the_smaller_part():
    pyramid = "cchcc" + "dddd" + "ppp" + "ss" + "s"
    table = attacked("0 play h1", "card 0 p1", pyramids=(FULL, pyramid, FULL))
    assert labels(hand(table, 1, "drop")) == ["‹ Back", "A: 12 fall"]


def split():
    pyramid = "cchcc" + "dddd" + "ppp" + "ss" + "s"
    return attacked("0 play h1", "card 0 p1", "1 remove 2", pyramids=(FULL, pyramid, FULL))


def test_B6_the_parts_of_a_split_pyramid_are_shown_and_chosen():
    page = hand(split(), 1)
    assert labels(page)[:2] == ["Keep left: 3", "Keep right: 3"]
    assert "left part: 1 2 6 · right part: 4 5 9" in alts(page)


def test_B6_the_board_says_who_chooses_a_part():
    assert "** chooses a part" in words(board(split()))


def test_the_last_fallen_buckets_are_dashed_and_named():
    page = board(attacked("0 play h1", "card 0 p1", "1 remove 8"))
    assert "fallen, dashed: 9 12 14 15" in alts(page)


@pytest.mark.parametrize(
    ("animal", "box", "told"),
    [
        ("s", 14, "a sheep bucket goes."),
        ("h", 8, "a horse bucket goes. 4 buckets fall: 🐴 🐷 🐑 🐑."),
    ],
)
def test_fallen_buckets_are_listed_only_if_more_than_one_fell(animal, box, told):
    before = after(scene("s1 h1", "c5", "d1"), f"0 play {animal}1", "card 0 p1")
    gone = after(before, f"1 remove {box}")
    move = GAME.parse(f"remove {box}")
    step = PlayedMove(before, 1, move, gone, 39, 0.0, by_caretaker=False)
    said = words(board(at(gone, recent=(step,))))
    assert f"{NAME} does not beat 1: {told}" in said
    assert ("fall:" in said) is ("fall:" in told)


def test_a_leader_sees_who_will_be_attacked():
    page = hand(at(scene(*PLAIN_HANDS)), 0)
    assert f"### **Mallard** attacks {NAME}\n" in words(page)
    assert "a*b_c`d|e~f: 15 buckets" in alts(page)


def test_B4_a_card_is_drawn_by_hand_with_a_button():
    table = attacked("0 play h1", by_hand=True)
    assert "Draw a card" in labels(hand(table, 0))
    assert "Draw a card" not in labels(hand(table, 1))
    assert "may still draw a card" in words(board(table))


def test_B4_the_board_does_not_mention_a_player_who_may_only_draw():
    assert "▶ <@1001>" in words(board(attacked("0 play h1", by_hand=True)))


def test_B11_an_empty_handed_leader_draws_first():
    page = hand(at(scene("", "h1", "c1", by_hand=True)), 0)
    assert offered(page) == {"draw"}
    assert "one is drawn first" in words(page)


def test_B8_a_player_who_is_out_has_no_controls():
    table = at(scene("", "h1", "c1", "d1", "p1", pyramids=("." * 15, *[FULL] * 4), turn=1))
    page = hand(table, 0)
    assert labels(page) == []
    assert "**Mallard** is out" in words(page)


def test_B8_the_board_says_who_is_out():
    table = at(scene("", "h1", "c1", "d1", "p1", pyramids=("." * 15, *[FULL] * 4), turn=1))
    (held,) = re.findall(r"^-# Cards: (.*)$", words(board(table)), re.MULTILINE)
    assert [each.split()[-1] for each in held.split(" · ")] == ["out", *"1111"]


def test_B10_finished_rounds_are_shown_in_a_table():
    last = standing([0])
    table = after(
        scene("h1", "c1", "d1", pyramids=(FULL, last, FULL), rounds=3),
        "0 play h1",
        "card 0 p1",
        "1 remove 0",
    )
    tables = list(playthrough(GAME, 3, {"rounds": "3"}, 5))
    second = next(t for t in tables if t.state.results and t.to_act)
    assert "Buckets left" in words(board(second))
    assert "Round 1 is over" in words(board(second))
    assert table.results[0].buckets == (15, 0, 15)


def test_the_end_shows_all_pyramids_in_their_places_and_whose_last_bucket_fell():
    *_, end = playthrough(GAME, 3, {}, 1)
    order = sorted(range(3), key=lambda seat: end.outcome.places[seat])
    page, left = board(end), end.outcome.scores
    shown = [line.partition(" ·")[0] for line in alts(page).split("\n")]
    for seat, line in zip(order, shown, strict=True):
        assert line.startswith(f"{end.seats[seat].name}: {left[seat]} bucket")
    (drawn,) = page.pictures
    (plots,) = drawn.draw.args
    assert [plot.label.split(".")[0] for plot in plots] == [
        str(p) for p in sorted(end.outcome.places)
    ]
    assert [plot.crown for plot in plots] == [place == 1 for place in sorted(end.outcome.places)]
    gone = plain_name(end.seats[left.index(0)].name)
    assert f"💥 **{gone}**: the last bucket falls!" in words(page)


def test_the_crown_at_the_end_is_the_winners_even_if_the_only_person_has_lost():
    ends = [list(playthrough(GAME, 3, {}, seed))[-1] for seed in range(6)]
    lost = [alone(end) for end in ends if 0 not in end.outcome.winners]
    assert lost
    for end in lost:
        (drawn,) = board(end).pictures
        (plots,) = drawn.draw.args
        crowned = {plot.label for plot in plots if plot.crown}
        assert crowned == {f"1. {end.seats[seat].name}" for seat in end.outcome.winners}
        headline = words(board(end)).split("\n## ")[1].split("\n")[0]
        assert headline.startswith("👑 ")
        assert plain_name(end.seats[0].name) not in headline


def test_the_end_of_a_match_shows_the_sums():
    *_, end = playthrough(GAME, 3, {"rounds": "3"}, 5)
    assert alts(board(end)).startswith("A podium")
    for score in end.outcome.scores:
        assert f": {score} bucket" in alts(board(end))


def test_the_last_still_shows_all_rounds_and_the_last_pyramids():
    *_, end = playthrough(GAME, 3, {"rounds": "3"}, 5)
    still = RENDERER.still(render_context(end, EMOJIS))
    page = MessageContent(still.items, pictures=still.pictures)
    assert "  1  2  3    Σ\n" in words(page)
    assert alts(page).count("from the bottom") == 3


@pytest.mark.parametrize(
    "focus", ["cards", "cards h", "cards h h9", "cards x", "drop 99", "drop", "drop c", "", "?"]
)
def test_an_outdated_focus_shows_the_plain_hand(focus):
    for table in (at(scene(*PLAIN_HANDS)), at(building(*PLAIN_HANDS)), split()):
        for seat in range(3):
            assert faults(hand(table, seat, focus)) == []


def test_forced_to_give_up_a_bucket_no_button_is_red_and_by_choice_each_is():
    forced = tricked(("h5 c1", "c2 c3", "c4 c5"), "0 play h5")
    chosen = tricked(("h5 c1", "h6 c3", "c4 c5"), "0 play h5")
    styles = [
        {each["style"] for each in controls(page) if "remove" in each["custom_id"]}
        for page in (hand(forced, 1), hand(chosen, 1, "drop"))
    ]
    assert styles == [{1}, {4}]


def test_the_end_says_whose_last_bucket_fell():
    *_, end = playthrough(GAME, 3, {}, 0)
    assert "-# Last bucket lost: **" in words(board(end))
