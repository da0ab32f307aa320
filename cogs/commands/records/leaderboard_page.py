"""What a leaderboard looks like: bars, rows, the reader's own row, and controls."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

import discord

from cogs.display.art.charts import Bar, draw_bars
from cogs.display.controls.components import PageButton
from cogs.display.controls.paging import ALL, back_and_next, key_of, read_number, select, title_of
from cogs.display.words.amounts import format_average
from cogs.display.words.faces import name_player
from cogs.interactions.content import MessageContent, Picture, framed, picture
from cogs.interactions.errors import Declined
from cogs.interactions.names import clean_name, count
from cogs.interactions.parts import Items, rows, text
from engine import GAMES
from players import is_searched
from players.coach.review import Unit, unit_of
from records.boards.leaderboards import STEADY, sorts_of
from records.boards.regrets import count_enough
from records.model.boards import Board, Period, RegretLine, Row, SoloRow, Sort

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.model.people import SoloScore


PAGES = "board"
ALONE = "-alone"
"""After a game's key: the board of those who played it alone."""
WITH_DUCKS = "-ducks"
"""After a game's key: the board of games with computers."""

PERIODS = {
    Period.TODAY: "Today",
    Period.WEEK: "Week",
    Period.SEASON: "Season",
    Period.ALL: "All time",
}
SORTS = {
    Sort.WINS: "wins",
    Sort.RATING: "rating",
    Sort.GAMES: "games",
    Sort.PLACE: "average place",
    Sort.SCORE: "best score",
    Sort.STREAK: "current streak",
    Sort.REGRET: "least given away",
}
SOLO_SORTS = {
    Sort.SCORE: "best score",
    Sort.PLACE: "average score",
    Sort.GAMES: "games",
}
REGRET = (
    "What a decision gives away {}, on average, against the best move: from {} decisions on, "
    "whoever one plays with. Luck cannot win here. A new game counts {}."
)

UNFINISHED = "A game that was begun alone and not finished has 0 points in the average."

EMPTY = "Nobody is on this board yet."
EMPTY_BUT_OTHERS = (
    "Nobody is on this board yet: only games with ducks or alone were played. Those have boards of "
    "their own:"
)
DUCKS_EARN = (
    "Games with ducks count here alone. They earn no achievements and no records, and change no "
    "rating among people."
)

TIES = "Equals share a place. Among them more wins come first, then fewer games."
TIES_ALONE = "Equals share a place. Among them fewer games come first."

SHOWN_STREAK = 2
"""How many wins in a row are shown, at least, where another order is chosen."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
BOARDS = [
    *((game.info.key, game.info.title) for game in GAMES),
    *(
        (game.info.key + ALONE, f"{game.info.title}, alone")
        for game in GAMES
        if game.info.min_seats == 1
    ),
    *((game.info.key + WITH_DUCKS, f"{game.info.title}, with ducks") for game in GAMES),
]

AnyBoard = Board[Row] | Board[SoloRow] | Board[RegretLine]
AnyRow = Row | SoloRow | RegretLine


class LeaderboardQuery(NamedTuple):
    """Which page of which leaderboard is asked for."""

    game: str = ALL
    period: Period = Period.ALL
    sort: Sort = Sort.WINS
    page: int = 1

    @classmethod
    def read(cls, args: Sequence[str]) -> Self:
        """Return the query for a game, a period, an order and a page; raises Declined."""
        game, period, sort, page = args
        if period not in PERIODS or sort not in SORTS:
            raise Declined("There is no such leaderboard.")
        return cls(game, Period(period), Sort(sort), read_number(page))

    @property
    def solo(self) -> bool:
        """Whether it is a board of those who play alone."""
        return self.game.endswith(ALONE)

    @property
    def mixed(self) -> bool:
        """Whether it is a board of games with computers."""
        return self.game.endswith(WITH_DUCKS)

    @property
    def regret(self) -> bool:
        """Whether it is the board of who gives least away."""
        return self.order is Sort.REGRET

    @property
    def key(self) -> str | None:
        """The game's key; None for all games."""
        return key_of(self._game)

    @property
    def _game(self) -> str:
        return self.game.removesuffix(ALONE).removesuffix(WITH_DUCKS)

    @property
    def sorts(self) -> dict[Sort, str]:
        """The orders in which it can be shown, with their titles."""
        titles = SOLO_SORTS if self.solo else SORTS
        found = {sort: titles[sort] for sort in sorts_of(self.key, alone=self.solo)}
        if self.mixed:  # what a decision gives away is counted with whomever one plays
            found.pop(Sort.REGRET, None)
        return found

    @property
    def order(self) -> Sort:
        """The order in which it is shown: as asked for, or else the first that there is."""
        return self.sort if self.sort in self.sorts else next(iter(self.sorts))

    @property
    def title(self) -> str:
        """The name of the game, or of all."""
        kind = ", alone" if self.solo else ", with ducks" if self.mixed else ""
        return title_of(self._game) + kind


