"""From a table to what one reader may see of it: the only place where a state meets a renderer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cogs.display.pages.renderer import RenderContext, SeenStep
from cogs.display.words.faces import show_face
from cogs.interactions.names import clean_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cogs.display.words.emojis import Emojis
    from engine.core import Game, Seat
    from tables.model.advice import Task
    from tables.model.progress import PlayedMove
    from tables.model.table import Table


def render_context(
    table: Table, emojis: Emojis, viewer: Seat | None = None, focus: str = ""
) -> RenderContext:
    """Return what a reader may see of a table that has been started.

    Args:
        table: whose state is known.
        emojis: the pictures.
        viewer: the reader's seat; None for the public board.
        focus: in which way the state is shown, in the renderer's own words.
    """
    game = table.game
    mover = viewer if viewer is not None or game.info.hidden else _only(table.to_act)
    return RenderContext(
        table_id=table.id,
        names=tuple(clean_name(seat.person.name) for seat in table.seats),
        faces=tuple(show_face(seat, emojis) for seat in table.seats),
        options=table.options,
        first=table.first,
        outcome=table.outcome,
        view=_view(game, table.state, viewer),
        emojis=emojis,
        seq=table.drawn_for(viewer),
        viewer=viewer,
        moves=_moves(table, mover),
        focus=focus,
        odds=table.odds,
    )


def task_context(task: Task, emojis: Emojis, names: tuple[str, ...]) -> RenderContext:
    """Return what the seat may see that is to choose in a position to practise on.

    Args:
        task: the position.
        emojis: the pictures.
        names: of the players, by seat.
    """
    return RenderContext(
        table_id=task.table_id,
        names=tuple(map(clean_name, names)),
        options=task.position.options,
        first=task.position.first,
        outcome=None,
        view=task.known.view,
        emojis=emojis,
        seq=0,
        viewer=task.known.seat,
        moves=(),
    )


def see_steps(
    game: Game[Any, Any, Any], moves: Iterable[PlayedMove], viewer: Seat | None
) -> list[SeenStep]:
    """Return consecutive moves as a seat saw them, or as a spectator did (None)."""
    steps: list[SeenStep] = []
    for move in moves:
        before = steps[-1].after if steps else _view(game, move.before, viewer)
        seen = _see_move(game, move, viewer)
        after = _view(game, move.after, viewer)
        steps.append(SeenStep(move.seat, seen, before, after, move.by_caretaker))
    return steps


@lru_cache(maxsize=512)
def _view(game: Game[Any, Any, Any], state: object, viewer: Seat | None) -> Any:  # noqa: ANN401 - a game's view
    """Return what a seat, or a spectator, may know; a state is seen again with the next click."""
    return game.view(state, viewer)


def _see_move(game: Game[Any, Any, Any], move: PlayedMove, viewer: Seat | None) -> Any:  # noqa: ANN401 - a game's move
    """Return the move as the viewer may know it; None where all of it is hidden."""
    if not game.info.hidden:
        return move.move
    seen = game.seen(move.before, move.seat, move.move, viewer)
    if seen == str(move.move):
        return move.move
    return None if seen is None else game.parse(seen)


def _moves(table: Table, seat: Seat | None) -> tuple[Any, ...]:
    """Return what a person may do at a seat: nothing where it is a computer's."""
    if seat is None or seat not in table.to_act or table.seats[seat].level:
        return ()
    return table.moves(seat)


def _only(seats: tuple[Seat, ...]) -> Seat | None:
    """Return the seat where there is but one."""
    return seats[0] if len(seats) == 1 else None
