"""Pages that need more than a game's view to be right."""

from __future__ import annotations

import io

import discord

from cogs import pages
from cogs.ducks import FACE
from cogs.emojis import Emojis
from cogs.face import Page, text
from engine import game
from tables.model import Status
from tests.cogs.limits import faults
from tests.tabletop import seat, table


def test_a_finished_game_whose_log_no_longer_folds_still_shows_its_result():
    seats = (seat(0, score=3, place=2), seat(2, score=7, place=1))
    old = table(
        game("ducks"), 2, {}, status=Status.FINISHED, state=None, seats=seats, secret="5" * 64
    )
    page = pages.page(FACE, old, Emojis(), 0.0)
    assert faults(page) == []
    told = page.items[0].children[1].content
    assert told == "`1` **Wigeon with a name that is 32 ch** · 7\n`2` **Mallard** · 3"


def test_a_page_that_was_sent_in_vain_can_be_sent_again_with_its_files():
    page = Page([text("A picture")], [discord.File(io.BytesIO(b"picture"), "a.png")])
    for _ in range(2):
        assert [file.fp.read() for file in page.attachments()] == [b"picture"]
