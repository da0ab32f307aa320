"""A stand-in for Discord on this machine: REST v10, the gateway, and a page to play on.

The unmodified bot logs in to the stand-in through one setting, the base address of the API. The
stand-in refuses what Discord refuses, with Discord's codes. It keeps everything in memory and
serves only the loopback interface.
"""

import sys

if sys.platform == "win32":
    sys.stderr.write("The bot runs on Linux and macOS; on Windows run it in WSL or Docker.\n")
    sys.exit(2)

from sandbox.app import Sandbox

__all__ = ["Sandbox"]
