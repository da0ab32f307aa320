"""A game and a feature can be removed. `make taken` tries each pair with all test files."""

import subprocess

import pytest

from tests.taken.away import PAIRS, ROOT, take_away, try_out

ONE_IN = 32
"""Only one in 32 test files is run, chosen by the commit. `make taken` runs all files."""


def draw():
    """Return a number that depends on the commit."""
    told = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return int(told.stdout.strip() or "0", 16)


@pytest.mark.heavy
def test_without_one_game_and_one_feature_all_else_works(tmp_path):
    number, drawn = divmod(draw(), len(PAIRS))
    game, feature = PAIRS[drawn]
    take_away(tmp_path, game, feature)
    some = slice(number % ONE_IN, None, ONE_IN)
    said = try_out(tmp_path, game, feature, some)
    assert said is None, f"without {game.info.key} and {feature}, of {some}"
