"""The Discord renderer: commands, messages and buttons. No rule is decided here."""
