"""Which modules may import which others. The tests read the imports from the source."""

import ast
import graphlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from cogs.app.client import EXTENSIONS
from cogs.features import BUILT_IN as FEATURES
from players.games import BUILT_IN as OWN_GAMES
from players.games import find_kit
from tests.sources import parse

pytestmark = pytest.mark.xdist_group("layers")  # each source is read once

ROOT = Path(__file__).parents[1]

LAYERS = {
    "engine": {"engine"},
    "db": {"db", "aiosqlite", "psycopg", "dotenv"},
    "players": {"players", "engine", "numpy"},
    "tables": {
        "tables",
        "players",
        "engine",
        "db",
        "cachetools",
        "prometheus_client",
        "propcache",
    },
    "records": {"records", "tables", "players", "engine", "db", "openskill", "orjson"},
    "workers": {"workers", "db"},
    "cogs": {
        "cogs",
        "workers",
        "records",
        "players",
        "tables",
        "engine",
        "babel",
        "discord",
        "PIL",
        "resvg_py",
        "orjson",
        "cachetools",
        "propcache",
        "aiohttp",
        "prometheus_client",
        "pythonjsonlogger",
        "wcwidth",
        "yarl",
    },  # aiohttp, because discord.py raises its errors
    "sandbox": {"sandbox", "aiohttp"},
}
"""Packages that a layer may import besides the standard library, by layer."""

PUBLIC = {
    "tables.service",
    "tables.model.table",
    "tables.model.progress",
    "tables.thinking",
    "tables.model.time_control",
    "tables.model.errors",
    "tables.play.lobby",
    "tables.play.computers",
    "tables.play.messages",
    "tables.play.playing",
    "tables.play.seating",
    "tables.storage.act",
    "tables.storage.finished",
}
"""Modules of `tables` that other packages may import; the package's docstring lists them."""

PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "hmac", "itertools", "json", "math", "re", "typing",
}  # fmt: skip
"""Standard modules for the engine: none that reads, waits, or is random."""

SANDBOX_TESTS = ROOT / "sandbox/tests"
"""The tests of the sandbox, which are in its folder. They are no modules of it."""


def files(package):
    """Return the files of a package; "" stands for all files but tests and documents."""
    if package:
        found = ROOT.joinpath(*package.split(".")).rglob("*.py")
        return [path for path in found if not path.is_relative_to(SANDBOX_TESTS)]
    own = (path for path in ROOT.glob("*.py") if path.name != "conftest.py")
    return [*own, *(path for floor in (*LAYERS, "bench") for path in files(floor))]


MODULES = [(layer, path) for layer in LAYERS for path in sorted(files(layer))]


class Survey(NamedTuple):
    """A module's imports, its calls of plain names, and its strings except docstrings."""

    imported: tuple[str, ...]
    called: tuple[str, ...]
    strings: tuple[str, ...]


@cache
def survey(source):
    """Return what a module imports, calls and says. Each source is read once."""
    found, called, strings, told = [], [], [], set()
    for node in ast.walk(parse(source)):  # a node comes before its inner nodes
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports must be absolute"
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.append(node.func.id)
        elif isinstance(node, ast.Expr):
            told.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings += [node.value] * (id(node) not in told)
    return Survey(tuple(found), tuple(called), tuple(strings))


def imported(source):
    """Return every imported name with its whole path, even in functions and for types."""
    return survey(source).imported


def imports(source):
    """Return the top-level names of all imports."""
    return {name.split(".")[0] for name in imported(source)}


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def graph(package):
    """Return, by module of a package, the modules of the same package that it imports."""
    modules = {module_name(path): path for path in files(package)}

    def module_of(name):
        return name if name in modules else name.rpartition(".")[0]

    return {
        name: {module_of(each) for each in imported(path.read_text("utf-8"))}
        & modules.keys() - {name}
        for name, path in modules.items()
    }


def name(value):
    return str(value.relative_to(ROOT)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("layer", "path"), MODULES, ids=name)
def test_a_module_imports_only_what_its_layer_may(layer, path):
    found = imports(path.read_text(encoding="utf-8"))
    stores = path.is_relative_to(ROOT / "cogs/features") or path == ROOT / "cogs/commands/hosts.py"
    more = {"db"} if stores else set()
    assert found - LAYERS[layer] - more - sys.stdlib_module_names == set()


