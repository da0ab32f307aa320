"""What the admins of a server decide."""

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
        defaults: by game key, the options of a new table when nobody chooses others.
        time_control: how much time a turn has at a new table.
        threads: whether a new table is played in a thread of its own.
        season_channel: where the first three of a season are told; None for nowhere.
        language: in which the channels of new tables read, as a code; None: in the server's own.
    """

    channels: tuple[int, ...] = ()
    cancel_roles: tuple[int, ...] = ()
    defaults: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    time_control: TimeControl = TimeControl.NONE
    threads: bool = False
    season_channel: int | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class ResetPreview:
    """What a reset deletes.

    History, replays, luck and achievements stay. Only a reset of all boards resets the board of all
    games together.

    Attributes:
        players: how many are on the boards.
        games: how many results count there.
        ratings: how many ratings there are.
        latest: the number of the latest result; a newer one makes the preview outdated.
    """

    players: int
    games: int
    ratings: int
    latest: int
