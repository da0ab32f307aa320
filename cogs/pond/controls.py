"""The controls of a day at the pond: pick dice, then choose what to do with them.

The focus of the context holds the picked dice, `dice 0 2`, by their places among the unused ones. A
click on a die picks it or puts it back. One die is enough for what scores with it and others. The
focus `end` lists what is still possible that day. Each entry leads to the focus `plan teal`: the
dice of the next step are picked, and one button makes it. That button keeps the focus, so the step
after it follows.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import discord

from cogs.interactions.names import count, join_names
from cogs.interactions.parts import Items, menu_option, rows, text
from cogs.pond.sheet import ROWS
from cogs.pond.words import count_gain, describe_gain, describe_move, describe_plan
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny, Undo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.pond.view import DieView, PlanView, View

PICK, END, PLAN = "dice", "end", "plan"
"""The first words of a focus."""
ROW = 4
"""How many buttons of dice a phone shows beside one another; more of them fill two rows evenly."""
OPTIONS = 25
"""How many options Discord puts into a select."""
BUTTONS = 2
"""So many moves are buttons; of more of them only the first is."""

ABILITIES = {
    Change: "1 **changes** a die by one",
    Reroll: "3 **re-rolls**",
    Sunny: "6: **six dice** next day",
    Feed: "any two: one **wild** die",
}
"""What dice can do instead of being placed, in a few words."""

Buttons = Items


def make_controls(context: RenderContext) -> Items:
    """Return the controls: dice and their uses, or places of a wild die; the end of the day."""
    if not context.moves:
        return []
    view: View = context.view
    unused = [die for die in view.dice if die.spent is None]
    plan = _find_plan(context)
    if any(die.wild for die in unused):
        places = [move for move in context.moves if not isinstance(move, Undo)]
        following = _make_step(context, plan) if plan is not None else []
        return [
            *(following or _offer_moves(context, places)),
            *_make_ending(context),
        ]
    picked = _read_picked(context, unused, plan)
    following = _make_step(context, plan) if plan is not None else []
    return [
        *(_make_dice_buttons(context, unused, picked) if shows_dice(context) else ()),
        *(following or _make_actions(context, unused, picked)),
        *_make_ending(context),
    ]


def shows_dice(context: RenderContext) -> bool:
    """Return whether the controls show the unused dice, so that the sheet need not."""
    unused = [die for die in context.view.dice if die.spent is None]
    wild = any(die.wild for die in unused)
    return _can_use(context) and len(unused) > 1 and not wild


def _can_use(context: RenderContext) -> bool:
    """Return whether any die can do anything."""
    return any(not isinstance(move, EndDay | Undo) for move in context.moves)


def _find_plan(context: RenderContext) -> PlanView | None:
    """Return the possibility that the player follows; None for none, or none that is left."""
    name, _, key = context.focus.partition(" ")
    plans = context.view.plans if name == PLAN else ()
    return next((plan for plan in plans if plan.key == key), None)


def _make_step(context: RenderContext, plan: PlanView) -> Items:
    """Return the next step of what the player follows, and the button that makes it."""
    if not plan.moves:
        return [text("💡 A 3 is spent to **re-roll**: pick it and the dice to be rolled again.")]
    move = next(move for move in context.moves if str(move) == plan.moves[0])
    label = describe_move(move) + describe_gain(context.view, move)
    left = len(plan.moves) - 1
    words = f"💡 To {describe_plan(plan)}"
    if not left:
        button = context.move_button(move, label, discord.ButtonStyle.success)
        return [text(words), *rows([button])]
    step = context.step_button(f"{PLAN} {plan.key}", move, label)
    return [text(f"{words}\n-# {count(left, 'more step')} after this one."), *rows([step])]


def _read_picked(
    context: RenderContext, unused: Sequence[DieView], plan: PlanView | None
) -> tuple[int, ...]:
    """Return the places of the picked dice; a single die is always picked."""
    name, *places = context.focus.split(" ")
    if len(unused) == 1:
        return (0,)
    if plan is not None:
        step = [move for move in context.moves if str(move) in plan.moves[:1]]
        return _find_places(unused, step[0].dice if step else plan.dice)
    chosen = {int(place) for place in places if place.isdecimal()} if name == PICK else set[int]()
    return tuple(sorted(place for place in chosen if place < len(unused)))


def _find_places(unused: Sequence[DieView], tokens: Iterable[str]) -> tuple[int, ...]:
    """Return where dice of these names lie among the unused ones."""
    wanted, places = list(tokens), list[int]()
    for place, die in enumerate(unused):
        if die.token in wanted:
            wanted.remove(die.token)
            places.append(place)
    return tuple(places)


def _make_dice_buttons(
    context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]
) -> Items:
    """Return a button for each unused die."""
    buttons: Buttons = []
    for place, die in enumerate(unused):
        on = place in picked
        picture = context.emojis.picture(f"white_{die.value}")
        label = f"{die.value}{'✓' if on else ''}"
        style = discord.ButtonStyle.primary if on else discord.ButtonStyle.secondary
        buttons.append(
            context.focus_button(_make_focus({*picked} ^ {place}), label, style, picture)
        )
    return rows(buttons, len(buttons) if len(buttons) <= ROW else (len(buttons) + 1) // 2)


def _make_focus(places: Iterable[int]) -> str:
    """Return the focus in which the dice at these places are picked."""
    return " ".join([PICK, *map(str, sorted(places))])


def _make_actions(
    context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]
) -> Items:
    """Return what the picked dice can do, alone or together with others that make them score."""
    if unused and not _can_use(context):
        return [text("-# Nothing is left to do: end the day.")]
    if not picked:
        return _list_abilities(context) if context.focus in {"", PICK} else []
    tokens = [unused[place].token for place in picked]
    moves = [*moves_using(context.moves, tokens), *_list_larger(context, tokens)]
    return _offer_moves(context, moves) or [text(f"-# {_explain_useless(tokens)}")]


def _list_larger(context: RenderContext, tokens: Sequence[str]) -> list[object]:
    """Return what picked dice can do with more: go into a row or a set; roll all others again."""
    picked, unused = Counter(tokens), sum(die.spent is None for die in context.view.dice)
    return [
        move
        for move in context.moves
        if picked < Counter(move.dice)
        and (
            isinstance(move, Place | Claim)
            or (isinstance(move, Reroll) and len(move.dice) == unused and tokens == ["3"])
        )
    ]


def _offer_moves(context: RenderContext, moves: Sequence[object]) -> Items:
    """Return buttons for moves, what scores most first; where they are many, a select for most."""
    feeds = [move for move in moves if isinstance(move, Feed)]
    others = sorted(
        (move for move in moves if not isinstance(move, Feed)),
        key=lambda move: -count_gain(context.view, move),
    )
    few = len(others) <= BUTTONS and (not feeds or all(isinstance(each, Change) for each in others))
    shown = others if few else others[:1]
    return [
        *_make_buttons(context, shown),
        *_make_select(context, [*others[len(shown) :], *feeds]),
    ]


def _make_select(context: RenderContext, moves: Sequence[object]) -> Items:
    """Return a select of moves; nothing without any."""
    if not moves:
        return []
    options = [
        menu_option(
            label=describe_move(move) + describe_gain(context.view, move),
            value=str(move),
            description=f"for {ROWS[move.wild]} or a set" if isinstance(move, Feed) else None,
        )
        for move in moves[:OPTIONS]
    ]
    wild = all(isinstance(move, Feed) for move in moves)
    words = "Make one wild die of these two …" if wild else "What else these dice can do …"
    return rows([context.move_select("more", options, words)])


def _list_abilities(context: RenderContext) -> Items:
    """Say what dice can do besides going into a row or a set; nothing where that is nothing."""
    kinds: set[type] = {type(move) for move in context.moves}
    ways = [words for kind, words in ABILITIES.items() if kind in kinds]
    return [text(f"-# More uses: {', '.join(ways)}")] if ways else []


def _explain_useless(tokens: Sequence[str]) -> str:
    """Say that the picked dice can do nothing."""
    if len(tokens) == 1:
        return f"A {tokens[0]} alone can do nothing now. Tap one more, or another."
    return f"{join_names(tokens)} can do nothing together. Tap other dice."


def _make_buttons(context: RenderContext, moves: Iterable[object]) -> Items:
    """Return a button for each of these moves, with the points that it scores."""
    style = discord.ButtonStyle.primary
    return rows(
        [
            context.move_button(
                move, describe_move(move) + describe_gain(context.view, move), style
            )
            for move in moves
        ]
    )


def _make_ending(context: RenderContext) -> Items:
    """Return the buttons below all others; above them the list that one of them leads to."""
    view: View = context.view
    may_end = EndDay() in context.moves
    listing = may_end and context.focus == END and bool(view.plans)
    buttons: Buttons = []
    if Undo() in context.moves:
        buttons.append(context.move_button(Undo(), "↩ Undo"))
    if may_end and view.plans and not listing:
        buttons.append(context.focus_button(END, "End the day"))
    elif may_end:
        style = discord.ButtonStyle.secondary if view.plans else discord.ButtonStyle.success
        label = "End anyway" if view.plans else "End the day"
        buttons.append(context.move_button(EndDay(), label, style))
    return [*(_list_plans(context) if listing else []), *rows(buttons)]


def _list_plans(context: RenderContext) -> Items:
    """Return a select of what can still be done."""
    options = [
        menu_option(label=words[0].upper() + words[1:], value=plan.key)
        for plan in context.view.plans
        for words in [describe_plan(plan).replace("*", "")]
    ]
    words = "-# Before the day ends, you could still do this:"
    return [text(words), *rows([context.focus_select(PLAN, options, "Choose what to do …")])]
