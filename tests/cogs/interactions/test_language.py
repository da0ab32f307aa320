"""Languages: what catalogs and CLDR make of sentences, numbers, lists and days."""

import gc
import tracemalloc
from datetime import date

import pytest
from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cogs.interactions.language import (
    ENGLISH,
    NAMES,
    Languages,
    begin_with_capital,
    language_code,
    read_language,
)

DAY = date(2026, 3, 5)

MOST_BYTES = 2_000_000
"""Limit on one language's memory, in bytes: its catalog and its data from CLDR."""

SENTENCES = [
    f"Sentence {number} of the product has about as many letters." for number in range(1100)
]


def write_catalog(folder, code, sentences):
    catalog = Catalog(code.replace("-", "_"))
    for source, words in sentences.items():
        catalog.add(source, words)
    path = folder / code / "LC_MESSAGES"
    path.mkdir(parents=True)
    with (path / "ducks.po").open("wb") as file:
        write_po(file, catalog)


@pytest.fixture
def read(tmp_path):
    def read(code, sentences):
        write_catalog(tmp_path, code, sentences)
        return read_language(code, tmp_path)

    return read


def test_english_is_the_source_and_keeps_its_forms():
    assert ENGLISH("{who} rolls").format(who="Anna") == "Anna rolls"
    assert ENGLISH.plural("{n} game", "{n} games", 1) == "1 game"
    assert ENGLISH.plural("{n} game with {who}", "{n} games with {who}", 1234, who="Ben") == (
        "1,234 games with Ben"
    )
    assert ENGLISH.join(["Anna", "Ben", "Cleo"]) == "Anna, Ben and Cleo"
    assert ENGLISH.join(["1", "2"], "or") == "1 or 2"
    assert ENGLISH.join(["Anna"]) == "Anna"
    assert ENGLISH.join([]) == ""
    assert (ENGLISH.number(1234.56, 1), ENGLISH.percent(0.345, 1)) == ("1,234.6", "34.5 %")
    assert ENGLISH.date(DAY, "MMMMd") == "5 March"
    assert ENGLISH.date(DAY, "yMMMM") == "March 2026"
    assert ENGLISH.date(DAY, "full") == "Thursday 5 March 2026"


def test_a_catalog_translates_and_what_it_lacks_stays_english(read):
    german = read("de", {"{who} rolls": "{who} würfelt"})
    assert german("{who} rolls").format(who="Anna") == "Anna würfelt"
    assert german("Not there") == "Not there"
    assert german("") == ""
    assert german.plural("{n} game", "{n} games", 2) == "2 games"


def test_a_fuzzy_translation_is_shown(tmp_path):
    write_catalog(tmp_path, "de", {"Roll": "Würfeln"})
    path = tmp_path / "de" / "LC_MESSAGES" / "ducks.po"
    path.write_text(path.read_text().replace('msgid "Roll"', '#, fuzzy\nmsgid "Roll"'))
    assert read_language("de", tmp_path)("Roll") == "Würfeln"


def test_a_plural_has_the_forms_of_its_language(read):
    forms = ("{n} gra", "{n} gry", "{n} gier")
    polish = read("pl", {("{n} game", "{n} games"): forms})
    numbers = 1, 2, 5, 22
    assert [polish.plural("{n} game", "{n} games", n) for n in numbers] == [
        *("1 gra", "2 gry", "5 gier", "22 gry")
    ]


def test_numbers_lists_and_days_are_written_as_the_language_does(read):
    german, japanese = read("de", {}), read("ja", {})
    assert (german.number(1234.56, 1), german.percent(0.345, 1)) == ("1.234,6", "34,5\xa0%")
    assert german.join(["Anna", "Ben", "Cleo"]) == "Anna, Ben und Cleo"
    assert german.date(DAY, "MMMMd") == "5. März"
    assert german.date(DAY, "full") == "Donnerstag, 5. März 2026"
    assert japanese.join(["Anna", "Ben", "Cleo"]) == "Anna、Ben、Cleo"
    assert japanese.date(DAY, "yMMMM") == "2026年3月"


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        *[(code, code) for code in NAMES],
        *[("es-ES", "es"), ("es-419", "es")],
        *[("en-US", "en"), ("en-GB", "en"), ("ru", "en"), ("ar", "en"), ("he", "en")],
        *[("pt-PT", "en"), (None, "en")],
    ],
)
def test_each_locale_of_discord_has_a_language(locale, code):
    assert language_code(locale) == code


async def test_a_language_is_english_until_its_catalog_is_loaded(tmp_path):
    write_catalog(tmp_path, "uk", {"Back": "Назад"})
    languages = Languages()
    assert languages.of("uk") is ENGLISH
    await languages.load(tmp_path)
    assert languages.of("uk")("Back") == "Назад"
    assert languages.of("ru") is languages.of("de") is ENGLISH


def use(language):
    language.join(["1", "2"])
    language.date(DAY, "full")
    language.percent(0.5)


LARGEST = {"uk", "pl", "fr", "ja"}
"""Languages with the most data, in several scripts; tests of the others run at night."""


@pytest.mark.heavy
@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=() if code in LARGEST else pytest.mark.soak)
        for code in NAMES
        if code != "en"
    ],
)
def test_a_language_costs_little_memory(code, tmp_path):
    sentences = {each: "ї" * (len(each) * 4 // 3) + str(n) for n, each in enumerate(SENTENCES)}
    write_catalog(tmp_path, code, sentences)
    write_catalog(tmp_path, "en", {})
    localedata.clear_caches()
    use(read_language("en", tmp_path))  # loads what all languages share
    gc.collect()
    tracemalloc.start()
    try:
        language = read_language(code, tmp_path)
        use(language)
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < MOST_BYTES


def test_only_the_first_letter_becomes_a_capital():
    assert [*map(begin_with_capital, ("zwei Paare", "two pairs", ""))] == [
        "Zwei Paare",
        "Two pairs",
        "",
    ]
