"""The parts of a message, as plain data in Discord's form.

A part is made once and sent unchanged as JSON. Values that are Discord's defaults are left out.
Messages share parts, so code must never change a part. Source of numbers and names: Discord's
documentation, "Component Reference".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord
from wcwidth import width

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping, Sequence

Component = dict[str, Any]
"""A component, or a piece of a component, such as an emoji or an option of a select."""

Items = list[Component]

ROW, BUTTON, SELECT, ROLES, CHANNELS = 1, 2, 3, 6, 8
SECTION, TEXT, GALLERY, SEPARATOR, FRAME = 9, 10, 12, 14, 17
LABEL, RADIO_GROUP, CHECKBOX_GROUP = 18, 21, 22
"""Types of components."""

MOST_LISTED: Final = 25
"""Discord's limit on the options of a select or a command, and on the choices of an option."""

MOST_RADIOS: Final = 10
"""Discord's limit on radio buttons; it is also that on checkboxes."""

IN_A_ROW: Final = 5
"""Largest number of buttons in a row."""

BESIDE: Final = 34
"""Largest sum of the widths of two labels, in columns, that stand side by side on a phone."""

MOST_LETTERS: Final = 4000
"""Limit on characters in all paragraphs of a message together."""

SEPARATOR_LINE: Final[Component] = {"type": SEPARATOR}


def text(content: str) -> Component:
    """Return a paragraph of markdown."""
    return {"type": TEXT, "content": content}


def beside(content: str, accessory: Component) -> Component:
    """Return a paragraph of markdown with a button at its right."""
    return {"type": SECTION, "components": [text(content)], "accessory": accessory}


def gallery(url: str, alt: str) -> Component:
    """Return a picture as wide as the message."""
    return {"type": GALLERY, "items": [{"media": {"url": url}, "description": alt}]}


def frame(colour: int, items: Items) -> Component:
    """Return a frame around parts, with this colour (0xRRGGBB)."""
    return {"type": FRAME, "accent_color": colour, "components": items}


def row(*controls: Component) -> Component:
    return {"type": ROW, "components": list(controls)}


def rows(buttons: Sequence[Component], width: int = IN_A_ROW) -> Items:
    """Arrange buttons in rows of up to `width` buttons. Discord allows five in a row."""
    return [row(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def stack(going: Sequence[Component], ending: Sequence[Component]) -> Items:
    """Return one row if a phone shows it in one line; otherwise, `ending` is a row above."""
    together = [*going, *ending]
    if sum(width(each["label"]) for each in together) <= BESIDE:
        return rows(together)
    return [*rows(ending), *rows(going)]


def button(
    custom_id: str,
    label: str,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: Component | None = None,
    disabled: bool = False,
) -> Component:
    """Return a button; `emoji` needs at least the key `name`."""
    made: Component = {"type": BUTTON, "style": style.value, "label": label, "custom_id": custom_id}
    if emoji is not None:
        made["emoji"] = emoji
    if disabled:
        made["disabled"] = True
    return made


def link(url: str, label: str) -> Component:
    return {"type": BUTTON, "style": discord.ButtonStyle.link.value, "label": label, "url": url}


def menu_option(
    label: str,
    value: str,
    description: str | None = None,
    *,
    emoji: Component | None = None,
    default: bool = False,
) -> Component:
    """Return an option of a select; `default`: whether the option is already chosen."""
    made: Component = {"label": label, "value": value}
    if description:
        made["description"] = description
    if emoji is not None:
        made["emoji"] = emoji
    if default:
        made["default"] = True
    return made


def menu(
    custom_id: str, options: Iterable[Component], placeholder: str, *, least: int = 1, most: int = 1
) -> Component:
    """Return a select. A person chooses `least` to `most` of its options.

    Options beyond `MOST_LISTED` are left out: with many installed games, the page is still shown.
    """
    shown = [*options][:MOST_LISTED]
    made: Component = {"type": SELECT, "custom_id": custom_id, "options": shown}
    made["placeholder"] = placeholder
    if (least, most) != (1, 1):
        made |= {"min_values": least, "max_values": most}
    return made


def menu_of_ids(
    custom_id: str,
    chosen: Iterable[int],
    placeholder: str,
    *,
    most: int,
    channels: Sequence[int] | None = None,
) -> Component:
    """Return a select of up to `most` roles, or of channels if their types are given.

    `chosen`: the ids that are already chosen.
    """
    kind, what = (ROLES, "role") if channels is None else (CHANNELS, "channel")
    made: Component = {"type": kind, "custom_id": custom_id, "placeholder": placeholder}
    made |= {"min_values": 0, "max_values": most}
    made["default_values"] = [{"id": str(each), "type": what} for each in chosen]
    return made if channels is None else made | {"channel_types": list(channels)}


def pick_one(name: str, question: str, options: Sequence[Component]) -> Component:
    """Return radio buttons for a form, below their question; a select for more than 10 options.

    Discord allows a question of 45 characters.
    """
    kind = RADIO_GROUP if len(options) <= MOST_RADIOS else SELECT
    group = {"type": kind, "custom_id": name, "options": [*options][:MOST_LISTED]}
    return _label(question, group)


def checkboxes(name: str, question: str, options: Sequence[Component]) -> Component:
    """Return up to 10 checkboxes for a form, below their question. A person may check none."""
    group: Component = {"type": CHECKBOX_GROUP, "custom_id": name, "options": list(options)}
    return _label(question, group | {"min_values": 0, "required": False})


def _label(question: str, group: Component) -> Component:
    return {"type": LABEL, "label": question, "component": group}


def put_into_words(items: Items, words: Mapping[str, Component]) -> Items:
    """Return the components with pictures replaced; `words`: the replacements by picture URL."""
    told: Items = []
    for item in items:
        kind = item["type"]
        if kind == FRAME:
            told.append({**item, "components": put_into_words(item["components"], words)})
        elif kind == GALLERY:
            told.append(words.get(item["items"][0]["media"]["url"], item))
        else:
            told.append(item)
    return told


def count_letters(items: Items) -> int:
    """Return the number of characters in the paragraphs."""
    letters, left = 0, [*items]
    for item in left:  # no recursion, because this runs at every click
        if item["type"] == TEXT:
            letters += len(item["content"])
        left += item.get("components", ())
    return letters


def drop_matching(items: Items, ids: re.Pattern[str]) -> Items:
    """Return the components except the controls whose whole custom ids match.

    A paragraph is removed together with the button beside it, and a row together with its last
    button.
    """
    kept: Items = []
    for item in items:
        kind = item["type"]
        if kind in {FRAME, ROW}:
            inner = drop_matching(item["components"], ids)
            kept += [{**item, "components": inner}] if inner else []
        elif not ids.fullmatch(item.get("accessory", item).get("custom_id", "")):
            kept.append(item)
    return kept
