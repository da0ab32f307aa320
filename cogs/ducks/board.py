"""The renderer of Ducks in a Bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.display.table_text import EMPTY, in_tenths
from cogs.ducks import words
from cogs.ducks.words import label_move, name_hand
from cogs.interactions.content import Fragment
from cogs.interactions.parts import Component, Items, row, rows, text
from engine.core import N_, First
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
from engine.ducks.inning import chance_to_win, count_empty
from players.ducks import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from players.review import Reason

GAME = KIT.rules
WHITE = 5
IDLE = {N_("Promote"): Promote((1,)), N_("Roll"): Roll(), N_("Stop"): Stop()}
"""Moves of the disabled buttons, by their labels; these moves are not legal now."""
TOLD = 2
"""Limit on the steps described after a click; the list of players shows all hands anyway."""


class DucksRenderer(Renderer):
    """Shows the dice and the Boss large, the bucket, the hand to beat, and all scores."""

    game = GAME
    accent = 0xF2C14E
    sign = "bucket"
    gist = N_("press your luck with dice")
    pitch = N_("Push your luck for the best poker hand, under the eyes of the Boss.")
    has_undo = True
    has_hints = True

    def headline(self, context: RenderContext) -> str:
        """Return the round and the points of its best hand."""
        view: View = context.view
        _ = context.language
        if view.button is None:
            return _("Drawing lots for who goes first")
        if _is_between(view):
            return _("Round {round} of {rounds} is over", round=view.round - 1, rounds=view.rounds)
        now = _("Round {round} of {rounds}", round=view.round, rounds=view.rounds)
        return (
            f"{now} · {_.plural('best hand: {n} point', 'best hand: {n} points', len(view.totals))}"
        )

    def board(self, context: RenderContext) -> Fragment:
        """Return the inning and the players; nothing when the game is over.

        After a round, its result stays until somebody rolls.
        """
        view: View = context.view
        if view.phase == "over":
            return Fragment([])
        shown = _describe_round_end(context, view) if _is_between(view) else []
        if view.seat is not None and not shown:
            shown = _describe_inning(context, view)
        players = "\n".join(
            _describe_player(context, view, seat) for seat in range(len(view.totals))
        )
        return Fragment([text(part) for part in (*shown, players)])

    def guide(self, context: RenderContext) -> str:
        _ = context.language
        match context.view.phase:
            case "fresh":
                return _("Your first press throws five white dice and the Boss.")
            case "promoted":
                return _(
                    "Stop, and your hand counts. Or roll the rest, and risk it for a better one."
                )
            case _ if context.view.promotions:
                return _(
                    "Put dice into your bucket that match the blue Boss, or that add up to it."
                )
            case _:
                return ""

    def controls(self, context: RenderContext) -> Items:
        """Return a row that ends something, and below it a row that goes on.

        Dice that are thrown away are followed by a roll. So that this button never stands twice in
        the same place, it has the second place if the number of dice is even.
        """
        _, view, moves = context.language, context.view, context.moves

        def idle(label: str) -> Component:
            return context.move_button(IDLE[label], _(label), disabled=True)

        ends = [_make_button(context, m) for m in moves if not isinstance(m, Promote | Roll)]
        on = [_make_button(context, m) for m in moves if isinstance(m, Promote | Roll)]
        rolled = view.phase == "rolled"
        above = ends if ends and not (rolled and view.left % 2 == 0) else [idle("Stop"), *ends]
        return [row(*above), *rows(on or [idle("Promote" if rolled else "Roll")])]

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        _ = context.language
        match step.move:
            case First(seat):
                return _("{who} goes first.", who=context.name(seat))
            case Fall(dice, boss):
                who, rolled = context.name(step.after.seat), _show_roll(context.emojis, dice, boss)
                if promotable(dice, boss):
                    return _("{who} rolls {dice}", who=who, dice=rolled)
                return _("{who} rolls {dice}: nothing to promote.", who=who, dice=rolled)
            case Roll() | None:
                return None
            case _:
                who = context.name(step.before.seat)
                return _describe_action(context, who, step.before, step.move)

    def describe_replay_step(self, context: RenderContext, step: SeenStep) -> str:
        return context.language("{who} rolls.", who=context.name(step.seat))

    def describe_steps(self, context: RenderContext, steps: Sequence[SeenStep]) -> list[str]:
        """Describe the latest steps, except the roll that the board shows.

        At the end, also describe the last round.
        """
        # The line about the turn shows who goes first.
        seen = [step for step in steps if not isinstance(step.move, First)]
        seen = seen[:-1] if seen and isinstance(seen[-1].move, Fall) else seen
        ends = [i for i, step in enumerate(seen, 1) if step.after.results != step.before.results]
        told = super().describe_steps(context, seen[ends[-1] :] if ends else seen)[-TOLD:]
        told = told or super().describe_steps(context, seen)[-1:]
        over = context.view.phase == "over"
        return [*told, _tell_round(context, context.view.results[-1])] if over else told

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return label_move(context.language, context.view, move)

    def show_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return a move with pictures of the promoted dice."""
        if isinstance(move, Promote):
            dice = _show_dice(context.emojis, move.dice)
            return context.language("Promote {dice}", dice=dice)
        return self.name_move(context, move)

    def show_choice(self, context: RenderContext) -> str:
        """Return the roll with its Boss; after a promotion the bucket."""
        view: View = context.view
        if view.boss is not None:
            return _show_roll(context.emojis, view.dice, view.boss)
        return _show_bucket(context.emojis, view.bucket, wild=view.wild)

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:
        return words.tell_fact(context, reason)

    def leaves(self, context: RenderContext, move: Any) -> int:  # noqa: ANN401 - any move
        """Return the number of dice outside the bucket after a move."""
        return words.count_left(context.view, move)

    def currency(self, context: RenderContext) -> str:
        return context.language("points of this round")

    def scores(self, view: View) -> tuple[int, ...]:
        """Return the points of the finished rounds."""
        return view.totals

    def three_lines(self, _: Language, emojis: Emojis) -> tuple[str, str, str]:  # noqa: ARG002 - needs no pictures
        first, second, third = words.THREE_LINES
        return _(first), _(second), _(third)

    def rules(self, _: Language, emojis: Emojis) -> tuple[Chapter, ...]:
        return words.describe_rules(_, emojis)


