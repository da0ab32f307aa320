"""Which shard a worker takes over next."""

from __future__ import annotations

import pytest

from workers.leases import ShardRow, choose


def shards(*holders):
    return [ShardRow(number, holder, "") for number, holder in enumerate(holders)]


def test_nobody_takes_more_than_an_equal_share_of_what_is_free():
    assert choose(shards("a", "", ""), {"a", "b"}, "b", ()) == ShardRow(1, "", "")
    assert choose(shards("a", "a", ""), {"a", "b"}, "a", (0, 1)) is None


def test_from_one_with_two_more_one_is_taken():
    assert choose(shards("a", "a"), {"a", "b"}, "b", ()) == ShardRow(0, "a", "")
    assert choose(shards("a", "a", "b"), {"a", "b"}, "b", (2,)) is None


@pytest.mark.parametrize(("holder", "taker"), [("", "a"), ("b", "a"), ("a", "")])
def test_what_one_could_not_take_while_the_database_was_away_is_taken_first(holder, taker):
    rows = [ShardRow(0, "", ""), ShardRow(1, holder, taker)]
    assert choose(rows, {"a", "b"}, "a", ()) == rows[1]
    assert choose(rows, {"a", "b"}, "b", (1,)) == rows[0]


def test_what_is_silent_is_taken_beyond_an_equal_share_and_from_others_alone():
    rows = shards("a", "a", "b", "b")
    assert choose(rows, {"a", "b"}, "b", (2, 3), silent={1}) == rows[1]
    assert choose(rows, {"a", "b"}, "a", (0, 1), silent={1}) is None


def test_who_is_not_answered_in_all_its_sessions_takes_what_is_free_alone():
    rows = shards("b", "a", "a", "a")
    assert choose(rows, {"a", "b"}, "b", (0,), silent=None) is None
    rows = shards("b", "a", "a", "a", "")
    assert choose(rows, {"a", "b"}, "b", (0,), silent=None) == rows[4]


def test_what_is_silent_and_about_to_be_held_by_another_is_left_to_it():
    rows = [ShardRow(0, "a", "c"), *shards("a", "b")[1:]]
    assert choose(rows, {"a", "b", "c"}, "b", (1,), silent={0}) is None
