"""The board of a running game, and the private hand of a player."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cogs.display.components import (
    ActionButton,
    ControlKind,
    MoveButton,
    StepButton,
    more_button,
)
from cogs.display.pages.renderer import RenderContext, SeenStep
from cogs.display.table_text import (
    describe_clock,
    describe_pauses,
    show_face,
    show_player,
    table_link,
)
from cogs.interactions.content import Fragment, MessageContent, framed, say
from cogs.interactions.language import ENGLISH, clean_name, count, cut, join_names, plain_name
from cogs.interactions.parts import (
    BUTTON,
    IN_A_ROW,
    MOST_LETTERS,
    ROW,
    SEPARATOR_LINE,
    Items,
    count_letters,
    drop_controls,
    row,
    rows,
    text,
)
from tables.model.progress import STANDING_ORDER
from tables.model.table import Gone, Status, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from cogs.interactions.parts import Component
    from engine.core import Game, Seat
    from tables.model.progress import PlayedMove
    from tables.model.table import SeatedPlayer


# Limits a table to the knowledge of one reader. Only here do states meet renderers.


def render_context(
    table: Table,
    emojis: Emojis,
    viewer: Seat | None = None,
    focus: str = "",
    language: Language = ENGLISH,
) -> RenderContext:
    """Return all that a reader may see of a game that has begun.

    Args:
        table: a table whose state is known.
        emojis: the pictures.
        viewer: the reader's seat; None for the public board.
        focus: the way to show the state, in the renderer's own words.
        language: the reader's language.
    """
    game = table.game
    mover = viewer if viewer is not None or game.info.hidden else _only(table.to_act)
    return RenderContext(
        table_id=table.id,
        names=tuple(clean_name(seat.name) for seat in table.seats),
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
        language=language,
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
    """Cache views: the next click sees the same state again."""
    return game.view(state, viewer)


def _see_move(game: Game[Any, Any, Any], move: PlayedMove, viewer: Seat | None) -> Any:  # noqa: ANN401 - a game's move
    """Return the visible part of a move; None if all of it is hidden."""
    if not game.info.hidden:
        return move.move
    seen = game.seen(move.before, move.seat, move.move, viewer)
    if seen == str(move.move):
        return move.move
    return None if seen is None else game.parse(seen)


def _moves(table: Table, seat: Seat | None) -> tuple[Any, ...]:
    """Return the legal moves at a person's seat; none at a computer's."""
    if seat is None or seat not in table.to_act or table.seats[seat].level:
        return ()
    return table.moves(seat)


def _only(seats: tuple[Seat, ...]) -> Seat | None:
    """Return the seat if there is exactly one."""
    return seats[0] if len(seats) == 1 else None


REASONS: Mapping[str, str] = {
    Gone.LEFT: "has left the server",
    Gone.TIMED_OUT: "is timed out",
    Gone.HIDDEN: "cannot see this channel",
}
"""Reasons why somebody cannot play."""

UNDO = "↩ Undo"

_CUT = re.compile(r"\n(?:> )?| · ")
"""Possible beginnings of a shortened text about steps: a line, or a part of one."""

_EARLIER = "> ⋯\n> "
"""Beginning of a text about steps whose earliest ones did not fit."""

LAST_LETTERS = 1000
"""Most characters about the last moves, on a page that also has other parts than the board."""

BOARD_LETTERS = MOST_LETTERS - 300
"""Most characters of a board with its steps, so that the call into a thread fits above it."""

MOST_NAMED = 4
"""Most absent players named on a board; the others are counted."""

SHORT = 12
"""Longest label, in letters, of a button that fits beside Undo and ⋯ on a phone."""


def render_board(
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    now: float,
    learners: Collection[Seat] = (),
) -> MessageContent:
    """Render the latest moves, the state of the game, the players to act, and the controls.

    `learners`: seats whose players are told what the next press does.
    """
    board = renderer.board(context)
    head = text(f"{head_of(renderer, context)}\n-# {renderer.headline(context)}")
    turn = [_call(table, context.emojis), *_tell_absent(table, now)]
    guide = renderer.guide(context) if learners else ""
    below = [
        *board.items,
        *([text("\n".join(filter(None, turn)))] if any(turn) else ()),
        *([text(f"-# 💬 {guide}")] if guide else ()),
        *_add_buttons(renderer.controls(context), _offer_rest(renderer, table, context)),
    ]
    room = BOARD_LETTERS - count_letters([head, *below])
    steps = render_steps(renderer, table, context, room)
    return framed(renderer.accent, head, *steps, *below, pictures=board.pictures)


def head_of(renderer: Renderer, context: RenderContext) -> str:
    """Return the first line of every message about a game: its picture and its title."""
    return f"### {context.emojis[renderer.sign]} {renderer.game.info.title}"


def _add_buttons(controls: Items, buttons: Items) -> Items:
    """Return the controls of the game with these buttons below them.

    A phone breaks long rows, and the last button must not stand alone. Therefore one button joins a
    row of buttons, and two join a row that has a single short one.
    """
    last = controls[-1] if controls else None
    there: Items = last["components"] if last is not None and last["type"] == ROW else []
    has_buttons = any(each["type"] == BUTTON for each in there)
    single = len(there) == 1 and len(there[0].get("label", "")) <= SHORT
    if has_buttons and len(there) < IN_A_ROW and (len(buttons) == 1 or single):
        return [*controls[:-1], row(*there, *buttons)]
    return [*controls, *rows(buttons)]


def _call(table: Table, emojis: Emojis) -> str:
    """Mention the players to act, or name the moving computer. A game for one has only a clock."""
    if not table.waiting_on and table.thinking is not None:
        return f"▶ {show_player(table.seats[table.thinking], emojis)} is thinking"
    people = [f"<@{table.seats[seat].person_id}>" for seat in table.waiting_on]
    clock = describe_clock(ENGLISH, table, table.waiting_on)
    who = f"▶ {', '.join(people)}: **your turn**" if len(table.seats) > 1 else ""
    return f"{who}{clock}{_tell_late(table)}".lstrip("\n")


def _tell_late(table: Table) -> str:
    """Name the players whose time has just run out; empty if there are none."""
    made = {move.seat for move in table.since_click if move.by_caretaker}
    late = [s.name for i, s in enumerate(table.seats) if i in made and s.missed]
    names = join_names([plain_name(name) for name in late])
    return f"\n-# {names} ran out of time: a duck has moved." if late else ""


def tell_last_steps(renderer: Renderer, table: Table, context: RenderContext, most: int) -> Items:
    """Return the last lines, at most `most`, about the moves since the latest click."""
    lines = "\n".join(describe_steps(renderer, table, context)).split("\n")[-most:]
    # A `#` would make large letters, which are for the heading.
    told = [f"> {line.lstrip('#').lstrip()}" for line in lines if line]
    return _write_steps(told, LAST_LETTERS)


def render_steps(renderer: Renderer, table: Table, context: RenderContext, room: int) -> Items:
    """Describe the moves since the latest click, oldest first, in one paragraph.

    `room`: most characters; the earliest moves are left out.
    """
    sentences = describe_steps(renderer, table, context)
    lines = [f"> {line}" for sentence in sentences for line in sentence.split("\n")]
    return _write_steps([*lines, *_tell_orders(table), *_tell_undo(table)], room)


def _write_steps(lines: Sequence[str], room: int) -> Items:
    """Return a paragraph of the latest lines, or parts of a line, that fit."""
    told = "\n".join(lines)
    if len(told) > room:
        _, *latest = _CUT.split(told[len(told) - max(0, room - len(_EARLIER)) :], maxsplit=1)
        told = "".join(_EARLIER + each for each in latest)
    return [text(told)] if told else []


def describe_steps(renderer: Renderer, table: Table, context: RenderContext) -> list[str]:
    """Return sentences about the moves since the latest click, the clicked one included."""
    return renderer.describe_steps(context, see_steps(table.game, table.since_click, None))


def _tell_absent(table: Table, now: float) -> list[str]:
    """Return lines about absent players, and about the acts behind ⋯ that let others go on."""
    lines = describe_pauses(ENGLISH, table, now)
    idle = [seat for seat in table.waiting_on if table.may_hand_over(seat, now)]
    if idle:
        names = join_names([plain_name(table.seats[seat].name) for seat in idle])
        lines.append(f"-# The others can have a duck play on for {names}: ⋯")
    # A forgotten person has a negative id and cannot come back.
    if gone := [seat for seat in table.seats if seat.caretaker and seat.person_id > 0]:
        named, others = gone[:MOST_NAMED], len(gone) - MOST_NAMED
        more = [count(others, "other")] if others > 0 else []
        names = join_names([*map(_name_gone, named), *more])
        lines.append(f"-# A duck plays for {names}, who can come back at any time: ⋯")
    if deciding := table.deciding(now):
        agree = sum(table.seats[seat].ends for seat in deciding)
        how = f"{agree} of {len(deciding)} agree" if agree else "if all of them agree"
        lines.append(f"-# Those still here can end the game; the absent come last ({how}): ⋯")
    return lines


def _name_gone(seat: SeatedPlayer) -> str:
    """Return the name of an absent player, with the reason if Discord has told it."""
    reason = f" ({REASONS[seat.gone]})" if seat.gone else ""
    return f"{plain_name(seat.name)}{reason}"


def render_hand(  # noqa: PLR0917 - what it is drawn with
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    seat: Seat,
    focus: str = "",
    language: Language = ENGLISH,
) -> MessageContent:
    """Return the private page with a player's hand."""
    if table.status is not Status.PLAYING:
        return say(f"The game at table #{table.id} is over: {table_link(language, table)}")
    context = render_context(table, emojis, seat, focus, language)
    hand = renderer.hand(context)
    if hand is None:
        return say(f"Nothing is hidden in this game: {table_link(language, table)}")
    told = tell_last_steps(renderer, table, context, 2)
    rest = rows(_offer_rest(renderer, table, context))
    return MessageContent([*told, *hand.items, *rest], hand.pictures)


