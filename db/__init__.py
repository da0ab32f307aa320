"""The database: transactions, and queries that are values. It knows texts and numbers, no games."""

import sys

if sys.platform == "win32":
    sys.stderr.write("The bot runs on Linux and macOS; on Windows run it in WSL or Docker.\n")
    sys.exit(2)
