"""How Ducks in a Bucket looks on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.display.pages.hints import percent
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.ducks import hints, rules
from cogs.ducks.words import add_article, label_move
from cogs.interactions.content import Fragment
from cogs.interactions.names import count
from cogs.interactions.parts import Items, Part, rows, text
from engine import game
from engine.core import First
from engine.ducks import (
    DUCK,
    Bust,
    Fall,
    Hand,
    Inning,
    Promote,
    Roll,
    Round,
    Stop,
    ThrowAway,
    View,
    promotable,
)
from engine.ducks.odds import chance_to_win, count_empty

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.words.emojis import Emojis
    from players.core import Assessed

GAME = game("ducks")
WHITE = 5
TOLD = 2
"""How many of the latest steps are told: the list of players has the hands."""


class DucksRenderer(Renderer):
    """Shows the dice and the Boss large, the bucket and its hand, the hand to beat, all scores."""

    game = GAME
    accent = 0xF2C14E
    sign = "bucket"
    gist = "press your luck with dice"
    pitch = "Push your luck for the best poker hand, under the eyes of the Boss."
    has_odds = True
    has_hints = True

    def clicks(self, seats: int, options: Mapping[str, str]) -> float:
        """Return how many clicks a game takes, one after the other, as was measured."""
        rate = 5.4 if options["press"] == "discard" else 3.6  # at 2 seats to 6, within a tenth
        return rate * seats**2 * int(options["circuits"])

    def headline(self, context: RenderContext) -> str:
        """Return the round and who goes first in it."""
        view: View = context.view
        if view.button is None:
            return "Who goes first is being drawn"
        return f"Round {view.round} of {view.rounds} · {context.name(view.button)} goes first"

    def board(self, context: RenderContext) -> Fragment:
        """Return the inning and the players; nothing when the game is over."""
        view: View = context.view
        items: Items = []
        if view.phase == "over":
            return Fragment([])
        if view.seat is not None:
            items += [text(part) for part in _describe_inning(context, view)]
        return Fragment(
            [*items, text("\n".join(_describe_player(context, view, s) for s in view.order))]
        )

    def guide(self, context: RenderContext) -> str:
        """Say what the next press does, for who plays for the first time."""
        match context.view.phase:
            case "fresh":
                return "Your first press throws five white dice and the Boss."
            case "promoted":
                return "Stop, and your hand counts. Or roll the rest: it may get better, or lost."
            case _ if context.view.promotions:
                return "A press puts dice into your bucket: like the Boss, or adding up to it."
            case _:
                return ""

    def controls(self, context: RenderContext) -> Items:
        """Return a button for each promotion, Roll, Throw one away, Stop."""
        return rows([_make_button(context, move) for move in context.moves])

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        """Say what the dice did, and what the player did with them."""
        match step.move:
            case First(seat):
                return f"{context.name(seat)} goes first."
            case Fall(dice, boss):
                nothing = "" if promotable(dice, boss) else ": nothing to promote."
                rolled = f"{_show_dice(context.emojis, dice)} {_show_boss(context.emojis, boss)}"
                return f"{context.name(step.after.seat)} rolls {rolled}{nothing}"
            case Roll() | None:
                return None
            case _:
                action = _describe_action(context.emojis, step.before, step.move)
                return f"{context.name(step.before.seat)} {action}"

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Tell the rounds that have ended, and what was last but for the roll that lies there."""
        seen = steps[:-1] if steps and isinstance(steps[-1].move, Fall) else steps
        ends = [i for i, step in enumerate(seen, 1) if step.after.results != step.before.results]
        told = super().describe_steps(context, seen[ends[-1] :] if ends else seen)[-TOLD:]
        last = super().describe_steps(context, seen)[-1:] if ends and not told else []
        rounds = [_tell_round(context, seen[end - 1].after.results[-1]) for end in ends]
        return [*last, *rounds, *told]

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return what a move does, in the words of its button."""
        return label_move(context.view, move)

    def explain(self, context: RenderContext, moves: Sequence[Assessed]) -> str:
        """Say why the first of these moves is the best."""
        return hints.explain(context, moves[0].move)

    def leaves(self, context: RenderContext, move: Any) -> int:  # noqa: ANN401 - any move
        """Return how many dice a move leaves outside the bucket."""
        return hints.count_left(context.view, move)

    def currency(self, context: RenderContext) -> str:  # noqa: ARG002 - always the same
        """Return of what the points of a hint are."""
        return "points of this round"

    def margin(self, context: RenderContext) -> str:
        """Say by what the game was won, and in small print what each round has brought."""
        points = zip(*(each.points for each in context.view.results), strict=True)
        rounds = [f"{context.name(i)} {' + '.join(map(str, own))}" for i, own in enumerate(points)]
        return f"{super().margin(context)}\n-# By round: {' · '.join(rounds)}"

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the points of the finished rounds."""
        return view.totals

    def three_lines(self, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - words are enough
        """Say what suffices to start."""
        return rules.THREE_LINES

    def rules(self, emojis: Emojis) -> tuple[Chapter, ...]:
        """Describe the rules in our own words."""
        return rules.describe_rules(emojis)


def _describe_action(emojis: Emojis, view: View, move: Promote | Stop | ThrowAway | Bust) -> str:
    """Say what the player did with the dice."""
    match move:
        case Promote(dice):
            return _describe_promotion(emojis, view, dice)
        case Stop():
            return f"stops with **{add_article(view.hand)}**.{_celebrate(view.hand)}"
        case _:
            return _describe_loss(emojis, view, move)


def _describe_inning(context: RenderContext, view: View) -> list[str]:
    """Return the dice that lie there, the bucket, and the hand to beat."""
    emojis = context.emojis
    parts: list[str] = []
    if view.boss is not None:
        nothing = view.phase == "rolled" and not view.promotions
        stuck = "\n-# Nothing to promote: no die matches the Boss, and none add up to it."
        dice = f"# {_show_dice(emojis, view.dice)}  {_show_boss(emojis, view.boss)}"
        parts.append(dice + stuck * nothing)
    gone = WHITE - view.left - len(view.bucket)
    slots = [_show_promoted(emojis, die, wild=view.wild) for die in view.bucket]
    slots += [emojis["empty"]] * view.left + [emojis["thrown"]] * gone
    worth = f" **{view.hand.name}**{_tell_ducks(emojis, view.hand)}" if view.hand else " empty"
    bucket = f"{emojis['bucket']} {' '.join(slots)}{worth}"
    parts.append(
        "\n".join([bucket, _describe_target(context, view), *_describe_odds(context, view)])
    )
    return parts


def _tell_ducks(emojis: Emojis, hand: Hand) -> str:
    """Say what the ducks of a bucket count as; empty where none lies in it."""
    return f" ({emojis['duck']} = {', '.join(map(str, hand.ducks))})" if hand.ducks else ""


def _describe_odds(context: RenderContext, view: View) -> list[str]:
    """Return the exact odds of rolling again; nothing where that is not the question."""
    if not context.odds or view.phase != "promoted":
        return []
    ways, of = count_empty(view.left)
    loss = "lose the bucket" if view.press == "bust" or view.left == 1 else "lose a die"
    odds = [f"**{percent(ways / of)}** to {loss}"]
    if view.best is not None and view.best.hand is not None:
        chance = chance_to_win(
            view.bucket,
            view.left,
            view.best.hand.strength,
            wild=view.wild,
            bust=view.press == "bust",
        )
        ahead = "stay ahead of" if view.beats else "beat"
        odds.append(f"**{percent(chance)}** to {ahead} {context.name(view.best.seat)}")
    return [f"Rolling on: {', '.join(odds)}"]


def _describe_target(context: RenderContext, view: View) -> str:
    """Say which hand is to beat, and what it takes."""
    if view.best is None or view.best.hand is None:
        return "-# No hand to beat yet."
    best = f"{context.name(view.best.seat)} with {add_article(view.best.hand)}"
    if view.hand is not None and view.beats:
        return f"-# Ahead of {best}."
    takes = f"It takes at least {add_article(view.enough)}" if view.enough else "Nothing beats it"
    return f"-# To beat: {best}. {takes}."


def _describe_player(context: RenderContext, view: View, seat: int) -> str:
    """Return a player's line: turn, points, dice of this round's hand."""
    mark = "▶ " if seat == view.seat else ""
    inning = next((inning for inning in view.innings if inning.seat == seat), None)
    hand = "" if inning is None else f" · {_describe_hand(context.emojis, inning, wild=view.wild)}"
    return f"{mark}{context.name(seat)} · {count(view.totals[seat], 'point')}{hand}"


def _describe_hand(emojis: Emojis, inning: Inning, *, wild: bool) -> str:
    """Return the dice of an inning's hand."""
    if inning.hand is None:
        return f"{emojis['goose_egg']} goose egg"
    return "".join(_show_promoted(emojis, die, wild=wild) for die in inning.hand.dice)


def _tell_round(context: RenderContext, result: Round) -> str:
    """Tell a finished round: everybody's hand and points, the most points first."""
    told = [
        f"{context.name(seat)} {hand.name if hand else 'goose egg'} **+{result.points[seat]}**"
        for seat, hand in sorted(enumerate(result.hands), key=lambda each: -result.points[each[0]])
    ]
    return f"Round {result.number}: {' · '.join(told)}"


def _make_button(context: RenderContext, move: object) -> Part:
    """Return the button of one move."""
    view: View = context.view
    style = discord.ButtonStyle
    match move:
        case Promote():
            colour = style.success
        case Stop():
            colour = style.success if view.beats else style.secondary
        case Roll():
            colour = style.primary
        case ThrowAway() if view.left > 1:
            colour = style.secondary
        case _:
            colour = style.danger
    return context.move_button(move, label_move(view, move), colour)


def _describe_promotion(emojis: Emojis, view: View, dice: tuple[int, ...]) -> str:
    """Say what the player promotes, and what the hand is if that ends the inning."""
    promotion = next(p for p in view.promotions if p.dice == dice)
    promoted = " ".join(_show_promoted(emojis, die, wild=view.wild) for die in dice)
    if promotion.ends:
        hand = f"**{add_article(promotion.hand)}**.{_celebrate(promotion.hand)}"
        return f"promotes {promoted}, the last dice, and has {hand}"
    return f"promotes {promoted}."


def _celebrate(hand: Hand | None) -> str:
    """Return a headline for the best of all hands; empty for others."""
    best = hand is not None and hand.rank == "five of a kind"
    return "\n# 🎉 FIVE OF A KIND! 🎉" if best else ""


def _describe_loss(emojis: Emojis, view: View, move: ThrowAway | Bust) -> str:
    """Say that the player throws a die away, or loses the bucket."""
    goose_egg = f"## {emojis['goose_egg']} Goose egg!"
    if isinstance(move, Bust):
        return f"promotes nothing and loses the bucket.\n{goose_egg}"
    if view.left == 1:
        return f"throws the last die away.\n{goose_egg}"
    return "throws one die away."


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    """Return white dice as pictures."""
    return " ".join(emojis[f"white_{die}"] for die in dice)


def _show_boss(emojis: Emojis, boss: int) -> str:
    """Return the Boss as a picture."""
    return emojis[f"boss_{boss}"]


def _show_promoted(emojis: Emojis, die: int, *, wild: bool) -> str:
    """Return a die in the bucket; with wild ducks a 2 is shown as a duck."""
    return emojis["duck"] if wild and die == DUCK else emojis[f"white_{die}"]


RENDERER = DucksRenderer()
