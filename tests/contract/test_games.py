"""What every game promises, with all its options and numbers of seats."""

import json
import re
from itertools import islice

import pytest
from hypothesis import given, settings

from engine.core import CHANCE, BadSetup, IllegalMove, NotYourTurn
from engine.playthrough import Positional, to_plain
from players.games import GAMES
from tests.contract.walks import (
    Choices,
    choices,
    each_game,
    each_setup,
    setups,
    states,
    walk,
    written_out,
)

MANY = 2000
"""Limit on the outcomes of a chance move that a test tries. Only deals have more outcomes."""

few = settings(max_examples=2)
"""Plays only two games of each setup, the plainest and a random one: there are many setups."""


def to_act(setup, state):
    """Return the players' seats that may move."""
    return [seat for seat in setup.game.to_act(state) if seat != CHANCE]


def is_played_by_day(setup):
    """Whether at most one option differs from its default, or the seats are the fewest allowed."""
    game, options = setup.game, setup.options
    changed = sum(options[each.key] != each.default for each in game.info.options)
    return changed <= 1 or setup.seats == game.seat_range(options)[0]


each_setup_to_play = pytest.mark.parametrize(
    "setup",
    [
        pytest.param(setup, marks=() if is_played_by_day(setup) else pytest.mark.soak)
        for game in GAMES
        for setup in setups(game)
    ],
    ids=str,
)
"""Setups for tests of whole games. With more than the fewest seats, only the soak changes two or
more options at once."""


# Descriptions of games


@each_game
def test_the_key_and_the_options_can_be_words_of_a_command(game):
    assert re.fullmatch("[a-z]+", game.info.key)
    for option in game.info.options:
        assert re.fullmatch("[a-z][a-z_]*", option.key)
        values = [choice.value for choice in option.choices]
        assert all(re.fullmatch("[a-z0-9-]+", value) for value in values)
        assert len(set(values)) == len(values) >= 2


@each_game
def test_the_bounds_on_seats_are_those_of_all_options_together(game):
    seats = {setup.seats for setup in setups(game)}
    assert (min(seats), max(seats)) == (game.info.min_seats, game.info.max_seats)


@each_game
def test_defaults_fill_the_options_in_their_order(game):
    assert list(game.options({}).items()) == [(o.key, o.default) for o in game.info.options]


@each_setup
def test_options_that_are_complete_stay_as_they_are(setup):
    assert setup.game.options(setup.options) == setup.options


@each_game
@pytest.mark.parametrize("options", [{"no such option": "1"}, {"": ""}])
def test_an_unknown_option_is_refused(game, options):
    with pytest.raises(BadSetup):
        game.start(game.seat_range({})[0], options)


@each_game
def test_an_unknown_value_of_an_option_is_refused(game):
    for option in game.info.options:
        with pytest.raises(BadSetup, match="nonsense"):
            game.start(game.seat_range({})[0], {option.key: "nonsense"})


@each_setup
def test_a_number_of_seats_that_the_options_do_not_allow_is_refused(setup):
    allowed = setup.game.seat_range(setup.options)
    for seats in (-1, 0, allowed[0] - 1, allowed[-1] + 1, 100):
        with pytest.raises(BadSetup):
            setup.game.start(seats, setup.options)


@each_game
def test_options_left_out_are_the_defaults(game):
    complete = game.options({})
    seats = game.seat_range(complete)[0]
    assert game.seat_range({}) == game.seat_range(complete)
    assert game.start(seats, {}) == game.start(seats, complete)
    assert game.bound(seats, {}) == game.bound(seats, complete)


@each_game
def test_every_method_that_takes_options_refuses_unknown_ones(game):
    for ask in (game.options, game.seat_range, lambda options: game.bound(3, options)):
        with pytest.raises(BadSetup, match="no such option"):
            ask({"no such option": "1"})


@each_setup
def test_a_first_seat_that_is_not_at_the_table_is_refused(setup):
    for first in (-1, setup.seats, 100):
        with pytest.raises(BadSetup):
            setup.game.start(setup.seats, setup.options, first)


@each_setup
def test_every_seat_can_be_the_first(setup):
    for first in range(setup.seats):
        setup.game.start(setup.seats, setup.options, first)


# Course of a game


