"""The process that bots are forked from: it has all code, queries, drawings and catalogs.

Its objects are frozen: a fork that searched them for garbage would get a copy of each.
"""

from __future__ import annotations

import gc
from functools import cache
from importlib import import_module

from cogs.app.client import EXTENSIONS
from cogs.features import FEATURES
from cogs.interactions import language
from tests.cogs.pictures import DRAWINGS

for _module in ("tests.e2e.forked", *EXTENSIONS, *(each.cog for each in FEATURES)):
    import_module(_module)
for _drawing in DRAWINGS.values():
    _drawing.render()
for _feature in FEATURES:
    if _feature.on_result is not None:
        _feature.on_result.warm_up()
language.read_language = cache(language.read_language)
for _code in language.NAMES.keys() - {language.ENGLISH.code}:
    language.read_language(_code, language.CATALOGS)  # as bots call it: the cache tells calls apart
gc.collect()
gc.freeze()
