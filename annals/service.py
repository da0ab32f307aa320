"""The annals of all servers: everything that can be asked of them and done to them.

    keeping.py    a finished table is entered            boards.py    leaderboards
    stats.py      one person                             history.py   finished tables, replays
    privacy.py    show, export, forget                   settings.py  what admins decide
    resets.py     boards begin anew                      guilds.py    servers are left
    rebuild.py    the proof

What is entered follows from results, seats and moves alone: ratings.py, standings.py, luck.py,
achievements/ and ledger.py are pure.
"""

from __future__ import annotations

from annals.boards import Boards
from annals.guilds import GuildDesk
from annals.history import HistoryDesk
from annals.privacy import PrivacyDesk
from annals.rebuild import RebuildDesk
from annals.resets import ResetDesk
from annals.settings import SettingsDesk
from annals.stats import StatsDesk


class Annals(
    PrivacyDesk,
    Boards,
    StatsDesk,
    HistoryDesk,
    SettingsDesk,
    ResetDesk,
    GuildDesk,
    RebuildDesk,
):
    """What servers remember.

    Hand `keep` to `Tables(on_end=...)`, call `catch_up` at start and `purge` now and then.

    Args:
        database: open; whoever opened it closes it.
        games: that can be played.
        clock: gives the time in Unix seconds.
    """
