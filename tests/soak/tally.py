"""What a trial counts, and what it finds wrong."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field, fields
from typing import Self


@dataclass
class Figures(ABC):
    """Numbers that can be added up, and written as a line.

    Attributes:
        wrong: what must not be, a sentence each.
    """

    wrong: list[str] = field(default_factory=list, kw_only=True)

    @property
    @abstractmethod
    def is_good(self) -> bool:
        """Whether nothing was found that must not be."""

    def add(self, other: Self) -> None:
        """Add the figures of another one."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def dump(self) -> str:
        """Return it as a line for `load`."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, line: str) -> Self:
        """Read what `dump` has written."""
        return cls(**json.loads(line))


@dataclass
class Tally(Figures):
    """The figures of one trial or of several.

    Attributes:
        kills: processes that were killed (SIGKILL).
        errors: calls to the disk, or requests to Discord, that failed on purpose.
        cuts: power cuts, disks as one may have left them; and ends of a server of PostgreSQL.
        acts: clicks and commands that were told as done.
        lost: acts that were told as done and are not in the file.
        doubled: steps in the log for which nobody clicked, or clicked once and they stand twice.
        denied: clicks that were refused, and have changed something.
        unanswered: clicks that a worker has heard, and was able to answer.
        early: sessions that were begun too soon after others.
        limited: requests that were too many, but for those of limits that are shared.
        shared: shards for which two workers have answered for too long.
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
        """Whether nothing was lost, doubled or wrong."""
        return not (self.lost or self.doubled or self.wrong)

    def __str__(self) -> str:
        figures = [f"{name} {value:>6}" for name, value in asdict(self).items() if name != "wrong"]
        return "  ".join([*figures, f"wrong {len(self.wrong):>3}"])
