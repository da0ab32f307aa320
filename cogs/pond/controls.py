"""The controls of a day at the pond: pick dice, then choose what to do with them.

The focus of the context holds the picked dice, `dice 0 2`, by their places among the unused ones. A
click on a die picks it or puts it back. The focuses `hint` and `end` list what is still possible
that day. Each entry leads to the focus `plan teal`: the dice of the next step are picked, and one
button makes it. That button keeps the focus, so the step after it follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.interactions.content import Items, rows, text
from cogs.interactions.names import count, join_names
from cogs.pond.sheet import ROWS, SET_NAMES
from engine.pond import moves_using
from engine.pond.moves import Change, Claim, EndDay, Feed, Place, Reroll, Sunny, Undo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cogs.display.pages.renderer import RenderContext
    from engine.pond.view import DieView, PlanView, View

PICK, IDEAS, END, PLAN = "dice", "hint", "end", "plan"
"""The first words of a focus."""
PLANS = 4
"""How many possibilities are named."""
SEVERAL = 3
"""With at least so many unused dice there is a button for all of them."""
ROW = 5
"""How many buttons Discord puts into a row; more of them fill two rows evenly."""

ABILITIES = {
    Change: "a 1 and another die **change** that one",
    Reroll: "a 3 and others **re-roll** those",
    Sunny: "a 6 makes your next day **sunny**",
    Feed: "any two can be **fed** as one wild die",
}
"""What dice can do instead of being placed, in the words of the invitation to pick some."""

Buttons = list[discord.ui.Item[Any]]


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
            text("Where does the wild die go?"),
            *(following or _make_buttons(context, places)),
            *_make_ending(context),
        ]
    picked = _read_picked(context, unused, plan)
    following = _make_step(context, plan) if plan is not None else []
    return [
        *_make_dice_buttons(context, unused, picked),
        *(following or _make_actions(context, unused, picked)),
        *_make_ending(context),
    ]


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


def describe_move(move: object) -> str:
    """Return what a move does, for a button."""
    match move:
        case Place(value, count, wild):
            dice = " ".join([str(value)] * count)
            return f"{dice}{' wild' if wild else ''} into {ROWS[value]}"
        case Claim(key, values, _):
            return f"{SET_NAMES[key]} {' '.join(map(str, values))}"
        case EndDay():
            return "End the day"
        case _:
            return _describe_ability(move)


def _describe_ability(move: object) -> str:
    """Return what an ability spends and does, for a button."""
    match move:
        case Change(value, to):
            return f"Spend a 1: {value} becomes {to}"
        case Reroll(values):
            return f"Spend the 3: re-roll {' '.join(map(str, values))}"
        case Sunny():
            return "Spend a 6: your next day is sunny"
        case Feed((first, second), wild):
            return f"Feed {first} and {second}: a wild {wild}"
        case _:
            return str(move)


def _read_picked(
    context: RenderContext, unused: Sequence[DieView], plan: PlanView | None
) -> tuple[int, ...]:
    """Return the places of the picked dice; a single die is always picked."""
    name, *places = context.focus.split(" ")
    if len(unused) == 1 or (name == PICK and places == ["all"]):
        return tuple(range(len(unused)))
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
    """Return a button for each unused die, and one for all where there are several."""
    if len(unused) <= 1:
        return []
    buttons: Buttons = []
    for place, die in enumerate(unused):
        on = place in picked
        picture = context.emojis.picture(f"white_{die.value}")
        label = f"{die.value}{'✓' if on else ''}"
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
        return [text(_invite(context))] if unused and context.focus in {"", PICK} else []
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


def _invite(context: RenderContext) -> str:
    """Say what picked dice can do, besides going into a row or a set."""
    kinds: set[type] = {type(move) for move in context.moves}
    ways = [words for kind, words in ABILITIES.items() if kind in kinds]
    return "-# " + "; ".join(["Pick dice to see what they can do", *ways]) + "."


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
                move, describe_move(move) + describe_gain(context.view, move), style
            )
            for move in moves
        ]
    )


def describe_gain(view: View, move: object) -> str:
    """Return what a move scores at once; empty for nothing."""
    if isinstance(move, Place):
        row = view.rows[move.value - 1]
        return f": +{row.live}" if row.boxes.count(None) == move.count else ""
    if isinstance(move, Claim):
        kind = next(kind for kind in view.sets if kind.key == move.key)
        return f": +{kind.values[kind.sizes.index(len(move.values))]}"
    return ""


def _make_ending(context: RenderContext) -> Items:
    """Return the buttons below all others; above them the list that one of them leads to."""
    view: View = context.view
    listing, may_end = context.focus in {IDEAS, END}, EndDay() in context.moves
    buttons: Buttons = []
    if Undo() in context.moves:
        buttons.append(context.move_button(Undo(), "Undo"))
    if may_end and view.plans and not listing:
        buttons.append(context.focus_button(IDEAS, "💡 What can I do?"))
    if may_end and view.plans and context.focus != END:
        buttons.append(context.focus_button(END, "End the day"))
    elif may_end:
        style = discord.ButtonStyle.secondary if view.plans else discord.ButtonStyle.success
        label = "End the day anyway" if view.plans else "End the day"
        buttons.append(context.move_button(EndDay(), label, style))
    return [*(_list_plans(context) if listing and view.plans else []), *rows(buttons)]


def _list_plans(context: RenderContext) -> Items:
    """Return a button for each of the best things that can still be done."""
    view: View = context.view
    ending = context.focus == END
    words = "**Before the day ends**, you could still" if ending else "You could"
    buttons: Buttons = []
    for plan in view.plans[:PLANS]:
        label = describe_plan(plan).replace("*", "")
        style = discord.ButtonStyle.primary
        focus = f"{PLAN} {plan.key}"
        buttons.append(context.focus_button(focus, label[0].upper() + label[1:], style))
    return [text(f"💡 {words}"), *rows(buttons)]


def describe_plan(plan: PlanView) -> str:
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