def _describe_action(
    context: RenderContext, who: str, view: View, move: Promote | Stop | ThrowAway | Bust
) -> str:
    """Say what the player `who` did with the dice."""
    _ = context.language
    match move:
        case Promote(dice):
            return _describe_promotion(context, who, view, dice)
        case Stop():
            stops = _("{who} stops: **{hand}**.", who=who, hand=name_hand(_, view.hand))
            return f"{stops}{_celebrate(_, view.hand)}"
        case _:
            return _describe_loss(context, who, view, move)


def _is_between(view: View) -> bool:
    """Return whether a round has ended and nobody has rolled in the next."""
    return view.phase == "fresh" and not view.innings and bool(view.results)


def _describe_round_end(context: RenderContext, view: View) -> list[str]:
    """Show the best hand of the last round, large."""
    _ = context.language
    best = _find_best(view.results[-1])
    if best is None:
        return [f"## {context.emojis['goose_egg']} {_('Goose eggs for everybody')}"]
    won = _(
        "{who} has the best hand: **{hand}**",
        who=context.name(best.seat),
        hand=name_hand(_, best.hand),
    )
    return [f"{won}\n# {_describe_hand(context, best.hand)}"]


def _find_best(ended: Round) -> Inning | None:
    """Return the best hand of a round; None if all players have goose eggs."""
    seat = ended.points.index(max(ended.points))
    return None if ended.hands[seat] is None else Inning(seat, ended.hands[seat])


def _describe_inning(context: RenderContext, view: View) -> list[str]:
    """Return the hand to beat, the bucket, and the roll."""
    emojis = context.emojis
    gone = WHITE - view.left - len(view.bucket)
    slots = [_show_promoted(emojis, die, wild=view.wild) for die in view.bucket]
    slots += [EMPTY] * view.left + [emojis["thrown"]] * gone
    bucket = f"-# {_tell_bucket(context.language, emojis, view.hand)}\n## {' '.join(slots)}"
    parts = [_describe_target(context, view), bucket]
    if view.boss is not None:
        nothing = view.phase == "rolled" and not view.promotions
        stuck = [context.language("-# No die matches the Boss, and none add up to it.")] * nothing
        dice = f"# {_show_roll(emojis, view.dice, view.boss)}"
        parts.append("\n".join([dice, *stuck, *_describe_odds(context)]))
    return parts


def _tell_bucket(_: Language, emojis: Emojis, hand: Hand | None) -> str:
    """Return the name of the hand in the bucket, and the values of its ducks."""
    if hand is None:
        return _("Bucket: empty")
    ducks = (
        f" ({emojis['duck']} = {_.join([*map(str, hand.ducks)], 'commas')})" if hand.ducks else ""
    )
    return f"{_('Bucket: **{hand}**', hand=name_hand(_, hand))}{ducks}"


def _describe_odds(context: RenderContext) -> list[str]:
    """Return the risk of the next roll, and the chance to beat the best hand, if any."""
    view: View = context.view
    _ = context.language
    if view.phase != "promoted":
        return []
    ways, of = count_empty(view.left)
    risk = in_tenths(_, ways / of)
    if words.loses_bucket(view):
        odds = [_("Risk if you roll: lose the bucket, {chance}", chance=risk)]
    else:
        odds = [_("Risk if you roll: lose a die, {chance}", chance=risk)]
    if view.best is not None and view.best.hand is not None:
        chance = chance_to_win(
            view.bucket,
            view.left,
            view.best.hand.strength,
            wild=view.wild,
            bust=view.press == "bust",
        )
        told = in_tenths(_, chance)
        if view.beats:
            odds.append(_("Chance if you roll: stay ahead, {chance}", chance=told))
        else:
            odds.append(_("Chance if you roll: get ahead, {chance}", chance=told))
    return [f"-# {each}" for each in odds]


