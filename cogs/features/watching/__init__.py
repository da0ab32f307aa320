"""Watching: a spectator sees the state of a game, and gets its result card."""

from cogs.app.feature import Feature
from records.kept import Kept

KEPT = Kept(
    part="watchers",
    columns={"table": "table_id", "language": "language"},
    order="table_id",
    words="which tables you watch",
    about="watchers has the tables whose result card is to be sent to you, and in which language",
)

FEATURE = Feature(name="watching", cog="cogs.features.watching.cog", kept=(KEPT,))
