"""A stand-in for Discord on this machine: REST v10, the gateway, and a page to play on.

The unmodified bot logs in to it through one setting, the API base address. It refuses what
Discord refuses, with Discord's codes. Everything is in memory and on the loopback interface.
"""

from sandbox.app import Sandbox

__all__ = ["Sandbox"]
