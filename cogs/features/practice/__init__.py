"""`/practice`: hard choices to practise on, first those from a person's own games."""

from cogs.app.feature import Feature
from records.kept import Kept

KEPT = Kept(
    part="practice",
    columns={"table": "table_id", "move": "seq"},
    order="table_id, seq",
    words="which positions you answered right in `/practice`",
    about="practice has the moves that you answered right, and table 0 stands for the shipped set",
)

FEATURE = Feature(
    name="practice", cog="cogs.features.practice.cog", needs=("reviews",), kept=(KEPT,)
)
