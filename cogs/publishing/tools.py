"""What all parts of publishing share, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cogs.publishing.live import Lives

if TYPE_CHECKING:
    from collections.abc import Mapping

    import discord

    from cogs.display.emojis import Emojis
    from cogs.display.pages.more import Offers
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.content import LeftOut
    from cogs.interactions.known import Messages
    from cogs.interactions.language import Languages
    from tables.service import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What all parts of publishing share.

    Attributes:
        client: discord.py's client, which knows servers and channels.
        tables: The use cases of live tables.
        renderers: The renderers by game key.
        emojis: The pictures that fit into text.
        languages: The languages that people read.
        messages: What is known of all messages, and the wire.
        left_out: Controls that no message shows.
        offers: What features add to the pages of finished games.
        lives: What is known of each table.
    """

    client: discord.Client
    tables: Tables
    renderers: Mapping[str, Renderer]
    emojis: Emojis
    languages: Languages
    messages: Messages
    left_out: LeftOut
    offers: Offers
    lives: Lives = field(default_factory=Lives)
