"""The board and the hands of The Bucket King, and their secrets."""

from __future__ import annotations

import re
from itertools import islice, pairwise

import pytest

from cogs.buckets.board import GAME, RENDERER
from cogs.buckets.pictures import pyramids
from cogs.display.pages.board import render_context, render_hand
from cogs.interactions.content import MessageContent
from cogs.interactions.language import plain_name
from engine.buckets.state import Building
from tables.model.progress import PRESS, PlayedMove
from tests.cogs.buckets.messages import (
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
    assert faults(hand(table, 0, "cards h")) == []
    moves = {str(move) for move in GAME.moves(table.state, 0)}
    assert len(moves) > 100
    assert set().union(*map(offered, hands(table, 0))) == moves


def test_a_lead_chooses_an_animal_in_its_row_and_then_its_cards():
    table = at(scene("h1 h2 c3 d1 d2 d5 d8", *PLAIN_HANDS[1:]))
    page = hand(table, 0)
    assert labels(page) == ["Play 3", "Ducks", "Horses", "Pigs", "Sheep"]
    assert list(ways(page)) == ["cards d", "cards h"]
    assert labels(hand(table, 0, "cards h")) == ["Play 1", "Play 2", "Play 1 + 2 = 3", "‹ Back"]
    assert labels(hand(table, 0, "cards d")) == ["1", "2", "5", "8", "Play cards", "‹ Back"]
    picked = hand(table, 0, "cards d d1 d3")
    assert labels(picked) == ["1", "✓ 2", "5", "✓ 8", "Play 2 + 8 = 10", "‹ Back"]
    assert "cards d d0 d1 d3" in ways(picked)
    assert "cards d d3" in ways(picked)


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [3, 6])
def test_lead_and_defence_have_six_controls_at_most(seats):
    most = 0
    for table in played(seats, {}, seed=2):
        stage = table.state.stage
        if not isinstance(stage, Building):
            most = max(most, *(len(controls(page)) for page in hands(table, stage.turn)))
    assert most == 6


def test_a_fourth_card_cannot_be_picked():
    table = at(scene("d1 d2 d5 d8", *PLAIN_HANDS[1:]))
    page = controls(hand(table, 0, "cards d d0 d1 d2"))
    assert [part["label"] for part in page if part.get("disabled")] == ["8"]


def test_equal_cards_are_picked_one_by_one():
    page = hand(at(scene("d2 d2 d5 d8", *PLAIN_HANDS[1:])), 0, "cards d d0 d1")
    assert "Play 2 + 2 = 4" in labels(page)


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
    assert labels(page)[:4] == ["Cow ×2", "Duck ×3", "Pig ×3", "Sheep ×3"]  # noqa: RUF001
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
    assert "Build your pyramid" in words(hand(at(begun), 0))
    complete = hand(at(after(begun, "0 auto")), 0)
    assert "Confirm" in labels(complete)
    assert "Your pyramid is complete" in words(complete)


def test_B3_a_confirmed_hand_has_no_controls():
    page = hand(at(after(building(*PLAIN_HANDS), "0 auto", "0 confirm")), 0)
    assert labels(page) == []
    assert "Your pyramid stands" in words(page)


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
    assert "Horse: **1** **2**\n" in words(page)
    assert "Cow: **2** **4** **5** **8**\n" in words(page)
    assert "Duck: -" in words(page)


def test_an_unfinished_pyramid_is_described_in_words():
    page = hand(at(after(building(*PLAIN_HANDS), "0 place 0 h", "0 place 1 c")), 0)
    assert "Your pyramid: 2 buckets · from the bottom: horse cow gap gap gap" in alts(page)


# The attack


def attacked(*steps, **more):
    return at(after(scene(*PLAIN_HANDS, **more), *steps))


def test_the_board_says_who_played_what_and_the_sum_to_beat():
    page = board(attacked("0 play h1 h2", "card 0 p1", "1 play h7", "card 1 p1"))
    assert "Horse cards attack" in words(page)
    assert "beat 7" in words(page)
    assert "leads 1 + 2: **3**" in words(page)
    assert "plays **7**\n" in words(page)


def test_the_board_shows_a_lead_once():
    said = [words(board(each)) for seed in range(4) for each in played(3, {}, seed)]
    attacks = [each for each in said if " has to beat " in each]
    assert len(attacks) > 10
    assert {each.count("** leads ") for each in attacks} == {1}


