"""The Bucket King's public board, and a player's own page while the pyramids are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.buckets.pictures.drawings import AIR, Plot
from cogs.buckets.words import (
    describe_fall,
    draw_all_pyramids,
    draw_pyramids,
    format_rounds,
    format_sum,
    list_hand,
    name_animal,
    picture_key,
)
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Component, Items, rows, text
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BARE, BOXES, EACH, VALUES, buckets, total
from engine.core import N_
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.display.pages.renderer import RenderContext, SeenStep
    from cogs.interactions.language import Language
    from engine.buckets.state import (
        BucketsView,
        BuildingView,
        Fallen,
        PlayingView,
        RoundView,
        TrickView,
    )

ATTACKS = {
    "c": N_("Cow cards attack: {who} has to beat {sum}"),
    "d": N_("Duck cards attack: {who} has to beat {sum}"),
    "h": N_("Horse cards attack: {who} has to beat {sum}"),
    "p": N_("Pig cards attack: {who} has to beat {sum}"),
    "s": N_("Sheep cards attack: {who} has to beat {sum}"),
}
LEADS, ADDS, PLAYS = N_("{who} leads {cards}"), N_("{who} adds {cards}"), N_("{who} plays {cards}")
GIVES_UP = {
    "c": N_("{who} declines and gives up a cow bucket."),
    "d": N_("{who} declines and gives up a duck bucket."),
    "h": N_("{who} declines and gives up a horse bucket."),
    "p": N_("{who} declines and gives up a pig bucket."),
    "s": N_("{who} declines and gives up a sheep bucket."),
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

ONE = "one"
"""Focus in which a press lays one bucket. Else a press lays all remaining buckets of an animal."""


def draw_own_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Draw the hand, the player's pyramid so far, and the controls."""
    view: BucketsView = context.view
    _, built = context.language, stage.built or ""
    ready = view.you is not None and stage.ready[view.you]
    plot = Plot("", built.ljust(len(BOXES), ".") if ready else built, slots=not ready)
    picture = draw_pyramids(_, "pyramid", [plot], [_("Your pyramid")], wide=True)
    words = _advise(_, ready=ready, complete=len(built) == len(BOXES))
    leader = "" if view.first is None else f"\n-# {_tell_leader(context, view.first)}"
    items: Items = [
        text(f"{words}{leader}"),
        *picture.items,
        text(list_hand(_, view.hand, context.emojis)),
    ]
    return Fragment(
        [*items, *([] if ready else _make_controls(context, stage))],
        picture.pictures,
    )


def _tell_leader(context: RenderContext, seat: int) -> str:
    return context.language("{who} leads first.", who=context.name(seat))


def _advise(_: Language, *, ready: bool, complete: bool) -> str:
    """Return the next task as a heading, and advice."""
    if ready:
        return _("### Your pyramid stands\nIt is shown when everybody is ready.")
    if complete:
        return _("### Your pyramid is complete\nConfirm it, or change it.")
    return _(
        "### Build your pyramid, from the bottom left\n"
        "Low buckets carry the others, so put animals there whose high cards you hold."
    )


def _make_controls(context: RenderContext, stage: BuildingView) -> Items:
    """Return a button for each animal with buckets left, and the other buttons."""
    _, built, one = context.language, stage.built or "", context.focus == ONE
    animals = [
        _make_place(context, built, move.colour, one=one)
        for move in context.moves
        if isinstance(move, Place)
    ]
    others = [
        *([context.move_button(Confirm(), _("Confirm"))] if Confirm() in context.moves else []),
        _make_switch(context, one=one),
    ]
    if Auto() in context.moves:
        label = _("Build the rest for me") if built else _("Build it for me")
        others.append(context.move_button(Auto(), label))
    if one and Clear() in context.moves:
        others.append(context.move_button(Clear(), _("Start over"), gives_up=True))
    return [*rows(animals), *rows(others), *_note_undos(_, stage)]


def _make_place(context: RenderContext, built: str, colour: str, *, one: bool) -> Component:
    """Return the button that lays one bucket of an animal, or all its buckets that are left."""
    emoji = context.emojis.picture(picture_key(colour))
    left = EACH - built.count(colour)
    label = f"{name_animal(context.language, colour)} ×{left}"  # noqa: RUF001 - a multiplication sign
    if one:
        return context.step_button(ONE, Place(len(built), colour), label, emoji)
    moves = PRESS.join(str(Place(len(built) + number, colour)) for number in range(left))
    return context.move_button(moves, label, emoji)


def _make_switch(context: RenderContext, *, one: bool) -> Component:
    """Return the button that changes how many buckets a press lays."""
    if one:
        return context.focus_button("", context.language("All of an animal"))
    return context.focus_button(ONE, context.language("One at a time"))


def undo_press(context: RenderContext, stage: BuildingView) -> str:
    """Return the moves that undo the last bucket, or all last buckets of the same animal."""
    built = stage.built or ""
    last = 1 if context.focus == ONE else len(built) - len(built.rstrip(built[-1]))
    boxes = range(len(built) - 1, len(built) - 1 - min(last, stage.may_take_back or 1), -1)
    return PRESS.join(str(Undo(box)) for box in boxes)


