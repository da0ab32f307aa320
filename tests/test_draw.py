"""Which tests of rules run on PostgreSQL, too, is drawn by the commit."""

from tests.conftest import ONE_IN, is_drawn

NAMES = [f"tests/tables/test_play.py::test_{number}" for number in range(4000)]


def drawn(commit):
    return {name for name in NAMES if is_drawn(name, commit)}


def test_one_in_eight_tests_of_rules_is_drawn():
    share = len(drawn("a1b2")) / len(NAMES)
    assert 0.8 < share * ONE_IN < 1.2


def test_a_commit_always_draws_the_same_and_another_one_others():
    assert drawn("a1b2") == drawn("a1b2")
    assert len(drawn("a1b2") & drawn("a1b3")) < len(drawn("a1b2")) / 2


def test_a_test_about_an_engine_is_always_drawn():
    assert all(is_drawn(f"tests/db/test_query.py::test_{n}", "a1b2") for n in range(100))
