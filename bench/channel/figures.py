"""A measured figure beside the wanted one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    Attributes:
        what: was measured.
        value: that was measured.
        wanted: the highest value that is good; None where the line only informs.
        unit: of both.
        note: what helps to read the value.
    """

    what: str
    value: float
    wanted: float | None = None
    unit: str = ""
    note: str = ""

    def line(self) -> str:
        """Return the line."""
        wanted = "" if self.wanted is None else f"{self.wanted:g}"
        return (
            f"{self.what:<46}{wanted:>8}{_number(self.value):>10} {self.unit:<3}"
            f" {self._verdict():<9}{self.note}"
        ).rstrip()

    def _verdict(self) -> str:
        if self.wanted is None:
            return ""
        return "held" if self.value <= self.wanted else "NOT HELD"


HEAD = f"{'':<46}{'wanted':>8}{'measured':>10}"
"""The names of the columns."""


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
