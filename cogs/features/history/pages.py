"""The page of a replay: the game's own board after a step, and buttons to other steps.

Only finished games are replayed, so anybody may see each seat's view. The game's renderer draws the
view as the player at that seat saw it, but without controls.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from cogs.display.components import EVERYBODY, REPLAY, PageButton, lead_back, select
from cogs.display.pages.board import render_context, reveal_hand, see_steps
from cogs.display.pages.how_to_play import fair_dice_button
from cogs.display.pages.messages import describe_ending, render_result_card, tell_over
from cogs.display.pages.more import NO_OFFERS, Offers, Scene
from cogs.interactions.content import Fragment, MessageContent, framed
from cogs.interactions.parts import Component, Items, rows, text
from engine.core import CHANCE, N_
from players.review import find_turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.display.pages.renderer import RenderContext, Renderer
    from cogs.interactions.language import Language
    from engine.core import Seat
    from players.review import Review
    from records.replay import Replay
    from tables.model.progress import PlayedMove
    from tables.model.table import Table

JUMPS = 12
"""Limit on turns in the menu; in a long game, some turns are left out."""

DECIDED = N_("🎯 Here the chances changed most.")
LEAD = N_("🎯 Here the lead changed for the last time.")
GAIN = N_("🎯 Here most points were made at once.")


class Course(NamedTuple):
    """The steps that the menu of a replay offers.

    Attributes:
        jumps: the steps at which turns begin, at most `JUMPS`.
        turning: the step of the turning point, and a sentence that gives the reason.
    """

    jumps: tuple[int, ...]
    turning: tuple[int, str]


def plot_course(
    renderer: Renderer, replay: Replay, emojis: Emojis, review: Review | None = None
) -> Course:
    """Return the steps for the menu; `review` is the game's review, if it has been computed."""
    game, last = replay.table.game, render_context(replay.table, emojis)
    seen = [replay.at(step) for step in range(replay.length + 1)]
    views = [game.view(table.state, None) for table in seen]
    marks = [
        (table.to_act, renderer.headline(replace(last, view=view)))
        for table, view in zip(seen, views, strict=True)
    ]
    turns = [i for i in range(1, replay.length) if marks[i] != marks[i - 1]]
    skip = max(1, -(-len(turns) // JUMPS))
    outcome = replay.table.outcome
    turned = find_turning(review, outcome.winners, last.lone) if review and outcome else None
    if turned is not None:
        turning = (replay.step_before(turned.seq), DECIDED)
    else:
        turning = find_turning_by_scores([renderer.scores(view) for view in views])
    return Course(tuple(turns[::skip]), turning)


def find_turning_by_scores(scores: Sequence[tuple[int, ...]]) -> tuple[int, str]:
    """Return the step where the lead changed last, and a sentence that says so.

    If the lead never changed, return the step with the greatest gain of points.
    """
    leader, changed = None, None
    for step, each in enumerate(scores):
        ahead = [seat for seat, score in enumerate(each) if score == max(each)]
        if len(each) > 1 and len(ahead) == 1 and ahead[0] != leader:
            changed, leader = (step if leader is not None else None), ahead[0]
    if changed is not None:
        return changed, LEAD
    gains = [max(map(sub, new, old)) for old, new in pairwise(scores)]
    return (gains.index(max(gains)) + 1, GAIN) if gains else (0, GAIN)


def render_replay(
    _: Language,
    renderer: Renderer,
    replay: Replay,
    emojis: Emojis,
    step: int | None,
    eyes: str,
    *,
    way: str = "",
    shared: bool = False,
    review: Review | None = None,
    offers: Offers = NO_OFFERS,
) -> MessageContent:
    """Return the page of a replay; after the last step, it has the result card.

    Args:
        _: the language of the page.
        renderer: the renderer of the game.
        replay: the finished game.
        emojis: the pictures.
        step: the step to show; None for the turning point. Numbers out of range give
            the nearest step.
        eyes: the seat whose view is shown, or `EVERYBODY`.
        way: the page that opened the replay, in the notation of `lead_back`.
        shared: whether the page is a public message. Then it has no controls and, after the last
            step, no description of moves.
        review: the game's review, if it has been computed.
        offers: the offers of all features.
    """
    course = plot_course(renderer, replay, emojis, review)
    step = course.turning[0] if step is None else min(max(step, 0), replay.length)
    table = replay.at(step)
    seat = None if eyes == EVERYBODY else int(eyes)
    context = render_context(table, emojis, language=_)
    board, card = renderer.still(context), Fragment([])
    private = reveal_hand(_, renderer, table, emojis, seat)
    scene = Scene(renderer, replay.table, way=f"{REPLAY}-{way}", language=_)
    now = renderer.headline(context) if table.outcome is None else tell_over(scene, offers)
    ending = Items()
    if table.outcome:
        ending.append(text(describe_ending(renderer, table, context)))
    if table.outcome and len(table.seats) > 1:
        card = render_result_card(renderer, table, context)
    made = replay.made(step)
    items: Items = [
        text(_make_heading(renderer, context, now, step, replay.length, seat)),
        *ending,
        *card.items,
        *board.items,
        *([] if shared and table.outcome else _describe_step(renderer, context, made, seat)),
        *([text(_(course.turning[1]))] if step == course.turning[0] else ()),
        *private.items,
    ]
    if not shared:
        items += _make_controls(_, replay, course, step, eyes, way, added=offers.at(REPLAY, scene))
    pictures = [*card.pictures, *board.pictures, *private.pictures]
    return framed(renderer.accent, *items, pictures=pictures)


def _make_heading(  # noqa: PLR0917 - a heading has many facts
    renderer: Renderer, context: RenderContext, now: str, step: int, length: int, seat: Seat | None
) -> str:
    """Return the heading: game, state (`now`), step, and viewer."""
    over, _ = context.outcome is not None, context.language.frame
    head = _("### {game}, replay", game=_.title(renderer.game.info))
    facts = [now, _("step {step} of {steps}", step=step, steps=length)]
    if seat is not None and not over:
        facts.append(_("what {name} sees", name=context.name(seat)))
    return f"{head}\n-# {' · '.join(facts)}"


def _describe_step(
    renderer: Renderer, context: RenderContext, made: Sequence[PlayedMove], seat: Seat | None
) -> Items:
    """Describe the moves of a step and their effects."""
    steps = see_steps(renderer.game, made, seat)
    sentences = [sentence for step in steps if (sentence := renderer.describe_step(context, step))]
    if not sentences:
        moves = [step for step in steps if step.seat != CHANCE]
        sentences = [renderer.describe_replay_step(context, step) for step in moves]
    _ = context.language.frame
    sentences = sentences or [_("The game begins.")]
    if any(step.by_caretaker for step in steps):
        sentences[0] += f" {_('(a duck, in their place)')}"
    lines = (line for sentence in sentences for line in sentence.splitlines())
    return [text("\n".join(f"> {line}" for line in lines))]


def _make_controls(
    _: Language, replay: Replay, course: Course, step: int, eyes: str, way: str, *, added: Items
) -> Items:
    """Return the controls: the viewer, other steps, Share, the buttons of features, and Back.

    `added`: the buttons of features.
    """
    table, length = replay.table.id, replay.length

    def make_button(how: str, label: str, wanted: int) -> Component:
        there = min(max(wanted, 0), length)
        return PageButton.of(
            REPLAY, how, table, there, eyes, way, label=label, disabled=there == step
        )

    more: Items = [
        make_button("back", _("◀ Previous"), step - 1),
        make_button("on", _("Next ▶"), step + 1),
        PageButton.of(REPLAY, "share", table, step, eyes, way, label=_("Share")),
        fair_dice_button(_, table, f"{REPLAY}-{way}"),
    ]
    return [
        *_make_viewer_select(_, replay, step, eyes, way),
        *rows([_make_step_select(_, replay, course, step, eyes, way)]),
        *rows([*more, *added, *lead_back(_, way, table)]),
    ]


def _make_step_select(
    _: Language, replay: Replay, course: Course, step: int, eyes: str, way: str
) -> Component:
    """Return the menu of turns, which also has the key moment, the beginning and the end."""
    names = {
        jump: _("Step {step}: {who}", step=jump, who=_name_mover(_, replay.at(jump)))
        for jump in course.jumps
    }
    names |= {0: _("The beginning"), replay.length: _("The end")}
    names[course.turning[0]] = _("🎯 Key moment, step {step}", step=course.turning[0])
    options = [(str(there), name) for there, name in sorted(names.items())]
    placeholder = _("Step {step}: go to…", step=step)
    return select(placeholder, options, str(step), REPLAY, "step", replay.table.id, eyes, way)


def _name_mover(_: Language, table: Table) -> str:
    """Return the name of the player whose turn it is, or say that all move at once."""
    (first, *others) = (_.name(table.seats[seat].name) for seat in table.to_act)
    return _("all at once") if others else first


def _make_viewer_select(_: Language, replay: Replay, step: int, eyes: str, way: str) -> Items:
    """Return the menu of viewers, if the game hides something."""
    table = replay.table
    if not table.game.info.hidden:
        return []
    names = [_.name(seat.name) for seat in table.seats]
    seats = [(str(seat), _("What {name} sees", name=name)) for seat, name in enumerate(names)]
    options = [(EVERYBODY, _("What everybody sees")), *seats]
    about = _("Through whose eyes")
    return rows([select(about, options, eyes, REPLAY, "eyes", table.id, step, way)])
