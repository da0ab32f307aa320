"""All pages of a daily, drawn without a database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from cogs.display.pages.board import render_board as render_game
from cogs.display.pages.board import render_context
from cogs.display.pages.more import Scene, Spot
from cogs.features.daily.dailies import DailyRow, name_daily
from cogs.features.daily.days import number_preview
from cogs.features.daily.pages import (
    render_board,
    render_first,
    render_more,
    render_reminder,
    render_share,
    render_streak,
)
from cogs.features.daily.standings import BEST, Grade, GradedRow, Standing, rank
from cogs.interactions.content import MessageContent
from cogs.interactions.language import ENGLISH, Language
from players.games import game
from records.values import Period
from tables.model.table import Status, Table
from tests.cogs.features.daily.house import graded
from tests.cogs.offers import OFFERS
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN, read
from tests.tabletop import playthrough

FILE: Final = Path(__file__).with_name("pages.txt")

DAY = "2026-11-25"
GUILD, OTHER = 77, 78
ME = 1000
POND = RENDERERS["pond"]


def list_pages(name: str, _: Language = ENGLISH) -> Iterator[MessageContent]:
    """Yield each page for a person of this name."""
    days = frozenset({"2026-11-20", "2026-11-23", "2026-11-24"})
    nothing = Standing(
        None, (), closed=False, days=frozenset(), streak=0, openings=(0, 0), reminder=None
    )
    standing = nothing._replace(days=days, streak=3, reminder=61)
    playing = list(play(name))
    end = playing[-1]
    at = next(each for each in playing if each.status is Status.PLAYING)
    offer = replace(at, id=number_preview(DAY), start_hash=None)
    yield render_first(_, POND, PLAIN, offer, None, nothing)
    yield render_more(_, offer, nothing, None)
    yield _render_begun(_, offer)
    yield render_more(_, at, standing, GUILD)
    ended = replace(at, status=Status.ABANDONED)
    yield render_first(_, POND, PLAIN, ended, None, nothing, _("Saved."))
    yield render_game(POND, at, render_context(at, PLAIN, language=_), 0.0)
    lines = rank(_list_entries(name), Period.TODAY)
    for row in (
        DailyRow(1, GUILD, None, None, None, shared=False),
        DailyRow(1, GUILD, "/nunou//nnn/n/", 87, "end day", shared=False),
        DailyRow(1, OTHER, "/".join(["n" * 5] * 6), 100, "", shared=True),
        DailyRow(1, 0, "", None, "", shared=False),
    ):
        done = standing._replace(daily=row, lines=lines, openings=(2, 5 if row.shared else 4))
        yield render_first(_, POND, PLAIN, end, GUILD, done)
        yield render_more(
            _, end, done, GUILD, OFFERS.at(Spot.PRIVATE, Scene(POND, end, 0, language=_))
        )
        yield render_first(_, POND, PLAIN, end, GUILD, done._replace(closed=True, lines=()))
    for period in BEST:
        for closed in (False, True):
            found = rank(_list_entries(name), period)
            yield render_board(_, period, DAY, found, ME, closed=closed)
    yield render_board(_, Period.TODAY, DAY, (), ME, closed=False)
    yield render_streak(_, standing, DAY)
    for row in (
        DailyRow(1, 0, "nn/uo", 87, "", shared=False),
        DailyRow(1, 0, "", None, "", shared=False),
    ):
        yield render_share(_, end, name, standing._replace(daily=row))
    yield from (render_reminder(_, in_vain) for in_vain in (1, 3))


def _render_begun(_: Language, offer: Table) -> MessageContent:
    return render_game(POND, offer, render_context(offer, PLAIN, language=_), 0.0)


def play(name: str) -> Iterator[Table]:
    for at in playthrough(game("pond"), 1, {}, 3):
        seats = (replace(at.seats[0], person_id=ME, name=name),)
        yield replace(at, private=name_daily(DAY), seats=seats)


def _list_entries(name: str) -> list[GradedRow]:
    grades = [
        (ME, name, Grade("n" * 9, 100)),
        (2, "Ben", Grade("no", 40)),
        (3, "C", Grade("", None)),
    ]
    others = [(number, f"P{number}", Grade("u", 10)) for number in range(10, 30)]
    return [graded(who, DAY, called, grade) for who, called, grade in [*grades, *others]]


def tell() -> str:
    """Return the texts of all pages; equal texts appear once."""
    texts = dict.fromkeys("\n".join(read(page)) for page in list_pages("Smew"))
    return "\n\n---\n\n".join(texts) + "\n"


if __name__ == "__main__":
    FILE.write_text(tell(), encoding="utf-8")
