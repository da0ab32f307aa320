"""`/away`: a person states an absence; slow clocks stand still until the absence ends."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from discord import app_commands

from cogs.app.feature_cog import FeatureCog
from cogs.display.components import PageButton, Texts, select
from cogs.display.table_text import fit_lines, name_with_company, table_link
from cogs.features.away.absences import Absences
from cogs.interactions.content import MessageContent, say
from cogs.interactions.failures import Declined, UnknownControl
from cogs.interactions.interaction import Interaction
from cogs.interactions.language import ENGLISH
from cogs.interactions.parts import Items, rows, text
from cogs.interactions.responder import responding
from tables.service import LONGEST_ABSENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cogs.app.client import DucksClient
    from cogs.app.services import Show
    from cogs.interactions.language import Language
    from cogs.interactions.responder import Responder
    from tables.model.table import Table

PAGES = "away"

DAY = 86_400

MOST = LONGEST_ABSENCE // DAY
"""Longest absence, in days."""

ROOM = 3500
"""Longest list of tables, in characters; Discord takes 4,000 in a message."""


PARTS: Final = re.compile(r"-?\d+(?:[-.]\d+)+|-?\d+[^\W\d]*|[^\W\d]+")
"""Parts of a typed time: a word, a number with letters directly after it ("5日"), or a date."""


async def complete_days(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    today, _ = interaction.created_at, interaction.client.services.languages.of(interaction.locale)
    return [
        app_commands.Choice(name=_describe_days(_, today, days), value=str(days))
        for days in find_days(_, typed, today)
    ]


def find_days(_: Language, typed: str, today: datetime) -> list[int]:
    """Return the numbers of days that fit the typed text, the likeliest first.

    The text is a number of days or weeks ("5", "2 weeks"), a weekday, or a UTC date ("5 dec",
    "2026-12-05"), in English or in the person's language. Words may be shortened, but not numbers.
    """
    words = PARTS.findall(typed.casefold()) or typed.split()
    found = [
        (number, days)
        for days in range(1, MOST + 1)
        for number, phrase in enumerate(_phrases(_, today, days))
        if all(any(_fits(word, each) for each in phrase) for word in words)
    ]
    return list(dict.fromkeys(days for _, days in sorted(found)))


def _fits(word: str, part: str) -> bool:
    """Return whether a typed word fits a part.

    A number must be the whole number at the beginning of the part: "2" fits neither 20 nor 2026.
    Any other word must be the beginning of the part. A word of letters may also stand within a
    part that begins with a number.
    """
    if word.isdecimal():
        return re.split(r"\D", part)[0] == word
    within = word.isalpha() and part[0].isdecimal() and word in part
    return within or part.startswith(word)


def _phrases(_: Language, today: datetime, days: int) -> Iterator[list[str]]:
    """Yield, for each wording of a number of days, the parts of that wording."""
    day = today.astimezone(UTC).date() + timedelta(days)
    for words in (
        f"{days} days {_.plural('{n} day', '{n} days', days)}",
        f"{days // 7} weeks" if days % 7 == 0 else "",
        f"{day.isoformat()} {ENGLISH.date(day, 'full')}",
        _.date(day, "full"),
    ):
        joined = re.sub(r"(?<=\d) ", "", words)  # people may type "13天" for "13 天"
        yield PARTS.findall(f"{words} {joined}".casefold())


def _describe_days(_: Language, today: datetime, days: int) -> str:
    """Return an absence in words: "5 days: until Saturday 5 December 2026"."""
    day = _.date(today.astimezone(UTC).date() + timedelta(days), "full")
    return _.plural("{n} day: until {day}", "{n} days: until {day}", days, day=day)


class AwayCog(FeatureCog):
    def __init__(self, client: DucksClient) -> None:
        super().__init__(client)
        self._absences = Absences(client.services.tables)

    def _list_pages(self) -> Mapping[str, Show]:
        return {PAGES: self.show_page}

    @app_commands.command(description="Say that you are away, or back: slow clocks wait for you")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.describe(
        days="How many days, 1 to 14, or until which day; leave this out to see your absence"
    )
    @app_commands.autocomplete(days=complete_days)
    async def away(self, interaction: Interaction, days: str | None = None) -> None:
        """State an absence at all tables, or show the current one."""
        async with responding(interaction) as responder:
            if days is None:
                await self._show(responder)
            else:
                await self._begin(responder, days)

    async def show_page(self, responder: Responder, args: Texts, values: Texts) -> None:
        """Begin an absence of the chosen number of days, or end the present absence."""
        match args, values:
            case (), ():
                await self._end(responder)
            case ("for",), (days,):
                await self._begin(responder, days)
            case _:
                raise UnknownControl

    async def _show(self, responder: Responder) -> None:
        """Show the person's absence, or ask how long they will be away."""
        click, now, _ = responder.interaction, self._services.tables.now(), responder.language
        live = await self._services.tables.lookup.live_of(click.user.id)
        tables = await self._services.publisher.restore(live)
        until = max((_end_of(table, click.user.id) for table in tables), default=0.0)
        if until > now:
            await responder.send_page(render_absence(_, tables, click.user.id, until, now))
        else:
            await responder.send_page(render_question(_, click.created_at))

    async def _begin(self, responder: Responder, days: str) -> None:
        click, now = responder.interaction, self._services.tables.now()
        _ = responder.language
        found = find_days(_, days, click.created_at) if days.strip() else []
        if not found:
            raise Declined(
                "Tell me for how many days, 1 to {most}, or until which day: such as `5 days` or "
                "`5 December`.",
                most=MOST,
            )
        until = now + found[0] * DAY
        tables = await self._state(responder, until)
        await responder.send_page(render_absence(_, tables, click.user.id, until, now))

    async def _end(self, responder: Responder) -> None:
        tables = await self._state(responder, self._services.tables.now())
        _, link = responder.language, self._services.link
        await responder.send_page(render_return(_, tables, responder.person.id, link))

    async def _state(self, responder: Responder, until: float) -> list[Table]:
        person = responder.person
        tables = await self._absences.state(person, until)
        self._services.publisher.refresh(tables)
        return tables