def tricked(hands, *plays, **more):
    """Return a running trick in which everybody draws a pig."""
    state = scene(*hands, **more)
    for number, play in enumerate(plays, start=1):
        state = after(state, play, f"card {play[0]} p{number}")
    return at(state)


def test_B5_the_board_adds_earlier_cards_of_the_trick():
    plays = ("0 play h1", "1 play h2", "2 play h3", "0 play h8")
    page = words(board(tricked(("h1 h8", "h2 c1", "h3 c2"), *plays)))
    assert "adds 8: **9**" in page
    assert "beat 9" in page


def test_B5_with_leader_only_earlier_cards_of_others_do_not_count():
    plays = ("0 play h1", "1 play h2", "2 play h3", "0 play h4", "1 play h7")
    page = words(board(tricked(("h1 h4", "h2 h7", "h3 c2"), *plays, leader_only=True)))
    assert "adds 4: **5**" in page
    assert "plays **7**\n" in page


def test_B5_the_hand_shows_the_sum_of_earlier_cards():
    table = tricked(("h1 h8", "h2 c1", "h3 c2"), "0 play h1", "1 play h2", "2 play h3")
    assert "You have played 1 already: add 3 or more." in words(hand(table, 0))


def test_the_board_shows_hand_sizes_draw_pile_and_discards():
    page = words(board(at(scene("h1 h2", "c1 c2 c3", "d1", pile="p1 p2"))))
    assert re.findall(r"\*\* (\d+)", page.partition("Cards: ")[2].split("\n")[0]) == ["2", "3", "1"]
    assert "Draw pile 2 · discards 102" in page


def test_the_alt_text_names_attacker_and_attacked():
    page = board(attacked("0 play h1", "card 0 p1"))
    second = next(line for line in alts(page).splitlines() if line.startswith("a*b"))
    assert "attacker: horse" in second
    assert alts(page).count("attacker") == 1


def test_the_lowest_sufficient_sum_is_picked_for_a_defence():
    table = attacked("0 play h1 h2", "card 0 p1")
    found = labels(hand(table, 1))
    assert found == ["Play 5", "Play 7", "Play 5 + 7 = 12", "Give up a bucket…"]
    more = at(after(scene("h1 h2", "h1 h2 h5 h7", "d1"), "0 play h1 h2", "card 0 p1"))
    assert labels(hand(more, 1)) == ["1", "2", "✓ 5", "7", "Play 5", "Give up a bucket…"]
    weak = hand(more, 1, "cards h h1")
    assert [part["label"] for part in controls(weak) if part.get("disabled")] == ["Play cards"]


def test_B5_a_button_shows_the_sum_with_earlier_cards():
    table = tricked(("h1 h8", "h2 c1", "h3 c2"), "0 play h1", "1 play h2", "2 play h3")
    assert "Play 8, makes 9" in labels(hand(table, 0))


def test_a_player_who_cannot_defend_is_told_so():
    page = words(hand(attacked("0 play h1", "card 0 p1", "1 play h5", "card 1 p1"), 2))
    assert "No cards of yours beat that" in page


def test_B6_a_player_without_that_animal_reads_that_any_bucket_may_go():
    table = attacked("0 play h1", "card 0 p1", pyramids=(FULL, "cccdddcccpppsss", FULL))
    page = hand(table, 1, "drop")
    assert "You have no bucket of that animal: any may go." in words(page)
    selects = [part["placeholder"] for part in parts(page) if part["type"] == 3]
    assert selects == ["Give up which bucket?"]
    assert "any may go" not in words(hand(attacked("0 play h1", "card 0 p1"), 1, "drop"))


def test_B6_the_players_sign_says_how_many_buckets_would_be_left(monkeypatch):
    signs = []
    write = pyramids.fit_words
    monkeypatch.setattr(pyramids, "fit_words", lambda *args: signs.append(args[0]) or write(*args))
    table = attacked("0 play h1", "card 0 p1")
    for picture in hand(table, 1, "drop 8").pictures:
        picture.draw()
    # A thread of an earlier test may still fill the cache with signs that have no name.
    assert [sign for sign in signs if sign[0] != " "] == ["2 a*b_c`d|e~f · 11"]


def test_a_waiting_hand_shows_the_moves_of_others():
    """The hand repeats these moves, because the board above has scrolled out of sight."""
    state = after(scene(*PLAIN_HANDS), "0 play h1", "card 0 p1")
    gone = after(state, "1 remove 8")
    step = PlayedMove(state, 1, GAME.parse("remove 8"), gone, 39, 0.0, by_caretaker=False)
    page = words(render_hand(RENDERERS["buckets"], at(gone, recent=(step,)), EMOJIS, 2))
    assert page.startswith(f"> {NAME} declines and gives up a horse bucket")
    assert "### Others play\nThe board shows how it goes." in page


