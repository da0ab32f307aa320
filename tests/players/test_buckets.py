"""The quick table of The Bucket King is the engine's, and its deals agree with what was seen."""

from collections import Counter, deque
from itertools import chain, islice

import pytest

from engine.buckets import Buckets
from engine.buckets.cards import COLOURS, DECK
from engine.buckets.moves import Drawn, Keep, Play, Remove
from engine.buckets.pyramid import SIZE
from engine.buckets.state import Building, Playing
from engine.core import CHANCE
from players import Level, find_player
from players.buckets.fast import (
    DEFENCES,
    Table,
    best_loss,
    choose_lead,
    list_cards,
    make_show,
)
from players.buckets.reading import (
    Deals,
    Reader,
    hold_cards,
    list_hidden,
    number_card,
    read_boxes,
    read_mask,
)
from players.buckets.rule import build
from players.buckets.search import estimate, make_source, weigh_decision
from players.core import know, watch
from tests.tabletop import Dice

GAME = Buckets()


def steps(seats, seed, level=Level.NORMAL, options=None):
    """Play a round by one level: yield the state, the seat, the move, what each was told before."""
    dice, told, options = Dice(seed), [()] * seats, options or {}
    state = GAME.start(seats, options)
    while acting := GAME.to_act(state):
        seat = acting[0]
        if seat == CHANCE:
            move = GAME.chance(state).sample(dice)
        else:
            known = know(GAME, options, state, seat, told[seat])
            move = find_player("buckets", level).choose(known, dice)
        yield state, seat, move, told
        told = [old + watch(GAME, [(state, seat, move)], i) for i, old in enumerate(told)]
        state = GAME.apply(state, seat, move)


def number_cards(cards):
    return tuple(map(number_card, cards))


def find_defence(table):
    return DEFENCES[(table.hands[table.turn][table.colour] << 7) + table.need]


def make_table(stage):
    hands = [hold_cards(number_cards(hand)) for hand in stage.hands]
    boxes = tuple(map(read_boxes, stage.pyramids))
    table = Table(hands, list(map(read_mask, stage.pyramids)), boxes)
    table.turn = stage.turn
    return table


@pytest.mark.parametrize("options", [{}, {"accumulate": "leader"}], ids=str)
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_quick_table_goes_on_as_the_rules_do(seats, options):
    """Drawn cards are put on its pile; the rule's move is the same as on the quick table."""
    table = shown = None
    for state, seat, move, _ in steps(seats, seats, options=options):
        stage = state.stage
        if not isinstance(stage, Playing):
            continue
        if table is None:
            table = make_table(stage)
            table.everyone = not options
        match move:
            case Play(cards):
                shown = cards
                hand, mask = table.hands[seat], table.masks[seat]
                if table.colour < 0:
                    lead = choose_lead(hand, mask, read_boxes(stage.pyramids[seat]))
                    assert lead.cards == number_cards(cards)
                else:
                    assert find_defence(table).cards == number_cards(cards)
            case Drawn(_, card):
                table.pile = deque([number_card(card)])
                table.show(make_show(number_cards(shown)))
            case Remove():
                assert find_defence(table) is None
                own = read_boxes(stage.pyramids[seat])[table.colour]
                table.decline(best_loss(table.masks[seat], own))
        after = GAME.apply(state, seat, move).stage
        if isinstance(after, Playing) and after.drawing is None and not after.split:
            assert table.masks == list(map(read_mask, after.pyramids))
            assert table.hands == make_table(after).hands
            assert table.turn == after.turn
            assert table.beat == after.trick.beat if after.trick else table.colour == -1
        assert not isinstance(move, Keep) or not stage.trick
    assert table.over


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_what_cannot_be_placed_is_what_is_hidden(seats):
    for state, seat, _, told in steps(seats, 20 + seats, Level.EASY):
        stage = state.stage
        if not isinstance(stage, Playing) or seat == CHANCE:
            continue
        known = know(GAME, {}, state, seat, told[seat])
        discards = Reader(known).discards
        hidden = list_hidden(known, discards)
        others = [card for s, hand in enumerate(stage.hands) if s != seat for card in hand]
        everything = Counter(map(number_card, (*others, *stage.pile, *stage.discards)))
        assert Counter(hidden) + Counter(discards) == everything
        assert not Counter(discards) - Counter(map(number_card, stage.discards))


def test_a_deal_is_a_table_as_the_seat_sees_it_and_can_be_played_to_its_end():
    for state, seat, _, told in islice(steps(4, 3), 130, 160):
        if isinstance(state.stage, Playing) and seat != CHANCE:
            known = know(GAME, {}, state, seat, told[seat])
            table = Deals(known, Dice(1)).draw()
            assert table.hands[seat] == hold_cards(number_cards(known.view.hand))
            hands = [list(chain(*map(list_cards, hand))) for hand in table.hands]
            assert tuple(map(len, hands)) == known.view.hand_sizes
            assert sorted(chain(*hands, table.pile)) == sorted(number_cards(DECK))
            assert table.turn == seat
            table.play_out()
            assert table.over


