"""A player's own view in The Bucket King: the pyramid, the cards and the controls.

It is a private page, or the board of a table with nobody to hide from. Therefore it names players
and never says "you". Every legal move can be reached from here. The focus is one of these:

    lead             a leader chooses an animal
    lead h           a leader chooses horse cards; the lowest is picked
    cards h h0 h2    two horse cards are picked
    drop             the buckets that may be given up
    one              a press lays one bucket; else it lays all remaining buckets of an animal
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.buckets.pictures.drawings import Plot
from cogs.buckets.public_board import (
    describe_attack,
    list_players,
    make_plot,
    order_seats,
    tell_leader,
)
from cogs.buckets.words import (
    HERDS,
    describe_cost,
    draw_pyramids,
    list_cards,
    mark_removals,
    name_animal,
    picture_key,
)
from cogs.display.components import BACK, MoveButton
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Component, Items, rows, text
from engine.buckets.cards import COLOURS, MOST_PLAYED, VALUES, of_colour, total
from engine.buckets.moves import Auto, Clear, Confirm, Draw, Keep, Place, Play, Remove, Undo
from engine.buckets.pyramid import BOXES, EACH, NO_BUCKET, buckets
from tables.model.progress import PRESS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cogs.display.pages.renderer import RenderContext
    from cogs.interactions.language import Language
    from engine.buckets.moves import Move
    from engine.buckets.view import BucketsView, BuildingView, PlayingView, TrickView

ONE, DROP, LEAD, CARDS = "one", "drop", "lead", "cards"

WORDS_IN_A_ROW: Final = 3
"""Buckets to give up in one row of buttons; more of them do not fit beside one another."""

SHORT_IN_A_ROW: Final = 4
"""Buttons with a letter or a number that a phone shows beside one another."""

MANY: Final = 5
"""Cards of an animal; with more of them, the board tells nothing about other cards."""

MOST_ROWS: Final = 3
"""Rows of buckets to give up whose buttons have words; ⋯ has a row of its own."""


# Building.


def draw_building(context: RenderContext, stage: BuildingView) -> Fragment:
    """Draw the pyramid so far, and the hand."""
    view: BucketsView = context.view
    _, built, you = context.language, stage.built or "", view.you or 0
    ready = stage.ready[you]
    plot = Plot("", built.ljust(len(BOXES), NO_BUCKET) if ready else built, slots=not ready)
    picture = draw_pyramids(_, "pyramid", [plot], [context.names[you]])
    leader = ""
    if view.first is not None and not context.tip:  # a tip needs the room
        leader = f"\n-# {tell_leader(context, view.first)}"
    words = text(f"{_advise(_, ready=ready, complete=len(built) == len(BOXES))}{leader}")
    cards = text(_list_own_cards(context))
    return Fragment([words, *picture.items, cards, *_note_undos(_, stage)], picture.pictures)


def _list_own_cards(context: RenderContext) -> str:
    """Return the player's cards, or an empty text for none."""
    view: BucketsView = context.view
    who, cards = context.name(view.you or 0), list_cards(view.hand, context.emojis)
    return context.language("-# {who}'s cards: {cards}", who=who, cards=cards) if cards else ""


def _advise(_: Language, *, ready: bool, complete: bool) -> str:
    """Return the next task as a heading, and advice."""
    if ready:
        return _("### The pyramid stands\nIt is shown when everybody is ready.")
    if complete:
        return _("### The pyramid is complete\nConfirm it, or change it.")
    return _(
        "### Build a pyramid, from the bottom left\n"
        "-# Low buckets carry the others: put animals with high cards there."
    )


def _note_undos(_: Language, stage: BuildingView) -> Items:
    """Say how many buckets can still be undone; empty as long as all of them can."""
    left = stage.may_take_back
    if left is None or left > len(BOXES):
        return []
    more = _.plural(
        "-# {n} more bucket can be undone in this round.",
        "-# {n} more buckets can be undone in this round.",
        left,
    )
    return [text(more)]


def make_controls(context: RenderContext) -> Items:
    """Return the controls for the legal moves."""
    view: BucketsView = context.view
    if not context.moves:
        return []
    if view.building is not None:
        return _make_building_controls(context, view.building)
    return [] if view.playing is None else _make_playing_controls(context, view.playing)


