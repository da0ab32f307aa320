"""Finds the clicked control by its custom id alone, and checks which message was clicked.

discord.py offers `DynamicItem` for this. It would make a click about 5 % more expensive, because it
wraps each item in another object and builds a view from the whole clicked message.
"""

from __future__ import annotations

import logging
import zlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from cachetools import LRUCache

from cogs.display.components import (
    CUSTOM_ID_LIMIT,
    ActionButton,
    ActionSelect,
    ClickData,
    ControlKind,
    FocusButton,
    FocusSelect,
    Item,
    MoveButton,
    PageButton,
    PageMoveButton,
    PageSelect,
    StepButton,
)
from cogs.interactions.failures import UnknownControl, UnknownGame
from cogs.interactions.interaction import PRIVATE
from cogs.interactions.raw import COMPONENTS
from tables.model.errors import NoSuchTable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction, Permissions
    from cogs.interactions.responder import Responder
    from tables.model.table import Table
    from tables.service import Tables

    Refuse = Callable[[int, Responder, str], Awaitable[None]]
    "Tells a person why a table refused an action; takes table number, responder and reason."

ITEMS: tuple[type[Item], ...] = (
    MoveButton,
    PageMoveButton,
    StepButton,
    FocusButton,
    FocusSelect,
    ActionButton,
    ActionSelect,
    PageButton,
    PageSelect,
)


def find_item(interaction: Interaction) -> tuple[type[Item], ClickData]:
    """Return the type of the clicked control, and the click's data; raises UnknownControl."""
    sent = cast("dict[str, Any]", interaction.data or {})
    custom_id, values = sent.get("custom_id", ""), tuple(sent.get("values") or ())
    if any(len(part) > CUSTOM_ID_LIMIT for part in (custom_id, *values)):
        raise UnknownControl
    bare = custom_id.removeprefix(PRIVATE)
    for item in ITEMS:
        if match := item.pattern.fullmatch(bare):
            return item, ClickData(match.groupdict(), values, private=bare != custom_id)
    raise UnknownControl


def control_kind_of(custom_id: str) -> ControlKind | None:
    """Return the kind of a control; None for a control that boards never have."""
    for item in ITEMS:
        if match := item.pattern.fullmatch(custom_id):
            return item.kind_of(match.groupdict())
    return None


def list_custom_ids(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the custom ids of all controls in a message's components, including nested ones."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from list_custom_ids(component.get("components", ()))
        if "accessory" in component:
            yield from list_custom_ids([component["accessory"]])


REMEMBERED: Final = 4096
"""Cache size: people whose last press is kept."""


class Presses:
    """The last press of each person that changed something.

    Args:
        double_tap: seconds between two presses of a person at a table within which the second may
            be an accident: the first has just put another button under the finger.
    """

    def __init__(self, double_tap: float) -> None:
        self._double_tap = double_tap
        self._last: LRUCache[int, tuple[int, int]] = LRUCache(REMEMBERED)

    def note(self, click: Interaction, table_id: int) -> None:
        self._last[click.user.id] = table_id, click.id

    def is_hasty(self, click: Interaction, table_id: int) -> bool:
        last, before = self._last.get(click.user.id, (0, 0))
        since = ((click.id - before) >> 22) / 1000  # in seconds, by Discord's times
        return last == table_id and 0 <= since < self._double_tap


# Checks that a click comes from a message of its table. All other clicks are refused.

log = logging.getLogger(__name__)

_STAMPS: Final = 2**30
"""Lowest component id used as a stamp; Discord's own ids begin at 1."""


def stamp(content: MessageContent, table: Table) -> MessageContent:
    """Give a table's message a component id that shows which database the table is in.

    The id is made from the table's commitment, so another database gives other ids.
    """
    first, *rest = content.items
    return replace(content, items=[{**first, "id": stamp_of(table)}, *rest])


class Origins:
    """Checks that clicks come from messages of their tables.

    Args:
        tables: all tables.
        permissions: finds a table for a person who may see it.
        refuse: tells a person why a table refused an action.
    """

    def __init__(self, tables: Tables, permissions: Permissions, refuse: Refuse) -> None:
        self._tables = tables
        self._permissions = permissions
        self._refuse = refuse
        self._noted_copy = False

    async def require(self, responder: Responder, table_id: int) -> None:
        """Raise UnknownGame unless this person can have clicked a message of this table.

        After this call, refusals go through `refuse`. A private message without controls passes,
        because a hand may have been edited after the click.
        """
        click = responder.interaction
        if self._tables.lookup.is_live(table_id, click.channel_id, responder.message_id):
            responder.on_refusal = partial(self._refuse, table_id)
            return
        components: Sequence[Mapping[str, Any]] = click.extras[COMPONENTS]
        ids = [each.removeprefix(PRIVATE).split(":") for each in list_custom_ids(components)]
        named = {name for _, *rest in ids for name in rest[:1]}
        offered = str(table_id) in named
        try:
            table = await self._permissions.find_table(click, table_id)
        except NoSuchTable:
            known = False
        else:
            stamped = any(component.get("id") == stamp_of(table) for component in components)
            known = offered or not named if responder.on_private else stamped
        if not known:
            if offered and not responder.on_private:
                self._note_copy(responder, table_id)
            raise UnknownGame
        responder.on_refusal = partial(self._refuse, table_id)

    def _note_copy(self, responder: Responder, table_id: int) -> None:
        """Warn once that another database wrote a message of this bot."""
        if not self._noted_copy:
            self._noted_copy = True
            log.warning(
                "message %s in channel %s shows table %s, which is not in this database: another "
                "copy of the bot runs with the same token and its own database, or the database "
                "was replaced",
                responder.message_id,
                responder.interaction.channel_id,
                table_id,
            )


def stamp_of(table: Table) -> int:
    """Return the component id that only the messages of this table have."""
    return _STAMPS + zlib.crc32(table.commitment.encode()) % _STAMPS
