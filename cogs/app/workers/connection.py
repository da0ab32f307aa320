"""Logging in to Discord and staying connected: what passes by itself, and what does not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import discord
import yarl
from discord import http
from discord.gateway import DiscordWebSocket

if TYPE_CHECKING:
    from cogs.app.workers.sharding import Sharding

_UNREACHABLE = (aiohttp.ClientError, OSError, TimeoutError)

_REFUSED = (4004, 4012, 4013)
"""The codes by which Discord's gateway refuses the token or the program, and will again.

Others that discord.py does not mend by itself are about the number of connections, which is asked
for anew at each start.
"""


class Refused(Exception):
    """The bot cannot start; the message is one sentence for the host."""


class Unavailable(Exception):
    """Discord cannot be used just now; the message is one sentence for the host."""


async def log_in(client: discord.Client, token: str, base: str | None) -> None:
    """Log in to Discord, or to what is in its place at the address `base`, by the host's proxy.

    Raises:
        Refused: Discord does not want this token or this program, or the proxy is none.
        Unavailable: Discord cannot be used just now.
    """
    if base is not None:
        http.Route.BASE = base.rstrip("/")
    client.http.proxy = _find_proxy()
    try:
        await client.login(token)
        if base is not None:
            # A lost session is begun anew at the gateway that discord.py knows by heart: Discord's.
            _, url, _ = await client.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
    except discord.LoginFailure:
        raise Refused("Discord refuses DISCORD_TOKEN: copy the token again.") from None
    except discord.HTTPException as error:
        passing = error.status >= 500 or error.status == 429
        kind = Unavailable if passing else Refused
        raise kind(f"{_discord(client)} cannot be used: it answers {error.status}.") from None
    except (discord.GatewayNotFound, *_UNREACHABLE):
        raise Unavailable(f"{_discord(client)} cannot be reached.") from None


async def serve(client: discord.Client, sharding: Sharding) -> None:
    """Serve until the connection is closed for good; others are made anew by discord.py.

    Where this is cancelled, other workers take the shards over first. Raises what `log_in` raises.
    """
    serving = asyncio.create_task(client.connect())
    try:
        # Not awaited itself: while it connects it waits by `wait_for`, which before Python 3.12 can
        # lose a cancellation, and the process would not stop.
        await asyncio.wait({serving})
    except asyncio.CancelledError:
        await sharding.hand_over()
        raise
    finally:
        serving.cancel()
    try:
        serving.result()
    except discord.ConnectionClosed as error:
        kind = Refused if error.code in _REFUSED else Unavailable
        raise kind(f"{_discord(client)} has closed the connection: code {error.code}.") from None
    except (discord.GatewayNotFound, *_UNREACHABLE):
        raise Unavailable(f"{_discord(client)} cannot be reached.") from None


def _find_proxy() -> str | None:
    """Return the proxy to Discord that HTTPS_PROXY names, as NO_PROXY allows; raises Refused."""
    base = urlsplit(http.Route.BASE)
    proxy = getproxies().get(base.scheme)
    if proxy is None or proxy_bypass(base.hostname or ""):
        return None
    if urlsplit(proxy).scheme not in {"http", "https"}:  # it is not quoted: it may hold a password
        name = f"{base.scheme.upper()}_PROXY"
        raise Refused(f"{name} has to be an address that begins with http:// or https://.")
    return proxy


def _discord(client: discord.Client) -> str:
    """The address of Discord by the host's settings, and the proxy without its password."""
    proxy = urlsplit(client.http.proxy or "").netloc.rpartition("@")[2]
    return f"Discord (at {http.Route.BASE}{proxy and f', by the proxy {proxy}'})"
