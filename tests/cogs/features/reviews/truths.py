"""What must hold for each reason that a tip, a hint or a review gives, by the rules of its game.

Each check gets the table, the seat, its view, the better move and the other one, and the figures.
"""

import re
from collections import Counter

from engine.buckets.cards import of_colour, total
from engine.buckets.moves import Remove
from engine.buckets.pyramid import count_loss
from engine.ducks.hands import evaluate
from engine.ducks.odds import chance_to_win, count_empty
from engine.trophy import STARTLES_TO_END
from tests.cogs.pictures import RENDERERS


def push(at, seat, move):
    """Return the view after a move; nature's moves are left out."""
    return at.game.view(at.game.apply(at.state, seat, move), seat)


def strength(view, dice):
    return evaluate(tuple(sorted((*view.bucket, *dice))), wild=view.wild).strength


def dice_of(move):
    return getattr(move, "dice", ())


def best_so_far(view):
    return max((each.hand.strength for each in view.innings if each.hand), default=())


def is_ahead(at, seat, view, best, other):
    mine = strength(view, dice_of(best)) > best_so_far(view) > ()
    return mine and not (dice_of(other) and strength(view, dice_of(other)) > best_so_far(view))


def is_safely_first(at, seat, view, best, other):
    after = at.game.view(at.game.apply(at.state, seat, best), seat)
    ended = after.results[-1]
    return len(after.results) > len(view.results) and ended.points[seat] == max(ended.points)


def risks_all(at, seat, view, best, other):
    return str(best) == "stop" and str(other) == "roll" and count_empty(view.left)[0] > 0


def stays_behind(at, seat, view, best, other):
    if at.game.info.key == "ducks":
        return str(other) == "stop" and strength(view, ()) <= best_so_far(view)
    after = push(at, seat, other)
    return view.final_round and after.totals[seat] < max(after.totals)


def is_easy(at, seat, view, best, other):
    later, bust = len(view.order) - len(view.innings) - 1, view.press == "bust"
    chance = chance_to_win((), 5, strength(view, ()), wild=view.wild, bust=bust)
    return later > 0 and str(best) == "roll" and chance >= 0.45


def counts_risk(at, seat, view, best, other):
    return view.press == "bust" or view.left == 1


def keeps_bucket(at, seat, view, best, other):
    return str(best) == "roll" and not counts_risk(at, seat, view, best, other)


def loses_bucket(at, seat, view, best, other):
    hands = [each.hand for each in push(at, seat, other).innings if each.seat == seat]
    return hands == [None] or push(at, seat, other).results[-1].hands[seat] is None


def leaves_more(at, seat, view, best, other):
    return push(at, seat, best).left > push(at, seat, other).left


def ends_after(at, seat, view, startles):
    """Return whether a turn with this many more Startles ends without points."""
    return len(view.startles) + startles >= STARTLES_TO_END and view.end_ways > 0


def keeps_points(at, seat, view, best, points):
    after = push(at, seat, best)
    kept = after.latest[seat] if view.tiebreak else after.totals[seat] - view.totals[seat]
    return str(best) == "stop" and kept == int(points)


def reaches(at, seat, view, best, other):
    return push(at, seat, best).totals[seat] >= 36 > max(view.totals)


def leads(at, seat, view, best, other):
    totals = push(at, seat, best).totals
    return view.final_round and totals.index(max(totals)) == seat and totals.count(max(totals)) == 1


def scores(at, seat, move):
    before, after = (
        RENDERERS["pond"].scores(each)[seat]
        for each in (known_view(at, seat), push(at, seat, move))
    )
    return after - before


def known_view(at, seat):
    return at.game.view(at.state, seat)


def lacks(at, seat, view, best, other, dice, points):
    row = push(at, seat, best).rows[best.value - 1]
    tomorrow = view.day < 6 and view.seats == 1 and row.singly == int(points)
    return (
        tomorrow
        and row.boxes.count(None) == len(dice.split())
        and set(re.findall(r"`(\d)`", dice)) == {str(best.value)}
    )


def can_fill(at, seat, view, best, other, more):
    row = view.rows[other.value - 1]
    dice = [day.dice for day in view.days if day.day > view.day and day.seat == seat]
    return (
        row.boxes == (None,) * 3
        and row.one_roll - row.singly == int(more)
        and max(dice, default=0) >= 3
    )


def fills_at_once(at, seat, view, best, other, more):
    row = view.rows[best.value - 1]
    return scores(at, seat, best) == row.one_roll == row.singly + int(more)


def six_instead(at, seat, view, best, other, number):
    day = view.day + view.seats
    after = push(at, seat, best)
    return view.days[day - 1].dice == int(number) < 6 == after.days[day - 1].dice


def holds(view):
    return sorted(die.value for die in view.dice if die.spent is None)


def rerolls(at, seat, view, best, other, dice):
    again = sorted(map(int, re.findall(r"`(\d)`", dice)))
    spent = Counter(holds(view)) - Counter(holds(push(at, seat, best)))
    return spent == Counter([3, *again])


