"""What everybody sees of The Bucket King: who is ready, pyramids, the attack, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pyramids import Plot
from cogs.buckets.words import (
    NAMES,
    PLURALS,
    all_of,
    counted,
    fall,
    picture_key,
    round_table,
    summed,
)
from cogs.core.content import Fragment, text
from cogs.core.renderer import RenderContext, SeenStep
from engine.buckets.cards import VALUES, total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BARE, buckets

if TYPE_CHECKING:
    from engine.buckets.state import Fallen
    from engine.buckets.view import BucketsView, BuildingView, PlayingView, RoundView, TrickView


def building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Who is ready, and nothing else of this round; how the last one ended."""
    view: BucketsView = context.view
    ready = "\n".join(
        f"{'✅' if done else '🔨'} {context.name(seat)} {'is ready' if done else 'is building'}"
        for seat, done in enumerate(stage.ready)
    )
    leader = "" if view.first is None else f"{context.name(view.first)} will lead first. "
    words = f"{leader}Everybody builds in secret: open **My hand**.\n{ready}"
    if not view.results:
        return Fragment([text(words)])
    last = ended(context, view.results[-1])
    return Fragment([*last.items, text(words)], last.files)


def ended(context: RenderContext, last: RoundView) -> Fragment:
    """The end of a round: the pyramids as they were left, and the table of rounds."""
    number = len(context.view.results)
    out = [context.name(seat) for seat, left in enumerate(last.buckets) if not left]
    words = f"Round {number} is over: {' and '.join(out)} lost the last bucket."
    plots = [public_plot(context, seat, one, last.fallen) for seat, one in enumerate(last.pyramids)]
    shown = all_of(context, plots)
    table = round_table(context) if context.view.rounds > 1 else []
    return Fragment([text(words), *shown.items, *table], shown.files)


def playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """The attack, all pyramids, and what each player holds in numbers."""
    attacker = stage.trick.colour if stage.trick else None
    plots = [
        public_plot(
            context,
            seat,
            pyramid,
            stage.fallen,
            attacker=attacker if seat == stage.turn else None,
            turn=seat == stage.turn,
        )
        for seat, pyramid in enumerate(stage.pyramids)
    ]
    shown = all_of(context, plots)
    words = _trick(context, stage.trick) if stage.trick else _lead(context, stage)
    return Fragment([text(words), *shown.items, text(_players(context, stage))], shown.files)


def following(stage: PlayingView) -> int:
    """Whom `turn` attacks: the next to the left who still has a bucket."""
    seats = len(stage.pyramids)
    others = ((stage.turn + step) % seats for step in range(1, seats))
    return next(seat for seat in others if stage.pyramids[seat] != BARE)


def public_plot(
    context: RenderContext,
    seat: int,
    pyramid: str,
    fallen: Fallen | None,
    *,
    attacker: str | None = None,
    turn: bool = False,
) -> Plot:
    """Somebody's pyramid with what everybody knows of it; `fallen`: the last fall, whoever's."""
    mine = fallen if fallen is not None and fallen.seat == seat else None
    return Plot(
        label=f"{seat + 1} {context.short_name(seat, 14)} · {buckets(pyramid)}",
        pyramid=pyramid,
        before=mine.before if mine else "",
        fallen=mine.boxes if mine else (),
        chosen=mine.box if mine else None,
        attacker=attacker,
        turn=turn,
    )


def _trick(context: RenderContext, trick: TrickView) -> str:
    """The attack: who played what, and the sum to beat."""
    animals = f"{context.emojis[picture_key(trick.colour)]} {PLURALS[trick.colour].capitalize()}"
    lines = [f"### {animals} attack {context.name(trick.attacked)}: beat {trick.beat}"]
    sums: dict[int, int] = {}
    leader_only: bool = context.view.leader_only
    for number, shown in enumerate(trick.plays):
        counts = shown.seat == trick.leader or not leader_only
        before = sums.get(shown.seat, 0) if counts else 0
        sums[shown.seat] = before + total(shown.cards)
        verb = "leads" if number == 0 else "adds" if before else "plays"
        values = " + ".join(str(VALUES[card]) for card in shown.cards)
        alone = len(shown.cards) == 1 and not before
        said = f"**{values}**" if alone else f"{values}: **{sums[shown.seat]}**"
        lines.append(f"{context.name(shown.seat)} {verb} {said}")
    return "\n".join(lines)


