"""The controls of a day at the pond: pick dice, then choose what to do with them.

The focus of the context holds the picked dice, `dice 0 2`, by their places among the unused ones. A
click on a die picks it or puts it back. The focus `end` shows what is still possible that day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.core.content import Items, rows, text
from cogs.core.names import join_names
from cogs.pond.sheet import ROWS, SET_NAMES
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny, Undo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.core.renderer import RenderContext
    from engine.pond.view import DieView, PlanView, View

PICK, END = "dice", "end"
"""The first words of a focus."""
PLANS = 4
"""How many possibilities the reminder names."""
SEVERAL = 3
"""With at least so many unused dice there is a button for all of them."""
ROW = 5
"""How many buttons Discord puts into a row; more of them fill two rows evenly."""

Buttons = list[discord.ui.Item[Any]]


def make_controls(context: RenderContext) -> Items:
    """Return the controls: dice and their uses, or places of a wild die; the end of the day."""
    if not context.moves:
        return []
    view: View = context.view
    unused = [die for die in view.dice if die.spent is None]
    if any(die.wild for die in unused):
        places = [move for move in context.moves if not isinstance(move, Undo)]
        return [
            text("Where does the wild die go?"),
            *_make_buttons(context, places),
            *_make_ending(context),
        ]
    picked = _read_picked(context, len(unused))
    return [
        *_make_dice_buttons(context, unused, picked),
        *_make_actions(context, unused, picked),
        *_make_ending(context),
    ]


def _describe_move(move: object) -> str:
    """Return what a move does, for a button."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([str(value)] * count)
            return f"{dice}{' wild' if wild else ''} into {ROWS[value]}"
        case Claim(key, values, _):
            return f"{SET_NAMES[key]} {' '.join(map(str, values))}"
        case Change(value, to):
            return f"Change {value} to {to}"
        case Reroll(values):
            return f"Re-roll {' '.join(map(str, values))}"
        case Sunny():
            return "Make your next day sunny"
        case _:
            return str(move)


def _read_picked(context: RenderContext, unused: int) -> tuple[int, ...]:
    """Return the places of the picked dice; a single die is always picked."""
    name, *places = context.focus.split(" ")
    if unused == 1 or (name == PICK and places == ["all"]):
        return tuple(range(unused))
    chosen = {int(place) for place in places if place.isdecimal()} if name == PICK else set[int]()
    return tuple(sorted(place for place in chosen if place < unused))


def _make_dice_buttons(
    context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]
) -> Items:
    """Return a button for each unused die, and one for all where there are several."""
    if len(unused) <= 1:
        return []
    buttons: Buttons = []
    for place, die in enumerate(unused):
        on = place in picked
        picture = context.emojis.picture(f"white_{die.value}")
        label = ("" if picture else str(die.value)) + ("✓" if on else "")
        style = discord.ButtonStyle.primary if on else discord.ButtonStyle.secondary
        buttons.append(
            context.focus_button(_make_focus({*picked} ^ {place}), label, style, picture)
        )
    if len(unused) >= SEVERAL:
        whole = len(picked) == len(unused)
        buttons.append(
            context.focus_button(f"{PICK} {'none' if whole else 'all'}", "None" if whole else "All")
        )
    return rows(buttons, len(buttons) if len(buttons) <= ROW else (len(buttons) + 1) // 2)


def _make_focus(places: Iterable[int]) -> str:
    """Return the focus in which the dice at these places are picked."""
    return " ".join([PICK, *map(str, sorted(places))])


def _make_actions(
    context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]
) -> Items:
    """Return a button for each move with exactly the picked dice; feeding has a select."""
    if not picked:
        return [text("-# Pick dice to see what they can do.")] if unused else []
    tokens = [unused[place].token for place in picked]
    moves = moves_using(context.moves, tokens)
    feeds = [move for move in moves if isinstance(move, Feed)]
    others = [move for move in moves if not isinstance(move, Feed)]
    items = _make_buttons(context, others)
    if feeds:
        options = [
            discord.SelectOption(
                label=f"A wild {feed.wild}",
                value=str(feed),
                description=f"for {ROWS[feed.wild]} or a set",
                emoji=context.emojis.picture(f"gold_{feed.wild}"),
            )
            for feed in feeds
        ]
        items += rows(
            [context.move_select("feed", options, f"Feed {' and '.join(tokens)}: a wild die …")]
        )
    return items or [text(f"-# {_explain_useless(tokens)}")]


def _explain_useless(tokens: Sequence[str]) -> str:
    """Say that the picked dice can do nothing."""
    if len(tokens) == 1:
        return f"A {tokens[0]} alone can do nothing now. Pick one more, or another."
    return f"{join_names(tokens)} can do nothing together. Pick other dice."


def _make_buttons(context: RenderContext, moves: Iterable[object]) -> Items:
    """Return a button for each of these moves, with the points that it scores."""
    style = discord.ButtonStyle.primary
    return rows(
        [
            context.move_button(
                move, _describe_move(move) + _describe_gain(context.view, move), style
            )
            for move in moves
        ]
    )


def _describe_gain(view: View, move: object) -> str:
    """Return what a move scores at once; empty for nothing."""
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return f": +{row.live}" if row.boxes.count(None) == move.count else ""
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return f": +{kind.values[kind.sizes.index(len(move.values))]}"
    return ""


def _make_ending(context: RenderContext) -> Items:
    """Return the buttons that take back and end the day; before its end, once, a reminder."""
    view: View = context.view
    buttons: Buttons = []
    hint: Items = []
    if Undo() in context.moves:
        buttons.append(context.move_button(Undo(), "Take back"))
    if EndDay() in context.moves and view.plans and context.focus != END:
        buttons.append(context.focus_button(END, "End the day"))
    elif EndDay() in context.moves:
        hint = [text(_remind(view))] if view.plans else []
        label = "End the day anyway" if view.plans else "End the day"
        buttons.append(context.move_button(EndDay(), label, discord.ButtonStyle.success))
    return hint + rows(buttons)


def _remind(view: View) -> str:
    """Say what could still be done with the dice that are left."""
    lines = ["💡 **Before the day ends**, you could still"]
    lines += [f"- {_describe_plan(plan)}" for plan in view.plans[:PLANS]]
    return "\n".join(lines)


def _describe_plan(plan: PlanView) -> str:
    """Return a possibility in words: "fill Teal with 4 4 5, by changing a die: +15"."""
    dice = " ".join(plan.dice)
    if plan.key == "sunny":
        return f"make your next day sunny with {dice}{_describe_way(plan)}"
    if plan.key == "reroll":
        return "re-roll other dice with your 3"
    if plan.key in SET_NAMES:
        return f"claim the {plan.name} with {dice}{_describe_way(plan)}: **+{plan.points}**"
    if plan.points:
        return f"fill {plan.name} with {dice}{_describe_way(plan)}: **+{plan.points}**"
    return f"put {dice} into {plan.name}"


def _describe_way(plan: PlanView) -> str:
    """Return which other steps it takes; empty for none."""
    steps = ("change", "changing"), ("feed", "feeding")
    ways = [way for verb, way in steps if any(move.startswith(verb) for move in plan.moves)]
    return f", by {' and '.join(ways)}" if ways else ""