def _note_undos(_: Language, stage: BuildingView) -> Items:
    """Say how many buckets can still be undone; empty as long as all of them can."""
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    more = _.plural(
        "-# You can undo {n} more bucket in this round.",
        "-# You can undo {n} more buckets in this round.",
        left,
    )
    return [text(more)]


GREAT_FALL = 5
"""Fewest buckets that count as a collapse when they fall at once."""


def draw_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Return who is ready, and how the last round ended; the new pyramids stay hidden."""
    view, _ = context.view, context.language
    lines = [_("Everybody builds in secret: open **My hand**.")]
    if view.first is not None:
        lines[0] = f"{_tell_leader(context, view.first)} {lines[0]}"
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
    """Draw the end of a round: the pyramids as they stand, and the table of rounds."""
    _, number = context.language, len(context.view.results)
    out = _.join([context.name(seat) for seat, left in enumerate(last.buckets) if not left])
    words = _("Round {number} is over. Without a bucket: {names}.", number=number, names=out)
    plots = [make_plot(context, seat, one, last.fallen) for seat, one in enumerate(last.pyramids)]
    shown = draw_all_pyramids(context, plots, AIR)  # less sky, because nobody attacks
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
    plots = [
        Plot(f"{context.names[i]} · {left[i]}", last.pyramids[i], other=context.number(i))
        for i in order[:2]
    ]
    shown = draw_pyramids(context.language, "best", plots, names, sky=AIR)
    others = " · ".join(f"{context.name(seat)} {left[seat]}" for seat in order[2:])
    return Fragment([*shown.items, text(f"-# {others}")], shown.pictures)


def _describe_attack(context: RenderContext, stage: PlayingView) -> str:
    """Return the plays of this attack and the sum to beat, or name the leader."""
    return _describe_trick(context, stage.trick) if stage.trick else _describe_lead(context, stage)


def find_attacked(stage: PlayingView) -> int:
    """Return the seat that `stage.turn` attacks: the next seat to the left with a bucket."""
    seats = len(stage.pyramids)
    others = ((stage.turn + step) % seats for step in range(1, seats))
    return next(seat for seat in others if stage.pyramids[seat] != BARE)


def make_label(context: RenderContext, seat: int, left: int) -> str:
    """Return the words on the sign of a pyramid."""
    return f"{seat + 1} {context.names[seat]} · {left}"


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
        label=make_label(context, seat, buckets(pyramid)),
        pyramid=pyramid,
        before=mine.before if mine else "",
        fallen=mine.boxes if mine else (),
        chosen=mine.box if mine else None,
        attacker=attacker,
        turn=turn,
        other=context.number(seat),
    )


def _describe_trick(context: RenderContext, trick: TrickView) -> str:
    _, animal = context.language, context.emojis[picture_key(trick.colour)]
    attack = _(ATTACKS[trick.colour], who=context.name(trick.attacked), sum=trick.beat)
    lines = [f"### {animal} {attack}"]
    sums: dict[int, int] = {}
    leader_only: bool = context.view.leader_only
    for number, shown in enumerate(trick.plays):
        counts = shown.seat == trick.leader or not leader_only
        before = sums.get(shown.seat, 0) if counts else 0
        sums[shown.seat] = before + total(shown.cards)
        does = LEADS if number == 0 else ADDS if before else PLAYS
        values = " + ".join(str(VALUES[card]) for card in shown.cards)
        alone = len(shown.cards) == 1 and not before
        said = f"**{values}**" if alone else _.label(values, f"**{sums[shown.seat]}**")
        lines.append(_(does, who=context.name(shown.seat), cards=said))
    return "\n".join(lines)


def _describe_lead(context: RenderContext, stage: PlayingView) -> str:
    """Say who leads, or who chooses the part to keep."""
    _, who = context.language, context.name(stage.turn)
    if stage.split:
        return _("### Split: {who} chooses a part", who=who)
    attacked = context.name(find_attacked(stage))
    words = _("### {who} leads\n{other} has to defend.", who=who, other=attacked)
    if not stage.must_draw:
        return words
    return f"{words} {_('There is no card left to lead, so one is drawn first.')}"


def _list_players(context: RenderContext, stage: PlayingView) -> str:
    """List each player's number of cards and of buckets from earlier rounds, then the piles.

    The buckets of this round are in the pictures.
    """
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
    piles = _("-# Draw pile {pile} · discards {discards}", pile=stage.pile, discards=stage.discards)
    lines.append(piles if stage.fallen is None else f"{piles} · {_('dashed: just lost')}")
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
    told, lost = _(GIVES_UP[fallen.before[fallen.box]], who=who), len(fallen.boxes)
    if lost == buckets(fallen.before):
        last = _(
            "## 💥 That was the last bucket!\nWhoever has the most buckets now wins the round."
        )
        return f"{told}\n{last}"
    if lost >= GREAT_FALL:
        crash = _.plural("## 💥 Crash: {n} bucket falls!", "## 💥 Crash: {n} buckets fall!", lost)
        return f"{told}\n{crash}"
    return f"{told} {describe_fall(_, fallen, context.emojis)}" if lost > 1 else told
