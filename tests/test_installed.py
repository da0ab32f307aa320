"""A game installed beside the bot: the recipe works, and a faulty game is left out."""

from __future__ import annotations

import re
import sys

import pytest

from tests.installed import ROOT, install, make_environment, run, write_recipe

APPLIES = "(highest or newest_game) and not whole_game"
"""pytest expression: tests with the game's key as a parameter, or about the newest game alone."""

TESTS = (
    "contract",
    "cogs/test_limits.py",
    "cogs/test_principles.py",
    "cogs/test_text_alone.py",
    "cogs/display/pages/test_secrecy.py",
    "players/test_command_line.py",
    "e2e/test_play.py",
    "e2e/test_without.py",
)
"""Tests that a game can fail. `e2e/test_play.py` plays by clicks, and checks records and dice."""


@pytest.mark.heavy
def test_the_recipe_for_a_game_works(tmp_path):
    write_recipe(tmp_path)
    ruff = (ROOT / "pyproject.toml", "highest", "tests")
    run(sys.executable, "-m", "ruff", "check", "--config", *ruff, cwd=tmp_path)
    run(sys.executable, "-m", "ruff", "format", "--check", "--config", *ruff, cwd=tmp_path)
    python = make_environment(tmp_path / "env")
    install(python, tmp_path)
    assert "Highest, 3 seats" in run(python, "-m", "players", "highest", "--seats", "3")
    quiet = ("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--assert=plain")
    run(python, *quiet, "--rootdir", tmp_path, tmp_path / "tests/test_rules.py")
    said = run(python, *quiet, "-k", APPLIES, *(f"tests/{name}" for name in TESTS))
    assert re.search(r"\d\d\d? passed", said)


FAULTS = {
    "no such module": ("__init__.py", "import nothing_like_this\n"),
    "not a kit": ("__init__.py", "KIT = 5\n"),
    "rules that fail": ("rules.py", "    def begin(self) -> None:\n        raise ValueError\n"),
    "a board that exits": ("board.py", "raise SystemExit(1)\n"),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The Python of an environment with the game, and the game's folder there."""
    folder = tmp_path_factory.mktemp("installed")
    write_recipe(folder)
    python = make_environment(folder / "env")
    install(python, folder)
    (package,) = folder.glob("env/lib/*/site-packages/highest")
    return python, package


@pytest.mark.heavy
@pytest.mark.xdist_group("installed")  # so that the game is installed only once
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_left_out_with_a_line_in_the_log(installed, fault):
    python, package = installed
    name, content = FAULTS[fault]
    file = package / name
    whole = file.read_text("utf-8")
    file.write_text(whole + content if name == "rules.py" else content, "utf-8")
    code = "from cogs.app.games import load_renderers; print(*load_renderers())"
    try:
        said = run(python, "-B", "-c", code)
    finally:
        file.write_text(whole, "utf-8")
    assert said.count("highest is off, as it cannot be loaded") == 1
    assert "ducks pond trophy buckets buckdice" in said
