"""What tests of a bot need: people who type commands and press buttons, and the bot's process.

    async with Sandbox() as box, launch(box, "python", "my_bot.py"), Person(box, "Smew") as smew:
        done = await smew.command("count")                      # waits for the bot's answer
        await smew.click("One more", done.message)              # by label or custom id
        await smew.wait_for(has_text("Counted: 1"))

Nothing here sleeps: the sandbox's live events keep each person's view up to date.
"""

from sandbox.testing.bot import launch
from sandbox.testing.message import (
    Json,
    controls,
    has_button,
    has_text,
    labels,
    offers,
    parts,
    text_of,
)
from sandbox.testing.person import EPHEMERAL, PATIENCE, UNHURRIED, Done, Person, Refused

__all__ = [
    "EPHEMERAL",
    "PATIENCE",
    "UNHURRIED",
    "Done",
    "Json",
    "Person",
    "Refused",
    "controls",
    "has_button",
    "has_text",
    "labels",
    "launch",
    "offers",
    "parts",
    "text_of",
]
