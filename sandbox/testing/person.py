"""A person in the sandbox, who watches it live, types commands, clicks and waits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import aiohttp

from sandbox.testing.message import offers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandbox import Sandbox
    from sandbox.testing.message import Json

EPHEMERAL = 1 << 6
PATIENCE = 60.0
"""Seconds to wait for anything, enough for a slow and busy machine."""
UNHURRIED = 60.0
"""Seconds that a sandbox waits for the bot's answer. Discord's 3 s can be too short for tests."""


class Refused(Exception):
    """The sandbox refused a person's request."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(f"{status}: {body.get('message', body)}")
        self.status = status
        self.option = body.get("option")


@dataclass
class Done:
    """The outcome of an interaction. `state` is pending, answered, deferred or failed."""

    interaction_id: str
    state: str
    message: Json | None = None
    modal: Json | None = None


class Person:
    """A person in the sandbox, as an async context manager.

    Args:
        box: A Sandbox, or the address of one.
        name: A name such as "Smew", or an id.
        channel: The default channel, such as "games", "Far Lake/games" or "dm".
    """

    def __init__(self, box: Sandbox | str, name: str, channel: str = "games") -> None:
        self._url = (box if isinstance(box, str) else box.url).rstrip("/")
        self.name = name
        self.here = channel
        self.world: Json = {}
        self.events: list[Json] = []
        self.pings: list[str] = []
        self._seen: dict[str, dict[str, Json]] = {}
        self._states: dict[str, tuple[str, str | None]] = {}
        self._modals: dict[str, Json] = {}
        self._changed = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession()
        self._live = await self._http.ws_connect(f"{self._url}/sandbox/live?as={self.name}")
        await self._live.receive_json()
        await self.look()
        self._reader = asyncio.create_task(self._read())
        self._reader.add_done_callback(lambda _: self._changed.set())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
        await self._live.close()
        await self._http.close()

    @property
    def id(self) -> str:
        return self.world["me"]["id"]

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    async def look(self) -> Json:
        """Read the world and every channel again, then apply the events that came meanwhile."""
        heard = len(self.events)
        self.world = await self.ask("GET", f"/sandbox/world?as={self.name}")
        for channel_id in self._channel_ids():
            path = f"/sandbox/channels/{channel_id}/messages?as={self.id}"
            try:
                found = await self.ask("GET", path)
            except Refused as refused:
                if refused.status != 404:  # 404: the channel was just deleted; its event follows
                    raise
                continue
            self._seen[channel_id] = {message["id"]: message for message in found}
        for event in self.events[heard:]:
            self._see(event["t"], event["d"])
        return self.world

    def _channel_ids(self) -> Iterator[str]:
        for guild in self.world["guilds"]:
            yield from (channel["id"] for channel in guild["channels"])
        yield from (dm["id"] for dm in self.world["dms"])

    def sees(self, channel_id: str) -> bool:
        """Return whether a channel or thread is in this person's list."""
        return channel_id in self._channel_ids()

    def has_command(self, name: str) -> bool:
        """Return whether the bot has registered a command of this name."""
        return any(command["name"] == name for command in self.world["commands"])

    def channel(self, name: str | None = None) -> str:
        """Return the id of a channel given as "games", "Far Lake/games", "dm" or an id."""
        wanted = name or self.here
        if wanted == "dm":
            return self.world["dms"][0]["id"]
        guild_name, _, channel_name = wanted.rpartition("/")
        for guild in self.world["guilds"]:
            for channel in guild["channels"]:
                if channel["id"] == wanted:
                    return wanted
                if channel["name"] == channel_name and guild_name in ("", guild["name"]):
                    return channel["id"]
        if wanted in (dm["id"] for dm in self.world["dms"]):
            return wanted
        raise LookupError(f"{self.name} sees no channel {wanted}")

    async def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request to the sandbox. Raises Refused."""
        async with self._http.request(method, self._url + path, json=body) as response:
            found = await response.json()
            if response.status >= 400:
                raise Refused(response.status, found)
            return found

    async def admin(self, do: str, **more: Any) -> Json:
        """Change the sandbox's world from outside; see sandbox/people/admin.py."""
        return await self.ask("POST", "/sandbox/admin", {"do": do, **more})

    async def speak(self, locale: str, **server: Any) -> None:
        """Set the person's language in Discord or, with `guild_id`, a server's language."""
        await self.ask("POST", "/sandbox/locale", {"as": self.name, "locale": locale, **server})

    async def fault(self, **order: Any) -> None:
        """Set up a fault; see sandbox/state/core.py."""
        await self.ask("POST", "/sandbox/faults", order)

    async def install(self, *, installed: bool = True) -> None:
        """Install the application to the person's account, or remove it."""
        await self.ask("POST", "/sandbox/app", {"as": self.id, "installed": installed})
        await self.look()

    async def open_private(self, *others: Person) -> str:
        """Open a direct or group conversation as everybody's default channel; return its id."""
        people = [other.id for other in others]
        made = await self.ask("POST", "/sandbox/private", {"as": self.id, "people": people})
        for person in (self, *others):
            await person.look()
            person.here = made["id"]
        return made["id"]

    async def record(self) -> list[Json]:
        """Return all requests of the bot so far."""
        return await self.ask("GET", "/sandbox/record")

    def messages(self, channel: str | None = None) -> list[Json]:
        """Return the messages that this person sees in a channel, oldest first."""
        seen = self._seen.get(self.channel(channel), {})
        return [seen[number] for number in sorted(seen, key=int)]

    def message(self, message_id: str) -> Json | None:
        """Return a message of any channel as this person sees it now, or None."""
        return next((seen[message_id] for seen in self._seen.values() if message_id in seen), None)

    async def wait_for(
        self,
        predicate: Callable[[Json], object],
        timeout: float = PATIENCE,  # noqa: ASYNC109 - the caller's patience is the point
        channel: str | None = None,
    ) -> Json:
        """Wait until a message fits, and return the newest that does. Raises TimeoutError."""

        def newest() -> Json | None:
            return next((m for m in reversed(self.messages(channel)) if predicate(m)), None)

        return await self.until(newest, timeout)

    async def until(
        self,
        condition: Callable[[], Any],
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Any:
        """Wait until a condition on this person's view is true; return its value.

        Raises TimeoutError, or the error that ended the live connection.
        """
        async with asyncio.timeout(timeout):
            while not (found := condition()):
                if self._reader is not None and self._reader.done():
                    self._reader.result()
                    raise ConnectionError(f"{self.name} does not see the sandbox any more")
                self._changed.clear()
                await self._changed.wait()
        return found

    async def wait_for_event(
        self,
        name: str,
        fits: Callable[[Json], object] = bool,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Json:
        """Wait for an event of this name that fits; return its data. Past events count, too."""

        def first() -> Json | None:
            # without data, the event itself is checked
            return next((e for e in self.events if e["t"] == name and fits(e["d"] or e)), None)

        return (await self.until(first, timeout))["d"]

    async def _read(self) -> None:
        async for frame in self._live:
            event = frame.json()
            self.events.append(event)
            self._take(event["t"], event["d"])
            if event["t"] == "world":
                await self.look()
            self._changed.set()

    def _take(self, name: str, data: Json) -> None:
        self._see(name, data)
        if name == "message_create" and data["sandbox"]["pings_me"]:
            self.pings.append(data["id"])
        elif name == "interaction":
            self._states[data["interaction_id"]] = (data["state"], data["message_id"])
        elif name == "modal":
            self._modals[data["interaction_id"]] = data["modal"]

    def _see(self, name: str, data: Json) -> None:
        if name in {"message_create", "message_update"}:
            self._seen.setdefault(data["channel_id"], {})[data["id"]] = data
        elif name == "message_delete":
            self._seen.get(data["channel_id"], {}).pop(data["id"], None)

    async def say(self, content: str, channel: str | None = None) -> Json:
        """Write a plain message."""
        path = f"/sandbox/channels/{self.channel(channel)}/messages"
        return await self.ask("POST", path, {"as": self.id, "content": content})

    async def command(
        self, text: str, /, channel: str | None = None, *, wait: bool = True, **options: Any
    ) -> Done:
        """Send a slash command such as "ducks start", with its options by name."""
        body = self._command(text, channel, options)
        return await self._done(await self.ask("POST", "/sandbox/commands", body), wait=wait)

    def _command(self, text: str, channel: str | None, options: Json) -> Json:
        names = text.removeprefix("/").split()
        sub = names[-1] if len(names) > 1 else None
        group = names[1] if len(names) > 2 else None
        values = {name: o.id if isinstance(o, Person) else o for name, o in options.items()}
        return {
            "as": self.id,
            "channel_id": self.channel(channel),
            "name": names[0],
            "group": group,
            "sub": sub,
            "options": values,
        }

    async def autocomplete(
        self, text: str, focused: str, /, channel: str | None = None, **options: Any
    ) -> list[Json]:
        """Return the suggestions for an option that is being typed."""
        body = self._command(text, channel, options) | {"focused": focused}
        return (await self.ask("POST", "/sandbox/autocomplete", body))["choices"]

    def find(
        self, what: str, message: Json | None = None, channel: str | None = None
    ) -> tuple[Json, Json]:
        """Find a control by its label, its id or the beginning of its id.

        Return the newest message that has such a control, and the control.
        """
        found = [message] if message else reversed(self.messages(channel))
        for candidate in found:
            for control in offers(candidate, what):
                return candidate, control
        raise LookupError(f"{self.name} sees no button {what!r}")

    def _grown(self, message: Json, what: str) -> Json | None:
        """Return the message as it is now, or None if it does not have the control."""
        now = self.message(message["id"])
        return now if now and offers(now, what) else None

    async def click(
        self,
        what: str,
        message: Json | None = None,
        channel: str | None = None,
        *,
        values: list[str] | None = None,
        wait: bool = True,
    ) -> Done:
        """Click a button, or choose values in a select. Wait until `message` has the control."""
        if message is not None and not offers(shown := message, what):
            message = await self.until(lambda: self._grown(shown, what))
        candidate, control = self.find(what, message, channel)
        body = {"as": self.id, "message_id": candidate["id"], "custom_id": control["custom_id"]}
        if values is not None:
            body["values"] = values
        return await self._done(await self.ask("POST", "/sandbox/components", body), wait=wait)

    async def click_id(self, message_id: str, custom_id: str, *, wait: bool = True) -> Done:
        """Click by ids, even on a button that is no longer shown."""
        body = {"as": self.id, "message_id": message_id, "custom_id": custom_id}
        return await self._done(await self.ask("POST", "/sandbox/components", body), wait=wait)

    async def submit(self, opened: Done, *, wait: bool = True, **fields: Any) -> Done:
        """Fill in and send the modal that an interaction opened."""
        body = {"as": self.id, "interaction_id": opened.interaction_id, "fields": fields}
        return await self._done(await self.ask("POST", "/sandbox/modals", body), wait=wait)

    async def _done(self, begun: Json, *, wait: bool) -> Done:
        number = begun["interaction_id"]
        return await self.done(number) if wait else Done(number, "pending")

    async def done(
        self,
        interaction_id: str,
        timeout: float = PATIENCE,  # noqa: ASYNC109
        *,
        thinking: bool = False,
    ) -> Done:
        """Wait until an interaction is answered or has failed.

        Args:
            interaction_id: the interaction.
            timeout: seconds.
            thinking: return also when the interaction is deferred.
        """

        def settled() -> tuple[str, str | None] | None:
            found = self._states.get(interaction_id)
            return found if found and (thinking or found[0] != "deferred") else None

        state, message_id = await self.until(settled, timeout)
        message = self.message(message_id) if message_id else None
        return Done(interaction_id, state, message, self._modals.get(interaction_id))
