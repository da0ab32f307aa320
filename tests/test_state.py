"""Few places hold what the bot knows of its messages and tables: see `tests.state`."""

from __future__ import annotations

from collections import Counter

from tests.state import count, find_state

MOST = {"of an object": 12, "of a module": 0, "a lock": 2}
"""Limits for `cogs/publishing` and `cogs/interactions` together."""


def test_the_rooms_that_talk_to_discord_keep_little_state():
    found = Counter(each.kind for each in count())
    assert {kind: found[kind] for kind in MOST if found[kind] > MOST[kind]} == {}
    assert found.keys() <= MOST.keys()


def test_all_kinds_of_state_are_found():
    source = (
        "A: Final[dict[int, str]] = {}\n"
        "B: Final[Mapping[int, str]] = {}\n"
        "C = {1: 2}\n"
        "D: Final = LRUCache[int, int](5)\n"
        "class E:\n"
        "    def __init__(self):\n"
        "        self.f, g = 1, {}\n"
        "        self.h: set[int] = set()\n"
        "        self.i = asyncio.Lock()\n"
        "    def j(self):\n"
        "        self.h = {each for each in self.h}\n"
        "        return self.k.setdefault(1, asyncio.Lock())\n"
    )
    assert sorted(find_state(source, "m")) == [
        ("a lock", "m: self.i"),
        ("a lock", "m: self.k.setdefault(1, asyncio.Lock())"),
        ("of a module", "m: A"),
        ("of a module", "m: D"),
        ("of an object", "m: self.h"),
    ]
