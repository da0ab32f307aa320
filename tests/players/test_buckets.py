"""Fast rounds of The Bucket King equal the engine's rounds. Deals agree with what a seat saw."""

from collections import Counter
from itertools import chain, islice

import numpy as np
import pytest

from engine.buckets import Buckets
from engine.buckets.cards import COLOURS, DECK
from engine.buckets.moves import Drawn, Play, Remove
from engine.buckets.pyramid import SIZE, build_for
from engine.buckets.state import Building, Playing
from engine.core import CHANCE
from players.buckets import make_source, search
from players.buckets.playouts import (
    NO_SHOW,
    NUMBER,
    PILE,
    Deals,
    First,
    Rounds,
    Start,
    number_show,
    play_out,
)
from players.buckets.rule import ONES, hold_cards, number_card, read_boxes, read_mask
from players.buckets.search import (
    Dealer,
    Reader,
    estimate,
    list_hidden,
    read_start,
    weigh_decision,
)
from players.core import Level, know, watch
from players.games import find_hint, find_player
from tests.tabletop import Dice

GAME = Buckets()


def steps(seats, seed, level=Level.NORMAL, options=None):
    """Play a round with all seats at one level.

    Before each move, yield the state, the seat, the move, and what each seat has seen so far.
    """
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


def hold(stage):
    return [hold_cards(number_cards(hand)) for hand in stage.hands]


def number_pyramids(stage):
    return tuple(NUMBER[read_mask(pyramid)] for pyramid in stage.pyramids)


def begin(stage, *, everyone):
    """Return the round before its first lead, as a single row. The test adds drawn cards later."""
    boxes = tuple(map(read_boxes, stage.pyramids))
    nobody = (0,) * len(boxes)
    start = Start(number_pyramids(stage), boxes, stage.turn, -1, stage.turn, 0, nobody, 1, everyone)
    return Rounds(start, Deals(np.array([hold(stage)]), np.zeros((1, PILE), np.uint8)), 1)


@pytest.mark.parametrize("options", [{}, {"accumulate": "leader"}], ids=str)
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_row_of_play_outs_follows_the_rules(seats, options):
    """The test puts drawn cards on the row's pile. The rule of thumb chooses the row's moves."""
    rounds = show = None
    for state, seat, move, _ in steps(seats, seats, options=options):
        stage = state.stage
        match move:
            case Play(cards):
                show = np.array([number_show(number_cards(cards))])
                if rounds is None:
                    rounds = begin(stage, everyone=not options)
                    rounds.colour[:] = number_card(cards[0]) // len(ONES)
                elif stage.trick:
                    assert rounds.defend() == show
                else:
                    show = rounds.defend()
                    assert show == NO_SHOW
            case Drawn(_, card):
                rounds.piles[0, rounds.head[0] % PILE] = number_card(card)
                rounds.step(show)
                after = GAME.apply(state, seat, move).stage
                assert rounds.pyramids[0].tolist() == list(number_pyramids(after))
                assert rounds.hands[0].tolist() == hold(after)
                assert rounds.turn == after.turn
                assert rounds.beat == after.trick.beat
    assert rounds.defend() == NO_SHOW
    rounds.step(rounds.defend())
    assert tuple(rounds.ends[0]) == GAME.outcome(GAME.apply(state, seat, move)).scores


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_card_of_unknown_place_is_listed_as_hidden(seats):
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


def list_cards(hand):
    """Return the numbers of the cards in a dealt hand."""
    return [
        len(ONES) * colour + value
        for colour, held in enumerate(hand)
        for value in range(len(ONES))
        for _ in range(held >> 2 * value & 3)
    ]


def test_a_deal_has_every_card_once_and_the_hands_known_to_the_seat():
    looked = 0
    for state, seat, _, told in islice(steps(4, 3), 130, 160):
        if isinstance(state.stage, Playing) and seat != CHANCE:
            known = know(GAME, {}, state, seat, told[seat])
            pile = read_start(known).pile
            for hands, drawn in zip(*Dealer(known, Dice(1)).deal(3), strict=True):
                held = list(map(list_cards, hands.tolist()))
                assert hands[seat].tolist() == hold_cards(number_cards(known.view.hand))
                assert tuple(map(len, held)) == known.view.hand_sizes
                everything = sorted([*chain(*held), *drawn[:pile].tolist()])
                assert everything == sorted(number_cards(DECK))
                looked += 1
    assert looked > 10


