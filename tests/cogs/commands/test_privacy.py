"""The pages of `/privacy` keep Discord's limits and say what they should."""

from __future__ import annotations

from cogs.app.feature import list_kept
from cogs.commands import privacy
from cogs.features import FEATURES
from records.values import StoredCounts
from tests.cogs.extremes import MANY, sent
from tests.cogs.limits import faults
from tests.people import labels, text_of

KEPT = StoredCounts(*(MANY,) * 4)
MORE = [f"{MANY:,} {each.many or each.one}" for each in list_kept(FEATURES)]
NOTHING = StoredCounts(*(0,) * 4)


def test_the_privacy_pages_are_within_the_limits():
    for page in (
        privacy.render_stored(KEPT, MORE),
        privacy.render_stored(NOTHING),
        privacy.render_question(KEPT, MORE, [each.lost for each in list_kept(FEATURES)]),
        privacy.render_question(NOTHING),
        privacy.render_forgotten(),
    ):
        assert faults(page) == []


def test_nobody_is_asked_to_delete_nothing():
    assert "Forget me for good" not in labels(sent(privacy.render_question(NOTHING)))


def test_an_export_that_is_too_large_is_compressed(monkeypatch):
    assert privacy.make_file(b'{"person": 1}').filename == "my-data.json"
    monkeypatch.setattr(privacy, "LARGEST", 5)
    assert privacy.make_file(b'{"person": 1}').filename == "my-data.json.gz"


def test_the_summary_names_results_and_interactions():
    said = text_of(sent(privacy.render_stored(StoredCounts(1, 2, 3, 4))))
    assert "4 results, with your rating after each" in said
    assert "interaction by which you sat down" in said


def test_data_of_features_is_named_and_lost():
    kept = text_of(sent(privacy.render_stored(NOTHING, ["3 songs"])))
    assert "\n- 3 songs" in kept
    asked = text_of(sent(privacy.render_question(NOTHING, ["3 songs"], ["your songs", "more"])))
    assert "\n- your songs and more\n" in asked
