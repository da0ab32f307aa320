"""Pictures of pyramids are small, the same every time, and readable without colour."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.pictures.pyramids import (
    HEIGHT,
    SECOND,
    WIDTH,
    _draw_plot,
    draw_badge,
    draw_given_up,
    draw_gone,
    draw_slot,
    draw_standing,
    draw_words,
    fit_words,
)
from cogs.buckets.pictures.scenes import draw_scene
from cogs.buckets.words import describe_plot
from cogs.interactions.language import ENGLISH
from engine.buckets.cards import COLOURS
from engine.buckets.pyramid import cleared, falling, parts
from players.games import game
from tests.cogs.reader import PLAIN, pages
from tests.engine.buckets.scene import FULL
from tests.tabletop import playthrough

KILOBYTE = 1000


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def grey(picture: Image.Image) -> Image.Image:
    """Return a sprite in grey on the sky, at the size that a phone shows."""
    ground = Image.new("RGBA", picture.size, "#cfe8f6")
    ground.alpha_composite(picture)
    return ground.convert("L").resize((36, 36))


def difference(a: Image.Image, b: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(a, b)).rms)


def fallen(box: int) -> Plot:
    falls = falling(FULL, box)
    return Plot("x", cleared(FULL, falls), FULL, falls, box)


@pytest.mark.parametrize(("seats", "height"), [(1, HEIGHT), (3, HEIGHT), (6, HEIGHT + SECOND)])
def test_a_scene_is_a_small_png(seats, height):
    png = draw_scene((fallen(0), *[Plot("a", FULL)] * (seats - 1)))
    picture = Image.open(io.BytesIO(png))
    assert (picture.format, picture.size) == ("PNG", (WIDTH, height))
    assert len(png) < 60 * KILOBYTE


PHONE = 295
"""Width of a picture on a phone, in Discord's points; a sharp screen has two pixels per point."""


def test_a_picture_is_sharp_on_a_phone_and_160_points_high_at_most():
    picture = Image.open(io.BytesIO(draw_scene((Plot("a", FULL),) * 3)))
    assert picture.width >= 2 * PHONE
    assert picture.height * PHONE / picture.width <= 160


@pytest.mark.parametrize("number", range(6))
def test_every_plot_of_a_scene_is_visible(number):
    plots = [Plot("x", FULL)] * 6
    plain = opened(draw_scene(tuple(plots)))
    plots[number] = fallen(2)
    assert ImageChops.difference(plain, opened(draw_scene(tuple(plots)))).getbbox()


def test_the_first_plot_takes_half_of_the_width_and_its_neighbours_a_quarter():
    """A plot changes nothing outside its place."""
    plain = opened(draw_scene((Plot("x", FULL),) * 3))
    for number, (left, right) in enumerate(((1, 3), (3, 4), (0, 1))):
        plots = [Plot("x", FULL)] * 3
        plots[number] = Plot("x", "." * 15, attacker="c")
        box = ImageChops.difference(plain, opened(draw_scene(tuple(plots)))).getbbox()
        assert box is not None
        assert left * WIDTH // 4 <= box[0] < box[2] <= right * WIDTH // 4 + 1


@pytest.mark.parametrize("pyramid", [FULL, FULL[:5] + "." * 10])
def test_a_crown_stands_on_the_highest_bucket(pyramid):
    plain, crowned = Plot("x", pyramid), Plot("x", pyramid, crown=True)
    before, after = (opened(draw_scene((each,))) for each in (plain, crowned))
    box = ImageChops.difference(before, after).getbbox()
    assert box is not None
    assert 0 <= box[1] < box[3] <= HEIGHT


def test_the_same_scene_has_the_same_bytes():
    _draw_plot.cache_clear()  # other tests may have cached the plots
    first = draw_scene((fallen(2),))
    _draw_plot.cache_clear()
    assert draw_scene((fallen(2),)) == first


def test_buckets_differ_without_colour():
    shades = [grey(draw_standing(letter)) for letter in COLOURS]
    assert min(difference(a, b) for a, b in combinations(shades, 2)) > 15


def test_fallen_buckets_differ_without_colour():
    shades = [grey(draw_gone(letter)) for letter in COLOURS]
    assert min(difference(a, b) for a, b in combinations(shades, 2)) > 5


