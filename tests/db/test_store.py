"""The SQL for the rows of a table follows from the classes of these rows."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import db.store
from db.query import columns_named
from db.store import ContributionRow, MoveRow, SeatedPlayer

KEYS = {"seat", "seq", "number"}
"""Columns by which a query selects or orders rows."""


def list_sql():
    """Return all texts in the code of `db.store` that are more than a name, but no docstrings."""
    tree = ast.parse(Path(db.store.__file__).read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    texts = [node.value for node in found if isinstance(node.value, str) and id(node) not in told]
    return [text for text in texts if not text.isidentifier()]


@pytest.mark.parametrize("row", [SeatedPlayer, ContributionRow, MoveRow])
def test_a_column_stands_in_no_query(row):
    named = {name for text in list_sql() for name in re.findall(r"\w+", text)}
    assert named & {*columns_named(row)} <= KEYS
