"""The page of a leaderboard: podium, rows, the reader's gap to the next place, and controls."""

from __future__ import annotations

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
from cogs.display.pages.messages import find_face, render_podium
from cogs.display.table_text import (
    Ranked,
    list_ranked,
    name_player,
)
from cogs.features.leaderboards.reader import Row, SoloRow
from cogs.interactions.content import Fragment, MessageContent, framed
from cogs.interactions.failures import Declined
from cogs.interactions.parts import Component, Items, beside, row, rows, text
from engine.core import N_
from players.games import GAMES, game
from records.values import Board, Period

if TYPE_CHECKING:
    from collections.abc import Sequence

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

AnyBoard = Board[Row] | Board[SoloRow]
AnyRow = Row | SoloRow


class LeaderboardQuery(NamedTuple):
    """The page of a leaderboard to show."""

    game: str = ALL
    period: Period = Period.ALL
    page: int = 1

    @classmethod
    def read(cls, args: Sequence[str]) -> Self:
        """Read game, period and page; raises Declined if there is no such board."""
        game, period, page = args
        if period not in PERIODS:
            raise Declined("There is no such leaderboard.")
        found = cls(game, Period(period), read_number(page))
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
    def key(self) -> str | None:
        """The game's key; None for all games."""
        return key_of(self.game.removesuffix(ALONE).removesuffix(WITH_DUCKS))

    @property
    def title(self) -> str:
        """The title of the board: game and company."""
        return BOARDS.get(self.game, ALL_GAMES)


def render_leaderboard(
    _: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool = False
) -> MessageContent:
    """Return a page of a leaderboard; a shared one has no controls."""
    podium = _render_podium(_, query, board)
    heading = _make_heading(_, query, board, shared=shared)
    lines = [
        _list_rows(_, query, board, shared=shared),
        *([] if shared else _tell_gap(_, board)),
        *_list_notes(_, query, board, shared=shared),
    ]
    here = (query.game, query.period)
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
    """Return the page that offers other boards and periods."""
    games = [(key, _.of(key)(title)) for key, title in {ALL: ALL_GAMES, **BOARDS}.items()]
    spans = [(str(period), _(title)) for period, title in PERIODS.items()]
    game, period = query.game, query.period
    menus = [
        select(_("Which game"), games, game, PAGES, "game", period, 1),
        select(_("Since when"), spans, period, PAGES, "span", game, 1),
    ]
    back = PageButton.of(PAGES, "back", game, period, query.page, label=_(BACK))
    return framed(0xF0B232, text(_("### 🏆 Other leaderboards")), *map(row, menus), row(back))


def _make_heading(_: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return the title, and below it order, period, number of players, and page."""
    facts: list[str] = []
    if board.rows or query.period is not Period.ALL:
        order = _("By best score") if query.solo else _("By wins")
        facts += [order, _(PERIODS[query.period])]
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
    ranked = [(row, _rank(_, query, row)) for row in board.rows] if board.page == 1 else []
    shared = {each.place for _row, each in ranked[3:]}
    first = [(row, each) for row, each in ranked[:3] if each.medal and each.place not in shared]
    if not first:
        return Fragment([])
    ends = (
        (row.name, each.place or 0, 0, _count(_, row), find_face(row.person_id))
        for row, each in first
    )
    return render_podium(_, ends, [each.fact.replace("*", "") for _row, each in first])


def _count(_: Language, row: AnyRow) -> str:
    """Return what orders the board: the best score alone, or wins."""
    return _.number(row.best if isinstance(row, SoloRow) else row.wins)


def _list_rows(_: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool) -> str:
    """Return the rows of the page, and the reader's own row if it is on another page."""
    if not board.rows:  # no result since the latest reset
        return f"{_('Nobody is here yet.')} {_say_how(_, query)}"
    own = None if shared or board.own is None else _rank(_, query, board.own)
    return list_ranked(_, [_rank(_, query, row) for row in board.rows], own)


def _list_buttons(_: Language, query: LeaderboardQuery, board: AnyBoard) -> Items:
    """Return the buttons to other pages and Share; Play if the board is empty."""
    if not board.rows:
        return [PageButton.of(PLAY, "all", label=_("Play"), style=discord.ButtonStyle.success)]
    here = (query.game, query.period)
    share = PageButton.of(PAGES, "share", *here, board.page, label=_("Share"))
    return [*back_and_next(_, board.page, board.pages, PAGES, *here), share]


def _tell_gap(_: Language, board: AnyBoard) -> list[str]:
    """Say what is enough to pass the player with the next better place."""
    own, above = board.own, board.above
    if own is None or above is None:
        return []
    name = name_player(_, above.person_id, above.name)
    if isinstance(own, Row) and isinstance(above, Row):
        enough = _.plural(
            "**{n} more win** is enough to pass.",
            "**{n} more wins** are enough to pass.",
            above.wins - own.wins + 1,
        )
    else:
        score = above.best if isinstance(above, SoloRow) else 0
        enough = _("A score above **{score}** is enough to pass.", score=_.number(score))
    return [f"⬆ {_('{name} is ahead.', name=name)} {enough}"]


def _rank(_: Language, query: LeaderboardQuery, row: AnyRow) -> Ranked:
    """Return a row as a list entry; on a board of games alone, one point is enough for a medal."""
    if isinstance(row, SoloRow):
        fact, medal = f"**{_count(_, row)}**", row.best > 0
    else:
        fact, medal = _tell(_, query, row), row.wins > 0
    return Ranked(row.rank, row.person_id, row.name, fact, medal=medal)


def _tell(_: Language, query: LeaderboardQuery, row: Row) -> str:
    """Return a player's wins, and a rating that is certain, in short, to fit a phone's line."""
    wins, games = _count(_, row), _.number(row.games)
    if query.mixed or row.rating is None or row.provisional:
        return _("**{wins}** of {games} won", wins=wins, games=games)
    return f"**{wins}**/{games} · {row.rating}"


def _list_notes(
    _: Language, query: LeaderboardQuery, board: AnyBoard, *, shared: bool
) -> list[str]:
    """Return the note on how to get onto the board."""
    says = bool(board.rows) and (board.own is None or shared)
    return [f"-# {_say_how(_, query)}"] if says else []


def _say_how(_: Language, query: LeaderboardQuery) -> str:
    """Explain how to get onto the board."""
    if query.solo:
        return _("Finish such a game alone, and you are on this board.")
    if query.mixed:
        return _("Finish such a game with ducks and without tips, and you are on this board.")
    return _("Finish such a game with other people, and you are on this board.")


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
