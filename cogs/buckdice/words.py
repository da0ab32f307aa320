"""Words of Buck Dice: its rules, the opening, and the story of each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.display.pages.renderer import Chapter
from cogs.interactions.language import plain_name
from cogs.interactions.parts import text
from engine.buckdice import BUCK, Dice
from engine.core import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, SeenStep
    from cogs.interactions.language import Language
    from engine.buckdice import Left, Opened, Thrown, View


# The rules in our own words.


def tell_three_lines(_: Language) -> tuple[str, str, str]:
    return (
        _(
            "**Throw** three dice. Each **point number** is 1 point, and you throw again; without "
            "one, the next player throws."
        ),
        _(
            "Three of another number: **little buck**, 5 points. "
            "Three point numbers: **big buck**, safe."
        ),
        _("At exactly 15 you are safe; passing 15 does not count. The last one left loses."),
    )


def describe_rules(_: Language, emojis: Emojis) -> tuple[Chapter, ...]:
    """Describe the three variants."""
    classic = _(
        "Everybody throws for the order: the highest begins, the lowest throws the **point "
        "number**.\n"
        "Each point number is a point, and you throw again: {point} {other} {point} = 2.\n"
        "**Little buck**, three alike: {other} {other} {other} = 5, and the dice pass.\n"
        "**Big buck**, three point numbers: {point} {point} {point}, and you are safe at once.\n"
        "Exactly 15 points: safe too. A throw that would pass 15 does not count "
        "and is thrown again. A throw without a score passes the dice. "
        "**The last one left loses.**",
        point=emojis["gold_die_5"],
        other=emojis["white_die_3"],
    )
    fewer = _(
        "The same as classic, but with 13 points you throw two dice and with 14 only one. With "
        "fewer than three dice there is no buck.\n"
        "-# Buck Dice is a traditional game. This is an unofficial fan implementation."
    )
    pot = _(
        "Everybody antes one chip. The first player throws until a 4, 5 or 6 comes: that is "
        "the point number. The first miss is free, each further one costs a chip. A throw scores "
        "in its best way:\n"
        "- Three point numbers win at once.\n"
        "- Two point numbers, or three others alike, are a little buck: 5.\n"
        "- Otherwise each point number is 1. Lower dice that add up to it are 1, too.\n"
        "After any score you throw again. Whoever has exactly 15 first takes the pot. "
        "Everybody who never scored pays one more chip into it.\n"
        "-# The chips are a score of one game. They are worth nothing and buy nothing."
    )
    return (
        Chapter(_("Classic"), [text(classic)]),
        Chapter(_("Thirteen-fourteen"), [text(fewer)]),
        Chapter(_("Pot"), [text(pot)]),
    )


KEPT = 2
"""Number of the latest parts of the opening's story that are told, so that it fits a phone."""
LARGE = 2
"""Largest number of throws of a turn that a phone shows in one line."""
HAIR_SPACE = "\u200a"
"""Space between dice. Without it, their plain characters would run together."""
FEW = 3
"""Largest number of turns that get a line each with dice; more turns are a line of points."""
NEAR_BUCK = [False, True, True]
"""Whether each die shows the point number, sorted, in a throw that is nearly a big buck."""
NEAR = 3
"""Largest number of points that are called the last ones to 15."""
REMARKS = (
    N_("Nothing, not a hoof in sight"),
    N_("Nothing, the deer look away"),
    N_("Nothing, only the leaves rustle"),
    N_("Nothing, that was a squirrel"),
)
"""Remarks on a turn without a score."""
STAGES = {
    "order": N_("For the order: {dice}"),
    "highest": N_("Equal at the top, thrown again: {dice}"),
    "lowest": N_("Equal at the bottom, thrown again: {dice}"),
}
EXITS = {
    ("big buck", True): N_("# 🎉 BIG BUCK! 🎉\nThree point numbers: {who} wins at once!"),
    ("big buck", False): N_("# 🎉 BIG BUCK! 🎉\nThree point numbers: {who} is safe at once!"),
    ("exact", True): N_("## 🎉 Exactly 15: {who} takes the pot!"),
    ("exact", False): N_("## 🎉 Exactly 15: {who} is safe!"),
}
"""Sentences for a player who becomes safe or wins, by the reason and by whether the game ends."""


