"""What to do next with a table's messages: pure functions of what is known and what has happened.

Nothing here waits, sends, reads a clock or keeps anything. `tests/cogs/publishing/test_plan.py`
lists what each function decides.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from cogs.interactions.failures import Outcome, posted_at
from tables.model.table import Status
from tables.play.lobby import was_unvisited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from tables.model.table import Table

MOVE_DOWN_EVERY: Final = 30.0
"""Seconds for which a board stays where it is, even if people write below it."""

SILENT_CHANNEL: Final = 600.0
"""Age of a board, in seconds, from which it counts as covered if a click names no last message."""


class Step(Enum):
    """What to do with the live message."""

    WITHDRAW = auto()  # delete it, because it has nothing to show
    MOVE = auto()  # post a new one below what people have written
    EDIT = auto()
    POST = auto()  # post a new one, because it is gone
    SHOWN = auto()
    LATER = auto()  # another try may succeed
    BROKEN = auto()  # tell the person who clicked that the game is broken
    HIDDEN = auto()  # tell the person who clicked that nothing can be shown here


SENDS: Final = frozenset({Step.MOVE, Step.EDIT, Step.POST})
"""Steps that have an outcome; the others end what is done with a message."""

_ENDS: Final = {
    Outcome.DONE: Step.SHOWN,
    Outcome.FAILED: Step.LATER,
    Outcome.BROKEN: Step.BROKEN,
}


def begin(table: Table, *, gone: bool, moves: bool) -> Step:
    """Return the first step for a table's live message.

    `gone`: whether the message is deleted. `moves`: whether it should move down.
    """
    unvisited = table.status is Status.CANCELLED and was_unvisited(table)
    if unvisited and table.message_id != table.thread_id:
        return Step.WITHDRAW
    if table.message_id is None or gone:
        return Step.POST
    return Step.MOVE if moves else Step.EDIT


def go_on(step: Step, outcome: Outcome) -> Step:
    """Return the step after the outcome of another one."""
    if step is Step.MOVE and outcome is not Outcome.DONE:
        return Step.EDIT
    if step is Step.EDIT and outcome is Outcome.GONE:
        return Step.POST
    return _ENDS.get(outcome, Step.HIDDEN)


def may_move(table: Table, now: float) -> bool:
    """Return whether a board has stayed for long enough to move down. Guests' boards stay.

    `now`: Unix seconds; after a click, by Discord's clock, because this machine's may be wrong.
    """
    if table.message_id is None or table.guest is not None:
        return False
    return now - posted_at(table.message_id) >= MOVE_DOWN_EVERY


def pass_turn(before: Sequence[Seat] | None, now: Sequence[Seat]) -> tuple[bool, tuple[Seat, ...]]:
    """Return whether the turn has passed, and to which seats; `before` is None at the first look.

    `before`, `now`: The seats on turn.
    """
    if before is None or before == now:
        return False, ()
    return True, tuple(seat for seat in now if seat not in before)


class Clicked(Enum):
    """What becomes of a clicked message, once its table is shown."""

    NOTHING = auto()
    ACKNOWLEDGED = auto()  # the click is answered, and the message is deleted already
    KEPT = auto()  # it stays, and the click's token can edit it
    REPLACED = auto()  # a newer message shows the table, so it is deleted


def judge_clicked(table: Table, clicked: int | None, before: int | None) -> Clicked:
    """Return what becomes of a clicked message.

    Args:
        table: The table as it is shown now.
        clicked: The message, unless only one person sees it.
        before: The live message before the click. A newer one has replaced and deleted it.
    """
    live = table.message_id
    if clicked is None or live is None or clicked > live:
        return Clicked.NOTHING
    if clicked == live:
        return Clicked.KEPT
    if clicked == before:
        return Clicked.ACKNOWLEDGED
    return Clicked.KEPT if clicked == table.thread_id else Clicked.REPLACED


def is_newer(table: Table, clicked: int | None) -> bool:
    """Return whether a clicked message should become the live one.

    The stored live message can be too old, if the bot was killed after it posted a newer one.
    """
    if clicked is None or clicked == table.thread_id:
        return False
    return table.message_id is None or clicked > table.message_id


def find_other(table: Table, clicked: int, last: int | None, click: int) -> int | None:
    """Return the newest message of a clicked message's channel; None if it is one of the table.

    Args:
        table: The table.
        clicked: The clicked message.
        last: The last message of the channel, if the click names it.
        click: The id of the click.
    """
    if last is None and posted_at(click) - posted_at(clicked) > SILENT_CHANNEL:
        return clicked + 1  # unknown: somebody may have written by now
    return None if last in (clicked, table.call_id) else last
