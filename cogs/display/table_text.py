"""Words for tables, players, amounts and rankings, each in a line of text."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from cogs.interactions.language import clean_name, columns, count, cut, join_names, plain_name
from players.core import Unit
from players.games import find_worth
from tables.model.table import COMPUTER_IDS, Status, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.display.emojis import Emojis
    from engine.core import Seat
    from players.core import Assessed
    from tables.model.table import SeatedPlayer, Series

# Words for amounts: points or chances to win, and chances in tenths.

POINT: Final = 0.5
"""Largest amount shown as "less than a point"."""

FINE: Final = 10
"""Largest number of games that is shown exactly; above it, tens are enough."""


def format_amount(value: float, unit: Unit) -> str:
    """Return an amount such as "about 3 points", or for wins "about 1 win in 8 games"."""
    if unit is not Unit.WIN:
        return f"about {count(round(value), 'point')}" if value > POINT else "less than 1 point"
    if value > 2 / 3:
        return f"about {count(round(value), 'win')}"
    games = round(1 / max(value, 0.005))
    return f"about 1 win in {games if games <= FINE else round(games, -1)} games"


def in_tenths(chance: float) -> str:
    """Return a chance such as "about 4 in 10"."""
    tenths = round(10 * chance)
    if tenths == 0:
        return "less than 1 in 10" if chance else "never"
    if tenths == 10:
        return "more than 9 in 10" if chance < 1 else "always"
    return f"about {tenths} in 10"


def count_games(games: int, unfinished: int) -> str:
    """Return the number of solo games, and how many of them were not finished."""
    more = f", {unfinished} unfinished" if unfinished else ""
    return f"{count(games, 'game')}{more}"


def percent(chance: float) -> str:
    """Return a chance such as "12.5 %"; a tiny one is not shown as zero."""
    if 0 < chance < 0.0005:
        return "less than 0.1 %"
    if 0.9995 <= chance < 1:
        return "more than 99.9 %"
    return f"{100 * chance:.1f} %"


def describe_worth(each: Assessed, *, unit: str = "points") -> str:
    """Return the value of a move: "54.2 % to win", or its points if no chance is known."""
    return f"{each.points:.2f} {unit}" if each.win is None else f"{percent(each.win)} to win"


def describe_accuracy(best: Assessed, unit: str = "points") -> str:
    """Return the accuracy of a value: "exact", or "an estimate, off by about 2 %"."""
    if best.exact or best.off is None:
        return "exact" if best.exact else "an estimate"
    off = f"{best.off:.1f} {unit}" if best.win is None else f"{100 * best.off:.0f} %"
    return f"an estimate, off by about {off}"


def format_average(game_key: str, value: float) -> str:
    """Return the average loss of a decision in a game, such as "2.3 % a decision"."""
    worth = find_worth(game_key)
    is_win = worth is not None and worth.unit(1) is Unit.WIN
    amount = f"{100 * value:.1f} %" if is_win else f"{value:.2f} points"
    return f"{amount} a decision"


def format_cost(best: Assessed, other: Assessed) -> str:
    """Return a move's cost against the best, as a chance to win if known, else in points."""
    if best.win is None or other.win is None:
        return format_amount(best.points - other.points, Unit.POINTS)
    return format_amount(best.win - other.win, Unit.WIN)


# Players; each computer has a name, a face and a level.


def face_key(person_id: int) -> str:
    return f"face_{-person_id}"


