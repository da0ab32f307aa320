"""All pages of a daily, drawn without a database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cogs.daily.pages import (
    Standing,
    render_board,
    render_card,
    render_offer,
    render_share,
    render_streak,
)
from cogs.daily.reminders import render_reminder
from cogs.display.pages.board import render_board as render_game
from cogs.display.pages.context import render_context
from cogs.interactions.content import MessageContent
from cogs.interactions.parts import text
from engine import game
from records.daily.boards import Entry, Span, rank
from records.daily.service import DailyRow
from tables.model.advice import Grade
from tables.model.table import Person, Status, Table
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN, read
from tests.tabletop import playthrough, table

DAYS = {"pond": "2026-11-25", "ducks": "2026-11-24"}
SEATS = {"pond": 1, "ducks": 4}
GUILD, OTHER = 77, 78
ME = 1000


def list_pages(name: str) -> Iterator[MessageContent]:
    """Each page, for somebody of that name."""
    yield from (page for key in DAYS for page in _list_offers(key, name))
    lines = rank(_list_entries(name), Span.DAY)
    standing = Standing(3, 61, GUILD, False, lines)
    *_, end = _play("pond", name)
    renderer = RENDERERS["pond"]
    for row in (
        DailyRow(1, GUILD, None, None, False),
        DailyRow(1, GUILD, "nnnnunounnn", 87, False),
        DailyRow(1, OTHER, "n" * 30, 100, True),
        DailyRow(1, 0, "", None, False),
    ):
        yield render_card(renderer, end, row, standing, PLAIN)
        yield render_card(renderer, end, row, standing._replace(closed=True, lines=()), PLAIN)
    day = DAYS["pond"]
    for span in Span:
        for closed in (False, True):
            found = rank(_list_entries(name), span)
            yield render_board(span, day, found, ME, closed=closed)
    yield render_board(Span.DAY, day, (), ME, closed=False)
    yield render_streak(["2026-11-20", "2026-11-23", "2026-11-24"], 3, day)
    grade = Grade("nnuo", 87)
    yield MessageContent([text(render_share(end, name, grade, 3))])
    yield from map(render_reminder, (1, 3))


def _list_offers(key: str, name: str) -> Iterator[MessageContent]:
    """The offer in each phase, and some boards."""
    renderer, nobody = RENDERERS[key], Standing(0, None, None, False)
    lobby = table(game(key), SEATS[key], {}, daily=f"{DAYS[key]} {key} 1")
    yield render_offer(renderer, lobby, nobody)
    at = next(each for each in _play(key, name) if each.status is Status.PLAYING)
    yield render_offer(renderer, at, Standing(3, 61, GUILD, False), "A notice.")
    yield render_offer(renderer, replace(at, status=Status.ABANDONED), nobody)
    yield render_game(renderer, at, render_context(at, PLAIN), 0.0)


def _play(key: str, name: str) -> Iterator[Table]:
    for at in playthrough(game(key), SEATS[key], {}, 3):
        seats = (replace(at.seats[0], person=Person(ME, name)), *at.seats[1:])
        yield replace(at, daily=f"{DAYS[key]} {key} 1", seats=seats)


def _list_entries(name: str) -> list[Entry]:
    grades = [
        (ME, name, Grade("n" * 9, 100)),
        (2, "Ben", Grade("no", 40)),
        (3, "C", Grade("", None)),
    ]
    others = [(number, f"P{number}", Grade("u", 10)) for number in range(10, 30)]
    return [Entry(who, DAYS["pond"], called, grade) for who, called, grade in [*grades, *others]]


def tell() -> str:
    """What all pages say, each once."""
    texts = dict.fromkeys("\n".join(read(page)) for page in list_pages("Smew"))
    return "\n\n---\n\n".join(texts) + "\n"
