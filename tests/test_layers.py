"""Who may import whom: the imports of every module, read from its source."""

import ast
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]

FLOORS = {
    "engine": {"engine"},
    "db": {"db", "aiosql", "aiosqlite", "yoyo"},
    "tables": {"tables", "engine", "db"},
    "records": {"records", "tables", "engine", "db", "openskill", "orjson"},
    "cogs": {
        "cogs",
        "records",
        "tables",
        "engine",
        "discord",
        "PIL",
        "orjson",
        "aiohttp",  # discord.py raises its errors
    },
    "sandbox": {"sandbox", "aiohttp"},
}
"""Beside the standard library."""

PUBLIC = {"tables.service", "tables.model", "tables.errors", "tables.finished"}
"""What of `tables` other packages may import; the docstring of the package names the same."""

PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "hmac", "itertools", "json", "math", "re", "typing",
}  # fmt: skip
"""What the engine takes of the standard library: nothing that reads, waits, or draws lots."""

MODULES = [(floor, path) for floor in FLOORS for path in sorted((HOUSE / floor).rglob("*.py"))]


def modules(source):
    """The modules of all imports, also of those within functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            yield node.module


def imports(source):
    """The top-level names of all imports."""
    return [module.split(".")[0] for module in modules(source)]


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


@pytest.mark.parametrize("path", sorted((HOUSE / "records").rglob("*.py")), ids=name)
def test_the_records_use_the_public_face_of_tables(path):
    found = {module for module in modules(path.read_text("utf-8")) if module.startswith("tables")}
    assert found - PUBLIC == set()


def test_the_package_names_its_public_modules():
    words = (HOUSE / "tables" / "__init__.py").read_text(encoding="utf-8").split()
    assert {word for word in words if word.startswith("tables.")} == PUBLIC


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
    assert list(modules(source)) == ["a.b", "c", "d.e", "h"]
    assert imports(source) == ["a", "c", "d", "h"]