def test_a_waiting_hand_does_not_show_the_attack():
    waiting = words(hand(attacked("0 play h1", "card 0 p1"), 2))
    assert "### Others play" in waiting
    assert "attack" not in waiting


def test_B6_a_button_says_how_many_buckets_would_fall():
    found = labels(hand(attacked("0 play h1", "card 0 p1"), 1, "drop"))
    assert {"Bucket 7: 6 fall", "Bucket 8: 6 fall", "✓ Bucket 9: 4 fall"} <= set(found)


def test_B6_the_buckets_that_may_go_are_numbered_in_the_picture():
    for focus in ("", "drop 8"):
        assert "numbered: 7 8 9" in alts(hand(attacked("0 play h1", "card 0 p1"), 1, focus))


def test_B6_a_bucket_can_be_given_up_only_after_its_loss_was_shown():
    table = attacked("0 play h1", "card 0 p1")
    assert not [move for move in offered(hand(table, 1)) if move.startswith("remove")]
    page = hand(table, 1, "drop 7")
    assert {"✓ Bucket 8: 6 fall", "Give up bucket 8", "‹ Back"} <= set(labels(page))
    assert "fallen, dashed: 8 " in alts(page)


def test_B6_the_smallest_loss_is_shown_first():
    for page in (
        hand(attacked("0 play h1", "card 0 p1"), 1, "drop"),
        hand(attacked("0 play h1", "card 0 p1", "1 play h5", "card 1 p1"), 2),
    ):
        assert {"✓ Bucket 9: 4 fall", "Give up bucket 9"} <= set(labels(page))
        assert "fallen, dashed: 9 12 14 15" in alts(page)


def test_B6_a_loss_that_splits_names_the_parts_to_keep():
    pyramid = "cchcc" + "dddd" + "ppp" + "ss" + "s"
    table = attacked("0 play h1", "card 0 p1", pyramids=(FULL, pyramid, FULL))
    page = hand(table, 1, "drop 2")
    assert labels(page) == ["Give up bucket 3", "‹ Back", "✓ Bucket 3: 9 fall, keep 3 or 3"]
    assert "left part: 1 2 6 · right part: 4 5 9" in alts(page)


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
    assert "dashed: just lost" in words(page)


@pytest.mark.parametrize(
    ("animal", "box", "told"),
    [
        ("s", 14, "gives up a sheep bucket."),
        ("h", 8, "gives up a horse bucket. 4 buckets fall: 🐴 1 🐷 1 🐑 2."),
    ],
)
def test_fallen_buckets_are_listed_only_if_more_than_one_fell(animal, box, told):
    before = after(scene("s1 h1", "c5", "d1"), f"0 play {animal}1", "card 0 p1")
    gone = after(before, f"1 remove {box}")
    move = GAME.parse(f"remove {box}")
    step = PlayedMove(before, 1, move, gone, 39, 0.0, by_caretaker=False)
    said = words(board(at(gone, recent=(step,))))
    assert f"declines and {told}" in said
    assert ("fall" in said) is ("fall" in told)


def test_a_leader_sees_who_will_be_attacked():
    page = hand(at(scene(*PLAIN_HANDS)), 0)
    assert f"### You lead: choose an animal\n{NAME} has to defend." in words(page)
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
    assert "draw one first" in words(page)


def test_B8_a_player_who_is_out_has_no_controls():
    table = at(scene("", "h1", "c1", "d1", "p1", pyramids=("." * 15, *[FULL] * 4), turn=1))
    page = hand(table, 0)
    assert labels(page) == []
    assert "You are out of this round" in words(page)
    assert not page.pictures


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


def test_the_end_shows_the_best_two_pyramids_and_names_the_others():
    *_, end = playthrough(GAME, 3, {}, 1)
    best, following, last = sorted(range(3), key=lambda seat: end.outcome.places[seat])
    page, left = board(end), end.outcome.scores
    assert alts(page).count("from the bottom") == 2
    for seat in (best, following):
        assert f"{end.seats[seat].name}: {left[seat]} bucket" in alts(page)
    assert f"-# **{plain_name(end.seats[last].name)}** {left[last]}" in words(page)


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