def show_face(seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return the face of a computer as text for a message; empty for a person."""
    return emojis[face_key(seat.person_id)] if seat.level else ""


def show_player(seat: SeatedPlayer, emojis: Emojis) -> str:
    """Return a player's name in bold, after the face of a computer."""
    return f"{show_face(seat, emojis)} **{plain_name(seat.name)}**".lstrip()


def name_player(person_id: int, name: str) -> str:
    """Return a recorded name in bold, with a duck for a computer."""
    duck = "🦆 " if person_id in COMPUTER_IDS else ""
    return f"{duck}**{plain_name(name)}**"


def plain_player(seat: SeatedPlayer) -> str:
    """Return a player's name in plain text, with the level of a computer."""
    name = clean_name(seat.name)
    return f"{name} ({seat.level} duck)" if seat.level else name


PHASES = {
    Status.LOBBY: "waiting for players",
    Status.PLAYING: "being played",
    Status.FINISHED: "finished",
    Status.CANCELLED: "cancelled",
    Status.ABANDONED: "abandoned",
    Status.CLOSED: "closed",
}


def table_name(table: Table) -> str:
    """Return a table's number and game for use within a sentence."""
    return f"table #{table.id}, {table.game.info.title}"


def live_message_url(table: Table) -> str | None:
    """Return the address of a table's live message; None if it has none."""
    if table.message_id is None:
        return None
    place = table.server_id or "@me"
    return f"https://discord.com/channels/{place}/{table.board_channel}/{table.message_id}"


def table_link(table: Table) -> str:
    """Return a link to a table's live message, or the command that shows one."""
    url = live_message_url(table)
    if url is None:
        return f"`/table show table:{table.id}`"
    what = "the lobby" if table.status is Status.LOBBY else "the board"
    return f"[{what}](<{url}>)"


def describe_table(table: Table) -> str:
    names = ", ".join(map(plain_player, table.seats))
    return f"#{table.id} {table.game.info.title}, {PHASES[table.status]}: {names}"


def fit_lines(lines: Iterable[str], most: int, rest: str = "") -> str:
    """Return as many whole lines as fit into `most` characters, then a line about the others.

    `rest`: the last line, with `{}` for the number of left-out lines; empty omits it.
    """
    lines = list(lines)
    ends = accumulate(len(line) + 1 for line in lines)
    shown = [line for line, end in zip(lines, ends, strict=True) if end - 1 <= most]
    more = len(lines) - len(shown)
    return "\n".join([*shown, rest.format(more)] if rest and more else shown)


def name_with_company(table: Table, person_id: int) -> str:
    """Return a table's game and the other players: "**Trophy Buck** with Ben and Cleo"."""
    others = [plain_name(s.name) for s in table.seats if s.person_id != person_id]
    company = f" with {join_names(others)}" if others else ""
    return f"**{table.game.info.title}**{company}"


def describe_series(table: Table, series: Series | None) -> list[str]:
    """Return the number of a game in its series, and the wins so far, this game included."""
    if series is None:
        return []
    wins = Counter(series.wins)
    wins.update(s.person_id for s in table.seats if s.place == 1 and not s.caretaker)
    people = {p.id: p for p in (*series.people, *(seat.person for seat in table.seats))}
    order = sorted(people.values(), key=lambda person: -wins[person.id])
    score = ", ".join(f"{plain_name(person.name)} {wins[person.id]}" for person in order)
    return [f"-# Game {series.number} of the series: {score}"]


def describe_pauses(table: Table, now: float) -> list[str]:
    """Return a line about each player who is away and whose clock stands still."""
    away = [s for i, s in enumerate(table.seats) if table.is_paused(i, now) and not s.caretaker]
    return [
        f"-# ✈ {plain_name(s.name)} is away until <t:{s.absent_until:.0f}:f>, and the clock "
        "stands still until then"
        for s in away
    ]


def describe_clock(table: Table, seats: Iterable[Seat]) -> str:
    """Return a line about when a duck first moves for one of some seats, or nothing.

    The line stays true while Discord counts down, so no edit is needed when extra time begins.
    """
    if table.stopped and table.time_control.budget is not None:
        return "\n-# ⏱ The clock stands still: I may not write here. Please tell an admin"
    clocks = [(end, seat) for seat in seats if (end := table.deadline(seat)) is not None]
    if not clocks:
        return ""
    end, seat = min(clocks)
    return f"\n-# ⏱ {_describe_time_bank(table, seat)}a duck moves <t:{end:.0f}:R>"


def _describe_time_bank(table: Table, seat: Seat) -> str:
    """Return when a seat's time bank begins to run and how much is left in it."""
    due, bank = table.due(seat), table.time_bank(seat)
    if due is None or bank < 1:
        return "No extra time is left: "
    return f"Due <t:{due:.0f}:R>, then {describe_time(bank)} of extra time: "


def describe_time(seconds: float) -> str:
    """Return a time in its two largest units, such as `2 h 10 min` or `3 days`."""
    left, words = int(seconds), list[str]()
    for size, unit in ((86_400, "day"), (3600, "h"), (60, "min"), (1, "s")):
        number, left = divmod(left, size)
        if number:
            words.append(count(number, unit) if unit == "day" else f"{number} {unit}")
    return " ".join(words[:2])


# A ranking with medals, names, and the reader's own row.

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}

ROOM: Final = 18
"""Widest name in columns, so that a phone shows a row in one line."""


class Ranked(NamedTuple):
    """A row of a ranking.

    Attributes:
        place: the rank, shared by equals; None without one.
        person_id: negative for a computer.
        name: the name as people wrote it.
        fact: the value that orders the list, as markdown.
        medal: whether one of the first three places gets a medal.
    """

    place: int | None
    person_id: int
    name: str
    fact: str
    medal: bool = True


def list_ranked(rows: Sequence[Ranked], own: Ranked | None = None) -> str:
    """Return the rows of a ranking, one per line.

    Args:
        rows: the rows of this page.
        own: the row of the only reader, on this page or not; it is marked and called "You". None
            for a list that others read too.
    """
    lines = [_write(row, marked=row == own) for row in rows]
    if own is None or own in rows:
        return "\n".join(lines)
    mine = _write(own, marked=True)
    if own.place is not None and rows and own.place < (rows[-1].place or inf):
        return "\n".join([mine, "⋯", *lines])
    return "\n".join([*lines, "⋯", mine])


def _write(row: Ranked, *, marked: bool) -> str:
    place = MEDALS.get(row.place or 0) if row.medal else None
    number = "-" if row.place is None else row.place
    name = "**You**" if marked else name_player(row.person_id, _shorten(row.name))
    return f"{place or f'`{number}`'} {name} · {row.fact}{' 👈' if marked else ''}"


def _shorten(name: str) -> str:
    clean = clean_name(name)
    return clean if columns(clean) <= ROOM else f"{cut(clean, ROOM - 1, columns)}…"
