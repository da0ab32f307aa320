"""What everybody sees of The Bucket King: who is ready, pyramids, the attack, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.art.pyramids import Plot
from cogs.buckets_words import (
    NAMES,
    PLURALS,
    all_of,
    counted,
    fall,
    picture_key,
    round_table,
    summed,
)
from cogs.face import Look, Past, Shown, text
from engine.buckets.cards import VALUES, total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BARE, buckets

if TYPE_CHECKING:
    from engine.buckets.state import Fallen
    from engine.buckets.view import BucketsView, BuildingView, PlayingView, RoundView, TrickView


def building(look: Look, stage: BuildingView) -> Shown:
    """Who is ready, and nothing else of this round; how the last one ended."""
    view: BucketsView = look.view
    ready = "\n".join(
        f"{'✅' if done else '🔨'} {look.name(seat)} {'is ready' if done else 'is building'}"
        for seat, done in enumerate(stage.ready)
    )
    leader = "" if view.first is None else f"{look.name(view.first)} will lead first. "
    words = f"{leader}Everybody builds in secret: open **My hand**.\n{ready}"
    if not view.results:
        return Shown([text(words)])
    last = ended(look, view.results[-1])
    return Shown([*last.items, text(words)], last.files)


def ended(look: Look, last: RoundView) -> Shown:
    """The end of a round: the pyramids as they were left, and the table of rounds."""
    number = len(look.view.results)
    out = [look.name(seat) for seat, left in enumerate(last.buckets) if not left]
    words = f"Round {number} is over: {' and '.join(out)} lost the last bucket."
    plots = [public_plot(look, seat, one, last.fallen) for seat, one in enumerate(last.pyramids)]
    shown = all_of(look, plots)
    table = round_table(look) if look.view.rounds > 1 else []
    return Shown([text(words), *shown.items, *table], shown.files)


def playing(look: Look, stage: PlayingView) -> Shown:
    """The attack, all pyramids, and what each player holds in numbers."""
    attacker = stage.trick.colour if stage.trick else None
    plots = [
        public_plot(
            look,
            seat,
            pyramid,
            stage.fallen,
            attacker=attacker if seat == stage.turn else None,
            turn=seat == stage.turn,
        )
        for seat, pyramid in enumerate(stage.pyramids)
    ]
    shown = all_of(look, plots)
    words = _trick(look, stage.trick) if stage.trick else _lead(look, stage)
    return Shown([text(words), *shown.items, text(_players(look, stage))], shown.files)


def following(stage: PlayingView) -> int:
    """Whom `turn` attacks: the next to the left who still has a bucket."""
    seats = len(stage.pyramids)
    others = ((stage.turn + step) % seats for step in range(1, seats))
    return next(seat for seat in others if stage.pyramids[seat] != BARE)


def public_plot(
    look: Look,
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
        label=f"{seat + 1} {look.short_name(seat, 14)} · {buckets(pyramid)}",
        pyramid=pyramid,
        before=mine.before if mine else "",
        fallen=mine.boxes if mine else (),
        chosen=mine.box if mine else None,
        attacker=attacker,
        turn=turn,
    )


def _trick(look: Look, trick: TrickView) -> str:
    """The attack: who played what, and the sum to beat."""
    animals = f"{look.emojis[picture_key(trick.colour)]} {PLURALS[trick.colour].capitalize()}"
    lines = [f"### {animals} attack {look.name(trick.attacked)}: beat {trick.beat}"]
    sums: dict[int, int] = {}
    leader_only: bool = look.view.leader_only
    for number, shown in enumerate(trick.plays):
        counts = shown.seat == trick.leader or not leader_only
        before = sums.get(shown.seat, 0) if counts else 0
        sums[shown.seat] = before + total(shown.cards)
        verb = "leads" if number == 0 else "adds" if before else "plays"
        values = " + ".join(str(VALUES[card]) for card in shown.cards)
        alone = len(shown.cards) == 1 and not before
        said = f"**{values}**" if alone else f"{values}: **{sums[shown.seat]}**"
        lines.append(f"{look.name(shown.seat)} {verb} {said}")
    return "\n".join(lines)


def _lead(look: Look, stage: PlayingView) -> str:
    who = look.name(stage.turn)
    if stage.split:
        return f"### The pyramid of {who} is split\n{who} chooses the part that stays."
    draws = " There is no card left to lead, so one is drawn first." if stage.must_draw else ""
    return f"### {who} leads\nWhich animal attacks {look.name(following(stage))}?{draws}"


def _players(look: Look, stage: PlayingView) -> str:
    """A line for each player: buckets, cards, points of the rounds before."""
    view: BucketsView = look.view
    lines: list[str] = []
    for seat, pyramid in enumerate(stage.pyramids):
        left = counted(buckets(pyramid), "bucket") if pyramid != BARE else "out"
        words = [left, counted(view.hand_sizes[seat], "card")]
        if view.results:
            words.append(f"{view.scores[seat]} from before")
        if seat == stage.may_draw:
            words.append("may still draw a card")
        lines.append(f"`{seat + 1}` {look.name(seat)} · {' · '.join(words)}")
    lines.append(f"-# Draw pile {stage.pile} · discards {stage.discards}{_last(look, stage)}")
    return "\n".join(lines)


def _last(look: Look, stage: PlayingView) -> str:
    """The last fall in words, as long as the picture shows it."""
    if stage.fallen is None:
        return ""
    return f" · dashed: what {look.name(stage.fallen.seat)} lost last"


def told(look: Look, past: Past) -> str | None:
    """Plays, draws and falls. While pyramids are built nothing is told.

    What is told goes away with the next move: it would give away the first secret one.
    """
    if look.view.building is not None:
        return None
    if isinstance(past.move, Confirm):
        return f"{look.name(past.seat)} is ready: all pyramids are shown."
    return _played(look, past)


def noted(look: Look, past: Past) -> str:
    """What was built, for whom it was no secret; and the fall that ended a round."""
    match past.move:
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
            return _played(look, past) or ""
    return f"{look.name(past.seat)} {done}."


def _played(look: Look, past: Past) -> str | None:
    """Plays, draws and falls; None for anything else."""
    who = look.name(past.seat) if past.seat >= 0 else ""
    match past.move:
        case Play(cards):
            verb = "plays" if past.before.playing.trick else "attacks with"
            return f"{who} {verb} {PLURALS[cards[0][0]]}: {summed(cards)}."
        case Draw():
            return f"{who} draws a card."
        case Remove() | Keep():
            return _told_fall(who, past)
        case _:
            return None


def _told_fall(who: str, past: Past) -> str:
    """A decline or the choice of a part, with what fell by it."""
    after: BucketsView = past.after
    fallen = after.playing.fallen if after.playing else after.results[-1].fallen
    if fallen is None:
        return ""
    if isinstance(past.move, Keep):
        return f"{who} keeps the {past.move.side} part, and lost {fall(fallen)} in all."
    name = NAMES[fallen.before[fallen.box]]
    out = " That was the last one!" if len(fallen.boxes) == buckets(fallen.before) else ""
    gone = f" Gone: {fall(fallen)}." if len(fallen.boxes) > 1 else ""
    return f"{who} declines and gives up {name} {fallen.box + 1}.{gone}{out}"
