"""Makes one fault at a time in a copy of the source tree, and finds the test that catches it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from tests.faults.listed import Fault
    from tests.faults.places import Place

MEMORY = Path("/dev/shm")
"""Folder in memory for the copy, if this machine has one."""

SECONDS = {"quick": 900, "test": 3600}
"""Time limit of each make target, in seconds. With some faults a test waits for ever."""

UNCHANGED = "unchanged"
"""Name of the run without a fault, which must pass."""

_LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """A target's result for a fault.

    Attributes:
        target: the target of make.
        verdict: caught, late (stopped by the time limit) or missed.
        seconds: the duration of the run.
        by: the first test that failed, if any.
        name: the fault's name.
    """

    target: str
    verdict: str
    seconds: int
    by: str
    name: str

    def __str__(self) -> str:
        return "\t".join((self.target, self.verdict, str(self.seconds), self.by, self.name))


def read(results: Path) -> dict[tuple[str, str], Result]:
    """Return the results of earlier runs by target and name."""
    found = {}
    for line in results.read_text("utf-8").splitlines() if results.exists() else ():
        target, verdict, seconds, by, name = line.split("\t")
        found[target, name] = Result(target, verdict, int(seconds), by, name)
    return found


def missed(faults: Iterable[Fault], results: Path) -> list[Fault]:
    """Return the faults that were tried and missed by every target. A late run is no miss."""
    done = read(results).values()
    tried = {result.name for result in done}
    caught = {result.name for result in done if result.verdict != "missed"}
    return [fault for fault in faults if fault.name in tried - caught]


def judge(
    root: Path, target: str, faults: Iterable[tuple[Fault, Place]], results: Path
) -> Generator[Result]:
    """Run a target with each fault that has no result yet; yield each result and save it.

    Raises:
        RuntimeError: a test fails even without a fault.
    """
    done = read(results)
    with _copied(root) as tree:
        if (target, UNCHANGED) not in done:
            result = _run(root, tree, target, UNCHANGED)
            if result.verdict != "missed":
                raise RuntimeError(f"A test fails even without a fault: {result.by}")
            yield _noted(results, result)
        for fault, place in faults:
            if (target, fault.name) not in done:
                with _made(tree, fault, place):
                    result = _run(root, tree, target, fault.name)
                yield _noted(results, result)


@contextmanager
def _copied(root: Path) -> Generator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield shutil.copytree(root, Path(folder) / "tree", ignore=_LEFT_OUT)


@contextmanager
def _made(tree: Path, fault: Fault, place: Place) -> Generator[None]:
    file = tree / place.file
    right = file.read_bytes()
    place.write(tree, fault.new)
    try:
        yield
    finally:
        file.write_bytes(right)


def _run(root: Path, tree: Path, target: str, name: str) -> Result:
    """Run a target in the tree, with the root's virtual environment, until a test fails."""
    command = ["make", target, f"VENV={root / '.venv'}", "--old-file=requirements-dev.txt"]
    settings = {"PYTEST_ADDOPTS": "-x -p no:cacheprovider", "CI": "true"}
    began = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=tree,
        env=os.environ | settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS[target])
            verdict = "caught" if process.returncode else "missed"
        except subprocess.TimeoutExpired:
            said, verdict = "", "late"
        finally:
            _end(process)
    failed = _FAILED.search(said)
    by = failed[1] if failed else " ".join(said[-200:].split()) if verdict == "caught" else ""
    return Result(target, verdict, round(time.monotonic() - began), by, name)


def _end(process: subprocess.Popen[str]) -> None:
    """Kill the tests and all processes that they have started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _noted(results: Path, result: Result) -> Result:
    with results.open("a", encoding="utf-8") as file:
        file.write(f"{result}\n")
    return result
