"""The list of faults, which is drawn by a seed and kept in faults.txt.

A fault has four lines: its area and kind, its function, the right text, and the wrong text. If a
fault changes nothing that a test could notice, a fifth line gives the reason. Such a fault is
"struck": it stays in the list but does not count, and another one is drawn in addition.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.operators import OPERATORS
from tests.faults.places import Place, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FILE = Path(__file__).with_name("faults.txt")

TO_DISCORD = ("cogs/publishing", "cogs/interactions", "cogs/app")
"""The areas that talk to Discord."""

AREAS = (
    *("engine", "players", "db", "tables", "records", "workers", "cogs/features"),
    *(*TO_DISCORD, "cogs"),
)
"""The areas, which are folders. A fault belongs to the first folder that contains it."""

EACH = dict.fromkeys(AREAS, 4) | dict.fromkeys(TO_DISCORD, 2)
"""Faults drawn of each kind in each area, or fewer if the area has fewer."""

LENGTH = 90
"""Longest statement that gets a fault, in characters: a reader must see at once what is wrong."""

_ENTRY = re.compile(
    r"(?P<area>[\w/]+), (?P<kind>.+)\n    in (?P<function>.+)\n"
    r"    - (?P<old>.+)\n    \+ (?P<new>.+)\n(?:    changes nothing: (?P<struck>.+)\n)?"
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault. `struck` is the reason why the fault does not count, or empty."""

    area: str
    kind: str
    function: str
    old: str
    new: str
    struck: str = ""

    def __str__(self) -> str:
        struck = f"    changes nothing: {self.struck}\n" if self.struck else ""
        return (
            f"{self.area}, {self.kind}\n    in {self.function}\n"
            f"    - {self.old}\n    + {self.new}\n{struck}"
        )

    @property
    def name(self) -> str:
        """The key of the fault's results: its function and the wrong text."""
        return f"{self.function}: {self.new}"

    def find(self, places: Mapping[str, list[Place]]) -> Place:
        """Return the only place with the right text: in its function, or else anywhere.

        Raises LookupError if there is no such place, or more than one.
        """
        found = places.get(same(self.old), [])
        here = [place for place in found if place.function == self.function]
        for choice in (here, found):
            if len(choice) == 1:
                return choice[0]
        where = ", ".join(f"{place.file}: {place.function}" for place in found) or "nowhere"
        raise LookupError(f"{self.function}: {self.old}: found {where}")


def read() -> list[Fault]:
    text = FILE.read_text("utf-8")
    return [Fault(**match.groupdict("")) for match in _ENTRY.finditer(text)]


def write(faults: list[Fault]) -> None:
    FILE.write_text("\n".join(map(str, faults)), encoding="utf-8")


def draw(places: Mapping[str, list[Place]], seed: int) -> list[Fault]:
    """Draw faults by a seed. A fault that is struck in the present list stays struck."""
    struck = {(fault.function, fault.old, fault.new): fault.struck for fault in read()}
    candidates = defaultdict(set)
    for place in _places(places):
        if area := _area(place):
            for kind, new in place.faults():
                candidates[area, kind].add((place.function, place.text, new))
    drawn: list[Fault] = []
    for area in AREAS:
        for kind in OPERATORS:
            pool = sorted(candidates[area, kind])
            random.Random(f"{seed} {area} {kind}").shuffle(pool)
            for what in _first(pool, struck, EACH[area]):
                drawn += [Fault(area, kind, *what, struck.get(what, ""))]
    return drawn


def _places(places: Mapping[str, list[Place]]) -> Iterator[Place]:
    """Yield the short statements that are unique in their function, except calls of the log."""
    for text, found in places.items():
        names = Counter(place.function for place in found)
        if len(text) <= LENGTH and not text.startswith("log."):
            yield from (place for place in found if names[place.function] == 1)


def _area(place: Place) -> str | None:
    return next((area for area in AREAS if place.file.is_relative_to(area)), None)


def _first(
    pool: list[tuple[str, str, str]], struck: Mapping[tuple[str, str, str], str], left: int
) -> Iterator[tuple[str, str, str]]:
    """Yield faults from the pool, one for each function, until `left` of them are not struck."""
    functions = set()
    for what in pool:
        if left and what[0] not in functions:
            functions.add(what[0])
            left -= not struck.get(what)
            yield what
