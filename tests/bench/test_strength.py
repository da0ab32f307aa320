"""Strength is measured from every seat, and written only into the chapter of the game."""

from dataclasses import replace

import pytest

from bench.strength import (
    DOCUMENT,
    Trial,
    TrialFile,
    compare,
    find,
    measure,
    play,
    replace_chapter,
    write_alone,
    write_chapter,
)
from players.games import GAMES, RANDOM, game


@pytest.fixture
def kept(tmp_path):
    return TrialFile(tmp_path / "trials")


def test_a_player_against_itself_has_a_fair_share(kept):
    assert compare("trophy", 3, "normal", "normal", most=60, kept=kept).mean == pytest.approx(1 / 3)


def test_a_better_player_wins_more(kept):
    done = compare("trophy", 3, "normal", "random", most=120, kept=kept)
    assert done.mean - done.half > 1 / 3


def test_options_are_chosen_that_allow_two_players_in_trophy_buck(kept):
    assert compare("trophy", 2, "normal", "random", most=10, kept=kept).games == 10


def test_a_run_continues_where_the_last_run_ended(tmp_path):
    path = tmp_path / "trials"
    compare("trophy", 3, "easy", "random", most=9, kept=TrialFile(path))
    begun = path.read_text()
    done = compare("trophy", 3, "easy", "random", most=15, kept=TrialFile(path))
    assert path.read_text().startswith(begun)
    assert path.read_text().count("\n") == 5
    assert done == compare("trophy", 3, "easy", "random", most=15, kept=TrialFile(path))


def test_trials_of_another_version_do_not_count(tmp_path, monkeypatch):
    path = tmp_path / "trials"
    compare("trophy", 3, "easy", "random", most=9, kept=TrialFile(path))
    monkeypatch.setattr("bench.strength.RANDOM", replace(RANDOM, version=99))
    compare("trophy", 3, "easy", "random", most=9, kept=TrialFile(path))
    assert path.read_text().count("\n") == 6


def test_the_same_seed_is_the_same_game():
    players = [find("easy", "buckets")] * 3
    assert play(game("buckets"), players, 5) == play(game("buckets"), players, 5)


def test_the_interval_is_that_of_the_mean_of_all_trials():
    result = measure([Trial(0.0, 6, 0.3), Trial(1.0, 6, 0.2)] * 50, 2)
    assert (result.mean, result.games, result.minutes, result.slowest) == (0.5, 200, 10, 0.3)
    assert result.half == pytest.approx(0.0985, abs=1e-3)


def test_a_chapter_keeps_its_text_and_gets_new_tables():
    document = "# A\n\n## One\n\nWords.\n\n| old |\n\n| older |\n\n## Two\n\n| its own |\n"
    wanted = "# A\n\n## One\n\nWords.\n\n| new |\n\n## Two\n\n| its own |\n"
    assert replace_chapter(document, "One", ["| new |"]) == wanted


def test_the_document_has_a_chapter_for_each_of_our_games():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"\n## {rules.info.title}\n" in text for rules in GAMES)


def test_a_table_compares_each_level_with_another(monkeypatch, kept):
    monkeypatch.setattr("bench.strength.PAIRS", (("easy", "random"), ("normal", "easy")))
    lines = list(write_chapter("buckets", 3, kept))
    assert [line.split(" | ")[1:3] for line in lines[2:4]] == [
        ["easy", "random"],
        ["normal", "easy"],
    ]
    assert len(lines) == 2 + 3 * 2


def test_a_player_alone_in_the_pond_is_measured_in_points(monkeypatch, kept):
    monkeypatch.setattr("bench.strength.ALONE", 2)
    names = ["random", "easy", "normal", "hard"]
    assert [line.split(" | ")[:2] for line in write_alone("pond", kept)][3:] == [
        [f"| {n}", "2"] for n in names
    ]
