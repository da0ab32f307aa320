"""Small trials of each kind; `make soak` runs more of them, and larger ones."""

from __future__ import annotations

import os

import pytest

from tests.postgresql import MISSING, find_programs
from tests.soak.__main__ import KEYS, plan, run_apart

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked"),
]

SMALL = [
    "bot 1 3",
    "break ducks 1 1 13",
    "outage buckets 1 2 120",
    "pair 1 6",
    *(f"kill {key} 1 2 29" for key in KEYS),
    *(f"power {key} 1 150" for key in KEYS),
]


@pytest.mark.parametrize("line", SMALL)
def test_nothing_is_lost_or_doubled(line):
    _, found = run_apart(line.split())
    assert found.is_good, found.wrong
    assert found.acts > 0
    assert found.kills + found.errors + found.cuts > 0


@pytest.mark.parametrize("line", ["weeks sqlite 1 5 6", "weeks postgresql 1 5 12"])
def test_nothing_is_taken_from_who_was_in_time_and_no_table_hangs(line):
    if "postgresql" in line and find_programs() is None:
        pytest.skip(MISSING)
    _, found = run_apart(line.split())
    assert found.is_good, found.wrong
    assert found.games == 5
    assert found.kills > 0


@pytest.mark.parametrize("long", [False, True])
def test_every_game_takes_part(long):
    lines = {" ".join(trial[:2]) for trial in plan(1, long=long)}
    assert {
        f"{kind} {key}" for kind in ("kill", "break", "outage", "power") for key in KEYS
    } <= lines
