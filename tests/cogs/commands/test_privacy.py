"""The pages of `/privacy` stay within Discord's limits and name all stored data."""

from __future__ import annotations

from cogs.app.feature import list_kept
from cogs.commands import privacy
from cogs.features import FEATURES
from cogs.interactions.language import ENGLISH
from records.values import ANONYMOUS, StoredCounts
from tests.cogs.extremes import MANY, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of
from tests.pseudo import PSEUDO, find_unmarked

KEPT = StoredCounts(*(MANY,) * 4)
MORE = {each.words: MANY for each in list_kept(FEATURES)}
NOTHING = StoredCounts(*(0,) * 4)


def test_the_privacy_pages_are_within_the_limits():
    for page in (
        privacy.render_stored(ENGLISH, KEPT, MORE),
        privacy.render_stored(ENGLISH, NOTHING, {}),
        privacy.render_question(ENGLISH, KEPT, MORE),
        privacy.render_question(ENGLISH, NOTHING, {}),
        privacy.render_forgotten(ENGLISH),
    ):
        assert faults(page) == []


def test_without_stored_data_there_is_no_button_to_delete_it():
    assert "Forget me for good" not in labels(sent(privacy.render_question(ENGLISH, NOTHING, {})))


def test_an_export_that_is_too_large_is_compressed(monkeypatch):
    assert privacy.make_file(b'{"person": 1}').filename == "my-data.json"
    monkeypatch.setattr(privacy, "LARGEST", 5)
    assert privacy.make_file(b'{"person": 1}').filename == "my-data.json.gz"


def test_the_summary_names_results_and_interactions():
    said = text_of(sent(privacy.render_stored(ENGLISH, StoredCounts(1, 2, 3, 4), {})))
    assert "results, with your rating after each: 4" in said
    assert "interaction by which you sat down" in said


def test_data_of_features_is_named_in_the_summary_and_before_deletion():
    added = {"your songs": 3, "when you sing": 1}
    kept = text_of(sent(privacy.render_stored(ENGLISH, NOTHING, added)))
    assert "\n- your songs: 3\n- when you sing\n" in kept
    asked = text_of(sent(privacy.render_question(ENGLISH, NOTHING, added)))
    assert "\n- your songs: 3\n- when you sing\n" in asked


def test_no_word_about_privacy_is_left_untranslated():
    pages = [
        privacy.render_stored(PSEUDO, KEPT, MORE),
        privacy.render_stored(PSEUDO, NOTHING, {}),
        privacy.render_question(PSEUDO, KEPT, MORE),
        privacy.render_forgotten(PSEUDO),
    ]
    assert [find_unmarked(page.items, [ANONYMOUS]) for page in pages] == [[]] * 4
