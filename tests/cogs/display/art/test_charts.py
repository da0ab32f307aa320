"""Charts: bars, curves, and names in any script."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageColor

from cogs.display.art import charts
from cogs.display.art.canvas import WATER, WIDTH
from cogs.display.art.card import (
    cut,
    draw_or_replace,
    draw_run,
    drop_unknown_letters,
    measure,
    order_runs,
    split_by_font,
)
from cogs.display.art.charts import (
    GameLine,
    NextBadge,
    PersonCard,
    Point,
    draw_course,
    draw_person,
)

AMBER, TEXT_COLOUR = (240, 178, 50), (242, 243, 245)
LINE = AMBER
FIRST_BAR = 430, 600, 40, 70
"""Left, right, top and bottom of the first game's bar without its round ends, in pixels."""


def pixels(png, colour):
    """Return the pixels of a colour, as (x, y)."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    data = image.load()
    return [(x, y) for y in range(image.height) for x in range(image.width) if data[x, y] == colour]


def card(*shares, name="Buck Dice", latest=(), badge=None):
    """Return a person's card, with a game for each share of the way to the next level."""
    lines = tuple(GameLine(name, 3, share, "1 / 2") for share in shares)
    return draw_person(PersonCard(lines, latest, badge))


def filled(png):
    """Return how many pixel columns of the first bar have the colour of progress."""
    left, right, top, bottom = FIRST_BAR
    return len({x for x, y in pixels(png, AMBER) if left < x < right and top < y < bottom})


def test_a_bar_is_as_long_as_the_share_of_the_next_level():
    none, half, whole = (filled(card(share)) for share in (0.0, 0.5, 1.0))
    assert none == 0
    assert abs(2 * half - whole) < 20


def test_a_little_progress_is_visible():
    assert filled(card(0.001)) > 5


@pytest.mark.parametrize(("place", "words", "gold"), [(1, "1", True), (4, "4", False)])
def test_a_first_place_is_golden(place, words, gold):
    plain = len(pixels(card(0.0), AMBER))
    assert (len(pixels(card(0.0, latest=((place, words),)), AMBER)) > plain + 500) == gold


def test_a_card_grows_with_its_games_and_keeps_its_width():
    badge = NextBadge("Webbed Feet", 7, 10)
    heights = []
    for png in (card(0.1), card(0.1, 0.2), card(0.1, 0.2, badge=badge)):
        image = Image.open(io.BytesIO(png))
        assert image.width == WIDTH
        heights.append(image.height)
    assert heights == sorted(set(heights))


def test_a_rising_course_ends_above_its_beginning():
    found = pixels(draw_course([Point(1000), Point(1100), Point(1300)], ("1", "9")), LINE)
    left, right = min(found), max(found)
    assert right[1] < left[1]


def test_a_course_with_one_value_is_a_dot():
    assert pixels(draw_course([Point(1200, 400)], ("1", "9")), LINE)


def test_unknown_letters_are_left_out_and_ornate_ones_made_plain():
    assert drop_unknown_letters("Mallard 𓆛") == "Mallard"
    assert drop_unknown_letters("𝓜𝓪𝓵𝓵𝓪𝓻𝓭") == "Mallard"  # noqa: RUF001


NAMES = (
    "Žižka", "Ελένη", "Ђорђе", "日本語の名前", "한국어 이름", "简体中文", "محمد علي", "שלום",
    "हिन्दी", "বাংলা", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം",
    "සිංහල", "ไทย", "ລາວ", "ខ្មែរ", "မြန်မာ", "ქართული", "Հայերեն", "አማርኛ", "བོད་ཡིག", "ᠮᠣᠩᠭᠣᠯ",
    "ᏣᎳᎩ", "ᐃᓄᒃ", "ⵜⵉⴼⵉ", "ߒߞߏ", "ދިވެހި", "ܣܘܪܝܬ", "𞤀𞤣𞤤𞤢𞤥", "ꦗꦮ", "ᬩᬮᬶ", "ꆈꌠ", "ꕙꔤ", "ᚠᚢᚦ",
    "ⲁⲃ", "𐌲𐍉", "ᱚᱞ", "ꯃꯤ", "ᮘᮞ", "ꨌꩌ", "🦆🔥", "🇩🇪", "🅱🆎🄰🅲", "①🅐", "★♥彡",
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


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Mallard 𓆛", "Mallard"),
        ("2 𓆛", "Player 2"),
        ("𓆛", "Player 2"),
        ("2 🦆", "2 🦆"),
        ("❤️", "❤"),
        ("2 123", "2 123"),
    ],
)
def test_a_name_that_no_font_has_is_replaced(name, drawn):
    assert draw_or_replace(name, "Player 2") == drawn


def test_a_name_that_fits_is_not_cut():
    assert cut("Mallard", 28, 240) == "Mallard"


def test_a_name_is_visible_and_cut_before_the_bar():
    blank, named, long = (
        len([x for x, y in pixels(card(0.0, name=name), TEXT_COLOUR) if x < 420])
        for name in ("", "日本語", "W" * 90)
    )
    assert blank < named < long


@pytest.mark.parametrize("name", [*NAMES, "محمد علي 🦆", "🔥שלום", "हिन्दी বাংলা Bob 🦆"])
def test_every_run_of_a_name_has_its_ink_within_the_mask(name):
    for font, run in order_runs(name):
        mask = draw_run(font, run, 60)
        left, _, right, _ = mask.getbbox() or (5, 0, 6, 0)  # None: a space
        assert 2 < left < right < mask.width - 2


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


def test_the_course_of_a_review_has_the_background_of_all_cards():
    """A nearly black background would look like a box on a light page, and vanish on a dark one."""
    legs = [charts.Leg(charts.DICE, 0.7)]
    drawn = Image.open(io.BytesIO(charts.draw_game_course(0.5, legs, percent=True)))
    assert drawn.convert("RGB").getpixel((1, 1)) == ImageColor.getrgb(WATER)
