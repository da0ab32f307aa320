"""The live message of a table, which every game shares: a lobby, a board, or the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.board import render_board
from cogs.display.pages.context import render_context
from cogs.display.pages.end import render_ended, render_final, render_result
from cogs.display.pages.lobby import render_lobby
from tables.model.table import Series, Status, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cogs.display.pages.renderer import Renderer
    from cogs.display.words.emojis import Emojis
    from cogs.interactions.content import MessageContent
    from engine.core import Seat
    from records.model.people import Earned, SoloScore


def render_table(
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    now: float,
    focus: str = "",
    *,
    earned: Sequence[Earned] = (),
    series: Series | SoloScore | None = None,
    decided: str = "",
    newcomer: bool = False,
    learners: Collection[Seat] = (),
) -> MessageContent:
    """Return the live message of a table in whatever phase it is.

    Args:
        renderer: of the table's game.
        table: to be shown.
        emojis: the pictures.
        now: Unix seconds.
        focus: in which way the state is shown, in the renderer's own words.
        earned: the achievements of a game that is over.
        series: the games before, where it is a rematch; all games of who has played alone.
        decided: what decided a game that is over, once that is known.
        newcomer: whether somebody in the lobby is new to the game.
        learners: the seats in a turn of which the board says what the next press does.
    """
    if table.status is Status.LOBBY:
        before = series if isinstance(series, Series) else None
        return render_lobby(renderer, table, emojis, before, newcomer=newcomer)
    if table.status is Status.PLAYING:
        context = render_context(table, emojis, focus=focus)
        return render_board(renderer, table, context, now, learners)
    if table.status is Status.FINISHED:
        if table.state is None:
            return render_result(table, emojis)
        return render_final(renderer, table, render_context(table, emojis), earned, series, decided)
    return render_ended(table)
