"""The page of a leaderboard: podium, rows, the reader's gap to the next place, and controls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, Self

import discord

from cogs.display.components import (
    ALL,
    BACK,
    PLAY,
    SETTINGS,
    TITLES,
    PageButton,
    back_and_next,
    key_of,
    read_number,
    select,
    title_of,
)
from cogs.display.pages.messages import render_podium
from cogs.display.table_text import (
    Ranked,
    count_games,
    list_ranked,
    name_player,
)
from cogs.features.leaderboards.reader import Row, SoloRow, Sort, sorts_of
from cogs.interactions.content import Fragment, MessageContent, framed
from cogs.interactions.failures import Declined
from cogs.interactions.language import ENGLISH, count
from cogs.interactions.parts import Component, Items, beside, row, rows, text
from players.games import GAMES, game
from records.values import STEADY, Board, Line, Period
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.services import Ranking
    from records.values import ResetPreview


PAGES = "board"
ALONE = "-alone"
"""Suffix of a game's key: the board of games played alone."""
WITH_DUCKS = "-ducks"
"""Suffix of a game's key: the board of games with computers."""

PERIODS = {
    Period.TODAY: "Today",
    Period.WEEK: "This week",
    Period.SEASON: "This month",
    Period.ALL: "All time",
}
SORTS = {
    Sort.WINS: "wins",
    Sort.RATING: "rating",
    Sort.GAMES: "games",
    Sort.PLACE: "average place",
    Sort.SCORE: "best score",
    Sort.STREAK: "wins in a row",
}
SOLO_SORTS = {
    Sort.SCORE: "best score",
    Sort.PLACE: "average score",
    Sort.GAMES: "games",
}
UNFINISHED = "An unfinished game alone counts as 0 points in the average."

BOARDS = {
    **TITLES,
    **{key + WITH_DUCKS: f"{title}, with ducks" for key, title in TITLES.items()},
    **{
        game.info.key + ALONE: f"{game.info.title}, alone"
        for game in GAMES
        if game.info.min_seats == 1
    },
}

AnyBoard = Board[Row] | Board[SoloRow] | Board[Line]
AnyRow = Row | SoloRow | Line


class LeaderboardQuery(NamedTuple):
    """A page of a leaderboard, as asked for; `rankings`: the orders of other features."""

    game: str = ALL
    period: Period = Period.ALL
    sort: str = Sort.WINS
    page: int = 1
    rankings: Sequence[Ranking] = ()

    @classmethod
    def read(cls, args: Sequence[str], rankings: Sequence[Ranking]) -> Self:
        """Return the query from a game, a period, an order and a page; raises Declined."""
        game, period, sort, page = args
        if period not in PERIODS or sort not in list_sorts(rankings):
            raise Declined("There is no such leaderboard.")
        found = cls(game, Period(period), sort, read_number(page), rankings)
        if game not in {found.key or ALL, *BOARDS}:
            raise Declined("There is no such leaderboard.")
        return found

    @property
    def solo(self) -> bool:
        """Whether this is the board of games played alone."""
        return self.game.endswith(ALONE)

    @property
    def mixed(self) -> bool:
        """Whether this is the board of games with computers."""
        return self.game.endswith(WITH_DUCKS)

    @property
    def ranking(self) -> Ranking | None:
        """The feature's order, if one is chosen."""
        return next((each for each in self.rankings if each.key == self.order), None)

    @property
    def key(self) -> str | None:
        """The game's key; None for all games."""
        return key_of(self.game.removesuffix(ALONE).removesuffix(WITH_DUCKS))

    @property
    def sorts(self) -> dict[str, str]:
        """The orders of this board, with their titles."""
        titles = SOLO_SORTS if self.solo else SORTS
        found: dict[str, str] = {sort: titles[sort] for sort in sorts_of(self.key, alone=self.solo)}
        if self.key and not (self.solo or self.mixed):  # features do not split by company
            found |= {each.key: each.title for each in self.rankings if each.has(self.key)}
        return found

    @property
    def order(self) -> str:
        """The order that is shown: the chosen one, or else the board's first."""
        return self.sort if self.sort in self.sorts else next(iter(self.sorts))

    @property
    def title(self) -> str:
        """The title of the board: game and company."""
        return BOARDS.get(self.game, "All games")


def list_sorts(rankings: Sequence[Ranking]) -> dict[str, str]:
    """Return all orders with their titles."""
    return {**SORTS, **{each.key: each.title for each in rankings}}


