"""The documents are true: links lead somewhere, numbers equal those of the code, recipes work."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import time
import tomllib
from contextlib import closing
from dataclasses import fields
from functools import cache
from pathlib import Path

import discord
import pytest

from bot import Settings
from cogs.features import BUILT_IN as FEATURES
from cogs.interactions.interaction import NEEDED, NEEDED_FOR_PICTURES, NEEDED_FOR_THREADS
from db.connection import Database
from players.games import GAMES
from records.upkeep import KEEP_FOR
from tables.model.table import Person
from tables.play.seating import Join, Start
from tables.service import GAME_AGE, IDLE_AFTER, LOBBY_AGE, Tables
from tests import words
from tests.cogs.test_commands import (
    listed,  # noqa: F401 - a fixture
    names,
)
from tests.stale import House
from tests.test_layers import LAYERS

pytestmark = pytest.mark.xdist_group("documents")  # so that the checkout is read once

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "sandbox/README.md"])
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")


def by_name(path):
    return path.name


def links(document):
    """Yield the internal links of a document: file and anchor."""
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"(?:\]\(|src=\")([^)\s\"]+)[)\"]", text):
        if not re.match(r"[a-z]+:", target):
            yield target.partition("#")[::2]


def anchors(document):
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_name)
def test_internal_links_lead_somewhere(document):
    for path, anchor in links(document):
        target = document.parent / path if path else document
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), anchor


@cache
def this_house():
    return House(ROOT)


def test_everything_that_is_named_exists():
    assert [f"{path}:{line}: {word}" for path, line, word in this_house().find()] == []


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A small checkout."""
    root = tmp_path_factory.mktemp("checkout")
    (root / "engine").mkdir()
    (root / "docs").mkdir()
    (root / "engine/core.py").write_text("class Game:\n    info = 1\n\nrun = ['play', '--seed']\n")
    (root / "Makefile").write_text("play:\n\techo\n")
    (root / "README.md").write_text("| `/table show` | Lists tables. |\n")
    subprocess.run(["git", "init", "-q"], check=True, cwd=root)
    return root


@pytest.fixture
def house(checkout):
    """A function that adds a file to the checkout until the test ends, and finds stale words."""
    added = set()

    def find(name, text):
        (checkout / name).write_text(text)
        added.add(checkout / name)
        return [each.word for each in House(checkout).find()]

    yield find
    for path in added:
        path.unlink()


@pytest.mark.parametrize(
    "text",
    ["`engine/core.py`", "engine/core.py", "core.py", "`engine.core`", "`engine.core.Game`",
     "`Game.info`", "`make play`", "`python -m engine.core`",
     "`python -m engine play --seed 7`", "`/table show`", "`/table`"],
)  # fmt: skip
def test_names_that_exist_are_not_stale(house, text):
    assert house("NEWS.md", f"See {text}.") == []
    assert house("new.py", f"# See {text}.\n") == []


@pytest.mark.parametrize(
    "text",
    ["`engine/gone.py`", "engine/gone.py", "gone.py", "`engine.gone`", "`engine.gone.Game`",
     "`engine.core.Gone`", "`Game.gone`", "`Gone`", "`gone()`", "`GONE=1`", "`make gone`",
     "`python -m engine.gone`", "`python -m engine gone`", "`python -m engine play --gone`",
     "`/gone`", "`/table gone`"],
)  # fmt: skip
@pytest.mark.parametrize("file", ["NEWS.md", "comment.py", "docstring.py", "new.sql"])
def test_names_that_are_gone_are_stale(house, file, text):
    before = {"comment.py": "x = 1  # ", "docstring.py": '"""', "new.sql": "-- ", "NEWS.md": ""}
    (word,) = house(file, f"{before[file]}See {text}.{before[file].strip(' x=1#-')}\n")
    assert "gone" in word.lower()


def test_an_example_of_a_document_explains_its_names(house):
    example = "\n```python engine/new.py\nclass Evening:\n    evenings = 1\n```\n"
    assert house("NEWS.md", f"`/evenings`, `Evening`, `engine/new.py`\n{example}") == []


def test_a_list_of_modules_names_all_of_its_package(house):
    rooms = '"""The rules.\n\n    core.py     what a game is\n"""\n'
    assert house("engine/__init__.py", rooms) == []
    assert house("engine/fairness.py", "") == ["fairness.py"]


