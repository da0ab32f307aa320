"""Charts: what is drawn where, and with which letters."""

from __future__ import annotations

import io

from PIL import Image

from cogs.core.art.charts import WIDTH, Bar, Point, draw_bars, draw_course, drop_unknown_letters

PART, WHOLE, OWN, LINE = (240, 178, 50), (93, 100, 112), (255, 255, 255), (108, 194, 74)


def pixels(png, colour):
    """Where a colour is, as (x, y)."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    data = image.load()
    return [(x, y) for y in range(image.height) for x in range(image.width) if data[x, y] == colour]


def span(found):
    """From the leftmost to the rightmost."""
    return max(x for x, _ in found) - min(x for x, _ in found)


def test_a_bar_is_as_long_as_its_value():
    rows = [Bar("a", 10, "10"), Bar("b", 5, "5")]
    whole = pixels(draw_bars(rows), PART)
    first = [p for p in whole if p[1] < 70]
    second = [p for p in whole if p[1] > 70]
    assert abs(span(first) - 2 * span(second)) <= 3


def test_a_part_is_drawn_within_its_bar():
    png = draw_bars([Bar("a", 10, "4 of 10", 4), Bar("b", 10, "0 of 10", 0)])
    part, whole = pixels(png, PART), pixels(png, WHOLE)
    assert max(x for x, _ in part) < max(x for x, _ in whole)
    assert all(y < 70 for _, y in part)


def test_values_below_zero_and_all_alike_can_be_drawn():
    assert Image.open(io.BytesIO(draw_bars([Bar("", 0, "0"), Bar("", 0, "0")]))).width == WIDTH
    assert (
        Image.open(io.BytesIO(draw_bars([Bar("x", -5, "-5"), Bar("y", 5, "5")], -8))).width == WIDTH
    )


def test_a_rising_course_ends_above_its_beginning():
    found = pixels(draw_course([Point(1000), Point(1100), Point(1300)], ("a", "b")), LINE)
    left, right = min(found), max(found)
    assert right[1] < left[1]


def test_a_course_of_one_value_is_a_dot():
    assert pixels(draw_course([Point(1200, 400)], ("a", "b")), LINE)


def test_letters_without_a_drawing_are_left_out():
    assert drop_unknown_letters("Mallard 日本") == "Mallard"
    assert drop_unknown_letters("日本語") == ""


def test_accents_are_dropped_rather_than_their_letters():
    assert drop_unknown_letters("Žižka") == "Zizka"