def reveal_hand(renderer: Renderer, table: Table, emojis: Emojis, seat: Seat | None) -> Fragment:
    """Return the hidden part of a seat's view; empty after the end, or if nothing is hidden."""
    if seat is None or table.outcome is not None:
        return Fragment([])
    hand = renderer.hand(render_context(table, emojis, seat))
    if hand is None:
        return Fragment([])
    head = text(f"**What {plain_name(table.seats[seat].name)} alone could see**")
    return Fragment([SEPARATOR_LINE, head, *drop_controls(hand.items)], hand.pictures)


def _offer_rest(renderer: Renderer, table: Table, context: RenderContext) -> Items:
    """Return the last buttons of every board and hand: Undo and ⋯.

    Undo is on the message where moves are made: the board, or the hand where hands are hidden.
    """
    undo = renderer.has_undo and (context.viewer is not None or not table.game.info.hidden)
    return [*([_make_undo(renderer, table, context)] if undo else ()), more_button(table.id)]


def _make_undo(renderer: Renderer, table: Table, context: RenderContext) -> Component:
    """Return the Undo button; it is disabled if nothing can be undone."""
    viewer, number = context.viewer, table.drawn_for(context.viewer)
    if move := next((m for m in context.moves if str(m).split(" ")[0] == ControlKind.UNDO), None):
        press = renderer.undo_press(context, move)  # the rules define the move
        if context.focus:
            return StepButton.of(table.id, number, f"{context.focus}:{press}", UNDO)
        return MoveButton.of(table.id, number, press, UNDO)
    seat = table.undoable[0].seat if table.undoable else None
    if seat is None or (table.game.info.hidden and viewer != seat):
        return ActionButton.of(table.id, ControlKind.UNDO, UNDO, arg=number, disabled=True)
    whose = "" if seat in table.to_act else f" by {cut(clean_name(table.seats[seat].name), 50)}"
    return ActionButton.of(table.id, ControlKind.UNDO, f"{UNDO}{whose}", arg=number)


def _tell_undo(table: Table) -> list[str]:
    """Return a line about who undid the latest move; empty if nobody did."""
    if table.undone_by is None:
        return []
    name = plain_name(table.seats[table.undone_by].name)
    return [f"-# ↩ {name} has undone a move."]


def _tell_orders(table: Table) -> list[str]:
    """Return a line about standing orders that moved since the latest click; empty if none did."""
    moved = {move.seat for move in table.since_click if move.player == STANDING_ORDER}
    if not moved:
        return []
    names = join_names([plain_name(table.seats[seat].name) for seat in sorted(moved)])
    return [f"-# 📋 By standing order: {names}"]