def _make_building_controls(context: RenderContext, stage: BuildingView) -> Items:
    """Return the ways to build, and below them a button for each animal with buckets left."""
    _, built, one = context.language, stage.built or "", context.focus == ONE
    anew: Items = []
    if Clear() in context.moves and (one or Confirm() in context.moves):
        anew.append(MoveButton.of(context.table_id, context.seq, str(Clear()), _("Start over")))
    if Confirm() in context.moves:
        return [*rows(anew), *rows([context.move_button(Confirm(), _("Confirm"))])]
    animals = [
        _make_place(context, built, move.colour, one=one)
        for move in context.moves
        if isinstance(move, Place)
    ]
    ways = [_make_switch(context, one=one)] if animals else []
    if Auto() in context.moves:
        label = _("Build the rest for me") if built else _("Build it for me")
        ways.append(context.move_button(Auto(), label))
    return [*rows(anew), *rows(ways), *rows(animals)]


def _make_place(context: RenderContext, built: str, colour: str, *, one: bool) -> Component:
    """Return the button that lays one bucket of an animal, or all its buckets that are left."""
    emoji = context.emojis.picture(picture_key(colour))
    label = name_animal(context.language, colour)
    if one:
        return context.step_button(ONE, Place(len(built), colour), label, emoji)
    boxes = range(len(built), len(built) + EACH - built.count(colour))
    moves = PRESS.join(str(Place(box, colour)) for box in boxes)
    return context.move_button(moves, label, emoji)


def _make_switch(context: RenderContext, *, one: bool) -> Component:
    """Return the button that changes how many buckets a press lays."""
    if one:
        return context.focus_button("", context.language("All of an animal"))
    return context.focus_button(ONE, context.language("One at a time"))


# Playing.


def draw_playing(context: RenderContext, stage: PlayingView) -> Fragment:
    """Draw the attack, the own pyramid large between its neighbours, and the hand.

    Among computers alone, this may be the only board. Then a waiting player sees all pyramids.
    """
    you: int = context.view.you
    seats = order_seats(stage, you)[: None if context.lone == you and not context.moves else 3]
    plots = [make_plot(context, stage, seat) for seat in seats]
    plots[0] = plots[0]._replace(
        label=f"{plots[0].label} · {buckets(stage.pyramids[you])}",
        marks=_mark(context, stage, you),
        parts=stage.split if stage.turn == you else (),
    )
    shown = draw_pyramids(
        context.language, "pyramid", plots, [context.names[seat] for seat in seats]
    )
    head, caption = text(describe_attack(context, stage)), _caption(context, stage)
    below = [text(caption)] if caption else []
    return Fragment([head, *shown.items, *below], shown.pictures)


def _mark(context: RenderContext, stage: PlayingView, you: int) -> tuple[tuple[int, str], ...]:
    """Return the letter of each bucket that may go, or before that, how many would fall."""
    if you != stage.turn:
        return ()
    letters = _drops(context)
    marks = mark_removals(stage).items()
    return tuple((box, letter if letters else str(falls)) for box, (letter, falls) in marks)


def _drops(context: RenderContext) -> bool:
    """Return whether the page offers buckets: if this was chosen, or if no card is high enough."""
    return context.focus == DROP or not any(isinstance(move, Play) for move in context.moves)


def _caption(context: RenderContext, stage: PlayingView) -> str:
    """Return what the player needs to know below the picture."""
    view: BucketsView = context.view
    _, lines, shown = context.language, list[str](), ""
    if context.moves and stage.turn == view.you:
        shown = _choose_colour(context, stage)
        if stage.trick is not None:
            lines += _tell_defence(context, stage.trick, stage.pyramids[stage.turn])
            shown = "" if _drops(context) else shown
    if (context.focus != DROP and not has_many_cards(context)) or not lines:
        cards = list_cards(view.hand, context.emojis, without=shown)
        other = _("-# Other cards: {cards}", cards=cards) if cards else ""
        lines.append(other if shown else _list_own_cards(context))
    if not (context.focus or (context.moves and stage.trick)):
        lines.append(list_players(context, stage))
    return "\n".join(filter(None, lines))


