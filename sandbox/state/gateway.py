"""The gateway: the WebSocket that sends the bot its events as JSON.

The JSON is compressed if the bot asks for `zlib-stream`.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from aiohttp import WSMsgType, web

from sandbox.protocol.fields import parse_snowflake
from sandbox.protocol.json_values import Json, as_list, as_object, parse_json
from sandbox.settings import build_gateway_url
from sandbox.state.payloads import guild_create_json, members_chunk_json, ready_json
from sandbox.state.sessions import ALL_INTENTS, GUILDS, PRIVILEGED, RESUMABLE_FOR, Session, Shard
from sandbox.state.starts import SessionStarts

if TYPE_CHECKING:
    from sandbox.settings import Settings
    from sandbox.state.live import Live
    from sandbox.state.world import World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 0, 1, 2, 3, 4, 6, 7

REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, AUTHENTICATION_FAILED = 4001, 4002, 4003, 4004

ALREADY_AUTHENTICATED, INVALID_SEQ, RATE_LIMITED, TIMED_OUT = 4005, 4007, 4008, 4009

INVALID_SHARD, SHARDING_REQUIRED = 4010, 4011

INVALID_VERSION, INVALID_INTENTS, DISALLOWED_INTENTS = 4012, 4013, 4014

_COMMANDS_A_MINUTE: Final = 120

_MISSED_HEARTBEATS: Final = 1.5

_TRAVEL: Final = 0.02
"""Seconds from a heartbeat to its answer."""


class Gateway:
    def __init__(self, world: World, live: Live, settings: Settings) -> None:
        self.world = world
        self.settings = settings
        self._live = live
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        self.starts = SessionStarts(world, settings.sharding)

    def dispatch(
        self, event: str, data: Json, guild_id: int | None = None, intents: int = 0
    ) -> None:
        """Send an event to the sessions of the guild's shard that have one of the intents.

        Args:
            event: The event's name.
            data: The event's body.
            guild_id: The guild of the event; None stands for direct messages.
            intents: The session needs one of these intents; with 0 it needs none.
        """
        for session in self._list_sessions():
            if session.wants(guild_id, intents):
                session.dispatch(event, data)

    def _list_sessions(self) -> list[Session]:
        """Forget expired sessions; return all sessions that are connected or can still resume."""
        now = self.world.clock.now()
        for session in list(self.sessions.values()):
            if session.lost_at is not None and now - session.lost_at > RESUMABLE_FOR:
                del self.sessions[session.id]
        return list(self.sessions.values())

    @property
    def online(self) -> bool:
        """Return whether the bot is connected and logged in."""
        return any(connection.session is not None for connection in self.connections)

    def notify_status(self) -> None:
        self._live.push_all("bot_status", {"online": self.online})

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.close(1001)


class Connection:
    """One WebSocket of the bot, from HELLO to its end.

    Attributes:
        host: The address that the bot used.
        session: The session of this connection; None before the bot has logged in.
    """

    def __init__(
        self, gateway: Gateway, socket: web.WebSocketResponse, request: web.Request
    ) -> None:
        self._gateway = gateway
        self._socket = socket
        self._transport = request.transport
        self.host = request.host
        zipped = request.query.get("compress") == "zlib-stream"
        self._deflate = zlib.compressobj() if zipped else None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._commands: list[float] = []
        self.session: Session | None = None

    async def run(self, version: str | None) -> None:
        if version not in {None, "9", "10"}:
            await self._socket.close(code=INVALID_VERSION)
            return
        gateway = self._gateway
        gateway.connections.add(self)
        writer = asyncio.create_task(self._write())
        try:
            interval = gateway.settings.heartbeat_interval
            self._send_op(
                HELLO, {"heartbeat_interval": int(interval * 1000), "_trace": ["sandbox"]}
            )
            await self._read(interval * _MISSED_HEARTBEATS)
        finally:
            writer.cancel()
            gateway.connections.discard(self)
            self._detach()

    def _detach(self) -> None:
        """Keep the session for a resume; close code 1000 or 1001 ends it."""
        session = self.session
        if session is not None and session.sender is self:
            session.sender, session.silent = None, False
            session.lost_at = self._gateway.world.clock.now()
            if self._socket.close_code in {1000, 1001}:
                self._gateway.sessions.pop(session.id, None)
        self._gateway.notify_status()

    async def _read(self, patience: float) -> None:
        while not self._socket.closed:
            try:
                message = await self._socket.receive(timeout=patience)
            except TimeoutError:
                await self.close(TIMED_OUT)
                return
            if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                return
            code = self._receive(message.data)
            if code is not None:
                await self.close(code)
                return

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            if self._deflate is None:
                await self._socket.send_str(text)
            else:
                data = self._deflate.compress(text.encode())
                await self._socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))

    async def close(self, code: int) -> None:
        await self._socket.close(code=code)

    def abort(self) -> None:
        """Break the connection without a close code, like a network failure."""
        if self._transport is not None:
            self._transport.abort()

    def send(self, text: str) -> None:
        """Send one message; messages keep their order."""
        self._outbox.put_nowait(text)

    def _send_op(self, op: int, data: object) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def request_reconnect(self) -> None:
        """Ask the bot to connect again and resume. The bot then closes the connection."""
        self._send_op(RECONNECT, None)

    def invalidate(self, *, resumable: bool) -> None:
        if not resumable and self.session is not None:
            self._gateway.sessions.pop(self.session.id, None)
            self.session = None
        self._send_op(INVALID_SESSION, resumable)

    def _receive(self, data: str | bytes) -> int | None:
        """Handle one message; return the close code if the bot made an error."""
        try:
            message = as_object(parse_json(data))
        except ValueError:
            message = None
        if message is None:
            return DECODE_ERROR
        op, body = message.get("op"), message.get("d")
        if not isinstance(op, int):
            return DECODE_ERROR
        if op == HEARTBEAT:
            self._acknowledge()
            return None
        if self._is_too_fast():
            return RATE_LIMITED
        return self._handle_command(op, as_object(body) or {})

    def _handle_command(self, op: int, body: Json) -> int | None:
        """Handle everything but a heartbeat; return the close code if the bot made an error."""
        if op in {IDENTIFY, RESUME}:
            if self.session is not None:
                return ALREADY_AUTHENTICATED
            return self._identify(body) if op == IDENTIFY else self._resume(body)
        if op not in {PRESENCE, VOICE, REQUEST_MEMBERS}:
            return UNKNOWN_OPCODE
        if self.session is None:
            return NOT_AUTHENTICATED
        if op == REQUEST_MEMBERS:
            self._send_members(self.session, body)
        return None

    def _acknowledge(self) -> None:
        """Answer a heartbeat after a short delay.

        A client notes the time of a heartbeat only after sending it, so an immediate answer could
        come too early.
        """
        if self.session is None or not self.session.silent:
            asyncio.get_running_loop().call_later(_TRAVEL, self._send_op, HEARTBEAT_ACK, None)

    def _is_too_fast(self) -> bool:
        now = self._gateway.world.clock.now()
        self._commands = [at for at in self._commands if now - at < 60]
        self._commands.append(now)
        return len(self._commands) > _COMMANDS_A_MINUTE

    def _identify(self, data: Json) -> int | None:
        gateway = self._gateway
        intents = data.get("intents")
        if data.get("token") != gateway.settings.token:
            return AUTHENTICATION_FAILED
        if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
            return INVALID_INTENTS
        if intents & PRIVILEGED:
            return DISALLOWED_INTENTS
        shard = _read_shard(data.get("shard"))
        return INVALID_SHARD if shard is None else self._begin(shard, intents)

    def _begin(self, shard: Shard, intents: int) -> int | None:
        """Begin a session; return a close code if it is refused.

        A session that comes too early is answered with "invalid session", and the bot tries again.
        """
        gateway = self._gateway
        if gateway.starts.needs_more_shards(shard.total):
            return SHARDING_REQUIRED
        if gateway.starts.are_used_up():
            return AUTHENTICATION_FAILED
        if not gateway.starts.take(shard):
            self.invalidate(resumable=False)
            return None
        session = Session(intents, shard, sender=self)
        self.session = session
        gateway.sessions[session.id] = session
        self._send_ready(session)
        gateway.notify_status()
        return None

    def _send_ready(self, session: Session) -> None:
        world = self._gateway.world
        guilds = [guild for guild in world.list_bot_guilds() if session.shard.covers(guild.id)]
        url = build_gateway_url(self.host)
        session.dispatch("READY", ready_json(world, session, guilds, url))
        if session.intents & GUILDS:
            channels = world.group_channels()
            for guild in guilds:
                if guild.available:
                    body = guild_create_json(world, guild, channels[guild.id])
                    session.dispatch("GUILD_CREATE", body)

    def _resume(self, data: Json) -> int | None:
        gateway = self._gateway
        if data.get("token") != gateway.settings.token:
            return AUTHENTICATION_FAILED
        session = gateway.sessions.get(str(data.get("session_id")))
        seq: Any = data.get("seq")
        missed = session.replay_since(seq) if session is not None and isinstance(seq, int) else None
        if session is None or missed is None:
            self._send_op(INVALID_SESSION, False)  # noqa: FBT003 - the message's data
            return None
        session.sender, session.silent, session.lost_at = self, False, None
        self.session = session
        for text in missed:
            self.send(text)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        gateway.notify_status()
        return None

    def _send_members(self, session: Session, data: Json) -> None:
        """Answer a request for members, by ids or by the start of a name."""
        world = self._gateway.world
        guild = world.guilds.get(parse_snowflake(data.get("guild_id")) or 0)
        if guild is None:
            return
        chunk = members_chunk_json(world, guild, data)
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


def _read_shard(value: object) -> Shard | None:
    """Return the shard that an IDENTIFY names, or the only shard if it names none.

    None stands for an impossible shard.
    """
    numbers = [0, 1] if value is None else as_list(value)
    match numbers:
        case [int(number), int(total)] if 0 <= number < total:
            return Shard(number, total)
        case _:
            return None


async def serve(gateway: Gateway, request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse(max_msg_size=4096, compress=False)
    await socket.prepare(request)
    await Connection(gateway, socket, request).run(request.query.get("v"))
    return socket
