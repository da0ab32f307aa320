"""`/turns`: the tables that wait for a person, and reminders of long turns."""

from cogs.app.feature import Feature
from records.kept import Kept

KEPT = Kept(
    part="reminders",
    columns={"way": "way", "sent_at": "sent_at", "refused": "refused", "language": "language"},
    words="how you are reminded of long turns",
    about="reminders says how you are reminded of long turns, in which language, and when you were "
    "last by direct message",
)

FEATURE = Feature(name="turns", cog="cogs.features.turns.cog", kept=(KEPT,))
