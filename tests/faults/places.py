"""Places for faults. A place is a statement, named by its function and text, not by its file."""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.operators import OPERATORS
from tests.sources import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

PRODUCT = (
    "bot.py",
    "cogs",
    "db",
    "engine",
    "players",
    "records",
    "tables",
    "workers",
)
"""Files and folders in which faults are made."""

_NAMED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SIMPLE = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Break | ast.Continue | ast.Expr
_SIMPLE |= ast.Return | ast.Assert | ast.Delete | ast.Pass


@dataclass(frozen=True, slots=True)
class Place:
    """A statement.

    Attributes:
        file: the path, relative to the tree.
        function: the names of the enclosing classes and functions, joined by dots.
        text: the statement as `ast.unparse` formats it; if compound, its line up to the colon.
        node: the statement's syntax node, which knows its position in the file.
    """

    file: Path
    function: str
    text: str
    node: ast.stmt

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield the kind and the new text of each fault that can be made here."""
        nodes = list(_nodes(_shell(self.node)))
        for kind, operator in OPERATORS.items():
            for index, node in enumerate(nodes):
                for wrong in operator(node):
                    shell = copy.deepcopy(_shell(self.node))
                    yield kind, ast.unparse(_replaced(shell, list(_nodes(shell))[index], wrong))

    def write(self, tree: Path, new: str) -> None:
        """Replace the statement's text; raise SyntaxError if the file then does not compile."""
        file = tree / self.file
        part, source = _part(self.node), file.read_bytes()
        lines = source.splitlines(keepends=True)
        start = sum(map(len, lines[: part.lineno - 1])) + part.col_offset
        end = sum(map(len, lines[: part.end_lineno - 1])) + part.end_col_offset
        text = ast.unparse(_part(_parse(new))).encode()
        changed = source[:start] + text + source[end:]
        compile(changed, file, "exec")
        file.write_bytes(changed)


def find_places(tree: Path) -> dict[str, list[Place]]:
    """Return the statements of the product by their text."""
    found = defaultdict(list)
    for name in PRODUCT:
        top = tree / name
        for file in [top] if top.is_file() else sorted(top.rglob("*.py")):
            for place in _places(file.relative_to(tree), parse(file.read_bytes())):
                found[place.text].append(place)
    return found


def same(text: str) -> str:
    """Return a text as this version of Python formats it."""
    return ast.unparse(_shell(_parse(text)))


def _places(file: Path, node: ast.AST, names: tuple[str, ...] = ()) -> Iterator[Place]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _NAMED):
            yield from _places(file, child, (*names, child.name))
            continue
        if names and isinstance(child, ast.stmt) and _part(child) is not None:
            yield Place(file, ".".join(names), ast.unparse(_shell(child)), child)
        yield from _places(file, child, names)


def _part(node: ast.stmt) -> ast.stmt | ast.expr | None:
    """Return the part of a statement that a fault may change, or None."""
    match node:
        case ast.If() | ast.While():
            return node.test
        case ast.For() | ast.AsyncFor():
            return node.iter
        case ast.Expr(value=ast.Constant()):
            return None  # a docstring
        case _:
            return node if isinstance(node, _SIMPLE) else None


def _shell(node: ast.stmt) -> ast.stmt:
    """Return a statement without its inner statements."""
    if not hasattr(node, "body"):
        return node
    shell = copy.copy(node)
    shell.body, shell.orelse = [], []
    return shell


def _parse(text: str) -> ast.stmt:
    return parse(f"{text} pass" if text.endswith(":") else text).body[0]


def _nodes(shell: ast.stmt) -> Iterator[ast.AST]:
    """Yield a statement and all nodes in the part that may change."""
    yield shell
    part = shell.value if isinstance(shell, ast.AnnAssign) else _part(shell)
    if part is not None:
        yield from (node for node in ast.walk(part) if node is not shell)


def _replaced(shell: ast.stmt, old: ast.AST, new: ast.AST) -> ast.AST:
    """Replace one node in a statement, and return the statement."""
    if shell is old:
        return new
    for parent in ast.walk(shell):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                setattr(parent, name, [new if item is old else item for item in value])
    return shell
