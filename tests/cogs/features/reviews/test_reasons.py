"""Hints and reviews print the reason that decides, and no figure that speaks for another move."""

import random
import re
from collections import Counter

import pytest

from cogs.display.pages.board import render_context
from cogs.features.reviews.hint_pages import order_moves, tell_best
from engine.core import CHANCE, Match
from players.core import Level, know
from players.games import find_hint, find_player, game
from players.review import SMALL, judge
from tables.model.table import Status
from tests.cogs.features.reviews.truths import REASONS
from tests.cogs.pictures import RENDERERS
from tests.cogs.scene import EMOJIS
from tests.tabletop import table

REVIEWED = {"ducks": 150, "trophy": 150, "pond": 40, "buckets": 6}
"""Reviewed moves of each game in every run. The soak reviews 2,000 of each."""

LIGHT = 0.05
"""Effort for a decision that needs play-outs."""

OPTIONS = {"trophy": {"two_hunters": "on"}, "buckets": {"rounds": "3"}}
"""Options of every second game, for which other reasons decide."""

HINTED = 20
"""One in this many choices of The Bucket King gets a hint, which takes half a second."""

NUMBER = r"(?:about )?((?:less than |more than )?-?\d+)(?: %)?"
"""A figure; there are no decimals."""
SENTENCES = {
    "wins": r"It wins the game for sure\.",
    "loses": r"\*\*.+\*\* loses the game for sure\.",
    "others": rf"It wins more often: {NUMBER}\. "
    rf"With \*\*.+\*\*: {NUMBER}\.",
    "later": rf"[A-Z][a-z ]+, on average: {NUMBER}\. With \*\*.+\*\*: {NUMBER}\.",
    "scores": r"It scores (\d+) at once\.",
    "then": r"Then: .+ \(\+(\d+)\)\.",
    "often": r"It wins more often than \*\*.+\*\*\.",
    "more": r"On average it brings more than \*\*.+\*\*\.",
    "even": r"All other moves are equally good\.",
    "unclear": r"No other move is clearly better\.",
}


class Source(random.Random):
    def below(self, n):
        return self.randrange(n)


def play(key, seed):
    """Yield each choice of a game, with what its seat knows and the move made.

    Half the moves are those of a normal player, the others are drawn at random.
    """
    rules, source = game(key), Source(seed)
    options = rules.options(OPTIONS.get(key, {}) if seed % 2 else {})
    allowed = rules.seat_range(options)
    match = Match.begin(rules, seats := allowed[seed % len(allowed)], options)
    told = [[] for _ in range(seats)]
    while acting := match.to_act:
        state, seat = match.state, source.choice(acting)
        if seat == CHANCE:
            move = match.chance().sample(source)
        else:
            known = know(rules, options, state, seat, tuple(told[seat]))
            moves = [each for each in known.moves if str(each) != "undo"]
            normal = find_player(key, Level.NORMAL).choose
            move = source.choice(moves) if source.below(2) else normal(known, source)
            if len(moves) > 1:
                at = table(rules, seats, options, status=Status.PLAYING, state=state)
                yield at, known, move
        for viewer, steps in enumerate(told):
            if (text := rules.seen(state, seat, move, viewer)) is not None:
                steps.append((seat, text))
        match = match.push(seat, move)


def list_told(key, seed):
    """Yield the worths of the explained move and the others, and the text of hints and reviews."""
    renderer = RENDERERS[key]
    for number, (at, known, move) in enumerate(play(key, seed)):
        context = render_context(at, EMOJIS, known.seat)
        decision = judge(key, known, move, number, effort=LIGHT)
        if decision is None:
            continue
        if decision.cost >= SMALL:
            pair = decision.best, decision.made
            yield at, known, pair, renderer.explain(context, pair)
        if key != "buckets" or decision.seq % HINTED == 0:
            found = order_moves(renderer, context, find_hint(key, known))
            if len(found) > 1:
                best, told = tell_best(renderer, context, found)
                others = [each for each in found if each != best]
                yield at, known, [best, *others], told.split("\n", 1)[1]