def render_leaderboard(
    query: LeaderboardQuery,
    board: AnyBoard,
    *,
    shared: bool = False,
    others: Sequence[str] = (),
) -> MessageContent:
    """Return a page of a leaderboard; a shared one has no controls.

    `others`: of an empty one, the boards of the same games with ducks or alone that have rows.
    """
    items: Items = [text(_make_heading(query, board))]
    pictures: tuple[Picture, ...] = ()
    if (chart := make_chart(query, board)) is not None:
        drawn = picture("leaderboard", chart, describe_chart(query, board))
        items += drawn.items
        pictures = drawn.pictures
    items.append(text("\n".join(_list_rows(query, board, others))))
    items += [text(note) for note in _list_notes(query, board, shared=shared)]
    items += [] if shared else [*rows(_lead_to(query, others)), *_make_controls(query, board)]
    return framed(0xF0B232, *items, pictures=pictures)


def _make_heading(query: LeaderboardQuery, board: AnyBoard) -> str:
    """Return title, period, order, number of players, and page."""
    title = f"### 🏆 Leaderboard: {query.title}"
    facts = [PERIODS[query.period], f"by {query.sorts[query.order]}"]
    facts += [] if board.since is None else [f"since <t:{int(board.since)}:f>"]
    facts += [count(board.players, "player")] if board.players else []
    facts += [f"page {board.page} of {board.pages}"] if board.pages > 1 else []
    return f"{title}\n-# {' · '.join(facts)}"


def _list_rows(query: LeaderboardQuery, board: AnyBoard, others: Sequence[str]) -> list[str]:
    """Return the rows of the page, and the reader's own where it is on another one."""
    if not board.rows:
        return [EMPTY_BUT_OTHERS if others else EMPTY]  # games may have ended before a reset
    order = query.order
    lines = [_format_row(order, row) for row in board.rows]
    own = board.own
    if own is None or own in board.rows:
        return lines
    ahead = own.rank < board.rows[-1].rank
    return (
        [_format_row(order, own), "⋯", *lines] if ahead else [*lines, "⋯", _format_row(order, own)]
    )


def _lead_to(query: LeaderboardQuery, others: Sequence[str]) -> Items:
    """Return a button to each of these boards."""
    titles = dict(BOARDS)
    at = (query.period, query.order, 1)
    return [PageButton.of(PAGES, "other", key, *at, label=titles[key]) for key in others]


def _make_controls(query: LeaderboardQuery, board: AnyBoard) -> Items:
    """Return the choice of game, order, period and page; and Share."""
    at = (query.period, query.order, 1)
    games = select("Which game", [(ALL, "All games"), *BOARDS], query.game, PAGES, "game", *at)
    orders = [(str(sort), f"By {title}") for sort, title in query.sorts.items()]
    sorts = select("Which order", orders, query.order, PAGES, "sort", query.game, query.period, 1)
    here = (query.game, query.period, query.order)
    turning = back_and_next(board.page, board.pages, PAGES, *here)
    if board.rows:
        turning.append(PageButton.of(PAGES, "share", *here, board.page, label="Share"))
    return [*rows([games]), *rows([sorts]), *rows(_make_period_buttons(query)), *rows(turning)]


def _make_period_buttons(query: LeaderboardQuery) -> Items:
    """Return a button for each period, the present one marked."""
    buttons: Items = []
    for period, title in PERIODS.items():
        chosen = period is query.period
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        args = ("span", query.game, period, query.order, 1)
        buttons.append(PageButton.of(PAGES, *args, label=title, style=style))
    return buttons


def _format_row(order: Sort, row: AnyRow) -> str:
    """Return a player in two lines: what the board is ordered by, then the rest in small print."""
    first, rest = _order_facts(order, row)
    rank = MEDALS.get(row.rank) if _has_won(row) else None
    place = rank or f"`{row.rank}`"
    return f"{place} {name_player(row.person_id, row.name)} · **{first}**\n-# {' · '.join(rest)}"


def _has_won(row: AnyRow) -> bool:
    """Return whether a medal is deserved; alone, by any point."""
    if isinstance(row, RegretLine):
        return True
    return row.best > 0 if isinstance(row, SoloRow) else row.wins > 0


def _order_facts(order: Sort, row: AnyRow) -> tuple[str, list[str]]:
    """Return the fact that the board is ordered by, and the others."""
    if isinstance(row, RegretLine):
        facts = _list_regret_facts(row)
    else:
        facts = _list_solo_facts(row) if isinstance(row, SoloRow) else _list_facts(row)
    first = facts.get(order) or facts[Sort.GAMES]
    others = {sort: fact for sort, fact in facts.items() if fact not in (first, "")}
    if isinstance(row, Row) and row.streak < SHOWN_STREAK:
        others.pop(Sort.STREAK, None)
    return first, [*others.values()]


def _list_facts(row: Row) -> dict[Sort, str]:
    """Return the facts of a row, by the order that each belongs to."""
    unsure = "?" if row.provisional else ""
    return {
        Sort.WINS: count(row.wins, "win"),
        Sort.GAMES: count(row.games, "game"),
        Sort.PLACE: f"average place {row.average_place:.2f}",
        Sort.SCORE: "" if row.best_score is None else f"best score {row.best_score}",
        Sort.STREAK: f"{count(row.streak, 'win')} in a row",
        Sort.RATING: "" if row.rating is None else f"rating {row.rating}{unsure}",
    }


