"""The Bucket King's public board, and a player's own page while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import AIR, Plot
from cogs.buckets.words import (
    NAMES,
    PLURALS,
    describe_fall,
    draw_all_pyramids,
    draw_pyramids,
    format_rounds,
    format_sum,
    list_hand,
    picture_key,
)
from cogs.interactions.content import Fragment
from cogs.interactions.language import count
from cogs.interactions.parts import Component, Items, rows, text
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BARE, BOXES, EACH, VALUES, buckets, total
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from cogs.display.pages.renderer import RenderContext, SeenStep
    from engine.buckets.state import (
        BucketsView,
        BuildingView,
        Fallen,
        PlayingView,
        RoundView,
        TrickView,
    )

ONE = "one"
"""Focus in which a press lays one bucket; otherwise it lays all that are left of an animal."""


def draw_own_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Draw the hand, the player's pyramid so far, and the controls."""
    view: BucketsView = context.view
    built = stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("Your pyramid", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = draw_pyramids("pyramid", [plot], ["Your pyramid"], wide=True)
    words, advice = _advise(ready=ready, complete=len(built) == len(BOXES))
    leader = "" if view.first is None else f"\n-# {context.name(view.first)} will lead first."
    items: Items = [
        text(f"### {words}\n{advice}{leader}"),
        *picture.items,
        text(list_hand(view.hand, context.emojis)),
    ]
    return Fragment(
        [*items, *([] if ready else _make_controls(context, stage))],
        picture.pictures,
    )


def _advise(*, ready: bool, complete: bool) -> tuple[str, str]:
    """Return the next task as a heading, and advice."""
    if ready:
        return "Your pyramid stands", "It is shown when everybody is ready."
    if complete:
        return "Your pyramid is complete", "Confirm it, or change it."
    return (
        "Build your pyramid, from the bottom left",
        "Low buckets carry the others, so put animals there whose high cards you hold.",
    )


def _make_controls(context: RenderContext, stage: BuildingView) -> Items:
    """Return a button for each animal that is left, and the other buttons."""
    built, one = stage.built or "", context.focus == ONE
    animals = [
        _make_place(context, built, move.colour, one=one)
        for move in context.moves
        if isinstance(move, Place)
    ]
    others = [
        *([context.move_button(Confirm(), "Confirm")] if Confirm() in context.moves else []),
        _make_switch(context, one=one),
    ]
    if Auto() in context.moves:
        label = "Build the rest for me" if built else "Build it for me"
        others.append(context.move_button(Auto(), label))
    if one and Clear() in context.moves:
        others.append(context.move_button(Clear(), "Start over", gives_up=True))
    return [*rows(animals), *rows(others), *_note_undos(stage)]


def _make_place(context: RenderContext, built: str, colour: str, *, one: bool) -> Component:
    """Return the button that lays one bucket of an animal, or all its buckets that are left."""
    emoji = context.emojis.picture(picture_key(colour))
    left = EACH - built.count(colour)
    label = f"{NAMES[colour].capitalize()} ×{left}"  # noqa: RUF001 - a multiplication sign
    if one:
        return context.step_button(ONE, Place(len(built), colour), label, emoji)
    moves = PRESS.join(str(Place(len(built) + number, colour)) for number in range(left))
    return context.move_button(moves, label, emoji)


def _make_switch(context: RenderContext, *, one: bool) -> Component:
    """Return the button that changes how many buckets a press lays."""
    if one:
        return context.focus_button("", "All of an animal")
    return context.focus_button(ONE, "One at a time")


def undo_press(context: RenderContext, stage: BuildingView) -> str:
    """Return the moves that take back the last bucket, or the last run of one animal's."""
    built = stage.built or ""
    last = 1 if context.focus == ONE else len(built) - len(built.rstrip(built[-1]))
    boxes = range(len(built) - 1, len(built) - 1 - min(last, stage.may_take_back or 1), -1)
    return PRESS.join(str(Undo(box)) for box in boxes)


def _note_undos(stage: BuildingView) -> Items:
    """Say how many buckets can still be undone; empty while there is no limit."""
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    return [text(f"-# You can undo {count(left, 'more bucket')} in this round.")]


GREAT_FALL = 5
"""Fewest buckets that count as a collapse when they fall at once."""


def draw_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Return who is ready, and how the last round ended; this round stays hidden."""
    view: BucketsView = context.view
    ready = "\n".join(
        f"{'✅' if done else '🔨'} {context.name(seat)} {'is ready' if done else 'is building'}"
        for seat, done in enumerate(stage.ready)
    )
    leader = "" if view.first is None else f"{context.name(view.first)} will lead first. "
    words = f"{leader}Everybody builds in secret: open **My hand**.\n{ready}"
    if not view.results:
        return Fragment([text(words)])
    last = draw_ended(context, view.results[-1])
    return Fragment([*last.items, text(words)], last.pictures)


def draw_ended(context: RenderContext, last: RoundView) -> Fragment:
    """Draw the end of a round: the pyramids as they stand, and the table of rounds."""
    number = len(context.view.results)
    out = [context.name(seat) for seat, left in enumerate(last.buckets) if not left]
    words = f"Round {number} is over: {' and '.join(out)} lost the last bucket."
    plots = [make_plot(context, seat, one, last.fallen) for seat, one in enumerate(last.pyramids)]
    shown = draw_all_pyramids(context, plots, AIR)  # nobody attacks any more
    table = format_rounds(context) if context.view.rounds > 1 else []
    return Fragment([text(words), *shown.items, *table], shown.pictures)


def draw_playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """Draw the attack, all pyramids, and each player's cards and buckets."""
    attacker = stage.trick.colour if stage.trick else None
    plots = [
        make_plot(
            context,
            seat,
            pyramid,
            stage.fallen,
            attacker=attacker if seat == stage.turn else None,
            turn=seat == stage.turn,
        )
        for seat, pyramid in enumerate(stage.pyramids)
    ]
    shown = draw_all_pyramids(context, plots)
    words = _describe_attack(context, stage)
    return Fragment(
        [text(words), *shown.items, text(_list_players(context, stage))], shown.pictures
    )


def draw_best_two(context: RenderContext, last: RoundView) -> Fragment:
    """Draw the best two pyramids at the end, and name the others."""
    left = last.buckets
    order = sorted(range(len(left)), key=lambda seat: -left[seat])
    names = [context.names[seat] for seat in order[:2]]
    plots = [Plot(f"{context.names[i]} · {left[i]}", last.pyramids[i]) for i in order[:2]]
    shown = draw_pyramids("best", plots, names, sky=AIR)
    others = " · ".join(f"{context.name(seat)} {left[seat]}" for seat in order[2:])
    return Fragment([*shown.items, text(f"-# {others}")], shown.pictures)


def _describe_attack(context: RenderContext, stage: PlayingView) -> str:
    """Return the latest play with its player and the sum to beat, or name the leader."""
    return _describe_trick(context, stage.trick) if stage.trick else _describe_lead(context, stage)


def find_attacked(stage: PlayingView) -> int:
    """Return the seat that the player `turn` attacks: the next to the left that has a bucket."""
    seats = len(stage.pyramids)
    others = ((stage.turn + step) % seats for step in range(1, seats))
    return next(seat for seat in others if stage.pyramids[seat] != BARE)


def make_plot(
    context: RenderContext,
    seat: int,
    pyramid: str,
    fallen: Fallen | None,
    *,
    attacker: str | None = None,
    turn: bool = False,
) -> Plot:
    """Return a pyramid as everybody sees it; `fallen`: the last fall of any seat."""
    mine = fallen if fallen is not None and fallen.seat == seat else None
    return Plot(
        label=f"{seat + 1} {context.names[seat]} · {buckets(pyramid)}",
        pyramid=pyramid,
        before=mine.before if mine else "",
        fallen=mine.boxes if mine else (),
        chosen=mine.box if mine else None,
        attacker=attacker,
        turn=turn,
    )


def _describe_trick(context: RenderContext, trick: TrickView) -> str:
    cards = f"{context.emojis[picture_key(trick.colour)]} {NAMES[trick.colour].capitalize()} cards"
    lines = [f"### {cards} attack {context.name(trick.attacked)}: beat {trick.beat}"]
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


def _describe_lead(context: RenderContext, stage: PlayingView) -> str:
    """Say who leads, or who chooses the part to keep."""
    who = context.name(stage.turn)
    if stage.split:
        return f"### Split: {who} chooses a part"
    draws = " There is no card left to lead, so one is drawn first." if stage.must_draw else ""
    return f"### {who} leads\nWhich animal attacks {context.name(find_attacked(stage))}?{draws}"


def _list_players(context: RenderContext, stage: PlayingView) -> str:
    """Return each player's cards, and their buckets of the rounds before.

    The pictures show the buckets that are left.
    """
    view: BucketsView = context.view
    seats = range(len(stage.pyramids))
    held = [
        f"{context.name(seat)} {'out' if stage.pyramids[seat] == BARE else view.hand_sizes[seat]}"
        for seat in seats
    ]
    lines = [f"-# Cards: {' · '.join(held)}"]
    if view.results:
        before = [f"{context.name(seat)} {view.scores[seat]}" for seat in seats]
        lines.append(f"-# Buckets of the rounds before: {' · '.join(before)}")
    if stage.may_draw is not None:
        lines.append(f"{context.name(stage.may_draw)} may still draw a card.")
    dashed = "" if stage.fallen is None else " · dashed: just lost"
    lines.append(f"-# Draw pile {stage.pile} · discards {stage.discards}{dashed}")
    return "\n".join(lines)


def describe_step(context: RenderContext, step: SeenStep) -> str | None:
    """Describe a step that the board does not show; None while pyramids are built.

    The next move removes the sentence from the board. While pyramids are built, that would reveal
    the first secret move.
    """
    if context.view.building is not None:
        return None
    if isinstance(step.move, Confirm):
        return None if step.after.playing is None else "All pyramids are shown."
    return None if _is_shown(context, step) else _describe_play(context, step)


def _is_shown(context: RenderContext, step: SeenStep) -> bool:
    """Return whether the attack on the board already shows a play."""
    if not isinstance(step.move, Play) or context.view.playing is None:
        return False
    now, then = context.view.playing.trick, step.after.playing.trick
    return now is not None and now.plays[: len(then.plays)] == then.plays


def describe_replay_step(context: RenderContext, step: SeenStep) -> str:
    """Describe what was built, unless it is secret, or the fall that ended a round."""
    match step.move:
        case None:
            done = "builds in secret"
        case Place(_, colour):
            done = f"puts a {NAMES[colour]} bucket onto the pyramid"
        case Undo():
            done = "undoes the last bucket"
        case Clear():
            done = "clears the pyramid"
        case Auto():
            done = "has the rest of the pyramid built"
        case Confirm():
            done = "is ready"
        case _:
            return _describe_play(context, step) or ""
    return f"{context.name(step.seat)} {done}."


def _describe_play(context: RenderContext, step: SeenStep) -> str | None:
    """Describe plays, draws and falls; None for anything else."""
    who = context.name(step.seat) if step.seat >= 0 else ""
    match step.move:
        case Play(cards):
            verb = "plays" if step.before.playing.trick else "leads"
            return f"{who} {verb} {PLURALS[cards[0][0]]}: {format_sum(cards)}."
        case Draw():
            return f"{who} draws a card."
        case Remove() | Keep():
            return _describe_loss(who, step)
        case _:
            return None


def _describe_loss(who: str, step: SeenStep) -> str:
    """Describe a decline, or the choice of a part, with the buckets that fell."""
    after: BucketsView = step.after
    fallen = after.playing.fallen if after.playing else after.results[-1].fallen
    if fallen is None:
        return ""
    if isinstance(step.move, Keep):
        return f"{who} keeps the {step.move.side} part; {describe_fall(fallen)} fall in all."
    name = NAMES[fallen.before[fallen.box]]
    lost, falls = len(fallen.boxes), ""
    if lost == buckets(fallen.before):
        falls = (
            ".\n## 💥 That was the last bucket!\nWhoever has the most buckets now wins the round."
        )
    elif lost >= GREAT_FALL:
        falls = f".\n## 💥 Crash: {lost} buckets fall!"
    elif lost > 1:
        falls = f"; {describe_fall(fallen)} fall."
    return f"{who} declines and gives up a {name} bucket{falls or '.'}"
