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
from cogs.interactions.parts import Component, Items, beside, row, rows, text
from engine.core import N_
from players.games import GAMES, game
from records.values import STEADY, Board, Line, Period
from tables.model.table import COMPUTER_IDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.app.services import Ranking
    from cogs.interactions.language import Language
    from records.values import ResetPreview


PAGES = "board"
ALL_GAMES, ALL_BOARDS = N_("All games"), N_("All leaderboards")
ALONE = "-alone"
"""Suffix of a game's key for the board of games played alone."""
WITH_DUCKS = "-ducks"
"""Suffix of a game's key for the board of games with computers."""

PERIODS = {
    Period.TODAY: N_("Today"),
    Period.WEEK: N_("This week"),
    Period.SEASON: N_("This month"),
    Period.ALL: N_("All time"),
}
SORTS = {
    Sort.WINS: N_("By wins"),
    Sort.RATING: N_("By rating"),
    Sort.GAMES: N_("By games"),
    Sort.PLACE: N_("By average place"),
    Sort.SCORE: N_("By best score"),
    Sort.STREAK: N_("By wins in a row"),
}
SOLO_SORTS = {
    Sort.SCORE: N_("By best score"),
    Sort.PLACE: N_("By average score"),
    Sort.GAMES: N_("By games"),
}

BOARDS = {
    **TITLES,
    **{key + WITH_DUCKS: f"{title}, with ducks" for key, title in TITLES.items()},
    **{
        game.info.key + ALONE: f"{game.info.title}, alone"
        for game in GAMES
        if game.info.min_seats == 1
    },
}
"""Titles of boards. They are choices of a command, so the catalogs have them without `N_`."""

AnyBoard = Board[Row] | Board[SoloRow] | Board[Line]
AnyRow = Row | SoloRow | Line


class LeaderboardQuery(NamedTuple):
    """The page of a leaderboard to show; `rankings` are the orders that other features add."""

    game: str = ALL
    period: Period = Period.ALL
    sort: str = Sort.WINS
    page: int = 1
    rankings: Sequence[Ranking] = ()

    @classmethod
    def read(cls, args: Sequence[str], rankings: Sequence[Ranking]) -> Self:
        """Read game, period, order and page; raises Declined if there is no such board."""
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
        """The chosen order, if another feature adds it."""
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
        # Orders of features count games with and without ducks, so only the main board has them.
        if self.key and not (self.solo or self.mixed):
            found |= {each.key: each.title for each in self.rankings if each.has(self.key)}
        return found

    @property
    def order(self) -> str:
        """The order that is shown: the chosen order, or the first if the board lacks that order."""
        return self.sort if self.sort in self.sorts else next(iter(self.sorts))

    @property
    def title(self) -> str:
        """The title of the board: game and company."""
        return BOARDS.get(self.game, ALL_GAMES)


def list_sorts(rankings: Sequence[Ranking]) -> dict[str, str]:
    """Return all orders with their titles."""
    return {**SORTS, **{each.key: each.title for each in rankings}}


def render_leaderboard(
    _: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool = False
) -> MessageContent:
    """Return a page of a leaderboard; a shared one has no controls."""
    podium = _render_podium(_, query, board)
    heading = _make_heading(_, query, board, shared=shared)
    lines = [
        _list_rows(_, query, board, shared=shared),
        *([] if shared else _tell_gap(_, query, board)),
        *_list_notes(_, query, board, shared=shared),
    ]
    here = (query.game, query.period, query.order)
    other = PageButton.of(PAGES, "other", *here, board.page, label=_("Other boards"))
    return framed(
        0xF0B232,
        text(heading) if shared else beside(heading, other),
        *podium.items,
        text("\n".join(lines)),
        *([] if shared else rows(_list_buttons(_, query, board))),
        pictures=podium.pictures,
    )


def render_choice(_: Language, query: LeaderboardQuery) -> MessageContent:
    """Return the page that offers other boards, orders and periods."""
    games = [(key, _.of(key)(title)) for key, title in {ALL: ALL_GAMES, **BOARDS}.items()]
    sorts = [(sort, _(title)) for sort, title in query.sorts.items()]
    spans = [(str(period), _(title)) for period, title in PERIODS.items()]
    game, period, order = query.game, query.period, query.order
    menus = [
        select(_("Which game"), games, game, PAGES, "game", period, order, 1),
        select(_("Which order"), sorts, order, PAGES, "sort", game, period, 1),
        select(_("Since when"), spans, period, PAGES, "span", game, order, 1),
    ]
    back = PageButton.of(PAGES, "back", game, period, order, query.page, label=_(BACK))
    return framed(0xF0B232, text(_("### 🏆 Other leaderboards")), *map(row, menus), row(back))


