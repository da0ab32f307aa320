"""Runs the tests, and then runs failed tests once more, alone. A test that then passes is flaky.

    python -m tests.rerun ARGUMENTS     pytest's arguments for the first run

There is no second run if the first run crashes or has many failures. The output ends with the names
of the flaky tests.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 10
"""Largest number of failed tests that are run again. More failures usually have one cause."""

ALONE = ("--quiet", "-n0", "--both-backends")
"""Arguments of the second run. They switch sampling off, so that every failed case runs again."""

_GROUP = re.compile(r"@[^\]/]*$")
"""Suffix that xdist adds to the name of a test in a group. A group shares a worker."""


class Failures:
    """A plugin that notes the failed tests, each once, in order."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = _GROUP.sub("", report.nodeid)
        if report.failed and name not in self.names:
            self.names.append(name)


def run(arguments: Sequence[str]) -> int:
    """Run pytest once or twice; return the exit status."""
    _compile()
    failures = Failures()
    status = int(pytest.main(["--quiet", *arguments], plugins=[failures]))
    if status != pytest.ExitCode.TESTS_FAILED or not 0 < len(failures.names) <= MOST:
        return status
    _say(f"\nOnce more, alone: {len(failures.names)} failed tests")
    alone = [sys.executable, "-m", "pytest", *ALONE, *failures.names]
    status = subprocess.run(alone, check=False).returncode
    if status == pytest.ExitCode.OK:
        for name in failures.names:
            _say(f"FLAKY: {name} failed at first and passed alone")
    return status


def _compile() -> None:
    """Let two processes rewrite all assertions first, else each worker rewrites all of them."""
    folders = [*sorted(Path("tests").glob("[a-z]*/")), *Path("sandbox").glob("tests/")]
    if not folders or any(Path("tests/__pycache__").glob("*-pytest-*")):
        return  # most files are rewritten already
    command = [sys.executable, "-m", "pytest", "--quiet", "--collect-only", "-n0"]
    halves = [
        subprocess.Popen([*command, *map(str, half)], stdout=subprocess.DEVNULL)
        for half in (folders[::2], folders[1::2])
    ]
    for process in halves:
        process.wait()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()  # before the output of the second run


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
