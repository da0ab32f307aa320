"""Rate limits count the requests of the bot, and refuse requests beyond a limit."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aiohttp import web

from sandbox.protocol.fields import parse_snowflake
from sandbox.protocol.refusals import TOO_MANY_OLD_EDITS
from sandbox.protocol.responses import VIA, round_up
from sandbox.settings import Limits, Quota
from sandbox.state.world import World

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.protocol.refusals import RefusalKind
    from sandbox.state.model import Interaction, Message

_CREATE: Final = "POST /channels/{channel_id}/messages"

_EDIT: Final = "PATCH /channels/{channel_id}/messages/{message_id}"

_DELETE: Final = "DELETE /channels/{channel_id}/messages/{message_id}"

_FOLLOW_UP: Final = "POST /webhooks/{webhook_id}/{token}"

_SECONDS_OF_NEW: Final = 10.0

_SECONDS_OF_RECENT: Final = 14 * 86400.0

_HOUR: Final = 3600.0

_UNLIMITED: Final = {
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "999",
    "X-RateLimit-Reset": "4102444800",
    "X-RateLimit-Reset-After": "1.0",
    "Via": VIA,
}
"""Headers of a route without a limit."""


class RateLimited(Exception):
    """Discord would accept this request later.

    Args:
        wait: Seconds until then.
        scope: The limit's scope: "user" (this bot's limit on one route), "shared" or "global".
        headers: The headers of the bucket; None stands for the headers of the route.
        kind: The special error of this limit; None for the usual error.
    """

    def __init__(
        self,
        wait: float,
        scope: str = "user",
        *,
        headers: Mapping[str, str] | None = None,
        kind: RefusalKind | None = None,
    ) -> None:
        super().__init__(f"wait for {wait} seconds")
        self.wait = wait
        self.scope = scope
        self.headers = headers
        self.kind = kind


@dataclass(slots=True)
class _Window:
    """The number of requests in a window of time, and the window's end in seconds since 1970."""

    ends_at: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class _Bucket:
    """A named quota for one channel, for one interaction's token, or for all requests."""

    name: str
    quota: Quota
    owner: str = ""


