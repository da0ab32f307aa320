"""A copy of the project without one game and one feature, and the tests that must pass there."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from cogs.features import FEATURES
from engine.core import Game
from players.games import GAMES

ROOT: Final = Path(__file__).parents[2]

PAIRS: Final[list[tuple[Game[Any, Any, Any], str]]] = list(
    zip(cycle(GAMES), [each.name for each in FEATURES], strict=False)
)
"""Pairs of a game and a feature. Each feature is in one pair."""

LEFT: Final = shutil.ignore_patterns(".git", ".venv*", ".*_cache", ".hypothesis", "*.db")
"""Patterns of files left out of a copy. Compiled code is copied, to save compiling it again."""

HOUSE: Final = "tests/e2e/test_house.py"
"""A test that plays any game that there is."""

FOLDERS: Final = tuple(
    f"tests/{name}"
    for name in (
        "engine",
        "players",
        "contract",
        "golden",
        "db",
        "workers",
        "tables",
        "records",
        "cogs",
    )
)
"""Folders of the sample. The others test bot processes, the sandbox, faults and measurements."""

NOBODY: Final = "test_refused.py"
"""A test file that is left out: its tests run as another user, who may not read the copy."""

SAMPLE: Final = "30"
"""Value of `--sample`: every 30th case of each test runs."""

EVERY: Final = slice(None)
"""Selects all test files."""

_HELPER: Final = re.compile(r"^\s*from (tests[\w.]*) import (.+)$", re.MULTILINE)


def copy_project(copy: Path) -> None:
    """Copy what is needed to run the bot and its tests into a folder."""
    shutil.copytree(ROOT, copy, ignore=LEFT, dirs_exist_ok=True)


def take_away(copy: Path, game: Game[Any, Any, Any], feature: str) -> None:
    """Make a copy of the project, and delete a game and a feature from it."""
    copy_project(copy)
    own = re.compile(rf"(^|/)(cogs/features/{feature}|(.*[/_])?{game.info.key}(\.\w+|_\w+\.py)?)$")
    for path in sorted(copy.rglob("*")):
        # Catalogs are kept. Their file name is the project's name, which is also a game's key.
        if path.exists() and path.suffix != ".po" and own.search(path.relative_to(copy).as_posix()):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    lists = {"players/games.py": f"players.{game.info.key}", "cogs/features/__init__.py": feature}
    for name, word in lists.items():
        line = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
        lines = (copy / name).read_text("utf-8").splitlines(keepends=True)
        (copy / name).write_text("".join(each for each in lines if not line.search(each)), "utf-8")
    anew = (sys.executable, "-m", "tests.cogs.pages")  # boards lose the feature's controls
    subprocess.run(anew, cwd=copy, check=True)


def try_out(copy: Path, game: Game[Any, Any, Any], feature: str, some: slice = EVERY) -> str | None:
    """Play in the copy, and run a sample of the tests in the files that `some` selects.

    Return the output of the first failure, or None.
    """
    readers = ROOT / f"tests/cogs/features/{feature}/readers.py"
    told = runpy.run_path(str(readers))["READERS"] if readers.exists() else {}
    names = re.compile(
        rf"(engine|players|cogs)[./]{game.info.key}\b|\"{game.info.key}[\" ]|{type(game).__name__}"
        rf"|{game.info.title}|features[./]{feature}\b|\"{feature}\b|/{feature}\b"
        + "".join(rf"|\.{name}\b" for name in told)
    )
    tests = (path for folder in FOLDERS for path in sorted((copy / folder).rglob("test_*.py")))
    others = [
        path.relative_to(copy).as_posix()
        for path in tests
        if "e2e" not in path.parts
        and path.name != NOBODY
        and not any(names.search(each.read_text("utf-8")) for each in _read_with(path, copy))
    ]
    for arguments in ((HOUSE,), ("--sample", SAMPLE, *others[some])):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments],
            cwd=copy, check=False, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            return done.stdout + done.stderr
    return None


def _read_with(test: Path, copy: Path) -> Iterator[Path]:
    """Yield a test file, the conftests above it, and all helpers that these files import."""
    todo = [test, *(each / "conftest.py" for each in test.parents if each.is_relative_to(copy))]
    found: set[Path] = set()
    while todo:
        path = todo.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        yield path
        for module, imported in _HELPER.findall(path.read_text("utf-8")):
            place = copy.joinpath(*module.split("."))
            todo += [place.with_suffix(".py"), place / "__init__.py"]
            todo += [place / f"{name.strip()}.py" for name in imported.split(",")]
