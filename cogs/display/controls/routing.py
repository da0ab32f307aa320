"""From a click to the item that it is on: `find_item` goes by the custom id alone.

discord.py's own way, a `DynamicItem`, wraps each item in another object, and builds a view from the
whole message that was clicked: that is a twentieth of the cost of a click.
"""

from __future__ import annotations

import logging
import zlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import discord

from cogs.display.controls.components import (
    CUSTOM_ID_LIMIT,
    ActionButton,
    ActionSelect,
    ClickData,
    FocusButton,
    FocusSelect,
    HintButton,
    Item,
    MoveButton,
    PageButton,
    PageSelect,
    Role,
    StepButton,
    Texts,
    WordsForm,
)
from cogs.interactions.errors import UnknownControl, UnknownGame
from cogs.interactions.raw import COMPONENTS
from tables.model.challenge import is_preview
from tables.model.errors import NoSuchTable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction
    from cogs.interactions.permissions import Permissions
    from cogs.interactions.responder import Responder
    from tables.model.table import Table
    from tables.service import Tables

    Refuse = Callable[[int, Responder, str], Awaitable[None]]
    """Tells somebody at a table, by its number, why something was refused."""


ITEMS: tuple[type[Item], ...] = (
    MoveButton,
    HintButton,
    StepButton,
    FocusButton,
    FocusSelect,
    ActionButton,
    ActionSelect,
    PageButton,
    PageSelect,
)
"""Every kind of item."""


def find_item(interaction: Interaction) -> tuple[type[Item | WordsForm], ClickData]:
    """Return the kind of item that was clicked, and what the click says; raises UnknownControl."""
    sent = cast("dict[str, Any]", interaction.data or {})
    if interaction.type is discord.InteractionType.modal_submit:
        kinds, values = (WordsForm,), _read_typed(sent)
    else:
        kinds, values = ITEMS, tuple(sent.get("values") or ())
    custom_id = sent.get("custom_id", "")
    if any(len(part) > CUSTOM_ID_LIMIT for part in (custom_id, *values)):
        raise UnknownControl
    for kind in kinds:
        if match := kind.pattern.fullmatch(custom_id):
            return kind, ClickData(match.groupdict(), values)
    raise UnknownControl


def role_of(custom_id: str) -> Role | None:
    """Return what a control is for on a board; None for one that belongs on no board."""
    for kind in ITEMS:
        if match := kind.pattern.fullmatch(custom_id):
            return kind.role_of(match.groupdict())
    return None


def _read_typed(sent: Mapping[str, Any]) -> Texts:
    """Return what was typed into the fields of a form."""
    fields = [label.get("component", {}) for label in sent.get("components", ())]
    return tuple(str(field.get("value", "")) for field in fields)


def list_custom_ids(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Return the custom ids of a message's controls, from its components as Discord sends them."""
    for component in components:
        if "custom_id" in component:
            yield component["custom_id"]
        yield from list_custom_ids(component.get("components", ()))
        if "accessory" in component:
            yield from list_custom_ids([component["accessory"]])


# From which message a click at a table may come, and for whom: whatever else was sent is forged.

log = logging.getLogger(__name__)

_MARKS: Final = 2**30
"""The lowest number of a component that is a mark; those that Discord gives begin at 1."""


def mark(content: MessageContent, table: Table) -> MessageContent:
    """Return a message of a table that tells it from those of other databases."""
    first, *rest = content.items
    return replace(content, items=[{**first, "id": _mark_of(table)}, *rest])


class Origins:
    """Checks where clicks come from.

    Args:
        tables: the tables.
        permissions: finds those that somebody may see.
        refuse: tells why something was refused that is asked of a table by its number.
    """

    def __init__(self, tables: Tables, permissions: Permissions, refuse: Refuse) -> None:
        self._tables = tables
        self._permissions = permissions
        self._refuse = refuse
        self._noted_copy = False

    async def require(self, responder: Responder, table_id: int) -> None:
        """Raise UnknownGame where the clicked message holds no control of a table for this person.

        From then on `refuse` tells a refusal, unless the table is a challenge that has not begun.

        A challenge that has not begun is on a private page, or was until a press before this one.

        A private message has perhaps no controls any more: a hand that is edited while the click is
        on its way.
        """
        click = responder.interaction
        if self._tables.lookup.is_live(table_id, click.channel_id, responder.message_id):
            responder.on_refusal = partial(self._refuse, table_id)
            return
        components: Sequence[Mapping[str, Any]] = click.extras[COMPONENTS]
        ids = [custom_id.split(":") for custom_id in list_custom_ids(components)]
        named = {name for _, *rest in ids for name in rest[:1]}
        offered = str(table_id) in named
        if is_preview(table_id):
            if not responder.on_private:
                raise UnknownGame
            return
        try:
            table = await self._permissions.find_table(click, table_id)
        except NoSuchTable:
            known = False
        else:
            marked = any(component.get("id") == _mark_of(table) for component in components)
            known = offered or not named if responder.on_private else marked
        if not known:
            if offered and not responder.on_private:
                self._note_copy(responder, table_id)
            raise UnknownGame
        responder.on_refusal = partial(self._refuse, table_id)

    def _note_copy(self, responder: Responder, table_id: int) -> None:
        """Log once that a message of this bot was written from another database."""
        if not self._noted_copy:
            self._noted_copy = True
            log.warning(
                "message %s in channel %s is of a table %s that is not in this database: another "
                "copy of the bot, with the same token and a database of its own, answers this "
                "bot's clicks, or the database was replaced",
                responder.message_id,
                responder.interaction.channel_id,
                table_id,
            )


def _mark_of(table: Table) -> int:
    return _MARKS + zlib.crc32(table.commitment.encode()) % _MARKS