@pytest.mark.parametrize("letter", COLOURS)
def test_standing_fallen_and_given_up_buckets_look_different(letter):
    shades = [grey(draw_standing(letter)), grey(draw_gone(letter))]
    shades.append(grey(draw_given_up(letter)))
    assert min(difference(a, b) for a, b in combinations(shades, 2)) > 8


def test_the_next_box_to_fill_is_marked():
    assert difference(grey(draw_slot("?")), grey(draw_slot(""))) > 20


def test_marks_differ():
    shades = [grey(draw_badge(mark)) for mark in "123456789ABCDEFGHIJKL"]
    assert min(difference(a, b) for a, b in combinations(shades, 2)) > 1


SPLIT = cleared(FULL, falling(FULL, 2))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("fallen", fallen(9)),
        ("marks", Plot("x", FULL, marks=((7, "4"),))),
        ("attacker", Plot("x", FULL, attacker="c")),
        ("turn", Plot("x", FULL, turn=True)),
        ("label", Plot("y", FULL)),
        ("one bucket", Plot("x", FULL[:-1] + "c")),
    ],
)
def test_every_mark_of_a_pyramid_is_visible(name, other):
    assert ImageChops.difference(
        opened(draw_scene((Plot("x", FULL),))), opened(draw_scene((other,)))
    ).getbbox()


def test_the_parts_of_a_split_pyramid_are_visible():
    plain, named = Plot("x", SPLIT), Plot("x", SPLIT, parts=parts(SPLIT))
    assert ImageChops.difference(
        opened(draw_scene((plain,))), opened(draw_scene((named,)))
    ).getbbox()


@pytest.mark.parametrize("box", range(15))
def test_the_words_name_every_bucket_that_fell(box):
    words = describe_plot(ENGLISH, fallen(box), "Wigeon")
    numbers = words.partition("fallen, dashed: ")[2].partition(" · ")[0].split()
    assert [int(number) - 1 for number in numbers] == list(falling(FULL, box))


def test_the_words_name_every_bucket_that_stands():
    words = describe_plot(ENGLISH, Plot("x", FULL, attacker="h", turn=True), "Wigeon")
    assert words == (
        "Wigeon: 15 buckets · from the bottom: cow cow cow duck duck; duck horse horse horse; "
        "pig pig pig; sheep sheep; sheep · attacker: horse · to act"
    )


def test_the_words_name_every_mark():
    words = describe_plot(ENGLISH, Plot("x", FULL, marks=((8, "4"), (14, "1"))), "Wigeon")
    assert words.endswith(" · marked: 9 = 4; 15 = 1")


def test_the_words_name_gaps():
    assert "from the bottom: cow cow gap duck duck; duck gap gap horse" in describe_plot(
        ENGLISH, Plot("x", SPLIT), "x"
    )


@pytest.mark.parametrize("label", ["@everyone <x> · 3", "", " · 1", "x" * 80 + " · 15"])
def test_any_name_fits_on_a_sign(label):
    assert len(draw_scene((Plot(label, FULL),))) < 40 * KILOBYTE


@pytest.mark.parametrize(
    "name", ["Ünal", "Олена", "桜井さくら", "김민준", "李小龍", "שלום", "محمد"]
)
def test_a_sign_has_every_letter_of_a_name_before_its_number(name):
    assert fit_words(f"{name} · 15", 400)[:2] == (name, " · 15")
    length = fit_words(f"{name} · 15", 400)[2]
    left, _, right, _ = draw_words(name, "", length).getbbox()
    bare, _, end, _ = draw_words(name, " · 15", length).getbbox()
    assert left == bare < right < end <= length


def test_a_name_that_no_font_has_is_replaced_on_its_sign():
    assert fit_words("2 𓆛 · 8", 400, "Player 2")[:2] == ("Player 2", " · 8")


def test_every_sign_has_a_name_for_people_whose_own_cannot_be_drawn():
    """The pictures are those of boards and hands over a whole game, and of its end."""
    plots = []
    for at in playthrough(game("buckets"), 3, {}, 1):
        for page in pages(at, PLAIN):
            for drawn in (each.draw for each in page.pictures):
                plots += drawn.args[0]
    assert {plot.other for plot in plots if plot.label} == {"Player 1", "Player 2", "Player 3"}
