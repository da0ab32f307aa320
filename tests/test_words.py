"""The catalogs: extracted sentences, faults of translations, and parts that stay unchanged."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from cogs.app.in_place import CommandTranslator
from cogs.interactions.language import Languages
from db.copies import CLOSED
from players.games import GAMES
from sandbox.protocol.commands import CommandValidator
from sandbox.protocol.form import Form
from tests import words
from tests.cogs.test_commands import make_client
from tests.words import (
    extract,
    find_faults,
    find_sentences,
    find_strays,
    read,
    read_terms,
    update,
)

pytestmark = pytest.mark.xdist_group("words")  # each source and each catalog is read once

CODES = words.TRANSLATED

read_once, extract_once = cache(read), cache(extract)
"""Read catalogs for tests that do not change them."""


@pytest.mark.parametrize("code", CODES)
def test_a_catalog_has_the_right_fields_markup_and_plural_forms(code):
    assert words.path_of(code).exists(), "make words"
    assert find_faults(read_once(code)) == []


@pytest.mark.parametrize("code", CODES)
def test_a_catalog_uses_the_words_of_its_list_of_terms(code):
    assert find_strays(read_once(code), read_terms(code)) == []


@pytest.mark.parametrize("code", CODES)
def test_a_catalog_has_every_sentence(code):
    known = {(message.id, message.context) for message in read_once(code)}
    assert [each for each in extract_once() if (each.id, each.context) not in known] == [], (
        "make words"
    )


def test_short_sentences_are_explained_to_translators():
    assert words.find_unexplained(extract_once()) == []


def test_a_short_sentence_without_a_note_is_found():
    sentences = Catalog()
    sentences.add("Draw", auto_comments=["a verb"])
    for each in ("Roll", "{who} rolls", "Roll it now"):
        sentences.add(each)
    assert words.find_unexplained(sentences) == ["'Roll' needs a line in locales/notes.txt"]


def test_words_with_two_senses_have_a_context_and_two_translations():
    french = read_once("fr")
    chapter = french.get("Your turn", "chapter of the rules")
    assert (french.get("Your turn").string, chapter.string) == ("À toi de jouer", "Ton tour")
    assert {each.context for each in extract_once() if each.id == "Ducks"} == {None, "cards"}


def test_the_contexts_of_marks_and_of_uses_are_the_same(sentences_of):
    source = 'N_("Cows", "cards"); N_("Cows"); _.sense("cards", COWS); _.sense("chapter", "Cows")'
    found = sentences_of(source, whole=True)
    assert [(each.words, each.context) for each in found] == [
        *(("Cows", "cards"), ("Cows", None), ("Cows", "chapter"))
    ]


def test_the_template_has_lines_and_comments_and_a_catalog_has_no_lines(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "CATALOGS", tmp_path)
    sentences = Catalog()
    sentences.add("Draw", locations=[("cogs/a.py", 7)], auto_comments=["a verb"])
    words.write_template(sentences)
    update("uk", sentences)
    template, catalog = (tmp_path / "ducks.pot").read_text(), words.path_of("uk").read_text()
    assert "#. a verb\n#: cogs/a.py:7\nmsgid" in template
    assert "#. a verb\n#: cogs/a.py\nmsgid" in catalog


def test_a_translation_without_its_term_is_found():
    catalog = Catalog("de")
    catalog.add("{n} cows attack", "{n} Rinder greifen an")
    catalog.add(("a cow", "{n} cows"), ("eine Kuh", "{n} Kühe"))
    catalog.add("{cow} and scowl, `/cow`", "{cow} und Groll, `/cow`")
    assert find_strays(catalog, {"cow": ["kuh", "kühe"]}) == [
        "'cow' is translated by none of ['kuh', 'kühe']: ('{n} Rinder greifen an',)"
    ]


def test_every_sentence_can_be_held_by_a_catalog():
    found = {message.id for message in extract_once() if message.id}
    assert {"Ducks in a Bucket", "The tables here", CLOSED} <= found


@pytest.fixture
def sentences_of(tmp_path):
    def read(source, *, whole=False):
        path = tmp_path / "module.py"
        path.write_text(source)
        return [each if whole else each.words for each in find_sentences(path)]

    return read


def test_sentences_and_their_plurals_are_found(sentences_of):
    source = (
        '_("One " "{part}.", part=a); N_("Two"); _.plural("{n} die", "{n} dice", n); _(TITLE, a=1)'
    )
    assert sorted(map(str, sentences_of(source))) == [
        *("('{n} die', '{n} dice')", "One {part}.", "Two")
    ]


def test_the_sentences_of_errors_are_found(sentences_of):
    errors = words.find_errors()
    assert {"IllegalMove", "NoSuchTable", "Declined"} <= errors
    assert "ValueError" not in errors


@pytest.mark.parametrize(
    "source",
    [
        *('_(f"{who} rolls")', '_("It is " + who)', '_("{} rolls".format(who))', 'N_(f"{a}")'),
        *(
            '_("{who} rolls")',
            '_("{who} rolls", name=a)',
            '_.plural("{n} {a}", "{n} {a}s", n, b=a)',
        ),
        *(
            "N_(TITLE)",
            'self._language(f"{n} die")',
            '_.plural(f"{n} die", "dice", n)',
            '_("a %s" % who)',
            "_(make())",
        ),
    ],
)
def test_what_no_catalog_can_hold_is_refused(sentences_of, source):
    with pytest.raises(SyntaxError, match=r"module\.py:1"):
        sentences_of(source)


WRONG = {
    "a field is missing": ("{who} rolls {dice}", "{who} würfelt"),
    "a field is unknown": ("{who} rolls", "{wer} würfelt"),
    "a field has another format": ("{n:.1f} points", "{n} Punkte"),
    "a brace is open": ("{who} rolls", "{who würfelt"),
    "bold is missing": ("**Start** now", "Jetzt Start"),
    "a command is translated": ("See `/table`", "Siehe `/tisch`"),
    "a line is missing": ("One\nTwo", "Eins Zwei"),
    "a heading is missing": ("### Title", "Titel"),
    "a blank is missing": (" and more", "und mehr"),
    "a plural form is missing": (("{n} die", "{n} dice"), ("{n} Würfel", "")),
    "a form lacks its number": (("{n} die", "{n} dice"), ("Würfel", "{n} Würfel")),
    "it is empty": ("Roll", ""),
    "its forms are empty": (("{n} die", "{n} dice"), ("", "")),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_translation_is_found(case):
    catalog = Catalog("de")
    catalog.add(*WRONG[case])
    assert len(find_faults(catalog)) == 1


def test_a_right_translation_has_no_faults():
    catalog = Catalog("pl")
    catalog.add("### {who} **rolls**\n-# {dice}", "### Rzuca **{who}**\n-# {dice}")
    catalog.add(("{n} game", "{n} games"), ("{n} gra", "{n} gry", "{n} gier"))
    assert find_faults(catalog) == []


def test_an_update_keeps_translations_and_drops_unused_sentences(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "CATALOGS", tmp_path)
    before, after = Catalog(), Catalog()
    for sentence in ("Back", "Gone"):
        before.add(sentence)
    for sentence in ("Back", "Next"):
        after.add(sentence)
    update("uk", before)
    path = words.path_of("uk")
    path.write_text(path.read_text().replace('"Back"\nmsgstr ""', '"Back"\nmsgstr "Назад"'))
    for _ in range(2):
        update("uk", after)
    assert {each.id: each.string for each in read("uk") if each.id} == {"Back": "Назад", "Next": ""}
    assert path.read_text().startswith("# Українська. How it was made")
    written = path.read_bytes()
    update("uk", after)
    assert path.read_bytes() == written


@pytest.fixture
def reworded(tmp_path, monkeypatch):
    """Make a Polish catalog of some sentences, in which one is reworded, and read it."""

    def reword(before, old, new):
        monkeypatch.setattr(words, "CATALOGS", tmp_path)
        catalog, sentences = read("pl"), Catalog("pl")
        for sentence, translation in before.items():
            catalog.add(sentence, translation, [("a.py", 1)])
        words.write("pl", catalog)
        sentences.add(new, locations=[("a.py", 2), ("b.py", 3)])
        carried = words.reword("pl", old, [each for each in sentences if each.id])
        update("pl", sentences)
        found = update("pl", sentences)[new]  # twice: what is written is read again
        return carried, found.string, found.fuzzy, [*found.previous_id]

    return reword


LONG = 'A "quoted"\nsentence that is long enough to be written in more than one line of a catalog, '
"""A sentence that a catalog wraps."""


def test_a_reworded_sentence_keeps_its_translation_marked_fuzzy_with_the_earlier_one(reworded):
    before = {LONG: "Długie zdanie.", "You lose the game": "Przegrywasz"}
    assert reworded(before, LONG, "Shorter") == (True, "Długie zdanie.", True, [LONG])


def test_a_reworded_plural_keeps_all_its_forms(reworded):
    die, cube = ("{n} die", "{n} dice"), ("{n} cube", "{n} cubes")
    forms = ("{n} kość", "{n} kości", "{n} kości")
    assert reworded({die: forms}, die[0], cube) == (True, forms, True, [*die])


def test_a_sentence_that_gets_a_plural_keeps_its_translation_in_each_form(reworded):
    assert reworded({"Dice": "Kości"}, "Dice", ("{n} die", "{n} dice"))[:2] == (
        True,
        ("Kości",) * 3,
    )


def test_a_sentence_like_the_reworded_one_gives_it_nothing(reworded):
    before = {"You lose the game": "Przegrywasz"}
    assert reworded(before, "You win it", "You win the game") == (False, "", False, [])


def test_a_translation_that_the_new_sentence_has_already_stays(reworded):
    before = {"Old": "Stare", "New": "Nowe"}
    assert reworded(before, "Old", "New") == (True, "Nowe", False, [])


ALL_ENGLISH = {
    *("cogs/app/connection.py", "cogs/interactions/language.py"),
    "cogs/app/games.py",  # descriptions, which are translated whole
    "cogs/app/installed.py",  # for the log
    *(
        f"cogs/features/{each}.py"
        for each in ("leaderboards/reader", "rivals/duels", "seasons/firsts", "stats/reader")
    ),
}
"""Modules that put only English parts together."""

TITLES = {"f'{title}, with ducks'", "f'{game.info.title}, alone'"}
"""English titles that are translated whole."""


def test_no_module_puts_punctuation_between_translated_parts():
    paths = [*(words.ROOT / "cogs").rglob("*.py")]
    found = {
        f"{path.relative_to(words.ROOT)}: {each}"
        for path in paths
        if str(path.relative_to(words.ROOT)) not in ALL_ENGLISH
        for each in words.find_punctuation(path)
        if each not in TITLES
    }
    assert len(paths) > 100
    assert sorted(found) == []


@pytest.mark.parametrize(
    "source",
    [
        *('f"{a}: {b}"', 'f"**{a}**: **{b}**"', 'f"{a}, {b}"', 'f"{a}; {b}"', '", ".join(a)'),
        *(
            '"; ".join(a)',
            'a + ": " + b',
            'a + (f": {b}" if b else "")',
            'f"{chr(44).join(a)}, {b}"',
        ),
    ],
)
def test_punctuation_between_parts_is_found(tmp_path, source):
    path = tmp_path / "module.py"
    path.write_text(f"{source}\nlog.info(f'{{a}}: {{b}}')\nraise ValueError(f'{{a}}, {{b}}')")
    assert len([*words.find_punctuation(path)]) >= 1
    path.write_text("f'n1:{a}'; _('{a}: {b}', a=a, b=b); ' · '.join(a); log.info(f'{a}: {b}')")
    assert [*words.find_punctuation(path)] == []


async def test_every_command_is_within_discords_limits_in_all_languages():
    client, languages, form = await make_client(), Languages(), Form()
    await languages.load()
    translator = CommandTranslator(languages)
    for command in client.tree.get_commands():
        told = await command.get_translated_payload(client.tree, translator)
        CommandValidator(form, (command.name,)).check(told)
    form.check()


ROOT = Path(__file__).parents[1]

OF_GAMES = {"title", "gist", "pitch", "detail", "said", "what"}
"""Attributes of games, options, choices, achievements, orders and figures of luck with words."""

OF_FEATURES = ["cogs/features/history/cog.py: _(each.title)"]
"""Titles of lists, which features of the bot define."""


def test_words_of_games_are_translated_by_their_own_catalogs():
    """`Language.of` has the catalogs of a game; `_` alone would find words of other games."""
    found = set()
    own = {f"cogs/{game.info.key}/" for game in GAMES}
    for path in (ROOT / "cogs").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) in {"_", "language", "context.language"}
                and isinstance(node.args[0], ast.Attribute)
                and node.args[0].attr in OF_GAMES
                and not any(name.startswith(each) for each in own)
            ):
                found.add(f"{name}: {ast.unparse(node)}")
    assert sorted(found) == OF_FEATURES
