"""Options and order of all tests: those of the bot, and those of its stand-in for Discord.

Hypothesis draws new games in each local run, and always the same games in CI.
"""

import gc
import os
from collections import Counter
from operator import itemgetter

import pytest
from hypothesis import HealthCheck, Phase, settings

# An example is a whole game, which takes long. So there are few examples, without a deadline. If a
# game fails, Hypothesis shortens it, but leaves out the explanation, which would take minutes.
settings.register_profile(
    "here",
    max_examples=3,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")


SUITES = {"tests": "the bot", "sandbox/tests": "the stand-in for Discord"}
"""What the tests in a folder test."""


def pytest_terminal_summary(terminalreporter):
    """Say how many tests of each suite have passed and failed."""
    for folder, whose in SUITES.items():
        counted = {
            kind: sum(
                each.nodeid.startswith(f"{folder}/") for each in terminalreporter.getreports(kind)
            )
            for kind in ("passed", "failed", "error")
        }
        if any(counted.values()):
            told = ", ".join(f"{number} {kind}" for kind, number in counted.items() if number)
            terminalreporter.write_line(f"{folder}, the tests of {whose}: {told}")


def pytest_addoption(parser):
    """Add the options that choose which cases of the tests run."""
    parser.addoption(
        "--sample", type=int, default=1, metavar="N", help="run every N-th case of each test"
    )
    parser.addoption(
        "--both-backends", action="store_true", help="run every case on PostgreSQL, too"
    )
    parser.addoption("--soak", action="store_true", help="run the cases of the soak, too")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Choose the tests of this run. If several processes share the tests, choose the order, too.

    All other hooks choose first.
    """
    yield
    kept = items
    if not config.getoption("--soak"):
        kept = [item for item in kept if not item.get_closest_marker("soak")]
    if config.getoption("--sample") > 1:
        kept = _sample(kept, config.getoption("--sample"))
    if hasattr(config, "workerinput"):
        kept = _side_by_side(kept)
        if config.getoption("loadgroup"):
            _name_groups(kept)
    items[:] = kept


def pytest_collection_finish():
    """Exclude the thousands of collected tests from garbage collection, which saves time."""
    gc.freeze()


def _name_groups(items):
    """Put the group of a test into its name, where pytest-xdist looks for it.

    pytest-xdist 3.8.0 writes the group into a field that pytest 9.2 does not read. Therefore a
    group's tests would go to different workers (pytest-dev/pytest-xdist#1386). Delete this function
    when that bug is fixed.
    """
    for item in items:
        for mark in item.iter_markers("xdist_group"):
            item._id = item.id.parse(f"{item.nodeid}@{mark.args[0]}")


def _sample(items, step):
    """Yield the first case of each test, and every `step`-th case after it.

    Heavy tests, tests in folders named `e2e`, and tests on PostgreSQL are left out. All cases of a
    test marked `every` run.
    """
    counts = Counter()
    for item in items:
        name = item.nodeid.partition("[")[0]
        slow = item.get_closest_marker("heavy") or "/e2e/" in item.nodeid
        if not slow and not _on_postgresql(item):
            if counts[name] % step == 0 or item.get_closest_marker("every"):
                yield item
            counts[name] += 1


def _side_by_side(items):
    """Return the tests in an order that mixes waiting tests evenly with all others.

    The tests in folders named `e2e` wait most of their time for a bot. Heavy tests come first, so
    that only short tests are left for the end.
    """
    kinds = [], []
    for item in items:
        kinds["/e2e/" in item.nodeid].append(item)
    placed = []
    for kind in kinds:
        kind.sort(key=_weigh, reverse=True)
        total, before = sum(map(_weigh, kind)), 0
        for item in kind:
            placed.append((before / total, item))
            before += _weigh(item)
    return [item for _, item in sorted(placed, key=itemgetter(0))]


def _weigh(item):
    """Return roughly how long a test takes; a usual test of its kind counts as 1."""
    return 20 if item.get_closest_marker("heavy") else 1


def _on_postgresql(item):
    """Return whether a test needs a PostgreSQL server."""
    case = getattr(item, "callspec", None)
    chosen = case is not None and case.params.get("database_url") == "postgresql"
    return chosen or "server_of_postgresql" in item.fixturenames
