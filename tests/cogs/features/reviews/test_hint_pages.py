"""Hints: the best move, one true sentence about this move, and the costs of the other moves."""

import random
import re
from dataclasses import replace

import pytest

from cogs.features.reviews.hint_pages import order_moves, render_hint
from cogs.features.reviews.regrets import Hint
from cogs.interactions.language import ENGLISH, plain_name
from engine.core import CHANCE, Match
from engine.playthrough import play_randomly
from players.core import Assessed, know
from players.games import can_hint, find_hint, game
from players.practice import load_positions, weigh
from tables.model.table import Status
from tests.cogs.extremes import sent
from tests.cogs.limits import TEXT, components, faults
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS, context_of, labels, renderer_of, scene
from tests.engine.buckets.scene import after, building
from tests.people import controls
from tests.pseudo import PSEUDO, find_unmarked
from tests.tabletop import playthrough, table

HINTED = [key for key, renderer in RENDERERS.items() if renderer.has_hints]
OFTEN = "It wins more often"
DAY_1 = "roll 1 2 2 2 4 6"


class Chance(random.Random):
    def below(self, n):
        return self.randrange(n)


def hinted(at, language=ENGLISH):
    """Return the page of the hint for the seat to act."""
    (seat,) = at.to_act
    found = find_hint(at.game.info.key, know(at.game, at.options, at.state, seat))
    hint = Hint(at, seat, found)
    return render_hint(language, renderer_of(at), hint, EMOJIS)


def said(at):
    return advice(hinted(at))


def advice(page):
    found = components(page.items)
    return "\n".join(item["content"] for item in found if item["type"] == TEXT)


def positions(key, seats, seed):
    """Yield some tables of a random game at which somebody has to choose."""
    rules = game(key)
    match = Match.begin(rules, seats, {})
    moves = []
    for number, step in enumerate(play_randomly(match, Chance(seed))):
        if step.seat != CHANCE and number % 11 == 0:
            yield scene(key, seats, *moves)
        moves.append(str(step.move))


@pytest.mark.parametrize("key", RENDERERS)
def test_a_game_has_hints_if_its_moves_can_be_valued(key):
    assert RENDERERS[key].has_hints == can_hint(key)


@pytest.mark.parametrize(
    ("key", "seats"), [("ducks", 2), ("ducks", 3), ("trophy", 3), ("pond", 1), ("pond", 2)]
)
def test_a_hint_can_be_shown_wherever_somebody_has_to_choose(key, seats):
    for at in positions(key, seats, seed=1):
        assert faults(hinted(at)) == []


@pytest.mark.parametrize(("key", "seats"), [("ducks", 3), ("trophy", 3), ("pond", 2)])
def test_no_word_of_a_hint_is_left_untranslated(key, seats):
    for at in positions(key, seats, seed=1):
        names = [plain_name(each.name) for each in at.seats]
        assert find_unmarked(hinted(at, PSEUDO).items, names) == []


@pytest.mark.parametrize("key", ["ducks", "trophy"])
def test_a_hint_leads_to_its_move_and_back_to_the_page(key):
    at = scene(key, 3, "first 0")
    play, *_, back = controls(sent(hinted(at)))
    assert play["custom_id"].startswith(f"g1:{at.id}:{at.drawn_for(0)}:")
    assert back["custom_id"] == f"a1:{at.id}:more"


def test_a_move_is_named_as_on_its_button():
    at = scene("trophy", 3, "first 0", "roll", "hunt bP bP bT")
    assert any(f"\n**{label}**\n" in said(at) for label in labels(at))


def test_without_a_choice_the_only_move_is_named():
    assert "**Roll 5 dice**\nThere is nothing else to do." in said(scene("ducks", 2, "first 0"))


@pytest.mark.parametrize(
    ("steps", "button"),
    [
        ((), "Build it for me"),
        (("0 place 0 d",), "Build the rest for me"),
        (("0 auto",), "Confirm"),
    ],
)
def test_while_pyramids_are_built_a_hint_says_how_a_duck_would_build(steps, button):
    state = after(building("h8 h7 h6 p8 p7 c5 d1", "c1 c2 c3", "s1 s2 s3"), *steps)
    at = table(game("buckets"), 3, {}, status=Status.PLAYING, state=state, seq=9)
    found = find_hint("buckets", know(at.game, at.options, state, 0))
    words = advice(render_hint(ENGLISH, renderer_of(at), Hint(at, 0, found), EMOJIS))
    assert f"\n**{button}**\n" in words
    assert ("puts the animals of your best cards low" in words) is (button != "Confirm")
    if button == "Build the rest for me":
        assert "From the bottom: duck horse horse" in words
    assert len(words) < 400


