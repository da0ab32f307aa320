"""Strength is measured from every seat, and written into the chapter of its game alone."""

import pytest

from bench.strength import DOCUMENT, compare, find, measure, play, replace_chapter, write_chapter
from engine import GAMES, game


def test_a_player_against_itself_has_a_fair_share():
    assert compare("trophy", 3, "normal", "normal", 60).mean == pytest.approx(1 / 3)


def test_a_better_player_wins_more():
    done = compare("trophy", 3, "normal", "random", 120)
    assert done.mean - done.half > 1 / 3


def test_the_same_seed_is_the_same_game():
    players = [find("easy", "buckets")] * 3
    assert play(game("buckets"), players, 5) == play(game("buckets"), players, 5)


def test_the_interval_is_that_of_the_mean():
    result = measure([0.0, 1.0] * 50, 2)
    assert (result.mean, result.games) == (0.5, 200)
    assert result.half == pytest.approx(0.0985, abs=1e-3)


def test_a_chapter_keeps_its_words_and_gets_other_tables():
    document = "# A\n\n## One\n\nWords.\n\n| old |\n\n| older |\n\n## Two\n\n| its own |\n"
    wanted = "# A\n\n## One\n\nWords.\n\n| new |\n\n## Two\n\n| its own |\n"
    assert replace_chapter(document, "One", ["| new |"]) == wanted


def test_the_document_has_a_chapter_for_each_of_our_games():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"\n## {rules.info.title}\n" in text for rules in GAMES)


def test_a_table_compares_each_level_with_another(monkeypatch):
    monkeypatch.setattr("bench.strength.PAIRS", (("easy", "random"), ("normal", "easy")))
    lines = list(write_chapter("buckets", 3))
    assert [line.split(" | ")[1:3] for line in lines[2:4]] == [
        ["easy", "random"],
        ["normal", "easy"],
    ]
    assert len(lines) == 2 + 3 * 2