class RateLimits:
    """The open windows, and the invalid requests of the last ten minutes."""

    def __init__(
        self, world: World, tokens: Mapping[str, Interaction], limits: Limits | None
    ) -> None:
        self._world = world
        self._clock = world.clock
        self._tokens = tokens
        self._limits = limits
        self._windows: dict[tuple[str, str], _Window] = {}
        self._invalid: deque[float] = deque()

    def take(self, what: str, args: Mapping[str, str], *, with_token: bool) -> dict[str, str]:
        """Count a request and return the headers for its answer; raise RateLimited beyond a limit.

        Args:
            what: Method and template of the route: "POST /channels/{channel_id}/messages".
            args: The values of the template's placeholders.
            with_token: Whether the route needs the bot's token, so that the global limit applies.
        """
        limits = self._limits
        if limits is not None and with_token:
            self._count_globally(limits)
        bucket = None if limits is None else self._choose_bucket(limits, what, args)
        if limits is None or bucket is None:
            return _UNLIMITED | {"X-RateLimit-Bucket": build_bucket_id(what)}
        headers = self._count(bucket)
        if what == _FOLLOW_UP:
            self._count_follow_up(limits, args["token"], headers)
        return headers

    def _count_globally(self, limits: Limits) -> None:
        window, fits = self._use(_Bucket("global", limits.everything))
        if not fits:
            wait = window.ends_at - self._clock.now()
            raise RateLimited(wait, "global", headers={"Via": VIA})

    def _choose_bucket(self, limits: Limits, what: str, args: Mapping[str, str]) -> _Bucket | None:
        if "/webhooks/" in what:
            return _Bucket("token", limits.token, args["token"])
        if what == _CREATE:
            return _Bucket("create", limits.create, args["channel_id"])
        if what == _EDIT:
            return _Bucket("edit", limits.edit, args["channel_id"])
        if what == _DELETE:
            return self._choose_delete_bucket(limits, args["channel_id"], args["message_id"])
        return None

    def _choose_delete_bucket(self, limits: Limits, channel_id: str, message_id: str) -> _Bucket:
        """Return the bucket for the age of a message; an unknown message counts as new."""
        channel = self._world.channels.get(parse_snowflake(channel_id) or 0)
        message = channel.messages.get(parse_snowflake(message_id) or 0) if channel else None
        age = self._clock.now() - message.created_at if message else 0.0
        if age <= _SECONDS_OF_NEW:
            return _Bucket("delete new", limits.delete_new, channel_id)
        if age <= _SECONDS_OF_RECENT:
            return _Bucket("delete recent", limits.delete_recent, channel_id)
        return _Bucket("delete old", limits.delete_old, channel_id)

    def _count(self, bucket: _Bucket) -> dict[str, str]:
        """Count a request; return the bucket's headers; raise RateLimited if the bucket is full."""
        window, fits = self._use(bucket)
        wait = window.ends_at - self._clock.now()
        headers = {
            "X-RateLimit-Limit": str(bucket.quota.requests),
            "X-RateLimit-Remaining": str(bucket.quota.requests - window.used),
            "X-RateLimit-Reset": f"{window.ends_at:.3f}",
            "X-RateLimit-Reset-After": str(round_up(wait)),
            "X-RateLimit-Bucket": build_bucket_id(bucket.name),
            "Via": VIA,
        }
        if not fits:
            raise RateLimited(wait, headers=headers)
        return headers

    def _count_follow_up(self, limits: Limits, token: str, headers: dict[str, str]) -> None:
        """Count a follow-up for its channel. The headers do not show this limit (#4043)."""
        interaction = self._tokens.get(token)
        if interaction is None:
            return
        bucket = _Bucket("follow-ups", limits.follow_ups, str(interaction.channel_id))
        window, fits = self._use(bucket)
        if not fits:
            wait = window.ends_at - self._clock.now()
            raise RateLimited(wait, "shared", headers=headers)

    def count_edit(self, message: Message) -> None:
        """Count an edit by the bot's token if the message is older than an hour.

        Edits by an interaction's token are not counted: no report says that Discord counts them.

        Raises:
            RateLimited: 30046, too many such edits in the channel.
        """
        now = self._clock.now()
        if self._limits is None or now - message.created_at <= _HOUR:
            return
        bucket = _Bucket("old edits", self._limits.old_edits, str(message.channel_id))
        window, fits = self._use(bucket)
        if not fits:
            raise RateLimited(window.ends_at - now, kind=TOO_MANY_OLD_EDITS)

    def _use(self, bucket: _Bucket) -> tuple[_Window, bool]:
        """Add this request to its bucket's window; return the window, and whether it had room."""
        now, key = self._clock.now(), (bucket.name, bucket.owner)
        window = self._windows.get(key)
        if window is None or now >= window.ends_at:
            window = self._windows[key] = _Window(now + bucket.quota.seconds)
        fits = window.used < bucket.quota.requests
        window.used += fits
        return window, fits

    def note(self, response: web.Response) -> None:
        """Count a request as invalid if its answer is 401, 403 or 429.

        A 429 of a shared limit does not count.
        """
        shared = response.headers.get("X-RateLimit-Scope") == "shared"
        if response.status in {401, 403} or (response.status == 429 and not shared):
            self._invalid.append(self._clock.now())

    @property
    def invalid_requests(self) -> int:
        """Return the number of invalid requests in the last ten minutes."""
        quota = (self._limits or Limits()).invalid
        since = self._clock.now() - quota.seconds
        while self._invalid and self._invalid[0] <= since:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def banned(self) -> bool:
        """Return whether Cloudflare would ban the address for invalid requests."""
        limits = self._limits
        return limits is not None and self.invalid_requests >= limits.invalid.requests


def build_bucket_id(what: str) -> str:
    """Return the id of a rate limit bucket: a hash, as Discord's ids are opaque."""
    return hashlib.sha256(what.encode()).hexdigest()[:32]
