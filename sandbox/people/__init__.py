"""Actions of people and tests, by HTTP: read, write, type commands, click, submit modals."""
