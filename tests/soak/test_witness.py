"""The soak of workers: the plan of its blows, and its witness."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.interactions.failures import COUNTS, UNEXPECTED
from sandbox import Sandbox
from sandbox.settings import Sharding
from sandbox.state.gateway import Connection
from sandbox.state.model import ANSWERED, DEFERRED, Interaction
from sandbox.state.sessions import Session, Shard
from tests.soak.blows import KINDS, plan
from tests.soak.witness import ABLE_FOR, APART, HELD_UP, LATE, Witness

ONE, OTHER = "127.0.0.1:1", "127.0.0.1:2"


class Clock:
    """Stands in for `time.monotonic`."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("tests.soak.witness.time.monotonic", clock)
    return clock


@pytest.fixture
def witness(clock):
    return Witness(Sandbox(sharding=Sharding(max_concurrency=2)).core)


def connect(gateway, host):
    """Return a connection whose session wants all events but sends them nowhere."""
    request = SimpleNamespace(host=host, transport=None, query={})
    connection = Connection(gateway, None, request)
    connection.session = Session(0, Shard())
    connection.session.sender = connection
    return connection


def made(witness, *hosts):
    """Make an interaction that the workers at these addresses receive."""
    core = witness._core
    core.gateway.connections = {connect(core.gateway, host) for host in hosts}
    channel = next(each for each in core.world.channels.values() if each.guild_id is not None)
    number = core.world.ids.create()
    click = Interaction(number, 2, 1, channel.id, {"name": "x"}, core.clock.now())
    core.interactions[number] = core.tokens[click.token] = click
    core.gateway.dispatch("INTERACTION_CREATE", {"id": str(number)}, channel.guild_id)
    return click


def answer(witness, click, host=ONE, status=200, text="", scope=None, page=()):
    """Let a worker respond to an interaction."""
    path = f"/interactions/{click.id}/{click.token}/callback"
    sent = {"type": 4, "data": {"content": text, "components": list(page)}}
    told = {"host": host, "method": "POST", "path": path, "status": status, "json": sent}
    witness.add(told | {"scope": scope})
    if status < 300:
        click.state = ANSWERED


def test_a_plan_is_the_same_each_time_and_has_each_kind_equally_often():
    found = plan(5, 2 * len(KINDS))
    assert found == plan(5, 2 * len(KINDS)) != plan(6, 14)
    assert sorted(blow.kind for blow in found) == sorted([*KINDS, *KINDS])


def test_a_worker_that_could_answer_and_did_not_is_found(witness, clock):
    click, answered = made(witness, ONE), made(witness, ONE)
    answer(witness, answered)
    assert witness.find_unanswered() == []
    clock.now += LATE + 1
    (found,) = witness.find_unanswered()
    assert ONE in found
    assert click.token not in found


def test_a_worker_that_was_hit_or_got_no_click_is_not_blamed(witness, clock):
    with witness.trouble([ONE]):
        made(witness, ONE)
    made(witness)
    clock.now += 1
    made(witness, ONE)
    clock.now += ABLE_FOR
    witness.end(ONE)
    clock.now += 1
    made(witness, ONE)
    clock.now += LATE + 1
    assert len(witness.find_unanswered()) == 1
    assert len(witness.unheard) == 1


@pytest.mark.parametrize(
    ("text", "denies"), [(UNEXPECTED, True), ("Look again.", True), (COUNTS, False), ("", False)]
)
def test_an_answer_that_a_click_does_not_count_is_noted(witness, text, denies):
    click = made(witness, ONE)
    answer(witness, click, text=text)
    assert witness.denied == ({click.id: text} if denies else {})


@pytest.mark.parametrize(("top", "denies"), [("Look again.", True), ("### Ducks", False)])
def test_a_reason_on_top_of_the_page_behind_more_is_a_refusal(witness, top, denies):
    click = made(witness, ONE)
    button = {"type": 2, "custom_id": "n1:fair:page:1:more", "label": "Fair dice"}
    answer(witness, click, page=[{"type": 10, "content": top}, {"type": 1, "components": [button]}])
    assert witness.denied == ({click.id: top} if denies else {})


def test_a_limit_that_is_not_shared_is_found(witness):
    click = made(witness, ONE)
    answer(witness, click, status=429, scope="shared")
    assert witness.limited == []
    answer(witness, click, status=429, scope="user")
    assert len(witness.limited) == 1


@pytest.mark.parametrize(("pause", "early"), [(4.9, 1), (5.0, 0)])
def test_a_session_that_begins_too_early_in_its_bucket_is_found(witness, clock, pause, early):
    take = witness._core.gateway.starts.take
    take(Shard(0, 4))
    take(Shard(1, 4))
    clock.now += pause
    take(Shard(2, 4))
    assert len(witness.early) == early


def test_a_session_that_a_silent_line_has_held_up_is_not_early(witness, clock):
    take = witness._core.gateway.starts.take
    for since, early in ((0.1, 0), (HELD_UP, 1)):
        clock.now += APART
        take(Shard(0, 4))
        clock.now += 1
        witness.mend()
        clock.now += since
        take(Shard(2, 4))
        assert len(witness.early) == early


@pytest.mark.parametrize(("seconds", "found"), [(4, 0), (20, 1)])
def test_two_workers_that_share_a_shard_for_too_long_are_found(witness, clock, seconds, found):
    def pass_by(count, *hosts):
        for _ in range(count):
            for host in hosts:
                answer(witness, made(witness, host), host)
            clock.now += 1

    pass_by(9, ONE)
    pass_by(seconds, ONE, OTHER)
    pass_by(9, OTHER)
    assert len(witness.find_shared()) == found


def test_a_worker_that_was_hit_or_answers_too_late_shares_no_shard(witness, clock):
    for number in range(20):
        click = made(witness, ONE)
        answer(witness, click, ONE)
        answer(witness, click, OTHER, status=404)
        with witness.trouble([OTHER] if number < 10 else []):
            clock.now += 0.5
            answer(witness, made(witness, OTHER), OTHER, status=200 if number < 10 else 404)
        clock.now += 0.5
    assert witness.find_shared() == []


@pytest.mark.parametrize(("table", "unanswered"), [(7, 0), (8, 1)])
def test_only_a_newer_board_of_the_same_table_answers_a_deferred_click(
    witness, clock, table, unanswered
):
    click = made(witness, ONE)
    click.data = {"custom_id": "t1:7:0:roll"}
    path = f"/interactions/{click.id}/{click.token}/callback"
    told = {"host": ONE, "method": "POST", "path": path, "status": 200, "scope": None}
    witness.add(told | {"json": {"type": 6}})
    click.state = DEFERRED
    board = [{"type": 1, "components": [{"type": 2, "custom_id": f"t1:{table}:1:roll"}]}]
    messages = witness._core.world.channels[click.channel_id].messages
    messages[1] = SimpleNamespace(
        id=1, created_at=click.created_at + 1, edited_at=None, viewer_id=None, components=board
    )
    clock.now += LATE + 1
    assert len(witness.find_unanswered()) == unanswered
