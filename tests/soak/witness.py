"""The witness of a soak watches what the sandbox and the workers send each other.

Each worker has its own address. The witness does not blame a worker for anything that fails while
a blow hits this worker.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from cogs.interactions.interaction import PRIVATE
from cogs.publishing.threads import NO_THREAD
from sandbox.state.model import FAILED, PENDING
from sandbox.state.record import Record
from tables.model.errors import UNSURE
from tests.e2e.workers import SHARDS
from tests.people import controls

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from sandbox.protocol.json_values import Json
    from sandbox.state.core import Core
    from sandbox.state.model import Interaction, Message
    from sandbox.state.sessions import Shard

ABLE_FOR = 3.0
"""Seconds without trouble in which a worker must answer: Discord's limit."""

LATE = 20.0
"""Seconds after which a deferred click counts as unanswered."""

APART = 5.0 - 0.05
"""Least seconds between two IDENTIFYs of a bucket: 5, less a margin for the network."""

HELD_UP = 1.0
"""Seconds after a silent line is mended in which delayed messages arrive."""

SHARED_FOR = 5.0
"""Seconds in which two workers may answer for one shard. A worker silent for longer has left it."""

TOO_LATE = 404
"""Status for an answer to an interaction that Discord has given up."""

DEFERRALS = (5, 6)

OF_WHAT_COUNTS = (
    "What you did counts",
    UNSURE,
    NO_THREAD,
    "You have your seat back.",
    "You joined the rematch",
    "The rematch begins",
)
"""Beginnings of sentences that are allowed after a click that changed something."""

Span = tuple[float, float]


@dataclass(frozen=True)
class Heard:
    """An interaction that was sent to workers.

    Attributes:
        at: the time, in monotonic seconds.
        hosts: the addresses of workers with a session for it.
        made: the interaction.
        viewer: the only person who sees the clicked message; None if it is public.
    """

    at: float
    hosts: list[str]
    made: Interaction
    viewer: int | None


