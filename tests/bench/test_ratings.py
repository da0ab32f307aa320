"""The comparison of models of skill tells those that reward losing from those that do not."""

import pytest

from bench.ratings import MODELS, count_unfair, main


@pytest.mark.parametrize(
    ("name", "unfair"),
    [("Plackett-Luce", 48), ("Bradley-Terry", 0), ("  2 beta: this bot's", 0)],
)
def test_unfair_place_patterns_are_counted(name, unfair):
    assert count_unfair(MODELS[name][0]) == f"{unfair} of 126"


def test_every_model_is_judged_on_every_kind_of_game(capsys):
    main(["1"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.strip().startswith("Plackett-Luce both ways") for line in lines) == 8
