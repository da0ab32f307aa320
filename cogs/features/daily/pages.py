"""The pages of a daily: the offer, the end, the page behind ⋯, boards, the post."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.components import BACK, REVIEW, ActionButton, PageButton
from cogs.display.pages.how_to_play import fair_dice_line, how_to_play_button
from cogs.display.table_text import Ranked, list_ranked
from cogs.features.daily.dailies import POND
from cogs.features.daily.standings import BEST, IN_VAIN, Grade, days_of
from cogs.interactions.content import MessageContent, framed, say
from cogs.interactions.language import ENGLISH, count, plain_name
from cogs.interactions.parts import Component, Items, row, rows, text
from records.values import Period
from tables.model.challenge import add_days, is_preview, midnight_of
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.features.daily.standings import Days, Line, Standing
    from tables.model.table import Table

DAILY: Final = "daily"
"""Name of the daily's pages in button ids."""

SQUARES: Final = {"s": "🟦", "n": "🟩", "u": "🟨", "o": "🟥", "/": "\n"}
"""Squares by the cost of a decision, as a share of the average cost of random moves.

Green is free, yellow costs up to a tenth, red more. Blue is not ranked, because everybody had the
same dice.
"""

EMPTY: Final = "⬜"
"""Square of a day without a decision."""

LEGEND: Final = {
    "🟩": "best choice",
    "🟨": "close to it",
    "🟥": "costly",
    "🟦": "everybody's first roll, not counted",
    EMPTY: "nothing to decide",
}
"""Words for each square."""

NEAR: Final = 5
"""Largest gap, in accuracy, at which the next better player is named."""

SHOWN: Final = 15
"""Most lines of a board on a page."""

ENOUGH: Final = 5
"""Fewest players for the share of equal first moves: among fewer, somebody could be recognised."""

WEEKS: Final = 5
"""Weeks on the page of the streak."""

_PERIODS: Final = dict(zip(BEST, ("The day", "The week", "The month"), strict=True))
_GREEN: Final = discord.ButtonStyle.success
_GOLD: Final = 0xF0B232
_MORE: Final = PageButton.of(DAILY, "more", label="⋯")
_AGAIN: Final = PageButton.of(DAILY, label="Look again")
_BACK: Final = PageButton.of(DAILY, label=BACK)
_BACK_TO_MORE: Final = PageButton.of(DAILY, "more", label=BACK)


def render_first(  # noqa: PLR0917 - a page, its reader and its notice
    renderer: Renderer,
    emojis: Emojis,
    table: Table,
    home: int | None,
    standing: Standing,
    notice: str = "",
) -> MessageContent:
    """Return the page of a daily that is not being played: the offer, or the end.

    `home`: the server where it is shown, None where there are no boards; `notice` stands on top.
    """
    over = table.status is Status.FINISHED
    words, buttons = (
        _tell_end(table, standing, home) if over else _tell_offer(renderer, emojis, table, standing)
    )
    return framed(
        renderer.accent,
        *([text(notice)] if notice else ()),
        *map(text, words),
        row(*buttons, _MORE),
        *fair_dice_line(ENGLISH, table),
    )


def _tell_offer(
    renderer: Renderer, emojis: Emojis, table: Table, standing: Standing
) -> tuple[list[str], Items]:
    """Describe a daily that has not begun, with Begin; or say that it came to no end.

    A person without a streak also reads the rules, except those for two players.
    """
    day, title = day_of_daily(table), table.game.info.title
    tomorrow = f"<t:{midnight_of(add_days(day, 1)):.0f}:R>"
    if not is_preview(table.id):
        words = f"This one ended without a result. The next one begins {tomorrow}."
        return [f"### 🌅 Daily, {_name_day(day)}\n{words}"], [_AGAIN]
    roll = " ".join(emojis[f"white_{die}"] for die in table.recent[0].move.values)
    _, *alone = renderer.three_lines(ENGLISH, emojis)
    words = [
        f"### 🌅 Daily, {_name_day(day)}\n-# Everybody's first roll\n# {roll}",
        f"{title}, {POND.words}. **Your choices count, not your luck.**",
        *([] if standing.streak else ["\n".join(f"- {line}" for line in alone)]),
        f"-# Then everybody has dice of their own. Next daily {tomorrow}",
    ]
    return words, [PageButton.of(DAILY, "begin", day, label="Begin", style=_GREEN)]


def _tell_end(table: Table, standing: Standing, home: int | None) -> tuple[list[str], Items]:
    """Say how well a daily was played, with the buttons that follow."""
    day, daily = day_of_daily(table), standing.daily
    buttons: Items = []
    if daily and not daily.shared and standing.grade:
        buttons.append(PageButton.of(DAILY, "share", day, label="Share", style=_GREEN))
    buttons.append(PageButton.of(REVIEW, "open", table.id, DAILY, label="Review"))
    if home is not None:
        buttons.append(PageButton.of(DAILY, "board", Period.TODAY, day, label="Places"))
    return _sum_up(table, standing), buttons


