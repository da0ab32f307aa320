"""The strips of pictures that teach a newcomer: what they show is what the rules do."""

from __future__ import annotations

import io
import re
from collections import Counter

import pytest
from PIL import Image

from cogs.display.art.canvas import COMMON, WIDTH
from cogs.display.art.strip import draw_strip
from cogs.interactions.language import ENGLISH, NAMES, read_language
from engine.buckdice.dice import score
from engine.buckets.pyramid import falling
from engine.ducks.dice import promotable
from engine.pond.moves import DUCKS
from engine.trophy import STARTLES_TO_END
from players.games import GAMES, game
from tests.cogs.pictures import RENDERERS

KEYS = [rules.info.key for rules in GAMES]
WORDS, LETTERS = 8, 55
"""Most words of an English caption; most letters of a caption in any language."""


def panel(key, number):
    """Return the rows of a panel, numbered from 1."""
    return [row.split() for row in RENDERERS[key].strip.panels[number - 1].split("|")]


def dice(row, kind="white"):
    return tuple(sorted(int(cell[-1]) for cell in row if cell.startswith(f"{kind}_die_")))


@pytest.mark.parametrize("key", KEYS)
def test_a_strip_has_pictures_and_signs_and_no_words(key):
    strip = RENDERERS[key].strip
    known = {each.key for each in (*COMMON, *strip.drawings)}
    cells = [cell for number in (1, 2, 3) for row in panel(key, number) for cell in row]
    assert [cell for cell in cells if cell not in known and re.search("[A-Za-z_]", cell)] == []
    image = Image.open(io.BytesIO(draw_strip(strip)))
    assert image.width == WIDTH
    assert image.height < WIDTH / 2


@pytest.mark.parametrize("key", KEYS)
def test_captions_are_short_in_every_language(key):
    renderer = RENDERERS[key]
    assert all(len(words.split()) <= WORDS for words in renderer.captions)
    for code in NAMES.keys() - {ENGLISH.code}:
        _ = read_language(code).of(key)
        assert max(len(_(words)) for words in renderer.captions) <= LETTERS


def test_the_dice_of_ducks_may_go_into_the_bucket_and_the_others_are_rolled_again():
    (boss,), *rolled = panel("ducks", 1)
    whites = dice([cell for row in rolled for cell in row])
    assert len(whites) == 5
    offered = promotable(whites, dice([boss], "boss")[0])
    head, *ways = panel("ducks", 2)
    assert head == [boss]
    assert all(dice(way) in offered for way in ways)
    kept, _, again = panel("ducks", 3)
    assert dice(kept) in offered
    assert (len(dice(kept)) + len(dice(again)), len(dice(again, "boss"))) == (5, 1)


def test_a_row_of_the_pond_takes_its_number_and_scores_as_shown():
    values = {duck.key: duck.value for duck in DUCKS}
    rolled = dice([cell for row in panel("pond", 1) for cell in row])
    for white, _, duck in panel("pond", 2):
        assert dice([white]) == (values[duck],)
        assert values[duck] in rolled
    (duck,), row, (points,) = panel("pond", 3)
    (found,) = (each for each in DUCKS if each.key == duck)
    assert row == 3 * [f"white_die_{found.value}"]
    assert rolled.count(found.value) == 3
    assert points == f"+{found.one_roll}"


def test_the_hunt_scores_antlers_and_ends_with_three_startles():
    drawn, _, rolled = panel("trophy", 1)
    assert [cell.split("_")[0] for cell in drawn] == [cell.split("_")[0] for cell in rolled]
    points, tracks = panel("trophy", 2)
    assert (points[0], tracks[0]) == (rolled[0], rolled[1])
    assert points[1] == "+2"  # a brown die, in the rulebook's list
    startles, (worth,) = panel("trophy", 3)
    assert len(startles) == STARTLES_TO_END
    assert all(cell.endswith("_startle") for cell in startles)
    assert worth == "0"


def test_the_pyramid_has_three_buckets_of_each_animal_and_what_falls_is_what_the_rules_let_fall():
    rows = panel("buckets", 1)
    assert [len(row) for row in rows] == [1, 2, 3, 4, 5]
    assert set(Counter(cell for row in rows for cell in row).values()) == {3}
    (attack,), (defence, _) = panel("buckets", 2)
    assert int(defence[-1]) > int(attack[-1])
    top = [cell for row in reversed(panel("buckets", 3)) for cell in row]  # boxes 9 to 14
    gone = tuple(9 + number for number, cell in enumerate(top) if cell == "thrown")
    assert falling("cdhps" * 3, 9) == gone


@pytest.mark.parametrize(
    "kind", [choice.value for choice in game("buckdice").info.options[0].choices]
)
def test_the_throws_of_buck_dice_score_as_shown_in_every_kind_of_game(kind):
    ((point,),) = panel("buckdice", 1)
    thrown, signs = panel("buckdice", 2)
    wanted = dice([point], "gold")
    assert f"+{score(kind, *wanted, dice(thrown) + dice(thrown, 'gold')).points}" == signs[0]
    missed, _ = panel("buckdice", 3)
    assert score(kind, *wanted, dice(missed)).points == 0


def test_the_goal_is_one_sentence():
    for key in KEYS:
        goal = ENGLISH(RENDERERS[key].goal)
        assert goal.count(".") == 1
        assert goal.endswith(".")