@pytest.mark.parametrize("path", sorted(SANDBOX_TESTS.rglob("*.py")), ids=name)
def test_the_tests_of_the_sandbox_import_nothing_of_the_bot(path):
    own = {each.name for each in ROOT.iterdir()} | {each.stem for each in ROOT.glob("*.py")}
    assert imports(path.read_text("utf-8")) & own <= {"sandbox"}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_modules_of_a_layer_import_each_other_in_a_circle(layer):
    list(
        graphlib.TopologicalSorter(graph(layer)).static_order()
    )  # raises CycleError that names the circle


@cache
def load():
    """Return two sets: modules that the command lines load, and modules that the bot loads, too."""
    cogs = [each.cog for each in FEATURES]
    modules = ["bot", *EXTENSIONS, *cogs, "tests.cogs.pictures"]  # with the renderers of all games
    code = (
        "import cogs.commands.hosts, sys; print(*sys.modules);"
        f"[__import__(name) for name in {modules}]; print(*sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    return [set(line.split()) for line in said.stdout.decode().splitlines()]


@pytest.mark.heavy
def test_only_processes_that_think_or_draw_load_what_they_alone_need():
    """Clicks need neither numpy (11 MB and a tenth of a second) nor Pillow and resvg (6 MB)."""
    _, loaded = load()
    assert "cogs.buckets.board" in loaded
    assert loaded.isdisjoint({"numpy", "PIL", "resvg_py", "psycopg", "pydantic"})


def test_a_circle_would_be_found():
    with pytest.raises(graphlib.CycleError):
        list(graphlib.TopologicalSorter({"a": {"b"}, "b": {"a"}}).static_order())


SHARED_BY_COGS = {"interactions", "display", "publishing", "app"}
"""Packages of `cogs` that packages of games and the package `commands` may import."""


@pytest.mark.heavy
def test_no_package_of_a_game_or_of_commands_is_imported_by_another():
    for room, used in draw("cogs").items():
        roots = (
            {"features"} if room == "commands" else set()
        )  # only the module `commands.hosts` may: see the next test
        assert used - roots <= SHARED_BY_COGS, room


def test_only_the_bot_and_the_command_lines_import_the_features():
    found = {module for module, used in graph("").items() if "cogs.features" in used}
    # bench.records measures features.
    assert found == {"bot", "cogs.commands.hosts", "bench.records"}


FEATURE_NAMES = sorted(path.parent.name for path in ROOT.glob("cogs/features/*/__init__.py"))


def test_a_feature_imports_no_other():
    for used in draw("cogs.features").values():
        assert used == set()


def test_a_feature_is_imported_by_its_own_modules_and_the_list_alone():
    for module, used in graph("").items():
        theirs = {each for each in used if each.startswith("cogs.features.")}
        own = module if module == "cogs.features" else ".".join(module.split(".")[:3])
        assert all(f"{each}.".startswith(f"{own}.") for each in theirs), module


def test_tests_outside_the_folder_of_a_feature_import_nothing_of_it():
    feature = re.compile(rf"(tests\.)?cogs\.features\.({'|'.join(FEATURE_NAMES)})\b")
    inside = ROOT / "tests/cogs/features"
    for path in ROOT.glob("tests/**/*.py"):
        source = path.read_text("utf-8")
        if not path.is_relative_to(inside) and "cogs.features" in source:
            found = [each for each in imported(source) if feature.match(each)]
            assert found == [], path


@pytest.mark.heavy
def test_the_command_lines_load_no_discord():
    loaded, _ = load()
    assert {f"cogs.features.{name}" for name in FEATURE_NAMES} <= loaded
    assert "discord" not in loaded


def test_each_folder_of_a_feature_is_in_the_list():
    assert [feature.name for feature in FEATURES] == FEATURE_NAMES


WITHOUT_DISCORD = {
    *("cogs.app.feature", "cogs.features", "cachetools"),
    *("db", "tables", "records", "players", "engine"),
}
"""Modules that a feature may import, besides the standard library, outside its cog and pages."""

IN_FEATURES = sorted(ROOT.glob("cogs/features/*/**/*.py"))


@pytest.mark.parametrize("path", IN_FEATURES, ids=name)
def test_in_a_feature_only_the_cog_and_the_pages_know_discord(path):
    found = set(imported(path.read_text(encoding="utf-8")))
    if path.stem == "cog" or path.stem.endswith("pages"):
        assert not any(each.split(".")[0] == "db" for each in found)
        return
    for each in found:
        known = any(f"{each}.".startswith(f"{name}.") for name in WITHOUT_DISCORD)
        assert known or each.split(".")[0] in sys.stdlib_module_names, each


ROOMS, LEVELS, ARROWS, LINES = 20, 6, 40, 600
"""Limits for a package, and for the lines of a file. Rooms are the modules and packages directly
in a package. An arrow leads from a room to another room that it imports. Levels are the rooms on
the longest path along arrows."""

BETTER_WITH_MORE: dict[str, str] = {}
"""Packages that may exceed the limits, each with the reason; at most five."""

FLOORS = {module_name(path.parent) for layer in (*LAYERS, "bench") for path in files(layer)}


def draw(package):
    """Return, by room of a package, the other rooms that it imports."""
    depth = len(package.split(".")) if package else 0
    rooms = {}
    for module, used in graph(package).items():
        if module != package:
            room = module.split(".")[depth]
            others = {each.split(".")[depth] for each in used - {package}}
            rooms.setdefault(room, set()).update(others - {room})
    return rooms


def count_levels(rooms):
    """Count the rooms on the longest path along arrows. Raises CycleError for a circle."""
    levels = {}
    for room in graphlib.TopologicalSorter(rooms).static_order():
        levels[room] = 1 + max((levels[each] for each in rooms[room]), default=0)
    return max(levels.values(), default=0)


@pytest.mark.parametrize("package", ["", *sorted(FLOORS)])
@pytest.mark.heavy
def test_a_package_and_the_whole_are_within_the_limits(package):
    rooms = draw(package)
    counted = (len(rooms), count_levels(rooms), sum(map(len, rooms.values())))
    few = all(one <= most for one, most in zip(counted, (ROOMS, LEVELS, ARROWS), strict=True))
    assert few != (package in BETTER_WITH_MORE), counted


def test_the_whole_consists_of_the_layers_the_measurements_and_two_programs():
    assert draw("").keys() == {*LAYERS, "bench", "bot", "play"}


def test_few_packages_may_exceed_the_limits():
    assert len(BETTER_WITH_MORE) <= 5


@pytest.mark.parametrize("path", [path for _, path in MODULES] + [*ROOT.glob("*.py")], ids=name)
def test_a_file_has_at_most_600_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES


OUTSIDE_TABLES = [path for layer, path in MODULES if layer in ("records", "cogs")]


FOR_FEATURES = {
    *("tables.storage.lookup", "tables.storage.lookup", "tables.thinking"),
    *("tables.clocks", "tables.play.playing"),
}
"""Further modules of `tables` that only features may import."""


@pytest.mark.parametrize("path", OUTSIDE_TABLES, ids=name)
def test_other_packages_import_only_public_modules_of_tables(path):
    found = {each for each in imported(path.read_text("utf-8")) if each.startswith("tables.")}
    more = FOR_FEATURES if path in IN_FEATURES else set()
    assert {each.rpartition(".")[0] for each in found} - PUBLIC - more == set()


def test_the_package_names_its_public_modules():
    words = (ROOT / "tables" / "__init__.py").read_text(encoding="utf-8").split()
    assert {word for word in words if word.startswith("tables.")} == PUBLIC


PURE_MODULES = [path for layer, path in MODULES if layer == "engine" and path.name != "__main__.py"]


@pytest.mark.parametrize("path", PURE_MODULES, ids=name)
def test_the_engine_is_pure(path):
    source = path.read_text(encoding="utf-8")
    assert imports(source) - {"engine"} - PURE == set()
    called = survey(source).called
    assert {"open", "print", "input", "exec", "eval", "__import__"}.isdisjoint(called)


def test_every_layer_is_there():
    assert {layer for layer, _ in MODULES} == set(LAYERS)


def test_all_kinds_of_imports_are_found():
    source = "import a.b, c\nfrom d.e import f\ndef g():\n    import h as i\n"
    assert imported(source) == ("a.b", "c", "d.e.f", "h")


# Games and features are known only to their own files.

KNOWING = {
    path.relative_to(ROOT).as_posix(): path
    for path in files("")
    if not path.is_relative_to(ROOT / "sandbox")
}
"""Files of the product and of the measurements, by name."""

LISTS = {"players/games.py", "cogs/features/__init__.py"}
"""The lists of games and features."""

NOTHING = "(?!)"
"""A pattern that matches nothing."""


@cache
def read_names(path):
    """Return a file's strings, without docstrings, and its imports."""
    found = survey(path.read_text("utf-8"))
    return found.strings, found.imported


@cache
def list_strings(feature):
    """Return the strings in the files of a feature."""
    paths = [path for path in IN_FEATURES if path.is_relative_to(ROOT / "cogs/features" / feature)]
    return [each for path in paths for each in read_names(path)[0]]


@cache
def find_tables(feature):
    """Return the database tables into which a feature inserts rows."""
    texts = list_strings(feature)
    return {table for each in texts for table in re.findall(r"INSERT INTO (\w+)", each)}


@cache
def find_columns(feature):
    """Return the columns that a feature writes in other parts' database tables.

    The features for absences and hints have no such columns. The table itself keeps these two, like
    the owner of a private table, because it stops clocks, and because a game with a hint is on no
    leaderboard. The features only let people use them.
    """
    setting = re.compile(r"UPDATE (\w+)\s+SET (.+?)(?:WHERE|$)", re.DOTALL)
    found = [each for text in list_strings(feature) for each in setting.findall(text)]
    others = [columns for table, columns in found if table not in find_tables(feature)]
    return {column for columns in others for column in re.findall(r"(\w+) = ", columns)}


def names_feature(feature, path):
    """Return whether a file names a feature: its folder, command, page, or a table or column."""
    strings, modules = read_names(path)
    tables = "|".join(find_tables(feature)) or NOTHING
    columns = "|".join(find_columns(feature)) or NOTHING
    word = re.compile(rf"{feature}|{tables}", re.IGNORECASE)
    part = re.compile(
        rf"(?<![\w/])/{feature}\b|\b[a-z]1:{feature}\b|features[./]{feature}\b"
        rf"|\b(SELECT|INSERT|UPDATE|WHERE)\b.*\b({columns})\b|\b(FROM|INTO|UPDATE|JOIN)\s+({tables})\b",
        re.DOTALL,
    )
    return any(word.fullmatch(each) or part.search(each) for each in strings) or any(
        feature in each.split(".") for each in modules
    )


@pytest.mark.parametrize("feature", FEATURES, ids=lambda each: each.name)
def test_a_feature_is_known_to_its_own_files_and_the_list_of_features_alone(feature):
    """A feature that needs this one may name it, too, in its own `__init__.py`."""
    needing = {each.name for each in FEATURES if feature.name in each.needs}
    values = {f"cogs/features/{name}/__init__.py" for name in needing}
    own = f"cogs/features/{feature.name}/"
    others = {name: path for name, path in KNOWING.items() if not name.startswith(own)}
    found = {name for name, path in others.items() if names_feature(feature.name, path)}
    assert found - LISTS - values == set()


def names_game(game, path):
    """Return whether a file names a game: its packages, title or key.

    The key "ducks" does not count, because the word also means computer players.
    """
    key, title = game.info.key, game.info.title
    word = rf"\b(engine|players|cogs)[./]{key}\b" + rf"|\b{key}\b" * (key != "ducks")
    strings, modules = read_names(path)
    return any(title in each or re.search(word, each) for each in (*strings, *modules))


@pytest.mark.parametrize(
    "game",
    [find_kit(each.rpartition(".")[2]).rules for each in OWN_GAMES],
    ids=lambda each: each.info.key,
)
def test_a_game_is_known_to_its_own_files_and_the_list_of_games_alone(game):
    """The daily may name games, too."""
    own = re.compile(rf"(engine|players|cogs)/{game.info.key}/|cogs/features/daily/")
    others = {name: path for name, path in KNOWING.items() if not own.match(name)}
    assert {name for name, path in others.items() if names_game(game, path)} - LISTS == set()
