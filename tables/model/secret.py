"""The secret of a table, from which its dice follow."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that never prints itself. While a game is on, only the dice may follow from it.

    Attributes:
        hidden: its bytes as hex; of a table that is over everybody may know it: `Table.revealed`.
    """

    hidden: str = field(repr=False)
