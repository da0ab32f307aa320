"""The board of a running game, and the private hand of a player."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import discord

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
    table_link,
    tell_turn,
)
from cogs.interactions.content import Fragment, MessageContent, framed, say
from cogs.interactions.language import ENGLISH, cut
from cogs.interactions.parts import (
    BUTTON,
    IN_A_ROW,
    MOST_LETTERS,
    ROW,
    SEPARATOR_LINE,
    Items,
    count_letters,
    row,
    rows,
    text,
)
from engine.core import N_
from tables.model.table import Gone, Status, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import Renderer
    from cogs.interactions.language import Language
    from engine.core import Game, Seat
    from tables.model.progress import PlayedMove
    from tables.model.table import SeatedPlayer


# Reduces a table's state to a view: what one reader may know. Renderers never get a state.


def render_context(
    table: Table,
    emojis: Emojis,
    viewer: Seat | None = None,
    focus: str = "",
    language: Language = ENGLISH,
    *,
    tip: str = "",
) -> RenderContext:
    """Return everything that a reader may see of a game that has begun.

    Args:
        table: a table whose state is known.
        emojis: the pictures.
        viewer: the reader's seat; None for the public board.
        focus: how to show the state, in the renderer's own notation.
        language: the reader's language.
        tip: the tip below the board.
    """
    game = table.game
    mover = viewer if viewer is not None or game.info.hidden else _only(table.to_act)
    return RenderContext(
        table_id=table.id,
        names=tuple(language.name(seat.name) for seat in table.seats),
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
        tip=tip,
        language=language.of(game.info.key),
    )


def see_steps(
    game: Game[Any, Any, Any], moves: Iterable[PlayedMove], viewer: Seat | None
) -> list[SeenStep]:
    """Return consecutive moves as the viewer saw them; `viewer` is None for a spectator."""
    steps: list[SeenStep] = []
    for move in moves:
        before = steps[-1].after if steps else _view(game, move.before, viewer)
        seen = _see_move(game, move, viewer)
        after = _view(game, move.after, viewer)
        steps.append(SeenStep(move.seat, seen, before, after, move.by_caretaker))
    return steps


@lru_cache(maxsize=512)
def _view(game: Game[Any, Any, Any], state: object, viewer: Seat | None) -> Any:  # noqa: ANN401 - a game's view
    """Return a view from a cache, because the next click needs the view of this state again."""
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
    """Return the legal moves of a seat; empty if it is not to act, or has a computer player."""
    if seat is None or seat not in table.to_act or table.seats[seat].level:
        return ()
    return table.moves(seat)


def _only(seats: tuple[Seat, ...]) -> Seat | None:
    """Return the only seat; None if there are several or none."""
    return seats[0] if len(seats) == 1 else None


REASONS: Mapping[str, str] = {
    Gone.LEFT: N_("{name} (is not on the server)"),
    Gone.TIMED_OUT: N_("{name} (is timed out)"),
    Gone.HIDDEN: N_("{name} (cannot see this channel)"),
}
"""Texts that name a player whom Discord reports as gone, with the reason, by value of `Gone`."""

UNDO = N_("↩ Undo")

_CUT = re.compile(r"\n(?:> )?| · ")
"""Separators where a text about steps may be cut: between lines, or between parts of a line."""

_EARLIER = "> ⋯\n> "
"""Beginning of a text whose earliest steps were cut because they did not fit."""

LAST_LETTERS = 1000
"""Longest text about the last moves, in characters, on a hand or on a finished game."""

BOARD_LETTERS = MOST_LETTERS - 300
"""Longest board with its steps, in characters; `invite` needs the rest to mention the players."""

MOST_NAMED = 4
"""Largest number of absent players named on a board; the others are counted."""


def render_board(
    renderer: Renderer,
    table: Table,
    context: RenderContext,
    now: float,
) -> MessageContent:
    """Render the latest moves, the state of the game, the players to act, and the controls."""
    board = renderer.board(context)
    _, called = context.language.frame, table.waiting_on and len(table.people) > 1
    turn = "" if called or len(table.seats) == 1 else tell_turn(_, table, context.emojis)
    head = text(head_of(renderer, context, turn))
    calls = [_call(_, table), *_tell_absent(_, table, now), context.tip and f"-# 💡 {context.tip}"]
    below = [
        *board.items,
        *([text("\n".join(filter(None, calls)))] if any(calls) else ()),
        *_add_buttons(renderer, renderer.controls(context), _offer_rest(renderer, table, context)),
    ]
    room = BOARD_LETTERS - count_letters([head, *below])
    steps = render_steps(renderer, table, context, room)
    return framed(renderer.accent, head, *steps, *below, pictures=board.pictures)


def title_of(renderer: Renderer, context: RenderContext) -> str:
    """Return the first line of every message about a game: the game's picture and title."""
    return f"### {context.emojis[renderer.sign]} {context.language.frame.title(renderer.game.info)}"


