"""The Bucket King's board as everybody sees it, and the sentences about its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.words import (
    describe_fall,
    draw_pyramids,
    format_rounds,
    format_sum,
    picture_key,
)
from cogs.interactions.content import Fragment
from cogs.interactions.parts import text
from engine.buckets.cards import total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BARE, buckets
from engine.core import N_, rank_scores

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.display.pages.renderer import RenderContext, SeenStep
    from engine.buckets.view import BucketsView, BuildingView, PlayingView, RoundView, TrickView

ATTACKS = {
    "c": N_("Cow cards attack {who}: beat {sum}"),
    "d": N_("Duck cards attack {who}: beat {sum}"),
    "h": N_("Horse cards attack {who}: beat {sum}"),
    "p": N_("Pig cards attack {who}: beat {sum}"),
    "s": N_("Sheep cards attack {who}: beat {sum}"),
}
LEADS, PLAYS = N_("{who} attacks with {cards}"), N_("{who} plays {cards}")
GIVES_UP = {
    "c": N_("{who} does not beat {sum}: a cow bucket goes."),
    "d": N_("{who} does not beat {sum}: a duck bucket goes."),
    "h": N_("{who} does not beat {sum}: a horse bucket goes."),
    "p": N_("{who} does not beat {sum}: a pig bucket goes."),
    "s": N_("{who} does not beat {sum}: a sheep bucket goes."),
}
KEEPS = {"left": N_("{who} keeps the left part."), "right": N_("{who} keeps the right part.")}
BUILDS: Mapping[type, str] = {
    type(None): N_("{who} builds in secret."),
    Place: N_("{who} puts a bucket onto the pyramid."),
    Undo: N_("{who} undoes the last bucket."),
    Clear: N_("{who} clears the pyramid."),
    Auto: N_("{who} has the rest of the pyramid built."),
    Confirm: N_("{who} is ready."),
}

GREAT_FALL = 5
"""Fewest buckets that count as a collapse when they fall at once."""


def tell_leader(context: RenderContext, seat: int) -> str:
    return context.language("{who} attacks first.", who=context.name(seat))


def draw_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Return who is ready, and how the last round ended; the new pyramids stay hidden."""
    view, _ = context.view, context.language
    lines = [_("Everybody builds in secret: open **My hand**.")]
    if view.first is not None:
        lines[0] = f"{tell_leader(context, view.first)} {lines[0]}"
    for seat, done in enumerate(stage.ready):
        who = context.name(seat)
        lines.append(
            _("✅ {who} is ready", who=who) if done else _("🔨 {who} is building", who=who)
        )
    words = "\n".join(lines)
    if not view.results:
        return Fragment([text(words)])
    last = draw_ended(context, view.results[-1])
    return Fragment([*last.items, text(words)], last.pictures)


def draw_ended(context: RenderContext, last: RoundView) -> Fragment:
    """Draw the end of a round: the pyramids, most buckets first, and the table of rounds."""
    _, number = context.language, len(context.view.results)
    out = _.join([context.name(seat) for seat, left in enumerate(last.buckets) if not left])
    words = _("Round {number} is over. Without a bucket: {names}.", number=number, names=out)
    shown = draw_places(context, last)
    table = format_rounds(context) if context.view.rounds > 1 else []
    return Fragment([text(words), *shown.items, *table], shown.pictures)


def draw_places(context: RenderContext, last: RoundView) -> Fragment:
    """Draw all pyramids of a finished round in their order, the best one large and with a crown."""
    left, places = last.buckets, rank_scores(last.buckets)
    order = sorted(range(len(left)), key=lambda seat: places[seat])
    plots = [
        Plot(
            f"{places[seat]}. {context.names[seat]}",
            last.pyramids[seat],
            crown=places[seat] == 1,
            other=context.number(seat),
        )
        for seat in order
    ]
    return draw_pyramids(context.language, "end", plots, [context.names[seat] for seat in order])


def draw_playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """Draw the attack, all pyramids with that of the seat to act large, and each player's cards."""
    plots = {seat: make_plot(context, stage, seat) for seat in order_seats(stage, stage.turn)}
    names = [context.names[seat] for seat in plots]
    shown = draw_pyramids(context.language, "pyramids", [*plots.values()], names)
    words = describe_attack(context, stage)
    return Fragment([text(words), *shown.items, text(list_players(context, stage))], shown.pictures)


def order_seats(stage: PlayingView, seat: int) -> list[int]:
    """Return the seats in the order of `draw_scene`: next comes the seat that `seat` attacks."""
    seats = len(stage.pyramids)
    others = [(seat + step) % seats for step in range(1, seats)]
    following, *between = [each for each in others if stage.pyramids[each] != BARE]
    out = [each for each in others if stage.pyramids[each] == BARE]
    return [seat, following, *between[-1:], *between[:-1], *out]


def describe_attack(context: RenderContext, stage: PlayingView) -> str:
    """Return the plays of this attack and the sum to beat, or name the leader."""
    return _describe_trick(context, stage.trick) if stage.trick else _describe_lead(context, stage)


def make_plot(context: RenderContext, stage: PlayingView, seat: int) -> Plot:
    """Return a pyramid as everybody sees it, with its last fall unless it is attacked."""
    attacker = stage.trick.colour if stage.trick and seat == stage.turn else None
    fallen = stage.fallen
    if fallen is not None and (fallen.seat != seat or attacker):
        fallen = None
    return Plot(
        label=context.names[seat],
        pyramid=stage.pyramids[seat],
        before=fallen.before if fallen else "",
        fallen=fallen.boxes if fallen else (),
        chosen=fallen.box if fallen else None,
        attacker=attacker,
        turn=seat == stage.turn,
        other=context.number(seat),
    )


