"""`python -m records`: the command lines for hosts, which have their root above, for features."""

import runpy

runpy.run_module("command_line", run_name="__main__")
