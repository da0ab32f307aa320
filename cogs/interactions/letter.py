"""What one request carries: components, files, and the users whom a message notifies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class File:
    """A file to send. `alt`: the content in words."""

    filename: str
    data: bytes = field(repr=False)
    alt: str = ""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that a message has already, and keeps if an edit names it."""

    id: int
    filename: str


Attached = Sequence[File | KeptFile]
"""All files that a message should have."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What one request carries: a message, or its new content. `words` replace the components."""

    items: Sequence[dict[str, Any]] = ()
    attached: Attached = ()
    calls: tuple[int, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that opens for one person. Its custom id is that of a control: see `components`."""

    custom_id: str
    title: str
    items: Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a message. It is drawn only if it must be sent.

    Attributes:
        filename: Identifies the content: pictures with the same filename look the same.
        draw: Returns the PNG. The drawing process must be able to import it.
        alt: The content in words.
    """

    filename: str
    draw: Callable[[], bytes]
    alt: str
