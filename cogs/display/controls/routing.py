"""From a click to the item that it is on: `route` finds the kind of item by the custom id alone.

discord.py's own way, a `DynamicItem`, wraps each item in another object, and builds a view from the
whole message that was clicked: that is a twentieth of the cost of a click.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord

from cogs.display.controls.components import (
    CUSTOM_ID_LIMIT,
    ActionButton,
    ActionSelect,
    ClickData,
    ClickHandler,
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
from cogs.interactions.errors import UnknownControl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cogs.interactions.interaction import Interaction

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


async def route(handler: ClickHandler, interaction: Interaction) -> None:
    """Hand a click or a form on to `handler`; raises UnknownControl for what nothing here has."""
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
            data = ClickData(match.groupdict(), values)
            await kind.handle(handler, interaction, data)
            return
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
