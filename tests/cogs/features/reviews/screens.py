"""Hints, and all pages of a review."""

from itertools import islice

from cogs.features.reviews.hint_pages import render_hint
from cogs.features.reviews.pages import ReviewPage, render_pending
from cogs.features.reviews.regrets import Hint
from cogs.interactions.language import ENGLISH
from engine.core import Transition
from players.core import Assessed, know
from players.games import can_assess, find_hint, is_searched
from players.review import review
from tests.cogs.features.reviews.test_cog import pages_of_buckets
from tests.cogs.pictures import RENDERERS
from tests.cogs.reader import PLAIN
from tests.tabletop import playthrough, replay_of


def draw(rules):
    if rules and RENDERERS[rules.info.key].has_hints:
        yield from _draw_hints(rules)
    if rules and can_assess(rules.info.key):
        yield from _draw_review(rules)
    elif rules and is_searched(rules.info.key):
        *_, end = playthrough(rules, 3, {}, 1)
        renderer = RENDERERS[rules.info.key]
        yield render_pending(ENGLISH, renderer, end, "more", "to", "worst", end.id, 1, "more", 2)
    elif not rules:
        for page in pages_of_buckets():
            yield from (page.render_summary(), page.render_decisions(1))


def _draw_hints(rules):
    """Yield hints at some positions; worths that would need a long search are made up."""
    key = rules.info.key
    seats = min(3, rules.seat_range({})[-1])
    playing = (at for at in playthrough(rules, seats, {}, 4) if at.to_act)
    for at in islice(playing, 0, None if is_searched(key) else 60, 5):
        known = know(at.game, at.options, at.state, at.to_act[0])
        if is_searched(key) and known.view.playing is not None:
            moves = known.moves if not known.view.playing.split else known.moves[:1]
            found = tuple(
                Assessed(move, 4.0 - n, 0.5 - n / 100, error=0.2 * n)
                for n, move in enumerate(moves[:9])
            )
        else:
            found = find_hint(key, known)
        yield render_hint(ENGLISH, RENDERERS[key], Hint(at, at.to_act[0], found), PLAIN)


def _draw_review(rules):
    replay = replay_of(rules, rules.seat_range({})[0], 3)
    moves = [made for step in range(replay.length + 1) for made in replay.made(step)]
    made = [Transition(m.before, m.seat, m.move, m.after) for m in moves]
    shown = ReviewPage(
        ENGLISH,
        RENDERERS[rules.info.key],
        replay,
        review(rules, replay.table.options, made),
        0,
        PLAIN,
    )
    yield from (shown.render_summary(), shown.render_decision(0), shown.render_decisions(1))
