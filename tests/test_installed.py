"""A game that is installed beside the bot: the recipe works, and what is faulty is left out."""

from __future__ import annotations

import re
import sys

import pytest

from tests.installed import ROOT, install, make_environment, run, write_recipe

APPLIES = "highest or newest_game"
"""Which tests apply to an installed game, by name: those that have its key as a parameter."""

OF_THE_BOT = ("test_docs.py", "test_image.py", "test_compose.py", "golden", "cogs/pages")
"""Tests of what comes with the bot: its documents, its container, what its boards say."""


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
    others = tuple(f"--ignore=tests/{name}" for name in OF_THE_BOT)
    said = run(python, *quiet, *others, "-k", APPLIES, "tests")
    assert re.search(r"\d\d\d? passed", said)


FAULTS = {
    "no such module": ("__init__.py", "import nothing_like_this\n"),
    "not a kit": ("__init__.py", "KIT = 5\n"),
    "rules that fail": ("rules.py", "    def begin(self) -> None:\n        raise ValueError\n"),
    "no face": ("board.py", "raise SystemExit(1)\n"),
}


@pytest.mark.heavy
@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_left_out_with_a_line_in_the_log(tmp_path, fault):
    write_recipe(tmp_path)
    name, content = FAULTS[fault]
    file = tmp_path / "highest" / name
    whole = file.read_text("utf-8")
    file.write_text(whole + content if name == "rules.py" else content, "utf-8")
    python = make_environment(tmp_path / "env")
    install(python, tmp_path)
    code = "from cogs.app.games import load_renderers; print(*load_renderers())"
    said = run(python, "-c", code)
    assert said.count("highest is off, as it cannot be loaded") == 1
    assert "ducks pond trophy buckets buckdice" in said
