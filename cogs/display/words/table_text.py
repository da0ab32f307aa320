"""A table in a line of text: its name, its phase, its players, a link to it."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

from cogs.display.words.faces import plain_player
from cogs.interactions.names import count, join_names, plain_name
from records.model.people import SoloScore
from tables.model.table import Status, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat
    from tables.model.table import Series

PHASES = {
    Status.LOBBY: "waiting for players",
    Status.PLAYING: "being played",
    Status.FINISHED: "finished",
    Status.CANCELLED: "cancelled",
    Status.ABANDONED: "abandoned",
    Status.CLOSED: "closed",
}


def table_name(table: Table) -> str:
    """Return what a table is called within a sentence: its number and its game."""
    return f"table #{table.id}, {table.game.info.title}"


def live_message_url(table: Table) -> str | None:
    """Return the address of a table's live message; None where there is none."""
    if table.message_id is None:
        return None
    place = table.server_id or "@me"
    return f"https://discord.com/channels/{place}/{table.board_channel}/{table.message_id}"


def table_link(table: Table) -> str:
    """Return a link to a table's live message; of a daily, the command that shows it."""
    if table.daily is not None:
        return "`/daily`"
    url = live_message_url(table)
    if url is None:
        return f"`/table show table:{table.id}`"
    what = "the lobby" if table.status is Status.LOBBY else "the board"
    return f"[{what}](<{url}>)"


def describe_table(table: Table) -> str:
    """Return a table in one line of plain text: number, game, phase, players."""
    names = ", ".join(map(plain_player, table.seats))
    return f"#{table.id} {table.game.info.title}, {PHASES[table.status]}: {names}"


def fit_lines(lines: Iterable[str], most: int, rest: str = "") -> str:
    """Return as many whole lines as fit into so many characters, and a line about the others.

    `rest`: that line, with `{}` for how many they are; empty: nothing is said of them.
    """
    lines = list(lines)
    ends = accumulate(len(line) + 1 for line in lines)
    shown = [line for line, end in zip(lines, ends, strict=True) if end - 1 <= most]
    more = len(lines) - len(shown)
    return "\n".join([*shown, rest.format(more)] if rest and more else shown)


def name_with_company(table: Table, person_id: int) -> str:
    """Return a table's game and who else plays there: "**Trophy Buck** with Ben and Cleo"."""
    others = [plain_name(s.person.name) for s in table.seats if s.person.id != person_id]
    company = f" with {join_names(others)}" if others else ""
    return f"**{table.game.info.title}**{company}"


def describe_series(table: Table, series: Series | SoloScore | None) -> list[str]:
    """Say which game of a series it is, and who has won how many, a finished one included.

    Alone it says how good the game was among all that the person has played.
    """
    if series is None:
        return []
    if isinstance(series, SoloScore):
        return _compare_alone(table, series)
    wins = Counter(series.wins)
    wins.update(s.person.id for s in table.seats if s.place == 1 and not s.caretaker)
    people = {p.id: p for p in (*series.people, *(seat.person for seat in table.seats))}
    order = sorted(people.values(), key=lambda person: -wins[person.id])
    score = ", ".join(f"{plain_name(person.name)} {wins[person.id]}" for person in order)
    return [f"-# Game {series.number} of the series: {score}"]


def _compare_alone(table: Table, played: SoloScore) -> list[str]:
    """Say whether a game alone was the best so far; nothing of a first one."""
    if played.games < 2:
        return []
    (seat,) = table.seats
    usual = f"usually {played.average:.0f}, in {played.games} games"
    if (seat.score or 0) >= played.best:
        return [f"-# ⭐ The best of {plain_name(seat.person.name)} so far; {usual}"]
    return [f"-# The best of {plain_name(seat.person.name)} is {played.best}; {usual}"]


def describe_away(table: Table, now: float) -> list[str]:
    """Return a line about each player who has said to be away, and for whom no clock runs."""
    away = [s for i, s in enumerate(table.seats) if table.is_away(i, now) and not s.caretaker]
    return [
        f"-# ✈ {plain_name(s.person.name)} is away until <t:{s.away_until:.0f}:f>, and the clock "
        "stands still until then"
        for s in away
    ]


def describe_clock(table: Table, seats: Iterable[Seat]) -> str:
    """Return a line about when a duck moves for the first of some seats; else nothing.

    It stays true while Discord counts down, so nobody has to edit it when the bank begins to run.
    """
    if table.stopped and table.pace.budget is not None:
        return "\n-# ⏱ The clock stands still: I may not write here. Please tell an admin"
    clocks = [(end, seat) for seat in seats if (end := table.deadline(seat)) is not None]
    if not clocks:
        return ""
    end, seat = min(clocks)
    return f"\n-# ⏱ {_describe_bank(table, seat)}a duck moves <t:{end:.0f}:R>"


def _describe_bank(table: Table, seat: Seat) -> str:
    """Return when the bank of a seat begins to run and how much it has."""
    due, bank = table.due(seat), table.bank(seat)
    if due is None or bank < 1:
        return "No extra time is left: "
    return f"Due <t:{due:.0f}:R>, then {describe_time(bank)} of extra time: "


def describe_time(seconds: float) -> str:
    """Return a time in words, in its two largest units: `3 days`, `2 h 10 min`."""
    left, words = int(seconds), list[str]()
    for size, unit in ((86_400, "day"), (3600, "h"), (60, "min"), (1, "s")):
        number, left = divmod(left, size)
        if number:
            words.append(count(number, unit) if unit == "day" else f"{number} {unit}")
    return " ".join(words[:2])
