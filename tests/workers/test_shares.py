"""The choice of the next shard that a worker takes over."""

from __future__ import annotations

import pytest

from workers.leases import ShardRow, choose


def shards(*holders):
    return [ShardRow(number, holder, "") for number, holder in enumerate(holders)]


def test_a_worker_takes_at_most_an_equal_share_of_free_shards():
    assert choose(shards("a", "", ""), {"a", "b"}, "b", ()) == ShardRow(1, "", "")
    assert choose(shards("a", "a", ""), {"a", "b"}, "a", (0, 1)) is None


def test_a_worker_takes_a_shard_from_another_with_two_more():
    assert choose(shards("a", "a"), {"a", "b"}, "b", ()) == ShardRow(0, "a", "")
    assert choose(shards("a", "a", "b"), {"a", "b"}, "b", (2,)) is None


@pytest.mark.parametrize(("holder", "taker"), [("", "a"), ("b", "a"), ("a", "")])
def test_own_unserved_shards_come_first(holder, taker):
    rows = [ShardRow(0, "", ""), ShardRow(1, holder, taker)]
    assert choose(rows, {"a", "b"}, "a", ()) == rows[1]
    assert choose(rows, {"a", "b"}, "b", (1,)) == rows[0]


def test_silent_shards_of_others_are_taken_beyond_an_equal_share():
    rows = shards("a", "a", "b", "b")
    assert choose(rows, {"a", "b"}, "b", (2, 3), silent={1}) == rows[1]
    assert choose(rows, {"a", "b"}, "a", (0, 1), silent={1}) is None


def test_a_worker_with_a_silent_session_takes_only_free_shards():
    rows = shards("b", "a", "a", "a")
    assert choose(rows, {"a", "b"}, "b", (0,), silent=None) is None
    rows = shards("b", "a", "a", "a", "")
    assert choose(rows, {"a", "b"}, "b", (0,), silent=None) == rows[4]


def test_a_silent_shard_is_left_to_its_taker():
    rows = [ShardRow(0, "a", "c"), *shards("a", "b")[1:]]
    assert choose(rows, {"a", "b", "c"}, "b", (1,), silent={0}) is None
