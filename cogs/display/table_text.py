"""Short texts about tables, players, amounts and rankings."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.interactions.language import begin_with_capital, columns, cut
from engine.core import N_
from players.core import Level, Unit
from players.review import Why
from tables.model.errors import NOT_INSTALLED
from tables.model.table import COMPUTER_IDS, Status, Table, find_winners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from engine.core import Seat
    from players.core import Assessed
    from players.review import Reason
    from tables.model.table import SeatedPlayer, Series

# Bars, empty places, amounts in points or in chances to win, and chances in tenths.

EMPTY: Final = "▢"
"""Sign of an empty place. Like a bar, it is no emoji: screen readers would read each one's name."""


def draw_bar(full: int, cells: int) -> str:
    """Return a bar of `cells` cells; `full` are filled, and never more than there are."""
    return "▰" * min(full, cells) + "▱" * (cells - full)


POINT: Final = 0.5
"""Largest amount shown as "less than a point"."""

FINE: Final = 10
"""Largest number of games shown exactly; larger ones are rounded to tens."""


def format_amount(_: Language, value: float, unit: Unit) -> str:
    """Return an amount such as "about 3 points", or for wins "about 1 win in 8 games"."""
    if unit is not Unit.WIN:
        if value <= POINT:
            return _("less than 1 point")
        return _.plural("about {n} point", "about {n} points", round(value))
    if value > 2 / 3:
        return _.plural("about {n} win", "about {n} wins", round(value))
    games = round(1 / max(value, 0.005))
    rounded = games if games <= FINE else round(games, -1)
    return _.plural("about 1 win in {n} game", "about 1 win in {n} games", rounded)


def in_tenths(_: Language, chance: float) -> str:
    """Return a chance such as "about 4 in 10"."""
    tenths = round(10 * chance)
    if tenths == 0:
        return _("less than 1 in 10") if chance else _("never")
    if tenths == 10:
        return _("more than 9 in 10") if chance < 1 else _("always")
    return _("about {tenths} in 10", tenths=tenths)


def count_games(_: Language, games: int, unfinished: int) -> str:
    """Return the number of solo games, and how many of them were not finished."""
    played = _.plural("{n} game", "{n} games", games)
    if not unfinished:
        return played
    return _("{games}, {number} unfinished", games=played, number=_.number(unfinished))


def percent(_: Language, chance: float, digits: int = 1) -> str:
    """Return a chance such as "12.5 %", "less than 0.1 %" or "more than 99.9 %"."""
    least = 0.01 * 0.1**digits
    if 0 < chance <= least / 2:
        return _("less than {percent}", percent=_.percent(least, digits))
    if 1 - least / 2 <= chance < 1:
        return _("more than {percent}", percent=_.percent(1 - least, digits))
    return _.percent(chance, digits)


def format_cost(_: Language, best: Assessed, other: Assessed) -> str:
    """Return the cost of a move, in chances to win if they are known, else in points."""
    if best.win is None or other.win is None:
        return format_amount(_, best.points - other.points, Unit.POINTS)
    return format_amount(_, best.win - other.win, Unit.WIN)


def tell_reason(_: Language, reason: Reason, other: str, what: str) -> str:
    """Say in one sentence what decides for a move; figures are whole numbers that differ.

    Args:
        _: the reader's language.
        reason: the reason.
        other: the name of the worse move.
        what: the unit of points, such as "points of this round".
    """
    best, worse = reason.best, reason.other
    match reason.why:
        case Why.WINS:
            return _("It wins the game for sure.")
        case Why.LOSES:
            return _("**{other}** loses the game for sure.", other=other)
        case Why.OTHERS:
            more, less = (percent(_, each.win or 0.0, 0) for each in (best, worse))
            return _compare_chances(_, more, less, other)
        case Why.NOW | Why.LATER:
            more, less = (_.number(round(each.points)) for each in (best, worse))
            return _compare_points(_, more, less, other, begin_with_capital(what))


def tell_plainly(_: Language, reason: Reason) -> str:
    """Say without figures that a move is better."""
    match reason.why:
        case Why.WINS:
            return _("It wins the game for sure.")
        case Why.LOSES:
            return _("It can still win the game.")
        case Why.OTHERS:
            return _("It wins more often.")
        case _:
            return _("It scores more in the end.")


