"""A game and a feature can be taken away; `make taken` tries each of them."""

import subprocess

import pytest

from tests.taken.away import PAIRS, ROOT, take_away, try_out


def draw_pair():
    """The pair of this commit."""
    told = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return PAIRS[int(told.stdout.strip() or "0", 16) % len(PAIRS)]


@pytest.mark.heavy
def test_without_one_game_and_one_feature_all_else_goes_on(tmp_path):
    pair = draw_pair()
    take_away(tmp_path, *pair)
    assert try_out(tmp_path, *pair) is None, f"without {pair[0].info.key} and {pair[1]}"
