"""Features of packages beside the bot: one bad package hurts nobody but itself."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from discord import app_commands

from cogs.app.feature import Feature
from cogs.app.feature_cog import FeatureCog, add_features
from tests.cogs.test_commands import make_client

ROOT = Path(__file__).parents[3]

LIST = """
import json, logging
logging.basicConfig(format="%(message)s")
from cogs.features import BUILT_IN, FEATURES, INSTALLED
INSTALLED.log_faults()
print(json.dumps([each.name for each in FEATURES[len(BUILT_IN):]]))
"""

GOOD = """
from cogs.app.feature import Feature
FEATURE = Feature(name="debut", cog="debut.cog")
"""


def put_beside(folder, package="debut", source=GOOD, entry="debut = debut:FEATURE"):
    """Put a package into a folder, as an installer would."""
    folder.mkdir(exist_ok=True)
    (folder / "debut.py").write_text(source)
    info = folder / f"{package}-1.0.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[ducks.features]\n{entry}\n")


def load(*places):
    """Start a process that loads all features. Return the installed ones, and its log."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, places))}
    done = subprocess.run(
        [sys.executable, "-B", "-c", LIST], cwd=ROOT, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr.splitlines()


def test_an_installed_feature_is_in_the_list(tmp_path):
    put_beside(tmp_path)
    assert load(tmp_path) == (["debut"], [])


FAULTY = {
    "no such module": ("import nothing_like_this", "ModuleNotFoundError"),
    "an exit": ("raise SystemExit(1)", "SystemExit"),
    "no feature": ("FEATURE = 5", "TypeError: it is not a Feature"),
    "another name": (GOOD.replace('"debut"', '"first"'), "ValueError: its name 'first' must be"),
    "rows of its own": (
        GOOD.replace("cog=", "kept=(5,), cog="),
        "ValueError: it keeps rows about people",
    ),
}


@pytest.mark.parametrize(("source", "reason"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_feature_is_left_out_with_a_line_in_the_log(tmp_path, source, reason):
    put_beside(tmp_path, source=source)
    found, (line,) = load(tmp_path)
    assert found == []
    assert line.startswith(f"debut is off, as it cannot be loaded: {reason}")


@pytest.mark.parametrize("name", ["history", "pond"])
def test_a_feature_cannot_take_the_name_of_a_feature_or_game_of_the_bot(tmp_path, name):
    put_beside(tmp_path, entry=f"{name} = debut:FEATURE")
    said = f"{name} is a name of the bot; debut has the same name, and is off"
    assert load(tmp_path) == ([], [said])


def test_of_two_packages_with_one_name_the_first_in_the_alphabet_counts(tmp_path):
    put_beside(tmp_path / "a", "zebra")
    put_beside(tmp_path / "b", "aardvark")
    said = "debut is a name of aardvark; zebra has the same name, and is off"
    assert load(tmp_path / "a", tmp_path / "b") == (["debut"], [said])


class Failing(FeatureCog):
    """A cog whose last list fails, so that a half could be added."""

    def _list_pages(self):
        return {"half": lambda *_: None}

    def _list_settings(self):
        raise RuntimeError


class Taking(FeatureCog):
    """A cog with a command whose name is taken."""

    @app_commands.command(description="x")
    async def play(self, interaction):
        raise AssertionError


class Fine(FeatureCog):
    @app_commands.command(description="x")
    async def fine(self, interaction):
        raise AssertionError


@pytest.mark.parametrize("faulty", [Failing, Taking, 5], ids=["a list", "a command", "no cog"])
async def test_a_faulty_cog_is_left_out_and_the_next_one_is_added(faulty, monkeypatch, caplog):
    client = await make_client()
    pages = [*client.services.pages]
    for name, cog in (("faulty", faulty), ("fine", Fine)):
        module = ModuleType(name)
        module.COG = cog
        monkeypatch.setitem(sys.modules, name, module)
    caplog.set_level(logging.ERROR)
    await add_features(client, [Feature(name=each, cog=each) for each in ("faulty", "fine")], {})
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == [
        "faulty is off, as it cannot be loaded"
    ]
    assert client.tree.get_command("fine") is not None
    assert client.services.pages == pages
