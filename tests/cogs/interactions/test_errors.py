"""Sentences that tell people why something was refused."""

from __future__ import annotations

from cogs.display.table_text import table_link
from cogs.interactions.failures import UNEXPECTED, Declined, sentence
from cogs.interactions.language import ENGLISH
from db.errors import ConnectionLost, DatabaseFull, DatabaseUnreachable, OutcomeUnknown
from engine.core import IllegalMove
from players.games import game
from tables.model.errors import UNSURE, NotOpener
from tables.model.table import Status
from tests.tabletop import table

ROUGH = "*@everyone* <@123456789012345678> [here](https://example.com)"
HARMLESS = "\\*@\u200beveryone\\* \\<@\u200b123456789012345678> \\[here](https\\://example.com)"


def test_a_name_in_a_refusal_neither_formats_nor_mentions():
    error = NotOpener("Only the opener of this table can do that: {name}", name=ROUGH)
    assert sentence(error, ENGLISH) == f"Only the opener of this table can do that: {HARMLESS}"


def test_a_move_in_a_refusal_is_quoted_as_it_is_written():
    error = IllegalMove("'keep *5*' is not among them")
    assert sentence(error, ENGLISH).endswith("'keep \\*5\\*' is not among them")


def test_a_declined_request_may_answer_in_markdown():
    assert sentence(Declined("Only in <#5>, **please**"), ENGLISH) == "Only in <#5>, **please**"


def test_while_the_database_is_away_people_read_that_a_click_may_count():
    """Another worker that received the same click may have committed its change."""
    for error in (DatabaseUnreachable("away"), ConnectionLost("lost"), OutcomeUnknown("?")):
        assert sentence(error, ENGLISH) == UNSURE
    assert sentence(DatabaseFull("full"), ENGLISH) == UNEXPECTED


def test_a_link_has_words_in_place_of_an_address():
    facts = {"guild_id": 5, "channel_id": 6, "message_id": 7}
    address = "<https://discord.com/channels/5/6/7>"
    lobby, board = (
        table(game("ducks"), 2, {}, status=status, **facts)
        for status in (Status.LOBBY, Status.PLAYING)
    )
    assert (table_link(ENGLISH, lobby), table_link(ENGLISH, board)) == (
        f"[the lobby]({address})",
        f"[the board]({address})",
    )


def test_a_table_without_a_message_is_linked_by_the_command_that_shows_it():
    assert (
        table_link(ENGLISH, table(game("ducks"), 2, {}, id=8, message_id=None))
        == "`/table show table:8`"
    )