def advised(at, best, other):
    """Return the reason for the first move of a hint with two moves."""
    (seat,) = at.to_act
    hint = Hint(at, seat, (best, other))
    return texts(render_hint(ENGLISH, renderer_of(at), hint, EMOJIS))[1]["content"].split("\n")[1]


def at_risk(*, last=False):
    """Return a hunter with points aside, in the last round if `last`."""
    fallen = ("first 0", "roll", "hunt bP bP bP", "roll", "hunt wP gS gS")
    at = scene("trophy", 3, *fallen)
    state = replace(at.state, totals=(40, 0, 0)) if last else at.state
    return table(at.game, 3, {}, status=Status.PLAYING, state=state, seq=9)


@pytest.mark.parametrize(
    ("last", "best", "other", "told"),
    [
        (
            False,
            (9.0, 0.9),
            (8.0, 0.1),
            "Points of this turn, on average: about 9. With **{other}**: about 8.",
        ),
        (False, (8.0, 1.0), (9.0, 0.5), "It wins the game for sure."),
        (False, (8.0, 1.0), (9.0, 0.0), "It wins the game for sure."),
        (False, (8.0, 0.4), (9.0, 0.0), "**{other}** loses the game for sure."),
        (
            False,
            (8.0, 0.4),
            (9.0, 0.3),
            f"{OFTEN}: 40 %. With **{{other}}**: 30 %.",
        ),
        (
            True,
            (9.0, 0.4),
            (8.0, 0.0001),
            f"{OFTEN}: 40 %. With **{{other}}**: less than 1 %.",
        ),
        (True, (9.0, 0.4), (8.0, 0.3998), "It wins more often than **{other}**."),
        (False, (9.04, None), (8.6, None), "On average it brings more than **{other}**."),
        (False, (9.0, 0.4), (9.0, 0.4), "All other moves are equally good."),
    ],
)
def test_a_hint_says_what_decides(last, best, other, told):
    at = at_risk(last=last)
    roll, stop = at.game.moves(at.state, 0)
    name = renderer_of(at).name_move(context_of(at), stop)
    moves = Assessed(roll, *best, 0.0), Assessed(stop, *other, 0.0, now=9.0)
    assert advised(at, *moves) == told.format(other=name)


def test_a_fact_of_the_game_comes_before_figures():
    at = at_risk()
    roll, stop = at.game.moves(at.state, 0)
    moves = Assessed(stop, 9.0, 0.9, now=9.0), Assessed(roll, 8.0, 0.1)
    assert advised(at, *moves) == "One more Startle would cost all 10."


def test_another_roll_is_compared_with_the_points_that_are_sure():
    at = at_risk()
    roll, stop = at.game.moves(at.state, 0)
    name = renderer_of(at).name_move(context_of(at), stop)
    said = advised(at, Assessed(roll, 9.6, 0.5, 0.02), Assessed(stop, 8.0, 0.4, 0.02, now=8.0))
    assert said == f"Points of this turn, on average: about 10. With **{name}**: about 8."


def test_no_figure_is_shown_if_play_outs_prefer_another_move():
    at = at_risk()
    roll, stop = at.game.moves(at.state, 0)
    assert advised(at, Assessed(roll, 3.0), Assessed(stop, 3.1)) == (
        "No other move is clearly better."
    )


def test_trophy_with_nothing_aside_has_nothing_to_lose():
    assert "No points to lose yet." in said(scene("trophy", 3, "first 0", "roll", "hunt bS bT bT"))


def test_ducks_names_the_hand_that_puts_a_promotion_ahead():
    first = ("first 0", "roll", "dice 1 3 4 5 6 boss 3", "promote 3", "stop")
    at = scene("ducks", 3, *first, "roll", "dice 1 3 3 4 6 boss 3")
    moves = {str(each): each for each in at.game.moves(at.state, 1)}
    pair, one = (
        Assessed(moves[text], points) for text, points in (("promote 3 3", 2.4), ("promote 3", 1.9))
    )
    assert advised(at, pair, one) == "That takes the lead: a pair of threes."
    less = Assessed(pair.move, 1.4)
    assert advised(at, one, less) == "More dice stay for the next roll."


# The best move, in two lines


def short(at, seat, moves):
    """Check the title and the two lines of a hint."""
    hint = Hint(at, seat, tuple(moves))
    page = render_hint(ENGLISH, renderer_of(at), hint, EMOJIS)
    title, lines = (item["content"] for item in texts(page))
    name, _, why = lines.partition("\n")
    assert name.startswith("**")
    assert len(name.strip("*")) <= 60
    assert re.search(r"\w", why)
    assert "\n" not in why
    assert not re.search(r"\b0\.0+\b", why)
    assert len(title) + len(lines) <= 300


