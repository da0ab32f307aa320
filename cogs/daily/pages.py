"""What the pages of a daily look like: the offer, the card at the end, boards, the streak."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from cogs.display.controls.components import ActionButton, PageButton
from cogs.display.controls.paging import DAILY, PRACTICE, REVIEW
from cogs.display.pages.fair_dice import fair_dice_line
from cogs.display.pages.how_to_play import how_to_play_button
from cogs.interactions.content import MessageContent, framed
from cogs.interactions.names import count, plain_name
from cogs.interactions.parts import Items, rows, text
from records.daily.boards import Span, name_span, print_lines
from records.daily.formats import format_of
from tables.model.advice import Grade
from tables.model.daily import add_days, midnight_of
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from records.daily.boards import Line
    from records.daily.service import DailyRow
    from tables.model.table import Table

SQUARES: Final = {"n": "🟩", "u": "🟨", "o": "🟥"}
"""What a decision gave away: nothing, up to a tenth of what moves at random give away, or more."""

SHOWN: Final = 15
"""How many lines of a board a page shows."""

WEEKS: Final = 5
"""How many weeks the page of the streak shows."""

BUTTON: Final = "📅 Daily"
"""What leads to the first page."""

_SPANS: Final = {Span.DAY: "The day", Span.WEEK: "The week", Span.MONTH: "The month"}


class Standing(NamedTuple):
    """What the first page says besides the table.

    The streak, the minute of the reminder, the server where the page is shown (None where there are
    no boards), whether the day is closed, and the board of the day on which the daily counts.
    """

    streak: int
    reminder: int | None
    guild_id: int | None
    closed: bool
    lines: Sequence[Line] = ()


def render_offer(
    renderer: Renderer, table: Table, standing: Standing, notice: str = ""
) -> MessageContent:
    """Return the daily of a day that is not finished: Begin, or Go on."""
    day = day_of_daily(table)
    tomorrow = midnight_of(add_days(day, 1))
    if table.status is Status.LOBBY:
        words = (
            "One short game, the same kind for everybody, with dice of your own. It is ranked by "
            "how well you choose, not by luck. **Begin** mixes your press into the dice; finish "
            f"within an hour after <t:{tomorrow:.0f}:t>."
        )
        lead = PageButton.of(DAILY, "begin", table.id, label="Begin", style=_GREEN)
    elif table.status is Status.PLAYING:
        words = f"You have begun. Finish within an hour after <t:{tomorrow:.0f}:t>, and it counts."
        lead = PageButton.of(DAILY, "go", table.id, label="Go on", style=_GREEN)
    else:
        words = f"This one ended without a result. The next one begins <t:{tomorrow:.0f}:R>."
        lead = PageButton.of(DAILY, label="Look again")
    return framed(
        renderer.accent,
        *([text(notice)] if notice else ()),
        text(f"### {BUTTON}, {_describe(day)}\n**{_title(renderer, day)}**\n{words}"),
        *rows(
            [
                lead,
                how_to_play_button(table.game.info.key, table.id, 0),
                ActionButton.of(table.id, "fair", "Fair dice"),
            ]
        ),
        *_end(day, standing),
        fair_dice_line(table),
    )


def render_card(
    renderer: Renderer, table: Table, daily: DailyRow, standing: Standing, emojis: Emojis
) -> MessageContent:
    """Return the end of a daily: accuracy, points, place, streak, and what can be done now."""
    day = day_of_daily(table)
    buttons: Items = [
        PageButton.of(REVIEW, "open", table.id, label="Review"),
        PageButton.of(PRACTICE, "next", table.game.info.key, 0, 0, label="Practice"),
    ]
    if not daily.shared and daily.marks is not None:
        buttons.append(PageButton.of(DAILY, "share", day, label="Share", style=_GREEN))
    here = standing.guild_id
    if here is not None and daily.guild_id != here and not standing.closed:
        buttons.append(PageButton.of(DAILY, "here", day, label="Put it on this board"))
    return framed(
        renderer.accent,
        text(f"### {BUTTON}, {_describe(day)}\n-# {_title(renderer, day)} · table #{table.id}"),
        text(_sum_up(table, daily, standing, emojis)),
        *rows([*buttons, ActionButton.of(table.id, "fair", "Fair dice")]),
        *_end(day, standing),
        fair_dice_line(table),
    )


def _sum_up(table: Table, daily: DailyRow, standing: Standing, emojis: Emojis) -> str:
    """Say how well a daily was played, in some lines."""
    score = table.seats[0].score
    points = f"{score} point{'' if score == 1 else 's'}"
    if daily.marks is None:
        return f"## Done: {points}\n⏳ Your accuracy is being computed."
    grade = Grade(daily.marks, daily.accuracy)
    head = "## Nothing was to decide" if grade.accuracy is None else f"## {_name_accuracy(grade)}"
    facts = [points, *_tell_place(table, standing), f"🔥 streak {standing.streak}"]
    crown = f"{emojis['crown']} " if table.seats[0].place == 1 and len(table.seats) > 1 else ""
    return f"{head}\n{_draw(grade.marks)}\n-# {_count(grade)}\n{crown}{' · '.join(facts)}"


def _name_accuracy(grade: Grade) -> str:
    return f"🎯 Accuracy {grade.accuracy}{', perfect!' if grade.perfect else ''}"


def _count(grade: Grade) -> str:
    """Return in words what the squares say."""
    nothing, under, over = (grade.marks.count(mark) for mark in SQUARES)
    return (
        f"{count(len(grade.marks), 'decision')}: {nothing} 🟩 gave nothing away, {under} 🟨 up to "
        f"a tenth of what moves at random give away, {over} 🟥 more"
    )


def _draw(marks: str) -> str:
    return "".join(SQUARES[mark] for mark in marks)


def _tell_place(table: Table, standing: Standing) -> list[str]:
    """Return the place on the board of the day, which is not the last word before it is closed."""
    own = next((e for e in standing.lines if e.person == table.seats[0].person.id), None)
    if own is None:
        return ["on no board"]
    so_far = "" if standing.closed else " so far"
    place = "without a place" if own.place is None else f"place {own.place}"
    return [f"{place} of {len(standing.lines)}{so_far}"]


def render_share(table: Table, name: str, grade: Grade, streak: int) -> str:
    """Return the one line that somebody shares."""
    accuracy = "nothing to decide" if grade.accuracy is None else _name_accuracy(grade)
    what = f"{day_of_daily(table)} · {table.game.info.title} {_draw(grade.marks)}"
    return f"📅 {plain_name(name)} · {what} {accuracy} · 🔥 streak {streak}"


def render_board(
    span: Span, day: str, lines: Sequence[Line], person_id: int, *, closed: bool
) -> MessageContent:
    """Return the board of a server for the time around a day."""
    so_far = "" if closed else " · so far"
    shown = [*lines[:SHOWN], *(line for line in lines[SHOWN:] if line.person == person_id)]
    listed = f"```\n{print_lines(shown, span)}\n```" if lines else "Nobody has finished yet."
    best = {Span.WEEK: "the best 5 days", Span.MONTH: "the best 20 days"}.get(span, "")
    what = f"Accuracy{', the sum of ' + best if best else ''}; \\* is perfect. Luck counts nothing."
    places = [(each, day, label) for each, label in _SPANS.items()]
    places.append((Span.DAY, add_days(day, -1), "◀ The day before"))
    buttons = [PageButton.of(DAILY, "board", *to, label=label) for *to, label in places]
    return framed(
        _GOLD,
        text(f"### {BUTTON}, {name_span(span, day)}{so_far}\n-# {what}"),
        text(listed),
        *rows(buttons),
        *rows([PageButton.of(DAILY, label="‹ Back")]),
    )


def render_streak(finished: Collection[str], streak: int, today: str) -> MessageContent:
    """Return the days of the latest weeks, and how long the streak is."""
    now = date.fromisoformat(today)
    monday = now - timedelta(now.weekday())
    lines: list[str] = []
    for week in range(WEEKS - 1, -1, -1):
        days = [monday + timedelta(day - 7 * week) for day in range(7)]
        year, number, _ = days[0].isocalendar()
        marks = "".join(
            "🟩" if d.isoformat() in finished else "▫️" if d >= now else "⬜" for d in days
        )
        lines.append(f"`{year:04}-W{number:02}` {marks}")
    about = "-# 🟩 finished, ⬜ missed. One missed day in a week, from Monday on, breaks nothing."
    head = f"### 🔥 Streak: {count(streak, 'day')}"
    return framed(
        _GOLD,
        text("\n".join([head, *lines, about])),
        *rows([PageButton.of(DAILY, label="‹ Back")]),
    )


def _end(day: str, standing: Standing) -> Items:
    """Return what each first page ends with: the board, the streak, the reminder."""
    buttons = [PageButton.of(DAILY, "streak", label=f"Streak {standing.streak}")]
    if standing.guild_id is not None:
        buttons.insert(0, PageButton.of(DAILY, "board", Span.DAY, day, label="Board"))
    label = "Remind me at this time every day" if standing.reminder is None else "Do not remind me"
    buttons.append(PageButton.of(DAILY, "remind", label=label))
    if standing.reminder is None:
        return rows(buttons)
    at = midnight_of(day) + 60 * standing.reminder
    words = f"-# ⏰ About <t:{at:.0f}:t> I remind you by direct message, if you have not begun."
    return [*rows(buttons), text(words)]


def day_of_daily(table: Table) -> str:
    """Return the day of a daily."""
    return (table.daily or "")[:10]


def _describe(day: str) -> str:
    """Return a day in words: "Tuesday 24 November"."""
    found = date.fromisoformat(day)
    return f"{found:%A} {found.day} {found:%B}"


def _title(renderer: Renderer, day: str) -> str:
    return f"{renderer.game.info.title}, {format_of(day).words}"


_GREEN: Final = discord.ButtonStyle.success
_GOLD: Final = 0xF0B232
