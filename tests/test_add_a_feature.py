"""The recipe in `docs/add-a-feature.md` works: its files add a feature to a copy of the project."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import install, make_environment
from tests.installed import run as run_in_checkout
from tests.taken.away import copy_project

ROOT = Path(__file__).parents[1]
RECIPE = (ROOT / "docs/add-a-feature.md").read_text(encoding="utf-8")
FEATURE = "cogs/features/evenings"
LIST = "cogs/features/__init__.py"

PLAYED = '''"""Days are counted, shown, and forgotten."""

from tests.e2e.table import ask_to_forget, play_out, seated
from tests.people import has_text, text_of


async def test_the_day_of_a_game_is_shown_and_forgotten(people, bot):
    smew, scoter, _ = people
    assert "on 0 days." in text_of((await smew.command("evenings")).message)
    await seated((smew, scoter), "buckdice")
    await play_out((smew, scoter), seed=1)
    assert "on 1 day." in text_of((await smew.command("evenings")).message)
    assert "days on which you finished a game" in text_of((await smew.command("privacy")).message)
    await smew.click("Forget me for good", await ask_to_forget(smew))
    await smew.wait_for(has_text("You are forgotten"))
    assert bot.rows("SELECT person_id FROM evenings") == [(int(scoter.id),)]
'''


def run(folder, *arguments):
    """Run a module in a folder; a failure shows its output."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_recipe_is_short():
    assert len(RECIPE.splitlines()) <= 200


FILES = re.findall(r"```(?:python|sql|toml) (\S+)\n(.+?)```", RECIPE, re.DOTALL)
OF_THE_BOT = ("cogs/", "db/")
"""Folders of files that are no part of a package."""


def write_files(folder, *, package):
    """Write the files of the package, or those of the feature that comes with the bot."""
    for path, content in FILES:
        if path.startswith(OF_THE_BOT) is not package:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")


@pytest.mark.heavy
def test_the_recipe_for_a_package_works(tmp_path):
    write_files(tmp_path, package=True)
    ruff = ("--config", str(ROOT / "pyproject.toml"), "debut")
    run(tmp_path, "ruff", "check", *ruff)
    run(tmp_path, "ruff", "format", "--check", *ruff)
    python = make_environment(tmp_path / "env")
    install(python, tmp_path)
    assert "    python -m pytest -n0 path/to/tests\n" in RECIPE
    said = run_in_checkout(python, "-m", "pytest", "-n0", tmp_path / "tests")
    assert "1 passed" in said


@pytest.mark.heavy
def test_the_recipe_for_a_feature_works(tmp_path):
    copy_project(tmp_path)
    write_files(tmp_path, package=False)
    listed = (tmp_path / LIST).read_text(encoding="utf-8")
    imported = "from cogs.features.evenings import FEATURE as EVENINGS\nfrom cogs.features.history"
    listed = listed.replace("from cogs.features.history", imported)
    listed = listed.replace("    HISTORY,\n", "    EVENINGS,\n    HISTORY,\n")
    (tmp_path / LIST).write_text(listed, encoding="utf-8")
    tests = tmp_path / "tests" / FEATURE / "test_evenings.py"
    tests.parent.mkdir()
    tests.write_text(PLAYED, encoding="utf-8")
    run(tmp_path, "ruff", "check", FEATURE, LIST)
    run(tmp_path, "ruff", "format", "--check", FEATURE, LIST)
    layers = ("tests/test_layers.py", "-k", "feature or glance or day")
    run(tmp_path, "pytest", "-q", "-n0", "-p", "no:cacheprovider", tests, *layers)