def texts(page):
    return [each for each in components(page.items) if each["type"] == TEXT]


@pytest.mark.parametrize("number", range(0, 100, 10))
def test_the_hints_of_the_shipped_positions_are_short(number):
    for position in load_positions()[number : number + 10]:
        shown = scene(
            position.game,
            position.seats,
            *position.moves,
            options=dict(position.options),
            first=position.first,
        )
        short(shown, shown.to_act[0], weigh(position))


@pytest.mark.parametrize("key", HINTED)
def test_hints_are_short_whatever_is_best_in_twenty_games(key):
    """The best move is drawn at random, because the words must fit any move."""
    chance = random.Random(7)
    rules = game(key)
    for seed in range(20):
        allowed = rules.seat_range({})
        for at in playthrough(rules, allowed[seed % len(allowed)], {}, seed):
            if at.to_act and not is_building(at) and chance.random() < 0.3:
                seat = chance.choice(at.to_act)
                moves = [m for m in rules.moves(at.state, seat) if str(m) != "undo"]
                chance.shuffle(moves)
                win = chance.choice([None, 0.5])
                short(at, seat, [Assessed(m, 9.0 - i, win, 0.0) for i, m in enumerate(moves)])


def is_building(at):
    return at.game.info.key == "buckets" and at.game.view(at.state, None).playing is None


def test_only_buck_dice_has_no_hints():
    assert set(RENDERERS) - set(HINTED) == {"buckdice"}


def test_of_equally_good_moves_the_one_that_leaves_most_dice_is_named():
    at = scene("ducks", 2, "first 0", "roll", "dice 1 3 3 5 6 boss 3")
    one, two, away = at.game.moves(at.state, 0)
    moves = [Assessed(two, 3.0), Assessed(one, 3.0), Assessed(away, 2.0)]
    found = texts(render_hint(ENGLISH, renderer_of(at), Hint(at, 0, tuple(moves)), EMOJIS))
    assert found[1]["content"].startswith("**Promote one 3**\n")


def test_in_the_pond_filling_a_row_comes_before_an_equally_good_end_of_the_day():
    at = scene("pond", 1, DAY_1)
    moves = [Assessed(move, 40.0) for move in at.game.moves(at.state, 0)]
    (best, *_) = order_moves(renderer_of(at), context_of(at), moves)
    assert str(best.move) == "place 2 2 2"


@pytest.mark.parametrize(
    ("win", "less", "off", "told"),
    [
        (0.5, 0.4, 0.0, "more often: 50 %. With **{other}**: 40 %."),
        (0.01, 0.0001, 0.0, "more often: 1 %. With **{other}**: less than 1 %."),
        (0.42, 0.394, 0.02, "more often: 42 %. With **{other}**: 39 %."),
        (0.42, 0.418, 0.02, "It wins more often than **{other}**."),
        (0.9999, 0.98, 0.02, "more often: more than 99 %. With **{other}**: 98 %."),
    ],
)
def test_the_chance_to_win_is_a_whole_number(win, less, off, told):
    at = at_risk()
    roll, stop = at.game.moves(at.state, 0)
    name = renderer_of(at).name_move(context_of(at), stop)
    said = advised(at, Assessed(roll, 4.0, win, off), Assessed(stop, 4.0, less, off))
    assert said.endswith(told.format(other=name))


def test_a_hint_has_a_move_a_reason_and_no_comparison():
    at = scene("trophy", 3, "first 0", "roll", "hunt bP bP bT")
    buttons = [each for each in components(hinted(at).items) if "label" in each]
    assert [(each["label"], each["custom_id"]) for each in buttons] == [
        ("Play it", "g1:123456:3:roll"),
        ("‹ Back", "a1:123456:more"),
    ]


@pytest.mark.parametrize(("key", "seats"), [("ducks", 3), ("trophy", 3), ("pond", 1), ("pond", 2)])
def test_no_figure_of_a_hint_has_decimals_or_a_likely_error(key, seats):
    told = [said(at) for seed in range(4) for at in positions(key, seats, seed)]
    assert any(re.search(r"\d", each) for each in told)
    assert [each for each in told if re.search(r"\d[.,]\d|±|off by", each)] == []


def test_equally_good_moves_are_called_so():
    at = scene("trophy", 3, "first 0", "roll", "hunt bP bP bT")
    moves = tuple(Assessed(move, 5.0, 1.0, 0.0) for move in at.game.moves(at.state, 0))
    page = render_hint(ENGLISH, renderer_of(at), Hint(at, 0, moves), EMOJIS)
    assert "All other moves are equally good." in texts(page)[1]["content"]
