"""Actions of people and tests over HTTP: read, write, send commands, click, submit modals."""