def render_question(_: Language, today: datetime) -> MessageContent:
    """Return the page that asks how long a person will be away."""
    words = _(
        "You are not away. While you are, your clock stands still at tables where a turn has an "
        "hour or more."
    )
    options = [(str(days), _describe_days(_, today, days)) for days in range(1, MOST + 1)]
    menu = select(_("I am away for"), options, "", PAGES, "for")
    return MessageContent([text(words), *rows([menu])])


def render_absence(
    _: Language, tables: Sequence[Table], person_id: int, until: float, now: float
) -> MessageContent:
    """Return the page with the tables where a person's clock stands still, or runs on."""
    still = [table for table in tables if _is_away(table, person_id, now)]
    clocks = [table for table in tables if table.time_control.budget is not None]
    running = [table for table in clocks if not _is_away(table, person_id, now)]
    if not still:
        words = _(
            "The clock would not stop for you at any of your tables. It stops only at tables with "
            "an hour or more for a turn, and for at most {most} days in all.",
            most=MOST,
        )
        return say(words)
    lines = [
        _("### ✈ You are away until {time}", time=f"<t:{until:.0f}:f>"),
        _("-# {time}. You can still play until then.", time=f"<t:{until:.0f}:R>"),
        _("Your clock stands still:"),
        *(_describe(_, table, person_id, until) for table in still),
    ]
    if running:
        lines += [
            _("⏱ Your clock runs on:"),
            *(_describe(_, each, person_id, until) for each in running),
        ]
    buttons: Items = [PageButton.of(PAGES, label=_("I'm back"))]
    return MessageContent([text(fit_lines(lines, ROOM)), *rows(buttons)])


def render_return(
    _: Language,
    tables: Sequence[Table],
    person_id: int,
    lead_to: Callable[[Language, Table], str] = table_link,
) -> MessageContent:
    """Return a welcome for a person who is back, with the tables that wait for them."""
    waiting = [each for each in tables if each.seat_of(person_id) in each.waiting_on]
    lines = [
        _("Welcome back! You are not away any more."),
        *([_("It is your turn:")] if waiting else []),
        *(
            f"- {_.label(name_with_company(_, each, person_id), lead_to(_, each))}"
            for each in waiting
        ),
    ]
    return say(fit_lines(lines, ROOM))


def _describe(_: Language, table: Table, person_id: int, until: float) -> str:
    """Return a table's line: game, other players, and link.

    If the absence ends earlier at this table, the line says when.
    """
    end = _end_of(table, person_id)
    told = f"- {_.label(name_with_company(_, table, person_id), table_link(_, table))}"
    if not 0 < end < until:
        return told
    time = f"<t:{end:.0f}:f>"
    return f"{told} · {_('only until {time}: {most} days in all', time=time, most=MOST)}"


def _end_of(table: Table, person_id: int) -> float:
    """Return the end of a person's absence at a table, in Unix seconds; 0 without one."""
    seat = table.seat_of(person_id)
    return 0.0 if seat is None else table.seats[seat].absent_until


def _is_away(table: Table, person_id: int, now: float) -> bool:
    """Return whether a person's clock at a table stands still because of an absence."""
    seat = table.seat_of(person_id)
    return seat is not None and table.is_paused(seat, now)


COG = AwayCog