@each_game
@pytest.mark.parametrize("seed", range(5))
def test_the_view_after_a_move_that_tells_nothing_follows_from_the_view_before(game, seed):
    found = setups(game)
    setup, choices = found[seed * len(found) // 5], Choices([], seed)
    for state in states(setup, choices):
        for seat in to_act(setup, state):
            silent = [move for move in game.moves(state, seat) if game.tells_nothing(move)]
            if not silent or not choices.now_and_then(2):
                continue
            other, move = game.resample(state, seat, choices), choices.pick(silent)
            after = game.apply(state, seat, move)
            if CHANCE not in game.to_act(after):  # nature's next move would show something
                assert game.view(after, seat) == game.view(game.apply(other, seat, move), seat)


class Played:
    """A game played to its end, or for one move more than its bound."""

    def __init__(self, setup, choices):
        self.setup, self.game = setup, setup.game
        self.steps = list(walk(setup, choices))
        self.states = [setup.start(), *(step.after for step in self.steps)]
        self.last = self.states[-1]
        self.acting = [self.game.to_act(state) for state in self.states]

    def turns(self):
        """Yield each state in which players may move, with one of their seats in rotation."""
        for number, (state, acting) in enumerate(zip(self.states, self.acting, strict=True)):
            if acting and acting != (CHANCE,):
                yield state, acting[number % len(acting)]

    def outcome(self):
        return self.game.outcome(self.last)


def ranks(places):
    """Return the competition ranks of these places."""
    return tuple(1 + sum(other < place for other in places) for place in places)


def ends_within_its_bound(played):
    assert len(played.steps) <= played.setup.bound


def has_an_outcome_at_the_end_and_only_then(played):
    for state, acting in zip(played.states, played.acting, strict=True):
        assert (played.game.outcome(state) is None) == bool(acting)
    outcome = played.outcome()
    assert len(outcome.scores) == len(outcome.places) == played.setup.seats


def has_competition_ranks_for_places(played):
    places = played.outcome().places
    assert places == ranks(places)


def has_a_standing_in_every_state_and_at_the_end_one_that_fits_the_outcome(played):
    for state in played.states:
        places = played.game.standing(state, played.setup.seats)
        assert places == ranks(places)
    ended, seats = played.outcome().places, range(played.setup.seats)
    pairs = [(one, two) for one in seats for two in seats]
    assert all(ended[one] < ended[two] for one, two in pairs if places[one] < places[two])


def has_moves_only_for_seats_to_act(played):
    seats = range(-1, played.setup.seats + 1)
    for number, (state, acting) in enumerate(zip(played.states, played.acting, strict=True)):
        assert acting == (CHANCE,) or set(acting) <= set(seats[1:-1])
        assert len(set(acting)) == len(acting)
        idle = [seat for seat in seats if seat == CHANCE or seat not in acting]
        assert played.game.moves(state, idle[number % len(idle)]) == ()
    for state, seat in played.turns():
        assert played.game.moves(state, seat)


def always_has_a_legal_move_for_a_caretaker(played):
    for state, seat in played.turns():
        assert played.game.default(state, seat) in played.game.moves(state, seat)


def reaches_the_same_state_from_the_texts_of_its_moves(played):
    state = played.setup.start()
    for step in played.steps:
        state = played.game.apply(state, step.seat, played.game.parse(str(step.move)))
    assert state == played.last
    assert written_out(state) == written_out(played.last)


def names_a_seat_that_can_begin_the_rematch(played):
    setup, first = played.setup, played.game.rematch_first(played.outcome())
    assert first is None or first in range(setup.seats)
    assert played.game.to_act(played.game.start(setup.seats, setup.options, first))


PROMISES = (
    ends_within_its_bound,
    has_an_outcome_at_the_end_and_only_then,
    has_competition_ranks_for_places,
    has_a_standing_in_every_state_and_at_the_end_one_that_fits_the_outcome,
    has_moves_only_for_seats_to_act,
    always_has_a_legal_move_for_a_caretaker,
    reaches_the_same_state_from_the_texts_of_its_moves,
    names_a_seat_that_can_begin_the_rematch,
)


@each_setup_to_play
@few
@given(choices)
def test_a_game_keeps_its_promises_from_start_to_end(setup, choices):
    played = Played(setup, choices)
    for keeps in PROMISES:
        keeps(played)


@each_setup_to_play
@few
@given(choices)
def test_caretakers_alone_finish_a_game(setup, choices):
    game, state, moves, bound = setup.game, setup.start(), 0, setup.bound
    while acting := game.to_act(state):
        seat = acting[0]
        nature = seat == CHANCE
        move = game.chance(state).sample(choices) if nature else game.default(state, seat)
        state, moves = game.apply(state, seat, move), moves + 1
        assert moves <= bound


# Moves


@each_game
@given(choices)
def test_apply_never_changes_what_it_is_given(game, choices):
    for step in walk(choices.pick(setups(game)), choices):
        if choices.now_and_then(3):
            before = written_out(step.before)
            assert game.apply(step.before, step.seat, step.move) == step.after
            assert written_out(step.before) == before


@each_game
@given(choices)
def test_states_and_moves_are_values(game, choices):
    for step in walk(choices.pick(setups(game)), choices):
        again = game.apply(step.before, step.seat, game.parse(str(step.move)))
        assert hash(again) == hash(step.after)
        assert hash(step.move) == hash(game.parse(str(step.move)))


@each_game
@given(choices)
def test_every_legal_move_can_be_made(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        if choices.now_and_then(5):
            for seat in to_act(setup, state):
                for move in game.moves(state, seat):
                    game.apply(state, seat, move)


@each_game
@given(choices)
def test_a_forced_move_is_the_only_one_of_the_only_seat_to_act(game, choices):
    for state in states(choices.pick(setups(game)), choices):
        forced = game.forced(state)
        if forced is not None:
            (seat,) = game.to_act(state)
            assert game.moves(state, seat) == (forced,)


@each_game
@given(choices)
def test_a_single_move_that_is_not_forced_leads_to_dice_or_the_end(game, choices):
    for state in states(choices.pick(setups(game)), choices):
        acting = game.to_act(state)
        moves = game.moves(state, acting[0]) if len(acting) == 1 else ()
        if len(moves) == 1 and game.forced(state) is None and not game.info.hidden:
            assert game.to_act(game.apply(state, acting[0], moves[0])) in {(CHANCE,), ()}


@each_game
@given(choices)
def test_a_forced_move_tells_nothing_that_is_hidden(game, choices):
    for state in states(choices.pick(setups(game)), choices):
        if game.info.hidden:
            other = game.resample(state, None, choices)
            assert (game.forced(other) is None) == (game.forced(state) is None)


@each_game
@given(choices)
def test_legal_moves_are_all_different_and_so_are_their_texts(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        for seat in to_act(setup, state):
            moves = game.moves(state, seat)
            assert len(set(moves)) == len({str(move) for move in moves}) == len(moves)


@each_game
@given(choices)
def test_texts_of_moves_read_back(game, choices):
    setup = choices.pick(setups(game))
    for step in walk(setup, choices):
        for move in (step.move, *game.moves(step.before, step.seat)):
            assert game.parse(str(move)) == move


@each_game
@given(choices)
def test_moves_of_a_seat_that_is_not_to_act_are_refused(game, choices):
    setup = choices.pick(setups(game))
    for step in walk(setup, choices):
        acting = game.to_act(step.before)
        for seat in range(-2, setup.seats + 1):
            if seat not in acting:
                with pytest.raises(NotYourTurn):
                    game.apply(step.before, seat, step.move)


@each_game
@given(choices)
def test_nothing_can_be_done_after_the_end(game, choices):
    setup = choices.pick(setups(game))
    steps = list(walk(setup, choices))
    for step in steps[:20] + steps[-20:]:
        with pytest.raises(NotYourTurn):
            game.apply(steps[-1].after, step.seat, step.move)


@each_game
@given(choices)
def test_moves_that_are_not_legal_now_are_refused(game, choices):
    setup = choices.pick(setups(game))
    steps = list(walk(setup, choices))
    # Moves that were played or possible in this game, nature's included.
    pool = [move for step in steps for move in (step.move, *game.moves(step.before, step.seat)[:9])]
    for step in steps:
        if choices.now_and_then(3):
            for seat in to_act(setup, step.before):
                legal = game.moves(step.before, seat)
                for move in {choices.source.choice(pool) for _ in range(10)}.difference(legal):
                    with pytest.raises(IllegalMove):
                        game.apply(step.before, seat, move)


@each_game
@given(choices)
def test_the_caretaker_moves_only_for_a_players_seat_that_is_to_act(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        for seat in {CHANCE, *range(setup.seats + 1)}.difference(to_act(setup, state)):
            with pytest.raises(NotYourTurn):
                game.default(state, seat)


# Nature


@each_game
@given(choices)
def test_nature_draws_only_when_it_is_to_act(game, choices):
    for state in states(choices.pick(setups(game)), choices):
        if game.to_act(state) != (CHANCE,):
            with pytest.raises(NotYourTurn):
                game.chance(state)


@each_game
@given(choices)
def test_nature_has_different_outcomes_whenever_it_is_to_act_and_draws_one_of_them(game, choices):
    for step in walk(choices.pick(setups(game)), choices):
        if step.seat == CHANCE and choices.now_and_then(3):
            outcomes = list(islice(game.chance(step.before).outcomes(), MANY))
            assert outcomes
            assert all(type(weight) is int and weight > 0 for _, weight in outcomes)
            assert len({str(move) for move, _ in outcomes}) == len(outcomes)
            assert len(outcomes) == MANY or any(move == step.move for move, _ in outcomes)


@each_game
@given(choices)
def test_every_outcome_of_nature_can_happen_and_nothing_else(game, choices):
    steps = list(walk(choices.pick(setups(game)), choices))
    pool = [step.move for step in steps]
    for step in steps:
        if step.seat == CHANCE and choices.now_and_then():
            outcomes = dict(islice(game.chance(step.before).outcomes(), MANY))
            for move in list(outcomes)[:: len(outcomes) // 50 + 1]:
                game.apply(step.before, CHANCE, game.parse(str(move)))
            if len(outcomes) < MANY:
                for move in {choices.source.choice(pool) for _ in range(10)} - outcomes.keys():
                    with pytest.raises(IllegalMove):
                        game.apply(step.before, CHANCE, move)


# Views


@each_game
@given(choices)
def test_views_are_plain_and_can_be_written_as_json(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        if choices.now_and_then():
            for seat in (None, *range(setup.seats)):
                view = to_plain(game.view(state, seat))
                assert list(json.loads(json.dumps(view))) == list(view)


@each_game
@given(choices)
def test_everybody_sees_the_same_where_nothing_is_hidden(game, choices):
    setup = choices.pick(setups(game))
    for step in walk(setup, choices):
        if not game.info.hidden and choices.now_and_then():
            for seat in range(setup.seats):
                assert game.view(step.before, seat) == game.view(step.before, None)
                assert game.seen(step.before, step.seat, step.move, seat) == str(step.move)


@each_game
@given(choices)
def test_the_seat_that_makes_a_move_knows_it(game, choices):
    for step in walk(choices.pick(setups(game)), choices):
        if step.seat != CHANCE:
            assert game.seen(step.before, step.seat, step.move, step.seat) == str(step.move)


@each_game
@given(choices)
def test_a_view_tells_nothing_that_its_seat_may_not_know(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        if choices.now_and_then():
            for seat in (None, *range(setup.seats)):
                other = game.resample(state, seat, choices)
                assert to_plain(game.view(other, seat)) == to_plain(game.view(state, seat))


@each_game
@given(choices)
def test_turns_and_legal_moves_tell_a_seat_nothing_hidden(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        if choices.now_and_then(5):
            for seat in range(setup.seats):
                other = game.resample(state, seat, choices)
                assert game.to_act(other) == game.to_act(state)
                assert game.moves(other, seat) == game.moves(state, seat)
                if seat in game.to_act(state):
                    assert game.default(other, seat) == game.default(state, seat)


@each_game
@given(choices)
def test_the_text_shown_for_a_move_does_not_depend_on_hidden_facts(game, choices):
    setup = choices.pick(setups(game))
    for step in walk(setup, choices):
        if choices.now_and_then(5):
            for viewer in (None, *range(setup.seats)):
                other = game.resample(step.before, viewer, choices)
                told = game.seen(step.before, step.seat, step.move, viewer)
                assert game.seen(other, step.seat, step.move, viewer) == told


@each_game
@given(choices)
def test_the_text_shown_for_a_move_tells_no_more_than_the_view_after_it(game, choices):
    setup = choices.pick(setups(game))
    for state in states(setup, choices):
        if game.info.hidden and choices.now_and_then():
            for seat in game.to_act(state):
                nature = seat == CHANCE
                moves = game.moves(state, seat)
                moves = [game.chance(state).sample(choices) for _ in range(9)] if nature else moves
                for viewer in {None, *range(setup.seats)} - {seat}:
                    told = {}
                    for move in moves:
                        after = game.view(game.apply(state, seat, move), viewer)
                        text = game.seen(state, seat, move, viewer)
                        assert told.setdefault(after, text) == text


@each_game
@given(choices)
def test_a_game_hides_something_if_and_only_if_it_says_so(game, choices):
    setup = choices.pick(setups(game))
    hidden = any(
        game.resample(state, seat, choices) != state
        for state in states(setup, choices)
        for seat in (None, *range(setup.seats))
        if choices.now_and_then(3)
    )
    assert hidden == game.info.hidden


# Positions


@each_game
@given(choices)
def test_positions_read_back(game, choices):
    if isinstance(game, Positional):
        for state in states(choices.pick(setups(game)), choices):
            text = game.position(state)
            again = game.from_position(text)
            assert game.position(again) == text
            assert "\n" not in text
            assert game.to_act(again) == game.to_act(state)
            assert game.outcome(again) == game.outcome(state)