def head_of(renderer: Renderer, context: RenderContext, turn: str = "") -> str:
    """Return the title, and below it in small letters the state of the game and the turn."""
    state = " · ".join(filter(None, (renderer.headline(context), turn)))
    return f"{title_of(renderer, context)}\n-# {state}"


NARROW = 20
"""Characters on the last buttons from which a phone would put ⋯ into a line of its own."""


def _add_buttons(renderer: Renderer, controls: Items, buttons: Items) -> Items:
    """Return the controls of the game, and below them these buttons.

    They go into the game's last row, if the renderer says so and they fit, to save a row. If hands
    are hidden or no board has Undo, they also do so if that row makes moves. Otherwise all rows
    above would move with Undo.
    """
    beside, moves = renderer.undo_beside, not renderer.has_undo or renderer.game.info.hidden
    if controls and controls[-1]["type"] == ROW and (beside or moves):
        there: Items = controls[-1]["components"]
        styles = {each["style"] for each in there if each["type"] == BUTTON}
        width = sum(len(each.get("label", "")) for each in (*there, *buttons))
        fits = width < NARROW if beside else discord.ButtonStyle.primary.value in styles
        if fits and len(there) + len(buttons) < IN_A_ROW:
            return [*controls[:-1], row(*there, *buttons)]
    return [*controls, *rows(buttons)]


def _call(_: Language, table: Table) -> str:
    """Mention the players to act, with their clock.

    A game of one person, alone or with ducks, mentions nobody.
    """
    people = " ".join(f"<@{table.seats[seat].person_id}>" for seat in table.waiting_on)
    clock = describe_clock(_, table, table.waiting_on)
    who = f"▶ {people}" if people and len(table.people) > 1 else ""
    return f"{who}{clock}{_tell_late(_, table)}".lstrip("\n")


def _tell_late(_: Language, table: Table) -> str:
    """Name the players whose time has just run out; empty if there are none."""
    made = {move.seat for move in table.since_click if move.by_caretaker}
    late = [s.name for i, s in enumerate(table.seats) if i in made and s.missed]
    names = _.join([_.plain(name) for name in late])
    return _("\n-# Out of time, so a duck has moved for: {names}", names=names) if late else ""


def tell_last_steps(renderer: Renderer, table: Table, context: RenderContext, most: int) -> Items:
    """Return the last `most` lines about the moves since the latest click."""
    lines = "\n".join(describe_steps(renderer, table, context)).split("\n")[-most:]
    # Only the heading of the message may be large, so `#` is removed from each line.
    told = [f"> {line.lstrip('#').lstrip()}" for line in lines if line]
    return _write_steps(told, LAST_LETTERS)


def render_steps(renderer: Renderer, table: Table, context: RenderContext, room: int) -> Items:
    """Describe the moves since the latest click, oldest first, in one paragraph.

    `room`: limit on characters; the earliest moves are cut first.
    """
    sentences = describe_steps(renderer, table, context)
    lines = [f"> {line}" for sentence in sentences for line in sentence.split("\n")]
    _ = context.language.frame
    return _write_steps([*lines, *_tell_undo(_, table)], room)


def _write_steps(lines: Sequence[str], room: int) -> Items:
    """Return the latest lines that fit, as a paragraph; the first line may be cut at its start."""
    told = "\n".join(lines)
    if len(told) > room:
        _, *latest = _CUT.split(told[len(told) - max(0, room - len(_EARLIER)) :], maxsplit=1)
        told = "".join(_EARLIER + each for each in latest)
    return [text(told)] if told else []


def describe_steps(renderer: Renderer, table: Table, context: RenderContext) -> list[str]:
    """Return sentences about the moves since the latest click, including the clicked move."""
    return renderer.describe_steps(context, see_steps(table.game, table.since_click, None))


def _tell_absent(_: Language, table: Table, now: float) -> list[str]:
    """Return lines about absent players, and about how ⋯ lets the others go on without them."""
    lines = describe_pauses(_, table, now)
    idle = [seat for seat in table.waiting_on if table.may_hand_over(seat, now)]
    if idle:
        names = _.join([_.plain(table.seats[seat].name) for seat in idle])
        lines.append(_("-# Behind ⋯, the others can let a duck play on for: {names}", names=names))
    # Forgotten people have negative ids. They cannot come back, so they are left out.
    if gone := [seat for seat in table.seats if seat.caretaker and seat.person_id > 0]:
        named, others = gone[:MOST_NAMED], len(gone) - MOST_NAMED
        more = [_.plural("{n} other", "{n} others", others)] if others > 0 else []
        names = _.join([*(_name_gone(_, seat) for seat in named), *more])
        lines.append(
            _("-# A duck plays for these players; ⋯ gives the seat back: {names}", names=names)
        )
    if table.agreeing:
        words = _(
            "-# If all who still play agree behind ⋯ ({agree} of {all}), the game ends and counts "
            "for nobody",
            agree=table.agreeing,
            all=len(table.deciding),
        )
        lines.append(words)
    return lines