def render_leaderboard(
    query: LeaderboardQuery, board: AnyBoard, *, shared: bool = False
) -> MessageContent:
    """Return a page of a leaderboard; a shared one has no controls."""
    podium = _render_podium(query, board)
    heading = _make_heading(query, board, shared=shared)
    lines = [
        _list_rows(query, board, shared=shared),
        *([] if shared else _tell_gap(query, board)),
        *_list_notes(query, board, shared=shared),
    ]
    here = (query.game, query.period, query.order)
    other = PageButton.of(PAGES, "other", *here, board.page, label="Other boards")
    return framed(
        0xF0B232,
        text(heading) if shared else beside(heading, other),
        *podium.items,
        text("\n".join(lines)),
        *([] if shared else rows(_list_buttons(query, board))),
        pictures=podium.pictures,
    )


def render_choice(query: LeaderboardQuery) -> MessageContent:
    """Return the page that offers other boards, orders and periods."""
    games = [(ALL, "All games"), *BOARDS.items()]
    sorts = [(sort, f"By {title}") for sort, title in query.sorts.items()]
    spans = [(str(period), title) for period, title in PERIODS.items()]
    game, period, order = query.game, query.period, query.order
    menus = [
        select("Which game", games, game, PAGES, "game", period, order, 1),
        select("Which order", sorts, order, PAGES, "sort", game, period, 1),
        select("Since when", spans, period, PAGES, "span", game, order, 1),
    ]
    back = PageButton.of(PAGES, "back", game, period, order, query.page, label=BACK)
    return framed(0xF0B232, text("### 🏆 Other leaderboards"), *map(row, menus), row(back))


