"""Settings, options and fixtures of all tests.

Hypothesis draws new games in each local run, and always the same games in CI.
"""

import gc
import os
import shutil
from collections import Counter
from operator import itemgetter
from zlib import crc32

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


BACKENDS = ("sqlite", "postgresql")

OF_BACKENDS = (
    "tests/db/",
    "tests/workers/",
    "tests/records/test_privacy.py",  # its queries differ between the backends
)
"""Tests of the backends themselves. Each of them also runs on PostgreSQL."""

ONE_IN = 8
"""Divisor: of the other tests that have a database, one in eight also runs on PostgreSQL."""


@pytest.fixture(scope="session")
def server_of_postgresql():
    """A PostgreSQL server with a template. If none is installed, skip the test; in CI, fail it."""
    from tests.postgresql import MISSING, Server, find_programs  # noqa: PLC0415 - only if needed

    if find_programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with Server() as server:
        server.make_template()
        yield server


@pytest.fixture(scope="session")
def file_of_sqlite(tmp_path_factory):
    """A file with only the schema. Tests copy it, because making one takes a tenth of a second."""
    from db.backends.sqlite import prepare  # noqa: PLC0415 - only if needed

    file = tmp_path_factory.mktemp("sqlite") / "ducks.db"
    prepare(str(file), 1.0, existing=False)
    return file


def pytest_generate_tests(metafunc):
    """Run each test with a database on both backends, or only on that which it is marked with."""
    if "database_url" in metafunc.fixturenames:
        alone = [each for each in BACKENDS if metafunc.definition.get_closest_marker(each)]
        backends = alone or BACKENDS
        metafunc.parametrize("database_url", backends, indirect=True)


@pytest.fixture
def database_url(request, tmp_path):
    """The URL of a new database."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("file_of_sqlite"), tmp_path)
        yield f"sqlite:///{file}"
        return
    server = request.getfixturevalue("server_of_postgresql")
    name = server.make()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def later(tmp_path, monkeypatch):
    """A copy of the folder of migrations, to which a test adds new migrations."""
    from db.backends import backend  # noqa: PLC0415 - only if needed

    folder = shutil.copytree(backend.MIGRATIONS, tmp_path / "migrations")
    monkeypatch.setattr(backend, "MIGRATIONS", folder)
    return folder


def pytest_terminal_summary(terminalreporter):
    """If PostgreSQL is not installed, say at the end that tests were skipped."""
    from tests.postgresql import MISSING, find_programs  # noqa: PLC0415

    if find_programs() is None:
        terminalreporter.write_line(f"{MISSING}. Tests that need it were skipped.", yellow=True)


def pytest_addoption(parser):
    """Add the options that choose which cases of the tests run."""
    parser.addoption(
        "--sample", type=int, default=1, metavar="N", help="run every N-th case of each test"
    )
    parser.addoption(
        "--both-backends", action="store_true", help="run every case on PostgreSQL, too"
    )
    parser.addoption("--soak", action="store_true", help="run the cases of the soak, too")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Choose the tests of this run. If several processes share the tests, choose the order, too."""
    kept = items
    if not config.getoption("--both-backends"):
        kept = _draw_on_postgresql(kept)
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


def _draw_on_postgresql(items):
    """Yield all cases on SQLite, and some of the cases on PostgreSQL.

    Only the first case of a test runs on PostgreSQL, because later cases reach no other SQL. Tests
    outside `OF_BACKENDS` depend little on the backend. So a hash of its name draws
    one in `ONE_IN` of them, the same ones in every run. `make soak` runs all cases.
    """
    seen = set()
    for item in items:
        case = getattr(item, "callspec", None)
        alone = item.get_closest_marker("postgresql") is not None
        if case is not None and case.params.get("database_url") == "postgresql" and not alone:
            name = item.nodeid.partition("[")[0]
            drawn = name.startswith(OF_BACKENDS) or crc32(name.encode()) % ONE_IN == 0
            if name in seen or not drawn:
                continue
            seen.add(name)
        yield item
