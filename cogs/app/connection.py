"""Logs in to Discord and serves. `Unavailable` passes by itself; `Refused` needs the host."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import discord
import yarl
from discord import http
from discord.gateway import DiscordWebSocket

if TYPE_CHECKING:
    from cogs.app.sharding import Sharding

_UNREACHABLE = (aiohttp.ClientError, OSError, TimeoutError)

_REFUSED = (4004, 4012, 4013)
"""Close codes with which Discord's gateway refuses the token or the program for good.

Other close codes that stop discord.py concern the number of shards. Then a new start helps, because
it asks Discord for the number again.
"""


class Refused(Exception):
    """The bot cannot start. The message is one sentence for the host."""


class Unavailable(Exception):
    """Discord cannot be used at the moment. The message is one sentence for the host."""


_ADDRESS: Final = r"https?://{login}([\w.-]+|\[[0-9a-fA-F:]+\])(:\d+)?(/[^@?#\s]*)?"


def is_address(text: str, *, login: bool = False) -> bool:
    """Return whether this is an http or https address that can be read in one way only.

    With `login` it may hold a user and a password.
    """
    allowed = _ADDRESS.format(login="([^@/?#\\s]*@)?" if login else "")
    try:
        (yarl.URL(text).host or "").encode("idna")
    except ValueError:  # such as a port above 65535
        return False
    return re.fullmatch(allowed, text) is not None


async def log_in(client: discord.Client, token: str, base: str | None) -> None:
    """Log in to Discord, or to its stand-in at the address `base`, through the host's proxy.

    Raises:
        Refused: Discord refuses this token or program, or the proxy's address is wrong.
        Unavailable: Discord cannot be used at the moment.
    """
    if base is not None:
        http.Route.BASE = base.rstrip("/")
    client.http.proxy = _find_proxy()
    try:
        await client.login(token)
        if base is not None:
            # Without this, discord.py would reconnect to Discord's own gateway.
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
    """Serve until the connection is closed for good; discord.py replaces lost connections.

    When cancelled, this waits until other workers have taken over the shards. It raises the same
    errors as `log_in`.
    """
    serving = asyncio.create_task(client.connect())
    try:
        # Not awaited directly: discord.py connects with `wait_for`, which can lose a cancellation
        # before Python 3.12. Then the process would not stop.
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
    """Return the proxy in HTTPS_PROXY, or None if NO_PROXY excludes Discord.

    Raises Refused if the proxy's address is wrong. HTTP_PROXY counts instead if Discord's address
    begins with http://.
    """
    base = urlsplit(http.Route.BASE)
    proxy = getproxies().get(base.scheme)
    if proxy is None or proxy_bypass(base.hostname or ""):
        return None
    if not is_address(proxy, login=True):  # do not quote it: it may hold a password
        raise Refused(
            f"{base.scheme.upper()}_PROXY must be an address that begins with http:// or https://; "
            "in its password write @ as %40 and / as %2F."
        )
    return proxy


def _discord(client: discord.Client) -> str:
    """Return "Discord" with its address and the address of any proxy, without passwords."""
    proxy = urlsplit(client.http.proxy or "").netloc.rpartition("@")[2]
    return f"Discord (at {http.Route.BASE}{proxy and f', by the proxy {proxy}'})"
