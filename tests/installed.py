"""Builds the game of docs/add-a-game.md, and installs it beside the bot."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Final

UV: Final = (sys.executable, "-m", "uv")
ROOT: Final = Path(__file__).parents[1]
RECIPE: Final = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")


def write_recipe(folder: Path) -> None:
    """Write the files of the recipe into a folder."""
    for path, content in re.findall(r"```(?:python|toml|po) (\S+)\n(.+?)```", RECIPE, re.DOTALL):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")


def put_beside(folder: Path, package: str = "ducks_highest", **entries: str) -> None:
    """Put the package of the recipe into a folder, as an installer would; `entries`: its games."""
    write_recipe(folder)
    info = folder / f"{package}-1.0.0.dist-info"
    info.mkdir()
    lines = [f"{key} = {kit}" for key, kit in (entries or {"highest": "highest:KIT"}).items()]
    (info / "entry_points.txt").write_text("\n".join(["[ducks.games]", *lines]))


def run(*command: str | Path, cwd: Path = ROOT, timeout: float = 400) -> str:
    """Run a command and return its output. If it fails, fail the test with that output."""
    done = subprocess.run(
        command, check=False, cwd=cwd, text=True, timeout=timeout,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def make_environment(folder: Path) -> Path:
    """Make a virtual environment with the bot's dependencies; return the path of its Python."""
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python3*/site-packages")
    (site / "bot.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    return folder / "bin/python"


def build(project: Path) -> Path:
    """Build a project's wheel without a network, and return its path."""
    out = project / "dist"
    run(*UV, "build", "--wheel", "--offline", "--out-dir", out, project)
    (wheel,) = out.glob("*.whl")
    return wheel


def install(python: Path, project: Path) -> None:
    """Build a project's wheel and install it, both without a network."""
    quiet = ("--offline", "--no-index", "--no-deps", "--python", python)
    run(*UV, "pip", "install", *quiet, build(project))
