"""The pseudo-language finds untranslated text."""

from cogs.interactions.parts import menu, menu_option, rows, text
from tests.pseudo import MADE_UP, PSEUDO, find_unmarked

_ = MADE_UP


def test_a_sentence_is_marked_and_a_third_longer():
    assert _("Roll again") == "⟦Roll again~~~⟧"
    assert _.plural("{n} die", "{n} dice", 2) == "⟦2 dice~~⟧"


def test_a_sentence_that_no_catalog_has_is_left_unmarked():
    assert PSEUDO("Start") == "⟦Start~⟧"
    assert PSEUDO("Nobody says this.") == "Nobody says this."
    assert PSEUDO.plural("{n} unheard word", "{n} unheard words", 1) == "1 unheard word"


def test_what_formats_a_line_stays_at_its_beginning():
    assert _("### Settings").startswith("### ⟦")
    assert _("-# Saved").startswith("-# ⟦")


def test_text_outside_of_a_sentence_is_found():
    said = _("{who} rolls {dice}, {next}.").format(who="Anna", dice="<:d5:1>", next=_("again"))
    marked = [text(f"### 🎲 {said} · 12 / 30 <t:17:R> `/ducks start`")]
    assert find_unmarked(marked, ["Anna"]) == []
    assert find_unmarked([text(f"{said} by Ben")], ["Anna"]) == [f"{said} by Ben"]


def test_labels_are_looked_at_too():
    options = [menu_option(_("Easy"), "easy"), menu_option(_("Hard"), "hard", description="Plays")]
    assert find_unmarked(rows([menu("x", options, "Level")])) == ["Level", "Plays"]
