"""`/table`, where no Discord is needed to see it."""

from __future__ import annotations

from cogs.tables.cog import MESSAGE, _fit_lines


def test_a_list_that_fits_exactly_is_whole():
    lines = ["x" * (MESSAGE - 2), "y"]
    assert _fit_lines(lines) == "\n".join(lines)


def test_a_list_that_is_too_long_ends_with_a_whole_line():
    assert _fit_lines(["x" * (MESSAGE - 2), "yy"]) == "x" * (MESSAGE - 2)
