"""The process from which bots are forked, with all code, queries, drawings and catalogs loaded.

Its objects are frozen, so that forks share their memory: garbage collection would copy them.
"""

from __future__ import annotations

import gc
import os
from functools import cache
from importlib import import_module

from cogs.app.client import EXTENSIONS
from cogs.features import FEATURES
from cogs.interactions import language
from tests.cogs.pictures import DRAWINGS

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # numpy's threads would not survive a fork
THINKING = (
    "players.buckets.playouts",
    "players.buckets.search",
    "players.ducks.best",
    "players.pond.best",
    "players.trophy.best",
)
"""Modules that only thinkers load, because they need numpy."""

for _module in ("tests.e2e.forked", *THINKING, *EXTENSIONS, *(each.cog for each in FEATURES)):
    import_module(_module)
for _drawing in DRAWINGS.values():
    _drawing.render()
for _feature in FEATURES:
    if _feature.on_result is not None:
        _feature.on_result.warm_up()
_read, _read_own = language.read_language, cache(language.read_language)
language.read_language = lambda code, catalogs, games: (
    _read(code, catalogs, games) if games else _read_own(code, catalogs)
)
for _code in language.NAMES.keys() - {language.ENGLISH.code}:
    _read_own(_code, language.CATALOGS)  # cached for calls with these arguments
gc.collect()
gc.freeze()
