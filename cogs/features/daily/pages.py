"""The pages of a daily: the offer, the end, the page behind ⋯, the boards, the shared post."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.display.components import BACK, REVIEW, PageButton, more_button
from cogs.display.pages.how_to_play import fair_dice_button, how_to_play_button
from cogs.display.table_text import Ranked, list_ranked
from cogs.features.daily.days import add_days, is_preview, midnight_of
from cogs.features.daily.standings import BEST, IN_VAIN, Grade, days_of
from cogs.interactions.content import MessageContent, framed, say
from cogs.interactions.interaction import PRIVATE
from cogs.interactions.parts import Component, Items, row, rows, text
from engine.core import N_
from records.values import Period
from tables.model.table import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.features.daily.standings import Days, Line, Standing
    from cogs.interactions.language import Language
    from tables.model.table import Table

DAILY: Final = "daily"
"""Name of the daily's pages in button ids."""

SQUARES: Final = {"n": "🟩", "u": "🟨", "o": "🔴", "/": "\n"}
"""Signs by the mark of a decision; the costly one has a shape of its own.

A green decision cost nothing. A yellow one cost up to a tenth of the average cost of random moves,
and a red one cost more.
"""

EMPTY: Final = "⬜"
"""Square of a day of the game on which there was nothing to decide."""

LEGEND: Final = {
    "🟩": N_("best choice"),
    "🟨": N_("close to it"),
    "🔴": N_("costly"),
    EMPTY: N_("nothing to decide"),
}
"""Meaning of each square."""

VERDICTS: Final = (
    (100, N_("a perfect day")),
    (80, N_("a great day")),
    (60, N_("a good day")),
    (40, N_("a fair day")),
    (0, N_("a rough day")),
)
"""Least accuracy for each verdict, best first."""

NEAR: Final = 5
"""Largest gap in accuracy to the next better player that is mentioned."""

SHOWN: Final = 15
"""Limit on lines of a board on a page."""

ENOUGH: Final = 5
"""Fewest players for whom the share of equal first moves is shown.

Among fewer players, the share could reveal how a certain person began.
"""

WEEKS: Final = 5
"""Weeks on the page of the streak."""

_PERIODS: Final = dict(zip(BEST, (N_("The day"), N_("The week"), N_("The month")), strict=True))
_GREEN: Final = discord.ButtonStyle.success
_GOLD: Final = 0xF0B232


def claim(part: Component) -> Component:
    """Return a part of a board whose controls lead to the `DailyCog`."""
    claimed: Component = {**part}
    if "custom_id" in part:
        claimed["custom_id"] = PRIVATE + part["custom_id"]
    if "components" in part:
        claimed["components"] = [*map(claim, part["components"])]
    if "accessory" in part:
        claimed["accessory"] = claim(part["accessory"])
    return claimed


def render_first(  # noqa: PLR0917 - a page, its reader and its notice
    _: Language,
    renderer: Renderer,
    emojis: Emojis,
    table: Table,
    home: int | None,
    standing: Standing,
    notice: str = "",
) -> MessageContent:
    """Return the page of a daily that is not being played: the offer, or the end.

    `home` is the server where the page is shown; None where there are no boards. `notice` is a
    sentence at the top.
    """
    over = table.status is Status.FINISHED
    words, buttons = (
        _tell_end(_, table, standing, home) if over else _tell_offer(_, emojis, table, standing)
    )
    return framed(
        renderer.accent,
        *([text(notice)] if notice else ()),
        *map(text, words),
        row(*buttons, claim(more_button(table))),
    )


def _tell_offer(
    _: Language, emojis: Emojis, table: Table, standing: Standing
) -> tuple[list[str], Items]:
    """Offer a daily that has not begun, or say that it ended without a result."""
    day = day_of_daily(table)
    head = f"### 🌅 {_head(_, day)}"
    if not is_preview(table.id):
        tomorrow = f"<t:{midnight_of(add_days(day, 1)):.0f}:R>"
        words = _("This one ended without a result. The next one begins {time}.", time=tomorrow)
        return [f"{head}\n{words}"], [PageButton.of(DAILY, label=_("Look again"))]
    roll = " ".join(emojis[f"white_die_{die}"] for die in table.recent[0].move.values)
    facts = [_.title(table.game.info), *_tell_others(_, standing)]
    words = [
        f"{head}\n-# {' · '.join(facts)}\n# {roll}",
        _(
            "Score as much as you can in six days: good choices rank, luck does not.\n"
            "-# Day 1 is a warm-up: everybody has this roll, and it is not ranked."
        ),
    ]
    return words, [PageButton.of(DAILY, "begin", day, label=_("Begin"), style=_GREEN)]


