"""What people and tests do by HTTP: read, write, type commands, click, fill in modals."""
