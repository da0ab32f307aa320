"""Finds the clicked control by its custom id alone, and checks which message was clicked.

discord.py offers `DynamicItem` for this. It would make a click about 5 % more expensive, because it
wraps each item in another object and builds a view from the whole clicked message.
"""

from __future__ import annotations

import logging
import zlib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from cachetools import LRUCache

from cogs.display.components import (
    CUSTOM_ID_LIMIT,
    ActionButton,
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

    from cogs.display.components import ClickHandler, Texts
    from cogs.interactions.content import MessageContent
    from cogs.interactions.interaction import Interaction, Permissions
    from cogs.interactions.responder import Responder
    from tables.model.table import Table
    from tables.service import Tables

    Carry = Callable[[ClickHandler, Interaction, "ClickData"], Awaitable[None]]
    """Carries out a click."""

    Refuse = Callable[[int, Responder, str], Awaitable[None]]
    "Tells a person why a table refused an action; takes table number, responder and reason."


@dataclass(frozen=True, slots=True)
class ClickData:
    """The contents of a click.

    Attributes:
        fields: the parts of the custom id, by their names in the template.
        values: values chosen in a select (ids for channels and roles).
        private: whether the control began with `PRIVATE`.
    """

    fields: Mapping[str, str | Any]
    values: Texts
    private: bool = False

    @property
    def table_id(self) -> int:
        return int(self.fields["table"])

    @property
    def seq(self) -> int:
        """The number of the board on which the control was drawn."""
        return int(self.fields["seq"])

    @property
    def args(self) -> Texts:
        """The parts of a page's id after the name of the page set."""
        return tuple(self.fields["args"].split(":")[1:])


def _move(to: ClickHandler, click: Interaction, data: ClickData) -> Awaitable[None]:
    move, focus = data.fields["move"], data.fields.get("focus", "")
    return to.make_move(click, data.table_id, data.seq, move, focus)


def _look(to: ClickHandler, click: Interaction, data: ClickData) -> Awaitable[None]:
    """Show the focus of a button, or the one that consists of a select's name and values."""
    focus = data.fields.get("focus")
    if focus is None:
        focus = " ".join([data.fields["name"], *sorted(data.values)])
    return to.show_focus(click, data.table_id, data.seq, focus)


def _act(to: ClickHandler, click: Interaction, data: ClickData) -> Awaitable[None]:
    action, arg = data.fields["action"], data.fields["arg"]
    return to.change_table(click, data.table_id, action, None if arg is None else int(arg))


def _open(to: ClickHandler, click: Interaction, data: ClickData) -> Awaitable[None]:
    return to.show_page(click, data.fields["pages"], data.args, data.values)


CONTROLS: Final[Mapping[str, tuple[type[Item], Carry]]] = {
    "t1": (MoveButton, _move),
    "g1": (PageMoveButton, _move),
    "h1": (StepButton, _move),
    "l1": (FocusButton, _look),
    "p1": (FocusSelect, _look),
    "a1": (ActionButton, _act),
    "n1": (PageButton, _open),
    "o1": (PageSelect, _open),
}
"""The type of each control and what carries out its clicks, by the beginning of its custom id."""


def _match(custom_id: str) -> tuple[type[Item], Carry, Mapping[str, str | Any]] | None:
    """Return the type of a control, what carries it out, and the parts of its id."""
    if custom_id[:2] not in CONTROLS:
        return None
    item, carry = CONTROLS[custom_id[:2]]
    match = item.pattern.fullmatch(custom_id)
    return match and (item, carry, match.groupdict())


def find_carry(interaction: Interaction) -> tuple[Carry, ClickData]:
    """Return what carries out a click, and the click's data; raise UnknownControl."""
    sent = cast("dict[str, Any]", interaction.data or {})
    custom_id, values = sent.get("custom_id", ""), (*sent.get("values", ()), *_read_form(sent))
    if any(len(part) > CUSTOM_ID_LIMIT for part in (custom_id, *values)):
        raise UnknownControl
    bare = custom_id.removeprefix(PRIVATE)
    if (found := _match(bare)) is None:
        raise UnknownControl
    _, carry, fields = found
    return carry, ClickData(fields, values, private=bare != custom_id)


def _read_form(sent: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of a form that somebody has sent, as `<field>=<value>`.

    A field without a choice has the empty value. A click has no fields.
    """
    for row in sent.get("components", ()):
        given = row["component"]
        for value in given.get("values") or [given.get("value") or ""]:
            yield f"{given['custom_id']}={value}"


def control_kind_of(custom_id: str) -> ControlKind | None:
    """Return the kind of a control; None for a control that boards never have."""
    found = _match(custom_id)
    return found and found[0].kind_of(found[2])


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
