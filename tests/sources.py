"""Parses source code into a tree, for tests that read many modules."""

from __future__ import annotations

import ast
import gc


def parse(source: str | bytes) -> ast.Module:
    """Parse a source while the garbage collector is off.

    Python 3.11 may raise "AST constructor recursion depth mismatch" if a collection happens while
    it parses.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collecting:
            gc.enable()