def test_nobody_is_dealt_what_his_lead_shows_that_he_lacked():
    """The rule leads the lowest card of a colour; the one drawn since may be lower."""
    leads = 0
    for state, seat, _, told in steps(3, 5):
        trick = state.stage.trick if isinstance(state.stage, Playing) else None
        if seat == CHANCE or trick is None or len(trick.plays) > 1:
            continue
        deals = Deals(know(GAME, {}, state, seat, told[seat]), Dice(leads))
        (lead,) = number_cards(trick.plays[0].cards)
        for _ in range(5):
            held = list_cards(deals.draw().hands[trick.leader][lead >> 3])
            assert all(card >= lead for card in held[1:])
        leads += 1
    assert leads > 10


def test_the_pyramid_has_each_colour_three_times_and_the_strongest_low():
    hand = ("c8", "c8", "d7", "d7", "h5", "h4", "p2", "p3", "s1", "s1", "s2", "c7")
    built = build(hand)
    assert {built.count(colour) for colour in COLOURS} == {3}
    assert len(built) == SIZE
    assert built[2] == "c"
    assert "s" not in built[:5]


def test_normal_finishes_a_pyramid_that_somebody_else_began():
    state, dice = GAME.start(3, {}, first=0), Dice(1)
    while GAME.to_act(state) == (CHANCE,):
        state = GAME.apply(state, CHANCE, GAME.chance(state).sample(dice))
    wanted = build(state.stage.hands[0])
    other = next(colour for colour in COLOURS if colour != wanted[0])
    state = GAME.apply(state, 0, GAME.parse(f"place 0 {other}"))
    while isinstance(state.stage, Building) and not state.stage.sites[0].ready:
        move = find_player("buckets", Level.NORMAL).choose(know(GAME, {}, state, 0), dice)
        state = GAME.apply(state, 0, move)
    assert state.stage.sites[0].ready


def decisions(seed, most):
    """Some choices of a round: what is known of each, and the seat's own hands and the others'."""
    played = [
        (know(GAME, {}, state, seat, told[seat]), move)
        for state, seat, move, told in steps(3, seed)
        if isinstance(move, Play | Remove)
    ]
    return islice(((known, move) for known, move in played[::7] if len(known.moves) > 2), most)


def test_an_estimate_begins_with_the_move_of_hard_and_tells_its_error():
    found = 0
    for known, _ in decisions(1, 4):
        moves = estimate(known, Dice(5))
        assert {each.move for each in moves} <= set(known.moves)
        if len(moves) > 1:
            found += 1
            assert moves[0].move == find_player("buckets", Level.HARD).choose(known, Dice(5))
            assert moves[0].error == 0
            assert any(each.error > 0 for each in moves[1:])
            assert all(0 <= each.win <= 1 and each.points >= 0 for each in moves)
    assert found


def test_while_everybody_builds_nothing_is_estimated():
    state, seat, _, told = next(
        step for step in steps(3, 1) if step[1] != CHANCE and len(GAME.moves(*step[:2])) > 1
    )
    assert estimate(know(GAME, {}, state, seat, told[seat]), Dice(5)) == ()


def test_a_decision_is_weighed_beside_a_better_one_in_other_deals_than_those_that_found_it():
    """So nobody pays for what looked better by chance: then it is as likely to be worse there."""
    found = [weigh_decision(known, move, Dice(5), 0.3) for known, move in decisions(1, 6)]
    assert len(found) > 4
    for each in found:
        assert 0 <= each.made.win <= 1
        assert (each.error > 0) == (each.best.move != each.made.move)
        if not each.error:
            assert each.best == each.made


def test_what_only_looks_better_costs_less_than_nothing(monkeypatch):
    known, move = next(
        (known, move)
        for known, move in decisions(1, 20)
        if isinstance(move, Play) and isinstance(known.moves[-1], Remove)
    )
    monkeypatch.setattr("players.buckets.search._compare", lambda *_: known.moves[-1])
    found = weigh_decision(known, move, Dice(5), 0.3)
    assert found.best.move == known.moves[-1]
    assert found.best.win < found.made.win


def test_the_same_decision_always_costs_the_same():
    known, move = next(decisions(2, 1))
    costs = [weigh_decision(known, move, make_source(known), 0.3) for _ in range(2)]
    assert costs[0] == costs[1]


def test_to_give_up_a_bucket_that_could_be_kept_costs_something_clear():
    for known, move in decisions(1, 6):
        if isinstance(move, Play) and known.view.playing.trick:
            worst = next(each for each in known.moves if isinstance(each, Remove))
            found = weigh_decision(known, worst, Dice(5), 0.3)
            if found.best.win - found.made.win > 3 * found.error > 0:
                return
    pytest.fail("nothing has cost anything")
