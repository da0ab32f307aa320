"""How Ducks in a Bucket looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.core.content import Fragment, Items, rows, text
from cogs.core.renderer import RenderContext, Renderer, SeenStep
from cogs.ducks.rules import SUMMARY, rules
from engine import game
from engine.core import First
from engine.ducks import (
    DUCK,
    Bust,
    Fall,
    Hand,
    Inning,
    Promote,
    Promotion,
    Roll,
    Round,
    Stop,
    ThrowAway,
    View,
    promotable,
)

if TYPE_CHECKING:
    from cogs.core.emojis import Emojis

GAME = game("ducks")
WHITE = 5
ONE_THING = ("one pair", "full house", "straight")
"""Ranks of hands that are spoken of with an article."""


class DucksRenderer(Renderer):
    """Dice and Boss large, the bucket and its hand, what is to beat, and everybody's score."""

    game = GAME
    accent = 0xF2C14E
    sign = "bucket"

    def headline(self, context: RenderContext) -> str:
        """The round and who has the button."""
        view: View = context.view
        if view.button is None:
            return "The button is being drawn"
        return f"Round {view.round} of {view.rounds} · button: {context.name(view.button)}"

    def board(self, context: RenderContext) -> Fragment:
        """The inning, then the players; the table of a round that has just ended."""
        view: View = context.view
        items: Items = []
        if view.results and not view.innings and view.phase in ("fresh", "over"):
            items.append(text(_round_table(context, view.results[-1], view)))
        if view.phase == "over":
            return Fragment([*items, text(_points_table(context, view))])
        if view.seat is not None:
            items += [text(part) for part in _inning(context, view)]
        return Fragment([*items, text("\n".join(_player(context, view, s) for s in view.order))])

    def controls(self, context: RenderContext) -> Items:
        """A button for each promotion, Roll, Throw one away, Stop."""
        return rows([_control(context, move) for move in context.moves])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """What the dice did, and what the player did with them."""
        match step.move:
            case First(seat):
                return f"{context.name(seat)} has the button and goes first."
            case Fall(dice, boss):
                nothing = "" if promotable(dice, boss) else ": nothing to promote."
                rolled = f"{_dice(context.emojis, dice)} {_boss(context.emojis, boss)}"
                return f"{context.name(step.after.seat)} rolls {rolled}{nothing}"
            case Roll() | None:
                return None
            case _:
                done = _done(context.emojis, step.before, step.move)
                return f"{context.name(step.before.seat)} {done}"

    def summary(self, emojis: Emojis) -> str:  # noqa: ARG002 - words are enough
        """Say what the game is about."""
        return SUMMARY

    def rules(self, emojis: Emojis) -> Items:
        """Tell the rules in our own words."""
        return rules(emojis)


def _done(emojis: Emojis, view: View, move: Promote | Stop | ThrowAway | Bust) -> str:
    """What the player did with the dice."""
    match move:
        case Promote(dice):
            return _promoted(emojis, view, dice)
        case Stop():
            return f"stops with **{_a(view.hand)}**."
        case _:
            return _gave_up(emojis, view, move)


def _inning(context: RenderContext, view: View) -> list[str]:
    """The dice that lie there, the bucket, and what is to beat."""
    emojis = context.emojis
    parts: list[str] = []
    if view.boss is not None:
        parts.append(f"# {_dice(emojis, view.dice)}  {_boss(emojis, view.boss)}")
    gone = WHITE - view.left - len(view.bucket)
    slots = [_kept(emojis, die, wild=view.wild) for die in view.bucket]
    slots += [emojis["empty"]] * view.left + [emojis["thrown"]] * gone
    worth = f" **{view.hand.name}**" if view.hand else " still empty"
    parts.append(f"{emojis['bucket']} {' '.join(slots)}{worth}\n{_to_beat(context, view)}")
    return parts


def _to_beat(context: RenderContext, view: View) -> str:
    """The hand to beat, and what would do it."""
    if view.best is None or view.best.hand is None:
        return "-# Nobody has a hand yet in this round: any hand leads."
    best = f"-# To beat: {context.name(view.best.seat)} with {_a(view.best.hand)}."
    if view.hand is not None and view.beats:
        return f"{best} This bucket is ahead."
    return best + (f" Enough: {_a(view.enough)}." if view.enough else " Nothing beats it.")


def _a(hand: Hand | None) -> str:
    """What a bucket holds, within a sentence: "a pair of sixes, kicker 1", "three ones"."""
    if hand is None:
        return "nothing"
    return ("a " if hand.rank in ONE_THING else "") + hand.name


