"""The renderer of Trophy Buck."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cogs.display.art.strip import Strip
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.display.table_text import EMPTY, draw_bar, in_tenths
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Items, stack, text
from cogs.trophy import words
from cogs.trophy.drawings import DRAWINGS
from cogs.trophy.reasons import tell_fact
from engine.core import N_, First
from engine.trophy import (
    GOAL,
    KINDS,
    STARTLES_TO_END,
    SYMBOLS,
    Die,
    Hunt,
    Roll,
    Stop,
    View,
)
from players.trophy import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from players.review import Reason

GAME = KIT.rules
DRAWN = 3
"""Dice in a roll."""
FEW = 2
"""Largest number of turns before the last that get a line each."""
CELL = 4
"""Points that one cell of the bar stands for; with fewer, a line would not fit a phone."""
_COLOURS = {kind.letter: kind.colour for kind in KINDS}
_POINTS = {kind.letter: kind.points for kind in KINDS}


class TrophyRenderer(Renderer):
    """Shows three dice large, the points of the turn, the bag, and the race to the goal."""

    game = GAME
    accent = 0x8A5A2B
    sign = "buck"
    gist = N_("hunt as long as you dare")
    pitch = N_("One more roll? Every deer adds points until three are startled.")
    goal = N_("Once somebody has 36 points, the highest total wins.")
    strip = Strip(
        (
            "brown_die white_die green_die|↓|brown_points white_tracks green_startle",
            "brown_points +2|white_tracks 🎲",
            "green_startle white_startle brown_startle|0",
        ),
        DRAWINGS,
    )
    captions = (
        N_("Draw three dice and roll them."),
        N_("Antlers score. Stop, or roll on."),
        N_("Three Startles: no points this turn."),
    )
    has_undo = True
    has_hints = True
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        """Return the goal, or say that the last round, a tiebreak or the end has come."""
        _, view = context.language, context.view
        if view.winner is not None:
            return _("The hunt is over")
        if view.tiebreak:
            return _("Tiebreak among the leaders")
        if view.final_round:
            return _("The last round: {points} points to beat", points=max(view.totals))
        return f"🏁 {GOAL}"

    def board(self, context: RenderContext) -> Fragment:
        """Return the turn, the bag and the race; nothing when the game is over."""
        view: View = context.view
        if view.hunter is None:
            return Fragment([])
        turn = [_describe_turn(context, view)] if view.rolled else []
        bag, race = _describe_bag(context, view), _list_totals(context, view)
        return Fragment([text(part) for part in (*turn, bag, race)])

    def controls(self, context: RenderContext) -> Items:
        """Return a button to draw, and one to stop beside or above it if the hunter has rolled.

        A stop that cannot win any more is grey.
        """
        lost = _count_short(context.view) > 0
        buttons = [
            context.move_button(move, self.name_move(context, move), quiet=lost and move == Stop())
            for move in context.moves
        ]
        return stack(buttons[:1], buttons[1:])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        _ = context.language
        match step.move:
            case First(seat):
                return _("{who} hunts first.", who=context.name(seat))
            case Roll() if step.before.new_stand:
                return _describe_new_stand(context, step.before)
            case Stop() | Hunt() if _ends_turn(step):
                return _tell_turn(context, [step])
            case Hunt():
                return _describe_roll(context, step)
            case _:
                return None

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        return context.language("{who} rolls.", who=context.name(step.seat))

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the last finished turn with all its throws, and earlier turns in a line each.

        Of many earlier turns only a first one that lost its points is told, because the player has
        had no time to read it; the board has the points of the others. Throws of a turn that goes
        on are left out, because the board shows the latest one.
        """
        ends = [number for number, step in enumerate(steps, 1) if _ends_turn(step)]
        *before, last = [steps[a:b] for a, b in pairwise([0, *ends])] or [[]]
        lost = bool(before) and isinstance(before[0][-1].move, Hunt)
        shown = len(before) if len(before) <= FEW else int(lost)
        told = [_tell_shortly(context, turn) for turn in before[:shown]]
        told += [_describe_milestone(context, turn[-1]) for turn in before[shown:]]
        going = [s for s in steps[max(ends, default=0) :] if not isinstance(s.move, Hunt)]
        told.append(_tell_turn(context, last))
        return [*filter(None, told), *super().describe_steps(context, going)]

    def result(self, context: RenderContext, seat: int) -> str:
        """Return a player's points, with a note if the player has won a tiebreak."""
        view: View = context.view
        level = view.totals.count(view.totals[seat]) > 1
        broken = f" · {context.language('ahead in the tiebreak')}"
        return super().result(context, seat) + broken * (seat == view.winner and level)

    def margin(self, context: RenderContext) -> str:
        """Return the line below the headline, with a note about a tiebreak."""
        totals, winner = context.view.totals, context.view.winner
        level = winner is not None and totals.count(totals[winner]) > 1
        tiebreak = context.language("It took a tiebreak.") if level else ""
        return " ".join(filter(None, [super().margin(context), tiebreak]))

    def decision(self, context: RenderContext) -> list[str]:
        """Return what the last turn added for the winner and the next player, or in a tiebreak.

        Whoever played last is left out, because the last steps tell that turn.
        """
        view: View = context.view
        winner, behind = view.winner, self._find_best_behind(context)
        if winner is None or behind is None:
            return []
        totals, _ = view.totals, context.language
        level = [seat for seat, total in enumerate(totals) if total == totals[winner]]
        seats = level if len(level) > 1 else [winner, behind]
        first, players = view.first or 0, level if len(level) > 1 else range(len(totals))
        last = max(players, key=lambda seat: (seat - first) % len(totals))
        told = [f"{context.name(seat)} +{view.latest[seat] or 0}" for seat in seats if seat != last]
        return [_("Last turn: {points}", points=" · ".join(told))] if told else []

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        _, view = context.language, context.view
        if move == Roll():
            return _label_roll(_, view)
        if short := _count_short(view):
            return _("Stop: {n} short", n=short)
        return _("Stop: keep {points}", points=view.score)

    def show_choice(self, context: RenderContext) -> str:
        """Return the last roll, and the points at stake."""
        view: View = context.view
        dice = " ".join(_show_die(context.emojis, die) for die in view.dice)
        _, startles = context.language, len(view.startles)
        told = _.plural("{n} Startle", "{n} Startles", startles)
        return f"{dice}  +{view.score} · {told}".strip()

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:
        return tell_fact(context, reason)

    def is_last(self, context: RenderContext) -> bool:
        """Return whether this is the last round or a tiebreak."""
        return context.view.final_round or bool(context.view.tiebreak)

    def currency(self, context: RenderContext) -> str:
        return context.language("points of this turn")

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the points of finished turns."""
        return view.totals

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:
        return words.describe_shortly(_, emojis)

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(_, emojis)


def _describe_turn(context: RenderContext, view: View) -> str:
    """Return the last roll, and the turn's points, Startles and risk."""
    _, emojis, startles = context.language, context.emojis, len(view.startles)
    dice = "".join(_show_die(emojis, die) for die in view.startles)
    dice += EMPTY * (STARTLES_TO_END - startles)
    if startles == STARTLES_TO_END - 1:
        told = _("**One Startle away!**")
    else:
        told = _("**{n}** of {most} Startles", n=startles, most=STARTLES_TO_END)
    lines = [f"# {' '.join(_show_die(emojis, die) for die in view.dice)}"]
    if context.moves and view.hunter is not None and view.latest[view.hunter] is None:
        lines.append(_explain_sides(context))
    lines += [f"# +{view.score} · {dice}", told]
    if view.score and not context.tip:
        chance = in_tenths(_, view.end_ways / view.end_of)
        lines.append(
            _("-# Risk of losing the {points}: {chance}", points=view.score, chance=chance)
        )
    if view.new_stand:
        lines.append(
            _("-# Too few dice for a roll: the points are kept, and the Points dice go back.")
        )
    return "\n".join(lines)


