"""People who play on the sandbox: what players of The Ducks do besides what everybody can do."""

from __future__ import annotations

import re
from typing import Any

from sandbox.testing import (
    EPHEMERAL,
    PATIENCE,
    UNHURRIED,
    Done,
    Json,
    Refused,
    controls,
    has_button,
    has_text,
    labels,
    offers,
    parts,
    text_of,
)
from sandbox.testing import Person as AnyPerson

__all__ = [
    "EPHEMERAL",
    "PATIENCE",
    "UNHURRIED",
    "Done",
    "Json",
    "Person",
    "Refused",
    "controls",
    "find_unseen_digits",
    "has_button",
    "has_text",
    "labels",
    "offers",
    "parts",
    "text_of",
]
"""With what every person in the sandbox has, for tests that need both."""


class Person(AnyPerson):
    """A person in the sandbox who plays."""

    async def press_more(
        self, what: str = "", message: Json | None = None, channel: str | None = None
    ) -> Done:
        """Open the private page behind ⋯ of a table's message, and press a button on it."""
        before = {each["id"] for each in self._private(channel)}
        done = await self.click("⋯", message, channel)

        def opened() -> Json | None:
            return next((m for m in self._private(channel) if m["id"] not in before), None)

        done.message = await self.until(opened)
        return await self.click(what, done.message) if what else done

    async def set_up(self, message: Json | None = None, **fields: Any) -> Done:
        """Change some options of a lobby in the form behind ⋯; the other fields stay as shown."""
        return await self.submit(await self.press_more("⚙ Options", message), **fields)

    async def press_fair_dice(
        self, what: str, message: Json | None = None, channel: str | None = None
    ) -> Done:
        """Press Check, Log or Digits on the page Fair dice of a table's message."""
        page = await self.press_more("Fair dice", message, channel)
        return await self.click(what, page.message)

    async def leave(self, **options: Any) -> Done:
        """Leave a game with the command, and confirm."""
        asked = (await self.command("table leave", **options)).message
        return await self.click("Leave the game", asked)

    def _private(self, channel: str | None) -> list[Json]:
        """Return the messages that only this person sees."""
        return [each for each in self.messages(channel) if each["flags"] & EPHEMERAL]


def find_unseen_digits(message: Json) -> str | None:
    """Return the digits in the id of ⋯ on a message; None if there are none. No text has them."""
    assert not re.search("[0-9a-f]{32}", text_of(message))
    (more,) = [each["custom_id"] for each in controls(message) if each.get("label") == "⋯"]
    found = re.fullmatch("(?:d1:)?a1:[0-9]+:more(?::([0-9a-f]{32}))?", more)
    assert found is not None
    return found[1]
