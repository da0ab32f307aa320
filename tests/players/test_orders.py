"""Standing orders of all games: they are legal, repeatable, and use only the seat's knowledge."""

import random
from functools import cache
from itertools import count, cycle, islice

import pytest

from engine.core import CHANCE
from engine.fairness import HmacSource
from players.core import Level, know
from players.games import KITS, find_order, find_player, game
from tests.tabletop import Dice

ORDERS = {kit.key: kit.orders for kit in KITS if kit.orders}


POSITIONS = 1000
"""Number of decisions in a test: enough for each order to move and for each phase to come up."""

SETUPS = {
    "ducks": [(2, {"press": "bust", "wild": "off"}), (4, {})],
    "pond": [(2, {})],
    "trophy": [(3, {}), (2, {"two_hunters": "on"})],
    "buckets": [(3, {"draw": "hand"}), (4, {"accumulate": "leader"})],
    "buckdice": [(2, {}), (3, {"game": "pot"})],
}

each_game = pytest.mark.parametrize("key", ORDERS)
each_order = pytest.mark.parametrize(
    ("key", "order"),
    [(key, order) for key, orders in ORDERS.items() for order in orders],
    ids=lambda value: getattr(value, "text", value).replace(" ", "-"),
)


def positions(key, seed=1):
    """Yield decisions of ever more random games: the state, and the knowledge of the seat."""
    played, going = walk(key, seed)
    for number in count():
        if number == len(played):
            played.append(next(going))
        yield played[number]


@cache
def walk(key, seed):
    """Return the decisions played so far, and an iterator of more. Tests share both."""
    return [], play(key, seed)


def play(key, seed):
    rules, dice = game(key), Dice(seed)
    for seats, options in cycle(SETUPS[key]):
        state = rules.start(seats, options)
        while acting := rules.to_act(state):
            seat = random.Random(dice.below(10**6)).choice(acting)
            if seat == CHANCE:
                move = rules.chance(state).sample(dice)
            else:
                known = know(rules, options, state, seat)
                yield state, known
                move = known.moves[dice.below(len(known.moves))]
            state = rules.apply(state, seat, move)


@each_game
def test_every_game_has_a_few_orders_each_with_words_of_its_own(key):
    orders = ORDERS[key]
    assert 1 <= len({order.text.split()[0] for order in orders}) <= 3
    assert len({order.text for order in orders}) == len(orders) <= 24
    assert len({str(order.said) for order in orders}) == len(orders)
    assert all(len(str(order.said)) <= 100 for order in orders)
    assert [find_order(key, order.text) for order in orders] == list(orders)


def test_only_the_five_games_have_orders_and_unknown_orders_are_not_found():
    assert set(ORDERS) == {"ducks", "pond", "trophy", "buckets", "buckdice"}
    assert find_order("ducks", "stop 99") is None
    assert find_order("no such game", "stop 2") is None


@each_game
def test_orders_are_legal_in_random_positions_and_always_the_same(key):
    for _, known in islice(positions(key), POSITIONS):
        for order in ORDERS[key]:
            move = order.choose(known)
            assert move is None or move in known.moves
            assert order.choose(known) == move


def test_orders_in_games_with_hidden_hands_use_only_their_owners_knowledge():
    rules = game("buckets")
    for step, (state, known) in enumerate(islice(positions("buckets", 2), 300)):
        other = rules.resample(state, known.seat, HmacSource(b"another deal", step))
        same = know(rules, known.options, other, known.seat)
        for order in ORDERS["buckets"]:
            assert order.choose(same) == order.choose(known)


@each_order
def test_every_order_moves_in_some_position(key, order):
    assert any(order.choose(known) is not None for _, known in islice(positions(key), POSITIONS))


@pytest.mark.parametrize("key", ["ducks", "trophy", "pond"])
def test_the_caretakers_order_plays_the_caretakers_move(key):
    order, normal = find_order(key, "caretaker"), find_player(key, Level.NORMAL)
    for step, (_, known) in enumerate(islice(positions(key), 100)):
        assert order.choose(known) == normal.choose(known, Dice(step))


