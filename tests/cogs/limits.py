"""Discord's limits on a message of components, checked on the payload.

Source: Discord's documentation of message components (components v2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.interactions.content import MessageContent

ROW, BUTTON, SELECT, SECTION, TEXT, GALLERY = 1, 2, 3, 9, 10, 12


def components(payload: Any) -> Iterator[dict[str, Any]]:
    """Yield every component of a payload, nested ones included."""
    if isinstance(payload, list):
        for item in payload:
            yield from components(item)
    elif isinstance(payload, dict):
        if isinstance(payload.get("type"), int):
            yield payload
        for key in ("components", "component", "accessory"):
            yield from components(payload.get(key))


def faults(content: MessageContent) -> list[str]:
    """Return every limit that a message breaks, or an empty list if Discord accepts it."""
    everything = list(components(content.items))
    found = [fault for item in everything for fault in _of_one(item)]
    ids = [item["custom_id"] for item in everything if item.get("custom_id")]
    if len(everything) > 40:
        found.append(f"{len(everything)} components")
    if len(ids) != len(set(ids)):
        found.append(f"a custom id twice: {sorted(ids)}")
    length = sum(len(item["content"]) for item in everything if item["type"] == TEXT)
    if not 0 < length <= 4000:
        found.append(f"{length} characters")
    return found + _files(content, everything)


def _of_one(item: dict[str, Any]) -> Iterator[str]:
    kind = item["type"]
    if len(item.get("custom_id", "")) > 100:
        yield f"custom id of {len(item['custom_id'])} characters"
    if kind == ROW and not 1 <= len(item["components"]) <= 5:
        yield f"row of {len(item['components'])}"
    if kind == BUTTON and not 1 <= len(item.get("label") or " ") <= 80:
        yield f"label of {len(item['label'])}"
    if kind == TEXT and not item["content"].strip():
        yield "an empty text"
    if kind == SECTION and not 1 <= len(item["components"]) <= 3:
        yield f"section of {len(item['components'])}"
    if kind == SELECT:
        yield from _of_select(item)
    if kind == GALLERY:
        yield from (
            f"alt text of {len(media.get('description') or '')} characters"
            for media in item["items"]
            if not 1 <= len(media.get("description") or "") <= 1024
        )


def _of_select(item: dict[str, Any]) -> Iterator[str]:
    options = item["options"]
    values = [option["value"] for option in options]
    if not 1 <= len(options) <= 25:
        yield f"{len(options)} options"
    if len(values) != len(set(values)):
        yield "a value twice"
    if len(item.get("placeholder") or "") > 150:
        yield "placeholder"
    if not 0 <= item.get("min_values", 1) <= item.get("max_values", 1) <= len(options):
        yield "min and max values"
    for option in options:
        for key in ("label", "value", "description"):
            if len(option.get(key) or " ") > 100:
                yield f"{key} of {len(option[key])}"


def _files(content: MessageContent, everything: list[dict[str, Any]]) -> list[str]:
    """Return the pictures that are named but not sent, or sent but not named."""
    named = {
        media["media"]["url"].removeprefix("attachment://")
        for item in everything
        if item["type"] == GALLERY
        for media in item["items"]
    }
    sent = {picture.filename for picture in content.pictures}
    return [] if named == sent else [f"files {sorted(sent)}, named {sorted(named)}"]