def _lead(context: RenderContext, stage: PlayingView) -> str:
    who = context.name(stage.turn)
    if stage.split:
        return f"### The pyramid of {who} is split\n{who} chooses the part that stays."
    draws = " There is no card left to lead, so one is drawn first." if stage.must_draw else ""
    return f"### {who} leads\nWhich animal attacks {context.name(following(stage))}?{draws}"


def _players(context: RenderContext, stage: PlayingView) -> str:
    """A line for each player: buckets, cards, points of the rounds before."""
    view: BucketsView = context.view
    lines: list[str] = []
    for seat, pyramid in enumerate(stage.pyramids):
        left = counted(buckets(pyramid), "bucket") if pyramid != BARE else "out"
        words = [left, counted(view.hand_sizes[seat], "card")]
        if view.results:
            words.append(f"{view.scores[seat]} from before")
        if seat == stage.may_draw:
            words.append("may still draw a card")
        lines.append(f"`{seat + 1}` {context.name(seat)} · {' · '.join(words)}")
    lines.append(f"-# Draw pile {stage.pile} · discards {stage.discards}{_last(context, stage)}")
    return "\n".join(lines)


def _last(context: RenderContext, stage: PlayingView) -> str:
    """The last fall in words, as long as the picture shows it."""
    if stage.fallen is None:
        return ""
    return f" · dashed: what {context.name(stage.fallen.seat)} lost last"


def describe_step(context: RenderContext, step: SeenStep) -> str | None:
    """Plays, draws and falls. While pyramids are built nothing is told.

    What is told goes away with the next move: it would give away the first secret one.
    """
    if context.view.building is not None:
        return None
    if isinstance(step.move, Confirm):
        return f"{context.name(step.seat)} is ready: all pyramids are shown."
    return _played(context, step)


def describe_replay_step(context: RenderContext, step: SeenStep) -> str:
    """What was built, for whom it was no secret; and the fall that ended a round."""
    match step.move:
        case None:
            done = "builds in secret"
        case Place(box, colour):
            done = f"puts a {NAMES[colour]} bucket into place {box + 1}"
        case Undo():
            done = "takes the last bucket back"
        case Clear():
            done = "takes all buckets back"
        case Auto():
            done = "has the pyramid built"
        case Confirm():
            done = "is ready"
        case _:
            return _played(context, step) or ""
    return f"{context.name(step.seat)} {done}."


def _played(context: RenderContext, step: SeenStep) -> str | None:
    """Plays, draws and falls; None for anything else."""
    who = context.name(step.seat) if step.seat >= 0 else ""
    match step.move:
        case Play(cards):
            verb = "plays" if step.before.playing.trick else "attacks with"
            return f"{who} {verb} {PLURALS[cards[0][0]]}: {summed(cards)}."
        case Draw():
            return f"{who} draws a card."
        case Remove() | Keep():
            return _told_fall(who, step)
        case _:
            return None


def _told_fall(who: str, step: SeenStep) -> str:
    """A decline or the choice of a part, with what fell by it."""
    after: BucketsView = step.after
    fallen = after.playing.fallen if after.playing else after.results[-1].fallen
    if fallen is None:
        return ""
    if isinstance(step.move, Keep):
        return f"{who} keeps the {step.move.side} part, and lost {fall(fallen)} in all."
    name = NAMES[fallen.before[fallen.box]]
    out = " That was the last one!" if len(fallen.boxes) == buckets(fallen.before) else ""
    gone = f" Gone: {fall(fallen)}." if len(fallen.boxes) > 1 else ""
    return f"{who} declines and gives up {name} {fallen.box + 1}.{gone}{out}"
