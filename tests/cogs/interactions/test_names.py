"""Names in text, tables and pictures: visible, harmless, and as wide as there is room."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from cogs.buckets.pictures.plots import Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.display.art.charts import Bar, draw_bars
from cogs.interactions.names import MARKS, NAMELESS, clean_name, fit_name, plain_name

INVISIBLE = ["", " ", "\u3164", "\u115f\u1160", "\u2800 \u2800", "\u200b\u200d\u2060", "\ufe0f"]
TURNING = [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"]
LINKS = [
    "<#5>",
    "<@5>",
    "<@&5>",
    "</table show:5>",
    "<:duck:5>",
    "<a:duck:5>",
    "<t:0:R>",
    "<id:home>",
    "<https://a.example>",
]


def margins(label):
    """The pixels of a pyramid's picture at the left and right of the sign with this label."""
    image = Image.open(io.BytesIO(draw_scene((Plot(label, "c" * 15),)))).convert("RGB")
    width, height = image.size
    places = ((0, height - 38, 4, height), (width - 4, height - 38, width, height))
    return [image.crop(place).tobytes() for place in places]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_that_nobody_could_see_is_replaced(name):
    assert clean_name(name) == plain_name(name) == NAMELESS


@pytest.mark.parametrize("sign", [*TURNING, "\u200b", "\ufeff", "\n", "\r", "\t", "\u2028", "\x1b"])
def test_signs_without_a_shape_are_removed(sign):
    assert clean_name(f"An{sign}na").replace(" ", "") == "Anna"


@pytest.mark.parametrize(
    "name",
    ["Anna", "Ève", "李雷", "محمد", "רֵאשִׁ֖ית", "👩‍👧", "❤️", "می‌خواهم"],
)
def test_ordinary_names_stay_as_they_are(name):
    assert clean_name(name) == name


@pytest.mark.parametrize("mark", ["\u0301", "\u0489", "\u0e49"])
def test_marks_do_not_grow_over_the_lines_around(mark):
    assert clean_name(f"Z{mark * 30}a{mark * 5}") == f"Z{mark * MARKS}a{mark * MARKS}"


@pytest.mark.parametrize("name", LINKS)
def test_nothing_in_a_name_is_a_mention_an_emoji_or_a_time(name):
    assert re.search(r"(?<!\\)<", plain_name(name)) is None


@pytest.mark.parametrize("name", ["https://a.example/b_c", "http://a.example", "x://y"])
def test_no_address_in_a_name_is_a_link(name):
    assert re.search(r"(?<!\\)://", plain_name(name)) is None


@pytest.mark.parametrize("name", ["W" * 32, "\uff37" * 32, "李" * 32, "Anna", "e\u0301" * 20, "``"])
def test_a_name_in_a_table_has_the_width_of_its_column(name):
    fitted = fit_name(name, 10)
    wide = sum(2 if sign in "\uff37李" else 0 if sign == "\u0301" else 1 for sign in fitted)
    assert wide == 10
    assert "`" not in fitted


@pytest.mark.parametrize("name", ["W" * 32, "\ufdfa" * 32, "㎯" * 32, "\u202e<#5>", "", "李" * 32])
def test_any_name_fits_into_the_pictures(name):
    label = f"1 {clean_name(name)}"
    assert draw_bars([Bar(label, 5, "5 of 5"), Bar("2 Anna", 1, "1 of 1")])
    ends = [margins(f"{whose} · 15 buckets") for whose in (label, "1 Anna")]
    assert ends[0] == ends[1]
