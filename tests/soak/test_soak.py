"""Small trials that no other test replaces. `make soak` runs larger trials, of all kinds.

Processes are killed at calls to the disk, and the power is cut. With `--soak`, a judge keeps an
account of the players' time over weeks, too. Other tests fill
the disk (`tests/db/test_full.py`, `tests/e2e/test_full_disk.py`) or kill the bot
(`test_robust.py`, `test_life.py`).
"""

from __future__ import annotations

import os
import sys

import pytest

import tests.soak.__main__ as soak
from tests.soak.__main__ import KEYS, plan, run_apart
from tests.soak.tally import Tally

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked"),
]

SMALL = [
    "kill ducks 1 2 29",
    "power trophy 1 150",
]


@pytest.mark.parametrize("line", SMALL)
def test_nothing_is_lost_or_doubled(line):
    _, found = run_apart(line.split())
    assert found.is_good, found.wrong
    assert found.acts > 0
    assert found.kills + found.errors + found.cuts > 0


def test_a_trial_in_which_nobody_acts_is_not_good(monkeypatch, capsys):
    monkeypatch.setattr(soak, "run", lambda *_: Tally())
    monkeypatch.setattr(sys, "argv", ["soak", "bot", "1", "0"])
    assert soak.main() == 1
    assert "nobody has acted" in capsys.readouterr().out


@pytest.mark.soak
def test_nobody_loses_a_turn_in_time_and_no_table_hangs():
    _, found = run_apart(["weeks", "sqlite", "1", "5", "6"])
    assert found.is_good, found.wrong
    assert found.games == 5
    assert found.kills > 0


@pytest.mark.parametrize("long", [False, True])
def test_every_game_takes_part(long):
    lines = {" ".join(trial[:2]) for trial in plan(1, long=long)}
    assert {
        f"{kind} {key}" for kind in ("kill", "break", "outage", "power") for key in KEYS
    } <= lines
