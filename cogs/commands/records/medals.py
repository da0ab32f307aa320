"""The medals of those who were among the first of a season, in words."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from cogs.commands.records.leaderboard_page import MEDALS
from cogs.display.controls.paging import key_of, title_of
from cogs.display.words.faces import name_player
from records.model.scopes import game_of, is_mixed, is_solo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.model.people import SeasonMedal

SHOWN = 5
"""How many medals of a person, and how many people of a board, are named: equals share a place."""


def list_medals(game: str, medals: Sequence[SeasonMedal]) -> str:
    """Return the medals of a person in a game, or in all, newest first; empty without any."""
    own = [medal for medal in medals if key_of(game) in (None, game_of(medal.board))]
    lines = [
        f"{MEDALS[medal.place]} {name_season(medal.season)}: {_name_board(medal.board)}"
        for medal in own[:SHOWN]
    ]
    lines += [f"-# and {len(own) - SHOWN} earlier"] if len(own) > SHOWN else []
    return "\n".join(["**Seasons**", *lines]) if lines else ""


def list_firsts(medals: Sequence[SeasonMedal]) -> list[str]:
    """Return a line for each board with the first of a season there."""
    boards = dict.fromkeys(medal.board for medal in medals)
    return [
        format_firsts(_name_board(board), [medal for medal in medals if medal.board == board])
        for board in boards
    ]


def format_firsts(title: str, medals: Sequence[SeasonMedal]) -> str:
    """Return a line with the first of one board; it mentions nobody."""
    names = [f"{MEDALS[medal.place]} {name_player(0, medal.name)}" for medal in medals[:SHOWN]]
    names += [f"and {len(medals) - SHOWN} more"] if len(medals) > SHOWN else []
    return f"{title}: {' · '.join(names)}"


def name_season(season: str) -> str:
    """Return a season in words: "May 2026"."""
    return f"{date.fromisoformat(f'{season}-01'):%B %Y}"


def _name_board(board: str) -> str:
    kind = ", alone" if is_solo(board) else ", with ducks" if is_mixed(board) else ""
    return title_of(game_of(board)) + kind
