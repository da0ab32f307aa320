"""Failed tests run once more, alone; no failure is hidden; groups stay together."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

OPTIONS = (ROOT / "conftest.py").read_text("utf-8")

INI = """
[pytest]
addopts = --import-mode=importlib -p xdist.plugin
"""

PASSES = "def test_passes(): pass\n"

ONCE = """
import pathlib, pytest

@pytest.mark.xdist_group("together")
@pytest.mark.parametrize("what", ["a b", "c/d@e"])
def test_fails_once(what):
    file = pathlib.Path(str(len(what)))
    before = file.exists()
    file.touch()
    assert before
"""

GROUP = """
import os, pathlib, pytest

@pytest.mark.xdist_group("all")
@pytest.mark.parametrize("number", range(8))
def test_runs_in_one_process(number):
    pathlib.Path(os.environ["PYTEST_XDIST_WORKER"]).touch()
    assert len(list(pathlib.Path().glob("gw*"))) == 1
"""

ALWAYS = "def test_fails_always(): assert False\n"

MANY = """
import pytest

@pytest.mark.parametrize("number", range(11))
def test_fails(number): assert False
"""

pytestmark = pytest.mark.heavy


@pytest.fixture
def run(tmp_path):
    """Runs the tests of these files with some workers; returns status and output."""

    def run(workers, **files):
        (tmp_path / "pytest.ini").write_text(INI)
        (tmp_path / "conftest.py").write_text(OPTIONS)
        for name, source in files.items():
            (tmp_path / f"test_{name}.py").write_text(source)
        done = subprocess.run(
            [sys.executable, "-m", "tests.rerun", f"-n{workers}", "--dist", "loadgroup"],
            check=False,
            cwd=tmp_path,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # else each process loads all plugins
            },
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout

    return run


def test_what_fails_once_passes_and_is_named_and_a_group_runs_in_one_process(run):
    status, said = run(2, passes=PASSES, once=ONCE, group=GROUP)
    assert status == 0, said
    assert "2 failed, 9 passed" in said
    assert {line for line in said.splitlines() if line.startswith("FLAKY")} == {
        f"FLAKY: test_once.py::test_fails_once[{what}] failed at first and passed alone"
        for what in ("a b", "c/d@e")
    }


def test_what_fails_twice_fails(run):
    status, said = run(0, once=ONCE, always=ALWAYS)
    assert status == 1
    assert "Once more, alone: 3 failed tests" in said
    assert "1 failed, 2 passed" in said


def test_many_failures_fail_at_once(run):
    status, said = run(0, many=MANY)
    assert status == 1
    assert "Once more" not in said


def test_a_file_that_cannot_be_read_fails_at_once(run):
    status, said = run(0, passes=PASSES, broken="import nothing_of_that_name\n")
    assert status
    assert "Once more" not in said


def test_nothing_is_run_again_where_all_pass(run):
    status, said = run(0, passes=PASSES)
    assert status == 0
    assert "Once more" not in said