def _list_solo_facts(row: SoloRow) -> dict[Sort, str]:
    """Return the facts of somebody who played alone, by the order that each belongs to."""
    return {
        Sort.SCORE: f"best score {row.best}",
        Sort.PLACE: f"average score {row.average:.1f}",
        Sort.GAMES: count_games(row),
    }


def _list_regret_facts(row: RegretLine) -> dict[Sort, str]:
    """Return the facts of somebody who gives things away, by the order that each belongs to."""
    return {
        Sort.REGRET: format_average(row.game, row.average),
        Sort.SCORE: f"accuracy {row.accuracy:.0f}",
        Sort.GAMES: f"{count(row.decisions, 'decision')} in {count(row.games, 'game')}",
    }


def count_games(row: SoloRow | SoloScore) -> str:
    """Return how many games somebody has played alone, and how many of them to no end."""
    unfinished = f", {row.unfinished} unfinished" if row.unfinished else ""
    return f"{count(row.games, 'game')}{unfinished}"


def _list_notes(query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> list[str]:
    """Return notes on order, uncertain ratings, and a reader without a row."""
    notes: list[str] = []
    if query.mixed:
        notes.append(f"-# {DUCKS_EARN}")
    if query.regret:
        notes.append(f"-# {_explain_regret(query.key or '')}")
    if query.sort not in query.sorts and query.sort is not Sort.WINS:  # that nobody asked for
        notes.append(f"-# This board has no order by {SORTS[query.sort]}.")
    if board.rows and (steady := _explain_steady(query)):
        notes.append(f"-# {steady}")
    if len({row.rank for row in board.rows}) < len(board.rows) and not query.regret:
        notes.append(f"-# {TIES_ALONE if query.solo else TIES}")
    if any(isinstance(row, SoloRow) and row.unfinished for row in board.rows):
        notes.append(f"-# {UNFINISHED}")
    if board.own is None and board.rows and not shared:
        notes.append("-# You are not on this board yet.")
    if any(isinstance(row, Row) and row.provisional for row in board.rows):
        notes.append("-# A rating with a question mark is uncertain: a few more games will tell.")
    return notes


def _explain_steady(query: LeaderboardQuery) -> str:
    """Say who comes first whatever the others have achieved; empty where nobody does."""
    if query.order is Sort.PLACE and not query.solo:
        sure = "" if query.key is None else " and a rating without a question mark"
        return f"Those with {STEADY} games or more{sure} come first in this order."
    if query.period is Period.SEASON and query.order is next(iter(query.sorts)):
        ties = "" if query.solo else " Equal wins: the better average place first."
        return f"Those with {STEADY} games or more come first in a season.{ties}"
    return ""


def _explain_regret(game_key: str) -> str:
    """Say what the board of who gives least away counts."""
    if is_searched(game_key):
        soon = "after half a minute or so; its costs are estimates that favour nobody"
    else:
        soon = "after some seconds"
    what = "of the chance to win" if unit_of(game_key, 1) is Unit.WIN else "in points"
    return REGRET.format(what, count_enough(game_key), soon)


def make_chart(query: LeaderboardQuery, board: AnyBoard) -> partial[bytes] | None:
    """Return what draws the page as bars; None where bars would say no more than the words."""
    found = [_make_bar(query.order, row, own=row == board.own) for row in board.rows]
    shown = [bar for bar in found if bar is not None]
    if len(shown) < 2 or len(shown) < len(found):
        return None
    values = [bar.value for bar in shown]
    if query.order is not Sort.RATING and min(values) >= 0:
        return partial(draw_bars, shown) if max(values) > 0 else None
    least = round(min(values) - 0.3 * (max(values) - min(values)) - 1)
    return partial(draw_bars, shown, least, f"The bars begin at {least:,}.")


def _make_bar(order: Sort, row: AnyRow, *, own: bool) -> Bar | None:
    """Return a row as a bar; None where it has no value in this order."""
    label = f"{row.rank} {clean_name(row.name)}"
    if isinstance(row, RegretLine):
        return None
    if isinstance(row, SoloRow):
        value = {Sort.SCORE: row.best, Sort.PLACE: row.average}.get(order, row.games)
        return Bar(label, value, f"{value:.1f}" if order is Sort.PLACE else str(value), own=own)
    if order is Sort.GAMES:
        return Bar(label, row.games, f"{row.wins} of {row.games} won", row.wins, own=own)
    if order is Sort.WINS:
        return Bar(label, row.wins, f"{row.wins} of {row.games}", own=own)
    value = {Sort.RATING: row.rating, Sort.SCORE: row.best_score}.get(order)
    return None if value is None else Bar(label, value, str(value), own=own)


def describe_chart(query: LeaderboardQuery, board: AnyBoard) -> str:
    """Return the alt text of the bars."""
    facts = (
        f"{row.rank}. {clean_name(row.name)}: {_order_facts(query.order, row)[0]}"
        for row in board.rows
    )
    return f"Bars by {query.sorts[query.order]}. {'; '.join(facts)}"
