"""The secret of a table: its dice follow from it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that never prints itself. During a game it may be used for the dice alone.

    Attributes:
        hidden: its bytes as hex. It becomes public when the table is over: `Table.revealed`.
    """

    hidden: str = field(repr=False)
