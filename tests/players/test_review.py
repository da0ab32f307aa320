"""Compares the costs of a game's decisions with values computed in another way."""

from statistics import fmean

import pytest

from engine.buckets.moves import Play, Remove
from engine.core import CHANCE, fold
from players import pond
from players.core import know
from players.games import assess, find_worth, game
from players.review import Cause, Decision, SeatReview, Unit, judge, review
from players.trophy import weigh_loss
from players.trophy.best import FRESH, best_turn
from players.trophy.race import worths
from tests.players.mixed import played_mixed
from tests.players.test_ducks import GAME as DUCKS
from tests.players.test_ducks import enumerate_points, last_inning, push

SOLVED = ("ducks", "pond", "trophy")


def read(transcript):
    rules = game(transcript.game)
    moves = [(step.seat, step.text) for step in transcript.steps]
    made = fold(rules, len(transcript.players), transcript.options, transcript.first, moves)
    return rules, rules.options(transcript.options), tuple(made)


def test_the_cost_of_a_move_equals_enumeration():
    state = last_inning({}, "roll", "dice 1 2 2 3 6 boss 3", "promote 3", "roll")
    state = push(state, "dice 1 2 4 6 boss 6", "promote 6", "roll", "dice 1 2 4 boss 3")
    known = know(DUCKS, DUCKS.options({}), state, state.seat)
    points = enumerate_points(state, state.seat)
    assert {each.move: each.points for each in assess("ducks", known)} == pytest.approx(points)
    values = {each.move: 2 * each.win for each in assess("ducks", known)}  # this inning is decisive
    for move in known.moves:
        found = judge("ducks", known, move)
        assert found.made.move == move
        assert found.cost == pytest.approx(max(values.values()) - values[move])
        assert found.at_random == pytest.approx(max(values.values()) - fmean(values.values()))
        assert found.cost or found.best is found.made


@pytest.mark.parametrize("key", SOLVED)
def test_only_choices_among_several_moves_are_decisions(key):
    rules, options, made = read(played_mixed(key, *(() if key == "pond" else ("easy", "easy"))))
    seats = review(rules, options, made).seats
    found = {each.seq: each for seat in seats for each in seat.decisions}
    for seq, step in enumerate(made):
        moves = rules.moves(step.before, step.seat)
        if seq in found:
            assert (found[seq].seat, found[seq].made.move) == (step.seat, step.move)
            assert found[seq].cost >= 0
            assert found[seq].choices == len(moves) > 1
        else:
            assert step.seat == CHANCE or len(moves) == 1


@pytest.mark.parametrize("levels", [(), ("easy",), ("normal",)])
def test_every_change_of_value_in_the_pond_is_luck_or_cost(levels):
    """The expected points of the best play, plus all luck and minus all costs, give the result."""
    rules, options, made = read(played_mixed("pond", *levels))
    found = review(rules, options, made)
    assert found.off == 0
    begins = next(step.seat for step in made if step.seat != CHANCE)
    first, *other = found.seats[begins:] + found.seats[:begins]
    expected = {0: 90.266192, 1: 11.789974}[len(other)]
    change = [seat.sum_up(Cause.DICE) - seat.given_away for seat in (first, *other)]
    wanted = expected + change[0] - sum(change[1:])
    assert first.course[-1].value == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("key", SOLVED)
def test_a_choice_changes_the_prospects_by_its_cost(key):
    found = review(*read(played_mixed(key, "easy", *(() if key == "pond" else ("easy",)))))
    for seat in found.seats:
        assert seat.sum_up(Cause.CHOICE) == pytest.approx(-seat.given_away, abs=1e-3)
        values = [seat.start, *(change.value for change in seat.course)]
        assert sum(seat.sum_up(cause) for cause in Cause) == pytest.approx(values[-1] - values[0])


def test_the_luck_of_a_hunt_is_compared_with_every_roll_that_could_fall():
    rules, options, made = read(played_mixed("trophy", "easy", "easy"))
    found = review(rules, options, made).seats
    step = next(step for step in made if str(step.move) == "roll" and step.seat == 0)
    known = know(rules, options, step.before, 0)
    turn = best_turn(worths(known.view, 0))
    total = weights = 0
    for hunt, weight in rules.chance(step.after).outcomes():
        after = rules.apply(step.after, CHANCE, hunt)
        weights += weight
        view = rules.view(after, 0)
        now = assess("trophy", know(rules, options, after, 0)) if view.rolled else None
        total += weight * (max(each.win for each in now) if now else weigh_loss(known))
    assert turn.roll(FRESH) == pytest.approx(total / weights)
    assert found[0].start == pytest.approx(total / weights)


CHANCES = {key: find_worth(key).weigh_chances for key in ("ducks", "pond")}


def weigh(key, rules, options, state, seat):
    return CHANCES[key](know(rules, options, state, seat))