def _sum_up(table: Table, standing: Standing) -> list[str]:
    """Return paragraphs on how well a daily was played."""
    day, grade = day_of_daily(table), standing.grade
    head = f"### 🌅 Daily, {_name_day(day)}"
    if grade is None:
        return [f"{head}\n## Done!\n⏳ Your accuracy is being computed."]
    points = count(table.seats[0].score or 0, "point")
    facts = f"{_tell_place(table, standing)} · {points}"
    meaning = f"-# Accuracy {grade.accuracy} of 100: how well you chose, whatever the dice\n"
    following = f"Next daily <t:{midnight_of(add_days(day, 1)):.0f}:R>"
    streak = f"🔥 **{_name_streak(standing)}** · {following}\n{_tell_opening(standing)}".rstrip()
    squares = [_draw(grade) + _tell_squares(grade)] if grade.marks.strip("/") else []
    choices = f"{_count_best(grade)}\n{meaning * (grade.accuracy is not None)}"
    return [f"{head}\n## {choices}{facts}", *squares, streak]


def _name_streak(standing: Standing) -> str:
    return (
        f"{count(standing.streak, 'day')} in a row" if standing.streak > 1 else "Day 1 of a streak"
    )


def _tell_opening(standing: Standing) -> str:
    """Return the share of players with the same first move; empty if it could identify somebody."""
    alike, all_ = standing.openings
    if all_ < ENOUGH:
        return ""
    return f"-# {round(100 * alike / all_)} % began as you did"


def _count_best(grade: Grade) -> str:
    """Say how many ranked decisions were the best."""
    if grade.accuracy is None:
        return "There was nothing to decide"
    best = f"🎯 Best choice {grade.ranked.count('n')} of {count(len(grade.ranked), 'time')}"
    return f"{best}, perfect!" if grade.perfect else best


def _draw(grade: Grade) -> str:
    """Return the squares, a row for each day of the game."""
    drawn = "".join(SQUARES[mark] for mark in grade.marks).split("\n")
    return "\n".join(day or EMPTY for day in drawn)


def _tell_squares(grade: Grade) -> str:
    """Explain the squares that occur."""
    drawn = _draw(grade)
    told = ", ".join(f"{square} {words}" for square, words in LEGEND.items() if square in drawn)
    return f"\n-# A row is a day: {told}"


def _tell_place(table: Table, standing: Standing) -> str:
    """Return the day's place, which may change until the day is closed, and who is just ahead."""
    own = next((e for e in standing.lines if e.person == table.seats[0].person_id), None)
    if own is None:
        return "On no leaderboard"
    place = "Without a place" if own.place is None else f"Place {own.place}"
    told = f"{place} of {len(standing.lines)}{'' if standing.closed else ' so far'}"
    behind = [(each.accuracy or 0) - (own.accuracy or 0) for each in standing.lines]
    ahead = [by for by in behind if 0 < by <= NEAR and own.place is not None]
    return f"{told}, only {min(ahead)} behind the next" if ahead else told


def render_more(
    table: Table, standing: Standing, home: int | None, added: Sequence[Component] = ()
) -> MessageContent:
    """Return the page behind ⋯; `added`: the buttons of other features."""
    day = day_of_daily(table)
    lines = [f"### 🌅 Daily, {_name_day(day)}", f"🔥 Streak: {count(standing.streak, 'day')}"]
    if table.status is Status.PLAYING and not is_preview(table.id):
        tomorrow = midnight_of(add_days(day, 1))
        lines.append(f"-# It counts if you finish within an hour after <t:{tomorrow:.0f}:t>.")
    if standing.reminder is not None:
        at = midnight_of(day) + 60 * standing.reminder
        lines.append(f"-# ⏰ A direct message comes about <t:{at:.0f}:t>, if you have not begun.")
    return framed(
        _GOLD,
        text("\n".join(lines)),
        *rows([*_list_more(table, standing, home, added), _lead_back(table)], 3),
    )


def _lead_back(table: Table) -> Component:
    """Return the button back to the game, or to its end."""
    if table.status is not Status.PLAYING:
        return _BACK
    to = ("begin", day_of_daily(table)) if is_preview(table.id) else ("go", table.id)
    return PageButton.of(DAILY, *to, label=BACK)


