"""The best hunter, against the rules enumerated and against figures computed another way."""

from functools import cache

import pytest

from engine.core import CHANCE
from engine.trophy import TrophyBuck
from engine.trophy.dice import FULL_BAG, NONE, TALLIES, DrawAndRoll, add, subtract, worth
from engine.trophy.hunt import State, Turn
from players import Level, find_player
from players.core import know
from players.trophy import assess
from players.trophy.best import _count, _read
from players.trophy.hunting import FRESH, BestTurn, best_turn, make_hunter, score_of
from players.trophy.race import CATCH_UP, TURN, catch_up, hold, race, worths
from tests.players.mixed import played
from tests.tabletop import Dice

GAME = TrophyBuck()


def enumerate_turn(state, worths, depth):
    """What a turn is worth to roll, by the outcomes and the rules of the engine."""

    @cache
    def roll(turn, rolls):
        if rolls == 0:
            return worths[min(turn.score // 2, len(worths) - 1)]
        waiting = GAME.apply(State((0, 0, 0), 0, 0, turn), 0, GAME.parse("roll"))
        total = weights = 0
        for hunt, weight in GAME.chance(waiting).outcomes():
            after = GAME.apply(waiting, CHANCE, hunt)
            weights += weight
            if after.last is not None:
                total += weight * worths[0]
                continue
            bare = Turn(**{name: getattr(after.turn, name) for name in KEPT}, roll=("bP",))
            half = bare.score // 2
            if half >= len(worths) - 1:
                total += weight * worths[-1]
            else:
                total += weight * max(worths[half], roll(bare, rolls - 1))
        return total / weights

    return roll(state, depth)


KEPT = ("bag", "points", "startles", "tracks", "noted")


def turn(points, startles, tracks, noted=0):
    """A turn with these heaps, for the rules and for the player."""
    bag = subtract(subtract(subtract(FULL_BAG, points), startles), tracks)
    return (
        Turn(bag, points, startles, tracks, noted, ("bP",)),
        make_hunter(points, startles, tracks, noted),
    )


@pytest.mark.parametrize(
    ("heaps", "worths"),
    [
        (((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)), (0.5, 1.0)),
        (((0, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0)), (0.0, 0.5, 1.0)),
        (((5, 4, 0, 0), (0, 0, 1, 0), (0, 0, 1, 0)), (0.0, *[0.1] * 15, 0.5, 1.0)),
        (((0, 4, 0, 0), (2, 0, 0, 0), (0, 0, 2, 1)), (0.0, *[0.1] * 7, 0.9, 1.0)),
    ],
)
def test_a_turn_is_worth_what_its_enumeration_says(heaps, worths):
    rules, player = turn(*heaps)
    wanted = enumerate_turn(rules, worths, 9)
    assert BestTurn(worths).roll(player) == pytest.approx(wanted, abs=2e-5)


def test_a_new_stand_notes_the_points():
    rules, player = turn((5, 4, 1, 0), (0, 0, 1, 0), (0, 0, 0, 0))
    assert score_of(player) == rules.score == 32


def plain_turn(worths):
    """What it is worth to roll, by a recursion over single hunters."""

    @cache
    def roll(points, startles, tracks, noted):
        bag = subtract(subtract(subtract(FULL_BAG, points), startles), tracks)
        if sum(bag) < 3 - sum(tracks):
            bag, points, noted = add(bag, points), NONE, noted + worth(points)
        total = again = weights = 0
        for hunt, weight in DrawAndRoll(bag, tracks).outcomes():
            tally = TALLIES[hunt.dice]
            after = (add(points, tally.points), add(startles, tally.startles), tally.tracks, noted)
            weights += weight
            if after == (points, startles, tracks, noted):
                again = weight
            elif sum(after[1]) >= 3:
                total += weight * worths[0]
            else:
                total += weight * land(*after)
        stop = worths[min((noted + worth(points)) // 2, len(worths) - 1)]
        return max(total / (weights - again), (total + again * stop) / weights)

    def land(points, startles, tracks, noted):
        half = (noted + worth(points)) // 2
        if half >= len(worths) - 1:
            return worths[-1]
        return max(worths[half], roll(points, startles, tracks, noted))

    return roll


def test_the_hunts_of_a_game_are_worth_what_a_plain_recursion_says():
    plays, near = {}, 0
    for known in played("trophy", {}, "normal", "hard", "easy"):
        view, ours = known.view, worths(known.view, known.seat)
        if 2 * len(ours) - view.score > 20:
            continue  # more points to gain take a plain recursion seconds
        near += 1
        heaps = [_count(dice) for dice in (view.points, view.startles, view.tracks)]
        wanted = plays.setdefault(ours, plain_turn(ours))(*heaps, view.noted)
        win = assess(known)[0].win
        assert win == pytest.approx(wanted, abs=1e-9)
        assert type(win) is float
    assert near > 3


@pytest.mark.parametrize("half", range(len(CATCH_UP)))
def test_the_chances_to_catch_up_are_those_of_the_best_turn(half):
    worths = (*[0.0] * half, 0.5, 1.0)
    assert catch_up(2 * half) == pytest.approx(BestTurn(worths).roll(FRESH), abs=1e-6)


@pytest.mark.parametrize("worth", [0.1, 1 / 3, 0.7, 1.0])
def test_where_nothing_is_to_be_gained_the_last_digits_do_not_make_him_roll(worth):
    play = BestTurn((worth,) * 24)
    hunters = [make_hunter((n, 0, 0, 0), (0, n, 0, 0), (0, 0, n, 0), noted=0) for n in range(3)]
    assert not any(play.goes_on(hunter) for hunter in hunters)


def test_the_chances_fall_and_those_of_a_turn_add_up():
    assert list(CATCH_UP) == sorted(CATCH_UP, reverse=True)
    assert sum(TURN) == pytest.approx(1, abs=1e-5)
    assert sum(2 * half * chance for half, chance in enumerate(TURN)) == pytest.approx(
        6.753, abs=1e-3
    )


def test_who_is_behind_nobody_and_waits_for_nobody_has_won():
    assert hold(38, [36, 20], []) == 1
    assert hold(38, [38, 20], []) == 0.5
    assert hold(36, [38], []) == 0
    assert hold(40, [], [40]) == 1 - CATCH_UP[0]


@pytest.mark.parametrize("others", range(1, 6))
def test_a_race_among_equals_is_even(others):
    assert race(0, (0,) * others, ())[0] == pytest.approx(1 / (1 + others), abs=0.01)
    assert race(30, (10,), (10,))[0] > 0.7 > 0.3 > race(10, (30,), (30,))[0]


def hunted(totals, dice_text, hunter=2):
    """The state after the first roll of a turn."""
    state = State(totals, 0, hunter)
    state = GAME.apply(state, hunter, GAME.parse("roll"))
    return GAME.apply(state, CHANCE, GAME.parse(dice_text))


def test_the_last_hunter_rolls_until_he_is_ahead():
    player = find_player("trophy", Level.HARD)
    behind = know(GAME, {}, hunted((40, 0, 30), "hunt bP bP wS"), 2)
    ahead = know(GAME, {}, hunted((36, 0, 34), "hunt bP bP wS"), 2)
    assert str(player.choose(behind, Dice(1))) == "roll"
    assert str(player.choose(ahead, Dice(1))) == "stop"
    assert {str(a.move): (a.points, a.win, a.exact) for a in assess(ahead)}["stop"] == (4, 1, True)
    assert {str(a.move): a.win for a in assess(behind)}["stop"] == 0


def test_early_in_the_game_a_good_hunt_is_banked_and_a_poor_one_not():
    player = find_player("trophy", Level.HARD)
    good = know(GAME, {}, hunted((0, 0, 0), "hunt gS gS oP"), 2)
    poor = know(GAME, {}, hunted((0, 0, 0), "hunt bP bT bT"), 2)
    assert str(player.choose(good, Dice(1))) == "stop"
    assert str(player.choose(poor, Dice(1))) == "roll"


@pytest.mark.parametrize("dice", ["hunt bT bT bT", "hunt gS gS oP"])
def test_far_behind_the_chance_is_an_estimate_that_is_hardly_off(dice):
    known = know(GAME, {}, hunted((60, 0, 10), dice), 2)
    roll, stop = assess(known)
    assert (roll.exact, stop.exact, stop.win) == (False, False, 0)
    searched = best_turn(worths(known.view, 2)).roll(_read(known.view))
    assert roll.win == pytest.approx(searched, abs=0.014)


def test_further_behind_than_a_search_takes_a_second_nothing_is_searched():
    known = know(GAME, {}, hunted((90, 0, 0), "hunt bP bP wS"), 2)
    assert 0 < assess(known)[0].win < 0.014
    assert not best_turn(worths(known.view, 2))._played


def test_who_is_far_behind_rolls_without_a_search():
    """To search all hunts of 80 points takes seconds; a decision has one."""
    play = BestTurn((0.0,) * 40 + (1.0,))
    assert play.goes_on(make_hunter((1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), noted=20))
    assert not play._played
