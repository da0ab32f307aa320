"""What the process has ready from which bots are forked: all code, the queries, the drawings.

What is there is not searched for garbage by any of them: each would get a copy of all it looks at.
"""

from __future__ import annotations

import gc
from importlib import import_module

from cogs.app.client import EXTENSIONS
from cogs.features import FEATURES
from tests.cogs.pictures import DRAWINGS

for _module in ("tests.e2e.forked", *EXTENSIONS, *(each.cog for each in FEATURES)):
    import_module(_module)
for _drawing in DRAWINGS.values():
    _drawing.render()
for _feature in FEATURES:
    if _feature.on_result is not None:
        _feature.on_result.warm_up()
gc.collect()
gc.freeze()
