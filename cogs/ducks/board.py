"""The renderer of Ducks in a Bucket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cogs.display.art.strip import Strip
from cogs.display.pages.renderer import Chapter, RenderContext, Renderer, SeenStep
from cogs.display.table_text import in_tenths
from cogs.ducks import words
from cogs.ducks.drawings import DRAWINGS
from cogs.ducks.reasons import tell_fact
from cogs.ducks.words import label_move, name_hand
from cogs.interactions.content import Fragment
from cogs.interactions.language import begin_with_capital
from cogs.interactions.parts import IN_A_ROW, Component, Items, rows, stack, text
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
from engine.ducks.odds import chance_to_win, count_empty
from players.ducks import KIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.display.emojis import Emojis
    from cogs.interactions.language import Language
    from players.review import Reason

GAME = KIT.rules
WHITE = 5
TOLD = 2
"""Limit on the ends of innings described after a click, and on the rounds told at the end."""

SHOWN = 3
"""Most players whose hands are all on the board; with more, ⋯ shows those that are not best."""


class DucksRenderer(Renderer):
    """Shows the hand to beat, the bucket, the dice and the Boss, and all scores."""

    game = GAME
    accent = 0xF2C14E
    sign = "bucket"
    gist = N_("press your luck with dice")
    pitch = N_("Push your luck for the best poker hand, under the eyes of the Boss.")
    goal = N_("The best hand scores most, and the most points win.")
    strip = Strip(
        (
            "boss_die_5|white_die_5 white_die_5 white_die_3|white_die_2 white_die_6",
            "boss_die_5|white_die_5 → bucket|white_die_3 white_die_2 → bucket",
            "bucket white_die_5 white_die_5|🎲|boss_die_3 white_die_1 white_die_2 white_die_6",
        )
    )
    captions = (
        N_("Roll five dice and the blue Boss."),
        N_("Keep dice that match it or add up."),
        N_("Stop there, or roll the rest for more."),
    )
    has_undo = True
    has_hints = True
    drawings = DRAWINGS

    def headline(self, context: RenderContext) -> str:
        view: View = context.view
        _ = context.language
        if view.button is None:
            return _("Drawing lots for who goes first")
        if _is_between(view):
            return _name_round(_, view.results[-1])
        return _("Round {round} of {rounds}", round=view.round, rounds=view.rounds)

    def board(self, context: RenderContext) -> Fragment:
        """Return the inning and the points; nothing when the game is over.

        After a round, its hands stay until somebody rolls, and its points until the next is over.
        """
        view: View = context.view
        if view.phase == "over" or view.seat is None:
            return Fragment([])
        describe = _describe_round_end if _is_between(view) else _describe_inning
        return Fragment([*map(text, filter(None, describe(context, view)))])

    def left_out(self, context: RenderContext) -> str:
        """Return the hands of a round with many players that are not on the board."""
        return "\n".join(_list_others(context)) if len(context.names) > SHOWN else ""

    def controls(self, context: RenderContext) -> Items:
        """Return what goes on, and beside or above it what ends something.

        Dice that are thrown away are followed by a roll. So that this button never stands twice in
        the same place, it comes after the promotions if the number of thrown dice is even, and
        above them otherwise. As the only move it gives nothing up, and stands where Roll does.
        """
        view, moves = context.view, context.moves
        promotions = [move for move in moves if isinstance(move, Promote)]
        on = sorted(promotions, key=lambda one: ({*one.dice} != {view.boss}, -len(one.dice)))
        on += [move for move in moves if isinstance(move, Roll)]
        ends = [move for move in moves if move not in on]
        going, ending = ([_make_button(context, move) for move in some] for some in (on, ends))
        if view.phase == "rolled" and _count_gone(view) % 2 == 0 and len(going) < IN_A_ROW:
            return rows([*going, *ending])
        return stack(going, ending) if view.phase == "promoted" else [*rows(ending), *rows(going)]

    def describe_step(self, context: RenderContext, step: SeenStep) -> str | None:
        _ = context.language
        match step.move:
            case First(seat):
                return _("{who} goes first.", who=context.name(seat))
            case Fall(dice, boss):
                who, rolled = context.name(step.after.seat), _show_roll(context, dice, boss)
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
        """Describe only how innings of this round ended, if the board does not show the hands.

        It shows those of few players and of a finished round, and the end those that decided.
        """
        view: View = context.view
        if view.phase == "over":
            return []
        between = _is_between(view)
        kinds = ThrowAway | Bust if between else Promote | Stop | ThrowAway | Bust | Fall
        seen = [
            step
            for step in steps
            if isinstance(step.move, kinds)
            and _ends_inning(step)
            and not (len(context.names) <= SHOWN and _is_usual(step))
            and step.before.round == view.round - between
        ]
        return super().describe_steps(context, seen)[-TOLD:]

    def decision(self, context: RenderContext) -> list[str]:
        """Return both hands and their points in each of two rounds.

        Of more rounds, return the one with the largest difference, and below it all points.
        """
        outcome, lone = context.outcome, context.lone
        winners = sorted(outcome.winners if outcome else (), key=lambda seat: seat != lone)
        level = len(winners) > 1 and lone in {None, winners[0]}
        other = winners[1] if level else self._find_best_behind(context)
        results: tuple[Round, ...] = context.view.results
        if other is None or not results:
            return []
        pair = winners[0], other
        gaps = {each.number: abs(each.points[pair[0]] - each.points[other]) for each in results}
        many = len(results) > TOLD
        shown = [max(results, key=lambda each: gaps[each.number])] if many else [*results]
        _, lines = context.language, list[str]()
        for ended in shown:
            again = _("Round {round} of {rounds}", round=ended.number, rounds=len(results))
            head = _name_round(_, ended) if ended == shown[0] else again
            lines += [f"-# {head}", *_describe_hands(context, ended, pair)]
        if not many:
            return lines
        sums = (" + ".join(str(each.points[seat]) for each in results) for seat in pair)
        told = " · ".join(map("{} {}".format, map(context.name, pair), sums))
        return [*lines, f"-# {_('Points: {points}', points=told)}"]

    def name_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        return label_move(context.language, context.view, move)

    def show_move(self, context: RenderContext, move: Any) -> str:  # noqa: ANN401 - any move
        """Return a move with pictures of the promoted dice."""
        if isinstance(move, Promote):
            dice = _show_dice(context, move.dice)
            return context.language("Promote {dice}", dice=dice)
        return self.name_move(context, move)

    def show_choice(self, context: RenderContext) -> str:
        """Return the roll with its Boss; after a promotion the bucket."""
        view: View = context.view
        if view.boss is not None:
            return _show_roll(context, view.dice, view.boss)
        return _show_hand(context.emojis, view.bucket, wild=view.wild)

    def tell_fact(self, context: RenderContext, reason: Reason) -> str:
        return tell_fact(context, reason)

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


def _is_usual(step: SeenStep) -> bool:
    """Return whether a step ends an inning with a hand that is not five of a kind."""
    before: View = step.before
    match step.move:
        case Stop():
            hand = before.hand
        case Promote(dice):
            hand = next(each.hand for each in before.promotions if each.dice == dice)
        case _:
            return False
    return hand is not None and hand.rank != "five of a kind"


def _ends_inning(step: SeenStep) -> bool:
    """Return whether a step ends an inning, or is the roll by which a bucket is lost at once."""
    if isinstance(step.move, Fall):
        return words.loses_bucket(step.after) and not step.after.promotions
    return isinstance(step.move, Stop | Bust) or not words.count_left(step.before, step.move)


def _describe_round_end(context: RenderContext, view: View) -> list[str]:
    """Show the best hand of the last round, large, and those of few other players."""
    _ = context.language
    best = _find_best(view.results[-1])
    if best is None or best.hand is None:
        eggs = f"## {context.emojis['goose_egg']} {_('Goose eggs: nobody scores')}"
        return ["\n".join([eggs, *_list_points(context, view)])]
    won = _(
        "{who} has the best hand: **{hand}**",
        who=context.name(best.seat),
        hand=name_hand(_, best.hand),
    )
    bucket = _show_bucket(context.emojis, best.hand.dice, 0, wild=view.wild)
    others = _list_others(context) if len(context.names) <= SHOWN else []
    return ["\n".join([won, f"# {bucket}", *others, *_list_points(context, view)])]


def _name_round(_: Language, ended: Round) -> str:
    """Return the number of a round, with the points of its best and its second hand."""
    most = len(ended.points)
    told = {"round": ended.number, "most": most, "next": most - 1}
    return _("Round {round}: best hand +{most}, next +{next}", **told)


def _describe_hands(context: RenderContext, ended: Round, seats: Sequence[int]) -> list[str]:
    """Return the points and the hands of two players, the better one first."""
    _, points, hands = context.language, ended.points, ended.hands
    better, worse = sorted(seats, key=lambda seat: -points[seat])
    lines = [
        f"**+{points[seat]}** {context.name(seat)} {_describe_hand(context, hands[seat])}"
        for seat in (better, worse)
    ]
    lines[0] += _explain_order(_, hands[better], hands[worse])
    return lines


def _explain_order(_: Language, better: Hand | None, worse: Hand | None) -> str:
    """Return why one of two hands with the same name is better; empty for other hands."""
    if better is None or name_hand(_, better) != name_hand(_, worse):
        return ""
    level = worse is not None and better.strength == worse.strength
    return f" ({_('went first') if level else _('higher other dice')})"


def _find_best(ended: Round) -> Inning | None:
    """Return the best hand of a round; None if all players have goose eggs."""
    seat = ended.points.index(max(ended.points))
    return None if ended.hands[seat] is None else Inning(seat, ended.hands[seat])


def _describe_inning(context: RenderContext, view: View) -> list[str]:
    """Return the hand to beat, the bucket, and the roll.

    The Boss counts only until dice are promoted. With a tip, the points of three or more would not
    fit a phone; the end of a round shows them.
    """
    gone, emojis = _count_gone(view), context.emojis
    bucket = f"# {_show_bucket(emojis, view.bucket, gone, wild=view.wild)}"
    target = _describe_target(context, view)
    few = len(context.names) <= SHOWN
    points = _list_points(context, view) if len(context.names) < SHOWN or not context.tip else []
    above = [*points, *target, *(_list_others(context) if few else ())]
    parts = ["\n".join(above), "\n".join([bucket, *_name_bucket(context, view)])]
    if view.boss is not None:
        boss = f"  {emojis[f'boss_die_{view.boss}']}" if view.phase == "rolled" else ""
        dice = f"{_show_dice(context, view.dice)}{boss}"
        promoted, told = view.phase == "promoted", ""
        if promoted or not view.promotions:
            nothing = context.language("Nothing fits the Boss.")
            told = _describe_odds(context) if promoted else nothing
        if view.promotions and not view.results:
            told = _explain_promotions(context, view)
        small = [f"-# {told}"] if told else []
        parts.append("\n".join([f"# {dice}", *small]))
    return parts


def _explain_promotions(context: RenderContext, view: View) -> str:
    """Return what it is to promote, and to promote a duck, for the first round."""
    _ = context.language
    if view.wild and any(DUCK in each.dice for each in view.promotions):
        duck = context.emojis["duck"]
        return _("Promote: into the bucket, where {duck} is any number.", duck=duck)
    return _("Promote: into the bucket.")


def _count_gone(view: View) -> int:
    """Return the number of dice thrown away in this inning."""
    return WHITE - view.left - len(view.bucket)


def _name_bucket(context: RenderContext, view: View) -> list[str]:
    """Return the name of the hand in the bucket, large if it beats another hand."""
    _ = context.language
    if view.hand is None:
        return []
    hand = begin_with_capital(name_hand(_, view.hand))
    if view.beats and view.best is not None and view.best.hand is not None:
        return [f"## {_('{hand}: ahead!', hand=hand)}"]
    return [f"**{hand}**"]


def _describe_odds(context: RenderContext) -> str:
    """Return the chance of a roll to get ahead of the best hand, or else its risk.

    Nobody decides by it on the boards of a duck's turn.
    """
    view: View = context.view
    _ = context.language
    if not context.moves or context.tip:
        return ""
    if view.best is not None and view.best.hand is not None and not view.beats:
        strength, bust = view.best.hand.strength, view.press == "bust"
        chance = chance_to_win(view.bucket, view.left, strength, wild=view.wild, bust=bust)
        return _("Roll and get ahead: {chance}", chance=in_tenths(_, chance))
    ways, of = count_empty(view.left)
    risk = in_tenths(_, ways / of)
    if words.loses_bucket(view):
        return _("Roll and lose the bucket: {chance}", chance=risk)
    return _("Roll and lose a die: {chance}", chance=risk)


def _describe_target(context: RenderContext, view: View) -> list[str]:
    if view.best is None or view.best.hand is None:
        return []
    shown = _describe_hand(context, view.best.hand)
    return [context.language("To beat: {who} {hand}", who=context.name(view.best.seat), hand=shown)]


def _list_others(context: RenderContext) -> list[str]:
    """Return the hands of this round that are not best, or after a round those of that round.

    Goose eggs are told when they are laid, and stand beside the points.
    """
    view: View = context.view
    innings, best = view.innings, view.best
    if _is_between(view):
        best = _find_best(view.results[-1])
        innings = [Inning(*each) for each in enumerate(view.results[-1].hands)]
    return [
        f"{context.name(each.seat)} {_describe_hand(context, each.hand)}"
        for each in innings
        if each.hand is not None and each != best
    ]


def _list_points(context: RenderContext, view: View) -> list[str]:
    """Return the points of all players, and what the last round added; empty in the first round."""
    if not view.results:
        return []
    _, last = context.language, view.results[-1]
    added = [f" (+{points})" if len(view.results) > 1 else "" for points in last.points]
    eggs = ["" if hand else f" {context.emojis['goose_egg']}" for hand in last.hands]
    names = map(context.name, range(len(eggs)))
    told = zip(names, view.totals, added, eggs, strict=True)
    each = [f"{name} {points}{more}{egg}" for name, points, more, egg in told]
    return [f"-# {_('Points: {points}', points=' · '.join(each))}"]


def _describe_hand(context: RenderContext, hand: Hand | None) -> str:
    """Return the dice of a hand and its name, or a goose egg."""
    emojis, wild = context.emojis, context.view.wild
    shown = emojis["goose_egg"] if hand is None else _show_hand(emojis, hand.dice, wild=wild)
    return f"{shown} {name_hand(context.language, hand)}"


def _make_button(context: RenderContext, move: object) -> Component:
    label = label_move(context.language, context.view, move)
    quiet = isinstance(move, ThrowAway | Bust) and len(context.moves) > 1
    return context.move_button(move, label, quiet=quiet)


def _describe_promotion(context: RenderContext, who: str, view: View, dice: tuple[int, ...]) -> str:
    """Say what the player promotes; if this ends the inning, also name the final hand."""
    _ = context.language
    promotion = next(p for p in view.promotions if p.dice == dice)
    promoted = _show_hand(context.emojis, dice, wild=view.wild)
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
    if isinstance(move, Bust) or view.left == 1:
        return f"## {context.emojis['goose_egg']} {_('{who}: goose egg, no points!', who=who)}"
    return _("{who} throws one die away.", who=who)


def _show_dice(context: RenderContext, dice: tuple[int, ...]) -> str:
    """Return dice outside the bucket."""
    wild = context.view.wild
    return " ".join(context.emojis[_name_die(die, wild=wild)] for die in dice)


def _show_roll(context: RenderContext, dice: tuple[int, ...], boss: int) -> str:
    return f"{_show_dice(context, dice)}  {context.emojis[f'boss_die_{boss}']}"


def _name_die(die: int, *, wild: bool) -> str:
    """Return the key of the picture of a die outside the bucket; a 2 may become a wild duck."""
    return "two_with_duck" if wild and die == DUCK else f"white_die_{die}"


def _show_bucket(emojis: Emojis, dice: tuple[int, ...], gone: int, *, wild: bool) -> str:
    """Return a bucket with promoted dice, then empty places, and last the dice thrown away."""
    keys = ["duck" if wild and die == DUCK else f"die_{die}" for die in dice]
    keys += ["empty"] * (WHITE - gone - len(dice)) + ["thrown"] * gone
    places = "".join(emojis[f"pail_{key}"] for key in keys)
    return f"{emojis['pail_rim']}{places}{emojis['pail_bottom']}".rstrip()


def _show_hand(emojis: Emojis, dice: tuple[int, ...], *, wild: bool) -> str:
    """Return promoted dice; a wild 2 is shown as a duck."""
    return " ".join(emojis["duck" if wild and die == DUCK else f"white_die_{die}"] for die in dice)


RENDERER = DucksRenderer()
