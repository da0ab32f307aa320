"""The features that are installed beside the bot.

A distribution adds a feature by an entry point of the group `ducks.features`. The entry point is
named after the feature and refers to its `Feature`. A feature that cannot be loaded is left out.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from cogs.app.feature import Feature
from players.installed import NAME, list_installed

if TYPE_CHECKING:
    from collections.abc import Collection

log = logging.getLogger(__name__)

GROUP: Final = "ducks.features"
"""The group of the entry points that add features."""


@dataclass(frozen=True, slots=True)
class Installed:
    """The features that were found.

    Attributes:
        features: by name, in the order of the alphabet.
        reasons: why a feature could not be loaded, by the name of its entry point.
        notices: sentences about packages that have the feature of another.
    """

    features: dict[str, Feature] = field(default_factory=dict[str, Feature])
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    notices: list[str] = field(default_factory=list[str])

    def log_faults(self) -> None:
        """Log what is off, and why."""
        for notice in self.notices:
            log.warning("%s", notice)
        for name, reason in self.reasons.items():
            log.error("%s is off, as it cannot be loaded: %s", name, reason)


def load_installed(taken: Collection[str]) -> Installed:
    """Find the installed features; one that fails its check is left out.

    `taken`: names of the bot's own features and of the games, which WITHOUT names, too.
    """
    found, packages = Installed(), dict.fromkeys(taken, "the bot")
    unread: list[str] = []  # the games have given these notices
    for name, package, place in sorted(list_installed(GROUP, unread)):
        if (first := packages.setdefault(name, package)) != package:
            found.notices.append(
                f"{name} is a name of {first}; {package} has the same name, and is off"
            )
            continue
        try:
            found.features[name] = _check(name, resolve_name(place))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever one feature raises, the others go on
            found.reasons[name] = f"{type(error).__name__}: {error}"
    return found


def _check(name: str, feature: object) -> Feature:
    """Return the feature if it is valid; raises TypeError or ValueError."""
    if not isinstance(feature, Feature):
        raise TypeError("it is not a Feature")
    if feature.name != name or not NAME.fullmatch(name):
        raise ValueError(
            f"its name {feature.name!r} must be the name of its entry point, in letters a to z"
        )
    if feature.kept:
        raise ValueError(
            "it keeps rows about people, and only a feature of the bot may have a table"
        )
    return feature
