"""Languages: what catalogs and CLDR make of sentences, numbers, lists and days."""

import gc
import tracemalloc
from datetime import date

import pytest
from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from cogs.interactions.language import (
    COMMA,
    ENGLISH,
    NAMES,
    Languages,
    begin_with_capital,
    language_code,
    read_language,
    source_of,
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


@pytest.mark.parametrize(
    "translation",
    ["{wer} würfelt", "{who würfelt", "{who} würfelt }", "{who:d}", "{who.x}", "{} {1}"],
)
def test_a_broken_translation_stays_english_and_is_logged_once(read, caplog, translation):
    german = read("de", {"{who} rolls": translation, "Back": "Zu}rück"})
    assert [german("{who} rolls", who="Anna") for _ in range(3)] == ["Anna rolls"] * 3
    (warning,) = caplog.messages
    assert "language de" in warning
    assert "'{who} rolls'" in warning
    assert german("Back") == "Zu}rück"  # nothing fills it


def test_a_broken_plural_stays_english_and_is_logged_once(read, caplog):
    german = read("de", {("{n} die", "{n} dice"): ("{n Würfel", "{m} Würfel")})
    assert [german.plural("{n} die", "{n} dice", n) for n in (1, 2, 1)] == [
        *("1 die", "2 dice", "1 die")
    ]
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("rule", ["n/0", "1/(n-2)", "n%0"])
def test_a_plural_rule_that_divides_by_zero_leaves_english(tmp_path, caplog, rule):
    write_catalog(tmp_path, "de", {("{n} die", "{n} dice"): ("{n} Würfel", "{n} Würfel")})
    path = source_of("de", tmp_path)
    path.write_text(path.read_text().replace("plural=(n != 1)", f"plural=({rule})"))
    german = read_language("de", tmp_path)
    assert [german.plural("{n} die", "{n} dice", 2) for _ in range(2)] == ["2 dice"] * 2
    assert len(caplog.messages) == 1


def test_english_with_wrong_fields_is_a_fault_of_the_code(read):
    with pytest.raises(KeyError, match="who"):
        read("de", {})("{who} rolls", name="Anna")


def test_a_list_with_a_broken_comma_stays_english(read):
    assert read("de", {COMMA: "{wort}"}).join(["1", "2", "3"], "commas") == "1, 2, 3"


def test_a_word_with_two_senses_has_two_translations(tmp_path):
    catalog = Catalog("fr")
    catalog.add("Your turn", "À toi de jouer")
    catalog.add("Your turn", "Ton tour", context="chapter")
    path = source_of("fr", tmp_path)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalog)
    french = read_language("fr", tmp_path)
    assert (french("Your turn"), french.sense("chapter", "Your turn")) == (
        *("À toi de jouer", "Ton tour"),
    )
    assert (french.sense("else", "Your turn"), ENGLISH.sense("chapter", "Your turn")) == (
        *("Your turn", "Your turn"),
    )


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


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.999])
async def test_a_catalog_that_is_empty_or_cut_off_is_named_in_the_log(tmp_path, caplog, share):
    for code in ("de", "uk"):
        write_catalog(tmp_path, code, dict.fromkeys(SENTENCES, "ї"))
    path = source_of("uk", tmp_path)
    written = path.read_bytes()
    path.write_bytes(written[: int(share * len(written))])
    languages = Languages()
    await languages.load(tmp_path)
    named = [each for each in caplog.messages if "No such file" not in each]
    assert [each.startswith("language uk: its catalog") for each in named] == [True]
    assert languages.of("de")(SENTENCES[-1]) == "ї"


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
