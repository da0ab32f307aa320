"""Counts what changes in the rooms that talk to Discord: dictionaries, sets and caches, and locks.

    python -m tests.state

Each is a place where what this process knows can be wrong. The tests limit their number.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

ROOMS = "cogs/publishing", "cogs/interactions"

STORES = {
    *("dict", "set", "defaultdict", "OrderedDict", "Counter", "deque", "WeakValueDictionary"),
    *("LRUCache", "TTLCache", "WorkQueue"),
}
"""Classes of what can change. A work queue counts as one."""

LOCKS = {"Lock", "Semaphore"}


class Found(NamedTuple):
    """Something that can change: `kind` is "of an object", "of a module" or "a lock"."""

    kind: str
    place: str


def find_state(source: str, name: str) -> set[Found]:
    """Return what changes in a module, by assignments to attributes and to names of the module.

    A collection that is filled where it is made, such as a dictionary of sentences, is a constant.
    """
    tree, found = ast.parse(source), set[Found]()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            made, place = _name_made(node.value), f"{name}: {ast.unparse(target)}"
            if made in LOCKS:
                found.add(Found("a lock", place))
            elif made in STORES and isinstance(target, ast.Attribute):
                found.add(Found("of an object", place))
            elif made in STORES and node in tree.body and not _is_constant(node):
                found.add(Found("of a module", place))
        elif isinstance(node, ast.Call) and _is_lock_of_many(node):
            found.add(Found("a lock", f"{name}: {ast.unparse(node)}"))
    return found


def _is_lock_of_many(call: ast.Call) -> bool:
    """Return whether a call makes a lock for one of many at its first use."""
    return _name_made(call) == "setdefault" and _name_made(call.args[-1]) in LOCKS


def _is_constant(node: ast.Assign | ast.AnnAssign) -> bool:
    """Return whether an assignment says so itself, or makes something that is not empty."""
    told = isinstance(node, ast.AnnAssign) and "Mapping" in ast.unparse(node.annotation)
    value = node.value
    filled = isinstance(value, ast.Dict) and bool(value.keys)
    named = isinstance(value, ast.Call) and any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in value.args
    )
    return told or filled or named


def _name_made(value: ast.expr) -> str:
    """Return the class of a new value; an empty text for any other value."""
    if isinstance(value, (ast.Dict, ast.Set, ast.DictComp, ast.SetComp)):
        return "dict"
    if not isinstance(value, ast.Call):
        return ""
    called = value.func.value if isinstance(value.func, ast.Subscript) else value.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def count(root: Path = ROOT) -> list[Found]:
    paths = (path for room in ROOMS for path in sorted((root / room).glob("*.py")))
    return [
        each
        for path in paths
        for each in sorted(find_state(path.read_text("utf-8"), path.relative_to(root).as_posix()))
    ]


def main() -> None:
    found = count()
    for each in found:
        sys.stdout.write(f"{each.kind:12}  {each.place}\n")
    sys.stdout.write(f"{dict(Counter(each.kind for each in found))}\n")


if __name__ == "__main__":
    main()
