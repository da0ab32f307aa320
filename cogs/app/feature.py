"""A feature: what can be switched off, or deleted with its folder in `cogs/features`.

A feature that is off has no command, no button, and writes no new row. Its code stays loaded: games
that are being played go on, old buttons answer with a sentence, and stored rows are exported,
forgotten and purged.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from records.ledger.entering import OnResult
    from records.upkeep.kept import Kept


BY_HOST: Final = "WITHOUT names it"
"""Why a feature is off that its host has switched off."""


@dataclass(frozen=True, slots=True)
class HostCommand:
    """A command for hosts, as `python -m records NAME`.

    Attributes:
        name: the word that names it.
        words: what it does, in the help.
        run: does it, and returns the exit status; `url` is the database, if it works on one.
        arguments: what it takes, each with what reads it.
        on_database: whether it works on a database.
    """

    name: str
    words: str
    run: Callable[[Namespace], int]
    arguments: Mapping[str, Callable[[str], object]] = field(default_factory=dict[str, Any])
    on_database: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature, as the core knows it; this needs no discord.py.

    Attributes:
        name: the word that switches it off.
        cog: the module whose `COG` is the class of its cog, a `FeatureCog`.
        needs: the names of the features and games without which it is off.
        kept: what it keeps of people.
        on_result: what it enters when a game ends.
        commands: what hosts can do.
    """

    name: str
    cog: str
    needs: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()
    on_result: OnResult | None = None
    commands: tuple[HostCommand, ...] = ()


def list_kept(features: Iterable[Feature]) -> list[Kept]:
    """Return what features keep of people."""
    return [kept for each in features for kept in each.kept]


def list_on_result(features: Iterable[Feature], off: Collection[str]) -> list[OnResult]:
    """Return what features enter when a game ends, without those that are off."""
    return [each.on_result for each in features if each.on_result and each.name not in off]


def find_off(
    features: Sequence[Feature], games: Collection[str], without: Collection[str]
) -> dict[str, str]:
    """Return the features that are off, each with the reason: WITHOUT, or what it needs is off."""
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