# Single orders


def known_where(key, wanted, seed=1):
    return next(known for _, known in positions(key, seed) if wanted(known.view, known))


def after_promotion(rank):
    return lambda view, _: view.phase == "promoted" and view.hand.rank == rank


@pytest.mark.parametrize(
    ("rank", "move"), [("one pair", "roll"), ("two pair", "stop"), ("three of a kind", "stop")]
)
def test_an_order_in_ducks_stops_with_its_rank_or_a_better_one(rank, move):
    known = known_where("ducks", after_promotion(rank))
    assert str(find_order("ducks", "stop 2").choose(known)) == move


def test_an_order_in_ducks_stops_when_ahead_and_has_no_move_without_a_hand_to_beat():
    order = find_order("ducks", "ahead")

    def promoted(view, *, best, beats):
        return view.phase == "promoted" and bool(view.best) is best and view.beats is beats

    ahead = known_where("ducks", lambda view, _: promoted(view, best=True, beats=True))
    behind = known_where("ducks", lambda view, _: promoted(view, best=True, beats=False))
    first = known_where("ducks", lambda view, _: promoted(view, best=False, beats=True))
    assert [str(order.choose(known)) for known in (ahead, behind, first)] == [
        "stop",
        "roll",
        "None",
    ]


def test_an_order_in_trophy_stops_with_its_number_of_points():
    order = find_order("trophy", "stop 4")
    for _, known in islice(positions("trophy"), POSITIONS):
        view = known.view
        if view.rolled and not view.final_round and not view.tiebreak:
            assert str(order.choose(known)) == ("stop" if view.score >= 4 else "roll")


def test_an_order_in_trophy_goes_on_until_ahead_in_the_last_round():
    order, found = find_order("trophy", "stop 2"), set()
    for _, known in islice(positions("trophy"), 5 * POSITIONS):
        view = known.view
        if view.rolled and view.final_round:
            leads = view.totals[known.seat] + view.score > max(view.totals)
            assert str(order.choose(known)) == ("stop" if leads else "roll")
            found.add(leads)
    assert found == {True, False}


def test_an_order_in_the_pond_takes_only_plans_that_are_worth_it():
    order = find_order("pond", "take 12")
    for _, known in islice(positions("pond"), 300):
        worth = max((plan.points for plan in known.view.plans), default=0)
        assert (order.choose(known) is not None) == (worth >= 12)


def test_an_order_in_the_pond_carries_out_a_plan_to_its_end():
    rules, order = game("pond"), find_order("pond", "take 9")
    state, known = next(
        (state, known)
        for state, known in positions("pond")
        if any(len(plan.moves) > 2 and plan.points >= 9 for plan in known.view.plans[:1])
    )
    before = rules.view(state, None).scores[known.seat].total
    for _ in known.view.plans[0].moves:
        state = rules.apply(state, known.seat, order.choose(know(rules, {}, state, known.seat)))
    assert rules.view(state, None).scores[known.seat].total >= before + 9


def test_an_order_to_defend_uses_no_more_cards_than_allowed():
    one, any_number = find_order("buckets", "defend 1"), find_order("buckets", "defend 3")
    fewer = 0
    for _, known in islice(positions("buckets"), 3 * POSITIONS):
        playing = known.view.playing
        if playing is None or playing.trick is None or str(known.moves[0]) == "draw":
            continue
        plays = [move for move in known.moves if str(move).startswith("play")]
        assert (any_number.choose(known) is None) == (not plays)
        move = one.choose(known)
        assert move is None or len(move.cards) == 1
        fewer += move is None and bool(plays)
    assert fewer


def test_an_order_to_defend_does_not_build_or_lead():
    for _, known in islice(positions("buckets"), POSITIONS):
        playing = known.view.playing
        if playing is None:
            assert all(order.choose(known) is None for order in ORDERS["buckets"])
        elif playing.turn == known.seat and playing.trick is None and not playing.must_draw:
            assert find_order("buckets", "defend 3").choose(known) is None