def _tell_others(_: Language, standing: Standing) -> list[str]:
    """Return how many people have played, and the best accuracy; nothing before there is one."""
    known = [each for each in standing.played if each is not None]
    if not known:
        return []
    return [
        _.plural(
            "{n} friend has played, best {best}",
            "{n} friends have played, best {best}",
            len(standing.played),
            best=max(known),
        )
    ]


def _tell_end(
    _: Language, table: Table, standing: Standing, home: int | None
) -> tuple[list[str], Items]:
    """Return paragraphs on how well a daily was played, and the buttons below them."""
    day, daily = day_of_daily(table), standing.daily
    buttons: Items = []
    if daily and not daily.shared and standing.grade:
        buttons.append(PageButton.of(DAILY, "share", day, label=_("Share"), style=_GREEN))
    buttons.append(PageButton.of(REVIEW, "open", table.id, DAILY, label=_("Review")))
    if home is not None:
        label = _("Places")
        buttons.append(PageButton.of(DAILY, "board", Period.TODAY, day, label=label))
    return _sum_up(_, table, standing), buttons


def _sum_up(_: Language, table: Table, standing: Standing) -> list[str]:
    """Return paragraphs on how well a daily was played."""
    day, grade = day_of_daily(table), standing.grade
    head = f"### 🌅 {_head(_, day)}"
    if grade is None:
        return [f"{head}\n{_('## Done!')}\n{_('⏳ Your accuracy is being computed.')}"]
    points = _.plural("{n} point", "{n} points", table.seats[0].score or 0)
    facts = [_tell_place(_, table, standing), points]
    following = _("Next daily {time}", time=f"<t:{midnight_of(add_days(day, 1)):.0f}:R>")
    squares = [f"{_draw(grade)}\n{_tell_squares(_, grade)}"] if grade.marks.strip("/") else []
    below = f"-# {following}\n{_tell_opening(_, standing)}".rstrip()
    return [f"{head}\n{_tell_grade(_, grade, standing, facts)}", *squares, below]


def _tell_grade(_: Language, grade: Grade, standing: Standing, facts: Sequence[str] = ()) -> str:
    """Return the number that ranks in large type, and below it facts and the streak in days."""
    streak = f"🔥 {_.plural('{n} day', '{n} days', standing.streak)}"
    if grade.accuracy is None:
        said = _("There was nothing to decide")
        return f"## {said}\n-# {' · '.join([*facts, streak])}"
    verdict = next(words for least, words in VERDICTS if grade.accuracy >= least)
    small = " · ".join([_("of 100 for good choices"), *facts, streak])
    return f"# {grade.accuracy} · {_(verdict)}{' ⭐' * grade.perfect}\n-# {small}"


def _tell_opening(_: Language, standing: Standing) -> str:
    """Return the share of players with the same first move; empty for fewer than `ENOUGH`."""
    alike, all_ = standing.openings
    if all_ < ENOUGH:
        return ""
    return _("-# Players who began as you did: {share}", share=_.percent(alike / all_))


def _draw(grade: Grade) -> str:
    """Return the squares, a row for each day of the game; none for a first day without any.

    On the first day everybody has the same roll, whose decisions are not ranked.
    """
    first, *later = "".join(SQUARES[mark] for mark in grade.marks).split("\n")
    return "\n".join([*([first] if first else ()), *(day or EMPTY for day in later)])


def _tell_squares(_: Language, grade: Grade) -> str:
    """Explain the squares that occur in this grade."""
    drawn = _draw(grade)
    told = [f"{square} {_(words)}" for square, words in LEGEND.items() if square in drawn]
    squares = _.join(told, "commas")
    if grade.marks.startswith("/"):
        return _("-# A row is a day after the warm-up: {squares}", squares=squares)
    return _("-# A row is a day: {squares}", squares=squares)


