"""Databases for the tests of the bot."""

import os
import shutil
from zlib import crc32

import pytest

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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Choose the tests that run on PostgreSQL, too."""
    if not config.getoption("--both-backends"):
        items[:] = _draw_on_postgresql(items)


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