def comes_then(at, seat, view, best, other, what):
    if found := re.search(r"\(\+(\d+)\)", what):
        return int(found[1]) > 0  # test_reasons plays these moves
    made = list(map(int, re.findall(r"`(\d)`", what)))
    return len(made) > 1 and holds(push(at, seat, best)).count(made[0]) == len(made)


def becomes(at, seat, view, best, other, die):
    after = push(at, seat, best)
    return [each.value for each in after.dice if each.wild and each.spent is None] == [int(die)]


def holds_off(at, seat, view, best, other, beat):
    attack = view.playing.trick
    sum_ = attack.carried[seat] + total(best.cards)
    return attack.beat == int(beat) < sum_ and isinstance(other, Remove)


def saves_cards(at, seat, view, best, other):
    return total(best.cards) < total(other.cards) or max(card[1] for card in best.cards) < max(
        card[1] for card in other.cards
    )


def presses_on(at, seat, view, best, other, beat):
    carried = view.playing.trick.carried[seat] if view.playing.trick else 0
    return carried + total(best.cards) == int(beat) and total(best.cards) > total(other.cards)


def falls_less(at, seat, view, best, other):
    pyramid = view.playing.pyramids[seat]
    return count_loss(pyramid, best.box) < count_loss(pyramid, other.box)


def falls_alone(at, seat, view, best, other):
    return count_loss(view.playing.pyramids[seat], best.box) == 1 and falls_less(
        at, seat, view, best, other
    )


def has_most(at, seat, view, best, other):
    mine, theirs = (len(of_colour(view.hand, each.cards[0][0])) for each in (best, other))
    return mine > theirs


REASONS = {
    r"It wins the game for sure\.": lambda at, seat, view, best, other: True,  # as in test_reasons
    r"It can still win the game\.": lambda at, seat, view, best, other: True,
    r"It (?:wins more often|scores more in the end)\.": lambda at, seat, view, best, other: True,
    r"That takes the lead: .+\.": is_ahead,
    r"It wins the round\.": is_safely_first,
    r"Another roll could lose it all\.": risks_all,
    r"To stop now is not enough to lead\.": stays_behind,
    r"That is easy to beat: .+\.": is_easy,
    r"A bad roll costs only one die\.": keeps_bucket,
    r"Roll and lose the bucket: .+": counts_risk,
    r"In the bucket, a 2 counts as any number\.": lambda at, seat, view, best, other: (
        view.wild and dice_of(best).count(2) > dice_of(other).count(2)
    ),
    r"Throwing away would cost a die\.": lambda at, seat, view, best, other: (
        push(at, seat, other).left == view.left - 1 > 0
    ),
    r"Otherwise the bucket is lost\.": loses_bucket,
    r"The better hand: .+\.": lambda at, seat, view, best, other: (
        strength(view, dice_of(best)) > strength(view, dice_of(other))
    ),
    r"More dice stay for the next roll\.": leaves_more,
    r"No points to lose yet\.": lambda at, seat, view, best, other: view.score == 0,
    r"There is little to lose: (\d)\.": lambda at, seat, view, best, other, points: (
        view.score == int(points) <= 4
    ),
    r"The next roll cannot end the turn\.": lambda at, seat, view, best, other: view.end_ways == 0,
    r"Low risk: .+": lambda at, seat, view, best, other: (
        view.score > 0 and view.end_ways / view.end_of <= 0.35
    ),
    r"One more Startle would cost all (\d+)\.": lambda at, seat, view, best, other, points: (
        ends_after(at, seat, view, 1) and keeps_points(at, seat, view, best, points)
    ),
    r"Three Startles would cost all (\d+)\.": lambda at, seat, view, best, other, points: (
        ends_after(at, seat, view, 3) and keeps_points(at, seat, view, best, points)
    ),
    r"It reaches 36: only this round is left\.": reaches,
    r"It takes the lead in the last round\.": leads,
    r"It scores (\d+) at once\.": lambda at, seat, view, best, other, points: (
        scores(at, seat, best) == int(points) > 0
    ),
    r"Full in one day: \+(\d+)\.": fills_at_once,
    r"Then it lacks only (.+) for \+(\d+)\.": lacks,
    r"Unused dice are lost\.": lambda at, seat, view, best, other: str(other) == "end day",
    r"Left empty, it can fill in one day: \+(\d+)\.": can_fill,
    r"Six dice instead of (\d)\.": six_instead,
    r"A 3 rolls these again: (.+)\.": rerolls,
    r"Then: (.+)\.": comes_then,
    r"Two dice become a (\d) that fits\.": becomes,
    r"It beats (\d+), and no bucket falls\.": holds_off,
    r"Higher cards stay\.": saves_cards,
    r"The next player has to beat (\d+)\.": presses_on,
    r"It takes fewer cards\.": lambda at, seat, view, best, other: (
        len(best.cards) < len(other.cards)
    ),
    r"This animal has the most cards left\.": has_most,
    r"Nothing else falls with it\.": falls_alone,
    r"Fewer buckets fall\.": falls_less,
    r"All cards stay in the hand\.": lambda at, seat, view, best, other: isinstance(best, Remove),
}
"""Checks of facts, by the form of the sentence."""
