"""`python -m records`: the command lines for hosts. `command_line` collects those of features."""

import runpy

runpy.run_module("command_line", run_name="__main__")