def _make_heading(query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return title, order and period, number of players, and page."""
    facts: list[str] = []
    if board.rows or query.period is not Period.ALL:
        facts += [f"by {query.sorts[query.order]}", PERIODS[query.period].lower()]
    facts += [] if board.since is None else [f"since <t:{int(board.since)}:d>"]
    facts += [count(board.players, "player")] if board.players else []
    facts += [f"page {board.page} of {board.pages}"] if board.pages > 1 else []
    small = f"\n-# {' · '.join(facts)}" if facts else ""
    return f"### 🏆 {'Leaderboard: ' if shared else ''}{query.title}{small}"


def _render_podium(query: LeaderboardQuery, board: AnyBoard) -> Fragment:
    """Return the podium of the first three, with medals.

    If somebody further down shares a place, that place is left out, as not all would fit.
    """
    ranked = [_rank(query.order, row) for row in board.rows] if board.page == 1 else []
    shared = {each.place for each in ranked[3:]}
    first = [each for each in ranked[:3] if each.medal and each.place not in shared]
    if not first:
        return Fragment([])
    ends = (
        (
            each.name,
            each.place or 0,
            0,
            _find_figure(each.fact),
            -each.person_id * (each.person_id in COMPUTER_IDS),
        )
        for each in first
    )
    return render_podium(ENGLISH, ends, [each.fact.replace("*", "") for each in first])


def _find_figure(fact: str) -> str:
    """Return the first number of a row's fact."""
    found = re.search(r"-?\d[\d.,\s]*(?: ?%)?\??", fact.replace("*", ""))
    return found[0].strip() if found else ""


def _list_rows(query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return the rows of the page, and the reader's own row if it is on another page."""
    if not board.rows:  # a reset may have deleted the rows
        return f"Nobody is here yet. {_say_how(query)}"
    own = None if shared or board.own is None else _rank(query.order, board.own)
    return list_ranked(ENGLISH, [_rank(query.order, row) for row in board.rows], own)


def _list_buttons(query: LeaderboardQuery, board: AnyBoard) -> Items:
    """Return the buttons to other pages and Share; Play if the board is empty."""
    if not board.rows:
        return [PageButton.of(PLAY, "all", label="Play", style=discord.ButtonStyle.success)]
    here = (query.game, query.period, query.order)
    share = PageButton.of(PAGES, "share", *here, board.page, label="Share")
    return [*back_and_next(ENGLISH, board.page, board.pages, PAGES, *here), share]


def _tell_gap(query: LeaderboardQuery, board: AnyBoard) -> list[str]:
    """Describe the reader's gap to the next better place, if it is certain."""
    own, above = board.own, board.above
    if own is None or above is None:
        return []
    gap = ""
    if query.order == Sort.GAMES:
        gap = _need(above.games - own.games + 1, "more game")
    elif isinstance(own, Row) and isinstance(above, Row):
        gap = _measure_gap(query, own, above)
    elif isinstance(own, SoloRow) and isinstance(above, SoloRow):
        gap = _measure_solo_gap(query, own, above)
    return [f"⬆ {gap} {name_player(above.person_id, above.name)}."] if gap else []


def _measure_gap(query: LeaderboardQuery, own: Row, above: Row) -> str:
    """Return what it takes to pass somebody, or the lead of somebody; without the name."""
    match query.order:
        case Sort.WINS:
            return _count_wins(own, above, season=query.period is Period.SEASON)
        case Sort.STREAK:
            return _need(above.streak - own.streak + 1, "more win in a row", "more wins in a row")
        case Sort.SCORE if above.best_score is not None:
            return f"A score above **{above.best_score}** passes"
        case Sort.RATING if own.rating is not None and above.rating is not None:
            return _trail(above.rating, own.rating, 0)
        case Sort.PLACE if _is_steady(own) == _is_steady(above):
            return _trail(own.average_place, above.average_place, 2)
        case _:
            return ""


def _measure_solo_gap(query: LeaderboardQuery, own: SoloRow, above: SoloRow) -> str:
    """Return the gap of people who play alone; see `_measure_gap`."""
    if query.order == Sort.PLACE:
        return _trail(above.average, own.average, 1)
    if query.period is Period.SEASON and own.games < STEADY <= above.games:
        return ""
    return f"A score above **{above.best}** passes"


def _count_wins(own: Row, above: Row, *, season: bool) -> str:
    """Return the wins it takes to pass somebody; in a season, people with few games come last."""
    wins = above.wins - own.wins + 1
    games = STEADY - own.games if season and above.games >= STEADY else 0
    if games <= wins:
        return _need(wins, "more win")
    return _need(games, "more game", won=f", {wins} of them won," if wins > 0 else "")


def _need(number: int, what: str, plural: str = "", won: str = "") -> str:
    """Return the number that it takes to pass somebody, in words."""
    return f"**{count(number, what, plural)}**{won} {'passes' if number == 1 else 'pass'}"


def _trail(better: float, worse: float, digits: int) -> str:
    """Return the difference of two figures as displayed; empty if they look equal."""
    gap = abs(round(better, digits) - round(worse, digits))
    return f"You are **{gap:.{digits}f}** behind" if round(gap, digits) else ""


def _is_steady(row: Row) -> bool:
    """Return whether somebody has enough games to be in the first group by average place."""
    return row.games >= STEADY and not row.provisional


def _rank(order: str, row: AnyRow) -> Ranked:
    """Return a row as a list entry."""
    fact = (
        row.fact
        if isinstance(row, Line)
        else _tell_solo(order, row)
        if isinstance(row, SoloRow)
        else _tell(order, row)
    )
    return Ranked(row.rank, row.person_id, row.name, fact, medal=_has_won(row))


def _has_won(row: AnyRow) -> bool:
    """Return whether somebody deserves a medal; alone, any point is enough."""
    if isinstance(row, Line):
        return True
    return row.best > 0 if isinstance(row, SoloRow) else row.wins > 0


def _tell(order: str, row: Row) -> str:
    """Return the figure that the board is ordered by."""
    match order:
        case Sort.PLACE:
            return f"**{row.average_place:.2f}**"
        case Sort.SCORE if row.best_score is not None:
            return f"**{row.best_score}**"
        case Sort.STREAK:
            return f"**{row.streak}** in a row"
        case Sort.RATING if row.rating is not None:
            return f"**{row.rating}**{'?' if row.provisional else ''}"
        case _:
            return f"**{row.wins}** of {row.games} won"


def _tell_solo(order: str, row: SoloRow) -> str:
    """Return the figure that a board of games alone is ordered by."""
    first: dict[str, str] = {Sort.SCORE: f"**{row.best}**", Sort.PLACE: f"**{row.average:.1f}**"}
    return first.get(order) or count_games(ENGLISH, row.games, row.unfinished)


def _list_notes(query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> list[str]:
    """Return notes: how to get onto the board, its order, and uncertain ratings."""
    notes: list[str] = []
    if query.ranking:
        notes.append(query.ranking.explain(query.key or ""))
    elif board.rows and (board.own is None or shared):
        notes.append(_say_how(query))
    if query.sort not in query.sorts and query.sort != Sort.WINS:
        notes.append(f"This board has no order by {list_sorts(query.rankings)[query.sort]}.")
    if board.rows and (steady := _explain_steady(query)):
        notes.append(steady)
    if query.order == Sort.PLACE and any(
        isinstance(row, SoloRow) and row.unfinished for row in board.rows
    ):
        notes.append(UNFINISHED)
    if query.order == Sort.RATING and any(
        isinstance(row, Row) and row.provisional for row in board.rows
    ):
        notes.append("A rating with ? is uncertain: it needs more games.")
    return [f"-# {note}" for note in notes]


def _say_how(query: LeaderboardQuery) -> str:
    """Explain how to get onto the board."""
    game = "a game" if query.key is None else f"a game of {title_of(ENGLISH, query.key)}"
    company = "alone" if query.solo else "with ducks" if query.mixed else "with other people"
    return f"Finish {game} {company}, and you are on this board."


def _explain_steady(query: LeaderboardQuery) -> str:
    """Explain the group that comes first in this order; empty if there is none."""
    if query.order == Sort.PLACE and not query.solo:
        sure = "" if query.key is None else " and a rating without ?"
        return f"Players with {STEADY} games or more{sure} come first."
    if query.period is Period.SEASON and query.order == next(iter(query.sorts)):
        ties = "" if query.solo else " Equal wins: the better average place first."
        return f"Those with {STEADY} games or more come first in a month.{ties}"
    return ""


# Resets, which a server's settings lead to.

GREY, RED = 0x80848E, 0xDA373C

RESETS = "boards"
"""The line of the settings."""


def choose_reset() -> Component:
    """Return the choice of a leaderboard that begins anew."""
    boards = [(ALL, "All leaderboards"), *TITLES.items()]
    return select("Which leaderboard", boards, "", SETTINGS, "set", RESETS)


def render_reset(game_key: str, losses: ResetPreview, notice: str = "") -> MessageContent:
    """Return what a reset takes away; `notice`: why the question comes again."""
    what = (
        "every leaderboard"
        if game_key == ALL
        else f"the leaderboard of {title_of(ENGLISH, game_key)}"
    )
    head = f"### ⚙️ Reset {what}?" + (f"\n⚠️ {notice}" if notice else "")
    if not (losses.players or losses.games or losses.ratings):
        back = PageButton.of(SETTINGS, "ask", RESETS, label=BACK)
        words = f"{head}\nThere is nothing on it to lose."
        return framed(GREY, text(words), *rows([back]))
    buttons = _make_reset_buttons(game_key, losses.latest)
    items: Items = [text(head), text(_describe_reset(game_key, losses)), *rows(buttons)]
    return framed(RED, *items)


def _describe_reset(game_key: str, losses: ResetPreview) -> str:
    """Return what is lost and what stays."""
    together = (
        ""
        if game_key == ALL
        else "\nThe board of all games together keeps these games until all boards are reset."
    )
    return (
        f"**What is lost, for good**\n{_describe_losses(losses)}: wins, places, best scores, "
        f"streaks and records begin anew, in every period{_describe_solo_board(game_key)}.\n"
        f"**What stays**\nAll finished games, and everything else about them.{together}"
    )


def _describe_solo_board(game_key: str) -> str:
    """Mention the second board of a game that can be played alone; else empty."""
    if game_key == ALL or game(game_key).info.min_seats > 1:
        return ""
    return ", also on the board of those who play alone"


def _describe_losses(losses: ResetPreview) -> str:
    """Return the number of lost players, games and ratings."""
    return (
        f"{count(losses.players, 'player')}, {count(losses.games, 'counted game')} and "
        f"{count(losses.ratings, 'rating')}"
    )


def render_reset_done(game_key: str, losses: ResetPreview) -> MessageContent:
    """Return what was reset, with the way back to the settings."""
    words = f"The leaderboard of {title_of(ENGLISH, game_key)} begins anew; lost: {_describe_losses(losses)}."
    back = PageButton.of(SETTINGS, "home", label=BACK)
    return framed(GREY, text(f"### ⚙️ Leaderboards\n✅ {words}"), *rows([back]))


def _make_reset_buttons(game_key: str, latest: int) -> Items:
    """Return the buttons below the losses.

    The confirmation names `latest`, the last result in these losses. After a later result it fails.
    """
    danger = discord.ButtonStyle.danger
    return [
        PageButton.of(PAGES, "reset", game_key, latest, label="Reset for good", style=danger),
        PageButton.of(SETTINGS, "home", label="Keep it"),
    ]
