"""Names in text, tables and pictures: visible, harmless, and never too wide."""

from __future__ import annotations

import io
import re
import unicodedata
from types import SimpleNamespace

import pytest
from PIL import Image
from wcwidth import wcwidth

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.pictures.scenes import draw_scene
from cogs.display.art.card import cut as drawn_cut
from cogs.interactions.interaction import person_of
from cogs.interactions.language import MARKS, clean_name, cut, fit_name, plain_name

INVISIBLE = ["", " ", "\u3164", "\u115f\u1160", "\u2800 \u2800", "\u200b\u200d\u2060", "\ufe0f"]
MARKED = ["\u0301", "\u0488\u0301", "\u0e31 \u0e34", "\u20dd", "\u0903", "\u0378\U000e0fff"]
IGNORABLE = """
    AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0
    FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF
"""
"""Code points that Unicode's DerivedCoreProperties.txt calls default-ignorable."""

BLANKS = "HANGUL .*FILLER|PATTERN BLANK|NULL NOTEHEAD|HIEROGLYPH (FULL|HALF) BLANK"
"""Pattern for the names of letters and symbols that Unicode's charts show as blank."""

EMOJIS = [
    "👩\u200d👧",
    "👨\u200d👩\u200d👧\u200d👦",
    "❤\ufe0f",
    "🇩🇪",
    "👍🏽",
    "1\ufe0f\u20e3",
    "🫨",
]
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
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
    """Return the pixels left and right of the sign with this label, in a pyramid's picture."""
    image = Image.open(io.BytesIO(draw_scene((Plot(label, "c" * 15),)))).convert("RGB")
    width, height = image.size
    places = ((0, height - 38, 4, height), (width - 4, height - 38, width, height))
    return [image.crop(place).tobytes() for place in places]


@pytest.mark.parametrize("name", INVISIBLE)
def test_an_invisible_name_is_replaced(name):
    assert clean_name(name) == plain_name(name) == ""


@pytest.mark.parametrize("name", INVISIBLE)
def test_an_invisible_display_name_gives_way_to_the_user_name(name):
    user = SimpleNamespace(id=5, display_name=name, name="smew")
    assert person_of(SimpleNamespace(user=user)).name == "smew"


@pytest.mark.parametrize("name", MARKED)
def test_marks_alone_and_unassigned_characters_are_no_name(name):
    assert clean_name(name) == plain_name(name) == ""


ALIKE = [range(0x20000, 0xE0000), range(0xF0000, 0x110000)]
"""Planes of Unicode with Chinese characters, with no characters, and for private use."""


@pytest.mark.heavy
@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.soak)])
def test_characters_that_draw_nothing_are_no_name(step):
    """In planes whose characters are alike, only some characters are tried."""
    codes = [
        *range(0x20000),
        *range(0xE0000, 0xF0000),
        *(c for each in ALIKE for c in each[::step]),
    ]
    ranges = [[int(end, 16) for end in each.split("-")] for each in IGNORABLE.split()]
    ignorable = {chr(code) for each in ranges for code in range(each[0], each[-1] + 1)}
    for sign in map(chr, codes):
        blank = bool(re.search(BLANKS, unicodedata.name(sign, "")))
        empty = unicodedata.category(sign)[0] in "MZC" or sign.isspace() or not sign.strip()
        newer = "\U0001f000" <= sign <= "\U0001faff" and wcwidth(sign) == 2
        assert (clean_name(sign) == "") == (sign in ignorable or blank or (empty and not newer)), (
            hex(ord(sign))
        )


@pytest.mark.parametrize("sign", [*TURNING, "\u200b", "\ufeff", "\n", "\r", "\t", "\u2028", "\x1b"])
def test_characters_without_a_shape_are_removed(sign):
    assert clean_name(f"An{sign}na").replace(" ", "") == "Anna"


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Ève",
        "李雷",
        "محمد",
        "רֵאשִׁ֖ית",
        "می‌خواهم",
        "நிலா",
        "한글",
        "7",
        "?",
        "§",
        *EMOJIS,
        ENGLAND,
    ],
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


@pytest.mark.parametrize("sign", [*EMOJIS, ENGLAND, "e\u0301", "கி", "각"])
def test_a_visible_character_is_never_split(sign):
    for room in range(1, 30):
        assert set(cut(sign * 9, room).split(sign)) == {""}
        assert len(cut(sign * 9, room)) <= room
    for room in range(3, 12):
        shown = fit_name(sign * 9, room).rstrip().removesuffix("…")
        assert set(shown.split(sign)) == {""}
    assert drawn_cut(sign * 9, 20, 40).replace(sign, "") == "…"


@pytest.mark.parametrize("emoji", [*EMOJIS, ENGLAND])
def test_an_emoji_of_several_signs_is_two_columns_wide(emoji):
    assert fit_name(emoji, 10) == emoji + 8 * " "
    assert fit_name(emoji * 6, 10) == emoji * 4 + "… "


@pytest.mark.parametrize("name", ["W" * 32, "\ufdfa" * 32, "㎯" * 32, "\u202e<#5>", "", "李" * 32])
def test_any_name_fits_into_the_pictures(name):
    label = f"1 {clean_name(name)}"
    ends = [margins(f"{whose} · 15 buckets") for whose in (label, "1 Anna")]
    assert ends[0] == ends[1]