def _tell_place(_: Language, table: Table, standing: Standing) -> str:
    """Return the place on the day's board, and the gap to the next better player if it is small.

    The place may change until the day is closed.
    """
    own = next((e for e in standing.lines if e.person == table.seats[0].person_id), None)
    if own is None:
        return _("On no leaderboard")
    if own.place is None:
        return _("Without a place")
    said = {"place": own.place, "all": len(standing.lines)}
    if standing.closed:
        told = _("Place {place} of {all}", **said)
    else:
        told = _("Place {place} of {all} so far", **said)
    behind = [(each.accuracy or 0) - (own.accuracy or 0) for each in standing.lines]
    ahead = [by for by in behind if 0 < by <= NEAR]
    return f"{told} · {_('only {n} behind the next', n=min(ahead))}" if ahead else told


def render_more(
    _: Language,
    table: Table,
    standing: Standing,
    home: int | None,
    added: Sequence[Component] = (),
    *,
    at_board: bool = True,
) -> MessageContent:
    """Return the page behind ⋯.

    `added`: the buttons of other features. `at_board`: whether it was opened from a board.
    """
    day = day_of_daily(table)
    lines = [f"### 🌅 {_head(_, day)}", _tell_streak(_, standing)]
    if table.status is Status.PLAYING and not is_preview(table.id):
        time = f"<t:{midnight_of(add_days(day, 1)):.0f}:t>"
        lines.append(_("-# It counts if you finish within an hour after {time}.", time=time))
    if standing.reminder is not None:
        time = f"<t:{midnight_of(day) + 60 * standing.reminder:.0f}:t>"
        lines.append(
            _("-# ⏰ A direct message comes about {time}, if you have not begun.", time=time)
        )
    back = _lead_back(_, table, at_board=at_board)
    return framed(
        _GOLD,
        text("\n".join(lines)),
        *rows([*_list_more(_, table, standing, home, added), back], 3),
    )


def _lead_back(_: Language, table: Table, *, at_board: bool) -> Component:
    """Return the button back to the game, to the offer, or to the end."""
    to: tuple[str | int, ...] = ()
    if table.status is Status.PLAYING and not is_preview(table.id):
        to = ("go", table.id)
    elif table.status is Status.PLAYING and at_board:
        to = ("begin", day_of_daily(table))
    return PageButton.of(DAILY, *to, label=_(BACK))


def _list_more(
    _: Language, table: Table, standing: Standing, home: int | None, added: Sequence[Component]
) -> Items:
    day, key = day_of_daily(table), table.game.info.key
    buttons: Items = [
        how_to_play_button(_, key, f"{DAILY}-more"),
        PageButton.of(DAILY, "streak", label=_("Streak")),
    ]
    if home is not None:
        buttons.append(PageButton.of(DAILY, "board", Period.TODAY, day, label=_("Places")))
    buttons.append(fair_dice_button(_, table.id, f"{DAILY}-more"))
    label = _("Remind me daily") if standing.reminder is None else _("Do not remind me")
    buttons.append(PageButton.of(DAILY, "remind", label=label))
    if table.status is Status.FINISHED:
        buttons += added
        if standing.daily and home not in {None, standing.daily.guild_id} and not standing.closed:
            buttons.append(PageButton.of(DAILY, "here", day, label=_("Put it on this board")))
    return buttons


def render_share(_: Language, table: Table, name: str, standing: Standing) -> MessageContent:
    """Return the post that shares a daily. Its squares reveal neither dice nor choices."""
    grade = standing.grade or Grade("", None)
    day, title = day_of_daily(table), _.title(table.game.info)
    head = f"🌅 **{_.plain(name)}** · {_head(_, day)} · {title}"
    words = f"{head}\n{_tell_grade(_, grade, standing)}\n{_draw(grade)}".rstrip()
    play = PageButton.of(DAILY, label=_("Play today's"), style=_GREEN)
    return framed(_GOLD, text(words), row(play))


