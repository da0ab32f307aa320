"""Source parsed into a tree, for tests that read many modules."""

from __future__ import annotations

import ast
import gc


def parse(source: str | bytes) -> ast.Module:
    """Return the tree of a source, made while the garbage collector rests.

    Python 3.11 may raise "AST constructor recursion depth mismatch" where a collection comes in
    between.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collecting:
            gc.enable()