@pytest.mark.parametrize("seats", [3, 6])
def test_no_card_is_lost_while_rounds_are_played_to_their_end(seats):
    """This includes rounds in which a player is out and discards the hand."""
    known, move = next(decisions(7, 1, seats))
    start, deals = read_start(known), Dealer(known, Dice(1)).deal(40)
    cards = number_cards(move.cards)
    rounds = Rounds(start, deals, 1)
    rounds.colour[:] = cards[0] // len(ONES)
    show = np.full(40, number_show(cards))
    while len(rounds.row):
        rounds.step(show)
        held = (rounds.hands[..., None] // ONES % 4).sum(axis=(1, 2, 3))
        assert set(held + rounds.tail - rounds.head) <= {len(DECK)}
        show = rounds.defend()
    first = First(number_show(cards), cards[0] // len(ONES), 0)
    assert (play_out(start, deals, [[first]])[0] == rounds.ends).all()
    assert ((rounds.ends == 0).sum(axis=1) == (1 if seats == 3 else 2)).all()


def test_a_deal_gives_nobody_a_card_that_a_lead_has_ruled_out():
    """A seat leads its lowest card of a colour. Only a card drawn afterwards may be lower."""
    leads = 0
    for state, seat, _, told in steps(3, 5):
        trick = state.stage.trick if isinstance(state.stage, Playing) else None
        if seat == CHANCE or trick is None or len(trick.plays) > 1:
            continue
        dealer = Dealer(know(GAME, {}, state, seat, told[seat]), Dice(leads))
        (lead,) = number_cards(trick.plays[0].cards)
        for hands in dealer.deal(5).hands:
            own = [
                card for card in list_cards(hands[trick.leader].tolist()) if card // 8 == lead // 8
            ]
            assert all(card >= lead for card in own[1:])
        leads += 1
    assert leads > 10


def test_the_pyramid_has_each_colour_three_times_with_the_strongest_low():
    hand = ("c8", "c8", "d7", "d7", "h5", "h4", "p2", "p3", "s1", "s1", "s2", "c7")
    built = build_for(hand)
    assert {built.count(colour) for colour in COLOURS} == {3}
    assert len(built) == SIZE
    assert built[2] == "c"
    assert "s" not in built[:5]


def test_normal_finishes_a_pyramid_that_somebody_else_began():
    state, dice = GAME.start(3, {}, first=0), Dice(1)
    while GAME.to_act(state) == (CHANCE,):
        state = GAME.apply(state, CHANCE, GAME.chance(state).sample(dice))
    wanted = build_for(state.stage.hands[0])
    other = next(colour for colour in COLOURS if colour != wanted[0])
    state = GAME.apply(state, 0, GAME.parse(f"place 0 {other}"))
    while isinstance(state.stage, Building) and not state.stage.sites[0].ready:
        move = find_player("buckets", Level.NORMAL).choose(know(GAME, {}, state, 0), dice)
        state = GAME.apply(state, 0, move)
    assert state.stage.sites[0].ready


def decisions(seed, most, seats=3):
    """Yield up to `most` decisions of a round, each as the seat's knowledge and its move."""
    played = [
        (know(GAME, {}, state, seat, told[seat]), move)
        for state, seat, move, told in steps(seats, seed)
        if isinstance(move, Play | Remove)
    ]
    return islice(((known, move) for known, move in played[::7] if len(known.moves) > 2), most)


def test_an_estimate_starts_with_the_move_of_hard_and_has_an_error():
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


def test_an_estimate_with_less_effort_plays_fewer_rounds_out(monkeypatch):
    rounds = []
    played = search.play_out
    monkeypatch.setattr(
        search,
        "play_out",
        lambda start, deals, moves: (
            rounds.append(len(moves) * len(deals.hands)) or played(start, deals, moves)
        ),
    )
    totals = Counter()
    for known, _ in decisions(1, 4):
        for effort in (1, 0.2):
            rounds.clear()
            assert {each.move for each in find_hint("buckets", known, effort)} <= set(known.moves)
            totals[effort] += sum(rounds)
    assert 0 < totals[0.2] < totals[1] / 3


def test_the_hint_during_building_is_to_complete_the_pyramid():
    state, seat, _, told = next(
        step for step in steps(3, 1) if step[1] != CHANCE and len(GAME.moves(*step[:2])) > 1
    )
    found = find_hint("buckets", know(GAME, {}, state, seat, told[seat]))
    assert [str(each.move) for each in found] == ["auto"]


def test_a_decision_and_a_better_one_are_compared_in_fresh_deals():
    """A move that looked better by luck has no advantage in fresh deals. So luck adds no cost."""
    found = [weigh_decision(known, move, Dice(5), 0.3) for known, move in decisions(1, 6)]
    assert len(found) > 4
    for each in found:
        assert 0 <= each.made.win <= 1
        assert (each.error > 0) == (each.best.move != each.made.move)
        if not each.error:
            assert each.best == each.made


def test_a_move_that_only_looked_better_can_have_a_negative_cost(monkeypatch):
    costs = []
    for known, move in decisions(1, 20):
        if isinstance(move, Play) and isinstance(known.moves[-1], Remove):
            worse = known.moves[-1]
            monkeypatch.setattr("players.buckets.search._compare", lambda *_, worse=worse: worse)
            found = weigh_decision(known, move, Dice(5), 0.3)
            assert found.best.move == worse
            costs.append(found.best.win - found.made.win)
    assert min(costs) < 0


def test_the_same_decision_always_costs_the_same():
    known, move = next(decisions(2, 1))
    costs = [weigh_decision(known, move, make_source(known), 0.3) for _ in range(2)]
    assert costs[0] == costs[1]


def test_giving_up_a_bucket_that_could_be_kept_costs_more_than_the_error():
    for known, move in decisions(1, 6):
        if isinstance(move, Play) and known.view.playing.trick:
            worst = next(each for each in known.moves if isinstance(each, Remove))
            found = weigh_decision(known, worst, Dice(5), 0.3)
            if found.best.win - found.made.win > 3 * found.error > 0:
                return
    pytest.fail("no bucket that was given up had a cost")
