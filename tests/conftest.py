"""How hypothesis plays in every test: anew on every run here, the same games always in CI."""

import gc
import os
import shutil
from collections import Counter
from operator import itemgetter
from zlib import crc32

import pytest
from hypothesis import HealthCheck, Phase, settings

# A whole game is one example, so a few of them take long, none has a deadline, and a game that
# fails is made shorter but not explained, which takes minutes.
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
    "tests/records/test_privacy.py",  # its queries have other words on each
)
"""Tests of what a backend does: each runs on PostgreSQL, too."""

ONE_IN = 8
"""Divisor: of all other tests that have a database, one in eight runs on PostgreSQL, too."""


@pytest.fixture(scope="session")
def server_of_postgresql():
    """A server of PostgreSQL with a template; without one installed, here, the test is skipped."""
    from tests.postgresql import MISSING, Server, find_programs  # noqa: PLC0415 - only who needs it

    if find_programs() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with Server() as server:
        server.make_template()
        yield server


@pytest.fixture(scope="session")
def file_of_sqlite(tmp_path_factory):
    """A file with the schema and nothing else, to be copied: to make one takes a tenth second."""
    from db.backends.sqlite import prepare  # noqa: PLC0415 - only who needs it

    file = tmp_path_factory.mktemp("sqlite") / "ducks.db"
    prepare(str(file), 1.0, existing=False)
    return file


def pytest_generate_tests(metafunc):
    """Run a test that has a database on each backend; one that is marked so, on SQLite alone."""
    if "database_url" in metafunc.fixturenames:
        alone = metafunc.definition.get_closest_marker("sqlite") is not None
        backends = BACKENDS[:1] if alone else BACKENDS
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
    """A folder of migrations, to which a test adds some that the database does not know yet."""
    from db.backends import backend  # noqa: PLC0415 - only who needs it

    folder = shutil.copytree(backend.MIGRATIONS, tmp_path / "migrations")
    monkeypatch.setattr(backend, "MIGRATIONS", folder)
    return folder


def pytest_terminal_summary(terminalreporter):
    """Say at the end what was skipped for want of a program."""
    from tests.postgresql import MISSING, find_programs  # noqa: PLC0415

    if find_programs() is None:
        terminalreporter.write_line(f"{MISSING}. Tests that need it were skipped.", yellow=True)


def pytest_addoption(parser):
    """Let a run take a sample of the tests with many cases, or all cases on both backends."""
    parser.addoption(
        "--sample", type=int, default=1, metavar="N", help="of each test's cases run every N-th"
    )
    parser.addoption(
        "--both-backends", action="store_true", help="run every case on PostgreSQL, too"
    )
    parser.addoption("--soak", action="store_true", help="run the cases of the soak, too")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Choose the tests of this run, and their order where several processes share them."""
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
    """Spare the garbage collector the thousands of collected tests."""
    gc.freeze()


def _name_groups(items):
    """Put the group of a test into its name, where pytest-xdist looks for it.

    pytest-xdist 3.8.0 writes it into a field that pytest 9.2 does not read, so that each test would
    go to any worker (pytest-dev/pytest-xdist#1386). Delete this function when that is mended.
    """
    for item in items:
        for mark in item.iter_markers("xdist_group"):
            item._id = item.id.parse(f"{item.nodeid}@{mark.args[0]}")


def _sample(items, step):
    """Yield the first case of each test and every N-th, none that is heavy or needs a process."""
    counts = Counter()
    for item in items:
        name = item.nodeid.partition("[")[0]
        slow = item.get_closest_marker("heavy") or "/e2e/" in item.nodeid
        if not slow and not _on_postgresql(item):
            if counts[name] % step == 0:
                yield item
            counts[name] += 1


def _side_by_side(items):
    """Return tests in an order in which those that wait go side by side with all others.

    The tests of a folder named `e2e` wait most of their time for a bot. Heavy ones come first: what
    is left for the end is short.
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
    """Return how long a test takes, roughly, compared with most of its kind."""
    return 20 if item.get_closest_marker("heavy") else 1


def _on_postgresql(item):
    """Whether a test needs a server."""
    case = getattr(item, "callspec", None)
    chosen = case is not None and case.params.get("database_url") == "postgresql"
    return chosen or "server_of_postgresql" in item.fixturenames


def _draw_on_postgresql(items):
    """Yield all tests but, of those on PostgreSQL, what others stand for.

    Later cases of a test reach no other SQL. The rules of tables are the same on both backends, and
    each query is planned on both: of these tests a few are drawn by their names, always the same.
    `make soak` runs all of them.
    """
    seen = set()
    for item in items:
        case = getattr(item, "callspec", None)
        if case is not None and case.params.get("database_url") == "postgresql":
            name = item.nodeid.partition("[")[0]
            drawn = name.startswith(OF_BACKENDS) or crc32(name.encode()) % ONE_IN == 0
            if name in seen or not drawn:
                continue
            seen.add(name)
        yield item