def _compare_chances(_: Language, more: str, less: str, other: str) -> str:
    if more == less:
        return _("It wins more often than **{other}**.", other=other)
    words = {"more": more, "other": other, "less": less}
    return _("It wins more often: {more}. With **{other}**: {less}.", **words)


def _compare_points(_: Language, more: str, less: str, other: str, what: str) -> str:
    if more == less:
        return _("On average it brings more than **{other}**.", other=other)
    said = {"more": more, "less": less, "other": other}
    return _("{what}, on average: about {more}. With **{other}**: about {less}.", what=what, **said)


# Players. Each computer has a name, a face and a level.


def number_player(_: Language, seat: Seat) -> str:
    return _("Player {n}", n=seat + 1)


def face_key(person_id: int) -> str:
    return f"duck_face_{-person_id}"


def show_face(seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return the face of a computer as text for a message; empty for a person."""
    return emojis[face_key(seat.person_id)] if seat.level else ""


def show_player(_: Language, seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return a player's name in bold, after the face of a computer."""
    return f"{show_face(seat, emojis)} **{_.plain(seat.name)}**".lstrip()


def name_player(_: Language, person_id: int, name: str) -> str:
    """Return a recorded name in bold, with a duck for a computer."""
    duck = "🦆 " if person_id in COMPUTER_IDS else ""
    return f"{duck}**{_.plain(name)}**"


DUCKS = {
    Level.EASY: N_("{name} (easy duck)"),
    Level.NORMAL: N_("{name} (normal duck)"),
    Level.HARD: N_("{name} (hard duck)"),
}


def plain_player(_: Language, seat: SeatedPlayer) -> str:
    """Return a player's name in plain text, with the level of a computer."""
    name = _.name(seat.name)
    return _(DUCKS[Level(seat.level)], name=name) if seat.level else name


PHASES = {
    Status.LOBBY: N_("waiting for players"),
    Status.PLAYING: N_("being played"),
    Status.FINISHED: N_("finished"),
    Status.CANCELLED: N_("cancelled"),
    Status.ABANDONED: N_("abandoned"),
    Status.CLOSED: N_("closed"),
}


def table_name(_: Language, table: Table) -> str:
    """Return a table's number and game for use within a sentence."""
    return _("table #{number}, {game}", number=table.id, game=_.title(table.game.info))


def live_message_url(table: Table) -> str | None:
    """Return the address of a table's live message; None if there is no such message."""
    if table.message_id is None:
        return None
    place = table.server_id or "@me"
    return f"https://discord.com/channels/{place}/{table.board_channel}/{table.message_id}"


def table_link(_: Language, table: Table) -> str:
    """Return a link to a table's live message, or the command that shows one."""
    url = live_message_url(table)
    if url is None:
        return f"`/table show table:{table.id}`"
    what = _("the lobby") if table.status is Status.LOBBY else _("the board")
    return f"[{what}](<{url}>)"


def tell_turn(_: Language, table: Table, emojis: Emojis) -> str:
    """Say whose turn it is without a mention; a computer has its face."""
    thinking = () if table.thinking is None else (table.thinking,)
    names = [show_player(_, table.seats[seat], emojis) for seat in table.waiting_on or thinking]
    return _("{names}'s turn", names=_.join(names)) if names else ""


def call_people(_: Language, people: Sequence[str]) -> str:
    """Say whose turn it is; `people` are mentions of players."""
    if len(people) == 1:
        return _("▶ {who}: **your turn**", who=people[0])
    return _("▶ {people}: **your turn, each of you**", people=_.join(people, "commas"))


def list_missing(_: Language, numbers: Iterable[int]) -> str:
    """Return a line for each table whose game is not installed."""
    lines = (f"- {_.label(f'#{number}', _(NOT_INSTALLED))}" for number in numbers)
    return fit_lines(lines, 500)


def describe_table(_: Language, table: Table) -> str:
    told = _.join([f"#{table.id} {_.title(table.game.info)}", _(PHASES[table.status])], "commas")
    return _.label(told, _.join([plain_player(_, seat) for seat in table.seats], "commas"))


def fit_lines(lines: Iterable[str], most: int, rest: Callable[[int], str] | None = None) -> str:
    """Return as many whole lines as fit into `most` characters, then a line about the rest.

    `rest` returns that last line for the number of lines left out; None if there is no such line.
    """
    lines = list(lines)
    ends = accumulate(len(line) + 1 for line in lines)
    shown = [line for line, end in zip(lines, ends, strict=True) if end - 1 <= most]
    more = len(lines) - len(shown)
    return "\n".join([*shown, rest(more)] if rest and more else shown)


def name_with_company(_: Language, table: Table, person_id: int) -> str:
    """Return a table's game and the other players: "**Trophy Buck** with Ben and Cleo"."""
    others = [_.plain(s.name) for s in table.seats if s.person_id != person_id]
    game = _.title(table.game.info)
    return (
        _("**{game}** with {names}", game=game, names=_.join(others)) if others else f"**{game}**"
    )


EVENING: Final = 12 * 3600.0
"""Seconds from the first game of a series for which its score is called that of tonight."""


def describe_series(_: Language, table: Table, series: Series | None) -> list[str]:
    """Return a line with the game's number in its series, and all wins including this game's."""
    if series is None:
        return []
    wins = Counter(series.wins)
    wins.update(find_winners([(s.person_id, s.place, s.caretaker) for s in table.seats]))
    people = {p.id: p for p in (*series.people, *(seat.person for seat in table.seats))}
    order = sorted(people.values(), key=lambda person: -wins[person.id])
    score = _.join([f"{_.plain(each.name)} {wins[each.id]}" for each in order], "commas")
    number = _.number(series.number)
    if table.changed_at - series.began < EVENING:
        return [_("-# Tonight: {score}", score=score)]
    return [_("-# Game {number} of the series: {score}", number=number, score=score)]


def describe_pauses(_: Language, table: Table, now: float) -> list[str]:
    """Return a line about each player who is away and whose clock stands still."""
    away = [s for i, s in enumerate(table.seats) if table.is_paused(i, now) and not s.caretaker]
    return [
        _(
            "-# ✈ {name} is away until {time}, and the clock stands still until then",
            name=_.plain(s.name),
            time=f"<t:{s.absent_until:.0f}:f>",
        )
        for s in away
    ]


def describe_clock(_: Language, table: Table, seats: Iterable[Seat]) -> str:
    """Say when a duck will move for one of these seats at the earliest; empty without a clock."""
    if table.stopped and table.time_control.budget is not None:
        return _("\n-# ⏱ The clock stands still: I may not write here. Please tell an admin")
    ends = [end for seat in seats if (end := table.deadline(seat)) is not None]
    return _("\n-# ⏱ A duck moves {time}", time=f"<t:{min(ends):.0f}:R>") if ends else ""


# A ranking with medals, names, and the reader's own row.

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}

