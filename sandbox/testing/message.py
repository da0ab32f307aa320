"""What a person reads in a message: its texts, buttons and selects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = dict[str, Any]


def parts(message: Json) -> Iterator[Json]:
    """Yield every component of a message, nested ones and accessories included."""
    waiting = list(message.get("components", []))
    while waiting:
        part = waiting.pop(0)
        yield part
        inner = [*part.get("components", ())]
        inner += [part["accessory"]] if part.get("accessory") else []
        waiting = inner + waiting


def controls(message: Json) -> list[Json]:
    """Return the buttons and selects of a message that have a custom id."""
    return [part for part in parts(message) if part.get("custom_id")]


def offers(message: Json, what: str) -> list[Json]:
    """Return the controls whose label or id is `what`, else those whose id begins with it."""
    found = controls(message)
    exact = [c for c in found if what in (c.get("label") or "", c["custom_id"])]
    return exact or [c for c in found if c["custom_id"].startswith(what)]


def labels(message: Json, *, enabled: bool = True) -> list[str]:
    """Return the labels of the buttons, by default only of enabled ones."""
    found = [c for c in controls(message) if c.get("label")]
    return [c["label"] for c in found if not (enabled and c.get("disabled"))]


def text_of(message: Json) -> str:
    """Return a message's whole text: content, text displays and embeds."""
    found = [message.get("content", "")]
    found += [part["content"] for part in parts(message) if part["type"] == 10]
    for embed in message.get("embeds", ()):
        found += [embed.get("title", ""), embed.get("description", "")]
        found += [f"{field['name']} {field['value']}" for field in embed.get("fields", ())]
    return "\n".join(line for line in found if line)


def has_text(text: str) -> Callable[[Json], bool]:
    """Make a predicate for `wait_for`: the message has this text."""
    return lambda message: text in text_of(message)


def has_button(label: str) -> Callable[[Json], bool]:
    """Make a predicate for `wait_for`: the message has an enabled button with this label."""
    return lambda message: label in labels(message)