def _name_gone(_: Language, seat: SeatedPlayer) -> str:
    """Return the name of an absent player, with the reason if Discord gave one."""
    name = _.plain(seat.name)
    return _(REASONS[seat.gone], name=name) if seat.gone else name


PLAYED_ON = N_(
    "A duck plays on for you, and you can take your seat again until the game ends. If the others "
    "finish without you, you lose and come behind all who stay, whatever the duck wins. If "
    "everybody leaves, all who have made a move lose."
)


def render_hand(  # noqa: PLR0917 - a hand has many parts
    renderer: Renderer,
    table: Table,
    emojis: Emojis,
    seat: Seat,
    focus: str = "",
    language: Language = ENGLISH,
    tip: str = "",
) -> MessageContent:
    """Return the private page of a player who has a hidden hand; `tip` as on a board."""
    if table.status is not Status.PLAYING:
        return say(
            language(
                "The game at table #{number} is over: {link}",
                number=table.id,
                link=table_link(language, table),
            )
        )
    if table.seats[seat].caretaker:
        back = ActionButton.of(table.id, "back", language("I'm back"))
        return MessageContent([text(language(PLAYED_ON)), *rows([back, more_button(table)])])
    if not table.game.info.hidden:
        link = table_link(language, table)
        return say(language("Nothing is hidden in this game: {link}", link=link))
    context = render_context(table, emojis, seat, focus, language)
    told, board = tell_last_steps(renderer, table, context, 2), renderer.board(context)
    rest = _offer_rest(renderer, table, context)
    buttons = _add_buttons(renderer, renderer.controls(context), rest)
    return MessageContent(
        [*told, *board.items, *([text(f"-# 💡 {tip}")] if tip else ()), *buttons], board.pictures
    )


def reveal_hand(
    _: Language, renderer: Renderer, table: Table, emojis: Emojis, seat: Seat | None
) -> Fragment:
    """Return the hand of a seat at one step of a replay. In the game, only its player saw the hand.

    Empty without a seat, after the last step, and in a game without hidden hands.
    """
    if seat is None or table.outcome is not None or not table.game.info.hidden:
        return Fragment([])
    hand = renderer.still(render_context(table, emojis, seat, language=_))
    name = _.plain(table.seats[seat].name)
    head = text(_("**Only this player could see it: {name}**", name=name))
    return Fragment([SEPARATOR_LINE, head, *hand.items], hand.pictures)


def _offer_rest(renderer: Renderer, table: Table, context: RenderContext) -> Items:
    """Return the last buttons of every board and hand: Undo and ⋯.

    Undo is where moves are made: on the hand if the game hides hands, otherwise on the board.
    """
    undo = renderer.has_undo and (context.viewer is not None or not table.game.info.hidden)
    return [*(_make_undo(renderer, table, context) if undo else ()), more_button(table)]


def _make_undo(renderer: Renderer, table: Table, context: RenderContext) -> Items:
    """Return the Undo button; nothing if no move can be undone."""
    _, viewer, number = context.language.frame, context.viewer, table.drawn_for(context.viewer)
    undo = _(UNDO)
    if move := next((m for m in context.moves if str(m).split(" ")[0] == ControlKind.UNDO), None):
        press = renderer.undo_press(context, move)  # in this game, Undo is a move of the rules
        if context.focus:
            return [StepButton.of(table.id, number, f"{context.focus}:{press}", undo)]
        return [MoveButton.of(table.id, number, press, undo)]
    seat = table.undoable[0].seat if table.undoable else None
    if seat is None or (table.game.info.hidden and viewer != seat):
        return []
    if seat not in table.to_act and len(table.people) > 1:
        undo = _.label(undo, cut(_.name(table.seats[seat].name), 50))
    return [ActionButton.of(table.id, ControlKind.UNDO, undo, arg=number)]


def _tell_undo(_: Language, table: Table) -> list[str]:
    """Return a line about who undid the latest move; empty if nobody did."""
    if table.undone_by is None:
        return []
    name = _.plain(table.seats[table.undone_by].name)
    return [_("-# ↩ {name} undoes a move.", name=name)]