def describe_opening(context: RenderContext, view: View) -> str:
    """Return the throws for the order, or the misses before the point number of the pot game."""
    _ = context.language
    lines = [_describe_throw_off(context, view, number) for number in range(len(view.opening))]
    paid = [_("Everybody has put a chip into the pot.")] * (view.game == "pot")
    return "\n".join([*paid, *_keep_latest(_, [*filter(None, lines)])])


def describe_turn(context: RenderContext, view: View, *, with_dice: bool = True) -> str:
    """Return the latest throws of a turn in one line, and the result below if it is special."""
    dice = _show_turn(context, view, view.throws_by or 0) if with_dice else ""
    return "\n".join(filter(None, [dice, _describe_outcome(context, view)]))


def _show_turn(context: RenderContext, view: View, seat: int) -> str:
    """Return the throws of a player's turn with their points; of many, their sum and the last."""
    emojis, throws = context.emojis, view.throws
    shown = throws if len(throws) <= LARGE else throws[-1:]
    before = _count_points(throws[: -len(shown)])
    told = [f"+{before}"] * (before > 0)
    nothing = " 0" if len(throws) == 1 and view != context.view else ""
    for thrown in shown:
        gave = f" +{thrown.points}" if thrown.points else nothing
        gave = f" {emojis['thrown']}" if thrown.void else gave
        sums = _describe_sums(context.language, view, thrown)
        told.append(f"{_show_dice(emojis, view, thrown)}{gave}{sums}")
    more = ["🎲"] * (view.again and seat == view.thrower)
    return f"## {plain_name(context.names[seat])} {' · '.join([*told, *more])}"


def _describe_outcome(context: RenderContext, view: View) -> str:
    """Tell what is special about the latest throw or the turn so far; else nothing.

    This is an exit, a void throw, a buck or a near miss of one, a new leader, or no points at all.
    """
    _, seat, latest = context.language, view.throws_by or 0, view.throws[-1]
    who = context.name(seat)
    if left := next((left for left in view.left if left.seat == seat), None):
        return _announce_exit(context, view, left)
    if latest.void:
        return _(
            "{who}: {points} more would pass 15, so this does not count.",
            who=who,
            points=latest.points,
        )
    if latest.kind == "little buck":
        return _("## 🦌 Little buck!")
    if view.game != "pot" and sorted(die == view.point for die in latest.dice) == NEAR_BUCK:
        return _("## 😱 One die short of a big buck!")
    if _count_points(view.throws):
        return _tell_lead(context, view, seat)
    return f"-# {_(REMARKS[(sum(latest.dice) + seat) % len(REMARKS)])}"


def _tell_lead(context: RenderContext, view: View, seat: int) -> str:
    """Say that a player takes the lead or draws level with the leader in this turn; else nothing.

    The first points of a game are no lead.
    """
    safe, score = {left.seat for left in view.left}, view.scores[seat]
    others = [view.scores[each] for each in range(len(view.scores)) if each not in {seat, *safe}]
    best, before = max(others, default=0), score - _count_points(view.throws)
    _, who = context.language, context.name(seat)
    if best > 0 and before <= best < score:
        return _("🔥 {who} takes the lead!", who=who)
    return _("🔥 {who} draws level!", who=who) if before < best == score else ""


def tell_near(context: RenderContext, view: View) -> str:
    """Say in large letters that the player on turn lacks only few points; otherwise nothing."""
    seat = view.thrower
    short = NEAR + 1 if seat is None else BUCK - view.scores[seat]
    if seat is None or short > NEAR:
        return ""
    return context.language("## {who}: only {n} more!", who=context.name(seat), n=short)


def _count_points(throws: Sequence[Thrown]) -> int:
    return sum(thrown.points for thrown in throws if not thrown.void)


