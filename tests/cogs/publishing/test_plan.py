"""What `plan` and `due` decide: values in, a value out. Nothing is sent, no database is open."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from cogs.interactions.failures import Outcome
from cogs.publishing.due import (
    AWAY_AFTER,
    HERE_FOR,
    UNHURRIED_HERE_FOR,
    find_absent,
    find_away,
    find_due,
    find_unanswered,
)
from cogs.publishing.plan import (
    MOVE_DOWN_EVERY,
    SENDS,
    SILENT_CHANNEL,
    Clicked,
    Step,
    begin,
    find_other,
    go_on,
    is_newer,
    judge_clicked,
    may_move,
    pass_turn,
)
from db.store import ContributionRow
from players.games import game
from tables.model.table import Status
from tables.model.time_control import TimeControl
from tests.cogs.publishing.fake_wire import snowflake
from tests.tabletop import playthrough, seat, table

AT = 1_800_000_000.0
THREAD, OLDER, LIVE, NEWER = (snowflake(AT + seconds) for seconds in (-90, -60, 0, 60))
"""Ids of messages: the starter of the thread, an older one, the live one, and a newer one."""

BOARD = replace(next(playthrough(game("ducks"), 2, {}, 1)), message_id=LIVE)
"""A board of Ducks in a Bucket for two, whose seat 0 is on turn."""

HIDDEN = replace(next(playthrough(game("buckets"), 3, {}, 1)), message_id=LIVE)
"""A board of The Bucket King for three, who are all on turn."""

CLOSED = table(
    game("ducks"),
    1,
    {},
    status=Status.CANCELLED,
    message_id=LIVE,
)


def contributed(*people):
    rows = tuple(ContributionRow(n, person, "join", n) for n, person in enumerate(people))
    return replace(CLOSED, contributions=rows)


@pytest.mark.parametrize(
    ("at", "gone", "moves", "step"),
    [
        (BOARD, False, False, Step.EDIT),
        (BOARD, False, True, Step.MOVE),
        (BOARD, True, False, Step.POST),
        (BOARD, True, True, Step.POST),
        (replace(BOARD, message_id=None), False, False, Step.POST),
        (contributed(1000), False, False, Step.WITHDRAW),
        (contributed(1000, 1001), False, False, Step.EDIT),
        (replace(contributed(1000), thread_id=LIVE), False, False, Step.EDIT),
        (replace(contributed(1000), started_at=1.0), False, False, Step.EDIT),
    ],
)
def test_the_first_step(at, gone, moves, step):
    assert begin(at, gone=gone, moves=moves) is step


@pytest.mark.parametrize(
    ("step", "done", "failed", "impossible", "broken", "gone"),
    [
        (Step.EDIT, Step.SHOWN, Step.LATER, Step.HIDDEN, Step.BROKEN, Step.POST),
        (Step.POST, Step.SHOWN, Step.LATER, Step.HIDDEN, Step.BROKEN, Step.HIDDEN),
        (Step.MOVE, Step.SHOWN, Step.EDIT, Step.EDIT, Step.EDIT, Step.EDIT),
    ],
)
def test_the_step_after_an_outcome(step, done, failed, impossible, broken, gone):
    outcomes = ("DONE", "FAILED", "IMPOSSIBLE", "BROKEN", "GONE")
    found = [go_on(step, Outcome[each]) for each in outcomes]
    assert found == [done, failed, impossible, broken, gone]


def test_every_way_through_the_steps_ends():
    ways = [[step] for step in SENDS]
    while ways:
        way = ways.pop()
        assert len(way) <= len(SENDS) + 1
        ways += [[*way, after] for each in Outcome if (after := go_on(way[-1], each)) in SENDS]


@pytest.mark.parametrize(
    ("at", "after", "may"),
    [
        (BOARD, MOVE_DOWN_EVERY, True),
        (BOARD, MOVE_DOWN_EVERY - 1, False),
        (replace(BOARD, message_id=None), MOVE_DOWN_EVERY, False),
        (replace(BOARD, guest=77), MOVE_DOWN_EVERY, False),
    ],
)
def test_when_a_board_may_move_down(at, after, may):
    assert may_move(at, AT + after) is may


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (None, (0,), (False, ())),
        ((0,), (0,), (False, ())),
        ((0,), (1,), (True, (1,))),
        ((0, 1, 2), (1, 2), (True, ())),
        ((0,), (0, 2), (True, (2,))),
        ((0,), (), (True, ())),
    ],
)
def test_to_whom_the_turn_passes(before, now, found):
    assert pass_turn(before, now) == found


@pytest.mark.parametrize(
    ("clicked", "before", "fate"),
    [
        (None, LIVE, Clicked.NOTHING),
        (NEWER, LIVE, Clicked.NOTHING),
        (LIVE, LIVE, Clicked.KEPT),
        (LIVE, OLDER, Clicked.KEPT),
        (OLDER, OLDER, Clicked.ACKNOWLEDGED),
        (OLDER, LIVE, Clicked.REPLACED),
        (THREAD, LIVE, Clicked.KEPT),
        (THREAD, THREAD, Clicked.ACKNOWLEDGED),
    ],
)
def test_what_becomes_of_a_clicked_message(clicked, before, fate):
    assert judge_clicked(replace(BOARD, thread_id=THREAD), clicked, before) is fate
    assert judge_clicked(replace(BOARD, message_id=None), clicked, before) is Clicked.NOTHING


@pytest.mark.parametrize(
    ("clicked", "newer"), [(None, False), (OLDER, False), (LIVE, False), (NEWER, True)]
)
def test_a_newer_message_becomes_the_live_one(clicked, newer):
    assert is_newer(BOARD, clicked) is newer
    assert is_newer(replace(BOARD, thread_id=clicked), clicked) is False
    assert is_newer(replace(BOARD, message_id=None), clicked) is (clicked is not None)


@pytest.mark.parametrize(
    ("last", "after", "other"),
    [
        (LIVE, 1.0, None),
        (NEWER, 1.0, NEWER),
        (7, 1.0, None),  # the call
        (None, SILENT_CHANNEL, None),
        (None, SILENT_CHANNEL + 1, LIVE + 1),
    ],
)
def test_the_newest_message_of_others(last, after, other):
    assert find_other(replace(BOARD, call_id=7), LIVE, last, snowflake(AT + after)) == other


def with_absence(at, who, until):
    seats = [seat(i, absent_until=until if i == who else 0.0) for i in range(len(at.seats))]
    return replace(at, seats=tuple(seats))


CALLED = replace(HIDDEN, called={0: False, 1: True}, time_control=TimeControl.DAY)


def test_who_has_not_answered_a_call():
    assert find_unanswered(CALLED, None, 0.0) == {0, 1}
    assert find_unanswered(CALLED, 1001, 0.0) == {0}
    assert find_unanswered(with_absence(CALLED, 0, 10.0), None, 5.0) == {1}
    assert find_unanswered(with_absence(CALLED, 0, 10.0), None, 15.0) == {0, 1}
    assert find_unanswered(replace(BOARD, called={1: False}), None, 0.0) == set()


@pytest.mark.parametrize(
    ("clock", "idle", "clicked_by", "away"),
    [
        (TimeControl.LIVE, AWAY_AFTER + 1, None, True),
        (TimeControl.LIVE, AWAY_AFTER, None, False),
        (TimeControl.LIVE, math.inf, None, False),  # not seen since the start of this process
        (TimeControl.NONE, AWAY_AFTER + 1, None, False),
        (TimeControl.DAY, 0.0, None, True),
        (TimeControl.DAY, 0.0, 1000, False),
    ],
)
def test_who_probably_does_not_see_the_turn(clock, idle, clicked_by, away):
    seen = {} if idle == math.inf else {1000: 0.0}
    at = replace(BOARD, time_control=clock)
    found = find_away(at, (0,), clicked_by, seen, now=0.0, clock=0.0 if idle == math.inf else idle)
    assert found == ((0,) if away else ())


def test_nobody_is_called_who_is_absent_or_plays_alone():
    at = replace(BOARD, time_control=TimeControl.DAY)
    assert find_away(with_absence(at, 0, 10.0), (0,), None, {}, now=5.0, clock=0.0) == ()
    alone = replace(next(playthrough(game("pond"), 1, {}, 1)), time_control=TimeControl.DAY)
    assert find_away(alone, (0,), None, {}, now=5.0, clock=0.0) == ()


def test_who_is_called_after_a_while():
    at = replace(HIDDEN, waiting={0: 0.0, 1: 100.0}, called={})
    late = float(at.time_control.call_after)
    assert find_due(at, (), late - 1) == []
    assert find_due(at, (), late) == [0]
    assert find_due(at, (), late + 100) == [0, 1]
    assert find_due(replace(at, called={0: False}), (), late + 100) == [1]
    assert find_due(replace(at, called={0: False, 2: True}), (0, 1, 2), late + 100) == [1, 0]
    absent = with_absence(replace(at, time_control=TimeControl.DAY), 0, 1e9)
    assert 0 not in find_due(absent, (), 1e8)


@pytest.mark.parametrize(
    ("clock", "here"), [(TimeControl.LIVE, HERE_FOR), (TimeControl.NONE, UNHURRIED_HERE_FOR)]
)
def test_who_has_just_clicked_is_not_called(clock, here):
    at = replace(HIDDEN, time_control=clock)
    assert find_absent(at, [0, 1], {1000: 0.0}, here - 1) == (1,)
    assert find_absent(at, [0, 1], {1000: 0.0}, here) == (0, 1)
