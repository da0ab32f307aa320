"""What the pages of a daily look like: the offer, the card at the end, boards, the streak."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.controls.components import ActionButton, PageButton
from cogs.display.controls.paging import DAILY, PRACTICE, REVIEW
from cogs.display.pages.fair_dice import fair_dice_line
from cogs.display.pages.how_to_play import how_to_play_button
from cogs.interactions.content import MessageContent, framed, say
from cogs.interactions.names import count, plain_name
from cogs.interactions.parts import Items, rows, text
from records.daily.boards import BEST, print_lines
from records.daily.formats import POND
from records.daily.service import IN_VAIN
from records.model.boards import Period
from records.model.scopes import bucket_of
from tables.model.advice import Grade
from tables.model.daily import add_days, midnight_of
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.pages.renderer import Renderer
    from records.daily.boards import Line
    from records.daily.service import Standing
    from tables.model.table import Table

SQUARES: Final = {"n": "🟩", "u": "🟨", "o": "🟥"}
"""What a decision gave away: nothing, up to a tenth of what moves at random give away, or more."""

SHOWN: Final = 15
"""How many lines of a board a page shows."""

WEEKS: Final = 5
"""How many weeks the page of the streak shows."""

_PERIODS: Final = dict(zip(BEST, ("The day", "The week", "The month"), strict=True))
_GREEN: Final = discord.ButtonStyle.success
_GOLD: Final = 0xF0B232


def render_first(
    renderer: Renderer, table: Table, standing: Standing, home: int | None, notice: str = ""
) -> MessageContent:
    """Return the first page of a daily: the offer, or the card at the end.

    `home`: the server where it is shown, None where there are no boards; `notice`: on top.
    """
    over, day = table.status is Status.FINISHED, date.fromisoformat(day_of_daily(table))
    words, buttons = _tell_end(table, standing, home) if over else _tell_offer(table)
    title = f"### 📅 Daily, {day:%A} {day.day} {day:%B}\n-# {table.game.info.title}, {POND.words}"
    more = [PageButton.of(DAILY, "streak", label=f"Streak {standing.streak}")]
    if home is not None:
        more.insert(0, PageButton.of(DAILY, "board", Period.TODAY, f"{day}", label="Board"))
    label, reminded = "Remind me at this time every day", ""
    if standing.reminder is not None:
        label, at = "Do not remind me", midnight_of(f"{day}") + 60 * standing.reminder
        reminded = f"\n-# ⏰ A direct message comes about <t:{at:.0f}:t>, if you have not begun."
    more.append(PageButton.of(DAILY, "remind", label=label))
    return framed(
        renderer.accent,
        *([text(notice)] if notice else ()),
        text(f"{title} · table #{table.id}\n{words}{reminded}"),
        *rows([*buttons, ActionButton.of(table.id, "fair", "Fair dice")]),
        *rows(more),
        fair_dice_line(table),
    )


def _tell_offer(table: Table) -> tuple[str, Items]:
    """Say what a daily is that is not finished, with Begin or Go on."""
    tomorrow = midnight_of(add_days(day_of_daily(table), 1))
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
    return words, [lead, how_to_play_button(table.game.info.key, table.id, 0)]


def _tell_end(table: Table, standing: Standing, home: int | None) -> tuple[str, Items]:
    """Say how well a daily was played, with what can be done now."""
    day, daily = day_of_daily(table), standing.daily
    buttons: Items = [
        PageButton.of(REVIEW, "open", table.id, label="Review"),
        PageButton.of(PRACTICE, "next", table.game.info.key, 0, 0, label="Practice"),
    ]
    if daily and not daily.shared and standing.grade:
        buttons.append(PageButton.of(DAILY, "share", day, label="Share", style=_GREEN))
    if daily and home not in {None, daily.guild_id} and not standing.closed:
        buttons.append(PageButton.of(DAILY, "here", day, label="Put it on this board"))
    return _sum_up(table, standing), buttons


def _sum_up(table: Table, standing: Standing) -> str:
    """Say how well a daily was played, in some lines."""
    points = count(table.seats[0].score or 0, "point")
    grade = standing.grade
    if grade is None:
        return f"## Done: {points}\n⏳ Your accuracy is being computed."
    facts = [points, _tell_place(table, standing), f"🔥 streak {standing.streak}"]
    nothing, under, over = (grade.marks.count(mark) for mark in SQUARES)
    return (
        f"## {_name_accuracy(grade)}\n{_draw(grade)}\n"
        f"-# {count(len(grade.marks), 'decision')}: {nothing} 🟩 gave nothing away, {under} 🟨 up "
        f"to a tenth of what moves at random give away, {over} 🟥 more\n{' · '.join(facts)}"
    )


def _name_accuracy(grade: Grade) -> str:
    if grade.accuracy is None:
        return "Nothing was to decide"
    return f"🎯 Accuracy {grade.accuracy}{', perfect!' if grade.perfect else ''}"


def _draw(grade: Grade) -> str:
    return "".join(SQUARES[mark] for mark in grade.marks)


def _tell_place(table: Table, standing: Standing) -> str:
    """Return the place on the board of the day, which is not the last word before it is closed."""
    own = next((e for e in standing.lines if e.person == table.seats[0].person.id), None)
    if own is None:
        return "on no board"
    place = "without a place" if own.place is None else f"place {own.place}"
    return f"{place} of {len(standing.lines)}{'' if standing.closed else ' so far'}"


def render_share(table: Table, name: str, standing: Standing) -> str:
    """Return the one line that somebody shares, once there is a grade."""
    grade = standing.grade or Grade("", None)
    what = f"{day_of_daily(table)} · {table.game.info.title} {_draw(grade)}".rstrip()
    streak = f"🔥 streak {standing.streak}"
    return f"📅 {plain_name(name)} · {what} {_name_accuracy(grade)} · {streak}"


def render_board(
    period: Period, day: str, lines: Sequence[Line], person_id: int, *, closed: bool
) -> MessageContent:
    """Return the board of a server for the time around a day."""
    shown = [*lines[:SHOWN], *(line for line in lines[SHOWN:] if line.person == person_id)]
    best = "" if period is Period.TODAY else f", the sum of the best {BEST[period]} days"
    places = [(each, day, label) for each, label in _PERIODS.items()]
    places.append((Period.TODAY, add_days(day, -1), "◀ The day before"))
    title = bucket_of(period, midnight_of(day)) + ("" if closed else " · so far")
    return framed(
        _GOLD,
        text(f"### 📅 Daily, {title}\n-# Accuracy{best}; \\* is perfect. Luck counts nothing."),
        text(f"```\n{print_lines(shown)}\n```" if lines else "Nobody has finished yet."),
        *rows([PageButton.of(DAILY, "board", *to, label=label) for *to, label in places]),
        *rows([PageButton.of(DAILY, label="‹ Back")]),
    )


def render_streak(standing: Standing, today: str) -> MessageContent:
    """Return the days of the latest weeks, and how long the streak is."""
    now = date.fromisoformat(today)
    lines = [f"### 🔥 Streak: {count(standing.streak, 'day')}"]
    for week in range(WEEKS - 1, -1, -1):
        monday = now - timedelta(now.weekday() + 7 * week)
        days = [monday + timedelta(number) for number in range(7)]
        marks = "".join(
            "🟩" if d.isoformat() in standing.days else "▫️" if d >= now else "⬜" for d in days
        )
        lines.append(f"`{monday:%G-W%V}` {marks}")
    lines.append(
        "-# 🟩 finished, ⬜ missed. One missed day in a week, from Monday on, breaks nothing."
    )
    back = PageButton.of(DAILY, label="‹ Back")
    return framed(_GOLD, text("\n".join(lines)), *rows([back]))


def render_reminder(in_vain: int) -> MessageContent:
    """Return the direct message; the last of those that may lead to nothing says so."""
    last = " This is the last reminder, unless you play." if in_vain >= IN_VAIN else ""
    words = (
        "📅 Your daily waits: type `/daily` on the server on whose board it is to count.\n"
        f"-# You asked for this there, and can end it there.{last}"
    )
    return say(words)


def day_of_daily(table: Table) -> str:
    """Return the day of a daily."""
    return (table.daily or "")[:10]
