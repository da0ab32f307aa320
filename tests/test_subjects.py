"""A file has one subject, and a class name stands for one thing.

A comment of its own between two statements of a module works as a chapter heading. It shows that
the file holds two subjects.
"""

import ast
import re
import tokenize
from collections import Counter

from tests.test_layers import MODULES, ROOT

NOT_DONE = {
    "cogs/app": 4,
    "cogs/buckdice": 1,
    "cogs/buckets": 4,
    "cogs/buckets/pictures": 2,
    "cogs/commands": 1,
    "cogs/display": 4,
    "cogs/display/art": 6,
    "cogs/display/pages": 4,
    "cogs/ducks": 1,
    "cogs/features/daily": 1,
    "cogs/features/history": 1,
    "cogs/features/leaderboards": 1,
    "cogs/features/practice": 1,
    "cogs/features/stats": 1,
    "cogs/interactions": 3,
    "cogs/pond": 2,
    "db": 4,
    "db/backends": 13,
    "engine": 3,
    "players": 6,
    "players/buckets": 2,
    "players/ducks": 4,
    "players/pond": 4,
    "players/trophy": 3,
    "records": 1,
    "sandbox/changes": 2,
    "sandbox/state": 1,
    "tables/storage": 3,
    "tables/model": 5,
    "workers": 2,
}
"""Headings that are left, by folder. The numbers only fall."""

TWICE = {
    *("Gone", "Item", "Known", "Messages", "Opponent", "Outcome", "Played", "Progress", "Refused"),
    *("Score", "Standing", "Step"),
}
"""Class names that still stand for two things. The set only shrinks."""

OF_A_GAME = re.compile(r"(engine|players|cogs)/(ducks|pond|trophy|buckets|buckdice)/")
"""Folders of games. There the same part of each game has the same name."""


def find_banners(path):
    """Return the lines of comments with a blank line before and after them, outside any block."""
    lines = path.read_text("utf-8").splitlines()
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    own = {
        token.start[0]
        for token in tokens
        if token.type == tokenize.COMMENT and not lines[token.start[0] - 1].split("#")[0].strip()
    }
    starts = (number for number in own if number - 1 not in own)
    return sorted(number for number in starts if _stands_alone(number, own, lines))


def _stands_alone(number, own, lines):
    end = number
    while end in own:
        end += 1
    before = number == 1 or not lines[number - 2].strip()
    return before and (end > len(lines) or not lines[end - 1].strip())


def test_no_new_heading_stands_in_a_file():
    found = Counter()
    for _, path in MODULES:
        found[path.parent.relative_to(ROOT).as_posix()] += len(find_banners(path))
    assert {folder: n for folder, n in found.items() if n > NOT_DONE.get(folder, 0)} == {}


def test_no_other_class_name_stands_for_two_things():
    places = {}
    for layer, path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        if layer != "sandbox" and not OF_A_GAME.match(name):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, set()).add(name)
    assert {name for name, files in places.items() if len(files) > 1} <= TWICE


BANNER = """
A = 1

# The second subject.

B = 2
"""

NO_BANNERS = """
A = 1

# Why this is two.
B = 2  # and this

if A:
    # Why it is three.
    B = 3
"""


def test_a_heading_is_found_and_a_reason_is_none(tmp_path):
    file = tmp_path / "a.py"
    file.write_text(BANNER)
    assert find_banners(file) == [4]
    file.write_text(NO_BANNERS)
    assert find_banners(file) == []