def test_a_named_section_that_is_missing_is_stale(house):
    guide = "docs/guide.md"
    house(guide, "\n## Move it\n")
    assert house("new.py", f"x = 'See \"Move it\" in {guide}.'\n") == []
    assert house("new.py", f"x = 'See \"Lose it\" in {guide}.'\n") == ["Lose it"]


def test_the_architecture_names_each_module_and_package_of_a_layer():
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    files = this_house().files
    for floor, block in re.findall(r"\*\*`(\w+)/`\*\*(?:.+\n)+\n((?:    .*\n)+)", text):
        columns = re.findall(r"^ {4,6}(\S.*?)(?:  |$)", block, re.MULTILINE)
        named = set(re.findall(r"\w+|\.\.\.", " ".join(columns)))
        rooms = set(re.findall(rf"(?<!\S){floor}/([a-z]\w*)(?=\.py|/)", "\n".join(files)))
        games = {game.info.key for game in GAMES} if "..." in named else set()
        assert named - {"..."} <= rooms
        assert rooms - games <= named


def test_folders_of_tests_are_named_after_what_they_test():
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")} - {ROOT / "tests"}
    inner = {folder.relative_to(ROOT / "tests") for folder in folders}
    tested = [path for path in inner if path.parts[0] in LAYERS and path.name != "e2e"]
    gone = [path for path in tested if not is_there(path)]
    assert gone == []


def is_there(path):
    return (ROOT / path).is_dir() or (ROOT / path).with_suffix(".py").is_file()


def test_the_invite_link_asks_for_exactly_what_the_bot_needs():
    (number,) = re.findall(r"permissions=(\d+)", HOSTING)
    asked = {name for name, given in discord.Permissions(int(number)) if given}
    aliases = {"view_channel": "read_messages"}
    assert asked == {
        aliases.get(name, name) for name in NEEDED | NEEDED_FOR_PICTURES | NEEDED_FOR_THREADS
    }


def test_each_permission_is_explained():
    table = re.findall(r"^\| ([A-Z][\w ]+) \| ", HOSTING, re.MULTILINE)
    assert table[1:] == [*map(str, (NEEDED | NEEDED_FOR_PICTURES | NEEDED_FOR_THREADS).values())]


def test_the_example_explains_every_setting():
    example = (ROOT / ".env.example").read_text()
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)
    assert sorted(named) == sorted(field.name.upper() for field in fields(Settings))


def test_the_example_has_the_defaults():
    example = (ROOT / ".env.example").read_text()
    told = dict(re.findall(r"^#([A-Z_]+)=(.*)$", example, re.MULTILINE))
    for field in fields(Settings):
        if field.name != "discord_token":
            assert told[field.name.upper()] == str(field.default or "")


def test_the_guide_lists_every_feature():
    (told,) = re.findall(r"The\s+features\s+are\s+((?:`\w+`[,\s]*(?:and )?)+)", HOSTING)
    assert re.findall(r"`(\w+)`", told) == [feature.name for feature in FEATURES]


def test_the_decisions_have_at_most_3000_words():
    assert len((ROOT / "docs/decisions.md").read_text(encoding="utf-8").split()) <= 3000


def test_the_readme_lists_every_game():
    rows = re.findall(r"^\| `/(\w+) start` \| ([^|]+) \| (\d)-(\d) \|", README, re.MULTILINE)
    assert {row[0]: row[1] for row in rows} == {g.info.key: g.info.title for g in GAMES}


README = (ROOT / "README.md").read_text(encoding="utf-8")