def _player(context: RenderContext, view: View, seat: int) -> str:
    """A player's line: turn, button, hand of this round, points."""
    mark = "▶" if seat == view.seat else "▷"
    button = f" {context.emojis['button']}" if seat == view.button else ""
    inning = next((inning for inning in view.innings if inning.seat == seat), None)
    hand = "" if inning is None else f" · {_hand(context.emojis, inning, wild=view.wild)}"
    points = view.totals[seat]
    return f"{mark} {context.name(seat)}{button} · {points} point{'' if points == 1 else 's'}{hand}"


def _hand(emojis: Emojis, inning: Inning, *, wild: bool) -> str:
    if inning.hand is None:
        return f"{emojis['goose_egg']} goose egg"
    dice = "".join(_kept(emojis, die, wild=wild) for die in inning.hand.dice)
    return f"{dice} {inning.hand.name}"


def _round_table(context: RenderContext, result: Round, view: View) -> str:
    """A finished round as on the score sheet: hands, points, totals."""
    lines = [f"{'Round ' + str(result.number):<11}{'Hand':<11}{'Pts':>3}{'Total':>7}"]
    for seat, hand in enumerate(result.hands):
        name, total = context.short_name(seat), view.totals[seat]
        lines.append(f"{name:<11}{_digits(hand):<11}{result.points[seat]:>3}{total:>7}")
    return "```\n" + "\n".join(lines) + "\n```"


def _points_table(context: RenderContext, view: View) -> str:
    """The points of all rounds, a line for each player."""
    lines = [f"{'Round':<9}" + "".join(f"{result.number:>3}" for result in view.results)]
    for seat in range(len(view.totals)):
        points = "".join(f"{result.points[seat]:>3}" for result in view.results)
        lines.append(f"{context.short_name(seat, 8):<9}{points}")
    return "```\n" + "\n".join(lines) + "\n```"


def _digits(hand: Hand | None) -> str:
    """A hand as the score sheet has it, after conversion: 6-6-6-4; a goose egg is a dash."""
    return "-" if hand is None else "-".join(map(str, hand.values))


def _control(context: RenderContext, move: object) -> discord.ui.Item[Any]:
    """The button of one move."""
    view: View = context.view
    primary, success = discord.ButtonStyle.primary, discord.ButtonStyle.success
    match move:
        case Promote(dice):
            promotion = next(p for p in view.promotions if p.dice == dice)
            button = context.move_button(move, _keep_label(promotion, view.boss or 0), success)
        case Roll():
            label = "Roll" if view.phase == "fresh" else f"Roll {_count(view.left)} again"
            button = context.move_button(move, label, primary)
        case Stop():
            button = context.move_button(move, f"Stop with {_a(view.hand)}"[:80], success)
        case ThrowAway() if view.left == 1:
            button = context.move_button(
                move, "Throw the last one away: lose the bucket", _danger()
            )
        case ThrowAway():
            button = context.move_button(move, f"Throw one away, roll {view.left - 1}")
        case _:
            button = context.move_button(move, "Promote nothing: lose the bucket", _danger())
    return button


def _danger() -> discord.ButtonStyle:
    return discord.ButtonStyle.danger


def _keep_label(promotion: Promotion, boss: int) -> str:
    dice = promotion.dice
    between = " " if dice[0] == boss else "+"
    return f"Keep {between.join(map(str, dice))}"


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _promoted(emojis: Emojis, view: View, dice: tuple[int, ...]) -> str:
    promotion = next(p for p in view.promotions if p.dice == dice)
    kept = " ".join(_kept(emojis, die, wild=view.wild) for die in dice)
    if promotion.ends:
        return f"keeps {kept}, the last dice, and has **{_a(promotion.hand)}**."
    return f"keeps {kept}."


def _gave_up(emojis: Emojis, view: View, move: ThrowAway | Bust) -> str:
    if isinstance(move, Bust):
        return f"promotes nothing and loses the bucket: {emojis['goose_egg']} goose egg!"
    if view.left == 1:
        return f"throws the last die away: {emojis['goose_egg']} goose egg!"
    return "throws one die away."


def _dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    return " ".join(emojis[f"white_{die}"] for die in dice)


def _boss(emojis: Emojis, boss: int) -> str:
    return emojis[f"boss_{boss}"]


def _kept(emojis: Emojis, die: int, *, wild: bool) -> str:
    """A die in the bucket: there a 2 is a duck, where ducks are wild."""
    return emojis["duck"] if wild and die == DUCK else emojis[f"white_{die}"]


RENDERER = DucksRenderer()
