"""No text for players uses one of our own words, which players would not know.

`test_never.py` checks screens. This module checks every text in the code that can reach a screen,
such as errors and descriptions of commands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parse

ROOT = Path(__file__).parents[2]
FOLDERS = ("cogs", "tables", "players")

ASKED_ABOUT = re.compile(r"\b(?:[Cc]aretaker|[Bb]anks?|unless set otherwise|defaults?)\b")
"""Our own words, which only readers of the glossary know."""

LOGGED = "log"
"""Name of the logger in each module. Its lines are for hosts, not for players."""

QUERIES = {"Query", "Write"}
"""Functions that take SQL, which no player sees."""


def sentences(tree: ast.AST) -> Iterator[str]:
    """Yield all strings with a space, except docstrings, SQL, and lines for the log."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            where = node.func.value
            if isinstance(where, ast.Name) and where.id == LOGGED:
                continue
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in QUERIES:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value
        yield from sentences(node)


@pytest.mark.heavy
def test_no_text_in_the_code_uses_a_word_of_our_own():
    found = [
        f"{path.relative_to(ROOT)}: {words}"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for words in sentences(parse(path.read_text("utf-8")))
        if ASKED_ABOUT.search(words)
    ]
    assert found == []


def test_a_text_is_found_and_a_docstring_is_not():
    code = '"""A caretaker."""\nsay(f"the caretaker moves {when}")\nlog.info("a caretaker: %s")'
    assert [*sentences(parse(code))] == ["the caretaker moves "]