def find_kind(said):
    """Return which sentence was printed, with its figures; raises if it is none that is known."""
    for kind, form in SENTENCES.items():
        if found := re.fullmatch(form, said):
            return kind, [*map(read_figure, found.groups())]
    form = next((each for each in REASONS if re.fullmatch(each, said)), None)
    assert form, said
    return form, list(re.fullmatch(form, said).groups())


def read_figure(text):
    *word, number = text.split(" ")
    return int(number) + {"less": -0.5, "more": 0.5}.get(word[0] if word else "", 0)


def end_after(at, seat, move, seed):
    """Return the winners if a seat makes the move and plays on well, and the others at random."""
    source, match = Source(seed), Match.at(at.game, at.state).push(seat, move)
    hard = find_player(at.game.info.key, Level.HARD).choose
    while acting := match.to_act:
        known = know(at.game, at.options, match.state, acting[0]) if acting[0] != CHANCE else None
        if known is None:
            drawn = match.chance().sample(source)
        else:
            drawn = hard(known, source) if acting[0] == seat else source.choice(known.moves)
        match = match.push(acting[0], drawn)
    return match.outcome.winners


def find_fault(at, known, moves, said):
    """Return what is wrong with a printed reason, and its kind."""
    kind, figures = find_kind(said)
    best, worse = moves[0], [each for each in moves[1:] if moves[0].worth - each.worth >= SMALL]
    if kind == "even":
        return kind, "" if not worse else "others are worse"
    if kind == "unclear":
        return kind, "" if max(each.worth for each in moves[1:]) > best.worth else "one is better"
    other = max(worse, key=lambda each: each.worth)
    sure = best.exact and best.win is not None and best.win > 1 - 1e-5
    lost = best.exact and other.win is not None and other.win < 1e-5
    if sure != (kind == "wins") or (lost and not sure) != (kind == "loses"):
        return kind, "it does not say what is sure"
    if kind in REASONS:
        true = REASONS[kind](at, known.seat, known.view, best.move, other.move, *figures)
        return kind, "" if true and best.worth > other.worth else "it is not true"
    if len(figures) == 2 and figures[0] <= figures[1]:
        return kind, "its figures speak for the other move"
    return kind, find_untruth(kind, at, known, best, other, figures)


def find_untruth(kind, at, known, best, other, figures):
    seat, ended = known.seat, lambda move, seed: end_after(at, known.seat, move, seed)
    match kind:
        case "wins" if any(ended(best.move, seed) != (seat,) for seed in range(5)):
            return "it can lose"
        case "loses" if any(seat in ended(other.move, seed) for seed in range(5)):
            return "the other move can win"
        case "later" | "more" if best.points <= other.points:
            return "the other move brings more points"
        case "others" | "often" if best.win <= other.win:
            return "the other move wins more often"
        case "scores" | "then":
            return check_score(at, seat, best, figures[0])
    return ""


def check_score(at, seat, best, points):
    match = Match.at(at.game, at.state)
    for text in (str(best.move), *best.then):
        match, _ = match.read(seat, text)
    views = (at.game.view(each, seat) for each in (at.state, match.state))
    before, after = (RENDERERS["pond"].scores(view)[seat] for view in views)
    return "" if after - before == points else f"it scores {after - before}"


def count(key, number, seed=0):
    """Return the faults in some reviewed moves, and the number of each kind of reason."""
    faults, kinds = [], Counter()
    while kinds.total() < number:
        for at, known, moves, said in list_told(key, seed):
            kind, fault = find_fault(at, known, moves, said)
            kinds[kind] += 1
            if fault:
                faults.append((fault, said, [str(each) for each in moves[:2]]))
            if kinds.total() == number:
                break
        seed += 1
    return faults, kinds


@pytest.mark.parametrize("key", REVIEWED)
def test_a_hint_or_a_review_never_gives_a_reason_against_its_advice(key):
    faults, kinds = count(key, REVIEWED[key])
    assert faults == []
    assert kinds.total() == REVIEWED[key]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("key", REVIEWED)
def test_of_2000_reviewed_moves_none_has_a_reason_against_its_advice(key, part):
    faults, _ = count(key, 100, seed=1000 * part)
    assert faults == []
