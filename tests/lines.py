"""Counts the product's lines of code, without blank lines, comments and docstrings.

    python -m tests.lines

The sandbox, the start of a play on it, and the tests do not count.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]

LEFT_OUT = {"conftest.py", "sandbox", "play.py", "tests"}

_SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def count_python(source: str) -> int:
    """Count the lines with any token of code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _SILENT:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - _told(ast.parse(source)))


def _told(tree: ast.AST) -> set[int]:
    """Return the lines of strings that are whole statements, such as docstrings."""
    texts = (
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
    return {
        line for node in texts for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def count_sql(source: str) -> int:
    """Count the lines that are neither blank nor a comment."""
    lines = (line.strip() for line in source.splitlines())
    return sum(bool(line) and not line.startswith("--") for line in lines)


def main() -> None:
    """Print the lines of each top package, and the total."""
    found, files = Counter[str](), 0
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if parts[0] in LEFT_OUT or parts[0].startswith("."):
            continue
        if path.suffix == ".py":
            found[parts[0]] += count_python(path.read_text(encoding="utf-8"))
            files += 1
        elif path.suffix == ".sql":
            found["SQL"] += count_sql(path.read_text(encoding="utf-8"))
    for name, lines in found.most_common():
        sys.stdout.write(f"{lines:7,}  {name}\n")
    sys.stdout.write(f"{found.total():7,}  in {files} files of Python, and SQL\n")


if __name__ == "__main__":
    main()