def describe_turns(context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
    """Describe the turns before the latest turn, then who became safe in these turns."""
    ends = [step for step in steps if _ends_turn(step)]
    shown = bool(ends) and ends[-1].after.throws == steps[-1].after.throws
    earlier = ends[:-1] if shown else ends
    few = len(earlier) <= FEW
    told = filter(None, (_describe_gain(context, step, with_dice=few) for step in earlier))
    gains = ("\n" if few else " · ").join(told)
    return [*filter(None, [gains]), *_list_moments(context, earlier)]


def _describe_gain(context: RenderContext, step: SeenStep, *, with_dice: bool) -> str:
    """Return a player's throws of a turn with their points; without the dice, only the gain."""
    gain, seat = _count_points(step.after.throws), step.before.thrower
    if with_dice:
        return _show_turn(context, step.after, seat)
    return f"{context.name(seat)} **+{gain}**" if gain else ""


def _list_moments(context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
    """Return who became safe in these turns, and how."""
    _ = context.language
    return [
        f"🎉 {_('{who} is safe: {way}', who=context.name(left.seat), way=name_way_out(_, left))}"
        for step in steps
        for left in step.after.left[len(step.before.left) :]
    ]


def describe_throw(context: RenderContext, step: SeenStep) -> str | None:
    """Describe a throw in a turn, for a replay; None for other steps."""
    before: View = step.before
    if not isinstance(step.move, Dice) or before.thrower is None:
        return None
    return _describe_outcome(context, step.after)


def _ends_turn(step: SeenStep) -> bool:
    """Return whether a step ends a turn or the game."""
    before: View = step.before
    after: View = step.after
    fell = isinstance(step.move, Dice) and before.thrower is not None
    return fell and after.thrower != before.thrower


def name_way_out(_: Language, left: Left) -> str:
    """Return how a player became safe."""
    return _("a big buck") if left.by == "big buck" else _("exactly 15")


def _describe_throw_off(context: RenderContext, view: View, number: int) -> str:
    opened = view.opening[number]
    if opened.stage == "point":
        return _describe_point_throw(context, opened, found=number == len(view.opening) - 1)
    throws = zip(opened.seats, opened.values, strict=True)
    dice = [f"{context.name(seat)} {context.emojis[f'white_die_{die}']}" for seat, die in throws]
    again = number + 1 < len(view.opening) and view.opening[number + 1].stage == "order"
    _ = context.language
    told = _(STAGES[opened.stage], dice=_.join(dice, "commas"))
    return f"{told} · {_('all equal, again')}" if again else told


def _describe_point_throw(context: RenderContext, opened: Opened, *, found: bool) -> str:
    """Describe a miss of the point number in the pot game; empty for the throw that found it."""
    (seat,), (die,) = opened.seats, opened.values
    _, who = context.language, context.name(seat)
    if found:
        return ""
    missed = context.emojis[f"white_die_{die}"]
    if opened.cost:
        return _("{who} misses with {die}: one chip into the pot", who=who, die=missed)
    return _("{who} misses with {die}: the first miss is free", who=who, die=missed)


def _show_dice(emojis: Emojis, view: View, thrown: Thrown) -> str:
    """Return the dice of a throw as pictures, point numbers in gold."""
    kinds = (f"{'gold' if die == view.point else 'white'}_die_{die}" for die in thrown.dice)
    return HAIR_SPACE.join(emojis[kind] for kind in kinds)


def _describe_sums(_: Language, view: View, thrown: Thrown) -> str:
    """Return the lower dice that add up to the point number, in the pot game."""
    groups = thrown.groups if thrown.kind == "points" else ()
    sums = ["+".join(map(str, group)) for group in groups if len(group) > 1]
    return f" ({_.join(sums, 'commas')} = {view.point})" if sums else ""


def _announce_exit(context: RenderContext, view: View, left: Left) -> str:
    """Say that a player is safe, or won the pot; nothing if the headline of the end says it."""
    big, pot, two = left.by == "big buck", view.game == "pot", len(view.scores) == 2
    if two and not pot and not big:
        return ""
    exit_ = EXITS["big buck" if big else "exact", pot or two]
    fines = "" if big else _describe_fines(context, view)
    return context.language(exit_, who=context.name(left.seat)) + fines


def _describe_fines(context: RenderContext, view: View) -> str:
    """Name the players who added a chip at the end of the pot game; else empty."""
    seats = [seat for seat, score in enumerate(view.scores) if not score]
    if view.game != "pot" or not seats:
        return ""
    _ = context.language
    names = _.join([context.name(seat) for seat in seats])
    return "\n" + _("Never scored, one chip more: {names}.", names=names)


def _keep_latest(_: Language, parts: Sequence[str]) -> list[str]:
    """Return the latest parts, after a line that counts the parts cut."""
    cut = max(0, len(parts) - KEPT)
    earlier = _.plural("({n} earlier throw)", "({n} earlier throws)", cut)
    return [earlier] * (cut > 0) + list(parts[cut:])