class Witness(Record):
    """Watches a sandbox.

    Attributes:
        denied: refusals, by the id of the interaction.
        limited: answers with status 429 from limits that are not shared, a sentence each.
        early: IDENTIFYs that came too early, a sentence each.
        unheard: ids of interactions for which no worker had a session.
    """

    def __init__(self, core: Core) -> None:
        super().__init__()
        self._core = core
        self._told: set[str] = set()
        self._troubles: defaultdict[str, list[Span]] = defaultdict(list)
        self._heard: deque[Heard] = deque()
        self._deferred: dict[int, str] = {}
        self._answers: defaultdict[tuple[int, str], list[float]] = defaultdict(list)
        self._identified: dict[int, tuple[float, bool]] = {}
        self._mended = float("-inf")
        self._asked: deque[tuple[float, str, str]] = deque(maxlen=200)
        self.denied: dict[int, str] = {}
        self.limited: list[str] = []
        self.early: list[str] = []
        self.unheard: list[int] = []
        core.record = self
        self._dispatch, core.gateway.dispatch = core.gateway.dispatch, self._note_dispatch
        self._take, core.gateway.starts.take = core.gateway.starts.take, self._note_identify

    # Views of the witness

    def add(self, entry: Json) -> None:
        """Note a request with its answer."""
        super().add(entry)
        now, (_, what, *parts) = time.monotonic(), entry["path"].split("/")
        if what == "interactions" and parts[2:] == ["callback"]:
            self._note_answer(now, self._core.interactions[int(parts[0])], entry)
        elif what == "webhooks" and entry["method"] != "GET":
            made = self._core.tokens.get(parts[1])
            if made is not None and entry["status"] < 300:
                self._note_told(made, entry)
        elif what == "channels":
            self._asked.append((now, entry["host"], f"{entry['method']} {entry['path']}"))
        if entry["status"] == 429 and entry["scope"] != "shared":
            self.limited.append(self._describe(now, entry))

    def _note_answer(self, now: float, made: Interaction, entry: Json) -> None:
        host, asked = entry["host"], now - (self._core.clock.now() - made.created_at)
        if entry["status"] != TOO_LATE and self._was_able(host, asked, 0):
            self._answers[self._shard_of(made), host].append(asked)
        if entry["status"] < 300 and entry["json"]["type"] in DEFERRALS:
            self._deferred[made.id] = entry["host"]
        elif entry["status"] < 300:
            self._note_told(made, entry)

    def _note_told(self, made: Interaction, entry: Json) -> None:
        self._told.add(made.token)
        text = _sentence(entry["json"])
        if text and not text.startswith(OF_WHAT_COUNTS):
            self.denied[made.id] = text

    def _shard_of(self, made: Interaction) -> int:
        guild_id = self._core.world.channels[made.channel_id].guild_id
        return ((guild_id or 0) >> 22) % SHARDS

    def _describe(self, now: float, entry: Json) -> str:
        where = "/".join(entry["path"].split("/")[:3])
        near = [
            f"{now - at:.1f} s before {host[-5:]} {what.replace(where, '')}"
            for at, host, what in self._asked
            if where in what and now - at < 5
        ]
        return f"429 to {entry['host']} on {entry['method']} {entry['path']}: {', '.join(near)}"

    def _note_dispatch(
        self, event: str, data: Json, guild_id: int | None = None, intents: int = 0
    ) -> None:
        if event == "INTERACTION_CREATE":
            hosts = self.find_hearers(guild_id, intents)
            made = self._core.interactions[int(data["id"])]
            clicked = self._messages(made).get(made.message_id or 0)
            viewer = clicked.viewer_id if clicked else None
            self.unheard += [] if hosts else [made.id]
            self._heard.append(Heard(time.monotonic(), hosts, made, viewer))
        self._dispatch(event, data, guild_id, intents)

    def find_hearers(self, guild_id: int | None, intents: int = 0) -> list[str]:
        """Return the addresses of workers with a session for a server's events."""
        return [
            connection.host
            for connection in self._core.gateway.connections
            if (session := connection.session) and session.sender is connection
            and session.wants(guild_id, intents)
        ]  # fmt: skip

    def _note_identify(self, shard: Shard) -> bool:
        now, bucket = time.monotonic(), shard.number % self._core.settings.sharding.max_concurrency
        held_up = now - self._mended < HELD_UP
        before, other_held_up = self._identified.get(bucket, (float("-inf"), False))
        self._identified[bucket] = now, held_up
        if now - before < APART and not (held_up or other_held_up):
            self.early.append(f"IDENTIFY of bucket {bucket} {now - before:.2f} s after another")
        return self._take(shard)

    # Reports to the trial

    @contextmanager
    def trouble(self, hosts: Iterable[str]) -> Generator[None]:
        """Note that these workers cannot answer within the block."""
        begun, found = time.monotonic(), list(hosts)
        for host in found:
            self._troubles[host].append((begun, float("inf")))
        yield
        for host in found:
            self._troubles[host].remove((begun, float("inf")))
            self._troubles[host].append((begun, time.monotonic()))

    def mend(self) -> None:
        """Note that a silent line is mended: what was sent on it arrives only now."""
        self._mended = time.monotonic()

    def end(self, host: str) -> None:
        """Note that a worker has ended."""
        self._troubles[host].append((time.monotonic(), float("inf")))

    # Findings of the witness

    def find_unanswered(self) -> list[str]:
        """Return a sentence for each click that a worker got and could answer, but did not."""
        found: list[str] = []
        while self._heard and time.monotonic() - self._heard[0].at > LATE:
            heard = self._heard.popleft()
            made = heard.made
            able = [host for host in heard.hosts if self._was_able(host, heard.at)]
            if made.id in self._deferred:  # only the worker that deferred must answer
                host = self._deferred.pop(made.id)
                able = [host] if self._was_able(host, heard.at, LATE) else []
            if able and not self._is_answered(heard):
                what = made.data.get("custom_id") or made.data.get("name")
                answer = f"{made.state}, {made.callback}"
                found.append(f"{what} ({made.id}) was not answered: {answer}, by {able}")
        return found

    def find_shared(self) -> list[str]:
        """Return a sentence for each shard that two workers answered for too long."""
        found: list[str] = []
        for one, another in combinations(self._tenures(), 2):
            (shard, host, (begun, ended)), (other_shard, other, (since, until)) = one, another
            both = min(ended, until) - max(begun, since)
            if shard == other_shard and host != other and both > SHARED_FOR:
                words = f"{both:.1f} s, until {time.monotonic() - min(ended, until):.0f} s ago"
                found.append(f"shard {shard}: {host} and {other} have answered for {words}")
        return found

    def _tenures(self) -> list[tuple[int, str, Span]]:
        """Return each span of time in which a worker answered for a shard without a break.

        A span comes after its shard and its worker's address. The times are those of the clicks, so
        a slow machine does not matter.
        """
        spans: list[tuple[int, str, Span]] = []
        for (shard, host), unsorted in self._answers.items():
            times = sorted(unsorted)
            begun = before = times[0]
            for at in [*times, float("inf")]:
                if at - before > SHARED_FOR:
                    spans.append((shard, host, (begun, before)))
                    begun = at
                before = at
        return spans

    def _was_able(self, host: str, at: float, seconds: float = ABLE_FOR) -> bool:
        """Return whether a worker had no trouble for this many seconds from `at` on."""
        return all(end <= at or begin > at + seconds for begin, end in self._troubles[host])

    def _is_answered(self, heard: Heard) -> bool:
        """Return whether the person got a text, or sees the table as it is after the click."""
        made = heard.made
        if made.state in (FAILED, PENDING):
            return False
        return made.token in self._told or any(
            max(message.created_at, message.edited_at or 0) > made.created_at
            for message in self._messages(made).values()
            if message.viewer_id == heard.viewer
            and (message.id == made.message_id or _table(made.data) in _tables(message))
        )

    def _messages(self, made: Interaction) -> dict[int, Message]:
        return self._core.world.channels[made.channel_id].messages


def _table(control: Json) -> str:
    """Return the number of a control's table, or nothing."""
    _, _, rest = control.get("custom_id", "").removeprefix(PRIVATE).partition(":")
    number = rest.partition(":")[0]
    return number if number.isdigit() else ""


def _tables(message: Message) -> set[str]:
    """Return the numbers of the tables of a message's controls."""
    return {_table(control) for control in controls({"components": message.components})}


def _sentence(sent: Json | None) -> str:
    """Return the sentence in an answer or a follow-up; empty for a board or a page."""
    said = (sent or {}).get("data") or sent or {}
    return said.get("content") or _notice(said.get("components") or [])


def _notice(components: list[Json]) -> str:
    """Return the reason for a refusal on top of the page behind ⋯, or nothing."""
    more = any(
        each["custom_id"].startswith("n1:fair:page:")
        for each in controls({"components": components})
    )
    top = components[0].get("content", "") if more else ""
    return "" if top.startswith("#") else top
