"""The Discord face: commands, messages and buttons. No rule is decided here."""