def _tell_defence(context: RenderContext, trick: TrickView, pyramid: str) -> list[str]:
    """Return lines about the buckets that may go, or about the cards to play."""
    _, carried = context.language, trick.carried[trick.attacked]
    if not _drops(context):
        played = _(
            "Already played: {sum}. Add {more} or more.", sum=carried, more=trick.beat - carried + 1
        )
        return [*([played] if carried else []), _("-# Numbers on the buckets: how many fall.")]
    told = ["-#"] if context.focus == DROP else [_("No card beats that.")]
    if trick.colour in pyramid:
        told.append(_("Which bucket goes? What stands on it falls, too."))
    else:
        told.append(_("No bucket of that animal is left, so any may go."))
    return [" ".join(told)]


def _make_playing_controls(context: RenderContext, stage: PlayingView) -> Items:
    _ = context.language
    if Draw() in context.moves:
        return rows([context.move_button(Draw(), _("Draw a card"))])
    if stage.split:
        left, right = map(len, stage.split)
        keep_left = context.move_button(Keep("left"), _("Keep left: {number}", number=left))
        keep_right = context.move_button(Keep("right"), _("Keep right: {number}", number=right))
        return rows([keep_left, keep_right])
    colour = _choose_colour(context, stage)
    plays = _list_plays(context, colour)
    cards = _make_cards(context, colour, plays) if plays else []
    if stage.trick is None:
        back = context.focus_button("", _(BACK))
        return [*rows([back]), *cards] if cards else _make_lead(context, back)
    if _drops(context):
        return _make_removals(context, stage, back_at=len(cards) if plays else None)
    return [*rows([context.focus_button(DROP, _("Give up a bucket…"))]), *cards]


def _choose_colour(context: RenderContext, stage: PlayingView) -> str:
    """Return the animal whose cards are shown: that of the attack, or a leader's choice, or ""."""
    if stage.trick is not None:
        return stage.trick.colour
    word, *chosen = context.focus.split(" ")
    several = _list_several(context)
    if word == LEAD and not chosen and len(several) == 1:
        return several[0]
    return next((each for each in chosen if each in several and word in {LEAD, CARDS}), "")


def _list_several(context: RenderContext) -> list[str]:
    """Return the animals of which the player has several cards."""
    hand: tuple[str, ...] = context.view.hand
    return [colour for colour in COLOURS if len(of_colour(hand, colour)) > 1]


def has_many_cards(context: RenderContext) -> bool:
    """Return whether a defender has so many cards that little room is left for words."""
    view: BucketsView = context.view
    trick = view.playing and view.playing.trick
    return bool(context.moves and trick and len(of_colour(view.hand, trick.colour)) > MANY)


def _list_plays(context: RenderContext, colour: str) -> list[Play]:
    """Return the legal plays of an animal, the lowest sum first."""
    plays = [m for m in context.moves if isinstance(m, Play) and m.cards[0][0] == colour]
    return sorted(plays, key=lambda move: (total(move.cards), len(move.cards), move.cards))


def _make_lead(context: RenderContext, back: Component) -> Items:
    """Return a button for the lowest card of each animal, and the way to choose other cards."""
    _, several = context.language, _list_several(context)
    if context.focus == LEAD and several:
        animals = [
            context.focus_button(
                f"{LEAD} {colour}",
                _.sense("cards", HERDS[colour]),
                context.emojis.picture(picture_key(colour)),
            )
            for colour in several
        ]
        return rows([*animals, back])
    lowest = [plays[0] for colour in COLOURS if (plays := _list_plays(context, colour))]
    choose = [context.focus_button(LEAD, _("Choose cards…"))] if several else []
    return [*rows(choose), *rows([_make_single(context, play) for play in lowest])]


def _make_single(context: RenderContext, play: Play) -> Component:
    """Return the button that leads a single card."""
    (card,) = play.cards
    label = f"{name_animal(context.language, card[0])} {VALUES[card]}"
    return context.move_button(play, label, context.emojis.picture(picture_key(card[0])))


