"""The database: transactions, and queries as values. This package knows nothing about games."""

import sys

if sys.platform == "win32":
    sys.stderr.write("The bot runs on Linux and macOS; on Windows run it in WSL or Docker.\n")
    sys.exit(2)