@pytest.mark.parametrize("key", CHANCES)
def test_luck_compares_the_chance_to_win_with_all_possible_throws(key):
    """The expected chance equals the mean over all throws, so luck is zero on average."""
    rules, options, made = read(played_mixed(key, "easy"))
    thrown = [at for at, step in enumerate(made) if step.seat == CHANCE and at]
    for at in thrown[-4:] if key == "pond" else thrown[-12:]:
        state, found = made[at].before, []
        (seat,) = rules.to_act(made[at].after)
        for fall, ways in rules.chance(state).outcomes():
            after = rules.apply(state, CHANCE, fall)
            found.append((ways, max(weigh(key, rules, options, after, seat).values())))
        mean = sum(ways * chance for ways, chance in found) / sum(ways for ways, _ in found)
        before = made[at - 1]
        if before.seat == seat:
            expected = weigh(key, rules, options, before.before, seat)[before.move]
        else:
            expected = pond.expect_chance(know(rules, options, made[at].after, seat))
        assert expected == pytest.approx(mean)


@pytest.mark.parametrize("key", CHANCES)
def test_the_luck_of_a_seat_is_the_sum_over_its_throws(key):
    rules, options, made = read(played_mixed(key, "easy"))
    wanted, last, hoped, fallen = [0.0, 0.0], None, 0.0, False
    for step in made:
        if step.seat == CHANCE:
            fallen = True
        else:
            chances = weigh(key, rules, options, step.before, step.seat)
            if fallen and key == "pond" and step.seat != last:
                hoped = pond.expect_chance(know(rules, options, step.before, step.seat))
            if fallen and (key == "pond" or step.seat == last):
                wanted[step.seat] += max(chances.values()) - hoped
            last, hoped, fallen = step.seat, chances[step.move], False
    found = review(rules, options, made)
    assert found.luck_unit is Unit.WIN
    assert [seat.luck for seat in found.seats] == pytest.approx(wanted)
    assert all(wanted)


@pytest.mark.parametrize("key", ["pond", "trophy"])
def test_luck_in_the_unit_of_the_costs_is_the_sum_of_all_changes_by_dice(key):
    found = review(*read(played_mixed(key, *(() if key == "pond" else ("easy", "easy")))))
    assert found.luck_unit is found.unit
    for seat in found.seats:
        assert seat.luck == pytest.approx(seat.sum_up(Cause.DICE), abs=1e-3)


def test_accuracy_is_100_without_a_mistake_and_0_for_random_play():
    decisions = [Decision(0, 0, None, None, cost, 2.0, 3) for cost in (0.0, 1.0, 2.0)]
    assert SeatReview(tuple(decisions[:1]), 0, ()).accuracy == 100
    assert SeatReview(tuple(decisions[:2]), 0, ()).accuracy == 75
    assert SeatReview(tuple(decisions[2:]), 0, ()).accuracy == 0
    assert SeatReview((), 0, ()).accuracy is None


def test_the_worst_decisions_come_first_and_good_ones_are_left_out():
    decisions = tuple(Decision(n, 0, None, None, cost, 2, 3) for n, cost in enumerate((1, 0, 3, 2)))
    seat = SeatReview(decisions, 0, ())
    assert [each.seq for each in seat.find_worst(3)] == [2, 3, 0]


def test_a_game_without_known_values_has_no_review():
    assert review(*read(played_mixed("buckdice", "easy", "easy"))) is None


def test_a_searched_decision_has_an_error_and_no_luck(monkeypatch):
    monkeypatch.setattr("players.review.WHOLE", 1)
    rules, options, made = read(played_mixed("buckets", "easy", "easy"))
    found = review(rules, options, made)
    assert (found.unit, found.off == 0) == (Unit.WIN, False)
    for number, seat in enumerate(found.seats):
        assert {type(made[each.seq].move) for each in seat.decisions} <= {Play, Remove}
        assert {each.seat for each in seat.decisions} == {number}
        assert seat.luck == 0
        assert seat.sum_up(Cause.CHOICE) == pytest.approx(-seat.given_away, abs=1e-3)
        assert seat.error == pytest.approx(sum(each.error**2 for each in seat.decisions) ** 0.5)
        outcome = rules.outcome(made[-1].after)
        share = (number in outcome.winners) / len(outcome.winners)
        assert seat.course[-1].value == pytest.approx(share)
    assert any(each.error for seat in found.seats for each in seat.decisions)


def test_a_cost_within_its_error_is_no_mistake_but_is_counted():
    costs = ((0.1, 0.06), (0.1, 0.01), (-0.02, 0.01))
    decisions = tuple(
        Decision(number, 0, None, None, cost, 0.2, 3, error)
        for number, (cost, error) in enumerate(costs)
    )
    seat = SeatReview(decisions, 0, ())
    assert [each.seq for each in seat.find_worst(3)] == [1]
    assert seat.given_away == pytest.approx(0.18)
    assert seat.accuracy == pytest.approx(70)


def test_beating_the_search_gives_an_accuracy_of_100():
    decision = Decision(0, 0, None, None, -0.02, 0.2, 3, 0.01)
    assert SeatReview((decision,), 0, ()).accuracy == 100