def _make_play(context: RenderContext, play: Play) -> Component:
    """Return the button of a play, with the sum of its cards."""
    emoji = context.emojis.picture(picture_key(play.cards[0][0]))
    label = context.language("Play {cards}", cards=total(play.cards))
    return context.move_button(play, label, emoji)


def _make_cards(context: RenderContext, colour: str, plays: Sequence[Play]) -> Items:
    """Return a button for each card, and one to play those that are picked.

    At first, the cards of the lowest legal sum are picked.
    """
    view: BucketsView = context.view
    cards = {f"{colour}{number}": card for number, card in enumerate(of_colour(view.hand, colour))}
    word, *keys = context.focus.split(" ")
    picked = [key for key in cards if key in keys]
    if word != CARDS:
        picked = _find_keys(cards, plays[0].cards)
    play = Play(tuple(cards[key] for key in picked))
    toggles = _make_toggles(context, colour, cards, picked) if len(plays) > 1 else []
    if play not in plays:
        return toggles
    return [*toggles, *rows([_make_play(context, play)])]


def _find_keys(cards: Mapping[str, str], wanted: Sequence[str]) -> list[str]:
    """Return the keys of these cards; two equal cards have different keys."""
    left, found = list(wanted), list[str]()
    for key, card in cards.items():
        if card in left:
            left.remove(card)
            found.append(key)
    return found


def _make_toggles(
    context: RenderContext, colour: str, cards: Mapping[str, str], picked: Sequence[str]
) -> Items:
    """Return a button for each card, with a tick if it is picked.

    A card more than may be played takes the place of the first picked one.
    """
    toggles: Items = []
    fits = len(cards) <= 2 * SHORT_IN_A_ROW
    picture = context.emojis.picture(picture_key(colour)) if fits else None
    for key, card in cards.items():
        after = [each for each in picked if each != key]
        if key not in picked:
            after = (
                [*after[-MOST_PLAYED + 1 :], key] if len(after) == MOST_PLAYED else [*after, key]
            )
        label = f"{'✓ ' if key in picked else ''}{VALUES[card]}"
        focus = " ".join([CARDS, colour, *sorted(after)])
        toggles.append(context.focus_button(focus, label, picture))
    return rows(toggles, SHORT_IN_A_ROW)


def _make_removals(context: RenderContext, stage: PlayingView, back_at: int | None) -> Items:
    """Return a button for each bucket that may go, in the order of their letters.

    `back_at`: the row, counted from the last, whose first button has led here; None if no press
    has, because nothing else can be done; then the buttons are not red. The way back takes this
    place if it is not empty, so that a double tap gives nothing up.
    """
    marks = mark_removals(stage)
    many = len(marks) + (back_at is not None)
    wordy = many <= WORDS_IN_A_ROW * MOST_ROWS
    width = WORDS_IN_A_ROW if wordy else SHORT_IN_A_ROW
    buttons = [
        context.move_button(
            Remove(box),
            describe_cost(context.language, letter, falls) if wordy else f"{letter} ↓{falls}",
            gives_up=back_at is not None,
        )
        for box, (letter, falls) in marks.items()
    ]
    if back_at is not None:
        above = -(-many // width) - back_at
        back = context.focus_button(CARDS, context.language(BACK))
        buttons.insert(width * max(0, above), back)
    return rows(buttons, width)


def find_focus(context: RenderContext, move: Move) -> str:
    """Return the focus that offers buckets to give up, or that has the cards of a play picked."""
    if not isinstance(move, Play):
        return DROP
    colour = move.cards[0][0]
    cards = {f"{colour}{n}": card for n, card in enumerate(of_colour(context.view.hand, colour))}
    return " ".join([CARDS, colour, *_find_keys(cards, move.cards)])


def undo_press(context: RenderContext, stage: BuildingView) -> str:
    """Return the moves that undo the last bucket, or all last buckets of the same animal."""
    built = stage.built or ""
    last = 1 if context.focus == ONE else len(built) - len(built.rstrip(built[-1]))
    boxes = range(len(built) - 1, len(built) - 1 - min(last, stage.may_take_back or 1), -1)
    return PRESS.join(str(Undo(box)) for box in boxes)