def _describe_target(context: RenderContext, view: View) -> str:
    _ = context.language
    if view.best is None or view.best.hand is None:
        return _("-# No hand to beat yet")
    who, hand = context.name(view.best.seat), name_hand(_, view.best.hand)
    if view.hand is not None and view.beats:
        target = _("-# You are ahead of: {who}, {hand}", who=who, hand=hand)
    else:
        target = _("-# To beat: {who}, {hand}", who=who, hand=hand)
    dice = _show_bucket(context.emojis, view.best.hand.dice, wild=view.wild)
    return f"{target}\n## {dice}"


def _describe_player(context: RenderContext, view: View, seat: int) -> str:
    """Return a player's points, and the hand of this round unless the board shows it above."""
    shown = f"{context.name(seat)} · {RENDERER.amount(context.language, view.totals[seat])}"
    if _is_between(view):
        ended = view.results[-1]
        best = ended.points[seat] == max(ended.points)
        hand = "" if best else f" · {_describe_hand(context, ended.hands[seat])}"
        return f"{shown} (+{ended.points[seat]}){hand}"
    inning = next((inning for inning in view.innings if inning.seat == seat), None)
    if inning is None or inning == view.best:
        return shown
    return f"{shown} · {_describe_hand(context, inning.hand)}"


def _describe_hand(context: RenderContext, hand: Hand | None) -> str:
    """Return the dice of a hand, or a goose egg."""
    emojis, wild = context.emojis, context.view.wild
    if hand is None:
        return f"{emojis['goose_egg']} {name_hand(context.language, hand)}"
    return _show_bucket(emojis, hand.dice, wild=wild)


def _tell_round(context: RenderContext, ended: Round) -> str:
    _, best = context.language, _find_best(ended)
    if best is None:
        return _("Round {number}: goose eggs for everybody", number=ended.number)
    return _(
        "Round {number}: {who} has the best hand, {hand}",
        number=ended.number,
        who=context.name(best.seat),
        hand=name_hand(_, best.hand),
    )


def _make_button(context: RenderContext, move: object) -> Component:
    """Return the button of a move; a promotion has the picture of a die."""
    label = label_move(context.language, context.view, move)
    die = context.emojis.picture(f"white_die_{move.dice[0]}") if isinstance(move, Promote) else None
    return context.move_button(move, label, die, gives_up=isinstance(move, ThrowAway | Bust))


def _describe_promotion(context: RenderContext, who: str, view: View, dice: tuple[int, ...]) -> str:
    """Say what the player promotes; if this ends the inning, also name the final hand."""
    _, emojis = context.language, context.emojis
    promotion = next(p for p in view.promotions if p.dice == dice)
    promoted = " ".join(_show_promoted(emojis, die, wild=view.wild) for die in dice)
    if promotion.ends:
        last = _(
            "{who} promotes {dice}, the last dice: **{hand}**.",
            who=who,
            dice=promoted,
            hand=name_hand(_, promotion.hand),
        )
        return f"{last}{_celebrate(_, promotion.hand)}"
    return _("{who} promotes {dice}.", who=who, dice=promoted)


def _celebrate(_: Language, hand: Hand | None) -> str:
    """Return a headline for five of a kind; empty for other hands."""
    best = hand is not None and hand.rank == "five of a kind"
    return f"\n{_('# 🎉 FIVE OF A KIND! 🎉')}" if best else ""


def _describe_loss(context: RenderContext, who: str, view: View, move: ThrowAway | Bust) -> str:
    """Say that the player throws a die away, or loses the bucket."""
    _ = context.language
    goose_egg = f"## {context.emojis['goose_egg']} {_('{who}: goose egg!', who=who)}"
    if isinstance(move, Bust):
        return f"{_('{who} promotes nothing and loses the bucket.', who=who)}\n{goose_egg}"
    if view.left == 1:
        return f"{_('{who} throws the last die away.', who=who)}\n{goose_egg}"
    return _("{who} throws one die away.", who=who)


def _show_dice(emojis: Emojis, dice: tuple[int, ...]) -> str:
    return " ".join(emojis[f"white_die_{die}"] for die in dice)


def _show_bucket(emojis: Emojis, dice: tuple[int, ...], *, wild: bool) -> str:
    return " ".join(_show_promoted(emojis, die, wild=wild) for die in dice)


def _show_roll(emojis: Emojis, dice: tuple[int, ...], boss: int) -> str:
    return f"{_show_dice(emojis, dice)}  {emojis[f'boss_die_{boss}']}"


def _show_promoted(emojis: Emojis, die: int, *, wild: bool) -> str:
    """Return a die in the bucket; a wild 2 is shown as a duck."""
    return emojis["duck"] if wild and die == DUCK else emojis[f"white_die_{die}"]


RENDERER = DucksRenderer()