def _explain_sides(context: RenderContext) -> str:
    """Return what the three sides of a die do, for a player's first turn."""
    sides = {side: context.emojis[f"brown_{side}"] for side in words.SIDES}
    _ = context.language
    return _("-# {points} scores · {tracks} rolls again · three {startle}: all lost", **sides)


def _describe_bag(context: RenderContext, view: View) -> str:
    """Return a picture of each die in the bag, which has the die's points on it.

    Only the first board of a game says so in words.
    """
    _, emojis = context.language, context.emojis
    dice = "".join(emojis[f"{bag.colour}_die"] * bag.dice for bag in view.bag)
    if view.rolled or any(points is not None for points in view.latest):
        return f"🎒 {dice}"
    return f"{_('-# In the bag, each with its points:')}\n{dice}"


def _list_totals(context: RenderContext, view: View) -> str:
    """Return a line for each player: a bar up to the goal, the points, those of the last turn.

    Leaders in a tiebreak have … before their next turn, and the others have nothing.
    """
    tries = {leader.seat: leader.points for leader in view.tiebreak}
    lines: list[str] = []
    for seat, total in enumerate(view.totals):
        points = tries.get(seat) if view.tiebreak else view.latest[seat]
        turn = f" · +{points}" if points is not None else " · …" if seat in tries else ""
        bar = draw_bar(total // CELL, GOAL // CELL)
        lines.append(f"{bar}🏁 **{total}** {context.name(seat)}{turn}")
    return "\n".join(lines)


def _label_roll(_: Language, view: View) -> str:
    again = len(view.tracks)
    if not view.rolled:
        return _("Draw {number}", number=DRAWN)
    if not again:
        return _("Draw {number} more", number=DRAWN)
    if again == DRAWN:
        return _("Roll all {number} again", number=DRAWN)
    return _("Draw {drawn}, roll {again} again", drawn=DRAWN - again, again=again)


def _count_short(view: View) -> int:
    """Return the points that a stop lacks to win in the last round or a tiebreak; 0 if it may."""
    if view.hunter is None or not (view.final_round or view.tiebreak):
        return 0
    if view.tiebreak:
        tries = (leader.points or 0 for leader in view.tiebreak)
        return max(0, max(tries) - view.score)
    return max(0, max(view.totals) - view.totals[view.hunter] - view.score)


def _ends_turn(step: SeenStep) -> bool:
    if isinstance(step.move, Hunt):
        return _count_startles(step) >= STARTLES_TO_END
    return isinstance(step.move, Stop)


def _count_startles(step: SeenStep) -> int:
    """Return the number of Startles after a roll."""
    return len(step.before.startles) + sum(die[1] == "S" for die in step.move.dice)


def _describe_new_stand(context: RenderContext, before: View) -> str:
    """Say that the Points dice went back into the bag, because the bag had too few dice."""
    _ = context.language
    return _(
        "{who} moves to a new stand: **{points}** points are noted, the Points dice are back in "
        "the bag.",
        who=_name_hunter(context, before),
        points=before.score,
    )


def _describe_roll(context: RenderContext, step: SeenStep) -> str:
    """Return the dice of a roll that does not end the turn, and its points."""
    _, dice = context.language, step.move.dice
    gained = sum(_POINTS[die[0]] for die in dice if die[1] == "P")
    who, shown = _name_hunter(context, step.before), _show_throw(context.emojis, dice)
    rolls = _("{who} rolls {dice}", who=who, dice=shown)
    return _.label(rolls, f"**+{gained}**") if gained else rolls


def _tell_turn(context: RenderContext, turn: Sequence[SeenStep]) -> str:
    """Tell a finished turn with its throws since the latest click; empty for no steps."""
    if not turn:
        return ""
    throws = [step for step in turn if isinstance(step.move, Hunt)]
    dice = " · ".join(_show_throw(context.emojis, step.move.dice) for step in throws)
    _, before = context.language, turn[-1].before
    who, points = _name_hunter(context, before), before.score
    if turn[-1] in throws:
        had = "".join(_show_die(context.emojis, die) for die in throws[0].before.startles)
        told = _tell_loss(context, turn[-1], f"{had} + {dice}" if had else dice)
    elif throws:
        told = f"# {dice}\n{who} **+{points}**"
    else:
        told = _("{who} stops and scores **{points}**.", who=who, points=points)
    return "\n".join(filter(None, [told, _describe_milestone(context, turn[-1])]))


def _tell_shortly(context: RenderContext, turn: Sequence[SeenStep]) -> str:
    """Tell a finished turn by the dice that scored since the latest click, or by what was lost."""
    throws = [step.move.dice for step in turn if isinstance(step.move, Hunt)]
    if isinstance(turn[-1].move, Hunt):
        told = _tell_points_lost(context, turn[-1])
    else:
        scored = [die for dice in throws for die in dice if die[1] == "P"]
        before, shown = turn[-1].before, _show_throw(context.emojis, scored)
        words = _name_hunter(context, before), shown, f"**+{before.score}**"
        told = " ".join(filter(None, words))
    return "\n".join(filter(None, [told, _describe_milestone(context, turn[-1])]))


def _tell_loss(context: RenderContext, step: SeenStep, dice: str) -> str:
    """Return the number of Startles and the dice in large type, and the lost points."""
    told = context.language("# 💨 {n} Startles: no points!", n=_count_startles(step))
    return f"{told}\n# {dice}\n{_tell_points_lost(context, step)}"


def _tell_points_lost(context: RenderContext, step: SeenStep) -> str:
    _, points, who = context.language, step.before.score, _name_hunter(context, step.before)
    if not points:
        return _("{who}: The deer are gone.", who=who)
    return _.plural(
        "{who} loses **{n} point**.",
        "{who} loses **{n} points**.",
        points,
        who=who,
    )


def _describe_milestone(context: RenderContext, step: SeenStep) -> str:
    """Say that the last round or a tiebreak begins; empty otherwise."""
    _, before, after = context.language, step.before, step.after
    if after.final_round and not before.final_round:
        who = _name_hunter(context, before)
        return _("{who} has reached {goal} points! This round is the last.", goal=GOAL, who=who)
    fresh = after.tiebreak and all(leader.points is None for leader in after.tiebreak)
    if not fresh:
        return ""
    names = _.join([context.name(leader.seat) for leader in after.tiebreak])
    if before.tiebreak:
        return _("Still level: {names}. They hunt on, one turn each.", names=names)
    return _(
        "Level at {points}: {names}. They hunt on, one turn each.",
        points=max(after.totals),
        names=names,
    )


def _name_hunter(context: RenderContext, view: View) -> str:
    """Return the name of the player to act."""
    return context.name(view.hunter or 0)


def _show_throw(emojis: Emojis, dice: Sequence[str]) -> str:
    return " ".join(emojis[f"{_COLOURS[die[0]]}_{SYMBOLS[die[1]]}"] for die in dice)


def _show_die(emojis: Emojis, die: Die) -> str:
    return emojis[f"{die.colour}_{die.symbol}"]


RENDERER = TrophyRenderer()
