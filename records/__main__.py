"""`python -m records`: the command lines for hosts. `cogs.commands.hosts` collects them."""

import runpy

runpy.run_module("cogs.commands.hosts", run_name="__main__")
