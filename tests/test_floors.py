"""Who may import whom: the imports of every module, read from its source."""

import ast
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]

FLOORS = {
    "engine": {"engine"},
    "db": {"db", "aiosql", "aiosqlite", "pydantic_settings", "yoyo"},
    "tables": {"tables", "engine", "db"},
    "annals": {"annals", "tables", "engine", "db", "openskill", "orjson"},
    "cogs": {
        "cogs",
        "annals",
        "tables",
        "engine",
        "discord",
        "PIL",
        "orjson",
        "aiohttp",
    },  # discord.py raises its errors
    "sandbox": {"sandbox", "aiohttp"},
}
"""Beside the standard library."""

PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "hmac", "itertools", "json", "math", "re", "typing",
}  # fmt: skip
"""What the engine takes of the standard library: nothing that reads, waits, or draws lots."""

MODULES = [(floor, path) for floor in FLOORS for path in sorted((HOUSE / floor).rglob("*.py"))]


def imports(source):
    """The top-level names of all imports, also of those within functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            yield node.module.split(".")[0]


def calls(source):
    """The plain names that are called."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def name(value):
    return str(value.relative_to(HOUSE)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("floor", "path"), MODULES, ids=name)
def test_a_module_imports_only_what_its_floor_may(floor, path):
    found = set(imports(path.read_text(encoding="utf-8")))
    assert found - FLOORS[floor] - sys.stdlib_module_names == set()


PURE_MODULES = [path for floor, path in MODULES if floor == "engine" and path.name != "__main__.py"]


@pytest.mark.parametrize("path", PURE_MODULES, ids=name)
def test_the_engine_is_pure(path):
    source = path.read_text(encoding="utf-8")
    assert set(imports(source)) - {"engine"} - PURE == set()
    assert {"open", "print", "input", "exec", "eval", "__import__"}.isdisjoint(calls(source))


def test_every_floor_is_there():
    assert {floor for floor, _ in MODULES} == set(FLOORS)


def test_all_kinds_of_imports_are_found():
    source = "import a.b, c\nfrom d.e import f\ndef g():\n    import h as i\n"
    assert list(imports(source)) == ["a", "c", "d", "h"]
