"""Charts: what is drawn where, and with which letters."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.display.art.charts import Bar, Point, draw_bars, draw_course
from cogs.display.art.lettering import (
    cut,
    draw_run,
    drop_unknown_letters,
    measure,
    order_runs,
    split_by_font,
)
from cogs.display.art.palette import WIDTH

PART, WHOLE, OWN, LINE = (240, 178, 50), (93, 100, 112), (255, 255, 255), (108, 194, 74)
TEXT_COLOUR = (242, 243, 245)


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


def test_letters_that_no_font_has_are_left_out_and_ornate_ones_are_made_plain():
    assert drop_unknown_letters("Mallard \U0001f986 𓆛") == "Mallard"
    assert drop_unknown_letters("𝓜𝓪𝓵𝓵𝓪𝓻𝓭") == "Mallard"  # noqa: RUF001


NAMES = (
    "Žižka", "Ελένη", "Ђорђе", "日本語の名前", "한국어 이름", "简体中文", "محمد علي", "שלום",
    "हिन्दी", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം",
    "සිංහල", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "ქართული", "Հայերեն", "አማርኛ",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_in_the_scripts_of_the_world_are_drawn_whole(name):
    assert drop_unknown_letters(name) == name


def test_a_name_of_several_scripts_keeps_its_words_together():
    assert split_by_font("4 שלום עולם 日本") == [
        ("NotoSans", "4 "),
        ("NotoSansHebrew", "שלום עולם "),
        ("DroidSansFallback", "日本"),
    ]


def test_a_mark_stays_with_its_letter():
    assert split_by_font("ไทยน้ำ") == [("NotoSansThai", "ไทยน้ำ")]


@pytest.mark.parametrize("name", ["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "名" * 32, "م" * 32])
def test_a_wide_name_is_cut_to_its_room(name):
    shown = cut(name, 28, 240)
    assert shown.endswith("…")
    assert 180 < measure(shown, 28) <= 240


def test_a_name_that_begins_at_the_right_is_cut_at_its_left():
    assert order_runs("שלום עולם…")[0] == ("NotoSans", "…")
    assert [run for _, run in order_runs("2 שלום…")] == ["2 ", "…", "שלום"]
    assert [run for _, run in order_runs("Bob שלום…")] == ["Bob ", "שלום", "…"]


def test_a_name_that_fits_is_not_cut():
    assert cut("Mallard", 28, 240) == "Mallard"


def test_the_letters_of_a_label_are_seen_at_its_place():
    blank, named = (
        pixels(draw_bars([Bar(label, 1, "1")]), TEXT_COLOUR) for label in ("", "日本語")
    )
    assert span(named) > span(blank)


def test_a_bar_of_nothing_is_not_drawn():
    found = pixels(draw_bars([Bar("a", 3, "3"), Bar("b", 0, "0")]), PART)
    assert all(y < 70 for _, y in found)


def test_the_readers_bar_is_outlined_and_no_other():
    png = draw_bars([Bar("a", 3, "3"), Bar("b", 3, "3", own=True)])
    white = pixels(png, OWN)
    assert white
    assert all(y > 70 for _, y in white)
    left, right = min(x for x, _ in white), max(x for x, _ in white)
    assert right - left > 300  # around the whole bar


def test_a_note_stands_below_the_bars():
    plain, noted = (Image.open(io.BytesIO(draw_bars([Bar("a", 3, "3")], 0, n))) for n in ("", "x"))
    assert noted.height > plain.height


@pytest.mark.parametrize(
    ("font", "run"),
    [
        ("NotoSans", "Smew"),
        ("NotoSans", "e\u0301"),
        ("NotoSansArabic", "محمد"),
        ("DroidSansFallback", "李雷"),
    ],
)
def test_every_run_has_its_ink_within_the_mask_and_on_the_line(font, run):
    mask = draw_run(font, run, 30)
    left, top, right, bottom = mask.getbbox()
    assert 4 < left < right < mask.width - 4
    assert 0 < top < mask.height / 2 < bottom < mask.height


@pytest.mark.parametrize(
    ("font", "run", "joined"), [("NotoSansArabic", "ممم", True), ("NotoSans", "mmm", False)]
)
def test_letters_of_arabic_are_joined(font, run, joined):
    mask = draw_run(font, run, 60)
    left, _, right, bottom = mask.getbbox()
    columns = [mask.crop((x, 0, x + 1, bottom)).getbbox() for x in range(left, right)]
    assert all(columns) == joined
