"""The figures of a trial, and the faults that it finds."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field, fields
from typing import Self


@dataclass
class Figures(ABC):
    """Numbers that can be added up and written as a line.

    Attributes:
        wrong: faults, a sentence each.
    """

    wrong: list[str] = field(default_factory=list, kw_only=True)

    @property
    @abstractmethod
    def is_good(self) -> bool:
        """True if no fault was found."""

    def add(self, other: Self) -> None:
        """Add the figures of another trial."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def dump(self) -> str:
        """Return the figures as a line for `load`."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, line: str) -> Self:
        """Read a line of `dump`."""
        return cls(**json.loads(line))


@dataclass
class Tally(Figures):
    """The figures of one trial or of several.

    Attributes:
        kills: processes that were killed (SIGKILL).
        errors: calls to the disk, or requests to Discord, that failed on purpose.
        cuts: power cuts, and stops of a PostgreSQL server.
        acts: clicks and commands that were reported as done.
        lost: acts that were reported as done but are not in the file.
        doubled: steps in the log without a click of their own.
        denied: clicks that were refused although they changed something.
        unanswered: clicks that no worker answered, although a worker could have.
        early: sessions that began too soon after others.
        limited: requests beyond a rate limit, except shared limits.
        shared: shards for which two workers answered for too long.
    """

    kills: int = 0
    errors: int = 0
    cuts: int = 0
    acts: int = 0
    lost: int = 0
    doubled: int = 0
    denied: int = 0
    unanswered: int = 0
    early: int = 0
    limited: int = 0
    shared: int = 0

    @property
    def is_good(self) -> bool:
        """True if nothing was lost, doubled or wrong."""
        return not (self.lost or self.doubled or self.wrong)

    def __str__(self) -> str:
        figures = [f"{name} {value:>6}" for name, value in asdict(self).items() if name != "wrong"]
        return "  ".join([*figures, f"wrong {len(self.wrong):>3}"])