async def test_the_readme_lists_every_command(listed):  # noqa: F811 - the fixture
    (section,) = re.findall(r"^## Commands\n(.+?)^## ", README, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `/([a-z ]+)` \| [A-Z][^|]+\. \|$", section, re.MULTILINE)
    assert sorted(rows) == sorted(name for command in listed for name in names(command))


def test_the_newest_section_of_the_changelog_has_this_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    when = r"unreleased|\d{4}-\d\d-\d\d"
    headings = re.findall(rf"^## (\d+\.\d+\.\d+), (?:{when})$", changes, re.MULTILINE)
    assert headings[0] == version
    assert len(headings) == len(re.findall(r"^## ", changes, re.MULTILINE))


def find_fuzzy(changes):
    """Return the fuzzy translations of the release that is the newest in a changelog."""
    if re.search(r"^## \S+, (\S+)$", changes, re.MULTILINE)[1] == "unreleased":
        return []
    return [each.id for code in words.TRANSLATED for each in words.read(code) if each.fuzzy]


def test_a_release_has_no_fuzzy_translation():
    assert find_fuzzy((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")) == []


def test_a_fuzzy_translation_refuses_only_a_release(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "CATALOGS", tmp_path)
    for code in words.TRANSLATED:
        catalog = words.read(code)
        catalog.add("Roll", "?", flags=["fuzzy"] if code == "ja" else [])
        words.write(code, catalog)
    assert find_fuzzy("## 1.1.0, 2031-05-04\n\n## 1.0.0, unreleased\n") == ["Roll"]
    assert find_fuzzy("## 1.1.0, unreleased\n\n## 1.0.0, 2031-05-04\n") == []


def test_the_form_for_rule_questions_offers_each_game():
    form = (ROOT / ".github/ISSUE_TEMPLATE/rule.yml").read_text(encoding="utf-8")
    (options,) = re.findall(r"options:\n((?: +- .+\n)+)", form)
    assert re.findall(r"- (.+)", options) == [game.info.title for game in GAMES]


def test_the_hooks_before_a_commit_name_tests_that_exist():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    tests = re.findall(r"tests/[\w/]+\.py", hooks)
    assert tests
    assert [name for name in tests if not (ROOT / name).exists()] == []


def test_the_privacy_note_has_the_ages_of_the_code():
    note = " ".join((ROOT / "PRIVACY.md").read_text(encoding="utf-8").split())
    assert f"cancelled after {LOBBY_AGE // 3600} hours" in note
    assert f"abandoned after {GAME_AGE // 86400}" in note
    assert f"{KEEP_FOR // 86400} days after" in note


def test_the_readme_has_the_idle_time_of_the_code():
    assert IDLE_AFTER == 120
    assert "silent for two minutes" in README


async def open_two_tables(file):
    """Make a database with two tables of Mallard (id 123456789). Teal plays at the second."""
    async with await Database.open(f"sqlite:///{file}") as database:
        tables = Tables(database, GAMES, time.time)
        mallard, teal = Person(123456789, "Mallard"), Person(2, "Teal")
        for snowflake in (10, 20):
            table = await tables.lobbies.open("ducks", {}, 1, 2, mallard, snowflake)
        await tables.do(table.id, Join(teal, 30))
        await tables.do(table.id, Start(mallard, 1))


def everything(file):
    with closing(sqlite3.connect(file)) as connection, connection:
        names = [
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        rows = [row for name in names for row in connection.execute(f'SELECT * FROM "{name}"')]
    connection.close()
    return [value for row in rows for value in row]


def forget(file):
    """Run the guide's command to forget a person, on this file."""
    (line,) = re.findall(r"^python -m records (forget .+)$", HOSTING, re.MULTILINE)
    command = [sys.executable, "-m", "records", *line.split()]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{file}"}
    subprocess.run(command, check=True, cwd=ROOT, env=environment)


@pytest.fixture(scope="module")
def forgotten(tmp_path_factory):
    """A database with two tables of Mallard, who was forgotten, and its values before that."""
    file = tmp_path_factory.mktemp("forgotten") / "ducks.db"
    asyncio.run(open_two_tables(file))
    before = everything(file)
    forget(file)
    return file, before


def test_forgetting_somebody_leaves_neither_id_nor_name(forgotten):
    file, before = forgotten
    assert {123456789, "Mallard"} <= set(before)
    assert not {123456789, "Mallard"} & set(everything(file))


async def test_forgetting_somebody_leaves_the_others_and_the_log(forgotten):
    async with await Database.open(f"sqlite:///{forgotten[0]}") as database:
        tables = Tables(database, GAMES, time.time)
        table = await tables.lookup.get(2)
        assert "Teal" in [seat.name for seat in table.seats]
        assert table.state is not None


def test_the_taken_import_names_are_named():
    """The bot's folder comes before installed packages, so its names hide theirs."""
    said = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"^Import names that are taken: (.+?)\.\s", said, re.MULTILINE | re.DOTALL)
    packages = {path.parent.name for path in ROOT.glob("[a-z]*/*.py")}
    assert re.findall(r"`(\w+)`", told) == sorted({"bot", "play"} | packages)