LATEST = 6
"""Plays of an attack that a board shows; an attack may go round more than once."""


def _describe_trick(context: RenderContext, trick: TrickView) -> str:
    _, animal = context.language, context.emojis[picture_key(trick.colour)]
    attack = _(ATTACKS[trick.colour], who=context.name(trick.attacked), sum=trick.beat)
    plays: list[str] = []
    sums: dict[int, int] = {}
    leader_only: bool = context.view.leader_only
    for shown in trick.plays:
        counts = shown.seat == trick.leader or not leader_only
        before = sums.get(shown.seat, 0) if counts else 0
        sums[shown.seat] = before + total(shown.cards)
        plays.append(_.label(context.name(shown.seat), sums[shown.seat]))
    return f"### {animal} {attack}\n-# {' → '.join(plays[-LATEST:])}"


def _describe_lead(context: RenderContext, stage: PlayingView) -> str:
    """Say who leads, or who chooses the part to keep."""
    _, who = context.language, context.name(stage.turn)
    if stage.split:
        return _("### Split: {who} chooses a part", who=who)
    attacked = context.name(order_seats(stage, stage.turn)[1])
    words = _("### {who} attacks {other}", who=who, other=attacked)
    if not stage.must_draw:
        return words
    return f"{words}\n{_('There is no card left to lead, so one is drawn first.')}"


def list_players(context: RenderContext, stage: PlayingView) -> str:
    """List each player's number of cards, and the buckets from earlier rounds."""
    view: BucketsView = context.view
    _, seats = context.language, range(len(stage.pyramids))
    held = [
        _("{who} is out", who=context.name(seat))
        if stage.pyramids[seat] == BARE
        else f"{context.name(seat)} {view.hand_sizes[seat]}"
        for seat in seats
    ]
    lines = [_("-# Cards: {list}", list=" · ".join(held))]
    if view.results:
        before = " · ".join(f"{context.name(seat)} {view.scores[seat]}" for seat in seats)
        lines.append(_("-# Buckets of the rounds before: {list}", list=before))
    if stage.may_draw is not None:
        lines.append(_("{who} may still draw a card.", who=context.name(stage.may_draw)))
    return "\n".join(lines)


def describe_step(context: RenderContext, step: SeenStep) -> str | None:
    """Describe a step that the board does not show; None while pyramids are built.

    The next move would remove the sentence from the board. While pyramids are built, this change
    would reveal that somebody has made the first secret move.
    """
    if context.view.building is not None:
        return None
    if isinstance(step.move, Confirm):
        return None if step.after.playing is None else context.language("All pyramids are shown.")
    return None if _is_shown(context, step) else _describe_play(context, step)


def _is_shown(context: RenderContext, step: SeenStep) -> bool:
    """Return whether the attack on the board already shows a play."""
    if not isinstance(step.move, Play) or context.view.playing is None:
        return False
    now, then = context.view.playing.trick, step.after.playing.trick
    return now is not None and now.plays[: len(then.plays)] == then.plays


def describe_replay_step(context: RenderContext, step: SeenStep) -> str:
    """Describe any step in a replay. Building moves hidden from the reader have no details."""
    move: object = step.move
    done = BUILDS.get(type(move))
    if done is None:
        return _describe_play(context, step) or ""
    words = context.language(done, who=context.name(step.seat))
    if not isinstance(move, Place):
        return words
    return f"{context.emojis[picture_key(move.colour)]} {words}"


def _describe_play(context: RenderContext, step: SeenStep) -> str | None:
    """Describe plays, draws and falls; None for anything else."""
    _, who = context.language, context.name(step.seat) if step.seat >= 0 else ""
    match step.move:
        case Play(cards):
            shown = f"{context.emojis[picture_key(cards[0][0])]} {format_sum(cards)}"
            does = PLAYS if step.before.playing.trick else LEADS
            return _(does, who=who, cards=shown)
        case Draw():
            return _("{who} draws a card.", who=who)
        case Remove() | Keep():
            return _describe_loss(context, who, step)
        case _:
            return None


def _describe_loss(context: RenderContext, who: str, step: SeenStep) -> str:
    """Describe a decline, or the choice of a part, with the buckets that fell."""
    _ = context.language
    after: BucketsView = step.after
    fallen = after.playing.fallen if after.playing else after.results[-1].fallen
    if fallen is None:
        return ""
    if isinstance(step.move, Keep):
        return f"{_(KEEPS[step.move.side], who=who)} {describe_fall(_, fallen, context.emojis)}"
    goes, beat = GIVES_UP[fallen.before[fallen.box]], step.before.playing.trick.beat
    told, lost = _(goes, who=who, sum=beat), len(fallen.boxes)
    if lost == buckets(fallen.before):
        return f"{told}\n{_('## 💥 {who}: the last bucket falls!', who=who)}"
    if lost >= GREAT_FALL:
        crash = _.plural("## 💥 Crash: {n} bucket falls!", "## 💥 Crash: {n} buckets fall!", lost)
        return f"{told}\n{crash}"
    return f"{told} {describe_fall(_, fallen, context.emojis)}" if lost > 1 else told