ROOM: Final = 18
"""Widest name, in columns, whose row fits in one line on a phone."""


class Ranked(NamedTuple):
    """A row of a ranking.

    Attributes:
        place: the rank, shared by equals; None for a row without a rank.
        person_id: negative for a computer.
        name: the name as people wrote it.
        fact: the value that orders the list, as markdown.
        medal: whether the row gets a medal if its place is 1, 2 or 3.
    """

    place: int | None
    person_id: int
    name: str
    fact: str
    medal: bool = True


def list_ranked(_: Language, rows: Sequence[Ranked], own: Ranked | None = None) -> str:
    """Return the rows of a ranking, one per line.

    Args:
        _: the language of the readers.
        rows: the rows of this page.
        own: the reader's row, which is marked and called "You". It may be on another page. None
            for a list that other people read too.
    """
    lines = [_write(_, row, marked=row == own) for row in rows]
    if own is None or own in rows:
        return "\n".join(lines)
    mine = _write(_, own, marked=True)
    if own.place is not None and rows and own.place < (rows[-1].place or inf):
        return "\n".join([mine, "⋯", *lines])
    return "\n".join([*lines, "⋯", mine])


def _write(_: Language, row: Ranked, *, marked: bool) -> str:
    place = MEDALS.get(row.place or 0) if row.medal else None
    number = "-" if row.place is None else row.place
    name = _("**You**") if marked else name_player(_, row.person_id, _shorten(_.name(row.name)))
    return f"{place or f'`{number}`'} {name} · {row.fact}{' 👈' if marked else ''}"


def _shorten(name: str) -> str:
    return name if columns(name) <= ROOM else f"{cut(name, ROOM - 1, columns)}…"
