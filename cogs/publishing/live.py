"""What this process knows of each table: how it is shown, who was there, and what is still due."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.interactions.content import MessageContent
    from cogs.interactions.language import Language
    from engine.core import Seat
    from tables.model.table import Table

    Draw = Callable[[Table], MessageContent | None]
    """Draws a person's page from the newest state of its table; None if nothing is left to say."""

REMEMBERED: Final = 8192
"""Tables that are kept, besides those with work to do."""

LOOKED_AT: Final = 16
"""Tables looked at for one that can be forgotten, so that a new table costs little."""

LONG_AGO: Final = float("-inf")


class Page(NamedTuple):
    """A page that a person has open.

    Attributes:
        digest: The digest of what `draw` returned last. A sentence that the page shows once, such
            as a refusal, is not part of it.
        draw: Draws the page; None for a page that only its person changes.
        stays: Whether the page was opened after the end of the game, and so stays.
        language: The person's language.
    """

    message_id: int
    digest: bytes
    draw: Draw | None
    stays: bool
    language: Language


@dataclass(frozen=True, slots=True)
class Live:
    """What this process knows of a table. All times are monotonic seconds.

    Attributes:
        shown: The table as its message shows it, until the shown revision is stored.
        turn: The seats on turn at the latest update of the message; None before the first.
        behind: Whether the message needs an update soon.
        uncalled: Whether a call should be tried again soon.
        focused: Whether the message shows a player's choice in progress.
        plain: The table's channel, if its message was last drawn without the emojis.
        lacks: Whether it is stored that the message lacks pictures.
        rematch: The address of the rematch that has begun.
        invited: When people were last mentioned by a rematch of this game.
        seen: When people last clicked at the table.
        starter_at: When the starter message of the thread was last edited.
        starter_due: Whether the starter message waits for its next edit.
        opened_at: When a thread was opened for the table, by the opener with this id.
        pages: The private pages that people have open.
        reported: Whether the log says that Discord refuses what the game shows.
    """

    shown: Table | None = None
    turn: tuple[Seat, ...] | None = None
    behind: bool = False
    uncalled: bool = False
    focused: bool = False
    plain: int | None = None
    lacks: bool = False
    rematch: str | None = None
    invited: Mapping[int, float] = field(default_factory=dict[int, float])
    seen: Mapping[int, float] = field(default_factory=dict[int, float])
    starter_at: float = LONG_AGO
    starter_due: bool = False
    opened_at: tuple[int, float] | None = None
    pages: Mapping[int, Page] = field(default_factory=dict[int, Page])
    reported: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is due, so that the table can be forgotten."""
        due = self.behind or self.uncalled or self.starter_due or self.lacks
        return not due and self.shown is None and self.plain is None


UNKNOWN: Final = Live()


class Lives:
    """The tables that this process knows, by number. Idle ones are forgotten first."""

    def __init__(self) -> None:
        self._lives: OrderedDict[int, Live] = OrderedDict()

    def find(self, table_id: int) -> Live:
        return self._lives.get(table_id, UNKNOWN)

    def note(self, table_id: int, **facts: Any) -> None:  # noqa: ANN401 - the attributes of `Live`
        """Note facts about a table; other facts stay as they are."""
        self._lives[table_id] = replace(self._lives.get(table_id, UNKNOWN), **facts)
        self._lives.move_to_end(table_id)
        if len(self._lives) > REMEMBERED:
            self._forget_one()

    def note_seen(self, table_id: int, person_id: int) -> None:
        """Note that a person has just clicked at a table."""
        self.note(table_id, seen={**self.find(table_id).seen, person_id: time.monotonic()})

    def _forget_one(self) -> None:
        for _ in range(LOOKED_AT):
            table_id, live = next(iter(self._lives.items()))
            if live.is_idle:
                del self._lives[table_id]
                return
            self._lives.move_to_end(table_id)

    def select(self, choose: Callable[[Live], object]) -> dict[int, Live]:
        """Return the tables of which `choose` returns something true."""
        return {number: live for number, live in self._lives.items() if choose(live)}