def render_board(
    _: Language,
    period: Period,
    day: str,
    lines: Sequence[Line],
    person_id: int,
    *,
    closed: bool,
) -> MessageContent:
    """Return a server's board for a day, or for the week or month that contains the day."""
    ranked = [Ranked(line.place, line.person, line.name, _tell_line(_, line)) for line in lines]
    own = next((each for each in ranked if each.person_id == person_id), None)
    told = list_ranked(_, ranked[:SHOWN], own) if lines else _("Nobody has finished yet.")
    if period is Period.TODAY:
        meaning = _("-# Accuracy. ⭐ is a perfect day. Luck does not count.")
    else:
        meaning = _(
            "-# Accuracy of your best {n} days, added up. ⭐ is a perfect day. Luck does not "
            "count.",
            n=BEST[period],
        )
    places = [(each, day, _(label)) for each, label in _PERIODS.items()]
    places.append((Period.TODAY, add_days(day, -1), f"◀ {_('The day before')}"))
    title = _("Daily, {day}", day=_name_time(_, period, day))
    so_far = "" if closed else f" · {_('so far')}"
    buttons = [
        PageButton.of(DAILY, "board", *to, label=label, disabled=to == [period, day])
        for *to, label in places
    ]
    return framed(
        _GOLD,
        text(f"### 🌅 {title}{so_far}\n{told}"),
        text(meaning),
        *rows([*buttons, PageButton.of(DAILY, label=_(BACK))], 3),
    )


def _tell_line(_: Language, line: Line) -> str:
    facts = ["-" if line.accuracy is None else f"**{line.accuracy}**"]
    if line.days > 1:
        facts.append(_.plural("{n} day", "{n} days", line.days))
    if line.perfect:
        facts.append("⭐" if line.perfect == 1 else f"⭐ {line.perfect}")
    return " · ".join(facts)


def _head(_: Language, day: str) -> str:
    return _("Daily, {day}", day=_name_day(_, day))


def _name_day(_: Language, day: str) -> str:
    """Return a day in words: `25 November`."""
    return _.date(date.fromisoformat(day), "MMMMd")


def _name_time(_: Language, period: Period, day: str) -> str:
    """Return the period of a board in words."""
    first, last = days_of(period, day)
    if period is Period.TODAY:
        return _name_day(_, day)
    if period is Period.WEEK:
        return _("{first} to {last}", first=_name_day(_, first), last=_name_day(_, last))
    return _.date(date.fromisoformat(day), "yMMMM")


def _tell_streak(_: Language, standing: Standing) -> str:
    days = standing.streak
    return f"🔥 {_.plural('Streak: {n} day', 'Streak: {n} days', days)}"


def render_streak(_: Language, standing: Standing, today: str) -> MessageContent:
    """Return the calendar of the latest weeks, from the first daily on, and the streak's length."""
    now, first = date.fromisoformat(today), date.fromisoformat(min(standing.days, default=today))
    lines = [f"### {_tell_streak(_, standing)}"]
    for week in range(min(WEEKS - 1, (now - first + timedelta(first.weekday())).days // 7), -1, -1):
        monday = now - timedelta(now.weekday() + 7 * week)
        days = [monday + timedelta(number) for number in range(7)]
        marks = "".join(
            "🟩" if d.isoformat() in standing.days else "⬜" if first <= d < now else "▫️"
            for d in days
        )
        lines.append(f"{marks} {_.date(monday, 'MMMMd')}")
    lines.append(
        _(
            "-# 🟩 finished, ⬜ missed. A row is a week, from Monday on. One missed day a week "
            "breaks no streak."
        )
    )
    back = PageButton.of(DAILY, "more", label=_(BACK))
    return framed(_GOLD, text("\n".join(lines)), row(back))


def render_reminder(_: Language, in_vain: int) -> MessageContent:
    words = _(
        "🌅 Your daily waits: type `/daily` on the server where it should count.\n"
        "-# You asked for this message there, and can end it there."
    )
    last = _("This is the last reminder, unless you play.") if in_vain >= IN_VAIN else ""
    return say(f"{words} {last}".rstrip())


def tell_days(_: Language, days: Days) -> str:
    """Return a line about all dailies of a person; empty before the first finished daily."""
    if not days.finished:
        return ""
    facts = [_("{n} played", n=_.number(days.finished))]
    facts += [] if days.best is None else [_("best {n} of 100", n=days.best)]
    if days.streak > 1:
        facts.append(_.plural("{n} day in a row", "{n} days in a row", days.streak))
    return " · ".join(facts)


def day_of_daily(table: Table) -> str:
    return (table.private or "")[:10]
