"""An answer that fails because the bot has stopped is not logged as an error."""

from __future__ import annotations

import contextlib
import logging
from types import SimpleNamespace

from cogs.interactions.drawing import Studio
from cogs.interactions.known import Messages
from cogs.interactions.language import Languages
from cogs.interactions.responder import responding
from cogs.interactions.wire import DiscordWire
from sandbox.tests.conftest import (  # noqa: F401 - fixtures
    asked,
    box,
    limits,
    login,
    people,
    sharding,
    well_behaved,
)


async def note_name(home, person):
    """Keep nothing: there is no database here."""


def give_services(client):
    """Give a client the services that a response needs."""
    client.under_way = contextlib.nullcontext
    records = SimpleNamespace(recorder=SimpleNamespace(note_name=note_name))
    tables = SimpleNamespace(has_done={}.get)
    messages = Messages(DiscordWire(client), Studio())
    client.services = SimpleNamespace(
        records=records,
        tables=tables,
        messages=messages,
        languages=Languages(),
    )


async def test_an_answer_after_the_bot_has_stopped_is_no_fault(asked, caplog):  # noqa: F811
    caplog.set_level(logging.INFO, "cogs.interactions.responder")
    async with asked() as (_, interaction):
        await interaction.client.close()
        give_services(interaction.client)
        async with responding(interaction) as responder:
            await responder.send_private("done")
    assert "the bot stopped meanwhile: Session is closed" in caplog.text
    assert [r.levelname for r in caplog.records if r.name == "cogs.interactions.responder"] == [
        "INFO"
    ]
    assert "the bot stopped meanwhile" in caplog.text


async def test_the_same_error_of_a_running_bot_is_a_fault(asked, caplog):  # noqa: F811
    async with asked() as (_, interaction):
        give_services(interaction.client)
        async with responding(interaction):
            raise RuntimeError("Session is closed")
    assert [r.levelname for r in caplog.records if r.name == "cogs.interactions.responder"] == [
        "ERROR"
    ]
