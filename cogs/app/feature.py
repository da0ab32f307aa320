"""Features: parts of the bot that a host can switch off, or remove by deleting their folder.

Each feature has a folder in `cogs/features`. A feature that is off has no commands or buttons, and
writes no new rows. Its code stays loaded, so that running games go on, old buttons answer with a
sentence, and stored rows can still be exported, forgotten and purged.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from records.entering import OnResult
    from records.kept import Kept


BY_HOST: Final = "WITHOUT names it"
"""Reason that the log gives for a feature that the host has switched off."""


@dataclass(frozen=True, slots=True)
class HostCommand:
    """A command for hosts, called as `python -m records NAME`.

    Attributes:
        name: the word after `python -m records`.
        words: its line in the help.
        run: carries it out and returns the exit status. If `on_database`, the namespace has the
            database's `url`.
        arguments: its arguments by name, each with its parser.
        on_database: whether it works on a database.
    """

    name: str
    words: str
    run: Callable[[Namespace], int]
    arguments: Mapping[str, Callable[[str], object]] = field(default_factory=dict[str, Any])
    on_database: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature as the core knows it, without discord.py.

    Attributes:
        name: the word in WITHOUT that switches it off.
        cog: the module whose `COG` is the feature's `FeatureCog`.
        needs: the names of features and games without which it is off.
        kept: the data that it keeps about people.
        on_result: the rows that it enters when a game ends.
        commands: its commands for hosts.
    """

    name: str
    cog: str
    needs: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()
    on_result: OnResult | None = None
    commands: tuple[HostCommand, ...] = ()


def list_kept(features: Iterable[Feature]) -> list[Kept]:
    """Return the data that features keep about people."""
    return [kept for each in features for kept in each.kept]


def list_on_result(features: Iterable[Feature], off: Collection[str]) -> list[OnResult]:
    """Return the `on_result` of each feature that is on and has one."""
    return [each.on_result for each in features if each.on_result and each.name not in off]


def find_off(
    features: Sequence[Feature], games: Collection[str], without: Collection[str]
) -> dict[str, str]:
    """Return the names of the features that are off, each with the reason."""
    off = {each.name: BY_HOST for each in features if each.name in without}
    on = {*(each.name for each in features), *games} - {*without}
    while True:
        lacking = {
            each.name: next(need for need in each.needs if need not in on)
            for each in features
            if each.name in on and not on.issuperset(each.needs)
        }
        if not lacking:
            return off
        off |= {name: f"it needs {need}" for name, need in lacking.items()}
        on -= lacking.keys()
