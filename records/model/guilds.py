"""The settings of a server, and the preview of a reset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.model.time_control import TimeControl


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings of a server.

    Attributes:
        channels: where tables may be opened; empty for everywhere.
        cancel_roles: the roles whose members may cancel any table.
        defaults: default options of a new table, by game key.
        time_control: the default of new tables.
        threads: whether a new table is played in a thread of its own.
    """

    channels: tuple[int, ...] = ()
    cancel_roles: tuple[int, ...] = ()
    defaults: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    time_control: TimeControl = TimeControl.NONE
    threads: bool = False


@dataclass(frozen=True, slots=True)
class ResetPreview:
    """The effect of a reset.

    All else stays. Only a reset of all boards resets the board of all games together.

    Attributes:
        players: the number of players on the boards.
        games: the number of results that count there.
        ratings: the number of ratings.
        latest: the number of the latest result; a newer result makes the preview outdated.
    """

    players: int
    games: int
    ratings: int
    latest: int