def _make_heading(_: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return the title, and below it order, period, number of players, and page."""
    facts: list[str] = []
    if board.rows or query.period is not Period.ALL:
        facts += [_(query.sorts[query.order]), _(PERIODS[query.period])]
    if board.since is not None:
        facts.append(_("since {day}", day=f"<t:{int(board.since)}:d>"))
    facts += [_.plural("{n} player", "{n} players", board.players)] if board.players else []
    if board.pages > 1:
        facts.append(_("page {page} of {pages}", page=board.page, pages=board.pages))
    small = f"\n-# {' · '.join(facts)}" if facts else ""
    title = _.of(query.game)(query.title)
    return f"### 🏆 {_('Leaderboard: {board}', board=title) if shared else title}{small}"


def _render_podium(_: Language, query: LeaderboardQuery, board: AnyBoard) -> Fragment:
    """Return the podium of the first three, with medals.

    A place shared beyond the third row is left out, because not all its holders would fit.
    """
    ranked = [_rank(_, query.order, row) for row in board.rows] if board.page == 1 else []
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
    return render_podium(_, ends, [each.fact.replace("*", "") for each in first])


def _find_figure(fact: str) -> str:
    """Return the first number in the bold part of a fact, or in all of it if no part is bold."""
    bold = re.search(r"\*\*(.+?)\*\*", fact)
    found = re.search(r"-?\d[\d.,\s]*%?\??", bold[1] if bold else fact)
    return found[0].strip() if found else ""


def _list_rows(_: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return the rows of the page, and the reader's own row if it is on another page."""
    if not board.rows:  # no result since the latest reset
        return f"{_('Nobody is here yet.')} {_say_how(_, query)}"
    own = None if shared or board.own is None else _rank(_, query.order, board.own)
    return list_ranked(_, [_rank(_, query.order, row) for row in board.rows], own)


def _list_buttons(_: Language, query: LeaderboardQuery, board: AnyBoard) -> Items:
    """Return the buttons to other pages and Share; Play if the board is empty."""
    if not board.rows:
        return [PageButton.of(PLAY, "all", label=_("Play"), style=discord.ButtonStyle.success)]
    here = (query.game, query.period, query.order)
    share = PageButton.of(PAGES, "share", *here, board.page, label=_("Share"))
    return [*back_and_next(_, board.page, board.pages, PAGES, *here), share]


def _tell_gap(_: Language, query: LeaderboardQuery, board: AnyBoard) -> list[str]:
    """Describe the reader's gap to the next better place, if it can be measured."""
    own, above = board.own, board.above
    if own is None or above is None:
        return []
    name, gap = name_player(above.person_id, above.name), ""
    if query.order == Sort.GAMES:
        gap = _need_games(_, above.games - own.games + 1)
    elif isinstance(own, Row) and isinstance(above, Row):
        gap = _measure_gap(_, query, own, above)
    elif isinstance(own, SoloRow) and isinstance(above, SoloRow):
        gap = _measure_solo_gap(_, query, own, above)
    return [f"⬆ {_('{name} is ahead.', name=name)} {gap}"] if gap else []


def _measure_gap(_: Language, query: LeaderboardQuery, own: Row, above: Row) -> str:
    """Say what is enough to pass the player above, or how far behind the reader is."""
    match query.order:
        case Sort.WINS:
            return _count_wins(_, own, above, season=query.period is Period.SEASON)
        case Sort.STREAK:
            return _.plural(
                "**{n} more win** in a row is enough to pass.",
                "**{n} more wins** in a row are enough to pass.",
                above.streak - own.streak + 1,
            )
        case Sort.SCORE if above.best_score is not None:
            return _beat(_, above.best_score)
        case Sort.RATING if own.rating is not None and above.rating is not None:
            return _trail(_, above.rating, own.rating, 0)
        case Sort.PLACE if _is_steady(own) == _is_steady(above):
            return _trail(_, own.average_place, above.average_place, 2)
        case _:
            return ""


def _measure_solo_gap(_: Language, query: LeaderboardQuery, own: SoloRow, above: SoloRow) -> str:
    """Return the same as `_measure_gap`, for a board of games played alone."""
    if query.order == Sort.PLACE:
        return _trail(_, above.average, own.average, 1)
    if query.period is Period.SEASON and own.games < STEADY <= above.games:
        return ""
    return _beat(_, above.best)


def _count_wins(_: Language, own: Row, above: Row, *, season: bool) -> str:
    """Say how many more wins, or how many more games, are enough to pass the player above.

    In a season, people with fewer than `STEADY` games come last, so they may need more games first.
    """
    wins = above.wins - own.wins + 1
    games = STEADY - own.games if season and above.games >= STEADY else 0
    if games <= wins:
        return _.plural(
            "**{n} more win** is enough to pass.", "**{n} more wins** are enough to pass.", wins
        )
    return _need_games(_, games) + (
        f" {_('Wins among them: {wins}.', wins=wins)}" if wins > 0 else ""
    )


def _need_games(_: Language, games: int) -> str:
    return _.plural(
        "**{n} more game** is enough to pass.", "**{n} more games** are enough to pass.", games
    )


def _beat(_: Language, score: int) -> str:
    return _("A score above **{score}** is enough to pass.", score=_.number(score))


def _trail(_: Language, better: float, worse: float, digits: int) -> str:
    """Return the difference of two figures as displayed; empty if they look equal."""
    gap = abs(round(better, digits) - round(worse, digits))
    if not round(gap, digits):
        return ""
    return _("You are **{gap}** behind.", gap=_.number(gap, digits))


def _is_steady(row: Row) -> bool:
    """Return whether a player is in the group that comes first in the order by average place."""
    return row.games >= STEADY and not row.provisional


def _rank(_: Language, order: str, row: AnyRow) -> Ranked:
    """Return a row as a list entry."""
    fact = (
        row.fact
        if isinstance(row, Line)
        else _tell_solo(_, order, row)
        if isinstance(row, SoloRow)
        else _tell(_, order, row)
    )
    return Ranked(row.rank, row.person_id, row.name, fact, medal=_has_won(row))


def _has_won(row: AnyRow) -> bool:
    """Return whether a player can get a medal; on a board of games alone, one point is enough."""
    if isinstance(row, Line):
        return True
    return row.best > 0 if isinstance(row, SoloRow) else row.wins > 0


def _tell(_: Language, order: str, row: Row) -> str:
    """Return the figure that the board is ordered by."""
    match order:
        case Sort.PLACE:
            return f"**{_.number(row.average_place, 2)}**"
        case Sort.SCORE if row.best_score is not None:
            return f"**{_.number(row.best_score)}**"
        case Sort.STREAK:
            return _("**{number}** in a row", number=_.number(row.streak))
        case Sort.RATING if row.rating is not None:
            return f"**{row.rating}**{'?' if row.provisional else ''}"
        case _:
            wins, games = _.number(row.wins), _.number(row.games)
            return _("**{wins}** of {games} won", wins=wins, games=games)


def _tell_solo(_: Language, order: str, row: SoloRow) -> str:
    """Return the figure that a board of games played alone is ordered by."""
    if order == Sort.SCORE:
        return f"**{_.number(row.best)}**"
    if order == Sort.PLACE:
        return f"**{_.number(row.average, 1)}**"
    return count_games(_, row.games, row.unfinished)


def _list_notes(
    _: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool
) -> list[str]:
    """Return notes: how to get onto the board, its order, and uncertain ratings."""
    notes: list[str] = []
    if query.ranking:
        notes.append(query.ranking.explain(_, query.key or ""))
    elif board.rows and (board.own is None or shared):
        notes.append(_say_how(_, query))
    if query.sort not in query.sorts and query.sort != Sort.WINS:
        order = _(list_sorts(query.rankings)[query.sort])
        notes.append(_("This board does not have the order: {order}", order=order))
    if board.rows and (steady := _explain_steady(_, query)):
        notes.append(steady)
    if query.order == Sort.PLACE and any(
        isinstance(row, SoloRow) and row.unfinished for row in board.rows
    ):
        notes.append(_("An unfinished game alone counts as 0 points in the average."))
    if query.order == Sort.RATING and any(
        isinstance(row, Row) and row.provisional for row in board.rows
    ):
        notes.append(_("A rating with ? is uncertain: it needs more games."))
    return [f"-# {note}" for note in notes]


def _say_how(_: Language, query: LeaderboardQuery) -> str:
    """Explain how to get onto the board."""
    if query.solo:
        return _("Finish such a game alone, and you are on this board.")
    if query.mixed:
        return _("Finish such a game with ducks, and you are on this board.")
    return _("Finish such a game with other people, and you are on this board.")


def _explain_steady(_: Language, query: LeaderboardQuery) -> str:
    """Explain the group that comes first in this order; empty if there is none."""
    if query.order == Sort.PLACE and not query.solo:
        if query.key is None:
            return _("Players with {games} games or more come first.", games=STEADY)
        return _(
            "Players with {games} games or more and a rating without ? come first.", games=STEADY
        )
    if query.period is Period.SEASON and query.order == next(iter(query.sorts)):
        first = _("Players with {games} games or more come first in a month.", games=STEADY)
        ties = "" if query.solo else f" {_('Equal wins: the better average place first.')}"
        return first + ties
    return ""


# Resets of leaderboards, opened from the settings of a server.

GREY, RED = 0x80848E, 0xDA373C

RESETS = "boards"
"""Key of the leaderboards' line in the settings."""


def choose_reset(_: Language) -> Component:
    """Return the menu of leaderboards to reset."""
    boards = [(key, _name_board(_, key)) for key in (ALL, *TITLES)]
    return select(_("Which leaderboard"), boards, "", SETTINGS, "set", RESETS)


def render_reset(
    _: Language, game_key: str, losses: ResetPreview, notice: str = ""
) -> MessageContent:
    """Return the question before a reset, with the losses; `notice`: the reason to ask again."""
    head = _("### ⚙️ Reset for good? {board}", board=_name_board(_, game_key))
    head += f"\n⚠️ {notice}" if notice else ""
    if not (losses.players or losses.games or losses.ratings):
        back = PageButton.of(SETTINGS, "ask", RESETS, label=_(BACK))
        words = f"{head}\n{_('There is nothing on it to lose.')}"
        return framed(GREY, text(words), *rows([back]))
    buttons = _make_reset_buttons(_, game_key, losses.latest)
    items: Items = [text(head), text(_describe_reset(_, game_key, losses)), *rows(buttons)]
    return framed(RED, *items)


def _name_board(_: Language, game_key: str) -> str:
    return _(ALL_BOARDS) if game_key == ALL else title_of(_, game_key)


def _describe_reset(_: Language, game_key: str, losses: ResetPreview) -> str:
    """Return what is lost and what stays."""
    lines = [
        _("**What is lost, for good**"),
        _describe_losses(_, losses),
        _("Wins, places, best scores, streaks and records begin anew, in every period."),
    ]
    if game_key != ALL and game(game_key).info.min_seats == 1:
        lines.append(_("The board of games played alone also begins anew."))
    lines += [
        _("**What stays**"),
        _("All finished games, and everything else about them."),
    ]
    if game_key != ALL:
        kept = _("The board of all games together keeps these games until all boards are reset.")
        lines.append(kept)
    return "\n".join(lines)


def _describe_losses(_: Language, losses: ResetPreview) -> str:
    """Return the number of lost players, games and ratings."""
    return " · ".join((
        _.plural("{n} player", "{n} players", losses.players),
        _.plural("{n} counted game", "{n} counted games", losses.games),
        _.plural("{n} rating", "{n} ratings", losses.ratings),
    ))  # fmt: skip


def render_reset_done(_: Language, game_key: str, losses: ResetPreview) -> MessageContent:
    """Return what was reset, with the button back to the settings."""
    begun = _("✅ This begins anew: {board}", board=_name_board(_, game_key))
    lost = _("Lost: {losses}", losses=_describe_losses(_, losses))
    back = PageButton.of(SETTINGS, "home", label=_(BACK))
    return framed(GREY, text(f"### ⚙️ {_('Leaderboards')}\n{begun}\n{lost}"), *rows([back]))


def _make_reset_buttons(_: Language, game_key: str, latest: int) -> Items:
    """Return the buttons below the losses.

    `latest`: the number of the last result that counts among the losses. The button that confirms
    has this number in its id. If a later result exists at the click, nothing is reset.
    """
    danger = discord.ButtonStyle.danger
    label = _("Reset for good")
    return [
        PageButton.of(PAGES, "reset", game_key, latest, label=label, style=danger),
        PageButton.of(SETTINGS, "home", label=_("Keep it")),
    ]