def _list_more(
    table: Table, standing: Standing, home: int | None, added: Sequence[Component]
) -> Items:
    day, key = day_of_daily(table), table.game.info.key
    buttons: Items = [
        how_to_play_button(ENGLISH, key, table.id, 0),
        PageButton.of(DAILY, "streak", label="Streak"),
    ]
    if home is not None:
        buttons.append(PageButton.of(DAILY, "board", Period.TODAY, day, label="Places"))
    if not is_preview(table.id):
        buttons.append(ActionButton.of(table.id, "fair", "Fair dice"))
    label = "Remind me daily" if standing.reminder is None else "Do not remind me"
    buttons.append(PageButton.of(DAILY, "remind", label=label))
    if table.status is Status.FINISHED:
        buttons += added
        if standing.daily and home not in {None, standing.daily.guild_id} and not standing.closed:
            buttons.append(PageButton.of(DAILY, "here", day, label="Put it on this board"))
    return buttons


def render_share(table: Table, name: str, standing: Standing) -> MessageContent:
    """Return the post that shares a daily: squares, and never dice or choices."""
    grade = standing.grade or Grade("", None)
    day, title = day_of_daily(table), table.game.info.title
    head = f"🌅 **{plain_name(name)}** · Daily, {_name_day(day)} · {title}"
    accuracy = "" if grade.accuracy is None else f" · accuracy {grade.accuracy}"
    facts = f"{_count_best(grade)}{accuracy} · 🔥 {_name_streak(standing)}"
    words = f"{head}\n{facts}\n{_draw(grade)}".rstrip()
    return MessageContent(
        [text(words), row(PageButton.of(DAILY, label="Play today's", style=_GREEN))]
    )


def render_board(
    period: Period, day: str, lines: Sequence[Line], person_id: int, *, closed: bool
) -> MessageContent:
    """Return a server's board for the day, week or month around a day."""
    ranked = [Ranked(line.place, line.person, line.name, _tell_line(line)) for line in lines]
    own = next((each for each in ranked if each.person_id == person_id), None)
    told = list_ranked(ENGLISH, ranked[:SHOWN], own) if lines else "Nobody has finished yet."
    best = "" if period is Period.TODAY else f" of your best {BEST[period]} days, added up"
    places = [(each, day, label) for each, label in _PERIODS.items()]
    places.append((Period.TODAY, add_days(day, -1), "◀ The day before"))
    title = f"### 🌅 Daily, {_name_time(period, day)}{'' if closed else ' · so far'}"
    buttons = [
        PageButton.of(DAILY, "board", *to, label=label, disabled=to == [period, day])
        for *to, label in places
    ]
    return framed(
        _GOLD,
        text(f"{title}\n{told}"),
        text(f"-# Accuracy{best}. ⭐ is a perfect day. Luck does not count."),
        *rows([*buttons, _BACK], 3),
    )


def _tell_line(line: Line) -> str:
    facts = ["-" if line.accuracy is None else f"**{line.accuracy}**"]
    if line.days > 1:
        facts.append(count(line.days, "day"))
    if line.perfect:
        facts.append("⭐" if line.perfect == 1 else f"⭐ {line.perfect}")
    return " · ".join(facts)


def _name_day(day: str) -> str:
    """Return a day in words: `25 November`."""
    found = date.fromisoformat(day)
    return f"{found.day} {found:%B}"


def _name_time(period: Period, day: str) -> str:
    """Return the period of a board in words."""
    first, last = days_of(period, day)
    if period is Period.TODAY:
        return _name_day(day)
    if period is Period.WEEK:
        return f"{_name_day(first)} to {_name_day(last)}"
    return f"{date.fromisoformat(day):%B %Y}"


def render_streak(standing: Standing, today: str) -> MessageContent:
    """Return the calendar of the latest weeks, and the length of the streak."""
    now = date.fromisoformat(today)
    lines = [f"### 🔥 Streak: {count(standing.streak, 'day')}"]
    for week in range(WEEKS - 1, -1, -1):
        monday = now - timedelta(now.weekday() + 7 * week)
        days = [monday + timedelta(number) for number in range(7)]
        marks = "".join(
            "🟩" if d.isoformat() in standing.days else "▫️" if d >= now else "⬜" for d in days
        )
        lines.append(f"{marks} `{monday:%d %b}`")
    lines.append(
        "-# 🟩 finished, ⬜ missed. A row is a week, from Monday on. One missed day a week breaks "
        "no streak."
    )
    return framed(_GOLD, text("\n".join(lines)), row(_BACK_TO_MORE))


def render_reminder(in_vain: int) -> MessageContent:
    last = " This is the last reminder, unless you play." if in_vain >= IN_VAIN else ""
    words = (
        "🌅 Your daily waits: type `/daily` on the server where it should count.\n"
        f"-# You asked for this message there, and can end it there.{last}"
    )
    return say(words)


def tell_days(days: Days) -> str:
    """Return a sentence on all dailies of a person; empty before the first."""
    if not days.finished:
        return ""
    facts = [f"{days.finished:,} played"]
    facts += [] if days.best is None else [f"best {days.best} of 100"]
    facts += [f"{days.streak:,} days in a row"] if days.streak > 1 else []
    return " · ".join(facts)


def day_of_daily(table: Table) -> str:
    return (table.challenge or "")[:10]
