"""What a player can do on a day of the pond: pick dice, then what to do with them.

Which dice are picked stands in the focus of the context, `dice 0 2`, by their places among the unused
ones; a click on a die picks it or puts it back. `end` is the look at what is still possible.
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
"""From so many unused dice on there is a button for all of them."""
ROW = 5
"""How many buttons Discord puts into a row; more are shared out between two."""

Buttons = list[discord.ui.Item[Any]]


def controls(context: RenderContext) -> Items:
    """Dice to pick and what they do, or the places of a fed die; take back; end the day."""
    if not context.moves:
        return []
    view: View = context.view
    unused = [die for die in view.dice if die.spent is None]
    if any(die.wild for die in unused):
        places = [move for move in context.moves if not isinstance(move, Undo)]
        return [text("Where does the wild die go?"), *_buttons(context, places), *_ending(context)]
    picked = _picked(context, len(unused))
    return [*_dice(context, unused, picked), *_actions(context, unused, picked), *_ending(context)]


def words(move: object) -> str:
    """What a move does, for a button."""
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


def _picked(context: RenderContext, unused: int) -> tuple[int, ...]:
    """The places of the picked dice; a single die needs no picking."""
    name, *places = context.focus.split(" ")
    if unused == 1 or (name == PICK and places == ["all"]):
        return tuple(range(unused))
    chosen = {int(place) for place in places if place.isdecimal()} if name == PICK else set[int]()
    return tuple(sorted(place for place in chosen if place < unused))


def _dice(context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]) -> Items:
    """A button for each unused die, and one for all of them where there are several."""
    if len(unused) <= 1:
        return []
    buttons: Buttons = []
    for place, die in enumerate(unused):
        on = place in picked
        picture = context.emojis.picture(f"white_{die.value}")
        label = ("" if picture else str(die.value)) + ("✓" if on else "")
        style = discord.ButtonStyle.primary if on else discord.ButtonStyle.secondary
        buttons.append(context.focus_button(_focus({*picked} ^ {place}), label, style, picture))
    if len(unused) >= SEVERAL:
        whole = len(picked) == len(unused)
        buttons.append(
            context.focus_button(f"{PICK} {'none' if whole else 'all'}", "None" if whole else "All")
        )
    return rows(buttons, len(buttons) if len(buttons) <= ROW else (len(buttons) + 1) // 2)


def _focus(places: Iterable[int]) -> str:
    return " ".join([PICK, *map(str, sorted(places))])


def _actions(context: RenderContext, unused: Sequence[DieView], picked: tuple[int, ...]) -> Items:
    """A button for each move that uses exactly the picked dice; what feeding makes in a select."""
    if not picked:
        return [text("-# Pick dice to see what they can do.")] if unused else []
    tokens = [unused[place].token for place in picked]
    moves = moves_using(context.moves, tokens)
    feeds = [move for move in moves if isinstance(move, Feed)]
    others = [move for move in moves if not isinstance(move, Feed)]
    items = _buttons(context, others)
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
    return items or [text(f"-# {_useless(tokens)}")]


def _useless(tokens: Sequence[str]) -> str:
    if len(tokens) == 1:
        return f"A {tokens[0]} alone can do nothing now. Pick one more, or another."
    return f"{join_names(tokens)} can do nothing together. Pick other dice."


def _buttons(context: RenderContext, moves: Iterable[object]) -> Items:
    style = discord.ButtonStyle.primary
    return rows(
        [
            context.move_button(move, words(move) + _gain(context.view, move), style)
            for move in moves
        ]
    )


def _gain(view: View, move: object) -> str:
    """What a move scores at once, if it does."""
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return f": +{row.live}" if row.boxes.count(None) == move.count else ""
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return f": +{kind.values[kind.sizes.index(len(move.values))]}"
    return ""


def _ending(context: RenderContext) -> Items:
    """Take back, and end the day; before that, once, a word on what could still be done."""
    view: View = context.view
    buttons: Buttons = []
    hint: Items = []
    if Undo() in context.moves:
        buttons.append(context.move_button(Undo(), "Take back"))
    if EndDay() in context.moves and view.plans and context.focus != END:
        buttons.append(context.focus_button(END, "End the day"))
    elif EndDay() in context.moves:
        hint = [text(_reminder(view))] if view.plans else []
        label = "End the day anyway" if view.plans else "End the day"
        buttons.append(context.move_button(EndDay(), label, discord.ButtonStyle.success))
    return hint + rows(buttons)


def _reminder(view: View) -> str:
    """What could still be done with the dice that are left."""
    lines = ["💡 **Before the day ends**, you could still"]
    lines += [f"- {_plan(plan)}" for plan in view.plans[:PLANS]]
    return "\n".join(lines)


def _plan(plan: PlanView) -> str:
    """A possibility in words: "fill Teal with 4 4 5, by changing a die: +15"."""
    dice = " ".join(plan.dice)
    if plan.key == "sunny":
        return f"make your next day sunny with {dice}{_how(plan)}"
    if plan.key == "reroll":
        return "re-roll other dice with your 3"
    if plan.key in SET_NAMES:
        return f"claim the {plan.name} with {dice}{_how(plan)}: **+{plan.points}**"
    if plan.points:
        return f"fill {plan.name} with {dice}{_how(plan)}: **+{plan.points}**"
    return f"put {dice} into {plan.name}"


def _how(plan: PlanView) -> str:
    """By what other steps, if it takes any."""
    steps = ("change", "changing"), ("feed", "feeding")
    ways = [way for verb, way in steps if any(move.startswith(verb) for move in plan.moves)]
    return f", by {' and '.join(ways)}" if ways else ""
