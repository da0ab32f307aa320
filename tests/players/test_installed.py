"""Games of packages beside the bot: one bad package hurts nobody but itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.installed import ROOT, put_beside

LIST = "from cogs.app.games import load_renderers; print(*load_renderers())"


def load(*places):
    """Start a process that loads all games. Return its keys, and the lines of its log."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, places))}
    done = subprocess.run(
        [sys.executable, "-B", "-c", LIST], cwd=ROOT, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr.splitlines()


OWN = ["ducks", "pond", "trophy", "buckets", "buckdice"]


def test_of_two_packages_with_one_name_the_first_in_the_alphabet_plays(tmp_path):
    put_beside(tmp_path / "a", "zebra")
    put_beside(tmp_path / "b", "aardvark")
    games, log = load(tmp_path / "a", tmp_path / "b")
    assert games == [*OWN, "highest"]
    assert log == ["highest is the game of aardvark; zebra has the same name, and is off"]


def test_a_package_cannot_take_the_name_of_a_game_of_the_bot(tmp_path):
    put_beside(tmp_path, ducks="highest:KIT")
    games, log = load(tmp_path)
    assert games == OWN
    assert log == ["ducks is the game of the bot; ducks-highest has the same name, and is off"]


def test_a_package_that_is_found_twice_is_one(tmp_path):
    put_beside(tmp_path / "a")
    put_beside(tmp_path / "b")
    assert load(tmp_path / "a", tmp_path / "b") == ([*OWN, "highest"], [])


UNREADABLE = {
    "Latin-1": "[console_scripts]\ncafé = café:main\n".encode("latin-1"),
    "a section without =": b"[console_scripts]\nno-equals-sign\n",
    "no section": b"hello\n",
    "of a game": b"[ducks.games]\nhighest\n",
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_a_package_that_cannot_be_read_is_one_line_of_the_log(tmp_path, content):
    put_beside(tmp_path)
    info = tmp_path / "cafe-1.0.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_bytes(content)
    games, (line,) = load(tmp_path)
    assert games == [*OWN, "highest"]
    assert line.startswith("cafe cannot be read, so a game or feature in it would be off: ")


AS_NOBODY = """
import os, sys
from players.installed import list_installed
sys.path.append(sys.argv[1])
os.seteuid(65534)
notices = []
print(list(list_installed("ducks.games", notices)), *notices, sep="\\n")
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize(("name", "mode"), [("entry_points.txt", 0o600), ("", 0o700)])
def test_a_package_installed_for_root_alone_is_one_line_of_the_log(name, mode):
    place = Path(tempfile.mkdtemp(dir="/tmp"))
    put_beside(place)
    info = place / "cafe-1.0.0.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[console_scripts]\n")
    place.chmod(0o755)
    (info / name).chmod(mode)
    command = [sys.executable, "-c", AS_NOBODY, place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    shutil.rmtree(place)
    games, line = done.stdout.splitlines()
    assert games == "[('highest', 'ducks-highest', 'highest:KIT')]"
    assert line.startswith("cafe cannot be read")
    assert "Permission denied" in line


def test_files_beside_packages_are_no_packages(tmp_path):
    put_beside(tmp_path)
    (tmp_path / "old-1.0-py3.11.egg-info").write_text("Metadata-Version: 1.0\n")
    assert load(tmp_path) == ([*OWN, "highest"], [])
