"""A game installed beside the bot: the recipe works, and a faulty game is left out."""

from __future__ import annotations

import re
import shutil
import sys

import pytest

from tests.installed import RECIPE, ROOT, build, install, make_environment, run, write_recipe

PIG = ROOT / "tests/pig"
"""A second game that follows the page: it has options, and its view is its state."""

COMMAND = "    python -m pytest -n0 -k highest\n"
"""The command of the page, as it stands there."""


@pytest.mark.heavy
@pytest.mark.timeout(1800)  # it runs hundreds of tests
def test_the_recipe_for_a_game_works_and_its_command_is_green(tmp_path):
    write_recipe(tmp_path)
    ruff = (ROOT / "pyproject.toml", "highest", "tests")
    run(sys.executable, "-m", "ruff", "check", "--config", *ruff, cwd=tmp_path)
    run(sys.executable, "-m", "ruff", "format", "--check", "--config", *ruff, cwd=tmp_path)
    python = make_environment(tmp_path / "env")
    install(python, tmp_path)
    install(python, shutil.copytree(PIG, tmp_path / "pig"))
    assert "Highest, 3 seats" in run(python, "-m", "players", "highest", "--seats", "3")
    quiet = ("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--assert=plain")
    run(python, *quiet, "--rootdir", tmp_path, tmp_path / "tests/test_rules.py")
    assert COMMAND in RECIPE
    words = COMMAND.split()[1:-1]
    said = run(python, *words, "highest or pig", timeout=1600)
    assert re.search(r"\d\d\d passed", said)


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


HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")


def loaded(python):
    """Return what a bot of this environment says when it loads its games."""
    code = "from cogs.app.games import load_renderers; print(*load_renderers())"
    return run(python, "-B", "-c", code)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    write_recipe(folder)
    return build(folder)


@pytest.mark.heavy
@pytest.mark.xdist_group("installed")
def test_the_lines_for_hosts_install_upgrade_and_remove_a_game(tmp_path, wheel):
    """The commands run as documented, except that the package comes from a file."""
    python = make_environment(tmp_path / "env")
    lines = re.findall(r"^    .*\.venv/bin/python -m pip (.+)$", HOSTING, re.MULTILINE)
    assert len(lines) == 3
    for line, there in zip(lines, (True, True, False), strict=True):
        words = (
            line.split()
            if "uninstall" in line
            else line.replace("ducks-highest", str(wheel)).split()
        )
        run(sys.executable, "-m", "pip", "--python", python, *words)
        assert loaded(python).split()[-1] == ("highest" if there else "buckdice")


@pytest.mark.heavy
@pytest.mark.xdist_group("installed")
def test_the_image_of_games_has_them(tmp_path, wheel):
    """Docker is not needed: the steps of the documented Dockerfile run in folders."""
    (told,) = re.findall(r"```dockerfile\n(.+?)```", HOSTING, re.DOTALL)
    (options,) = re.findall(
        r"^RUN pip install (.+) --target /games ducks-highest$", told, re.MULTILINE
    )
    (place,) = re.findall(r"^COPY --from=games /games /venv/(\S+)$", told, re.MULTILINE)
    games = tmp_path / "games"
    run(sys.executable, "-m", "pip", "install", *options.split(), "--target", games, wheel)
    python = make_environment(tmp_path / "venv")
    (site,) = (tmp_path / "venv").glob("lib/python3*/site-packages")
    shutil.copytree(games, site, dirs_exist_ok=True)
    assert loaded(python).split()[-1] == "highest"
    base = (ROOT / "Dockerfile").read_text("utf-8")
    (version,) = set(re.findall(r"python(?:3\.\d+|:(3\.\d+))", base)) - {""}
    assert place == f"lib/python{version}/site-packages"
    assert f"FROM python:{version}-slim AS games" in told
    assert "FROM ducks\n" in told
