"""Trophy Buck on Discord."""
