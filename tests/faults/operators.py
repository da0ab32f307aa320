"""The kinds of faults. Each operator turns a node of the syntax tree into wrong variants."""

from __future__ import annotations

import ast
import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_JUNCTIONS = {ast.And: ast.Or, ast.Or: ast.And}
_JUMPS = {ast.Break: ast.Continue, ast.Continue: ast.Break}
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}

_PASSING = {"abs", "frozenset", "max", "min", "replace", "reversed", "round", "set", "sorted"}
"""Functions whose call may be dropped, because the result resembles the first argument."""


def comparison(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the comparison with another operator."""
    if isinstance(node, ast.Compare):
        (first, *rest) = node.ops
        yield _with(node, ops=[_COMPARISONS[type(first)](), *rest])


def constant(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the number plus one, or the opposite truth value."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)


def order(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expression with parts exchanged, reversed order, or the opposite function."""
    match node:
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Mod()):
            yield _with(node, left=node.right, right=node.left)
        case ast.Call(func=ast.Name(id=name)) if name in _OPPOSITES:
            yield _with(node, func=ast.Name(_OPPOSITES[name]))
        case ast.Call(func=ast.Name(id="sorted"), args=[_]):
            kept = [keyword for keyword in node.keywords if keyword.arg != "reverse"]
            if kept == node.keywords:
                kept = [*kept, ast.keyword("reverse", ast.Constant(value=True))]
            yield _with(node, keywords=kept)
        case ast.Call(args=[first, second, *rest]) if _alike(first, second):
            yield _with(node, args=[second, first, *rest])
        case ast.Tuple(elts=[first, second, *rest], ctx=ast.Load()) if _alike(first, second):
            yield _with(node, elts=[second, first, *rest])


def dropped_call(node: ast.AST) -> Iterator[ast.AST]:
    """Yield `pass` in place of a call statement, or the first argument in place of a call."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
            yield ast.Pass()
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in _PASSING:
            yield first


def wrong_branch(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the opposite condition, the branches exchanged, `and` for `or`, or the other jump."""
    match node:
        case ast.If() | ast.While():
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.IfExp():
            yield _with(node, body=node.orelse, orelse=node.body)
        case ast.BoolOp():
            yield _with(node, op=_JUNCTIONS[type(node.op)]())
        case ast.comprehension(ifs=[first, *rest]):
            yield _with(node, ifs=[ast.UnaryOp(ast.Not(), first), *rest])
        case ast.Break() | ast.Continue():
            yield _JUMPS[type(node)]()


OPERATORS = {
    "comparison": comparison,
    "constant": constant,
    "order": order,
    "dropped call": dropped_call,
    "wrong branch": wrong_branch,
}


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _alike(first: ast.expr, second: ast.expr) -> bool:
    """Return whether two parts have the same type. Others would fail at once if exchanged."""
    return type(first) is type(second) and not isinstance(first, ast.Starred)
