"""`python -m records`: the command lines for hosts. `cogs.features.command_line` collects them."""

import runpy

runpy.run_module("cogs.features.command_line", run_name="__main__")
