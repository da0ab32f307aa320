"""The features: the bot's own, each in a folder of its own, and those installed beside it.

A setting switches a feature off. To remove a feature, delete its folder and its lines here. Within
the bot, only `bot.py` and `cogs/commands/hosts.py` import this list. No feature imports another.
"""

from typing import Final

from cogs.app.installed import load_installed
from cogs.features.away import FEATURE as AWAY
from cogs.features.daily import FEATURE as DAILY
from cogs.features.history import FEATURE as HISTORY
from cogs.features.leaderboards import FEATURE as LEADERBOARDS
from cogs.features.practice import FEATURE as PRACTICE
from cogs.features.recall import FEATURE as RECALL
from cogs.features.reviews import FEATURE as REVIEWS
from cogs.features.rivals import FEATURE as RIVALS
from cogs.features.seasons import FEATURE as SEASONS
from cogs.features.stats import FEATURE as STATS
from cogs.features.tonight import FEATURE as TONIGHT
from cogs.features.turns import FEATURE as TURNS
from players.games import GAMES, LOADED

BUILT_IN: Final = (
    AWAY,
    DAILY,
    HISTORY,
    LEADERBOARDS,
    PRACTICE,
    RECALL,
    REVIEWS,
    RIVALS,
    SEASONS,
    STATS,
    TONIGHT,
    TURNS,
)

INSTALLED: Final = load_installed(
    [*(each.name for each in BUILT_IN), *(game.info.key for game in GAMES), *LOADED.reasons]
)

FEATURES: Final = (*BUILT_IN, *INSTALLED.features.values())
