"""Tips on boards: each names buttons as they stand there, and gives a reason that is true."""

import random
import re
from collections import Counter

import pytest

from cogs.display.components import FocusButton, MoveButton, StepButton
from cogs.display.pages.board import render_hand
from cogs.display.pages.messages import render_table
from cogs.features.reviews.hint_pages import tell_tip
from cogs.features.reviews.regrets import Hint
from cogs.interactions.language import ENGLISH, read_language
from players.core import Assessed
from players.games import find_hint
from players.review import SMALL, is_mistake
from tables.model.progress import PRESS
from tests.cogs.features.reviews.test_reasons import play
from tests.cogs.features.reviews.truths import REASONS
from tests.cogs.limits import components
from tests.cogs.pictures import RENDERERS, all_emojis
from tests.cogs.scene import scene

GAMES = 20
"""Games of each kind in every run. The soak takes 200."""

EMOJIS = all_emojis()
HINTED = [key for key, renderer in RENDERERS.items() if renderer.has_hints]
LANGUAGES = [ENGLISH, read_language("de")]


def tips_at(at, seat, found, language=ENGLISH):
    return tell_tip(language, RENDERERS[at.game.info.key], Hint(at, seat, tuple(found)), EMOJIS)


def list_buttons(at, seat, focus, language):
    """Return the control of each label on the board or the private page of a seat."""
    renderer = RENDERERS[at.game.info.key]
    if at.game.info.hidden:
        page = render_hand(renderer, at, EMOJIS, seat, focus, language)
    else:
        page = render_table(renderer, at, EMOJIS, 0.0, focus, language=language)
    parts = components(page.items)
    return {read_label(each): each["custom_id"] for each in parts if each.get("custom_id")}


def read_label(button):
    emoji = button.get("emoji") or {}
    picture = f"<:{emoji['name']}:{emoji['id']}>" if "id" in emoji else emoji.get("name", "")
    return f"{picture} {button.get('label') or ''}".strip()


def follow(at, seat, way, language):
    """Press the buttons that a tip names, one after the other, and return the moves made."""
    focus = ""
    for label in way.split(" ▸ "):
        pressed = list_buttons(at, seat, focus, language)[label]
        if found := FocusButton.pattern.fullmatch(pressed):
            focus = found["focus"]
        else:
            made = StepButton.pattern.fullmatch(pressed) or MoveButton.pattern.fullmatch(pressed)
            return made["move"].split(PRESS)
    raise AssertionError(way)


def follow_tips(key, seed, language):
    """Check the way to a random move, at some choices of a game; return how many were checked."""
    chance, checked = random.Random(seed), 0
    for at, known, _ in play(key, seed):
        if chance.random() > 0.2 or (key == "buckets" and known.view.playing is None):
            continue
        moves = [move for move in known.moves if str(move) != "undo"]
        chance.shuffle(moves)
        found = [Assessed(move, 90.0 - 9 * place) for place, move in enumerate(moves)]
        if tip := tips_at(at, known.seat, found, language):
            way = tip.removeprefix("**").partition("**\n-# ")[0]
            assert str(moves[0]) == follow(at, known.seat, way, language)[0], (way, tip)
            checked += 1
    return checked


@pytest.mark.parametrize("language", LANGUAGES, ids=["en", "de"])
@pytest.mark.parametrize("key", HINTED)
def test_a_tip_names_the_buttons_as_they_stand_on_the_board(key, language):
    assert sum(follow_tips(key, seed, language) for seed in range(GAMES)) > GAMES


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("language", LANGUAGES, ids=["en", "de"])
@pytest.mark.parametrize("key", HINTED)
def test_in_200_games_a_tip_names_the_buttons_as_they_stand_on_the_board(key, language, part):
    assert sum(follow_tips(key, 1000 + 20 * part + game, language) for game in range(20)) > 20


def check_reasons(key, seeds, every=1):
    """Return the sentences of tips in some games that are not true, and the number of each kind."""
    faults, kinds = [], Counter()
    for seed in seeds:
        for number, (at, known, _) in enumerate(play(key, seed)):
            found = find_hint(key, known) if number % every == 0 else ()
            worse = [each for each in found if is_mistake(found[0], each)]
            tip = tips_at(at, known.seat, found) if worse else ""
            if not tip:
                continue
            way, _, why = tip.removeprefix("**").partition("**\n-# ")
            made = follow(at, known.seat, way, ENGLISH)[0]
            (best,) = (each for each in found if str(each.move) == made)
            other = max((w for w in worse if best.worth - w.worth >= SMALL), key=lambda w: w.worth)
            form, check = next(each for each in REASONS.items() if re.fullmatch(each[0], why))
            figures = re.fullmatch(form, why).groups()
            kinds[form] += 1
            if not check(at, known.seat, known.view, best.move, other.move, *figures):
                faults.append((why, made, str(other.move)))
            assert best.worth > other.worth
    return faults, kinds


EVERY = {"buckets": 20}
"""One in this many choices gets a tip where the search takes long."""


@pytest.mark.parametrize("key", HINTED)
def test_the_reason_of_a_tip_is_true(key):
    faults, kinds = check_reasons(key, range(6), EVERY.get(key, 1))
    assert faults == []
    assert len(kinds) > 2


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("key", HINTED)
def test_in_200_games_the_reason_of_a_tip_is_true(key, part):
    seeds = range(2000 + 20 * part, 2020 + 20 * part)
    assert check_reasons(key, seeds, EVERY.get(key, 1))[0] == []


@pytest.mark.parametrize(
    ("key", "moves", "odds"),
    [
        ("ducks", ("roll", "dice 1 3 4 5 6 boss 3", "promote 3"), "Roll and lose a die: "),
        ("trophy", ("roll", "hunt bP bP bT"), "Risk of losing the "),
    ],
)
def test_a_tip_takes_the_place_of_the_odds(key, moves, odds):
    at = scene(key, 3, "first 0", *moves)
    for tip in "", "**Stop**\n-# It is enough.":
        page = render_table(RENDERERS[key], at, EMOJIS, 0.0, tip=tip)
        told = "\n".join(part.get("content", "") for part in components(page.items))
        assert (odds in told) is not bool(tip)
        assert tip in told
