"""Properties of every computer player: its moves are legal, and follow from its knowledge."""

import pickle
import random
from itertools import islice

import pytest

from engine.core import CHANCE
from players.core import Knowledge, Level, Player, know, watch
from players.games import GAMES, KITS, RANDOM, assess, find_player, game
from tests.tabletop import Dice

PLAYERS = [(kit.key, level) for kit in KITS for level in kit.players]
each_player = pytest.mark.parametrize(("key", "level"), PLAYERS, ids=str)


def seats_of(rules):
    return rules.seat_range({})[0]


def decisions(key, level, seed, seats=None, options=None):
    """Play a game with all seats at one level.

    At each decision yield the state, the knowledge, the seed of the player's source, and the move.
    """
    rules, dice = game(key), Dice(seed)
    options = options or {}
    count = seats or seats_of(rules)
    state, told = rules.start(count, options), [()] * count
    step = 0
    while acting := rules.to_act(state):
        seat = acting[0]
        step += 1
        if seat == CHANCE:
            move = rules.chance(state).sample(dice)
        else:
            known = know(rules, options, state, seat, told[seat])
            move = find_player(key, level).choose(known, Dice(step))
            yield state, known, step, move
        told = [old + watch(rules, [(state, seat, move)], i) for i, old in enumerate(told)]
        state = rules.apply(state, seat, move)


def sample(key, level, seed):
    """Return a whole game of a quick player, or the beginning of a slow player's game."""
    return islice(decisions(key, level, seed), None if find_player(key, level).quick else 12)


@each_player
def test_every_player_makes_legal_moves(key, level):
    assert all(move in known.moves for _, known, _, move in sample(key, level, 1))


@each_player
def test_the_same_knowledge_and_source_give_the_same_move(key, level):
    for _, known, step, move in islice(sample(key, level, 2), 40):
        sent = pickle.loads(pickle.dumps(known))
        assert sent == known
        assert find_player(key, level).choose(sent, Dice(step)) == move


@each_player
def test_a_player_can_be_sent_to_another_process(key, level):
    sent = pickle.dumps(find_player(key, level))
    assert pickle.dumps(pickle.loads(sent)) == sent


def test_each_of_the_five_games_has_all_levels():
    keys = ("ducks", "pond", "trophy", "buckets", "buckdice")
    assert set(PLAYERS) == {(key, level) for key in keys for level in Level}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.info.key)
def test_a_game_without_players_of_its_own_has_a_random_one(rules):
    assert isinstance(find_player(rules.info.key, Level.HARD), Player)
    assert find_player("no such game", Level.HARD) == RANDOM


def test_a_hidden_step_is_in_nobody_elses_knowledge():
    rules = game("buckets")
    state, dice = rules.start(3, {}), random.Random(1)
    while rules.to_act(state) == (CHANCE,):
        state = rules.apply(state, CHANCE, rules.chance(state).sample(Dice(dice.random())))
    place = rules.parse("place 0 h")
    assert watch(rules, [(state, 0, place)], 1) == ()
    assert watch(rules, [(state, 0, place)], 0) == ((0, "place 0 h"),)


@pytest.mark.parametrize(
    "level",
    [Level.EASY, Level.NORMAL, pytest.param(Level.HARD, marks=pytest.mark.soak)],  # a slow player
)
def test_hidden_cards_drawn_anew_change_no_move(level):
    """All states that look alike to a seat give the same knowledge, and so the same move."""
    rules, dice = game("buckets"), Dice(7)
    for number, (state, known, _, _) in enumerate(decisions("buckets", level, 3)):
        for _ in range(10 if number % 10 else 100):
            other = rules.resample(state, known.seat, dice)
            assert know(rules, known.options, other, known.seat, known.seen) == known


def test_knowledge_holds_no_state():
    assert set(Knowledge.__slots__) == {"options", "seat", "view", "moves", "seen"}


@pytest.mark.parametrize("key", ["ducks", "pond", "trophy"])
def test_hard_makes_a_move_of_the_highest_worth(key):
    """The worth is the chance to win where it is known, else the points."""
    for _, known, _, move in sample(key, Level.HARD, 4):
        found = assess(key, known)
        worth = {each.move: each.points if each.win is None else each.win for each in found}
        assert worth.keys() <= set(known.moves)
        assert worth[move] == pytest.approx(max(worth.values()), abs=1e-5)


def test_an_unsolved_position_is_not_assessed():
    _, known, _, _ = next(decisions("buckets", Level.NORMAL, 1))
    assert assess("buckets", known) == ()
