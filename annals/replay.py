"""A finished game, to be stepped through move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.model import Table


class Replay:
    """A finished table.

    Attributes:
        table: as it was in the end.
        length: how many steps its log has.
    """

    table: Table
    length: int

    def at(self, seq: int) -> Table:
        """The table as it was after `seq` steps (0 to `length`): PLAYING, at `length` as `table`."""
        raise NotImplementedError
